package ids

import (
	"bytes"
	"database/sql/driver"
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// An ObjectID is the identifier that MongoDB gives a document: 32 bits of Unix seconds,
// until 2106, 40 random bits of the process and a counter of 24 bits. Its text is 24
// hexadecimal digits. Bytes and texts sort by the second.
//
// It converts to the ObjectID of MongoDB's drivers and back: bson.ObjectID(id). Driver v2
// stores it as an ObjectId, and driver v1 does so after driverv1.Register of any type.
type ObjectID [12]byte

const objectIDLen = 24

var hexDigits = digits.NewBase16(digits.Hex, true)

var newObjectIDs counter

// NewObjectID returns a new ObjectID. ObjectIDs of one second are in order until the
// counter wraps around.
//
// If the clock is set back by up to 10 seconds, the time of new ObjectIDs stands still
// until the clock has caught up. If it is set back by more, ObjectIDs follow it, with new
// random bytes of the process. In both cases no ObjectID is made twice.
func NewObjectID() (id ObjectID) {
	newObjectIDs.next((*[12]byte)(&id), unixSeconds(), unixSeconds)
	return id
}

// ParseObjectID reads 24 hexadecimal digits in upper or lower case.
func ParseObjectID(s string) (id ObjectID, err error) {
	const function = "ParseObjectID"
	if len(s) != objectIDLen {
		return id, parseError(function, s, len(s), "want 24 characters")
	}
	a, b, c := hexDigits.Get8(s), hexDigits.Get8(s[8:]), hexDigits.Get8(s[16:])
	if a|b|c < 0 {
		return id, digitError(function, s, hexDigits.Values, "want a hexadecimal digit", 0, "")
	}
	binary.BigEndian.PutUint64(id[:], uint64(a<<32|b))
	binary.BigEndian.PutUint32(id[8:], uint32(c))
	return id, nil
}

// Time returns when the ObjectID was made, to the second.
func (id ObjectID) Time() time.Time { return timeOf(uint64(binary.BigEndian.Uint32(id[:])), 1) }

// Process returns the 5 random bytes of the process. Before 2018, drivers used 3 bytes
// of the machine and 2 of the process.
func (id ObjectID) Process() [5]byte { return [5]byte(id[4:]) }

// Counter returns the counter, 24 bits.
func (id ObjectID) Counter() int { return int(binary.BigEndian.Uint32(id[8:]) & 0xffffff) }

// UUID returns a version 8 UUID that contains the ObjectID: 48 bits of Unix
// milliseconds, the number 15 in 10 bits, and the ObjectID's last 64. UUIDs sort as their
// ObjectIDs. [ObjectIDFromUUID] is the way back.
func (id ObjectID) UUID() uuid.UUID { return pack96(id, objectIDs) }

// ObjectIDFromUUID returns the ObjectID in a UUID of [ObjectID.UUID]. The caller says
// that there is one: the version, the number 15 and whole seconds are checked, but other
// version 8 UUIDs may have them by chance.
func ObjectIDFromUUID(u uuid.UUID) (ObjectID, error) {
	id, err := unpack96("ObjectIDFromUUID", objectIDs, u)
	return id, err
}

// pack96 returns the UUID of 32 bits of seconds and 64 others.
func pack96(id [12]byte, s system) uuid.UUID {
	seconds := uint64(binary.BigEndian.Uint32(id[:]))
	return pack(seconds*1000, uint(s), binary.BigEndian.Uint64(id[4:]))
}

func unpack96(function string, s system, u uuid.UUID) (id [12]byte, err error) {
	milli, rest, err := unpackSystem(function, s, u)
	if err != nil {
		return id, err
	}
	if milli%1000 != 0 || milli>>32 >= 1000 {
		return id, idError(function, u, "its time is not in seconds of 32 bits")
	}
	binary.BigEndian.PutUint32(id[:], uint32(milli/1000))
	binary.BigEndian.PutUint64(id[4:], rest)
	return id, nil
}

// IsZero reports whether id is the zero ObjectID. MongoDB's driver, msgpack and YAML ask it for omitempty.
func (id ObjectID) IsZero() bool { return id == ObjectID{} }

// String returns the text of 24 characters, in lower case.
func (id ObjectID) String() string {
	var t [objectIDLen]byte
	id.put(&t)
	return string(t[:])
}

func (id *ObjectID) put(t *[objectIDLen]byte) {
	hexDigits.Put8((*[8]byte)(t[:]), binary.BigEndian.Uint32(id[:]))
	hexDigits.Put8((*[8]byte)(t[8:]), binary.BigEndian.Uint32(id[4:]))
	hexDigits.Put8((*[8]byte)(t[16:]), binary.BigEndian.Uint32(id[8:]))
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id ObjectID) AppendText(b []byte) ([]byte, error) {
	b, t := grow(b, objectIDLen)
	id.put((*[objectIDLen]byte)(t))
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id ObjectID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseObjectID].
func (id *ObjectID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseObjectID) }

// Value implements [driver.Valuer] with the text of String.
func (id ObjectID) Value() (driver.Value, error) { return id.String(), nil }

// Scan implements [database/sql.Scanner]. It reads the text and 12 bytes.
func (id *ObjectID) Scan(src any) error {
	return scan(id, src, ParseObjectID, id[:], hexDigits.Values)
}

// Compare returns -1, 0 or +1: the order of the bytes, which is that of the texts.
func (id ObjectID) Compare(other ObjectID) int { return bytes.Compare(id[:], other[:]) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the 12 bytes. The error is
// always nil.
func (id ObjectID) MarshalBinary() ([]byte, error) { return bytes.Clone(id[:]), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 12 bytes.
func (id *ObjectID) UnmarshalBinary(b []byte) error {
	return setBytes("ObjectID.UnmarshalBinary", id[:], b)
}

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 12 bytes that go-redis writes.
func (id *ObjectID) ScanRedis(s string) error { return scanRedis(id, len(id), s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with an ObjectId.
// The error is always nil.
func (id ObjectID) MarshalBSONValue() (typ byte, data []byte, err error) {
	return bsonObjectID, bytes.Clone(id[:]), nil
}

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads an
// ObjectId, the text, and the 12 bytes as binary of subtype 0.
func (id *ObjectID) UnmarshalBSONValue(typ byte, data []byte) error {
	const method = "ObjectID.UnmarshalBSONValue"
	if typ == bsonObjectID {
		return setBytes(method, id[:], data)
	}
	return setBSON(method, "an ObjectId, a string or 12 bytes of binary", id, typ, data, ParseObjectID, id[:])
}
