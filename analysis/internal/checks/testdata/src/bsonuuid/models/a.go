package models // want package:`UUIDs:\[{Type:github.com/google/uuid.UUID Text:uuid.UUID of models/a.go:6}\]`

import "github.com/google/uuid"

type User struct {
	ID uuid.UUID `bson:"_id"`
}

type Own struct {
	ID uuid.UUID `bson:"_id"`
}

func (Own) MarshalBSON() ([]byte, error) { return nil, nil }
