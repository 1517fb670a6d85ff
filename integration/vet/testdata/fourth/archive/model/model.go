// Package model has the documents of the city archive.
package model

import "github.com/google/uuid"

type Deed struct {
	ID    uuid.UUID `bson:"_id"`
	Owner uuid.UUID `bson:"owner"`
	Year  int       `bson:"year"`
}
