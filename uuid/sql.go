package uuid

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

// Value implements [driver.Valuer] with the canonical text as a string, the
// one form that every driver's uuid and text columns take. For a binary
// column use the types of package sqlx.
//
// It is never a []byte: GORM spreads the bytes over an IN list, and MariaDB's
// uuid column refuses them.
func (u UUID) Value() (driver.Value, error) { return u.String(), nil }

// Scan implements [database/sql.Scanner]. It takes text in the forms of
// [Parse], as a string or a []byte, and a []byte of 16 raw bytes in network
// byte order. NULL, an empty text and every other source are errors, and on
// error u is unchanged. To read columns that may be NULL, scan into a
// [NullUUID], a sql.Null[UUID] or a **UUID.
//
// Any 16 bytes are a UUID, but for the beginning of canonical text, which a
// column that is too short has kept. To read a column of text there is also
// package sqlx's Text, which takes no raw bytes.
//
// Scan cannot see which database the bytes come from: SQL Server's
// uniqueidentifier arrives in another byte order, for which package sqlx has
// the type GUID.
func (u *UUID) Scan(src any) error {
	if err := u.scan(src); err != nil {
		return fmt.Errorf("uuid.Scan: %w", err)
	}
	return nil
}

func (u *UUID) scan(src any) error {
	switch src := src.(type) {
	case string:
		return parse(u, src)
	case []byte:
		if len(src) != len(u) {
			return parseBytes(u, src)
		}
		if isCutText(src) {
			return fmt.Errorf("got the text %q, which was cut to 16 characters", src)
		}
		*u = UUID(src)
		return nil
	case nil:
		return errors.New("cannot scan NULL into a UUID")
	}
	return fmt.Errorf("cannot scan %T into a UUID", src)
}

// isCutText reports whether 16 bytes are the beginning of canonical text, as a
// column that is too short for the text keeps it: "f81d4fae-7dec-11". Such bytes
// are no UUID that anybody made, since byte 8 has the variant of RFC 9562 in none
// of them.
func isCutText(b []byte) bool {
	for i, c := range b {
		digit := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
		dash := i == 8 || i == 13
		if dash && c != '-' || !dash && !digit {
			return false
		}
	}
	return true
}
