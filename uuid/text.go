package uuid

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/invalid"
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

// Is reports whether target is [ErrInvalid].
func (e *ParseError) Is(target error) bool { return target == ErrInvalid }

// ErrInvalid is what [errors.Is] finds in every error about a value that is not a UUID:
// its text, bytes, BSON, CBOR, MessagePack or JSON, or what Scan got, NULL included. That
// is so in this package, those below it and sqlx; of the adapters in pgxtype and bsonx, and
// in the types of gormtype and cborx.
const ErrInvalid = invalid.Err

// errorOf makes err an error of the function called caller. A ParseError stays one.
func errorOf(caller string, err error) error {
	if e, ok := err.(*ParseError); ok {
		e.Func = caller
		return e
	}
	return invalid.Errorf("%s: %w", caller, err)
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
		return u, parseError(s, len(s), "not the length of canonical text")
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

// Valid reports whether [Parse] reads s. It allocates nothing, also if s is no UUID, and
// takes as long as Parse.
func Valid[T ~string | ~[]byte](s T) bool {
	// A string and a slice both begin with a pointer to their bytes.
	var u UUID
	return read(&u, unsafe.String(*(**byte)(unsafe.Pointer(&s)), len(s)))
}

// parseBytes is parse for bytes. It does not keep b.
func parseBytes(u *UUID, b []byte) error {
	return parse(u, unsafe.String(unsafe.SliceData(b), len(b)))
}

// parse sets *u to the UUID that s represents, or leaves it unchanged. It takes a
// pointer because returning the UUID takes half as long as the parsing: the CPU copies
// bytes that it has not stored yet.
func parse(u *UUID, s string) error {
	if !read(u, s) {
		return parseFailure(s)
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

// parseFailure returns the error for the first wrong character of s, which read rejects.
func parseFailure(s string) error {
	var off int // where the digits begin
	switch len(s) {
	case textLen, digitsLen:
	case textLen + len("{}"):
		if s[0] != '{' {
			return parseError(s, 0, "want {")
		}
		off = 1
	case len(urnPrefix) + textLen:
		if off = urnLen(s); off < len(urnPrefix) {
			return parseError(s, off, "want "+urnPrefix)
		}
	default:
		return parseError(s, len(s), "not the length of a UUID")
	}
	t := s[off:min(len(s), off+textLen)]
	switch at := firstWrong(t); {
	case at == len(t):
		return parseError(s, off+at, "want }")
	case len(t) == textLen && (at == 8 || at == 13 || at == 18 || at == 23):
		return parseError(s, off+at, "want -")
	default:
		return parseError(s, off+at, "want a hexadecimal digit")
	}
}

// parseError returns an error that lies in one block with the copy of its text. It keeps
// nothing of the caller's alive. A larger block takes longer to allocate.
func parseError(s string, at int, reason string) error {
	var e *ParseError
	var text []byte
	switch {
	case len(s) <= 24:
		block := new(struct {
			ParseError
			text [24]byte
		})
		e, text = &block.ParseError, block.text[:]
	case len(s) <= 40:
		block := new(struct {
			ParseError
			text [40]byte
		})
		e, text = &block.ParseError, block.text[:]
	default:
		block := new(struct {
			ParseError
			text [64]byte
		})
		e, text = &block.ParseError, block.text[:]
	}
	*e = ParseError{Input: unsafe.String(&text[0], copy(text, s)), Offset: at, Reason: reason}
	return e
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
