package ids

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// grow returns b with n more bytes, and these.
func grow(b []byte, n int) (all, more []byte) {
	all = slices.Grow(b, n)[:len(b)+n]
	return all, all[len(b):]
}

// parseError returns the error of a function of this package for the byte of s at the
// offset, or for its length.
func parseError(function, s string, at int, reason string) error {
	return &uuid.ParseError{
		Func:   "ids." + function,
		Input:  strings.Clone(s[:min(len(s), 64)]), // a copy, so that the error keeps no large input alive
		Offset: at,
		Reason: reason,
	}
}

// digitError returns the error for the first byte of s that is not a digit; or, if all
// are, for the byte at the offset.
func digitError(function, s string, t *digits.Values, want string, at int, reason string) error {
	if i := t.Wrong(s); i >= 0 {
		return parseError(function, s, i, want)
	}
	return parseError(function, s, at, reason)
}

// unmarshal sets *id to what parse reads from b, or leaves it unchanged.
func unmarshal[T any](id *T, b []byte, parse func(string) (T, error)) error {
	// No parse function keeps its text.
	return set(id, unsafe.String(unsafe.SliceData(b), len(b)), parse)
}

func set[T any](id *T, s string, parse func(string) (T, error)) error {
	v, err := parse(s)
	if err == nil {
		*id = v
	}
	return err
}
