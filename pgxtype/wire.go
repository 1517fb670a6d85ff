package pgxtype

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// A wire is a form in which PostgreSQL takes and gives UUIDs.
type wire uint8

const (
	native    wire = iota // 16 bytes
	text                  // 36 bytes of text
	bytea                 // 16 bytes, to read only
	byteaHex              // \x and 32 digits, to read only
	json                  // a JSON string, or an array of them
	jsonb                 // the same after the number of jsonb's version
	array                 // a list: see list.go
	arrayText             // {f81d4fae-7dec-11d0-a765-00a0c91e6bf6,…}
	unknown               // of a type that pgx does not know: written as text, read as text or native
)

const jsonbVersion = 1

var (
	errArray = errors.New("one UUID is no array")
	errBytea = errors.New("a bytea takes a sqlx.Binary, because in the exec and simple protocol modes" +
		" this type would become 36 bytes of text")
)

func (w wire) isJSON() bool  { return w == json || w == jsonb }
func (w wire) isArray() bool { return w == array || w == arrayText }

// append appends one UUID.
func (w wire) append(buf []byte, u uuid.UUID) ([]byte, error) {
	switch w {
	case native:
		return append(buf, u[:]...), nil
	case text, unknown:
		return u.AppendText(buf)
	case json, jsonb:
		if w == jsonb {
			buf = append(buf, jsonbVersion)
		}
		buf, _ = u.AppendText(append(buf, '"'))
		return append(buf, '"'), nil
	case array, arrayText:
		return nil, errArray
	}
	return nil, errBytea
}

// decode reads one UUID. A nil src is NULL.
func (w wire) decode(src []byte) (n uuid.NullUUID, err error) {
	if w.isArray() {
		// Also where it is NULL, or the array of one in text, {f81d…}, which is a
		// UUID in braces to Parse.
		return n, errArray
	}
	if src == nil {
		return n, nil
	}
	n.Valid = true
	if w == unknown && len(src) == len(n.UUID) {
		w = native
	}
	switch w {
	case native, bytea:
		if len(src) != len(n.UUID) {
			return n, fmt.Errorf("got %d bytes, want 16", len(src))
		}
		n.UUID = uuid.UUID(src)
	case byteaHex:
		if !bytes.HasPrefix(src, []byte(`\x`)) || len(src) != len(`\x`)+2*len(n.UUID) {
			return n, fmt.Errorf("got %q, want 16 bytes", src[:min(len(src), 64)])
		}
		err = n.UUID.UnmarshalText(src[2:])
	case json, jsonb:
		if src, err = w.document(src); err == nil {
			err = n.UnmarshalJSON(src)
		}
	default:
		err = n.UUID.UnmarshalText(src)
	}
	return n, err
}

// document returns the JSON in src. A json column keeps the blanks that it got.
func (w wire) document(src []byte) ([]byte, error) {
	if w == jsonb {
		if len(src) == 0 || src[0] != jsonbVersion {
			return nil, fmt.Errorf("got % x, want jsonb of version 1", src[:min(len(src), 8)])
		}
		src = src[1:]
	}
	return bytes.Trim(src, " \t\r\n"), nil
}
