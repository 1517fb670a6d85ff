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
// has a prefix, TypeIDs with this prefix.
func (id *ID[K]) Scan(src any) error { return id.scan("Scan", src) }

// scan is Scan for the function called caller.
func (id *ID[K]) scan(caller string, src any) error {
	if src == nil {
		return fmt.Errorf("typed.%s: cannot scan NULL into an ID, use a NullID", caller)
	}
	if prefix, ok := prefixOf[K](); ok {
		switch src := src.(type) {
		case string:
			if isTypeID(src) {
				return id.parse(caller, src)
			}
		case []byte:
			if isTypeID(string(src)) {
				return id.parse(caller, string(src))
			}
			if len(src) == len(id) && isCut(prefix, string(src)) {
				return fmt.Errorf("typed.%s: got the text %q, which was cut to 16 characters", caller, src)
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

// isTypeID reports whether s is meant to be a TypeID. No other text of a UUID has an
// underscore or 26 characters.
func isTypeID(s string) bool { return len(s) == suffixLen || strings.Contains(s, "_") && len(s) != 16 }

// isCut reports whether 16 characters are the beginning of a TypeID, as a column that is
// too short keeps it. Hardly any UUID is such bytes.
func isCut(prefix, s string) bool {
	if prefix != "" {
		prefix += "_"
	}
	if len(prefix) >= len(s) {
		return strings.HasPrefix(prefix, s)
	}
	rest, ok := strings.CutPrefix(s, prefix)
	return ok && strings.Trim(rest, "0123456789abcdefghjkmnpqrstvwxyz") == ""
}
