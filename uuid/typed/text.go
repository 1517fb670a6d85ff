package typed

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/typeid"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

const (
	suffixLen = 26
	// longest is the most bytes that a TypeID has.
	longest = typeid.MaxPrefix + len("_") + suffixLen
)

// A prefix is what K's method Prefix returns, and whether K has the method.
type prefix struct {
	text string
	ok   bool
}

// prefixes has the prefix of each *K that has fields.
var prefixes sync.Map

// prefixOf returns the prefix of K. If K is a model, each call of its method would take an
// allocation of its size. An empty struct takes none, and calls faster than a map finds.
func prefixOf[K any]() (string, bool) {
	if unsafe.Sizeof(*new(K)) == 0 {
		p := findPrefix[K]()
		return p.text, p.ok
	}
	v, ok := prefixes.Load((*K)(nil))
	if !ok {
		v, _ = prefixes.LoadOrStore((*K)(nil), findPrefix[K]())
	}
	p := v.(prefix)
	return p.text, p.ok
}

func findPrefix[K any]() prefix {
	k, ok := any(new(K)).(interface{ Prefix() string })
	if !ok {
		return prefix{}
	}
	text := k.Prefix()
	if !typeid.IsPrefix(text) {
		panic(fmt.Sprintf("typed: the method Prefix of %T returns %.64q, want at most 63 lower-case letters and underscores, with a letter first and last", *new(K), text))
	}
	return prefix{text, true}
}

// Parse reads the text of an ID. If K has a prefix, that is a TypeID with this prefix and
// nothing else; otherwise, what [uuid.Parse] reads. [errors.As] finds a
// [*uuid.ParseError] in an error.
func Parse[K any](s string) (id ID[K], err error) {
	err = id.parse("Parse", s)
	return id, err
}

// MustParse is [Parse] for constants. It panics if s is not the text of an ID.
func MustParse[K any](s string) ID[K] {
	id, err := Parse[K](s)
	if err != nil {
		panic(err)
	}
	return id
}

// parse is Parse for the function called caller. On error id is unchanged.
func (id *ID[K]) parse(caller, s string) error {
	prefix, ok := prefixOf[K]()
	if !ok {
		u, err := uuid.Parse(s)
		if err != nil {
			return errorOf(caller, s, 0, err)
		}
		*id = ID[K](u)
		return nil
	}
	at := 0 // up to where s is right
	for at < min(len(s), len(prefix)) && s[at] == prefix[at] {
		at++
	}
	if prefix != "" {
		if at < len(prefix) || at == len(s) || s[at] != '_' {
			reason := fmt.Sprintf("want the prefix %q", prefix+"_")
			return errorOf(caller, s, at, &uuid.ParseError{Reason: reason})
		}
		at++
	}
	if want := at + suffixLen; len(s) != want {
		return errorOf(caller, s, len(s), &uuid.ParseError{Reason: fmt.Sprintf("want %d characters", want)})
	}
	u, err := form.TypeIDSuffix.Parse(s[at:])
	if err != nil {
		return errorOf(caller, s, at, err)
	}
	*id = ID[K](u)
	return nil
}

// errorOf makes err, the error of a Parse function about s[at:], one of the function
// called caller.
func errorOf(caller, s string, at int, err error) error {
	var e *uuid.ParseError
	errors.As(err, &e)
	return &uuid.ParseError{
		Func:   "typed." + caller,
		Input:  strings.Clone(s[:min(len(s), longest)]), // a copy keeps no large input alive
		Offset: at + e.Offset,
		Reason: e.Reason,
	}
}

// String returns the text: a TypeID, or the canonical text if K has no prefix.
func (id ID[K]) String() string {
	var buf [longest]byte
	b, _ := id.AppendText(buf[:0])
	return string(b)
}

// AppendText implements [encoding.TextAppender] with the text of String. The error is
// always nil.
func (id ID[K]) AppendText(b []byte) ([]byte, error) {
	prefix, ok := prefixOf[K]()
	if !ok {
		return uuid.UUID(id).AppendText(b)
	}
	if prefix != "" {
		b = append(append(b, prefix...), '_')
	}
	return form.TypeIDSuffix.Append(b, uuid.UUID(id)), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String. The error is
// always nil.
func (id ID[K]) MarshalText() ([]byte, error) {
	return id.AppendText(make([]byte, 0, 48))
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It reads what [Parse] reads.
func (id *ID[K]) UnmarshalText(b []byte) error { return id.parse("UnmarshalText", string(b)) }
