package other // want package:"Reported:true"

import (
	"bsonuuid/models"
	"reflect"

	gofrs "github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func run(docs []models.User) {
	reg := bson.NewRegistry()
	for _, t := range []reflect.Type{reflect.TypeFor[gofrs.UUID](), reflect.TypeFor[gofrs.NullUUID]()} {
		reg.RegisterTypeEncoder(t, nil)
	}
	bsoncodec.DefaultValueEncoders{}.RegisterDefaultEncoders(nil)
	reg.RegisterKindEncoder(reflect.String, nil)
	var id any = gofrs.UUID{}
	reg.RegisterTypeEncoder(reflect.TypeOf(id), nil)
	reg.RegisterTypeMapEntry(5, reflect.TypeOf(docs[0].ID)) // for reading into an any
	mongo.Connect(options.Client().SetRegistry(reg))        // want `has no registry that knows UUIDs: it stores uuid.UUID of models/a.go:6`
}
