package uuid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

const (
	textLen   = 36 // f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	digitsLen = 32 // f81d4fae7dec11d0a76500a0c91e6bf6
	urnPrefix = "urn:uuid:"
)

// A ParseError is the error of [Parse] and of others that read a text.
type ParseError struct {
	Input  string // the text; only one of more than 64 bytes may be cut
	Offset int    // the byte of the text that cannot be in a UUID, or the text's length
	Reason string // what is wrong there
	Func   string // the function that failed; empty for Parse, ParseCanonical and UnmarshalText
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
	case digitsLen:
	default:
		return parseError(s, len(s), "not the length of a UUID")
	}
	if t := s[off:min(len(s), off+textLen)]; !decode(u, t) {
		return parseFailure(s, off, len(t) == textLen)
	}
	return nil
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
	// This is short enough to be inlined into the method of *UUID, which
	// encoding/json calls. It saves a copy of the UUID and a call.
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
	return u.appendText(make([]byte, 0, textLen)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It reads the forms of [Parse],
// and leaves u unchanged on error.
func (u *UUID) UnmarshalText(b []byte) error { return parseBytes(u, b) }
