package empty // want package:"Reported:true"

import (
	"bsonuuid/models"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var registry = bson.NewRegistry()

func wrong(docs []models.User) {
	opts := options.Client()
	opts.SetRegistry(bson.NewRegistry())
	mongo.Connect(opts)                                             // want `the client has no registry that knows UUIDs`
	mongo.Connect(options.Client().SetRegistry(bson.NewRegistry())) // want `the client has no registry that knows UUIDs`
}

func right(change func(*bson.Registry)) {
	mongo.Connect(options.Client().SetRegistry(registry)) // others may have added to it
	reg := bson.NewRegistry()
	change(reg)
	mongo.Connect(options.Client().SetRegistry(reg))
}

func fresh() *bson.Registry { return bson.NewRegistry() }

// Shared may get types elsewhere.
func Shared() *bson.Registry { return bson.NewRegistry() }

func returned() {
	mongo.Connect(options.Client().SetRegistry(fresh())) // want `the client has no registry that knows UUIDs`
	mongo.Connect(options.Client().SetRegistry(Shared()))
}
