package gormtype

import (
	"database/sql/driver"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Text is a UUID in a column of text: char(36) in MySQL, text in PostgreSQL
// and SQLite. With the tag "type:uuid" it is MariaDB's uuid, which is text to
// a client.
type Text [16]byte

// Value implements [driver.Valuer] with the canonical text, a string.
func (t Text) Value() (driver.Value, error) { return uuid.UUID(t).Value() }

// Scan implements [database/sql.Scanner]. It takes text in the forms of
// [uuid.Parse], as a string or a []byte.
func (t *Text) Scan(src any) error { return scanned("Text", (*sqlx.Text)(t).Scan(src)) }

// GormDataType implements [schema.GormDataTypeInterface].
func (Text) GormDataType() string { return textKind.dataType() }

// GormDBDataType implements GORM's migrator.GormDataTypeInterface: the
// column's type for the database.
func (Text) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return textKind.column(db, field)
}

// String returns the canonical text.
func (t Text) String() string { return uuid.UUID(t).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (t Text) Format(f fmt.State, verb rune) { uuid.UUID(t).Format(f, verb) }

// IsZero reports whether t is the Nil UUID.
func (t Text) IsZero() bool { return uuid.UUID(t).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (t Text) AppendText(b []byte) ([]byte, error) { return uuid.UUID(t).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (t Text) MarshalText() ([]byte, error) { return uuid.UUID(t).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (t *Text) UnmarshalText(b []byte) error { return (*uuid.UUID)(t).UnmarshalText(b) }
