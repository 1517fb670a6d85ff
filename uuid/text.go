package uuid

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

const (
	textLen   = 36 // f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	urnPrefix = "urn:uuid:"
)

// A ParseError is the error of [Parse] and of all else that reads text.
type ParseError struct {
	Input  string // the text, cut to 64 bytes if no text of the form is longer
	Offset int    // the byte of the text that cannot be in a UUID, or the text's length
	Reason string // what is wrong there
	Func   string // the function that failed; empty for uuid.Parse
}

// Error names the function, the text, the reason and the offset.
func (e *ParseError) Error() string {
	name := cmp.Or(e.Func, "uuid.Parse")
	if e.Offset >= len(e.Input) {
		return fmt.Sprintf("%s(%q): %s: %d bytes", name, e.Input, e.Reason, e.Offset)
	}
	return fmt.Sprintf("%s(%q): %s at byte %d", name, e.Input, e.Reason, e.Offset)
}

// errorOf makes err an error of the function called caller. A ParseError stays one.
func errorOf(caller string, err error) error {
	if e, ok := err.(*ParseError); ok {
		e.Func = "uuid." + caller
		return e
	}
	return fmt.Errorf("uuid.%s: %w", caller, err)
}

// Parse reads a UUID from text in one of four forms, in upper or lower case:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
//	urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	f81d4fae7dec11d0a76500a0c91e6bf6
//
// An error is a [*ParseError].
func Parse(s string) (u UUID, err error) {
	err = parse(&u, s)
	return u, err
}

// ParseCanonical is [Parse] for the first form only, that of RFC 9562.
func ParseCanonical(s string) (u UUID, err error) {
	if len(s) != textLen {
		return UUID{}, parseError(s, len(s), "not the length of canonical text")
	}
	err = parse(&u, s)
	return u, err
}

// MustParse is [Parse] for constants. It panics if s is not a UUID.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// parseBytes is parse for bytes. It does not keep b.
func parseBytes(u *UUID, b []byte) error {
	return parse(u, unsafe.String(unsafe.SliceData(b), len(b)))
}

// parse sets *u to the UUID that s represents, or leaves it unchanged. It takes a
// pointer because returning the UUID takes half as long as the parsing: the CPU copies
// bytes that it has not stored yet.
func parse(u *UUID, s string) error {
	var off int // where the digits begin
	switch len(s) {
	case textLen:
	case textLen + len("{}"):
		if s[0] != '{' {
			return parseError(s, 0, "want {")
		}
		if s[len(s)-1] != '}' {
			return parseFailure(s, 1, true)
		}
		off = 1
	case len(urnPrefix) + textLen:
		for i := range len(urnPrefix) {
			// In a URN "urn:uuid:" may be in any case (RFC 8141, section 3.1).
			// c|0x20 is lower case, but it is a colon for \x1a, too.
			if c := s[i]; c != urnPrefix[i] && (c < 'A' || c|0x20 != urnPrefix[i]) {
				return parseError(s, i, "want urn:uuid:")
			}
		}
		off = len(urnPrefix)
	case 2 * len(UUID{}):
		a, b, c, d := load8(s[0:]), load8(s[8:]), load8(s[16:]), load8(s[24:])
		if !allHex(a, b, c, d) {
			return parseFailure(s, 0, false)
		}
		u.unhex(a, b, c, d)
		return nil
	default:
		return parseError(s, len(s), "not the length of a UUID")
	}
	// Eight digits at a time:
	//
	//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	//	aaaaaaaa bbbb bbbb cccc ccccdddddddd
	t := s[off : off+textLen]
	a, d := load8(t[0:]), load8(t[28:])
	b := load4(t[9:]) | load4(t[14:])<<32
	c := load4(t[19:]) | load4(t[24:])<<32
	if !allHex(a, b, c, d) || t[8] != '-' || t[13] != '-' || t[18] != '-' || t[23] != '-' {
		return parseFailure(s, off, true)
	}
	u.unhex(a, b, c, d)
	return nil
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

// The functions below work on eight characters in one word. TestParseEveryByte and
// FuzzParse compare them with a parser of one character at a time.
const (
	every1   = 0x0101010101010101 // times c: the byte c eight times
	highBits = every1 << 7
	zeros    = every1 * '0'
)

// allHex reports whether the 32 characters are hexadecimal digits.
func allHex(a, b, c, d uint64) bool {
	// A byte above 0x7f spoils its neighbours' sums, so it is tested by itself.
	return (notHex(a)|notHex(b)|notHex(c)|notHex(d)|a|b|c|d)&highBits == 0
}

// notHex sets the high bit of each byte that is not a hexadecimal digit, if no byte
// of x is above 0x7f.
func notHex(x uint64) uint64 {
	// In x^zeros the digits are 0 to 9, and with the bit of the case set the
	// letters are 0x71 to 0x76. c + 0x80-n has its high bit set from n on.
	x ^= zeros
	l := x | every1*0x20
	return (x + every1*(0x80-10)) ^ (l + every1*(0x80-0x71)) ^ (l + every1*(0x80-0x77))
}

// unhex sets u to the UUID of 32 hexadecimal digits.
func (u *UUID) unhex(a, b, c, d uint64) {
	binary.LittleEndian.PutUint64(u[:8], unhex8(a)>>32|unhex8(b)&^(1<<32-1))
	binary.LittleEndian.PutUint64(u[8:], unhex8(c)>>32|unhex8(d)&^(1<<32-1))
}

// unhex8 returns the four bytes of eight hexadecimal digits in the upper half of the
// word, the first byte lowest. Ignore the lower half.
func unhex8(x uint64) uint64 {
	x = x&(every1*0x0f) + x>>6&every1*9  // a letter's low bits are 1 to 6
	x = (x | x<<12) & 0xff00ff00ff00ff00 // 4+4 bits to a byte, and so on
	x = (x | x<<8) & 0xffff0000ffff0000
	return x | x<<16
}

// parseFailure returns the error for the first wrong character of s, from off on.
func parseFailure(s string, off int, dashes bool) error {
	for i := off; i < len(s); i++ {
		at := i - off
		if at == textLen {
			return parseError(s, i, "want }")
		} else if dashes && (at == 8 || at == 13 || at == 18 || at == 23) {
			if s[i] != '-' {
				return parseError(s, i, "want -")
			}
		} else if c := s[i] | 0x20; (s[i] < '0' || s[i] > '9') && (c < 'a' || c > 'f') {
			return parseError(s, i, "want a hexadecimal digit")
		}
	}
	panic("uuid: parseFailure called on good text")
}

func parseError(s string, at int, reason string) error {
	// A copy, so that the error keeps no large input alive.
	return &ParseError{Input: strings.Clone(s[:min(len(s), 64)]), Offset: at, Reason: reason}
}

// String returns the canonical text, f81d4fae-7dec-11d0-a765-00a0c91e6bf6.
func (u UUID) String() string {
	b := new([textLen]byte)
	u.encode(b)
	// Nobody else has b, so the string need not be a copy. TestAllocs counts.
	return unsafe.String(&b[0], len(b))
}

// URN returns "urn:uuid:" and the canonical text.
func (u UUID) URN() string {
	var b [len(urnPrefix) + textLen]byte
	copy(b[:], urnPrefix)
	u.encode((*[textLen]byte)(b[len(urnPrefix):]))
	return string(b[:])
}

// AppendText implements [encoding.TextAppender] with the canonical text. The error is
// always nil.
func (u UUID) AppendText(b []byte) ([]byte, error) {
	// This is short enough to be inlined into the method of *UUID, which
	// encoding/json calls. It saves a copy of the UUID and a call.
	return u.appendText(b), nil
}

func (u *UUID) appendText(b []byte) []byte {
	n := len(b)
	b = slices.Grow(b, textLen)[:n+textLen]
	u.encode((*[textLen]byte)(b[n:]))
	return b
}

// MarshalText implements [encoding.TextMarshaler] with the canonical text. The error
// is always nil.
func (u UUID) MarshalText() ([]byte, error) {
	return u.appendText(make([]byte, 0, textLen)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It reads the forms of [Parse],
// and leaves u unchanged on error.
func (u *UUID) UnmarshalText(b []byte) error { return parseBytes(u, b) }

// encode writes the canonical text, eight characters at a time:
//
//	f81d4fae -7dec-11 d0-a765- 00a0c91e 6bf6
func (u *UUID) encode(b *[textLen]byte) {
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
