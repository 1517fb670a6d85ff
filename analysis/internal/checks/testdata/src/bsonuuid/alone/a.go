package alone // want package:"Reported:true"

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type User struct {
	ID     uuid.UUID      `bson:"_id"`
	Teams  []*uuid.UUID   `bson:"teams"`
	BossID gofrs.NullUUID `bson:"boss_id"`
	Not    uuid.UUID      `bson:"-"`
	Sum    [16]byte       `bson:"sum"`
}

func connect() {
	opts := options.Client().ApplyURI("x")
	mongo.Connect(opts)             // want `the client has no registry that knows UUIDs: it stores uuid.UUID of alone/a.go:12 and others as bytes of subtype 0, .*\(measured: MongoDB 8` `it stores uuid.NullUUID of alone/a.go:14 as a document of two fields`
	mongo.Connect(options.Client()) // want `the client has no registry` `as a document of two fields`
}

func filter(id uuid.UUID) bson.D {
	return bson.D{{"_id", id}, {Key: "n", Value: 1}}
}
