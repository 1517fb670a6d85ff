package kinds // want package:"Reported:false"

import (
	"bsonuuid/models"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func run(docs []models.User) {
	reg := bson.NewRegistry()
	reg.RegisterKindEncoder(reflect.Array, nil)
	mongo.Connect(options.Client().SetRegistry(reg))
}
