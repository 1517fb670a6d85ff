// Package mongocatalog is a service of the company, with its registry.
package mongocatalog

import (
	"bytes"
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"example.com/market/mongoreg"
)

type Product struct {
	ID     uuid.UUID           `bson:"_id"`
	Tenant mongoreg.Tenant     `bson:"tenant"`
	For    mongoreg.NullTenant `bson:"for"`
	Parent *uuid.UUID          `bson:"parent,omitempty"`
	SKU    string              `bson:"sku"`
}

func OpenRight(uri string) (*mongo.Collection, error) {
	reg, err := mongoreg.Registry()
	if err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return client.Database("catalog").Collection("products"), nil
}

func TenantRight(ctx context.Context, c *mongo.Collection, t mongoreg.Tenant) (products []Product, err error) {
	cur, err := c.Find(ctx, bson.M{"tenant": t})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &products)
	return
}

func Tenant(ctx context.Context, c *mongo.Collection, t mongoreg.Tenant) (products []Product, err error) {
	cur, err := c.Find(ctx, bson.M{"tenant": uuid.UUID(t).String()}) // WRONG(bsontext): a type of another package
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &products)
	return
}

func Hash(p Product) ([]byte, error) {
	t, b, err := bson.MarshalValue(p.ID) // WRONG(bsonmarshal): a value alone
	return append([]byte{byte(t)}, b...), err
}

func HashRight(p Product) ([]byte, error) {
	reg, err := mongoreg.Registry()
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&buf))
	enc.SetRegistry(reg)
	err = enc.Encode(bson.M{"id": p.ID})
	return buf.Bytes(), err
}

// SKURight is text.
func SKURight(ctx context.Context, c *mongo.Collection, sku uuid.UUID) (p Product, err error) {
	err = c.FindOne(ctx, bson.M{"sku": sku.String()}).Decode(&p)
	return
}

// ReadRight decodes with the registry of the client: a Cursor has it.
func ReadRight(ctx context.Context, cur *mongo.Cursor) (p Product, err error) {
	if cur.Next(ctx) {
		err = cur.Decode(&p)
	}
	return
}
