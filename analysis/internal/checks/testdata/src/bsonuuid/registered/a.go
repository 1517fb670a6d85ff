package registered // want package:"Reported:false"

import (
	"bsonuuid/models"
	"reflect"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var google = reflect.TypeOf((*uuid.UUID)(nil)).Elem()

func register(reg *bson.Registry, t reflect.Type) { reg.RegisterTypeEncoder(t, nil) }

func run(docs []models.User) {
	reg := bson.NewRegistry()
	register(reg, google)
	mongo.Connect(options.Client().SetRegistry(reg))
}
