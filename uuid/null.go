package uuid

import (
	"bytes"
	"fmt"
	"strconv"
)

// A NullUUID is a UUID that may be null. The zero value is null.
//
// It reads and writes null as each format says it: NULL in SQL, null in JSON,
// BSON, CBOR and MessagePack, the empty text in text and XML, and no bytes at
// all in encoding/gob. On error a NullUUID is unchanged. A null should be no key
// of a JSON object: not every release of encoding/json writes or reads it.
//
// Where only SQL matters, sql.Null[UUID] serves as well.
type NullUUID struct {
	UUID  UUID
	Valid bool // Valid is true if UUID is not null
}

// String returns the canonical text of the UUID, or the empty string for null.
func (n NullUUID) String() string {
	if !n.Valid {
		return ""
	}
	return n.UUID.String()
}

// IsZero reports whether n is null. It makes the omitzero option of
// encoding/json and the omitempty option of BSON leave out a null.
func (n NullUUID) IsZero() bool { return !n.Valid }

// AppendText implements [encoding.TextAppender]; a null appends nothing.
func (n NullUUID) AppendText(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendText(b)
}

// MarshalText implements [encoding.TextMarshaler]; null is the empty text.
func (n NullUUID) MarshalText() ([]byte, error) {
	return n.AppendText([]byte{})
}

// UnmarshalText implements [encoding.TextUnmarshaler]: the empty text is null,
// every other must be a form of [Parse].
func (n *NullUUID) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*n = NullUUID{}
		return nil
	}
	var u UUID
	err := parseBytes(&u, b)
	return n.set("UnmarshalText", u, err)
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

// UnmarshalJSON implements [encoding/json.Unmarshaler]: null, or a string in a
// form of [Parse].
func (n *NullUUID) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = NullUUID{}
		return nil
	}
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return fmt.Errorf("uuid.NullUUID.UnmarshalJSON(%q): neither null nor a string", b[:min(len(b), 64)])
	}
	text := b[1 : len(b)-1]
	// Of JSON's escapes only \u00XX can stand for what a UUID has, and Go writes that
	// one as JSON does. Of Go's others JSON has none, and not every library has
	// looked before it calls.
	if n := bytes.Count(text, []byte(`\`)); n > 0 && n == bytes.Count(text, []byte(`\u`)) {
		if s, err := strconv.Unquote(string(b)); err == nil {
			text = []byte(s)
		}
	}
	var u UUID
	err := parseBytes(&u, text)
	return n.set("UnmarshalJSON", u, err)
}

// MarshalBinary implements [encoding.BinaryMarshaler]: 16 bytes, or none for
// null.
func (n NullUUID) MarshalBinary() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return n.UUID.MarshalBinary()
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: 16 bytes, or none
// for null.
func (n *NullUUID) UnmarshalBinary(b []byte) error {
	switch len(b) {
	case 0:
		*n = NullUUID{}
	case len(n.UUID):
		*n = NullUUID{UUID(b), true}
	default:
		return lengthError("NullUUID.UnmarshalBinary", b)
	}
	return nil
}

// set is the end of every decoder but Scan: it makes n the UUID u, or err an error of
// the caller.
func (n *NullUUID) set(caller string, u UUID, err error) error {
	if err != nil {
		return errorOf("NullUUID."+caller, err)
	}
	*n = NullUUID{u, true}
	return nil
}
