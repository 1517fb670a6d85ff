package uuid

import (
	"cmp"
	"encoding/binary"
)

// A UUID is a Universally Unique Identifier (RFC 9562): 16 bytes, most significant
// byte first. UUIDs are comparable and can be map keys. The zero value is the Nil
// UUID, which no generator returns.
//
// Every UUID type with the underlying type [16]byte converts to UUID and back by a
// Go conversion: the standard library's, google's and gofrs's, among others.
//
// Call pgxtype.Register for pgx, and bsonx.Register for MongoDB: without them lists take
// more than ten times as long. [UUIDs] is as fast in MongoDB by itself.
type UUID [16]byte

// Nil returns the Nil UUID, 00000000-0000-0000-0000-000000000000.
func Nil() UUID { return UUID{} }

// Max returns the Max UUID, ffffffff-ffff-ffff-ffff-ffffffffffff, which sorts after
// every other UUID.
func Max() UUID {
	return FromUint128(^uint64(0), ^uint64(0))
}

// New is [NewV4], as in the standard library.
func New() UUID { return NewV4() }

// IsZero reports whether u is the Nil UUID. The omitzero option of encoding/json and
// the omitempty option of BSON call it.
func (u UUID) IsZero() bool { return u == UUID{} }

// Compare returns -1, 0 or +1 if u is less than, equal to or greater than v: the
// order of their bytes and of their text. UUIDs of versions 6 and 7 are in the order
// of their times.
func (u UUID) Compare(v UUID) int {
	// Not Uint128: a method that is inlined copies its receiver first.
	a, b := binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(v[:8])
	if a == b {
		a, b = binary.BigEndian.Uint64(u[8:]), binary.BigEndian.Uint64(v[8:])
	}
	return cmp.Compare(a, b)
}

// stamp sets the version field (bits 48 to 51) and the RFC 9562 variant
// (bits 64 and 65).
func (u *UUID) stamp(version byte) {
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
}

// Uint128 returns the two halves of u as a 128-bit number.
func (u UUID) Uint128() (hi, lo uint64) {
	return binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:])
}

// FromUint128 returns the UUID hi<<64 | lo. It sets no version and no variant.
func FromUint128(hi, lo uint64) (u UUID) {
	binary.BigEndian.PutUint64(u[:8], hi)
	binary.BigEndian.PutUint64(u[8:], lo)
	return u
}
