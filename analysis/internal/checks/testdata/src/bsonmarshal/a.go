package bsonmarshal // want package:".*"

import (
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

type User struct {
	ID uuid.UUID `bson:"_id"`
}

type Local struct {
	ID uuid.UUID `bson:"-"`
}

func wrong(user User, data []byte, id uuid.UUID) {
	bson.Marshal(user)             // want `bson.Marshal does not use your registry, and treats uuid.UUID as binary of subtype 0`
	bson.Unmarshal(data, &user)    // want `bson.Unmarshal does not use your registry`
	bson.Marshal(bson.M{"id": id}) // want `bson.Marshal does not use your registry`
}

func load[T any](data []byte) (v T, err error) { return v, bson.Unmarshal(data, &v) }

func loads(data []byte) {
	load[User](data) // want `bson.Unmarshal does not use your registry`
	load[string](data)
}

// Typed writes itself.
type Typed [16]byte

func (Typed) MarshalBSONValue() (byte, []byte, error) { return 0, nil, nil }

func converted(id uuid.UUID) {
	doc := bson.M{"id": Typed(id)}
	bson.Marshal(doc)
	bson.Marshal(bson.D{{Key: "id", Value: Typed(id)}})
	other := bson.M{"id": Typed(id)}
	other["owner"] = id
	bson.Marshal(other) // want `bson.Marshal does not use your registry`
}

func right(user User, name string, reg *bson.Registry) {
	enc := bson.NewEncoder(nil)
	enc.SetRegistry(reg)
	enc.Encode(user)
	bson.Marshal(bson.M{"name": name})
	bson.Marshal(Local{})
}

func variable(data []byte, user User, enc *bson.Encoder) {
	unmarshal := bson.Unmarshal
	unmarshal(data, &user) // want `bson.Unmarshal does not use your registry`
	encode := enc.Encode
	encode(user)
}
