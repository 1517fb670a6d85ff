package uuid

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// A Variant says which family of layouts a UUID belongs to (RFC 9562,
// section 4.1). Its zero value is VariantNCS, the variant of the Nil UUID.
type Variant byte

// The four variants, by the leading bits of byte 8.
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

// Version returns u's version, 0 to 15 of which RFC 9562 defines 1 to 8. Only
// the RFC 9562 variant has versions: for the others, the Nil and Max UUIDs
// among them, Version returns 0.
func (u UUID) Version() int {
	if u.Variant() != VariantRFC9562 {
		return 0
	}
	return int(u[6] >> 4)
}

// Time returns the time that u says it was made at, in UTC. It is exact to
// 100 ns for versions 1 and 6, and to a millisecond for version 7, whose
// further bits may be anything: see [UUID.PreciseTime]. For every other UUID
// it returns false. Version 2 has lost the part of its time below seven
// minutes.
//
// Years after 9999, which the formats can say, are an error to
// [time.Time.MarshalText] and its kin.
func (u UUID) Time() (time.Time, bool) {
	hi, _ := u.Uint128()
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

// PreciseTime is [UUID.Time], and for version 7 it takes the 12 bits after
// the version for a fraction of the millisecond, rounded up to a nanosecond.
// Call it only for UUIDs known to hold one (method 3 of RFC 9562, section
// 6.2), such as those of [NewV7], of the standard library and of
// PostgreSQL 18; for others it adds a random part of a millisecond.
func (u UUID) PreciseTime() (time.Time, bool) {
	t, ok := u.Time()
	if u.Version() == 7 {
		fraction := binary.BigEndian.Uint16(u[6:]) & 0xfff
		t = t.Add((time.Duration(fraction)*time.Millisecond + 1<<12 - 1) >> 12)
	}
	return t, ok
}

// ClockSeq returns the clock sequence of a UUID of version 1 or 6: 14 bits
// that tell UUIDs of one time and node apart. Of version 2 it returns the 6
// high bits, the only ones left. For every other UUID it returns false.
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

// Node returns the node of a UUID of version 1, 2 or 6: the address of a
// network card, or, if the lowest bit of its first byte is set, a random
// number (RFC 9562, section 6.10). For every other UUID it returns false.
func (u UUID) Node() (node [6]byte, ok bool) {
	switch u.Version() {
	case 1, 2, 6:
		return [6]byte(u[10:]), true
	}
	return [6]byte{}, false
}

// ToV6 returns the version 6 UUID with the time, clock sequence and node of
// u, a version 1 UUID, and true. A version 6 UUID is itself already. Every
// other UUID is returned as it is, with false.
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

// ToV1 is the inverse of [UUID.ToV6]: it loses nothing, except that version 1
// UUIDs do not sort by time.
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
