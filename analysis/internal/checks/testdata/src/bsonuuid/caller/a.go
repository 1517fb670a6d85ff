package caller // want package:"UUIDs:"

import (
	"bsonuuid/models"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func connect(opts *options.ClientOptions) {
	mongo.Connect(opts)
	more := options.Client()
	more = change(more)
	mongo.Connect(more)
	_ = models.User{}
}

var change func(opts *options.ClientOptions) *options.ClientOptions
