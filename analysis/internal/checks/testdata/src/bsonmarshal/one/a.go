package one // want package:".*"

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
)

// The registry that bson.Marshal uses.
func init() { register(bson.DefaultRegistry) }

func register(reg *bsoncodec.Registry) error { return driverv1.Register[uuid.UUID](reg) }

// other serves what is given it.
func other() error { return driverv1.Register[gofrs.UUID](bson.NewRegistry()) }

func write(data []byte, id uuid.UUID, null uuid.NullUUID, g gofrs.UUID) {
	bson.Marshal(bson.M{"id": id, "null": null})
	bson.Unmarshal(data, &id)
	bson.Marshal(bson.M{"id": g}) // want `bson.Marshal does not use your registry, and treats uuid.UUID as binary of subtype 0`
}
