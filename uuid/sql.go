package uuid

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/internal/bytes16"
)

// Value implements [driver.Valuer] with the canonical text as a string, the
// one form that every driver's uuid and text columns take. For a binary
// column use the types of package sqlx.
//
// It is never a []byte: GORM spreads the bytes over an IN list, and MariaDB's
// uuid column refuses them.
func (u UUID) Value() (driver.Value, error) { return u.String(), nil }

// Scan implements [database/sql.Scanner]. It takes text in the forms of
// [Parse], as a string or a []byte, a []byte of 16 raw bytes in network byte
// order, and any package's UUID type, as the drivers of DuckDB and ClickHouse
// return: a type whose underlying type is [16]byte. NULL, an empty text and every
// other source, pointers among them, are errors, and on error u is unchanged. To
// read columns that may be NULL, scan into a [NullUUID], a sql.Null[UUID] or a **UUID.
//
// Any 16 bytes are a UUID, but for the first 16 of canonical text, as a column
// that is too short keeps them: they are an error. Package sqlx's Text reads text
// only.
//
// Scan cannot see which database the bytes come from: SQL Server's
// uniqueidentifier arrives in another byte order, for which package sqlx has
// the type GUID.
func (u *UUID) Scan(src any) error { return u.scan("Scan", src) }

// scan is Scan for the function called caller.
func (u *UUID) scan(caller string, src any) error {
	var err error
	switch src := src.(type) {
	case string:
		err = parse(u, src)
	case []byte:
		switch {
		case len(src) != len(u):
			err = parseBytes(u, src)
		case bytes16.IsCutText(src):
			err = fmt.Errorf("got the text %q, which was cut to 16 characters", src)
		default:
			*u = UUID(src)
		}
	case nil:
		err = errors.New("cannot scan NULL into a UUID")
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
		return errorOf(caller, err)
	}
	return nil
}

// Value implements [driver.Valuer]: nil or what [UUID.Value] returns.
func (n NullUUID) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.Value()
}

// Scan implements [database/sql.Scanner]: NULL, and what [UUID.Scan] takes.
func (n *NullUUID) Scan(src any) error {
	if src == nil {
		*n = NullUUID{}
		return nil
	}
	err := n.UUID.scan("NullUUID.Scan", src)
	if err == nil {
		n.Valid = true
	}
	return err
}
