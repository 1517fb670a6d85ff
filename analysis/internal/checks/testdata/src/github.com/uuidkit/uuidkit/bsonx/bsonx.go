// Package bsonx has the signatures of uuidkit that the tests need.
package bsonx

import "go.mongodb.org/mongo-driver/v2/bson"

func Register[T ~[16]byte](reg *bson.Registry) error { return nil }
