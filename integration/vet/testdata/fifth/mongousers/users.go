// Package mongousers keeps users in MongoDB, with driver version 2.
package mongousers

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type User struct {
	ID       uuid.UUID     `bson:"_id"`
	Team     uuid.UUID     `bson:"team"`
	Boss     uuid.NullUUID `bson:"boss"`
	External string        `bson:"external"` // a UUID of another system, as text
	Name     string        `bson:"name"`
}

type Profile struct {
	ID  kit.UUID `bson:"pid"`
	Bio string   `bson:"bio"`
}

type Users struct {
	c   *mongo.Collection
	reg *bson.Registry
}

func ConnectRight(uri string) (*Users, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return &Users{client.Database("app").Collection("users"), reg}, nil
}

func (u *Users) Get(ctx context.Context, id uuid.UUID) (user User, err error) {
	err = u.c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&user) // WRONG(bsontext): the _id is binary
	return
}

func (u *Users) GetRight(ctx context.Context, id uuid.UUID) (user User, err error) {
	err = u.c.FindOne(ctx, bson.M{"_id": id}).Decode(&user)
	return
}

func (u *Users) Handler(w http.ResponseWriter, r *http.Request) {
	filter := bson.D{{Key: "_id", Value: r.PathValue("id")}}
	var user User
	if err := u.c.FindOne(r.Context(), filter).Decode(&user); err != nil { // WRONG(bsontext): text of the path, in a bson.D
		http.NotFound(w, r)
		return
	}
	w.Write([]byte(user.Name))
}

func (u *Users) HandlerRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	var user User
	if err := u.c.FindOne(r.Context(), bson.D{{Key: "_id", Value: id}}).Decode(&user); err != nil {
		http.NotFound(w, r)
		return
	}
	w.Write([]byte(user.Name))
}

// ExternalRight is a field of text.
func (u *Users) ExternalRight(ctx context.Context, external uuid.UUID) (user User, err error) {
	err = u.c.FindOne(ctx, bson.M{"external": external.String()}).Decode(&user)
	return
}

func (u *Users) SetTeam(ctx context.Context, id, team uuid.UUID) error {
	set := bson.M{}
	set["team"] = team.String()
	_, err := u.c.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$set": set}) // WRONG(bsontext): an update adds text
	return err
}

func (u *Users) SetTeamRight(ctx context.Context, id, team uuid.UUID) error {
	set := bson.M{}
	set["team"] = team
	_, err := u.c.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$set": set})
	return err
}

func (u *Users) In(ctx context.Context, ids []uuid.UUID) (int64, error) {
	var texts []string
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	return u.c.CountDocuments(ctx, bson.M{"_id": bson.M{"$in": texts}}) // WRONG(bsontext): a list in $in
}

func (u *Users) InRight(ctx context.Context, ids []uuid.UUID) (int64, error) {
	return u.c.CountDocuments(ctx, bson.M{"_id": bson.M{"$in": ids}})
}

func (u *Users) InFormsRight(ctx context.Context, ids []uuid.UUID) (int64, error) {
	return u.c.CountDocuments(ctx, bson.M{"_id": bsonx.In(ids)})
}

func byTeam(team string) bson.E { return bson.E{Key: "team", Value: team} }

func byTeamRight(team uuid.UUID) bson.E { return bson.E{Key: "team", Value: team} }

func (u *Users) Team(ctx context.Context, team uuid.UUID) (int64, error) {
	return u.c.CountDocuments(ctx, bson.D{byTeam(team.String())}) // WRONG(bsontext): through a helper
}

func (u *Users) TeamRight(ctx context.Context, team uuid.UUID) (int64, error) {
	return u.c.CountDocuments(ctx, bson.D{byTeamRight(team)})
}

// NameRight looks for a name.
func (u *Users) NameRight(ctx context.Context, name string) (int64, error) {
	return u.c.CountDocuments(ctx, bson.M{"name": name, "boss": nil})
}

// ProjectRight has a projection, whose values are no ids.
func (u *Users) ProjectRight(ctx context.Context, id uuid.UUID) (user User, err error) {
	opts := options.FindOne().SetProjection(bson.M{"_id": 1, "team": "$team", "name": 1})
	err = u.c.FindOne(ctx, bson.M{"_id": id}, opts).Decode(&user)
	return
}

func Dump(user User) ([]byte, error) {
	return bson.Marshal(user) // WRONG(bsonmarshal): not the registry of the client
}

func (u *Users) DumpRight(user User) ([]byte, error) {
	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&buf))
	enc.SetRegistry(u.reg)
	err := enc.Encode(user)
	return buf.Bytes(), err
}

func Load(b []byte) (user User, err error) {
	err = bson.Unmarshal(b, &user) // WRONG(bsonmarshal): subtype 4 is an error
	return
}

func (u *Users) LoadRight(b []byte) (user User, err error) {
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(b)))
	dec.SetRegistry(u.reg)
	err = dec.Decode(&user)
	return
}

func ID(raw bson.Raw) (id uuid.UUID, err error) {
	err = raw.Lookup("_id").Unmarshal(&id) // WRONG(bsonmarshal): a RawValue
	return
}

func (u *Users) IDRight(raw bson.Raw) (id uuid.UUID, err error) {
	err = raw.Lookup("_id").UnmarshalWithRegistry(u.reg, &id)
	return
}

// IDBinaryRight reads the binary by itself.
func IDBinaryRight(raw bson.Raw) (uuid.UUID, error) {
	subtype, data, ok := raw.Lookup("_id").BinaryOK()
	if !ok || subtype != 4 {
		return uuid.Nil, errors.New("mongousers: no UUID")
	}
	return uuid.FromBytes(data)
}

func JSON(users []User) (string, error) {
	b, err := bson.MarshalExtJSON(bson.M{"users": users}, true, false) // WRONG(bsonmarshal): in a map, as extended JSON
	return string(b), err
}

func (u *Users) JSONRight(users []User) (string, error) {
	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewExtJSONValueWriter(&buf, true, false))
	enc.SetRegistry(u.reg)
	err := enc.Encode(bson.M{"users": users})
	return buf.String(), err
}

// ProfileRight: uuidkit's type has methods of its own.
func ProfileRight(p Profile) ([]byte, error) { return bson.Marshal(p) }

func ProfileReadRight(b []byte) (p Profile, err error) {
	err = bson.Unmarshal(b, &p)
	return
}

// CommandRight has no UUIDs.
func CommandRight(name string) ([]byte, error) {
	return bson.Marshal(bson.D{{Key: "ping", Value: 1}, {Key: "db", Value: name}})
}

// ConvertRight makes the binary itself.
func ConvertRight(id uuid.UUID) ([]byte, error) {
	bin, err := bsonx.ToBinary(id)
	if err != nil {
		return nil, err
	}
	return bson.Marshal(bson.M{"_id": bin})
}
