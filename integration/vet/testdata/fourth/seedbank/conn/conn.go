// Package conn opens the seed bank's MongoDB.
package conn

import (
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func Open(uri string) (*mongo.Database, error) {
	c, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return nil, err
	}
	return c.Database("seeds"), nil
}
