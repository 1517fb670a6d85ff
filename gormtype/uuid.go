package gormtype

import (
	"context"
	"database/sql/driver"
	"fmt"

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
	return uuidKind.expr(db, uuid.UUID(u))
}

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes in
// network order, and the canonical text. Bytes that are the beginning of a UUID's text
// are an error, here and in GormValue, as in [sqlx.Binary].
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

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (u UUID) Format(f fmt.State, verb rune) { uuid.UUID(u).Format(f, verb) }

// IsZero reports whether u is the Nil UUID.
func (u UUID) IsZero() bool { return uuid.UUID(u).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (u UUID) AppendText(b []byte) ([]byte, error) { return uuid.UUID(u).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (u UUID) MarshalText() ([]byte, error) { return uuid.UUID(u).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (u *UUID) UnmarshalText(b []byte) error { return (*uuid.UUID)(u).UnmarshalText(b) }
