package uuid

import (
	"cmp"
	"fmt"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/invalid"
)

// ErrInvalid is what [errors.Is] finds in every error about a value that is not a UUID:
// its text, bytes, BSON, CBOR, MessagePack or JSON, or what Scan got, NULL included. That
// is so in this package, those below it and sqlx; of the adapters in pgxtype, bsonx,
// driverv1 and msgpackx, and in the types of gormtype and cborx.
const ErrInvalid = invalid.Err

// A ParseError says what is wrong with a text. [errors.As] finds it in the errors of
// [Parse], and of all else that reads a text in this package, form, typed and ids:
//
//	var parse *uuid.ParseError
//	if errors.As(err, &parse) { ... }
//
// An error of Scan about bytes has none if they are the beginning of a text that a column
// has cut. Package sqlx and the adapters reject some texts before they parse them, such as
// those of another length. In all of these errors, [errors.Is] finds [ErrInvalid].
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

// errorOf makes err an error of the function called caller.
func errorOf(caller string, err error) error {
	return invalid.Errorf("%s: %w", caller, err)
}

// quoted is how many bytes of a text an error has.
const quoted = 64

// A rejected is the error of all that call parse. Most programs look at no more than
// whether there is one, so it has only what makes the ParseError when somebody asks.
// Without pointers, its block takes half as long to allocate, and the less the shorter it is.
type rejected[T [short]byte | [quoted]byte] struct {
	size int // of the text
	by   caller
	kept T // a copy: an error keeps nothing of the caller's alive
}

// short is how long most texts are at most. Such an error has 48 bytes.
const short = 39

// A caller is a function that calls parse.
type caller uint8

const (
	byParse caller = iota // or UnmarshalText
	byParseCanonical
	byScan
	byNullScan
	byNullText
	byNullJSON
	byRedis
	byNullRedis
	byParam
	byNullParam
	byMapstructure
	byNullMapstructure
	byGQL
	byNullGQL
)

// callers has the Func of ParseErrors.
var callers = [...]string{
	byParse:          "",
	byParseCanonical: "",
	byScan:           "uuid.Scan",
	byNullScan:       "uuid.NullUUID.Scan",
	byNullText:       "uuid.NullUUID.UnmarshalText",
	byNullJSON:       "uuid.NullUUID.UnmarshalJSON",

	byRedis:            "uuid.ScanRedis",
	byNullRedis:        "uuid.NullUUID.ScanRedis",
	byParam:            "uuid.UnmarshalParam",
	byNullParam:        "uuid.NullUUID.UnmarshalParam",
	byMapstructure:     "uuid.UnmarshalMapstructure",
	byNullMapstructure: "uuid.NullUUID.UnmarshalMapstructure",
	byGQL:              "uuid.UnmarshalGQL",
	byNullGQL:          "uuid.NullUUID.UnmarshalGQL",
}

func reject(s string, by caller) error {
	if len(s) <= short {
		e := &rejected[[short]byte]{size: len(s), by: by}
		copy(e.kept[:], s)
		return e
	}
	e := &rejected[[quoted]byte]{size: len(s), by: by}
	copy(e.kept[:], s)
	return e
}

func (e *rejected[T]) Error() string { return e.parseError().Error() }

// Unwrap returns the ParseError.
func (e *rejected[T]) Unwrap() error { return e.parseError() }

// Is is that of the ParseError, which need not be made for it.
func (e *rejected[T]) Is(target error) bool { return target == ErrInvalid }

func (e *rejected[T]) parseError() *ParseError {
	s := unsafe.String((*byte)(unsafe.Pointer(&e.kept)), min(e.size, len(e.kept))) // nobody changes it
	if e.by == byParseCanonical && e.size != textLen {
		return &ParseError{Input: s, Offset: e.size, Reason: "not the length of canonical text"}
	}
	at, reason := failure(s, e.size)
	return &ParseError{Input: s, Offset: at, Reason: reason, Func: callers[e.by]}
}

// failure finds the first wrong byte of a text of size bytes that read rejects. Of more
// than quoted bytes it gets the first: they are too many for a UUID.
func failure(s string, size int) (at int, reason string) {
	var off int // where the digits begin
	switch size {
	case textLen, digitsLen:
	case textLen + len("{}"):
		if s[0] != '{' {
			return 0, "want {"
		}
		off = 1
	case len(urnPrefix) + textLen:
		if off = urnLen(s); off < len(urnPrefix) {
			return off, "want " + urnPrefix
		}
	default:
		return size, "not the length of a UUID"
	}
	t := s[off:min(len(s), off+textLen)]
	switch at := firstWrong(t); {
	case at == len(t):
		return off + at, "want }"
	case len(t) == textLen && (at == 8 || at == 13 || at == 18 || at == 23):
		return off + at, "want -"
	default:
		return off + at, "want a hexadecimal digit"
	}
}
