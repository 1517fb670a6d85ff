// Package bsontype has the type of version 1 of MongoDB's driver that the tests need.
package bsontype

type Type byte
