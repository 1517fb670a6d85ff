package gen

import "encoding/binary"

// Stamp returns hi and lo with the version and the variant of RFC 9562.
func Stamp(version byte, hi, lo uint64) (uint64, uint64) {
	return hi&^0xf000 | uint64(version)<<12, lo<<2>>2 | 1<<63
}

// PackV1 returns the first word of a version 1 UUID without the version: the low 32
// bits of ticks, the next 16, and below the version the high 12.
func PackV1(ticks uint64) (hi uint64) {
	return ticks<<32 | ticks>>32<<48>>32 | ticks>>48
}

// UnpackV1 is the inverse of [PackV1], whatever the version.
func UnpackV1(hi uint64) (ticks uint64) {
	return hi>>32 | hi<<32>>48<<32 | hi<<52>>4
}

// PackV6 returns the first word of a version 6 UUID without the version: the high
// 48 bits of ticks, and below the version the low 12.
func PackV6(ticks uint64) (hi uint64) {
	return ticks>>12<<16 | ticks<<52>>52
}

// UnpackV6 is the inverse of [PackV6], whatever the version.
func UnpackV6(hi uint64) (ticks uint64) {
	return hi>>16<<12 | hi<<52>>52
}

// get returns the words of b.
func get(b *[16]byte) (hi, lo uint64) {
	return binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
}

// Put sets b to hi and lo. A function that returned them as 16 bytes would be slower: its
// caller would copy bytes just written, which the CPU waits for.
func Put(b *[16]byte, hi, lo uint64) {
	binary.BigEndian.PutUint64(b[:8], hi)
	binary.BigEndian.PutUint64(b[8:], lo)
}
