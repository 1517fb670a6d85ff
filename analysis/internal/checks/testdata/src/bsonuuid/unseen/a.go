package unseen // want package:"Reported:false"

import (
	"bsonuuid/models"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func Run(v any, docs []models.User) {
	reg := bson.NewRegistry()
	reg.RegisterTypeEncoder(reflect.TypeOf(v), nil) // only the caller knows the type
	mongo.Connect(options.Client().SetRegistry(reg))
}
