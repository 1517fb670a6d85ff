package typed

import (
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/uuidkit/uuidkit/internal/bytes16"
	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// Value implements [driver.Valuer] with the canonical text, as [uuid.UUID.Value] does,
// for columns of type uuid. For a text column of TypeIDs use String.
func (id ID[K]) Value() (driver.Value, error) { return uuid.UUID(id).Value() }

// Scan implements [database/sql.Scanner]. It reads what [uuid.UUID.Scan] does and, if K
// has a prefix, TypeIDs with this prefix. A TypeID with another prefix is an error.
//
// If K has a prefix, 16 bytes that are all letters, digits and underscores are an error,
// too, because a column that was too short may have cut a TypeID. No UUID of RFC 9562 has
// such bytes. A UUID of one digit, such as 77777777-7777-7777-7777-777777777777, is read.
func (id *ID[K]) Scan(src any) error { return id.scan("Scan", src) }

// scan is Scan for the function called caller.
func (id *ID[K]) scan(caller string, src any) error {
	switch src := src.(type) {
	case nil:
		return invalid.Errorf("typed.%s: cannot scan NULL into an ID, use a NullID", caller)
	case ID[K]:
		*id = src
		return nil
	case interface{ typedID() }:
		return invalid.Errorf("typed.%s: cannot scan %T into %T", caller, src, *id)
	}
	if prefix, ok := prefixOf[K](); ok {
		switch src := src.(type) {
		case string:
			if isTypeID(src, prefix) {
				return id.parse(caller, src)
			}
		case []byte:
			if len(src) == len(id) {
				if bytes16.IsCutTypeID(src) {
					return invalid.Errorf("typed.%s: got the text %q, which was cut to 16 characters", caller, src)
				}
			} else if isTypeID(string(src), prefix) {
				return id.parse(caller, string(src))
			}
		}
	}
	var u uuid.UUID
	if err := u.Scan(src); err != nil {
		var e *uuid.ParseError
		if errors.As(err, &e) {
			return errorOf(caller, e.Input, 0, e)
		}
		return invalid.Errorf("typed.%s: %s", caller, strings.TrimPrefix(err.Error(), "uuid.Scan: "))
	}
	*id = ID[K](u)
	return nil
}

// typedID is a method of the IDs of all kinds.
func (ID[K]) typedID() {}

// isTypeID reports whether s is meant to be a TypeID. No other text of a UUID has an
// underscore or 26 characters. The beginning of a prefix can be 32 hexadecimal digits.
func isTypeID(s, prefix string) bool {
	return len(s) == suffixLen || strings.Contains(s, "_") || strings.HasPrefix(prefix, s)
}
