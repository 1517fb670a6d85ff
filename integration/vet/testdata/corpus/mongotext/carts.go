// Package mongotext has a collection whose ids are text.
package mongotext

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Cart is a document.
type Cart struct {
	ID    string   `bson:"_id"`
	Owner string   `bson:"owner"`
	Items []string `bson:"items"`
}

// Carts is a collection.
type Carts struct{ coll *mongo.Collection }

// Open connects.
func Open(uri string) (*Carts, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri)) // WRONG-ALSO(Owned)
	if err != nil {
		return nil, err
	}
	return &Carts{client.Database("shop").Collection("carts")}, nil
}

// Create makes a cart.
func (c *Carts) Create(ctx context.Context, owner uuid.UUID) (string, error) {
	cart := Cart{ID: uuid.NewString(), Owner: owner.String()}
	_, err := c.coll.InsertOne(ctx, cart)
	return cart.ID, err
}

// Owned finds the cart of an owner.
func (c *Carts) Owned(ctx context.Context, owner uuid.UUID) (cart Cart, err error) {
	err = c.coll.FindOne(ctx, bson.M{"owner": owner}).Decode(&cart) // WRONG(bsontext): the UUID is sent as binary, and owner is text
	return cart, err
}

// OfOwner finds the cart of an owner.
func (c *Carts) OfOwner(ctx context.Context, owner uuid.UUID) (cart Cart, err error) {
	err = c.coll.FindOne(ctx, bson.M{"owner": owner.String()}).Decode(&cart)
	return cart, err
}

// Delete deletes a cart.
func (c *Carts) Delete(ctx context.Context, id string) error {
	_, err := c.coll.DeleteOne(ctx, bson.M{"_id": id})
	return err
}
