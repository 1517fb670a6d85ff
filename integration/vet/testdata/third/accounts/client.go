// Package accounts has the accounts of the shop in MongoDB, as UUIDs of subtype 4.
package accounts

import (
	"bytes"
	"fmt"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// An Account is a document.
type Account struct {
	ID       uuid.UUID     `bson:"_id"`
	Owner    uuid.UUID     `bson:"owner"`
	Teams    []uuid.UUID   `bson:"teams"`
	Referrer uuid.NullUUID `bson:"referrer"`
	External string        `bson:"external"` // the text of a UUID of a partner
	Email    string        `bson:"email"`
}

// Settings have a UUID of uuidkit, which has its own BSON methods.
type Settings struct {
	Theme kit.UUID `bson:"theme"`
	Dark  bool     `bson:"dark"`
}

// Registry is for everything in this package.
var Registry = mustRegistry()

func mustRegistry() *bson.Registry {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		panic(fmt.Errorf("accounts: %w", err))
	}
	return reg
}

// Connect connects with the registry.
func Connect(uri string) (*mongo.Collection, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(Registry))
	if err != nil {
		return nil, err
	}
	return client.Database("shop").Collection("accounts"), nil
}

// Snapshot is what a backup has.
func Snapshot(a Account) ([]byte, error) {
	return bson.Marshal(a) // WRONG(bsonmarshal): it does not use the registry
}

// SnapshotRight is what a backup has.
func SnapshotRight(a Account) ([]byte, error) {
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
	enc.SetRegistry(Registry)
	if err := enc.Encode(a); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Restore reads a backup.
func Restore(data []byte) (*Account, error) {
	a := new(Account)
	if err := bson.Unmarshal(data, a); err != nil { // WRONG(bsonmarshal): subtype 4 is an error without the registry
		return nil, err
	}
	return a, nil
}

// RestoreRight reads a backup.
func RestoreRight(data []byte) (*Account, error) {
	a := new(Account)
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(data)))
	dec.SetRegistry(Registry)
	if err := dec.Decode(a); err != nil {
		return nil, err
	}
	return a, nil
}

// Line is a line of an export for mongoimport.
func Line(owner uuid.UUID, email string) ([]byte, error) {
	doc := bson.D{{Key: "owner", Value: owner}, {Key: "email", Value: email}}
	return bson.MarshalExtJSON(doc, false, false) // WRONG(bsonmarshal): subtype 0
}

// LineRight converts to uuidkit's type, which writes subtype 4 by itself.
func LineRight(owner uuid.UUID, email string) ([]byte, error) {
	doc := bson.D{{Key: "owner", Value: kit.UUID(owner)}, {Key: "email", Value: email}}
	return bson.MarshalExtJSON(doc, false, false)
}

// Theme writes settings, which need no registry.
func Theme(theme kit.UUID, dark bool) ([]byte, error) {
	return bson.Marshal(Settings{theme, dark})
}

// Mails reads the part of a backup that has no UUID.
func Mails(data []byte) (string, error) {
	var part struct {
		Email string `bson:"email"`
	}
	err := bson.Unmarshal(data, &part)
	return part.Email, err
}
