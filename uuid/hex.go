package uuid

import (
	"encoding/binary"
	"math/bits"
)

// The code below works on eight characters in one word. It runs where there is no assembly:
// see hex_asm.go.

// decodePortable is decode in Go:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6    f81d4fae7dec11d0a76500a0c91e6bf6
//	aaaaaaaa bbbb bbbb cccc ccccdddddddd    aaaaaaaabbbbbbbbccccccccdddddddd
func decodePortable(u *UUID, s string) bool {
	var a, b, c, d uint64
	dashes := true
	if len(s) == textLen {
		a, d = load8(s[0:]), load8(s[28:])
		b = load4(s[9:]) | load4(s[14:])<<32
		c = load4(s[19:]) | load4(s[24:])<<32
		dashes = s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
	} else {
		a, b, c, d = load8(s[0:]), load8(s[8:]), load8(s[16:]), load8(s[24:])
	}
	// A byte above 0x7f spoils its neighbours' sums, so it is tested by itself.
	if !dashes || (notHex(a)|notHex(b)|notHex(c)|notHex(d)|a|b|c|d)&highBits != 0 {
		return false
	}
	binary.LittleEndian.PutUint64(u[:8], unhex8(a)>>32|unhex8(b)&^(1<<32-1))
	binary.LittleEndian.PutUint64(u[8:], unhex8(c)>>32|unhex8(d)&^(1<<32-1))
	return true
}

// load8 returns the first 8 bytes of s, little-endian: the first character is
// the low byte. The compiler makes it one load.
func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load4(s string) uint64 {
	_ = s[3]
	return uint64(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}

const (
	every1   = 0x0101010101010101 // times c: the byte c eight times
	highBits = every1 << 7
	zeros    = every1 * '0'
)

// notHex sets the high bit of each byte that is not a hexadecimal digit, if no byte
// of x is above 0x7f.
func notHex(x uint64) uint64 {
	// In x^zeros the digits are 0 to 9, and with the bit of the case set the
	// letters are 0x71 to 0x76. c + 0x80-n has its high bit set from n on.
	x ^= zeros
	l := x | every1*0x20
	return (x + every1*(0x80-10)) ^ (l + every1*(0x80-0x71)) ^ (l + every1*(0x80-0x77))
}

// firstWrong returns the offset of the first byte of t, 36 or 32 characters, that decode
// rejects, or the length of t.
func firstWrong(t string) int {
	for i := 0; i < len(t); i += 8 {
		i = min(i, len(t)-8)
		x := load8(t[i:])
		wrong := notHex(x) | x
		if len(t) == textLen {
			var dashes uint64 // where they belong
			switch i {
			case 8:
				dashes = 0xff | 0xff<<40
			case 16:
				dashes = 0xff<<16 | 0xff<<56
			}
			d := x ^ every1*'-'
			wrong = wrong&^dashes | (d|(d&^highBits+(highBits-every1)))&dashes
		}
		// A byte above 0x7f spoils only what comes after it.
		if wrong &= highBits; wrong != 0 {
			return i + bits.TrailingZeros64(wrong)/8
		}
	}
	return len(t)
}

// unhex8 returns the four bytes of eight hexadecimal digits in the upper half of the
// word, the first byte lowest. Ignore the lower half.
func unhex8(x uint64) uint64 {
	x = x&(every1*0x0f) + x>>6&every1*9  // a letter's low bits are 1 to 6
	x = (x | x<<12) & 0xff00ff00ff00ff00 // 4+4 bits to a byte, and so on
	x = (x | x<<8) & 0xffff0000ffff0000
	return x | x<<16
}

// encodePortable is encode in Go:
//
//	f81d4fae -7dec-11 d0-a765- 00a0c91e 6bf6
func encodePortable(b *[textLen]byte, u *UUID) {
	h := func(i int) uint64 { return uint64(hexPairs[u[i]]) }
	le := binary.LittleEndian
	// With | instead of + the compiler would store each dash by itself.
	le.PutUint64(b[0:], h(0)+h(1)<<16+h(2)<<32+h(3)<<48)
	le.PutUint64(b[8:], '-'+h(4)<<8+h(5)<<24+'-'<<40+h(6)<<48)
	le.PutUint64(b[16:], h(7)+'-'<<16+h(8)<<24+h(9)<<40+'-'<<56)
	le.PutUint64(b[24:], h(10)+h(11)<<16+h(12)<<32+h(13)<<48)
	le.PutUint32(b[32:], uint32(h(14)+h(15)<<16))
}

// hexPairs has the two digits of each byte, the first one in the low byte.
var hexPairs = func() (pairs [256]uint16) {
	const digits = "0123456789abcdef"
	for i := range pairs {
		pairs[i] = uint16(digits[i>>4]) | uint16(digits[i&15])<<8
	}
	return pairs
}()
