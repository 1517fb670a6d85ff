package notifystore

import (
	"context"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// Notifier writes documents without a struct.
type Notifier struct {
	URI    string
	client *mongo.Client
}

func (n *Notifier) StartRight() error {
	if n.client != nil {
		return nil
	}
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return err
	}
	opts := []*options.ClientOptions{
		options.Client().ApplyURI(n.URI).SetRegistry(reg),
		options.Client().SetTimeout(10 * time.Second),
	}
	client, err := mongo.Connect(opts...)
	if err != nil {
		return err
	}
	n.client = client
	return nil
}

func (n *Notifier) Stop(ctx context.Context) error { return n.client.Disconnect(ctx) }

func (n *Notifier) inbox() *mongo.Collection { return n.client.Database("notify").Collection("inbox") }

func (n *Notifier) Notify(ctx context.Context, user uuid.UUID, text string) error {
	_, err := n.inbox().InsertOne(ctx, bson.M{"_id": uuid.New(), "user": user, "text": text, "read": false})
	return err
}

func (n *Notifier) Unread(ctx context.Context, user uuid.UUID) (int64, error) {
	return n.inbox().CountDocuments(ctx, bson.D{{Key: "user", Value: user}, {Key: "read", Value: false}})
}

func (n *Notifier) MarkRead(ctx context.Context, user uuid.UUID) error {
	_, err := n.inbox().UpdateMany(ctx, bson.M{"user": user}, bson.M{"$set": bson.M{"read": true}})
	return err
}
