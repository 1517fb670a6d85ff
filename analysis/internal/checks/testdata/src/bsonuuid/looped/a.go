package looped // want package:"Reported:true"

import (
	"reflect"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type user struct {
	ID uuid.UUID `bson:"_id"`
}

func register(reg *bson.Registry, v any) {
	t := reflect.TypeOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	reg.RegisterTypeEncoder(t, nil)
}

func run(uris []string) {
	register(bson.NewRegistry(), &time.Time{})
	opts := options.Client()
	for _, uri := range uris {
		opts = opts.ApplyURI(uri)
	}
	mongo.Connect(opts) // want `stores uuid.UUID`
}
