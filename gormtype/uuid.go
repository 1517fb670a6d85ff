package gormtype

import (
	"context"
	"database/sql/driver"
	"encoding/hex"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// UUID is a UUID in the column that is native to the database: PostgreSQL's
// uuid, or 16 bytes in MySQL, MariaDB, SQLite and SQL Server.
type UUID [16]byte

// Value implements [driver.Valuer] with the canonical text, a string. GORM
// builds keys and conditions from it; what it writes into a statement is
// [UUID.GormValue].
func (u UUID) Value() (driver.Value, error) { return uuid.UUID(u).Value() }

// GormValue implements [gorm.Valuer]: it writes u as the column stores it.
func (u UUID) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return NullUUID{u, true}.expr(db)
}

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes in
// network order, and the canonical text.
func (u *UUID) Scan(src any) error { return scanned("UUID", (*sqlx.Binary)(u).Scan(src)) }

// GormDataType implements [schema.GormDataTypeInterface].
func (UUID) GormDataType() string { return uuidKind.dataType() }

// GormDBDataType implements GORM's migrator.GormDataTypeInterface: the
// column's type for the database.
func (UUID) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return uuidKind.column(db, field)
}

// String returns the canonical text.
func (u UUID) String() string { return uuid.UUID(u).String() }

// IsZero reports whether u is the Nil UUID.
func (u UUID) IsZero() bool { return uuid.UUID(u).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (u UUID) AppendText(b []byte) ([]byte, error) { return uuid.UUID(u).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (u UUID) MarshalText() ([]byte, error) { return uuid.UUID(u).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (u *UUID) UnmarshalText(b []byte) error { return (*uuid.UUID)(u).UnmarshalText(b) }

// NullUUID is a [UUID] that may be NULL.
type NullUUID struct {
	UUID  UUID
	Valid bool // Valid is true if UUID is not NULL
}

// Value implements [driver.Valuer]: nil, or the canonical text.
func (n NullUUID) Value() (driver.Value, error) { return null(n.UUID, n.Valid).Value() }

// GormValue implements [gorm.Valuer]: it writes n as the column stores it.
func (n NullUUID) GormValue(_ context.Context, db *gorm.DB) clause.Expr { return n.expr(db) }

func (n NullUUID) expr(db *gorm.DB) clause.Expr {
	// The statement is the same for NULL as for a UUID, and so is its place
	// in a cache of prepared ones: all three functions make NULL of NULL.
	call, binary := unhex(db.Name())
	var arg any
	switch {
	case n.Valid && binary:
		// Bytes that Scan refuses are not written.
		_, err := sqlx.Binary(n.UUID).Value()
		db.AddError(err)
		arg = hex.EncodeToString(n.UUID[:])
	case n.Valid:
		arg = n.UUID.String()
	}
	return clause.Expr{SQL: call, Vars: []any{arg}}
}

// unhex returns the call that makes 16 bytes of 32 digits, if the dialect
// stores a [UUID] as bytes.
func unhex(dialect string) (call string, binary bool) {
	switch dialect {
	case "mysql", "sqlite":
		return "UNHEX(?)", true
	case "sqlserver":
		return "CONVERT(binary(16), ?, 2)", true // 2: hexadecimal without 0x
	}
	return "?", false
}

// Scan implements [database/sql.Scanner]: NULL, and what [UUID.Scan] takes.
func (n *NullUUID) Scan(src any) error {
	var v NullUUID
	if src != nil {
		if err := (*sqlx.Binary)(&v.UUID).Scan(src); err != nil {
			return scanned("NullUUID", err)
		}
		v.Valid = true
	}
	*n = v
	return nil
}

// GormDataType implements [schema.GormDataTypeInterface].
func (NullUUID) GormDataType() string { return uuidKind.dataType() }

// GormDBDataType implements GORM's migrator.GormDataTypeInterface: the
// column's type for the database.
func (NullUUID) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return uuidKind.column(db, field)
}

// String returns the canonical text, or the empty string for NULL.
func (n NullUUID) String() string { return null(n.UUID, n.Valid).String() }

// IsZero reports whether n is NULL.
func (n NullUUID) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]; NULL appends nothing.
func (n NullUUID) AppendText(b []byte) ([]byte, error) { return null(n.UUID, n.Valid).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler]; NULL is the empty text.
func (n NullUUID) MarshalText() ([]byte, error) { return null(n.UUID, n.Valid).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; the empty text is NULL.
func (n *NullUUID) UnmarshalText(b []byte) error {
	return unmarshal(&n.UUID, &n.Valid, (*uuid.NullUUID).UnmarshalText, b)
}

// MarshalJSON implements [encoding/json.Marshaler]: null or a string.
func (n NullUUID) MarshalJSON() ([]byte, error) { return null(n.UUID, n.Valid).MarshalJSON() }

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null or a string.
func (n *NullUUID) UnmarshalJSON(b []byte) error {
	return unmarshal(&n.UUID, &n.Valid, (*uuid.NullUUID).UnmarshalJSON, b)
}
