package accounts

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/bsonx"
)

// Repo has the collection.
type Repo struct{ c *mongo.Collection }

// Get returns an account.
func (r *Repo) Get(ctx context.Context, id uuid.UUID) (*Account, error) {
	var a Account
	if err := r.c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&a); err != nil { // WRONG(bsontext): text equals no UUID
		return nil, err
	}
	return &a, nil
}

// GetRight returns an account.
func (r *Repo) GetRight(ctx context.Context, id uuid.UUID) (*Account, error) {
	var a Account
	if err := r.c.FindOne(ctx, bson.M{"_id": id}).Decode(&a); err != nil {
		return nil, err
	}
	return &a, nil
}

// Partner finds an account by the id at a partner: text for text.
func (r *Repo) Partner(ctx context.Context, id uuid.UUID) (*Account, error) {
	var a Account
	if err := r.c.FindOne(ctx, bson.M{"external": id.String()}).Decode(&a); err != nil {
		return nil, err
	}
	return &a, nil
}

// Give changes the owner.
func (r *Repo) Give(ctx context.Context, id, owner uuid.UUID) error {
	set := bson.M{"owner": owner.String()} // WRONG(bsontext): text is stored among UUIDs
	_, err := r.c.UpdateByID(ctx, id, bson.M{"$set": set})
	return err
}

// GiveRight changes the owner.
func (r *Repo) GiveRight(ctx context.Context, id, owner uuid.UUID) error {
	set := bson.M{"owner": owner}
	_, err := r.c.UpdateByID(ctx, id, bson.M{"$set": set})
	return err
}

// Query is what the back office asks for.
type Query struct {
	Owner uuid.UUID
	Email string
}

func (q Query) filter() bson.D {
	filter := bson.D{}
	if q.Email != "" {
		filter = append(filter, bson.E{Key: "email", Value: q.Email})
	}
	if q.Owner != uuid.Nil {
		owner := q.Owner.String()
		filter = append(filter, bson.E{Key: "owner", Value: owner}) // WRONG(bsontext): text equals no UUID
	}
	return filter
}

func (q Query) filterRight() bson.D {
	filter := bson.D{}
	if q.Email != "" {
		filter = append(filter, bson.E{Key: "email", Value: q.Email})
	}
	if q.Owner != uuid.Nil {
		filter = append(filter, bson.E{Key: "owner", Value: q.Owner})
	}
	return filter
}

// Find returns accounts.
func (r *Repo) Find(ctx context.Context, q Query, strict bool) (list []Account, err error) {
	filter := q.filterRight()
	if !strict {
		filter = append(filter, q.filter()...)
	}
	cur, err := r.c.Find(ctx, filter)
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

// Teams counts the accounts of each owner in teams.
func (r *Repo) Teams(ctx context.Context, team string) (out []bson.M, err error) {
	if _, err := uuid.Parse(team); err != nil {
		return nil, err
	}
	match := bson.D{{Key: "$match", Value: bson.D{{Key: "teams", Value: team}}}} // WRONG(bsontext): the teams are UUIDs
	group := bson.D{{Key: "$group", Value: bson.M{"_id": "$owner", "n": bson.M{"$sum": 1}}}}
	cur, err := r.c.Aggregate(ctx, mongo.Pipeline{match, group})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &out)
	return out, err
}

// TeamsRight counts the accounts of each owner in teams.
func (r *Repo) TeamsRight(ctx context.Context, team string) (out []bson.M, err error) {
	id, err := uuid.Parse(team)
	if err != nil {
		return nil, err
	}
	match := bson.D{{Key: "$match", Value: bson.D{{Key: "teams", Value: id}}}}
	group := bson.D{{Key: "$group", Value: bson.M{"_id": "$owner", "n": bson.M{"$sum": 1}}}}
	cur, err := r.c.Aggregate(ctx, mongo.Pipeline{match, group})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &out)
	return out, err
}

// Delete deletes the accounts that a request names.
func (r *Repo) Delete(w http.ResponseWriter, req *http.Request) {
	ids := req.URL.Query()["id"]
	for _, id := range ids {
		if uuid.Validate(id) != nil {
			http.Error(w, "no UUID", http.StatusBadRequest)
			return
		}
	}
	if _, err := r.c.DeleteMany(req.Context(), bson.M{"_id": bson.M{"$in": ids}}); err != nil { // WRONG(bsontext): texts equal no UUID
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// DeleteRight deletes the accounts that a request names.
func (r *Repo) DeleteRight(w http.ResponseWriter, req *http.Request) {
	var ids []uuid.UUID
	for _, text := range req.URL.Query()["id"] {
		id, err := uuid.Parse(text)
		if err != nil {
			http.Error(w, "no UUID", http.StatusBadRequest)
			return
		}
		ids = append(ids, id)
	}
	if _, err := r.c.DeleteMany(req.Context(), bson.M{"_id": bsonx.In(ids)}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// Owner returns the owner of an account, and reads no more.
func (r *Repo) Owner(ctx context.Context, id uuid.UUID) (owner uuid.UUID, err error) {
	raw, err := r.c.FindOne(ctx, bson.M{"_id": id}).Raw()
	if err != nil {
		return owner, err
	}
	err = raw.Lookup("owner").Unmarshal(&owner) // WRONG(bsonmarshal): a RawValue does not use the registry, and subtype 4 is an error
	return owner, err
}

// OwnerRight returns the owner of an account, and reads no more.
func (r *Repo) OwnerRight(ctx context.Context, id uuid.UUID) (owner uuid.UUID, err error) {
	raw, err := r.c.FindOne(ctx, bson.M{"_id": id}).Raw()
	if err != nil {
		return owner, err
	}
	err = raw.Lookup("owner").UnmarshalWithRegistry(Registry, &owner)
	return owner, err
}

// Watch calls f for every change.
func (r *Repo) Watch(ctx context.Context, f func(Account)) error {
	stream, err := r.c.Watch(ctx, mongo.Pipeline{})
	if err != nil {
		return err
	}
	defer stream.Close(ctx)
	for stream.Next(ctx) {
		var change struct {
			Doc Account `bson:"fullDocument"`
		}
		if err := bson.Unmarshal(stream.Current, &change); err != nil { // WRONG(bsonmarshal): it does not use the client's registry
			return err
		}
		f(change.Doc)
	}
	return stream.Err()
}

// WatchRight calls f for every change.
func (r *Repo) WatchRight(ctx context.Context, f func(Account)) error {
	stream, err := r.c.Watch(ctx, mongo.Pipeline{})
	if err != nil {
		return err
	}
	defer stream.Close(ctx)
	for stream.Next(ctx) {
		var change struct {
			Doc Account `bson:"fullDocument"`
		}
		if err := stream.Decode(&change); err != nil {
			return err
		}
		f(change.Doc)
	}
	return stream.Err()
}
