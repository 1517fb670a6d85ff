// Package mongoreg has a MongoDB client whose registry has google's type.
package mongoreg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// User is a document of the collection.
type User struct {
	ID    uuid.UUID     `bson:"_id"`
	Boss  uuid.NullUUID `bson:"boss"`
	Teams []uuid.UUID   `bson:"teams"`
	Ref   string        `bson:"ref"` // the text of a UUID of another system
	Name  string        `bson:"name"`
}

var registry *bson.Registry

type users struct {
	coll *mongo.Collection
}

func connect(uri string) (*users, error) {
	registry = bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](registry); err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registry))
	if err != nil {
		return nil, err
	}
	return &users{client.Database("hr").Collection("users")}, nil
}

func (u *users) add(ctx context.Context, name string) (uuid.UUID, error) {
	user := User{ID: uuid.New(), Name: name}
	_, err := u.coll.InsertOne(ctx, user)
	return user.ID, err
}

func (u *users) get(ctx context.Context, id uuid.UUID) (*User, error) {
	user := new(User)
	err := u.coll.FindOne(ctx, bson.M{"_id": id.String()}).Decode(user) // WRONG(bsontext): _id is a UUID of subtype 4, and text finds none
	return user, err
}

func (u *users) load(ctx context.Context, id uuid.UUID) (*User, error) {
	user := new(User)
	err := u.coll.FindOne(ctx, bson.M{"_id": id}).Decode(user)
	return user, err
}

func (u *users) remove(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	filter := bson.D{{Key: "_id", Value: id}}
	if _, err := u.coll.DeleteOne(r.Context(), filter); err != nil { // WRONG(bsontext): the text of the path deletes nothing
		http.Error(w, "internal", http.StatusInternalServerError)
	}
}

func (u *users) delete(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	filter := bson.D{{Key: "_id", Value: id}}
	if _, err := u.coll.DeleteOne(r.Context(), filter); err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
	}
}

func (u *users) inTeam(ctx context.Context, team uuid.UUID) (int64, error) {
	text := team.String()
	return u.coll.CountDocuments(ctx, bson.M{"teams": text}) // WRONG(bsontext): teams is a list of UUIDs
}

func (u *users) ofTeam(ctx context.Context, team uuid.UUID) (int64, error) {
	return u.coll.CountDocuments(ctx, bson.M{"teams": team})
}

func (u *users) some(ctx context.Context, ids []uuid.UUID) (*mongo.Cursor, error) {
	texts := make([]string, len(ids))
	for i := range ids {
		texts[i] = ids[i].String()
	}
	return u.coll.Find(ctx, bson.M{"_id": bson.M{"$in": texts}}) // WRONG(bsontext): a list of texts against UUIDs
}

func (u *users) list(ctx context.Context, ids []uuid.UUID) (*mongo.Cursor, error) {
	return u.coll.Find(ctx, bson.M{"_id": bson.M{"$in": ids}})
}

func (u *users) setBoss(ctx context.Context, id, boss uuid.UUID) error {
	update := bson.M{"$set": bson.M{"boss": boss.String()}}
	_, err := u.coll.UpdateOne(ctx, bson.M{"_id": id}, update) // WRONG(bsontext): boss is a UUID in the other documents; this one gets text, which cannot be decoded
	return err
}

func (u *users) putBoss(ctx context.Context, id, boss uuid.UUID) error {
	update := bson.M{"$set": bson.M{"boss": boss}}
	_, err := u.coll.UpdateOne(ctx, bson.M{"_id": id}, update)
	return err
}

func (u *users) export(user User) ([]byte, error) {
	return bson.Marshal(user) // WRONG(bsonmarshal): bson.Marshal does not know the registry: subtype 0, and boss as a document
}

func (u *users) dump(user User) ([]byte, error) {
	buf := new(bytes.Buffer)
	enc := bson.NewEncoder(bson.NewDocumentWriter(buf))
	enc.SetRegistry(registry)
	err := enc.Encode(user)
	return buf.Bytes(), err
}

func (u *users) restore(ctx context.Context, data []byte) error {
	var user User
	if err := bson.Unmarshal(data, &user); err != nil { // WRONG(bsonmarshal): bson.Unmarshal does not know the registry, and cannot read subtype 4 into google's type
		return err
	}
	_, err := u.coll.InsertOne(ctx, user)
	return err
}

func (u *users) read(ctx context.Context, data []byte) error {
	var user User
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(data)))
	dec.SetRegistry(registry)
	if err := dec.Decode(&user); err != nil {
		return err
	}
	_, err := u.coll.InsertOne(ctx, user)
	return err
}

func (u *users) firstTeam(ctx context.Context, id uuid.UUID) (team uuid.UUID, err error) {
	raw, err := u.coll.FindOne(ctx, bson.M{"_id": id}).Raw()
	if err != nil {
		return team, err
	}
	err = raw.Lookup("teams", "0").Unmarshal(&team) // WRONG(bsonmarshal): RawValue.Unmarshal uses no registry
	return team, err
}

func (u *users) oneTeam(ctx context.Context, id uuid.UUID) (team uuid.UUID, err error) {
	raw, err := u.coll.FindOne(ctx, bson.M{"_id": id}).Raw()
	if err != nil {
		return team, err
	}
	err = raw.Lookup("teams", "0").UnmarshalWithRegistry(registry, &team)
	return team, err
}

var errNoID = errors.New("no id")

func (u *users) upsert(ctx context.Context, id uuid.UUID, name string) (uuid.UUID, error) {
	res, err := u.coll.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$set": bson.M{"name": name}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return uuid.Nil, err
	}
	made, ok := res.UpsertedID.(uuid.UUID) // WRONG(bsonmarshal): UpsertedID holds a bson.Binary, whatever is registered
	if !ok {
		return uuid.Nil, errNoID
	}
	return made, nil
}

func (u *users) ensure(ctx context.Context, id uuid.UUID, name string) (uuid.UUID, error) {
	res, err := u.coll.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$set": bson.M{"name": name}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return uuid.Nil, err
	}
	made, ok := res.UpsertedID.(bson.Binary)
	if !ok {
		return uuid.Nil, errNoID
	}
	return bsonx.FromBinary[uuid.UUID](made)
}

// ---- What looks like the above, and is right ----

// InsertedID holds what an any holds.
func (u *users) insert(ctx context.Context, user User) (uuid.UUID, error) {
	res, err := u.coll.InsertOne(ctx, user)
	if err != nil {
		return uuid.Nil, err
	}
	id, ok := res.InsertedID.(uuid.UUID)
	if !ok {
		return uuid.Nil, errNoID
	}
	return id, nil
}

// ref is a field of text.
func (u *users) byRef(ctx context.Context, ref uuid.UUID) (*User, error) {
	user := new(User)
	err := u.coll.FindOne(ctx, bson.M{"ref": ref.String()}).Decode(user)
	return user, err
}

// The document that is marshalled has no UUID.
func (u *users) stats(names []string) ([]byte, error) {
	return bson.Marshal(bson.M{"names": names, "n": len(names)})
}

// The UUID is made BSON by hand.
func (u *users) key(id uuid.UUID) ([]byte, error) {
	b, err := bsonx.ToBinary(id)
	if err != nil {
		return nil, err
	}
	return bson.Marshal(bson.M{"_id": b})
}

// Text in an error message.
func (u *users) must(ctx context.Context, id uuid.UUID) error {
	n, err := u.coll.CountDocuments(ctx, bson.M{"_id": id})
	if err == nil && n == 0 {
		err = fmt.Errorf("no user %s", id.String())
	}
	return err
}
