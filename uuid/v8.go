package uuid

import "errors"

// NewV8 returns b as a version 8 UUID (RFC 9562, section 5.8), whose content
// is for its maker to define: it overwrites the 6 bits of the version and the
// variant and keeps the other 122. Nothing is random, and whether such UUIDs
// are unique is up to b alone. To carry 122 bits of data whole use [PackV8];
// for random ones there is [NewV4].
func NewV8(b [16]byte) UUID {
	u := UUID(b)
	u.stamp(8)
	return u
}

// PackV8 returns the version 8 UUID that carries the 122-bit number hi<<64 | lo
// around the bits of the version and the variant. Such UUIDs sort as their
// numbers do. A hi of more than 58 bits is an error.
func PackV8(hi, lo uint64) (UUID, error) {
	if hi>>58 != 0 {
		return UUID{}, errors.New("uuid.PackV8: the number has more than 122 bits")
	}
	// 48 bits, the version, 12 bits, the variant, 62 bits
	u := FromUint128(hi>>10<<16|hi<<54>>52|lo>>62, lo)
	u.stamp(8)
	return u, nil
}

// UnpackV8 returns the number that [PackV8] put into u, or false if u is not
// of version 8.
func (u UUID) UnpackV8() (hi, lo uint64, ok bool) {
	if u.Version() != 8 {
		return 0, 0, false
	}
	hi, lo = u.Uint128()
	return hi>>16<<10 | hi<<52>>54, hi<<62 | lo<<2>>2, true
}
