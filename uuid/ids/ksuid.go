package ids

import (
	"bytes"
	"crypto/rand"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A KSUID is Segment's K-Sortable Unique Identifier
// (https://github.com/segmentio/ksuid): 32 bits of seconds since
// 2014-05-13T16:53:20Z, until 2150, and a payload of 128 random bits. Its text is 27
// digits of base62. Bytes and texts sort by the second.
//
// A KSUID has 160 bits: no UUID can contain it. Its payload can be a UUID.
type KSUID [20]byte

// ksuidEpoch is in seconds since 1970.
const ksuidEpoch = 1400000000

// maxKSUID is the text of 20 bytes 0xff.
const maxKSUID = "aWgEPTl1tmebfsQzFP4bxwgy80V"

// NewKSUID returns a new KSUID with the current time and a random payload.
func NewKSUID() (id KSUID) {
	binary.BigEndian.PutUint32(id[:], seconds32(time.Now(), ksuidEpoch))
	rand.Read(id[4:])
	return id
}

// KSUIDOf returns the KSUID of a time and a payload, such as a UUID, which
// [KSUID.Payload] returns again. A time before 2014-05-13T16:53:20Z, or
// after June 2150, is an error.
func KSUIDOf(t time.Time, payload uuid.UUID) (id KSUID, err error) {
	if s := t.Unix() - ksuidEpoch; s < 0 || s > math.MaxUint32 {
		return id, fmt.Errorf("ids.KSUIDOf: the time %v is not between 2014 and 2150", t.UTC())
	}
	binary.BigEndian.PutUint32(id[:], seconds32(t, ksuidEpoch))
	copy(id[4:], payload[:])
	return id, nil
}

// ParseKSUID reads the text of 27 characters.
func ParseKSUID(s string) (id KSUID, err error) {
	if len(s) != len(maxKSUID) {
		return id, parseError("ParseKSUID", s, len(s), "want 27 characters")
	}
	if at, reason := readBase62(id[:], s, maxKSUID); reason != "" {
		return id, parseError("ParseKSUID", s, at, reason)
	}
	return id, nil
}

// Time returns when the KSUID was made, to the second.
func (id KSUID) Time() time.Time {
	return time.Unix(int64(binary.BigEndian.Uint32(id[:]))+ksuidEpoch, 0).UTC()
}

// Payload returns the 128 bits behind the time.
func (id KSUID) Payload() uuid.UUID { return uuid.UUID(id[4:]) }

// HashUUID returns a version 8 UUID of the time in milliseconds and 74 bits of the
// SHA-256 of the KSUID. The same KSUID has the same UUID. There is no way back, and
// KSUIDs of one second have no order.
func (id KSUID) HashUUID() uuid.UUID { return hashed(uint64(id.Time().UnixMilli()), id[:]) }

// IsZero reports whether id is the zero KSUID. MongoDB's driver, msgpack and YAML ask it for omitempty.
func (id KSUID) IsZero() bool { return id == KSUID{} }

// String returns the text of 27 characters.
func (id KSUID) String() string {
	var t [len(maxKSUID)]byte
	putBase62(t[:], id[:])
	return string(t[:])
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id KSUID) AppendText(b []byte) ([]byte, error) {
	b, t := grow(b, len(maxKSUID))
	putBase62(t, id[:])
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id KSUID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseKSUID].
func (id *KSUID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseKSUID) }

// Value implements [driver.Valuer] with the text of String.
func (id KSUID) Value() (driver.Value, error) { return id.String(), nil }

// Scan implements [database/sql.Scanner]. It reads the text and 20 bytes.
func (id *KSUID) Scan(src any) error {
	return scan(id, src, ParseKSUID, id[:], base62Values)
}

// Compare returns -1, 0 or +1: the order of the bytes, which is that of the texts.
func (id KSUID) Compare(other KSUID) int { return bytes.Compare(id[:], other[:]) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the 20 bytes. The error is
// always nil.
func (id KSUID) MarshalBinary() ([]byte, error) { return bytes.Clone(id[:]), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 20 bytes.
func (id *KSUID) UnmarshalBinary(b []byte) error { return setBytes("KSUID.UnmarshalBinary", id[:], b) }

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 20 bytes that go-redis writes.
func (id *KSUID) ScanRedis(s string) error { return scanRedis(id, len(id), s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with the text of
// String.
func (id KSUID) MarshalBSONValue() (typ byte, data []byte, err error) { return bsonText(id.String()) }

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads the
// text, and the 20 bytes as binary of subtype 0.
func (id *KSUID) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSON("KSUID.UnmarshalBSONValue", "a string or 20 bytes of binary", id, typ, data, ParseKSUID, id[:])
}
