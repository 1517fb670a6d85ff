package ids

import (
	"bytes"
	"database/sql/driver"
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// A PushID is the key that Firebase's push method makes: 48 bits of Unix milliseconds,
// until the year 10889, and 72 random bits. Its text is 20 digits of 6 bits in the order
// of ASCII. Bytes and texts sort by time.
type PushID [15]byte

var pushIDDigits = digits.NewBase64(digits.Sorted64)

var pushIDs series

// NewPushID returns a new PushID. PushIDs of one process are in order: within a
// millisecond the random bits grow by one. Where they overflow, Firebase's code starts
// again at zero, and NewPushID uses the next millisecond. It absorbs clock steps back of
// up to a second.
//
// Anyone who knows a PushID can guess the next one. Never use one as a secret.
func NewPushID() (id PushID) {
	pushIDs.next(id[:], unixMilli(), unixMilli)
	return id
}

// ParsePushID reads the text of 20 characters. Upper and lower case differ.
func ParsePushID(s string) (PushID, error) {
	return parse120("ParsePushID", s, pushIDDigits, "want a digit of a push ID")
}

// Time returns when the PushID was made, to the millisecond.
func (id PushID) Time() time.Time { return timeOf(get48(id[:]), 1e3) }

// Random returns the 72 random bits.
func (id PushID) Random() [9]byte { return [9]byte(id[6:]) }

// UUID returns a version 8 UUID that contains the PushID: its 120 bits and two zero
// bits. UUIDs sort as their PushIDs. [PushIDFromUUID] is the way back.
func (id PushID) UUID() uuid.UUID { return pack120(id) }

// PushIDFromUUID returns the PushID in a UUID of [PushID.UUID]. The caller says that
// there is one: only the version and the two zero bits are checked.
func PushIDFromUUID(u uuid.UUID) (PushID, error) {
	id, err := unpack120("PushIDFromUUID", u)
	return id, err
}

// IsZero reports whether id is the zero PushID. MongoDB's driver, msgpack and YAML ask it for omitempty.
func (id PushID) IsZero() bool { return id == PushID{} }

// String returns the text of 20 characters.
func (id PushID) String() string { return text120(id, pushIDDigits) }

// AppendText implements [encoding.TextAppender] with the text of String.
func (id PushID) AppendText(b []byte) ([]byte, error) { return append120(b, id, pushIDDigits), nil }

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id PushID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePushID].
func (id *PushID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParsePushID) }

// Value implements [driver.Valuer] with the text of String.
func (id PushID) Value() (driver.Value, error) { return id.String(), nil }

// Scan implements [database/sql.Scanner]. It reads the text and 15 bytes.
func (id *PushID) Scan(src any) error {
	return scan(id, src, ParsePushID, id[:], pushIDDigits.Values)
}

// len120 is the length of 120 bits in digits of 6: 60 and 60.
const len120 = 20

func parse120(function, s string, d *digits.Base64, want string) (id [15]byte, err error) {
	if len(s) != len120 {
		return id, parseError(function, s, len(s), "want 20 characters")
	}
	a, b := d.Get10(s), d.Get10(s[10:])
	if a|b < 0 {
		return id, digitError(function, s, d.Values, want, 0, "")
	}
	binary.BigEndian.PutUint64(id[:], uint64(a<<4))
	binary.BigEndian.PutUint64(id[7:], uint64(a<<60|b)) // byte 7 again, with both parts
	return id, nil
}

func text120(id [15]byte, d *digits.Base64) string {
	var t [len120]byte
	put120(&t, &id, d)
	return string(t[:])
}

func append120(b []byte, id [15]byte, d *digits.Base64) []byte {
	b, t := grow(b, len120)
	put120((*[len120]byte)(t), &id, d)
	return b
}

func put120(t *[len120]byte, id *[15]byte, d *digits.Base64) {
	d.Put10((*[10]byte)(t[:]), binary.BigEndian.Uint64(id[:])>>4)
	d.Put10((*[10]byte)(t[10:]), binary.BigEndian.Uint64(id[7:]))
}

// Compare returns -1, 0 or +1: the order of the bytes, which is that of the texts.
func (id PushID) Compare(other PushID) int { return bytes.Compare(id[:], other[:]) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the 15 bytes. The error is
// always nil.
func (id PushID) MarshalBinary() ([]byte, error) { return bytes.Clone(id[:]), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 15 bytes.
func (id *PushID) UnmarshalBinary(b []byte) error {
	return setBytes("PushID.UnmarshalBinary", id[:], b)
}

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 15 bytes that go-redis writes.
func (id *PushID) ScanRedis(s string) error { return scanRedis(id, len(id), s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with the text of
// String.
func (id PushID) MarshalBSONValue() (typ byte, data []byte, err error) { return bsonText(id.String()) }

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads the
// text, and the 15 bytes as binary of subtype 0.
func (id *PushID) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSON("PushID.UnmarshalBSONValue", "a string or 15 bytes of binary", id, typ, data, ParsePushID, id[:])
}
