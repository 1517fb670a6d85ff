package gormtype

import (
	"database/sql/driver"

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
// which SQL Server converts to the column's type. The text is there with an
// error too: GORM ignores the error in a map, and makes IS NULL of a nil.
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

// IsZero reports whether g is the Nil UUID.
func (g GUID) IsZero() bool { return uuid.UUID(g).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (g GUID) AppendText(b []byte) ([]byte, error) { return uuid.UUID(g).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (g GUID) MarshalText() ([]byte, error) { return uuid.UUID(g).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (g *GUID) UnmarshalText(b []byte) error { return (*uuid.UUID)(g).UnmarshalText(b) }

// NullGUID is a [GUID] that may be NULL.
type NullGUID struct {
	UUID  GUID
	Valid bool // Valid is true if UUID is not NULL
}

// Value implements [driver.Valuer]: nil, or the canonical text.
func (n NullGUID) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.Value()
}

// Scan implements [database/sql.Scanner]: NULL, and what [GUID.Scan] takes.
func (n *NullGUID) Scan(src any) error {
	var v NullGUID
	if src != nil {
		if err := (*sqlx.GUID)(&v.UUID).Scan(src); err != nil {
			return scanned("NullGUID", err)
		}
		v.Valid = true
	}
	*n = v
	return nil
}

// GormDataType implements [schema.GormDataTypeInterface].
func (NullGUID) GormDataType() string { return guidKind.dataType() }

// GormDBDataType implements GORM's migrator.GormDataTypeInterface: the
// column's type for the database.
func (NullGUID) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return guidKind.column(db, field)
}

// String returns the canonical text, or the empty string for NULL.
func (n NullGUID) String() string { return null(n.UUID, n.Valid).String() }

// IsZero reports whether n is NULL.
func (n NullGUID) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]; NULL appends nothing.
func (n NullGUID) AppendText(b []byte) ([]byte, error) { return null(n.UUID, n.Valid).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler]; NULL is the empty text.
func (n NullGUID) MarshalText() ([]byte, error) { return null(n.UUID, n.Valid).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; the empty text is NULL.
func (n *NullGUID) UnmarshalText(b []byte) error {
	return unmarshal(&n.UUID, &n.Valid, (*uuid.NullUUID).UnmarshalText, b)
}

// MarshalJSON implements [encoding/json.Marshaler]: null or a string.
func (n NullGUID) MarshalJSON() ([]byte, error) { return null(n.UUID, n.Valid).MarshalJSON() }

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null or a string.
func (n *NullGUID) UnmarshalJSON(b []byte) error {
	return unmarshal(&n.UUID, &n.Valid, (*uuid.NullUUID).UnmarshalJSON, b)
}
