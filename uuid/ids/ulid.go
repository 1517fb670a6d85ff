package ids

import (
	"bytes"
	"database/sql/driver"
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// A ULID is a Universally Unique Lexicographically Sortable Identifier
// (https://github.com/ulid/spec): 48 bits of Unix milliseconds, until the year 10889,
// and 80 random bits. Its text is 26 upper-case digits of Crockford's base32. Bytes and
// texts sort by time.
//
// A ULID converts to uuid.UUID and back: uuid.UUID(id) has the same 128 bits. Such a
// UUID has a random version and variant: do not give it to code that reads them. A
// UUID of version 7 is a valid ULID with the same time.
type ULID [16]byte

const ulidLen = 26

var ulidDigits = digits.NewBase32(digits.Crockford, true)

var ulids series

// NewULID returns a new ULID. ULIDs of one process are in order: within a millisecond
// the random bits grow by one. Where these 80 bits overflow, the specification fails, and
// NewULID uses the next millisecond. It absorbs clock steps back of up to a second.
//
// Anyone who knows a ULID can guess the next one. Never use one as a secret.
func NewULID() (id ULID) {
	ulids.next(id[:], unixMilli(), unixMilli)
	return id
}

// ParseULID reads a ULID in upper or lower case. It rejects I, L, O, U and hyphens, and
// texts above 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, which have more than 128 bits.
func ParseULID(s string) (id ULID, err error) {
	const function = "ParseULID"
	if len(s) != ulidLen {
		return id, parseError(function, s, len(s), "want 26 characters")
	}
	// 130 bits: 10, 60 and 60.
	d := ulidDigits
	a, b, c := int64(d.Values[s[0]])<<5|int64(d.Values[s[1]]), d.Get12(s[2:]), d.Get12(s[14:])
	if a|b|c < 0 || a>>8 != 0 {
		return id, digitError(function, s, d.Values, "want a Crockford base32 digit", 0, "more than 128 bits")
	}
	binary.BigEndian.PutUint64(id[:], uint64(a<<56|b>>4))
	binary.BigEndian.PutUint64(id[8:], uint64(b<<60|c))
	return id, nil
}

// Time returns when the ULID was made, to the millisecond.
func (id ULID) Time() time.Time { return timeOf(get48(id[:]), 1e3) }

// Random returns the 80 random bits.
func (id ULID) Random() [10]byte { return [10]byte(id[6:]) }

// UUID returns the UUID of the same bits. ULID(u) is the way back.
func (id ULID) UUID() uuid.UUID { return uuid.UUID(id) }

// IsZero reports whether id is the zero ULID. MongoDB's driver, msgpack and YAML ask it for omitempty.
func (id ULID) IsZero() bool { return id == ULID{} }

// String returns the text of 26 characters.
func (id ULID) String() string {
	var t [ulidLen]byte
	id.put(&t)
	return string(t[:])
}

func (id *ULID) put(t *[ulidLen]byte) {
	hi, lo := binary.BigEndian.Uint64(id[:]), binary.BigEndian.Uint64(id[8:])
	ulidDigits.Put2((*[2]byte)(t[:]), hi>>56)
	ulidDigits.Put12((*[12]byte)(t[2:]), hi<<4|lo>>60)
	ulidDigits.Put12((*[12]byte)(t[14:]), lo)
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id ULID) AppendText(b []byte) ([]byte, error) {
	b, t := grow(b, ulidLen)
	id.put((*[ulidLen]byte)(t))
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id ULID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseULID].
func (id *ULID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseULID) }

// Value implements [driver.Valuer] with the text of String. That of oklog/ulid returns
// 16 bytes: where a column has them, use sqlx.Binary.
func (id ULID) Value() (driver.Value, error) { return id.String(), nil }

// Scan implements [database/sql.Scanner]. It reads the text and 16 bytes, unless these are
// 16 digits: then they are a text that a column has cut. SQL Server's uniqueidentifier has
// another byte order: use package sqlx's GUID.
func (id *ULID) Scan(src any) error { return scan(id, src, ParseULID, id[:], ulidDigits.Values) }

// Compare returns -1, 0 or +1: the order of the bytes, which is that of the texts.
func (id ULID) Compare(other ULID) int { return bytes.Compare(id[:], other[:]) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the 16 bytes. The error is
// always nil.
func (id ULID) MarshalBinary() ([]byte, error) { return bytes.Clone(id[:]), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 16 bytes.
func (id *ULID) UnmarshalBinary(b []byte) error { return setBytes("ULID.UnmarshalBinary", id[:], b) }

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 16 bytes that go-redis writes.
func (id *ULID) ScanRedis(s string) error { return scanRedis(id, len(id), s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with the text of
// String.
func (id ULID) MarshalBSONValue() (typ byte, data []byte, err error) { return bsonText(id.String()) }

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads the
// text, and the 16 bytes as binary of subtype 0.
func (id *ULID) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSON("ULID.UnmarshalBSONValue", "a string or 16 bytes of binary", id, typ, data, ParseULID, id[:])
}
