package bsonx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// An array in BSON is a document whose keys are the indexes in decimal:
//
//	int32 length of all, then for each element
//	  05  key 00  int32 16  subtype  16 bytes
//	and 00.
//
// Read and written as one value, it costs a fraction of what the driver's walk
// through its elements does.
const (
	arrayOverhead   = 4 + 1
	elementOverhead = 1 + 1 + 4 + 1 // less the key's digits
)

// encodeArray returns a BSON array of the UUIDs.
func encodeArray[T ~[size]byte](f *form, ids []T) ([]byte, error) {
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
	key := append(make([]byte, 0, 10), '0')
	for i := range ids {
		b = append(append(b, byte(bson.TypeBinary)), key...)
		b = append(b, 0, byte(size), 0, 0, 0, f.subtype)
		b = append(b, ids[i][:]...)
		f.write.swap((*[size]byte)(b[len(b)-size:]))
		key = next(key)
	}
	return append(b, 0), nil
}

// next adds one to a decimal number.
func next(key []byte) []byte {
	i := len(key) - 1
	for ; i >= 0 && key[i] == '9'; i-- {
		key[i] = '0'
	}
	if i < 0 {
		key[0] = '1'
		return append(key, '0')
	}
	key[i]++
	return key
}

var errMalformed = errors.New("got a malformed array")

// decodeArray returns the UUIDs of a BSON array. The keys are not looked at; the
// driver does not either.
func decodeArray[T ~[size]byte](f *form, b []byte) ([]T, error) {
	if len(b) < arrayOverhead || uint64(binary.LittleEndian.Uint32(b)) != uint64(len(b)) || b[len(b)-1] != 0 {
		return nil, errMalformed
	}
	ids := make([]T, 0, capacity(len(b)))
	for b = b[4 : len(b)-1]; len(b) > 0; {
		typ := bson.Type(b[0])
		end := 1 // of the key, which is too short to be worth a bytes.IndexByte
		for end < len(b) && b[end] != 0 {
			end++
		}
		if typ == 0 || end == len(b) {
			return nil, errMalformed
		}
		if typ != bson.TypeBinary {
			return nil, fmt.Errorf("element %d: got %s, want %s", len(ids), typeName(typ), f.wants())
		}
		if b = b[end+1:]; len(b) < 5 {
			return nil, errMalformed
		}
		n, subtype, rest := binary.LittleEndian.Uint32(b), b[4], b[5:]
		if uint64(n) > uint64(len(rest)) {
			return nil, errMalformed
		}
		id, err := f.decode(subtype, rest[:n])
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
