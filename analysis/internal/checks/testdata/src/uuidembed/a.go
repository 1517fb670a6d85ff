package uuidembed

import (
	"uuid"

	google "github.com/google/uuid"
)

type User struct {
	google.UUID `json:"id"` // want `the struct inherits MarshalText, Value, MarshalBinary of uuid.UUID: encoding/json and encoding/xml, database/sql, .* lose the other fields`
	Name        string
}

type Pointer struct {
	*google.UUID // want `inherits`
	Name         string
}

type Std struct {
	uuid.UUID // want `inherits MarshalText of uuid.UUID: encoding/json`
	Name      string
}

func local() any {
	type row struct {
		uuid.UUID // want `inherits`
		n         int
	}
	return struct {
		N         int
		uuid.UUID // want `inherits`
	}{}
}

type Event struct {
	At          int64
	google.UUID // want `inherits`
	Kind        string
}

// A field with a name beside others inherits nothing.
type Kept struct {
	At   int64
	UUID google.UUID
	Kind string
}

type ID struct{ google.UUID }

// Typed has a field that nobody can write or read.
type Typed[T any] struct {
	google.UUID
	_ [0]*T
}

type Named struct {
	ID   google.UUID
	Name string
}

type Own struct {
	google.UUID
	Name string
}

func (Own) MarshalJSON() ([]byte, error) { return nil, nil }

type Sum [16]byte

type File struct {
	Sum
	Name string
}

type Deep struct {
	ID   // want `inherits MarshalText, Value, MarshalBinary of uuidembed.ID`
	Name string
}

type Null struct {
	google.NullUUID // want `inherits MarshalJSON, Value, MarshalBinary of uuid.NullUUID`
	Name            string
}
