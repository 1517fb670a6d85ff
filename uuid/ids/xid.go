package ids

import (
	"bytes"
	"database/sql/driver"
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// An XID is an identifier of https://github.com/rs/xid: 32 bits of Unix seconds, until
// 2106, 24 bits of the machine, 16 of the process and a counter of 24. Its text is 20
// lower-case digits of base32hex. Bytes and texts sort by the second.
type XID [12]byte

const xidLen = 20

var xidDigits = digits.NewBase32(digits.Hex32, false)

var newXIDs counter

// NewXID returns a new XID. The bits of machine and process are random, and the same
// for all XIDs of a process: names of hosts and numbers of processes are the same in
// many containers. XIDs of one second are in order until the counter wraps around.
//
// If the clock is set back by up to 10 seconds, the time of new XIDs stands still until
// the clock has caught up. If it is set back by more, XIDs follow it, with new random bits
// of machine and process. In both cases no XID is made twice.
func NewXID() (id XID) {
	newXIDs.next((*[12]byte)(&id), unixSeconds(), unixSeconds)
	return id
}

// ParseXID reads the text of 20 characters. The last is 0 or g, since 100 bits of text
// contain 96.
func ParseXID(s string) (id XID, err error) {
	const function = "ParseXID"
	if len(s) != xidLen {
		return id, parseError(function, s, len(s), "want 20 characters")
	}
	// 100 bits: 60, 36 and 4 that are zero.
	a, b := xidDigits.Get12(s), xidDigits.Get8(s[12:])
	if a|b < 0 || b&15 != 0 {
		return id, digitError(function, s, xidDigits.Values, "want a lower-case base32hex digit", xidLen-1, "want 0 or g")
	}
	binary.BigEndian.PutUint64(id[:], uint64(a<<4|b>>36))
	binary.BigEndian.PutUint32(id[8:], uint32(b>>4))
	return id, nil
}

// Time returns when the XID was made, to the second.
func (id XID) Time() time.Time { return timeOf(uint64(binary.BigEndian.Uint32(id[:])), 1) }

// Machine returns the 3 bytes of the machine: rs/xid hashes the host's id.
func (id XID) Machine() [3]byte { return [3]byte(id[4:]) }

// Process returns the 16 bits of the process. In a container, rs/xid mixes them with a
// hash of the container.
func (id XID) Process() uint16 { return binary.BigEndian.Uint16(id[7:]) }

// Counter returns the counter, 24 bits.
func (id XID) Counter() int { return int(binary.BigEndian.Uint32(id[8:]) & 0xffffff) }

// UUID returns a version 8 UUID that contains the XID: 48 bits of Unix milliseconds, the
// number 14 in 10 bits, and the XID's last 64. UUIDs sort as their XIDs.
// [XIDFromUUID] is the way back.
func (id XID) UUID() uuid.UUID { return pack96(id, xids) }

// XIDFromUUID returns the XID in a UUID of [XID.UUID]. The caller says that there is
// one: the version, the number 14 and whole seconds are checked, but other version 8
// UUIDs may have them by chance.
func XIDFromUUID(u uuid.UUID) (XID, error) {
	id, err := unpack96("XIDFromUUID", xids, u)
	return id, err
}

// IsZero reports whether id is the zero XID. MongoDB's driver, msgpack and YAML ask it for omitempty.
func (id XID) IsZero() bool { return id == XID{} }

// String returns the text of 20 characters.
func (id XID) String() string {
	var t [xidLen]byte
	id.put(&t)
	return string(t[:])
}

func (id *XID) put(t *[xidLen]byte) {
	hi, lo := binary.BigEndian.Uint64(id[:]), uint64(binary.BigEndian.Uint32(id[8:]))
	xidDigits.Put12((*[12]byte)(t[:]), hi>>4)
	xidDigits.Put8((*[8]byte)(t[12:]), hi<<36|lo<<4)
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id XID) AppendText(b []byte) ([]byte, error) {
	b, t := grow(b, xidLen)
	id.put((*[xidLen]byte)(t))
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id XID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseXID].
func (id *XID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseXID) }

// Value implements [driver.Valuer] with the text of String.
func (id XID) Value() (driver.Value, error) { return id.String(), nil }

// Scan implements [database/sql.Scanner]. It reads the text, as rs/xid does. 12 bytes are
// an error, since they may be text that a column has cut: read them with [XID.UnmarshalBinary].
func (id *XID) Scan(src any) error { return scan(id, src, ParseXID, nil, nil) }

// Compare returns -1, 0 or +1: the order of the bytes, which is that of the texts.
func (id XID) Compare(other XID) int { return bytes.Compare(id[:], other[:]) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the 12 bytes. The error is
// always nil.
func (id XID) MarshalBinary() ([]byte, error) { return bytes.Clone(id[:]), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 12 bytes.
func (id *XID) UnmarshalBinary(b []byte) error { return setBytes("XID.UnmarshalBinary", id[:], b) }

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 12 bytes that go-redis writes.
func (id *XID) ScanRedis(s string) error { return scanRedis(id, len(id), s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with the text of
// String.
func (id XID) MarshalBSONValue() (typ byte, data []byte, err error) { return bsonText(id.String()) }

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads the
// text, and the 12 bytes as binary of subtype 0.
func (id *XID) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSON("XID.UnmarshalBSONValue", "a string or 12 bytes of binary", id, typ, data, ParseXID, id[:])
}
