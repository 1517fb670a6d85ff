// Package textdb stores ids as text.
package textdb

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Note struct {
	ID     string   `bson:"_id"`
	Author string   `bson:"author"`
	Tags   []string `bson:"tags,omitempty"`
	Body   string   `bson:"body"`
}

type Notes struct {
	coll *mongo.Collection
}

func Open(uri string) (*Notes, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return nil, err
	}
	return &Notes{coll: client.Database("notes").Collection("notes")}, nil
}

func (n *Notes) Add(ctx context.Context, author uuid.UUID, body string) (string, error) {
	note := Note{ID: uuid.NewString(), Author: author.String(), Body: body}
	_, err := n.coll.InsertOne(ctx, note)
	return note.ID, err
}

func (n *Notes) Get(ctx context.Context, id uuid.UUID) (note Note, err error) {
	err = n.coll.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&note)
	return note, err
}

func (n *Notes) Of(ctx context.Context, author uuid.UUID) (int64, error) {
	return n.coll.CountDocuments(ctx, bson.D{{Key: "author", Value: author.String()}})
}

func (n *Notes) Tag(ctx context.Context, id uuid.UUID, tag string) error {
	_, err := n.coll.UpdateOne(ctx, bson.M{"_id": id.String()}, bson.M{"$push": bson.M{"tags": tag}})
	return err
}
