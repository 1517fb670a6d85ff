// Package driverv1 has the signatures of uuidkit that the tests need.
package driverv1

import "go.mongodb.org/mongo-driver/bson/bsoncodec"

func Register[T ~[16]byte](reg *bsoncodec.Registry) error { return nil }
