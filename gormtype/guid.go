package gormtype

import (
	"database/sql/driver"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// GUID is a UUID in SQL Server's uniqueidentifier. In other databases it is a
// uuid or text, so that a model can be tested there.
//
// With the option "guid conversion=true" github.com/microsoft/go-mssqldb puts
// the bytes of a uniqueidentifier into network order itself, and a GUID would
// undo that: leave it off.
type GUID [16]byte

// Value implements [driver.Valuer] with the canonical text, a string,
// which SQL Server converts to the column's type. For a UUID that Scan would
// reject, Value returns an error, and the text with it: GORM ignores the error in a map,
// and would write IS NULL for a nil.
func (g GUID) Value() (driver.Value, error) { return sqlx.GUID(g).Value() }

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes in the
// mixed-endian order of [uuid.UUID.GUIDBytes], and the canonical text.
func (g *GUID) Scan(src any) error { return scanned("GUID", (*sqlx.GUID)(g).Scan(src)) }

// GormDataType implements [schema.GormDataTypeInterface].
func (GUID) GormDataType() string { return guidKind.dataType() }

// GormDBDataType implements GORM's migrator.GormDataTypeInterface: the
// column's type for the database.
func (GUID) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return guidKind.column(db, field)
}

// String returns the canonical text.
func (g GUID) String() string { return uuid.UUID(g).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (g GUID) Format(f fmt.State, verb rune) { uuid.UUID(g).Format(f, verb) }

// IsZero reports whether g is the Nil UUID.
func (g GUID) IsZero() bool { return uuid.UUID(g).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (g GUID) AppendText(b []byte) ([]byte, error) { return uuid.UUID(g).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (g GUID) MarshalText() ([]byte, error) { return uuid.UUID(g).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (g *GUID) UnmarshalText(b []byte) error { return (*uuid.UUID)(g).UnmarshalText(b) }
