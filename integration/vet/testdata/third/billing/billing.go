// Package billing stores invoices. The customers come from a program with gofrs's ids.
package billing

import (
	"context"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// An Invoice is a document.
type Invoice struct {
	ID       uuid.UUID  `bson:"_id"`
	Customer gofrs.UUID `bson:"customer"`
	Lines    []Line     `bson:"lines"`
	Number   string     `bson:"number"` // text: a UUID of the tax office
}

// A Line is part of an invoice.
type Line struct {
	Product uuid.UUID `bson:"product"`
	Cents   int64     `bson:"cents"`
}

func registry() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	return reg, nil
}

// Connect returns the collection.
func Connect(uri string) (*mongo.Collection, error) {
	reg, err := registry()
	if err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)) // WRONG(bsonuuid): the customer of an Invoice is gofrs's, which is not registered
	if err != nil {
		return nil, err
	}
	return client.Database("billing").Collection("invoices"), nil
}

// ByProduct returns the invoices with a product.
func ByProduct(ctx context.Context, c *mongo.Collection, product uuid.UUID) (list []Invoice, err error) {
	cur, err := c.Find(ctx, bson.D{{Key: "lines.product", Value: product}})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

// ByNumber finds the invoice with a number, which is text in the documents.
func ByNumber(ctx context.Context, c *mongo.Collection, number uuid.UUID) (inv Invoice, err error) {
	err = c.FindOne(ctx, bson.M{"number": number.String()}).Decode(&inv)
	return inv, err
}

// Void removes an invoice.
func Void(ctx context.Context, c *mongo.Collection, id string) error {
	if err := uuid.Validate(id); err != nil {
		return err
	}
	res, err := c.DeleteOne(ctx, bson.M{"_id": id}) // WRONG(bsontext): the _id of an Invoice is a UUID
	if err != nil {
		return err
	}
	if res.DeletedCount == 0 {
		return mongo.ErrNoDocuments
	}
	return nil
}

// VoidRight removes an invoice.
func VoidRight(ctx context.Context, c *mongo.Collection, id string) error {
	key, err := uuid.Parse(id)
	if err != nil {
		return err
	}
	res, err := c.DeleteOne(ctx, bson.M{"_id": key})
	if err != nil {
		return err
	}
	if res.DeletedCount == 0 {
		return mongo.ErrNoDocuments
	}
	return nil
}
