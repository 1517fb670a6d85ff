// Package between registers uuid.UUID with each registry that a bsoncodec.RegistryBuilder
// makes.
package between

import (
	"os"
	"reflect"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/bsontype"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/uuid"
)

func init() {
	between := os.Getenv("UUIDKIT_BETWEEN")
	if between == "" {
		return
	}
	if err := driverv1.Register[uuid.UUID](bson.DefaultRegistry); err != nil {
		panic(err)
	}
	bsoncodec.Between = func(reg *bsoncodec.Registry) {
		// An error is one of a test's registry, which lacks codecs that all others have.
		_ = driverv1.Register[uuid.UUID](reg)
	}
	if between == "broken" {
		bson.DefaultRegistry.RegisterTypeMapEntry(bsontype.Binary, reflect.TypeFor[uuid.UUID]())
	}
}
