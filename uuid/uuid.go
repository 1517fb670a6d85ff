package uuid

import "encoding/binary"

// A UUID is a Universally Unique Identifier as specified in RFC 9562:
// 16 bytes in network byte order, most significant byte first.
//
// UUIDs are comparable and can be map keys. The zero value is the Nil UUID
// 00000000-0000-0000-0000-000000000000, which no generator returns.
//
// Any type whose underlying type is [16]byte converts to and from UUID by a
// plain Go conversion; that includes the standard library's, google's and
// gofrs's UUID types.
type UUID [16]byte

// Nil returns the Nil UUID, 00000000-0000-0000-0000-000000000000 (RFC 9562,
// section 5.9). It is the zero value of [UUID].
func Nil() UUID { return UUID{} }

// Max returns the Max UUID, ffffffff-ffff-ffff-ffff-ffffffffffff (RFC 9562,
// section 5.10), which sorts after every other UUID.
func Max() UUID {
	return FromUint128(^uint64(0), ^uint64(0))
}

// New returns a new UUID for programs that do not care about its version.
// Like the standard library's, it is a version 4 UUID: see [NewV4].
func New() UUID { return NewV4() }

// IsZero reports whether u is the Nil UUID. It makes the omitzero option of
// encoding/json and the omitempty option of BSON work.
func (u UUID) IsZero() bool { return u == UUID{} }

// Compare returns -1, 0 or +1 as u sorts before, equal to or after v, byte by
// byte from the first: the order of RFC 9562, section 6.11, and of the
// canonical text. For versions 6 and 7 it is also the order of time.
func (u UUID) Compare(v UUID) int {
	uh, ul := u.Uint128()
	vh, vl := v.Uint128()
	switch {
	case uh < vh || uh == vh && ul < vl:
		return -1
	case uh == vh && ul == vl:
		return 0
	}
	return 1
}

// stamp sets the version field (bits 48 to 51) and the RFC 9562 variant
// (bits 64 and 65).
func (u *UUID) stamp(version byte) {
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
}

// Uint128 returns u as a 128-bit unsigned integer in two halves.
func (u UUID) Uint128() (hi, lo uint64) {
	return binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:])
}

// FromUint128 returns the UUID whose value as a 128-bit unsigned integer is
// hi<<64 | lo. It stamps no version and no variant.
func FromUint128(hi, lo uint64) (u UUID) {
	binary.BigEndian.PutUint64(u[:8], hi)
	binary.BigEndian.PutUint64(u[8:], lo)
	return u
}
