package cborx

import "github.com/uuidkit/uuidkit/uuid"

// A Null is a T that may be null. The zero value is null. It has the fields of google's
// and gofrs's NullUUID, so these convert to and from it:
//
//	n := cborx.Null[google.UUID](theirs)
//	theirs = google.NullUUID(n)
//
// A Null[Bare] and a Null[Tagged] read and write null, or what [Bare] and [Tagged] do.
// For every other T, registered or not, a Null is read and written as a [uuid.NullUUID].
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
		return n.read((*uuid.NullUUID).UnmarshalCBOR, data)
	}
	if err == nil {
		*n = v
	}
	return err
}

// String returns the canonical text, or "" for null.
func (n Null[T]) String() string { return n.null().String() }

// IsZero reports whether n is null.
func (n Null[T]) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]: nothing for null.
func (n Null[T]) AppendText(b []byte) ([]byte, error) { return n.null().AppendText(b) }

// MarshalText implements [encoding.TextMarshaler]: the empty text for null.
func (n Null[T]) MarshalText() ([]byte, error) { return n.null().MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]: the empty text, or the forms of
// [uuid.Parse].
func (n *Null[T]) UnmarshalText(b []byte) error {
	return n.read((*uuid.NullUUID).UnmarshalText, b)
}

// MarshalJSON implements [encoding/json.Marshaler]: null or a string.
func (n Null[T]) MarshalJSON() ([]byte, error) { return n.null().MarshalJSON() }

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null, or a string in the forms
// of [uuid.Parse].
func (n *Null[T]) UnmarshalJSON(b []byte) error {
	return n.read((*uuid.NullUUID).UnmarshalJSON, b)
}

func (n Null[T]) null() uuid.NullUUID {
	return uuid.NullUUID{UUID: uuid.UUID(n.UUID), Valid: n.Valid}
}

// read makes n what decode, a method of uuid.NullUUID, reads from b.
func (n *Null[T]) read(decode func(*uuid.NullUUID, []byte) error, b []byte) error {
	var v uuid.NullUUID
	if err := decode(&v, b); err != nil {
		return err
	}
	*n = Null[T]{T(v.UUID), v.Valid}
	return nil
}
