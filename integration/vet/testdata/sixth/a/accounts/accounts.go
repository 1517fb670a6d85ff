// Package accounts is the repository of accounts in MongoDB.
package accounts

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Account struct {
	ID      uuid.UUID   `bson:"_id"`
	OwnerID uuid.UUID   `bson:"owner_id"`
	Members []uuid.UUID `bson:"members"`
	Email   string      `bson:"email"`
	Token   string      `bson:"token"`
	Closed  time.Time   `bson:"closed"`
}

type Repo struct {
	coll *mongo.Collection
}

// NewRepo gets a collection whose client has registered the ids.
func NewRepo(coll *mongo.Collection) *Repo { return &Repo{coll: coll} }

func (r *Repo) Insert(ctx context.Context, a Account) error {
	_, err := r.coll.InsertOne(ctx, a)
	return err
}

func (r *Repo) Find(ctx context.Context, id uuid.UUID) (*Account, error) {
	var a Account
	err := r.coll.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&a) // WRONG(bsontext): the _id is binary
	if err != nil {
		return nil, err
	}
	return &a, nil
}

func (r *Repo) FindRight(ctx context.Context, id uuid.UUID) (*Account, error) {
	var a Account
	err := r.coll.FindOne(ctx, bson.M{"_id": id}).Decode(&a)
	if err != nil {
		return nil, err
	}
	return &a, nil
}

func (r *Repo) OwnedBy(ctx context.Context, owner uuid.UUID) ([]Account, error) {
	filter := bson.D{
		{Key: "owner_id", Value: owner.String()}, // WRONG(bsontext): the owner is binary
		{Key: "closed", Value: time.Time{}},
	}
	cur, err := r.coll.Find(ctx, filter, options.Find().SetSort(bson.M{"email": 1}))
	if err != nil {
		return nil, err
	}
	var list []Account
	err = cur.All(ctx, &list)
	return list, err
}

func (r *Repo) OwnedByRight(ctx context.Context, owner uuid.UUID) ([]Account, error) {
	filter := bson.D{
		{Key: "owner_id", Value: owner},
		{Key: "closed", Value: time.Time{}},
	}
	cur, err := r.coll.Find(ctx, filter, options.Find().SetSort(bson.M{"email": 1}))
	if err != nil {
		return nil, err
	}
	var list []Account
	err = cur.All(ctx, &list)
	return list, err
}

func (r *Repo) Transfer(ctx context.Context, id, owner uuid.UUID) error {
	update := bson.M{"$set": bson.M{"owner_id": owner.String()}} // WRONG(bsontext): adds text
	_, err := r.coll.UpdateByID(ctx, id, update)
	return err
}

func (r *Repo) TransferRight(ctx context.Context, id, owner uuid.UUID) error {
	update := bson.M{"$set": bson.M{"owner_id": owner}}
	_, err := r.coll.UpdateByID(ctx, id, update)
	return err
}

func (r *Repo) Join(ctx context.Context, id, member uuid.UUID) error {
	_, err := r.coll.UpdateOne(ctx, bson.M{"_id": id},
		bson.M{"$addToSet": bson.M{"members": member.String()}}) // WRONG(bsontext): adds text
	return err
}

func (r *Repo) JoinRight(ctx context.Context, id, member uuid.UUID) error {
	_, err := r.coll.UpdateOne(ctx, bson.M{"_id": id},
		bson.M{"$addToSet": bson.M{"members": member}})
	return err
}

func (r *Repo) drop(w http.ResponseWriter, req *http.Request) {
	id := req.PathValue("id")
	if err := uuid.Validate(id); err != nil {
		http.Error(w, "id", http.StatusBadRequest)
		return
	}
	_, err := r.coll.DeleteOne(req.Context(), bson.M{"_id": id}) // WRONG(bsontext): the path is text
	if err != nil {
		http.Error(w, "database", http.StatusInternalServerError)
	}
}

func (r *Repo) dropRight(w http.ResponseWriter, req *http.Request) {
	id, err := uuid.Parse(req.PathValue("id"))
	if err != nil {
		http.Error(w, "id", http.StatusBadRequest)
		return
	}
	_, err = r.coll.DeleteOne(req.Context(), bson.M{"_id": id})
	if err != nil {
		http.Error(w, "database", http.StatusInternalServerError)
	}
}

// ByEmail and ByToken look for text.
func (r *Repo) ByEmail(ctx context.Context, email string) (a Account, err error) {
	err = r.coll.FindOne(ctx, bson.M{"email": email}).Decode(&a)
	return a, err
}

func (r *Repo) ByToken(ctx context.Context, token uuid.UUID) (a Account, err error) {
	err = r.coll.FindOne(ctx, bson.M{"token": token.String()}).Decode(&a)
	return a, err
}

func (r *Repo) Mount(mux *http.ServeMux) {
	mux.HandleFunc("DELETE /accounts/{id}", r.drop)
	mux.HandleFunc("DELETE /v2/accounts/{id}", r.dropRight)
}
