package cborx

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Null is a T that may be null. The zero value is null. It has the fields of google's
// and gofrs's NullUUID, so these convert to and from it:
//
//	n := cborx.Null[google.UUID](theirs)
//	theirs = google.NullUUID(n)
//
// A Null[Bare] and a Null[Tagged] read and write null, or what [Bare] and [Tagged] do.
// For every other T, registered or not, the CBOR of a Null is that of a [uuid.NullUUID]. Its
// text and JSON are T's: a TypeID for a typed.ID with a prefix. They are canonical if T has none.
type Null[T ~[16]byte] struct {
	UUID  T
	Valid bool // false: null
}

// MarshalCBOR implements [cbor.Marshaler]. The error is always nil.
func (n Null[T]) MarshalCBOR() ([]byte, error) {
	if _, bare := any(n.UUID).(Bare); bare && n.Valid {
		return Bare(n.UUID).MarshalCBOR()
	}
	return n.null().MarshalCBOR()
}

// UnmarshalCBOR implements [cbor.Unmarshaler]. After an error n is unchanged.
func (n *Null[T]) UnmarshalCBOR(data []byte) (err error) {
	v := Null[T]{Valid: !isNull(data)}
	switch u := any(&v.UUID).(type) {
	case *Bare:
		err = u.UnmarshalCBOR(data)
	case *Tagged:
		err = u.UnmarshalCBOR(data)
	default:
		return read(n, (*uuid.NullUUID).UnmarshalCBOR, data)
	}
	if err == nil {
		*n = v
	}
	return err
}

// String returns the text of the UUID, or "" for null.
func (n Null[T]) String() string {
	b, _ := n.AppendText(nil)
	return string(b)
}

// Format implements [fmt.Formatter] as [uuid.NullUUID.Format] does, with the text of String.
func (n Null[T]) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'v' && !f.Flag('#'):
		fmt.Fprintf(f, fmt.FormatString(f, 's'), n.String())
	case verb == 's' || verb == 'q':
		fmt.Fprintf(f, fmt.FormatString(f, verb), n.String())
	default:
		n.null().Format(f, verb)
	}
}

// IsZero reports whether n is null.
func (n Null[T]) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]: nothing for null, or the text of T's own
// methods, or the canonical text.
func (n Null[T]) AppendText(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	switch u := any(&n.UUID).(type) {
	case encoding.TextAppender:
		return u.AppendText(b)
	case encoding.TextMarshaler:
		text, err := u.MarshalText()
		return append(b, text...), err
	}
	return uuid.UUID(n.UUID).AppendText(b)
}

// MarshalText implements [encoding.TextMarshaler]: the empty text for null, or that of
// AppendText.
func (n Null[T]) MarshalText() ([]byte, error) { return n.AppendText([]byte{}) }

// UnmarshalText implements [encoding.TextUnmarshaler]: the empty text, or what T's own method
// reads, or the forms of [uuid.Parse].
func (n *Null[T]) UnmarshalText(b []byte) error {
	v := Null[T]{Valid: true}
	u, ok := any(&v.UUID).(encoding.TextUnmarshaler)
	if !ok || len(b) == 0 {
		return read(n, (*uuid.NullUUID).UnmarshalText, b)
	}
	return n.set(v, u.UnmarshalText(b))
}

// MarshalJSON implements [encoding/json.Marshaler]: null, or the JSON of T's own methods, or
// the canonical text.
func (n Null[T]) MarshalJSON() ([]byte, error) {
	switch u := any(&n.UUID).(type) {
	case json.Marshaler, encoding.TextMarshaler:
		if n.Valid {
			return json.Marshal(u)
		}
	}
	return n.null().MarshalJSON()
}

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null, or what T's own methods read, or
// a string in the forms of [uuid.Parse].
func (n *Null[T]) UnmarshalJSON(b []byte) error {
	v := Null[T]{Valid: true}
	switch u := any(&v.UUID).(type) {
	case json.Unmarshaler, encoding.TextUnmarshaler:
		if string(bytes.TrimSpace(b)) != "null" { // else json.Unmarshal returns no error, and no UUID
			return n.set(v, json.Unmarshal(b, u))
		}
	}
	return read(n, (*uuid.NullUUID).UnmarshalJSON, b)
}

// set makes n what a method of v's UUID has read.
func (n *Null[T]) set(v Null[T], err error) error {
	if err != nil {
		return foreign{err}
	}
	*n = v
	return nil
}

// A foreign is an error of T's own methods, which may not be [uuid.ErrInvalid] by itself.
type foreign struct{ error }

func (e foreign) Is(target error) bool { return target == uuid.ErrInvalid }
func (e foreign) Unwrap() error        { return e.error }

func (n Null[T]) null() uuid.NullUUID {
	return uuid.NullUUID{UUID: uuid.UUID(n.UUID), Valid: n.Valid}
}

// read makes n what decode, a method of uuid.NullUUID, reads from src.
func read[T ~[16]byte, S any](n *Null[T], decode func(*uuid.NullUUID, S) error, src S) error {
	var v uuid.NullUUID
	if err := decode(&v, src); err != nil {
		return err
	}
	*n = Null[T]{T(v.UUID), v.Valid}
	return nil
}
