package uuid

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/internal/bytes16"
)

// Value implements [driver.Valuer] with the canonical text, a string, which every
// uuid and text column accepts. For binary columns use the types of package sqlx.
func (u UUID) Value() (driver.Value, error) {
	// Never a []byte: GORM expands it to an IN list of 16 numbers, and MariaDB's uuid
	// column rejects it.
	return u.String(), nil
}

// Scan implements [database/sql.Scanner]. It reads text in the forms of [Parse], 16
// bytes, and the UUID types of other packages. Everything else is an error that
// leaves u unchanged. NULL is one: use a [NullUUID]. So are 16 bytes that begin a UUID's
// text, because a column that was too short has cut it. A UUID of one digit is no error, not
// even 66666666-6666-6666-6666-666666666666, which such a column makes of Max without hyphens.
//
// SQL Server sends the 16 bytes of a uniqueidentifier in another order, which Scan
// cannot see: use package sqlx's GUID there.
func (u *UUID) Scan(src any) error { return u.scan(byScan, src) }

// scan is Scan for UUID and NullUUID.
func (u *UUID) scan(by caller, src any) error {
	var err error
	switch src := src.(type) {
	case string:
		return parse(u, src, by)
	case []byte:
		switch {
		case len(src) != len(u):
			return parseBytes(u, src, by)
		case bytes16.IsCutText(src):
			err = fmt.Errorf("got the text %q, which was cut to 16 characters", src)
		default:
			*u = UUID(src)
		}
	case nil:
		err = errors.New("cannot scan NULL into a UUID, use a NullUUID")
	case UUID:
		*u = src
	default:
		if b, ok := bytes16.FromArray(src); ok {
			*u = b
		} else {
			err = fmt.Errorf("cannot scan %T into a UUID", src)
		}
	}
	if err != nil {
		return errorOf(callers[by], err)
	}
	return nil
}

// Value implements [driver.Valuer]: nil for NULL, or [UUID.Value].
func (n NullUUID) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.Value()
}

// Scan implements [database/sql.Scanner]: NULL, or [UUID.Scan].
func (n *NullUUID) Scan(src any) error { return n.scan(byNullScan, src) }

func (n *NullUUID) scan(by caller, src any) error {
	if src == nil {
		*n = NullUUID{}
		return nil
	}
	err := n.UUID.scan(by, src)
	if err == nil {
		n.Valid = true
	}
	return err
}
