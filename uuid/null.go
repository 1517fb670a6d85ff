package uuid

import (
	"bytes"
	"strconv"

	"github.com/uuidkit/uuidkit/internal/invalid"
)

// A NullUUID is a UUID that may be null. The zero value is null.
//
// Null is NULL in SQL, null in JSON, BSON, CBOR and MessagePack, the empty text in
// text, XML and YAML, and no bytes in binary. Where there is a null, the empty text is an
// error: in SQL, JSON, BSON, CBOR and MessagePack. On error a NullUUID is unchanged.
//
// encoding/gob does not send a null NullUUID that is a field of a struct: decode into a new
// variable, because the field keeps what it had.
type NullUUID struct {
	UUID  UUID
	Valid bool // false: null
}

// String returns the canonical text, or "" for null.
func (n NullUUID) String() string {
	if !n.Valid {
		return ""
	}
	return n.UUID.String()
}

// IsZero reports whether n is null: see [UUID.IsZero].
func (n NullUUID) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]: nothing for null.
func (n NullUUID) AppendText(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendText(b)
}

// MarshalText implements [encoding.TextMarshaler]: the empty text for null.
func (n NullUUID) MarshalText() ([]byte, error) {
	return n.AppendText([]byte{})
}

// UnmarshalText implements [encoding.TextUnmarshaler]: the empty text, or [Parse].
func (n *NullUUID) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*n = NullUUID{}
		return nil
	}
	return n.parse(b, byNullText)
}

// MarshalJSON implements [encoding/json.Marshaler]: null or a string.
func (n NullUUID) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, textLen+len(`""`)), '"')
	b, _ = n.UUID.AppendText(b)
	return append(b, '"'), nil
}

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null, or a string for [Parse].
func (n *NullUUID) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = NullUUID{}
		return nil
	}
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return invalid.Errorf("uuid.NullUUID.UnmarshalJSON(%q): neither null nor a string", b[:min(len(b), 64)])
	}
	text := b[1 : len(b)-1]
	// Only \u escapes can stand for the characters of a UUID, and Go's string literals
	// have the same ones. Go has more escapes than JSON, and not every library checks
	// the JSON before it calls this method.
	if n := bytes.Count(text, []byte(`\`)); n > 0 && n == bytes.Count(text, []byte(`\u`)) {
		if s, err := strconv.Unquote(string(b)); err == nil {
			text = []byte(s)
		}
	}
	return n.parse(text, byNullJSON)
}

func (n *NullUUID) parse(b []byte, by caller) error {
	err := parseBytes(&n.UUID, b, by)
	if err == nil {
		n.Valid = true
	}
	return err
}

// MarshalBinary implements [encoding.BinaryMarshaler]: no bytes for null, or 16.
func (n NullUUID) MarshalBinary() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return n.UUID.MarshalBinary()
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: no bytes for null, or 16.
func (n *NullUUID) UnmarshalBinary(b []byte) error {
	switch len(b) {
	case 0:
		*n = NullUUID{}
	case len(n.UUID):
		*n = NullUUID{UUID(b), true}
	default:
		return lengthError("uuid.NullUUID.UnmarshalBinary", b)
	}
	return nil
}

// set is the end of the decoders of BSON, CBOR and MessagePack: it makes n the UUID u, or
// err an error of the caller.
func (n *NullUUID) set(caller string, u UUID, err error) error {
	if err != nil {
		return errorOf(caller, err)
	}
	*n = NullUUID{u, true}
	return nil
}
