package uuid

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The BSON types and binary subtypes used here (bsonspec.org).
const (
	bsonBinary    = 0x05
	bsonUndefined = 0x06
	bsonNull      = 0x0a

	bsonGeneric = 0x00 // which Go programs have stored until now
	bsonUUID    = 0x04
)

// A BSON array is a document: its length, elements and a zero byte. An element is
// its type, its key, which is its index in decimal and a zero byte, and its value.
const (
	bsonArray   = 0x04
	bsonPlain   = "\x10\x00\x00\x00\x04" // 16 bytes of subtype 4
	bsonSize    = len(bsonPlain) + len(UUID{})
	bsonElement = 1 + 1 + bsonSize // without the key's digits
)

// MarshalBSONValue implements the ValueMarshaler of the MongoDB driver v2:
// binary subtype 4, 16 bytes in network byte order. The error is always nil.
func (u UUID) MarshalBSONValue() (typ byte, data []byte, err error) {
	b := make([]byte, 0, 4+1+len(u))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(u)))
	b = append(b, bsonUUID)
	return bsonBinary, append(b, u[:]...), nil
}

// UnmarshalBSONValue implements the ValueUnmarshaler of the MongoDB driver v2.
// It reads binary of subtype 4, and of subtype 0, which Go programs have stored until
// now. Everything else, null included, is an error that leaves u unchanged.
//
// The driver searches all methods of the type for this one, for each value. After
// bsonx.Register it reads a UUID three to five times faster, and a []UUID 40 times. Without,
// a []UUID takes more than twice the time of google's type. A [UUIDs] is fast in any case.
func (u *UUID) UnmarshalBSONValue(typ byte, data []byte) error {
	v, err := fromBSON(typ, data)
	if err != nil {
		return errorOf("uuid.UnmarshalBSONValue", err)
	}
	*u = v
	return nil
}

// MarshalBSONValue implements the ValueMarshaler of the MongoDB driver v2:
// null, or binary subtype 4.
func (n NullUUID) MarshalBSONValue() (typ byte, data []byte, err error) {
	if !n.Valid {
		return bsonNull, nil, nil
	}
	return n.UUID.MarshalBSONValue()
}

// UnmarshalBSONValue implements the ValueUnmarshaler of the MongoDB driver v2:
// null, undefined, or what [UUID.UnmarshalBSONValue] reads.
func (n *NullUUID) UnmarshalBSONValue(typ byte, data []byte) error {
	if typ == bsonNull || typ == bsonUndefined {
		*n = NullUUID{}
		return nil
	}
	u, err := fromBSON(typ, data)
	return n.set("uuid.NullUUID.UnmarshalBSONValue", u, err)
}

// MarshalBSONValue implements the ValueMarshaler of the MongoDB driver v2: null for
// nil, whatever the option NilSliceAsEmpty is, or an array of binary subtype 4. More than
// 2 GiB are an error.
func (us UUIDs) MarshalBSONValue() (typ byte, data []byte, err error) {
	if us == nil {
		return bsonNull, nil, nil
	}
	n := uint64(len(us))
	digits := n
	for p := uint64(10); p < n; p *= 10 {
		digits += n - p
	}
	size := 4 + n*uint64(bsonElement) + digits + 1
	if size > math.MaxInt32 {
		return 0, nil, fmt.Errorf("uuid.UUIDs.MarshalBSONValue: %d UUIDs are too many for a BSON array", n)
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, size), uint32(size))
	key := newBSONKey()
	for i := range us {
		b = append(append(b, bsonBinary), key.text[key.first:]...)
		b = append(append(b, 0), bsonPlain...)
		b = append(b, us[i][:]...)
		key.next()
	}
	return bsonArray, append(b, 0), nil
}

// UnmarshalBSONValue implements the ValueUnmarshaler of the MongoDB driver v2:
// null, undefined, or an array of what [UUID.UnmarshalBSONValue] reads.
func (us *UUIDs) UnmarshalBSONValue(typ byte, data []byte) error {
	if typ == bsonNull || typ == bsonUndefined {
		*us = nil
		return nil
	}
	list, err := listFromBSON(typ, data)
	return us.set("uuid.UUIDs.UnmarshalBSONValue", list, err)
}

func fromBSON(typ byte, data []byte) (UUID, error) {
	switch {
	case typ == bsonNull:
		return UUID{}, errors.New("got null, want binary subtype 4")
	case typ != bsonBinary:
		return UUID{}, fmt.Errorf("got BSON type 0x%02x, want binary subtype 4", typ)
	case len(data) < 5:
		return UUID{}, fmt.Errorf("got %d bytes of BSON binary, want its length, subtype and 16 bytes", len(data))
	case data[4] != bsonUUID && data[4] != bsonGeneric:
		return UUID{}, fmt.Errorf("got binary subtype %d, want 4 or 0", data[4])
	case uint64(binary.LittleEndian.Uint32(data)) != uint64(len(data)-5):
		return UUID{}, fmt.Errorf("got %d bytes of binary with the length %d", len(data)-5, binary.LittleEndian.Uint32(data))
	case len(data) != 5+len(UUID{}):
		return UUID{}, fmt.Errorf("got %d bytes of binary subtype %d, want 16", len(data)-5, data[4])
	}
	return UUID(data[5:]), nil
}

// A bsonKey is an index in decimal that counts up. With strconv a list takes 1.7 times
// as long.
type bsonKey struct {
	text  [20]byte // the digits are text[first:]
	first int
}

func newBSONKey() (k bsonKey) {
	k.first = len(k.text) - 1
	k.text[k.first] = '0'
	return k
}

func (k *bsonKey) next() {
	i := len(k.text) - 1
	for ; k.text[i] == '9'; i-- {
		k.text[i] = '0'
	}
	if i < k.first {
		k.first, k.text[i] = i, '0'
	}
	k.text[i]++
}

func listFromBSON(typ byte, data []byte) (UUIDs, error) {
	switch {
	case typ != bsonArray:
		return nil, fmt.Errorf("got BSON type 0x%02x, want array", typ)
	case len(data) < 5 || uint64(binary.LittleEndian.Uint32(data)) != uint64(len(data)):
		return nil, fmt.Errorf("got %d bytes of BSON array with another length", len(data))
	}
	list := make(UUIDs, 0, (len(data)-5)/(bsonElement+1))
	b := data[4:]
	for len(b) > 0 && b[0] != 0 {
		// The driver ignores the keys of an array, too. They are too short for
		// bytes.IndexByte to be faster.
		value := 1
		for value < len(b) && b[value] != 0 {
			value++
		}
		if value == len(b) {
			break
		}
		typ, b = b[0], b[value+1:]
		if typ == bsonBinary && len(b) >= bsonSize && string(b[:len(bsonPlain)]) == bsonPlain {
			list, b = append(list, UUID(b[len(bsonPlain):])), b[bsonSize:]
			continue
		}
		n := len(b)
		if typ == bsonBinary && n >= 5 {
			n = int(min(uint64(n), 5+uint64(binary.LittleEndian.Uint32(b))))
		}
		u, err := fromBSON(typ, b[:n])
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", len(list), err)
		}
		list, b = append(list, u), b[n:]
	}
	if len(b) != 1 || b[0] != 0 {
		return nil, fmt.Errorf("got a BSON array without an end after %d elements", len(list))
	}
	return list, nil
}
