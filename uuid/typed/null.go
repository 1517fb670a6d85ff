package typed

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// A NullID is an ID that may be null. The zero value is null. As with a
// [uuid.NullUUID], null is NULL in SQL, null in JSON, BSON, CBOR and MessagePack, the empty
// text in text, XML and YAML, and no bytes in binary; elsewhere the empty text is an error.
// gob does not send a null field of a struct.
//
// Its fields have the names that a NullUUID has in every UUID package, so that the adapter
// packages know it.
type NullID[K any] struct {
	UUID  ID[K]
	Valid bool // false: null
}

// Null returns a NullID that is id. bsonx.Register finds the NullID through this method,
// and stores both in one form.
func (id ID[K]) Null() NullID[K] { return NullID[K]{id, true} }

func (n NullID[K]) null() uuid.NullUUID {
	return uuid.NullUUID{UUID: uuid.UUID(n.UUID), Valid: n.Valid}
}

// read sets n to what decode reads from b.
func (n *NullID[K]) read(decode func(*uuid.NullUUID, []byte) error, b []byte) error {
	var v uuid.NullUUID
	if err := decode(&v, b); err != nil {
		return err
	}
	*n = NullID[K]{ID[K](v.UUID), v.Valid}
	return nil
}

// String returns the text of the ID, or "" for null.
func (n NullID[K]) String() string {
	if !n.Valid {
		return ""
	}
	return n.UUID.String()
}

// Format implements [fmt.Formatter] as [ID.Format] does. Null is the empty text, also of %x.
// %#v is Go syntax.
func (n NullID[K]) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'v' && f.Flag('#'):
		fmt.Fprintf(f, "%T{UUID:%#v, Valid:%t}", n, n.UUID, n.Valid)
	case n.Valid:
		n.UUID.Format(f, verb)
	default:
		fmt.Fprintf(f, fmt.FormatString(f, verb), "")
	}
}

// IsZero reports whether n is null: see [uuid.UUID.IsZero].
func (n NullID[K]) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]: nothing for null.
func (n NullID[K]) AppendText(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendText(b)
}

// MarshalText implements [encoding.TextMarshaler]: the empty text for null.
func (n NullID[K]) MarshalText() ([]byte, error) { return n.AppendText([]byte{}) }

// UnmarshalText implements [encoding.TextUnmarshaler]: the empty text, or [Parse].
func (n *NullID[K]) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*n = NullID[K]{}
		return nil
	}
	return n.parse("NullID.UnmarshalText", string(b))
}

func (n *NullID[K]) parse(caller, s string) error {
	var id ID[K]
	if err := id.parse(caller, s); err != nil {
		return err
	}
	*n = NullID[K]{id, true}
	return nil
}

// MarshalJSON implements [json.Marshaler]: null or a string.
func (n NullID[K]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	b, _ := n.UUID.AppendText([]byte{'"'})
	return append(b, '"'), nil
}

// UnmarshalJSON implements [json.Unmarshaler]: null, or a string for [Parse].
func (n *NullID[K]) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return invalid.Errorf("typed.NullID.UnmarshalJSON(%q): neither null nor a string", b[:min(len(b), longest)])
	}
	if s == nil {
		*n = NullID[K]{}
		return nil
	}
	return n.parse("NullID.UnmarshalJSON", *s)
}

// Value implements [driver.Valuer]: nil for NULL, or [ID.Value].
func (n NullID[K]) Value() (driver.Value, error) { return n.null().Value() }

// Scan implements [database/sql.Scanner]: NULL, or [ID.Scan].
func (n *NullID[K]) Scan(src any) error { return n.scan("NullID.Scan", src) }

// scan is Scan for the function called caller.
func (n *NullID[K]) scan(caller string, src any) error {
	var v NullID[K]
	if src != nil {
		v.Valid = true
		if err := v.UUID.scan(caller, src); err != nil {
			return err
		}
	}
	*n = v
	return nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]: no bytes for null, or 16.
func (n NullID[K]) MarshalBinary() ([]byte, error) { return n.null().MarshalBinary() }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: no bytes for null, or 16.
func (n *NullID[K]) UnmarshalBinary(b []byte) error {
	return n.read((*uuid.NullUUID).UnmarshalBinary, b)
}

// MarshalBSONValue implements the interface of MongoDB's driver v2.
func (n NullID[K]) MarshalBSONValue() (typ byte, data []byte, err error) {
	return n.null().MarshalBSONValue()
}

// UnmarshalBSONValue implements the interface of MongoDB's driver v2.
func (n *NullID[K]) UnmarshalBSONValue(typ byte, data []byte) error {
	return n.read(func(v *uuid.NullUUID, b []byte) error { return v.UnmarshalBSONValue(typ, b) }, data)
}

// MarshalKey implements the KeyMarshaler of MongoDB's drivers: the empty text for null, or
// [ID.MarshalKey].
func (n NullID[K]) MarshalKey() (string, error) { return n.null().String(), nil }

// UnmarshalKey implements the KeyUnmarshaler of MongoDB's drivers: null for the empty text,
// or [ID.UnmarshalKey].
func (n *NullID[K]) UnmarshalKey(key string) error {
	if key == "" {
		*n = NullID[K]{}
		return nil
	}
	return n.scan("NullID.UnmarshalKey", key)
}

// MarshalCBOR implements the interface of CBOR libraries.
func (n NullID[K]) MarshalCBOR() ([]byte, error) { return n.null().MarshalCBOR() }

// UnmarshalCBOR implements the interface of CBOR libraries.
func (n *NullID[K]) UnmarshalCBOR(data []byte) error {
	return n.read((*uuid.NullUUID).UnmarshalCBOR, data)
}

// MarshalMsgpack implements the interface of MessagePack libraries.
func (n NullID[K]) MarshalMsgpack() ([]byte, error) { return n.null().MarshalMsgpack() }

// UnmarshalMsgpack implements the interface of MessagePack libraries.
func (n *NullID[K]) UnmarshalMsgpack(data []byte) error {
	return n.read((*uuid.NullUUID).UnmarshalMsgpack, data)
}
