package sqlx

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/uuid"
)

// GUID is a UUID in a column of SQL Server's type uniqueidentifier, whose 16
// bytes arrive in the mixed-endian order of [uuid.UUID.GUIDBytes]:
//
//	text    f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	column  ae4f1df8 ec7d d011 a765 00a0c91e6bf6
//
// In Go a GUID has its bytes in network order, as every UUID.
//
// With the option "guid conversion=true" github.com/microsoft/go-mssqldb puts
// the bytes into network order itself: use [Binary] to read them then.
type GUID [16]byte

// Value implements [driver.Valuer] with the canonical text, which SQL Server
// converts to the column's type. It is not bytes: whether the server must
// reorder them depends on the driver and its options. It refuses what would come
// back as bytes that Scan does not take.
func (g GUID) Value() (driver.Value, error) {
	if g[8] == '-' { // and else it is no text that was cut
		column := uuid.UUID(g).GUIDBytes()
		if _, err := bytesValue("GUID", column[:]); err != nil {
			return uuid.UUID(g).String(), err
		}
	}
	return uuid.UUID(g).String(), nil
}

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes in
// mixed-endian order, what Value gives: the canonical text, 36 characters, and a UUID
// of any package, in network order.
func (g *GUID) Scan(src any) error {
	u, raw, err := scan("GUID", src, canonicalText)
	if raw {
		u = uuid.FromGUIDBytes(u)
	}
	if err == nil {
		*g = GUID(u)
	}
	return err
}

// String returns the canonical text.
func (g GUID) String() string { return uuid.UUID(g).String() }

// IsZero reports whether g is the Nil UUID.
func (g GUID) IsZero() bool { return uuid.UUID(g).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (g GUID) AppendText(t []byte) ([]byte, error) { return uuid.UUID(g).AppendText(t) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (g GUID) MarshalText() ([]byte, error) { return uuid.UUID(g).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]; it takes the forms of
// [uuid.Parse].
func (g *GUID) UnmarshalText(t []byte) error { return (*uuid.UUID)(g).UnmarshalText(t) }
