// Package orderstore opens the database of orders.
package orderstore

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

type Order struct {
	ID       uuid.UUID `bson:"_id"`
	Customer uuid.UUID `bson:"customer"`
	Placed   time.Time `bson:"placed"`
	Cents    int64     `bson:"cents"`
}

type DB struct {
	client *mongo.Client
	orders *mongo.Collection
}

func OpenRight(ctx context.Context, uri string) (*DB, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, fmt.Errorf("orderstore: %w", err)
	}
	opts := options.Client().ApplyURI(uri).SetAppName("orders").SetConnectTimeout(5 * time.Second).SetRegistry(reg)
	client, err := mongo.Connect(opts)
	if err != nil {
		return nil, fmt.Errorf("orderstore: %w", err)
	}
	if err := client.Ping(ctx, nil); err != nil {
		return nil, fmt.Errorf("orderstore: %w", err)
	}
	return &DB{client: client, orders: client.Database("shop").Collection("orders")}, nil
}

func (db *DB) Place(ctx context.Context, customer uuid.UUID, cents int64) (*Order, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	o := &Order{ID: id, Customer: customer, Placed: time.Now().UTC(), Cents: cents}
	if _, err := db.orders.InsertOne(ctx, o); err != nil {
		return nil, err
	}
	return o, nil
}

func (db *DB) Get(ctx context.Context, id uuid.UUID) (*Order, error) {
	var o Order
	if err := db.orders.FindOne(ctx, bson.M{"_id": id}).Decode(&o); err != nil {
		return nil, err
	}
	return &o, nil
}

func (db *DB) Close(ctx context.Context) error { return db.client.Disconnect(ctx) }
