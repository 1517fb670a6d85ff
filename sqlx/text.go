package sqlx

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/uuid"
)

// Text is a UUID in a column of text, or of a type that the database reads and
// writes as text: CHAR(36), VARCHAR, TEXT, PostgreSQL's and MariaDB's uuid.
//
// Unlike [uuid.UUID] it never takes 16 bytes for a UUID: in a text column they
// are text that was cut.
type Text [16]byte

// Value implements [driver.Valuer] with the canonical text, a string.
func (t Text) Value() (driver.Value, error) { return uuid.UUID(t).String(), nil }

// Scan implements [database/sql.Scanner]. It takes text in the forms of
// [uuid.Parse], as a string or a []byte, and a UUID of any package.
func (t *Text) Scan(src any) error {
	u, _, err := scan("Text", src, anyText)
	if err == nil {
		*t = Text(u)
	}
	return err
}

// String returns the canonical text.
func (t Text) String() string { return uuid.UUID(t).String() }

// IsZero reports whether t is the Nil UUID.
func (t Text) IsZero() bool { return uuid.UUID(t).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (t Text) AppendText(b []byte) ([]byte, error) { return uuid.UUID(t).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (t Text) MarshalText() ([]byte, error) { return uuid.UUID(t).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (t *Text) UnmarshalText(b []byte) error { return (*uuid.UUID)(t).UnmarshalText(b) }
