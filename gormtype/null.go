package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// Null is a [UUID], [Text] or [GUID] that may be NULL. A pointer, such as
// a *UUID, may be NULL, too.
type Null[T UUID | Text | GUID] struct {
	UUID  T
	Valid bool // Valid is true if UUID is not NULL
}

// Value implements [driver.Valuer]: nil, or what the Value of T returns.
func (n Null[T]) Value() (driver.Value, error) {
	switch {
	case !n.Valid:
		return nil, nil
	case kindFor[T]() == guidKind:
		return GUID(n.UUID).Value()
	}
	return uuid.UUID(n.UUID).Value()
}

// GormValue implements [gorm.Valuer]: NULL, or the form in which the column stores UUIDs.
func (n Null[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	k := kindFor[T]()
	if !n.Valid {
		return clause.Expr{SQL: "?", Vars: []any{k.null(db.Name())}}
	}
	return k.expr(db, uuid.UUID(n.UUID))
}

// Scan implements [database/sql.Scanner]: NULL, and what the Scan of T takes.
func (n *Null[T]) Scan(src any) error {
	if src == nil {
		*n = Null[T]{}
		return nil
	}
	if err := any(&n.UUID).(sql.Scanner).Scan(src); err != nil {
		return scanned("Null["+string(kindFor[T]())+"]", err)
	}
	n.Valid = true
	return nil
}

// GormDataType implements [schema.GormDataTypeInterface].
func (Null[T]) GormDataType() string { return kindFor[T]().dataType() }

// GormDBDataType implements GORM's migrator.GormDataTypeInterface: the
// column's type for the database.
func (Null[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return kindFor[T]().column(db, field)
}

func (n Null[T]) null() uuid.NullUUID {
	return uuid.NullUUID{UUID: uuid.UUID(n.UUID), Valid: n.Valid}
}

// unmarshal makes n what into, a method of uuid.NullUUID, reads from src. It leaves n unchanged on
// an error.
func unmarshal[T UUID | Text | GUID, S any](n *Null[T], into func(*uuid.NullUUID, S) error, src S) error {
	var u uuid.NullUUID
	if err := into(&u, src); err != nil {
		return err
	}
	*n = Null[T]{T(u.UUID), u.Valid}
	return nil
}

// String returns the canonical text, or the empty string for NULL.
func (n Null[T]) String() string { return n.null().String() }

// Format implements [fmt.Formatter] as [uuid.NullUUID.Format] does.
func (n Null[T]) Format(f fmt.State, verb rune) { n.null().Format(f, verb) }

// IsZero reports whether n is NULL.
func (n Null[T]) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]; NULL appends nothing.
func (n Null[T]) AppendText(b []byte) ([]byte, error) { return n.null().AppendText(b) }

// MarshalText implements [encoding.TextMarshaler]; NULL is the empty text.
func (n Null[T]) MarshalText() ([]byte, error) { return n.null().MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; the empty text is NULL.
func (n *Null[T]) UnmarshalText(b []byte) error {
	return unmarshal(n, (*uuid.NullUUID).UnmarshalText, b)
}

// MarshalJSON implements [encoding/json.Marshaler]: null or a string.
func (n Null[T]) MarshalJSON() ([]byte, error) { return n.null().MarshalJSON() }

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null or a string.
func (n *Null[T]) UnmarshalJSON(b []byte) error {
	return unmarshal(n, (*uuid.NullUUID).UnmarshalJSON, b)
}
