package sqlx

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/internal/bytes16"
	"github.com/uuidkit/uuidkit/uuid"
)

// Binary is a UUID in a column of 16 bytes in network byte order: BINARY(16) of
// MySQL and MariaDB, BLOB of SQLite, bytea of PostgreSQL, RAW(16) of Oracle (byte
// order checked, never run on a server).
type Binary [16]byte

var binaryColumn = column{
	typ:   "Binary",
	want:  "16 bytes or canonical text",
	text:  canonicalText,
	bytes: true,
}

// Value implements [driver.Valuer] with a new []byte of 16 bytes. A UUID that Scan
// would reject, because its bytes are the beginning of a UUID's text, is an error.
func (b Binary) Value() (driver.Value, error) { return binaryColumn.value(b) }

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes, and
// canonical text, which a uuid column returns or another program has written. Any
// 16 bytes are a UUID except the beginning of a UUID's text: read a column of text
// with [Text]. Scan also takes a UUID of any package, which some drivers return.
func (b *Binary) Scan(src any) error { return binaryColumn.scan((*uuid.UUID)(b), src) }

// Text is a UUID in a column of text, or of a type that the database reads and
// writes as text: CHAR(36), VARCHAR, TEXT, the uuid of PostgreSQL and MariaDB.
//
// Unlike [uuid.UUID] it never reads 16 bytes as a UUID: in a column of text they
// are text that was cut.
type Text [16]byte

var textColumn = column{
	typ:  "Text",
	want: "text",
	text: anyText,
}

// Value implements [driver.Valuer] with the canonical text, a string.
func (t Text) Value() (driver.Value, error) { return uuid.UUID(t).String(), nil }

// Scan implements [database/sql.Scanner]. It takes text in the forms of
// [uuid.Parse], as a string or a []byte, and a UUID of any package, which some
// drivers return.
func (t *Text) Scan(src any) error { return textColumn.scan((*uuid.UUID)(t), src) }

// Swapped is a UUID in a column that MySQL's UUID_TO_BIN(x, 1) writes and
// BIN_TO_UUID(x, 1) reads: 16 bytes whose time fields are swapped, so that
// version 1 UUIDs sort by time.
//
//	text    6ccd780c-baba-1026-9564-5b8c656024db
//	column  1026 baba 6ccd780c 9564 5b8c656024db
//
// In Go a Swapped has its bytes in network order, like every UUID. Only the
// column's bytes are swapped.
type Swapped [16]byte

var swappedColumn = column{
	typ:   "Swapped",
	want:  "16 bytes",
	text:  noText,
	bytes: true,
	order: func(b [16]byte) uuid.UUID {
		return uuid.UUID{
			b[4], b[5], b[6], b[7],
			b[2], b[3],
			b[0], b[1],
			b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
		}
	},
}

// Value implements [driver.Valuer] with a new []byte of 16 swapped bytes. A UUID
// that Scan would reject, because these are the beginning of a UUID's text, is an error.
func (s Swapped) Value() (driver.Value, error) {
	return swappedColumn.value([16]byte{
		s[6], s[7],
		s[4], s[5],
		s[0], s[1], s[2], s[3],
		s[8], s[9], s[10], s[11], s[12], s[13], s[14], s[15],
	})
}

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 swapped bytes,
// and a UUID of any package, which some drivers return, in network order.
func (s *Swapped) Scan(src any) error { return swappedColumn.scan((*uuid.UUID)(s), src) }

// GUID is a UUID in a column of SQL Server's type uniqueidentifier, whose 16 bytes
// arrive in the mixed-endian order of [uuid.UUID.GUIDBytes]:
//
//	text    f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	column  ae4f1df8 ec7d d011 a765 00a0c91e6bf6
//
// The byte order is checked against the UniqueIdentifier of
// github.com/microsoft/go-mssqldb. It was never run on a server.
//
// In Go a GUID has its bytes in network order, like every UUID. With the option
// "guid conversion=true" go-mssqldb puts the bytes into network order itself: read
// them with [Binary] then.
type GUID [16]byte

var guidColumn = column{
	typ:   "GUID",
	want:  "16 bytes or canonical text",
	text:  canonicalText,
	bytes: true,
	order: uuid.FromGUIDBytes,
}

// Value implements [driver.Valuer] with the canonical text, which SQL Server
// converts to the column's type. Bytes would need an order that depends on the
// driver and its options. A UUID that Scan would reject, because its bytes in the column
// are the beginning of a UUID's text, is an error.
//
// In go-mssqldb's CopyIn the driver converts, and text is an error: pass its UniqueIdentifier
// there. A [Binary] would be stored as another UUID.
func (g GUID) Value() (driver.Value, error) {
	var err error
	if b := uuid.UUID(g).GUIDBytes(); bytes16.IsCutText(b[:]) {
		_, err = guidColumn.value(b)
	}
	return uuid.UUID(g).String(), err
}

// Scan implements [database/sql.Scanner]. It takes a []byte of 16 bytes in
// mixed-endian order, canonical text, and a UUID of any package, which some drivers
// return, in network order.
func (g *GUID) Scan(src any) error { return guidColumn.scan((*uuid.UUID)(g), src) }
