// Package between registers uuid.UUID with each bson.Registry.
package between

import (
	"os"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/uuid"
)

func init() {
	switch os.Getenv("UUIDKIT_BETWEEN") {
	case "uuidkit":
		bson.SetBetween(register)
	case "broken":
		bson.SetBetween(func(reg *bson.Registry) {
			register(reg)
			reg.RegisterTypeMapEntry(bson.TypeBinary, reflect.TypeFor[uuid.UUID]())
		})
	}
}

func register(reg *bson.Registry) {
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		panic(err)
	}
}
