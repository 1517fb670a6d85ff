package typed

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
)

// Value implements [driver.Valuer] with the canonical text, as [uuid.UUID.Value] does,
// for columns of type uuid. For a text column of TypeIDs use String.
func (id ID[K]) Value() (driver.Value, error) { return uuid.UUID(id).Value() }

// Scan implements [database/sql.Scanner]. It reads what [uuid.UUID.Scan] does and, if K
// has a prefix, TypeIDs with this prefix. An ID of another kind is an error. So are 16
// bytes that are all lower-case letters, digits and underscores, if K has a prefix: a
// column that is too short keeps them of a TypeID. No UUID of RFC 9562 has such bytes.
func (id *ID[K]) Scan(src any) error { return id.scan("Scan", src) }

// scan is Scan for the function called caller.
func (id *ID[K]) scan(caller string, src any) error {
	switch src := src.(type) {
	case nil:
		return fmt.Errorf("typed.%s: cannot scan NULL into an ID, use a NullID", caller)
	case ID[K]:
		*id = src
		return nil
	case interface{ typedID() }:
		return fmt.Errorf("typed.%s: cannot scan %T into %T", caller, src, *id)
	}
	if _, ok := prefixOf[K](); ok {
		switch src := src.(type) {
		case string:
			if isTypeID(src) {
				return id.parse(caller, src)
			}
		case []byte:
			if len(src) == len(id) {
				if isCutTypeID(src) {
					return fmt.Errorf("typed.%s: got the text %q, which was cut to 16 characters", caller, src)
				}
			} else if isTypeID(string(src)) {
				return id.parse(caller, string(src))
			}
		}
	}
	var u uuid.UUID
	if err := u.Scan(src); err != nil {
		if e, ok := err.(*uuid.ParseError); ok {
			return errorOf(caller, e.Input, 0, e)
		}
		return fmt.Errorf("typed.%s: %s", caller, strings.TrimPrefix(err.Error(), "uuid.Scan: "))
	}
	*id = ID[K](u)
	return nil
}

// typedID is a method of the IDs of all kinds.
func (ID[K]) typedID() {}

// isTypeID reports whether s is meant to be a TypeID. No other text of a UUID has an
// underscore or 26 characters.
func isTypeID(s string) bool { return len(s) == suffixLen || strings.Contains(s, "_") }

// isCutTypeID reports whether 16 bytes can be the beginning of a TypeID. It does not ask
// for K's prefix: the column may have the ids of another kind. Byte 8 of all UUIDs of RFC
// 9562 is 0x80 or more.
func isCutTypeID(b []byte) bool {
	for _, c := range b {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
