package ids

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/uuidkit/uuidkit/internal/invalid"
)

// The functions of this file are behind the methods MarshalBinary, UnmarshalBinary,
// ScanRedis, MarshalBSONValue and UnmarshalBSONValue.

// The BSON types and the binary subtype used here (bsonspec.org).
const (
	bsonString   = 0x02
	bsonBinary   = 0x05
	bsonObjectID = 0x07
	bsonInt32    = 0x10
	bsonInt64    = 0x12

	bsonGeneric = 0x00 // binary, which drivers make of an array of bytes
)

// setBytes makes raw, which is an id as a slice, what b is.
func setBytes(method string, raw, b []byte) error {
	if len(b) != len(raw) {
		return invalid.Errorf("ids.%s: got %d bytes, want %d", method, len(b), len(raw))
	}
	copy(raw, b)
	return nil
}

// numberBytes returns the number in 8 bytes, most significant first: bytes sort as numbers
// that are not negative.
func numberBytes[T ~int64](n T) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// setNumberBytes is the way back of numberBytes, for numbers of at least least.
func setNumberBytes[T ~int64](method string, id *T, b []byte, least int64) error {
	if len(b) != 8 {
		return invalid.Errorf("ids.%s: got %d bytes, want 8", method, len(b))
	}
	return setNumber(method, id, int64(binary.BigEndian.Uint64(b)), least)
}

// setNumber sets *id to n, if it is at least least.
func setNumber[T ~int64](method string, id *T, n, least int64) error {
	if n < least {
		return invalid.Errorf("ids.%s(%d): negative", method, n)
	}
	*id = T(n)
	return nil
}

// scanRedis is the ScanRedis method of an id of so many bytes: it reads them, and text. Redis
// keeps every text whole, so as many bytes are no part of one.
func scanRedis(id interface {
	encoding.BinaryUnmarshaler
	encoding.TextUnmarshaler
}, size int, s string) error {
	if len(s) == size {
		return id.UnmarshalBinary([]byte(s))
	}
	return id.UnmarshalText([]byte(s))
}

// bsonText returns a text of ASCII as a BSON string.
func bsonText(text string) (typ byte, data []byte, err error) {
	data = binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(text)+1), uint32(len(text)+1))
	return bsonString, append(append(data, text...), 0), nil
}

// setBSON sets *id to a BSON string, or to binary of its bytes. Then raw is *id as a slice.
func setBSON[T any](method, want string, id *T, typ byte, data []byte, parse func(string) (T, error), raw []byte) error {
	switch {
	case typ == bsonString && len(data) >= 5 && bsonLength(data) == uint64(len(data)-4) && data[len(data)-1] == 0:
		if err := unmarshal(id, data[4:len(data)-1], parse); err != nil {
			return invalid.Errorf("ids.%s: %w", method, err)
		}
		return nil
	case typ == bsonBinary && len(data) == 5+len(raw) && raw != nil && bsonLength(data) == uint64(len(raw)) && data[4] == bsonGeneric:
		copy(raw, data[5:])
		return nil
	}
	return bsonError(method, want, typ, data)
}

// bsonLength is the length that a string or binary says it has.
func bsonLength(data []byte) uint64 { return uint64(binary.LittleEndian.Uint32(data)) }

// bsonError says that a value is none of those that the method reads.
func bsonError(method, want string, typ byte, data []byte) error {
	got := fmt.Sprintf("BSON type 0x%02x of %d bytes", typ, len(data))
	switch {
	case typ != bsonBinary || len(data) < 5:
	case bsonLength(data) != uint64(len(data)-5):
		got = fmt.Sprintf("%d bytes of binary with the length %d", len(data)-5, bsonLength(data))
	default:
		got = fmt.Sprintf("%d bytes of binary subtype %d", len(data)-5, data[4])
	}
	return invalid.Errorf("ids.%s: got %s, want %s", method, got, want)
}

// bsonNumber returns a number as BSON's 64-bit integer.
func bsonNumber[T ~int64](n T) (typ byte, data []byte, err error) {
	return bsonInt64, binary.LittleEndian.AppendUint64(nil, uint64(n)), nil
}

// setBSONNumber sets *id to a BSON integer, which mongosh and drivers with the option
// MinSize write in 32 bits if it fits, or a string. A double is an error: it has 53 bits,
// and has lost the others.
func setBSONNumber[T ~int64](method string, id *T, typ byte, data []byte, least int64, parse func(string) (T, error)) error {
	switch {
	case typ == bsonInt64 && len(data) == 8:
		return setNumber(method, id, int64(binary.LittleEndian.Uint64(data)), least)
	case typ == bsonInt32 && len(data) == 4:
		return setNumber(method, id, int64(int32(binary.LittleEndian.Uint32(data))), least)
	}
	return setBSON(method, "a 64-bit integer or a string", id, typ, data, parse, nil)
}

// scanNumber sets *id to what a column has: an integer of 64 bits, or text. MySQL's driver returns a uint64 of a
// BIGINT UNSIGNED, if the query has no arguments.
func scanNumber[T ~int64](method string, id *T, src any, least int64, parse func(string) (T, error)) error {
	switch n := src.(type) {
	case int64:
		return setNumber(method, id, n, least)
	case uint64:
		if n > math.MaxInt64 {
			return invalid.Errorf("ids.%s(%d): more than 63 bits", method, n)
		}
		return setNumber(method, id, int64(n), least)
	}
	return scan(id, src, parse, nil, nil)
}

// anyNumber is the least number of ids that may be negative.
const anyNumber = math.MinInt64
