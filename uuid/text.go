package uuid

import (
	"errors"
	"slices"
	"unsafe"
)

const (
	textLen   = 36 // f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	digitsLen = 32 // f81d4fae7dec11d0a76500a0c91e6bf6
	urnPrefix = "urn:uuid:"
)

// Parse reads a UUID from text in one of four forms, in upper or lower case:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
//	urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	f81d4fae7dec11d0a76500a0c91e6bf6
//
// [errors.As] finds a [*ParseError] in an error.
func Parse(s string) (u UUID, err error) {
	err = parse(&u, s, byParse)
	return u, err
}

// ParseCanonical is [Parse] for the first form only, that of RFC 9562, in upper or lower
// case. To accept one spelling only, compare the text with that of String.
func ParseCanonical(s string) (u UUID, err error) {
	if len(s) != textLen {
		return u, reject(s, byParseCanonical)
	}
	err = parse(&u, s, byParseCanonical)
	return u, err
}

// MustParse is [Parse] for constants. It panics with a [*ParseError] if s is not a UUID.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(errors.Unwrap(err))
	}
	return u
}

// Valid reports whether [Parse] reads s. It allocates nothing, also if s is no UUID, and
// takes as long as Parse.
func Valid[T ~string | ~[]byte](s T) bool {
	var u UUID
	b := bytesOf(s)
	return read(&u, unsafe.String(unsafe.SliceData(b), len(b)))
}

// parseBytes is parse for bytes. It does not keep b.
func parseBytes(u *UUID, b []byte, by caller) error {
	return parse(u, unsafe.String(unsafe.SliceData(b), len(b)), by)
}

// parse sets *u to the UUID that s represents, or leaves it unchanged. It takes a
// pointer because returning the UUID takes half as long as the parsing: the CPU copies
// bytes that it has not stored yet.
func parse(u *UUID, s string, by caller) error {
	if !read(u, s) {
		return reject(s, by)
	}
	return nil
}

// read is parse without the error.
func read(u *UUID, s string) bool {
	switch len(s) {
	case textLen, digitsLen:
	case textLen + len("{}"):
		if s[0] != '{' || s[len(s)-1] != '}' {
			return false
		}
		s = s[1 : 1+textLen]
	case len(urnPrefix) + textLen:
		if urnLen(s) < len(urnPrefix) {
			return false
		}
		s = s[len(urnPrefix):]
	default:
		return false
	}
	return decode(u, s)
}

// urnLen returns how many bytes of urnPrefix s begins with.
func urnLen(s string) int {
	for i := range len(urnPrefix) {
		// In a URN "urn:uuid:" may be in any case (RFC 8141, section 3.1).
		// c|0x20 is lower case, but it is a colon for \x1a, too.
		if c := s[i]; c != urnPrefix[i] && (c < 'A' || c|0x20 != urnPrefix[i]) {
			return i
		}
	}
	return len(urnPrefix)
}

// String returns the canonical text, f81d4fae-7dec-11d0-a765-00a0c91e6bf6.
func (u UUID) String() string {
	b := new([textLen]byte)
	encode(b, &u)
	// Nobody else has b, so the string need not be a copy. TestAllocs counts.
	return unsafe.String(&b[0], len(b))
}

// URN returns "urn:uuid:" and the canonical text.
func (u UUID) URN() string {
	var b [len(urnPrefix) + textLen]byte
	copy(b[:], urnPrefix)
	encode((*[textLen]byte)(b[len(urnPrefix):]), &u)
	return string(b[:])
}

// AppendText implements [encoding.TextAppender] with the canonical text. The error is
// always nil.
func (u UUID) AppendText(b []byte) ([]byte, error) {
	// This is short enough to be inlined into the method of *UUID, which encoding/json
	// of Go 1.27 calls. It saves a copy of the UUID and a call.
	return u.appendText(b), nil
}

func (u *UUID) appendText(b []byte) []byte {
	n := len(b)
	b = slices.Grow(b, textLen)[:n+textLen]
	encode((*[textLen]byte)(b[n:]), u)
	return b
}

// MarshalText implements [encoding.TextMarshaler] with the canonical text. The error
// is always nil.
func (u UUID) MarshalText() ([]byte, error) {
	// There is no MarshalJSON: encoding/json calls this method, or AppendText from Go 1.27 on,
	// for the keys of maps, too.
	// Of a type with MarshalJSON it parses the result once more: twice the time with Go 1.26.
	return u.appendText(make([]byte, 0, textLen)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It reads the forms of [Parse],
// and leaves u unchanged on error.
func (u *UUID) UnmarshalText(b []byte) error { return parseBytes(u, b, byParse) }
