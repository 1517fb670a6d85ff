// Package conn2 opens the seed bank's MongoDB with the caller's registry.
package conn2

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func OpenRight(uri string, reg *bson.Registry) (*mongo.Database, error) {
	c, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return c.Database("seeds"), nil
}
