package uuid

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// A Variant is the layout of a UUID (RFC 9562, section 4.1).
type Variant byte

// The variants, by the first bits of byte 8.
const (
	VariantNCS       Variant = iota // 0xx: Apollo NCS, and the Nil UUID
	VariantRFC9562                  // 10x: RFC 9562, formerly RFC 4122 and OSF DCE
	VariantMicrosoft                // 110: Microsoft COM
	VariantFuture                   // 111: reserved, and the Max UUID
)

// String returns the variant's name.
func (v Variant) String() string {
	switch v {
	case VariantNCS:
		return "NCS"
	case VariantRFC9562:
		return "RFC 9562"
	case VariantMicrosoft:
		return "Microsoft"
	case VariantFuture:
		return "future"
	}
	return fmt.Sprintf("Variant(%d)", byte(v))
}

// Variant returns u's variant.
func (u UUID) Variant() Variant {
	switch b := u[8]; {
	case b < 0x80:
		return VariantNCS
	case b < 0xc0:
		return VariantRFC9562
	case b < 0xe0:
		return VariantMicrosoft
	}
	return VariantFuture
}

// Version returns u's version: 1 to 8 are defined. It returns 0 for UUIDs of another
// variant than [VariantRFC9562], such as the Nil and Max UUIDs.
func (u UUID) Version() int {
	if u.Variant() != VariantRFC9562 {
		return 0
	}
	return int(u[6] >> 4)
}

// Time returns the time in a UUID of version 1, 6 or 7, in UTC: to 100 ns in
// versions 1 and 6, to the millisecond in version 7. Time returns false for all others.
func (u UUID) Time() (time.Time, bool) {
	hi := binary.BigEndian.Uint64(u[:8]) // not Uint128, which would copy u
	switch u.Version() {
	case 1:
		return gen.GregorianTime(gen.UnpackV1(hi)), true
	case 6:
		return gen.GregorianTime(gen.UnpackV6(hi)), true
	case 7:
		return time.UnixMilli(int64(hi >> 16)).UTC(), true
	}
	return time.Time{}, false
}

// PreciseTime is [UUID.Time] with the fraction of a millisecond that [NewV7], the
// standard library and PostgreSQL 18 write into version 7 (method 3 of RFC 9562,
// section 6.2). In other version 7 UUIDs these 12 bits are random.
func (u UUID) PreciseTime() (time.Time, bool) {
	t, ok := u.Time()
	if u.Version() == 7 {
		fraction := binary.BigEndian.Uint16(u[6:]) & 0xfff
		t = t.Add((time.Duration(fraction)*time.Millisecond + 1<<12 - 1) >> 12)
	}
	return t, ok
}

// ClockSeq returns the clock sequence of a UUID of version 1 or 6, 14 bits, or of
// version 2, 6 bits. It returns false for all others.
func (u UUID) ClockSeq() (seq uint16, ok bool) {
	seq = binary.BigEndian.Uint16(u[8:]) & 0x3fff
	switch u.Version() {
	case 1, 6:
		return seq, true
	case 2:
		return seq >> 8, true
	}
	return 0, false
}

// Node returns the node of a UUID of version 1, 2 or 6. If the lowest bit of its first byte
// is set, it is no network card's address, and mostly random. Node returns false for all
// other UUIDs.
func (u UUID) Node() (node [6]byte, ok bool) {
	switch u.Version() {
	case 1, 2, 6:
		return [6]byte(u[10:]), true
	}
	return [6]byte{}, false
}

// ToV6 converts a version 1 UUID to version 6, which sorts by time. It returns a
// version 6 UUID unchanged, and every other UUID unchanged and false.
func (u UUID) ToV6() (UUID, bool) {
	switch u.Version() {
	case 1:
		hi, lo := u.Uint128()
		u = FromUint128(gen.PackV6(gen.UnpackV1(hi)), lo)
		u.stamp(6)
		return u, true
	case 6:
		return u, true
	}
	return u, false
}

// ToV1 is the inverse of [UUID.ToV6]. Neither loses anything.
func (u UUID) ToV1() (UUID, bool) {
	switch u.Version() {
	case 6:
		hi, lo := u.Uint128()
		u = FromUint128(gen.PackV1(gen.UnpackV6(hi)), lo)
		u.stamp(1)
		return u, true
	case 1:
		return u, true
	}
	return u, false
}
