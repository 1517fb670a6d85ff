// Package entid has a UUID of Go's standard library as a field that ent accepts: copy it.
package entid

import (
	"database/sql/driver"
	"uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

// An ID is a uuid.UUID with the methods that ent asks for. Convert it with ID(u) and uuid.UUID(id).
type ID uuid.UUID

// New returns an ID of version 7.
func New() ID { return ID(uuid.NewV7()) }

// Value returns text. A connector sends the ID as 16 bytes instead, see openSQLite and openMySQL.
func (id ID) Value() (driver.Value, error) { return kit.UUID(id).Value() }

// Scan reads text and 16 bytes. NULL is an error.
func (id *ID) Scan(src any) error { return (*kit.UUID)(id).Scan(src) }

// String and the methods for text, which JSON uses too, are those of uuid.UUID.
func (id ID) String() string { return uuid.UUID(id).String() }

// MarshalText returns the canonical text.
func (id ID) MarshalText() ([]byte, error) { return uuid.UUID(id).MarshalText() }

// UnmarshalText reads the text that uuid.Parse reads.
func (id *ID) UnmarshalText(b []byte) error { return (*uuid.UUID)(id).UnmarshalText(b) }
