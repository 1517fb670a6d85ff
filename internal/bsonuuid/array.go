package bsonuuid

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// An array in BSON is a document whose keys are the indexes in decimal:
//
//	int32 length of all, then for each element
//	  05  key 00  int32 16  subtype  16 bytes
//	and 00.
//
// Read and written as one value, it costs a fraction of what a driver's walk
// through its elements does.
const (
	arrayOverhead   = 4 + 1
	elementOverhead = 1 + 1 + 4 + 1 // less the key's digits
)

// EncodeArray returns a BSON array of the UUIDs.
func EncodeArray[T ~[size]byte](f *Form, ids []T) ([]byte, error) {
	if f.err != nil && len(ids) > 0 {
		return nil, f.err
	}
	n := uint64(len(ids))
	digits := n // of all keys
	for p := uint64(10); p < n; p *= 10 {
		digits += n - p
	}
	length := arrayOverhead + n*uint64(elementOverhead+size) + digits
	if length > math.MaxInt32 {
		return nil, fmt.Errorf("%d UUIDs are too many for an array", n)
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, length), uint32(length))
	for i := range ids {
		b = append(b, typeBinary)
		b = strconv.AppendInt(b, int64(i), 10)
		subtype, id, _ := f.Encode(ids[i])
		b = append(b, 0, byte(size), 0, 0, 0, subtype)
		b = append(b, id[:]...)
	}
	return append(b, 0), nil
}

var errMalformed = errors.New("got a malformed array")

// DecodeArray returns the UUIDs of a BSON array. The keys are not looked at;
// drivers do not either. Type is the driver's type of BSON types.
func DecodeArray[T ~[size]byte, Type bsonType](f *Form, b []byte) ([]T, error) {
	if len(b) < arrayOverhead || uint64(binary.LittleEndian.Uint32(b)) != uint64(len(b)) || b[len(b)-1] != 0 {
		return nil, errMalformed
	}
	ids := make([]T, 0, capacity(len(b)))
	for b = b[4 : len(b)-1]; len(b) > 0; {
		typ := Type(b[0])
		end := bytes.IndexByte(b, 0) // of the key; or the type is 0, which is none
		if end <= 0 {
			return nil, errMalformed
		}
		if typ != typeBinary {
			return nil, fmt.Errorf("element %d: got %s, want %s", len(ids), TypeName(typ), f.Wants())
		}
		if b = b[end+1:]; len(b) < 5 {
			return nil, errMalformed
		}
		n, subtype, rest := binary.LittleEndian.Uint32(b), b[4], b[5:]
		if uint64(n) > uint64(len(rest)) {
			return nil, errMalformed
		}
		id, err := f.Decode(subtype, rest[:n])
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", len(ids), err)
		}
		ids, b = append(ids, T(id)), rest[n:]
	}
	return ids, nil
}

// capacity returns the number of UUIDs in a BSON array of n bytes, if its keys
// are what they should be.
func capacity(n int) (count int) {
	n -= arrayOverhead
	for digits, limit := 1, 10; ; digits, limit = digits+1, limit*10 {
		element := elementOverhead + digits + size
		keys := limit - count // of so many digits
		if n/element <= keys {
			return count + n/element
		}
		count, n = limit, n-keys*element
	}
}
