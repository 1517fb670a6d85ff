package sqlx

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/uuid"
)

// Swapped is a UUID in a column that MySQL's UUID_TO_BIN(x, 1) writes and
// BIN_TO_UUID(x, 1) reads: 16 bytes, the time fields high to low, so that
// version 1 UUIDs sort by time.
//
//	text    6ccd780c-baba-1026-9564-5b8c656024db
//	column  1026 baba 6ccd780c 9564 5b8c656024db
//
// In Go a Swapped has its bytes in network order, as every UUID: only the
// column's bytes are swapped.
type Swapped [16]byte

// Value implements [driver.Valuer] with a new []byte of 16 swapped bytes. It
// refuses those that Scan would not take back.
func (s Swapped) Value() (driver.Value, error) {
	b := [16]byte{
		s[6], s[7],
		s[4], s[5],
		s[0], s[1], s[2], s[3],
		s[8], s[9], s[10], s[11], s[12], s[13], s[14], s[15],
	}
	return bytesValue("Swapped", b[:])
}

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes, and a
// UUID of any package, in network order.
func (s *Swapped) Scan(src any) error {
	b, raw, err := scan("Swapped", src, noText)
	if raw {
		b = uuid.UUID{
			b[4], b[5], b[6], b[7],
			b[2], b[3],
			b[0], b[1],
			b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
		}
	}
	if err == nil {
		*s = Swapped(b)
	}
	return err
}

// String returns the canonical text.
func (s Swapped) String() string { return uuid.UUID(s).String() }

// IsZero reports whether s is the Nil UUID.
func (s Swapped) IsZero() bool { return uuid.UUID(s).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (s Swapped) AppendText(t []byte) ([]byte, error) { return uuid.UUID(s).AppendText(t) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (s Swapped) MarshalText() ([]byte, error) { return uuid.UUID(s).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (s *Swapped) UnmarshalText(t []byte) error { return (*uuid.UUID)(s).UnmarshalText(t) }
