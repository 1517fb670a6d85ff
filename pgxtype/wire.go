package pgxtype

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/uuidkit/uuidkit/uuid"
)

// A wire is a form in which PostgreSQL sends and receives UUIDs.
type wire uint8

const (
	wireUUID      wire = iota // 16 bytes
	wireText                  // 36 bytes of text
	wireBytea                 // 16 bytes, to read only
	wireByteaHex              // \x and 32 digits, to read only
	wireJSON                  // a JSON string, or an array of them
	wireJSONB                 // the same after the number of jsonb's version
	wireArray                 // an array in binary: see array.go
	wireArrayText             // {f81d4fae-7dec-11d0-a765-00a0c91e6bf6,…}

	// Of a type unknown to pgx:
	wireUnknown      // in binary: written as text, read as text or 16 bytes
	wireUnknownText  // in text, but an array of one is no UUID in braces
	wireUnknownArray // an array in binary: written as a text[], read as a wireArray
)

const jsonbVersion = 1

func (w wire) isJSON() bool  { return w == wireJSON || w == wireJSONB }
func (w wire) isArray() bool { return w == wireArray || w == wireArrayText || w == wireUnknownArray }

// append appends one UUID.
func (w wire) append(buf []byte, u uuid.UUID) ([]byte, error) {
	switch w {
	case wireUUID:
		return append(buf, u[:]...), nil
	case wireText, wireUnknown, wireUnknownText:
		return u.AppendText(buf)
	case wireJSON, wireJSONB:
		if w == wireJSONB {
			buf = append(buf, jsonbVersion)
		}
		buf, _ = u.AppendText(append(buf, '"'))
		return append(buf, '"'), nil
	case wireArray, wireArrayText, wireUnknownArray:
		return nil, errArray
	}
	return nil, errBytea
}

// decode reads one UUID. A nil src is NULL.
func (w wire) decode(src []byte) (n uuid.NullUUID, err error) {
	if w.isArray() {
		// Also where src is NULL, and where it is an array of one in text, {f81d…},
		// which Parse would read as a UUID in braces.
		return n, errArray
	}
	if src == nil {
		return n, nil
	}
	n.Valid = true
	if w == wireUnknown && len(src) == len(n.UUID) && !isText(src) {
		w = wireUUID
	}
	switch w {
	case wireUnknownText:
		if bytes.HasPrefix(src, []byte("{")) {
			return n, errBraces
		}
		err = n.UUID.UnmarshalText(src)
	case wireUUID, wireBytea:
		if len(src) != len(n.UUID) {
			return n, fmt.Errorf("got %d bytes, want 16", len(src))
		}
		n.UUID = uuid.UUID(src)
	case wireByteaHex:
		if !bytes.HasPrefix(src, []byte(`\x`)) || len(src) != len(`\x`)+2*len(n.UUID) {
			return n, fmt.Errorf("got %q, want 16 bytes", src[:min(len(src), 64)])
		}
		err = n.UUID.UnmarshalText(src[2:])
	case wireJSON, wireJSONB:
		if src, err = w.document(src); err == nil {
			err = n.UnmarshalJSON(src)
		}
	default:
		err = n.UUID.UnmarshalText(src)
	}
	return n, err
}

// isText reports whether b is printable ASCII, which no UUID of RFC 9562 is.
func isText(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c > '~' })
}

// document returns the JSON in src. A json column keeps the blanks around it.
func (w wire) document(src []byte) ([]byte, error) {
	if w == wireJSONB {
		if len(src) == 0 || src[0] != jsonbVersion {
			return nil, fmt.Errorf("got % x, want jsonb of version 1", src[:min(len(src), 8)])
		}
		src = src[1:]
	}
	return bytes.Trim(src, " \t\r\n"), nil
}
