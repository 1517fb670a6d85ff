package sqlx

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/uuid"
)

// Binary is a UUID in a column of 16 bytes in network byte order: MySQL's and
// MariaDB's BINARY(16), SQLite's BLOB, PostgreSQL's bytea, Oracle's RAW(16).
type Binary [16]byte

// Value implements [driver.Valuer] with a new []byte of 16 bytes. It refuses those
// that Scan would not take back.
func (b Binary) Value() (driver.Value, error) { return bytesValue("Binary", b[:]) }

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes, a
// UUID of any package, and the canonical text, 36 characters, that a uuid column gives or that others
// have written to the column. Any 16 bytes are a UUID, but for the beginning of
// canonical text: for a column of text there is [Text].
func (b *Binary) Scan(src any) error {
	u, _, err := scan("Binary", src, canonicalText)
	if err == nil {
		*b = Binary(u)
	}
	return err
}

// String returns the canonical text.
func (b Binary) String() string { return uuid.UUID(b).String() }

// IsZero reports whether b is the Nil UUID.
func (b Binary) IsZero() bool { return uuid.UUID(b).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (b Binary) AppendText(t []byte) ([]byte, error) { return uuid.UUID(b).AppendText(t) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (b Binary) MarshalText() ([]byte, error) { return uuid.UUID(b).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (b *Binary) UnmarshalText(t []byte) error { return (*uuid.UUID)(b).UnmarshalText(t) }
