package uuid

import (
	"encoding/binary"
	"fmt"
)

const (
	textLen   = 36 // f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	urnPrefix = "urn:uuid:"
)

// A ParseError is the error of [Parse] and of everything that reads text.
type ParseError struct {
	Input  string // what was parsed, cut to 64 bytes
	Offset int    // the byte of the input at which it stops being a UUID
	Reason string // what is wrong there
}

// Error names the input, the reason and the place.
func (e *ParseError) Error() string {
	return fmt.Sprintf("uuid.Parse(%q): %s at byte %d", e.Input, e.Reason, e.Offset)
}

// Parse returns the UUID that s represents. It accepts the forms that the
// standard library does, with letters in any case:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
//	urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	f81d4fae7dec11d0a76500a0c91e6bf6
//
// Any version and any variant is accepted. An error is a [*ParseError].
func Parse(s string) (UUID, error) { return parse(s) }

// ParseCanonical is [Parse] for the first form only, the grammar of RFC 9562,
// section 4.
func ParseCanonical(s string) (UUID, error) {
	if len(s) != textLen {
		return UUID{}, parseError(s, min(len(s), textLen), "not 36 bytes")
	}
	return parse(s)
}

// MustParse is [Parse] for text known to be good, such as a constant. It
// panics if s is not a UUID.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// parse is Parse for both kinds of text, so that neither is copied.
func parse[S string | []byte](s S) (UUID, error) {
	var off int // where the digits begin
	switch len(s) {
	case textLen:
	case textLen + len("{}"):
		if s[0] != '{' {
			return UUID{}, parseError(s, 0, "want {")
		}
		if s[len(s)-1] != '}' {
			return UUID{}, parseFailure(s, 1, true)
		}
		off = 1
	case len(urnPrefix) + textLen:
		for i := range len(urnPrefix) {
			// The scheme and the namespace of a URN have no case (RFC 8141,
			// section 3.1). The prefix is letters and colons: 0x20 is only
			// set on what is a letter.
			if c := s[i]; c != urnPrefix[i] && (c < 'A' || c > 'Z' || c|0x20 != urnPrefix[i]) {
				return UUID{}, parseError(s, i, "want urn:uuid:")
			}
		}
		off = len(urnPrefix)
	case 2 * len(UUID{}):
		a, b, c, d := load8(s[0:]), load8(s[8:]), load8(s[16:]), load8(s[24:])
		if notHex(a)|notHex(b)|notHex(c)|notHex(d) != 0 {
			return UUID{}, parseFailure(s, 0, false)
		}
		return FromUint128(unhex(a)<<32|unhex(b), unhex(c)<<32|unhex(d)), nil
	default:
		return UUID{}, parseError(s, len(s), "not the length of a UUID")
	}
	// Eight digits at a time:
	//
	//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	//	aaaaaaaa bbbb bbbb cccc ccccdddddddd
	t := s[off : off+textLen]
	a, d := load8(t[0:]), load8(t[28:])
	b := uint64(load4(t[9:]))<<32 | uint64(load4(t[14:]))
	c := uint64(load4(t[19:]))<<32 | uint64(load4(t[24:]))
	if notHex(a)|notHex(b)|notHex(c)|notHex(d) != 0 ||
		t[8] != '-' || t[13] != '-' || t[18] != '-' || t[23] != '-' {
		return UUID{}, parseFailure(s, off, true)
	}
	return FromUint128(unhex(a)<<32|unhex(b), unhex(c)<<32|unhex(d)), nil
}

// load8 returns the first 8 bytes of s, big-endian. The compiler makes it one
// load and a byte swap.
func load8[S string | []byte](s S) uint64 {
	_ = s[7]
	return uint64(s[0])<<56 | uint64(s[1])<<48 | uint64(s[2])<<40 | uint64(s[3])<<32 |
		uint64(s[4])<<24 | uint64(s[5])<<16 | uint64(s[6])<<8 | uint64(s[7])
}

func load4[S string | []byte](s S) uint32 {
	_ = s[3]
	return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
}

// The functions below work on eight bytes in one word. TestParseSlow and
// FuzzParse compare them with a reader of one byte at a time.
const (
	every1   = 0x0101010101010101 // times c: the byte c eight times
	highBits = every1 << 7
)

// letters returns 0x80 in each byte of x that is a hexadecimal letter, if no
// byte of x is above 0x7f.
func letters(x uint64) uint64 {
	l := x | every1*0x20
	// c + 0x80-lo has its high bit set from lo on, c + 0x7f-hi after hi.
	return (l + every1*(0x80-'a')) &^ (l + every1*(0x7f-'f')) & highBits
}

// notHex returns 0 if all eight bytes of x are hexadecimal digits.
func notHex(x uint64) uint64 {
	digits := (x + every1*(0x80-'0')) &^ (x + every1*(0x7f-'9')) & highBits
	// A byte above 0x7f spoils its neighbours' sums, so it is tested by itself.
	return (digits | letters(x)) ^ highBits | x&highBits
}

// unhex returns the four bytes that eight hexadecimal digits stand for.
func unhex(x uint64) uint64 {
	x = x&(every1*0x0f) + letters(x)>>7*9
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0x00000000ffffffff
}

// hex returns the eight lower-case digits of the four bytes x.
func hex(x uint32) uint64 {
	v := uint64(x)
	v = (v | v<<16) & 0x0000ffff0000ffff
	v = (v | v<<8) & 0x00ff00ff00ff00ff
	v = (v | v<<4) & (every1 * 0x0f)
	isLetter := (v + every1*6) >> 4 & every1
	return v + every1*'0' + isLetter*('a'-'9'-1)
}

// parseFailure finds what is first wrong with s, in the digits that begin at
// off or in the brace after them.
func parseFailure[S string | []byte](s S, off int, dashes bool) error {
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

func parseError[S string | []byte](s S, at int, reason string) error {
	// A copy, so that the error keeps no large input alive.
	return &ParseError{Input: string([]byte(s[:min(len(s), 64)])), Offset: at, Reason: reason}
}

// String returns the canonical text of u, 36 bytes in lower case:
// f81d4fae-7dec-11d0-a765-00a0c91e6bf6.
func (u UUID) String() string {
	var b [textLen]byte
	u.encode(&b)
	return string(b[:])
}

// URN returns u as a Uniform Resource Name, "urn:uuid:" and the canonical
// text: 45 bytes.
func (u UUID) URN() string {
	var b [len(urnPrefix) + textLen]byte
	copy(b[:], urnPrefix)
	u.encode((*[textLen]byte)(b[len(urnPrefix):]))
	return string(b[:])
}

// AppendText implements [encoding.TextAppender]: it appends the text that
// [UUID.String] returns. The error is always nil.
func (u UUID) AppendText(b []byte) ([]byte, error) {
	var t [textLen]byte
	u.encode(&t)
	return append(b, t[:]...), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text that
// [UUID.String] returns; encoding/json, encoding/xml and the YAML and TOML
// libraries all use it. The error is always nil.
func (u UUID) MarshalText() ([]byte, error) {
	return u.AppendText(make([]byte, 0, textLen))
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It takes the forms of
// [Parse] and leaves u unchanged on error.
func (u *UUID) UnmarshalText(b []byte) error {
	v, err := parse(b)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

func (u *UUID) encode(b *[textLen]byte) {
	be := binary.BigEndian
	second, third := hex(be.Uint32(u[4:])), hex(be.Uint32(u[8:]))
	be.PutUint64(b[0:], hex(be.Uint32(u[0:])))
	b[8] = '-'
	be.PutUint32(b[9:], uint32(second>>32))
	b[13] = '-'
	be.PutUint32(b[14:], uint32(second))
	b[18] = '-'
	be.PutUint32(b[19:], uint32(third>>32))
	b[23] = '-'
	be.PutUint32(b[24:], uint32(third))
	be.PutUint64(b[28:], hex(be.Uint32(u[12:])))
}
