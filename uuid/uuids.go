package uuid

import (
	"encoding/binary"
	"fmt"
	"math"
)

// UUIDs is a list of UUIDs that BSON, CBOR and MessagePack libraries write and
// read as a whole, where they ask the elements of a []UUID one by one. In BSON
// that is more than ten times as fast, in CBOR two to three times. In MessagePack
// it is five times as fast to write and one and a half times to read, or four
// times if package msgpackx has registered UUID. The bytes are the same, and in
// all other formats it is a []UUID, to which it converts.
//
// A nil list is null, as a nil slice is to these libraries by default. Null among
// the elements is an error: such a list is a []NullUUID. A list is read into new
// memory, as much as the bytes that are there need, whatever length they claim.
// On error it is unchanged.
type UUIDs []UUID

// A BSON array is a document: its length, elements and a zero byte. An element is
// its type, its key, which is its index in decimal and a zero byte, and its value.
const (
	bsonArray   = 0x04
	bsonPlain   = "\x10\x00\x00\x00\x04" // 16 bytes of subtype 4
	bsonSize    = len(bsonPlain) + len(UUID{})
	bsonElement = 1 + 1 + bsonSize // without the key's digits
)

// MarshalBSONValue implements the ValueMarshaler of the MongoDB driver v2: null,
// or an array of binary subtype 4. The only error is for a list of more than the
// 2 GiB that BSON can say.
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
	var key [20]byte // the index in decimal, at the end
	first := len(key) - 1
	key[first] = '0'
	for i := range us {
		b = append(append(b, bsonBinary), key[first:]...)
		b = append(append(b, 0), bsonPlain...)
		b = append(b, us[i][:]...)
		last := len(key) - 1
		for ; key[last] == '9'; last-- {
			key[last] = '0'
		}
		if last < first {
			first, key[last] = last, '0'
		}
		key[last]++
	}
	return bsonArray, append(b, 0), nil
}

// UnmarshalBSONValue implements the ValueUnmarshaler of the MongoDB driver v2:
// null, the deprecated undefined, and an array of what [UUID.UnmarshalBSONValue]
// reads.
func (us *UUIDs) UnmarshalBSONValue(typ byte, data []byte) error {
	if typ == bsonNull || typ == bsonUndefined {
		*us = nil
		return nil
	}
	list, err := listFromBSON(typ, data)
	return us.set("UnmarshalBSONValue", list, err)
}

func listFromBSON(typ byte, data []byte) (UUIDs, error) {
	switch {
	case typ != bsonArray:
		return nil, fmt.Errorf("got BSON type 0x%02x, want array", typ)
	case len(data) < 5 || uint64(binary.LittleEndian.Uint32(data)) != uint64(len(data)):
		return nil, fmt.Errorf("got %d bytes of BSON array that do not say so", len(data))
	}
	list := make(UUIDs, 0, (len(data)-5)/(bsonElement+1))
	b := data[4:]
	for len(b) > 0 && b[0] != 0 {
		// The key is of no interest: to the driver an array is in the order of
		// its elements. It is too short to be worth a bytes.IndexByte.
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
		return nil, fmt.Errorf("BSON array does not end after %d elements", len(list))
	}
	return list, nil
}

// MarshalCBOR implements the Marshaler of fxamacker/cbor: null, or an array of
// what [UUID.MarshalCBOR] writes. The error is always nil.
func (us UUIDs) MarshalCBOR() ([]byte, error) {
	if us == nil {
		return []byte{cborNull}, nil
	}
	b := make([]byte, 0, 9+len(us)*cborSize)
	switch n := uint64(len(us)); { // the shortest head
	case n < 24:
		b = append(b, cborArray<<5|byte(n))
	case n <= math.MaxUint8:
		b = append(b, cborArray<<5|24, byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, cborArray<<5|25), uint16(n))
	case n <= math.MaxUint32:
		b = binary.BigEndian.AppendUint32(append(b, cborArray<<5|26), uint32(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, cborArray<<5|27), n)
	}
	for i := range us {
		b = append(b, cborPlain...)
		b = append(b, us[i][:]...)
	}
	return b, nil
}

// UnmarshalCBOR implements the Unmarshaler of fxamacker/cbor: null, undefined,
// and an array of what [UUID.UnmarshalCBOR] reads, but for null.
func (us *UUIDs) UnmarshalCBOR(data []byte) error {
	if isCBORNull(data) {
		*us = nil
		return nil
	}
	list, err := listFromCBOR(data)
	return us.set("UnmarshalCBOR", list, err)
}

func listFromCBOR(data []byte) (UUIDs, error) {
	h, b, err := readCBORItem(data)
	if err != nil {
		return nil, err
	}
	if h.major != cborArray {
		return nil, fmt.Errorf("got %v, want an array", h)
	}
	n := uint64(len(b) / (cborSize - 2)) // without tags
	if !h.indefinite {
		n = min(n, h.arg)
	}
	list := make(UUIDs, n)
	plain := 0
	for ; plain < len(list) && isPlainCBOR(b); plain++ {
		list[plain], b = UUID(b[len(cborPlain):]), b[cborSize:]
	}
	list = list[:plain]
	for h.indefinite || uint64(len(list)) < h.arg {
		if h.indefinite && len(b) > 0 && b[0] == cborBreak {
			b = b[1:]
			break
		}
		var u UUID
		if u, b, err = readCBOR(b); err != nil {
			return nil, fmt.Errorf("element %d: %w", len(list), err)
		}
		list = append(list, u)
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("got %d bytes after an array of %d", len(b), len(list))
	}
	return list, nil
}

// MarshalMsgpack implements the Marshaler of vmihailenco/msgpack: nil, or an array
// of bin 8 with 16 bytes. The only error is for a list of more than the 4294967295
// UUIDs that MessagePack can say.
func (us UUIDs) MarshalMsgpack() ([]byte, error) {
	if us == nil {
		return []byte{msgpackNil}, nil
	}
	b := make([]byte, 0, 5+len(us)*msgpackSize)
	switch n := uint64(len(us)); { // the shortest head
	case n < 16:
		b = append(b, msgpackArray|byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, msgpackArray16), uint16(n))
	case n <= math.MaxUint32:
		b = binary.BigEndian.AppendUint32(append(b, msgpackArray32), uint32(n))
	default:
		return nil, fmt.Errorf("uuid.UUIDs.MarshalMsgpack: %d UUIDs are too many for a MessagePack array", n)
	}
	for i := range us {
		b = append(b, msgpackBin16...)
		b = append(b, us[i][:]...)
	}
	return b, nil
}

// UnmarshalMsgpack implements the Unmarshaler of vmihailenco/msgpack: nil, and an
// array of what [NullUUID.UnmarshalMsgpack] reads, but for nil.
func (us *UUIDs) UnmarshalMsgpack(data []byte) error {
	if len(data) == 1 && data[0] == msgpackNil {
		*us = nil
		return nil
	}
	list, err := listFromMsgpack(data)
	return us.set("UnmarshalMsgpack", list, err)
}

func listFromMsgpack(data []byte) (UUIDs, error) {
	var n uint64
	b := data
	switch {
	case len(b) >= 1 && b[0]&^15 == msgpackArray:
		n, b = uint64(b[0]&15), b[1:]
	case len(b) >= 3 && b[0] == msgpackArray16:
		n, b = uint64(binary.BigEndian.Uint16(b[1:])), b[3:]
	case len(b) >= 5 && b[0] == msgpackArray32:
		n, b = uint64(binary.BigEndian.Uint32(b[1:])), b[5:]
	default:
		return nil, fmt.Errorf("got % x, want an array", b[:min(len(b), 24)])
	}
	list := make(UUIDs, min(n, uint64(len(b)/(msgpackSize-1))))
	plain := 0
	for ; plain < len(list) && isPlainMsgpack(b); plain++ {
		list[plain], b = UUID(b[len(msgpackBin16):]), b[msgpackSize:]
	}
	list = list[:plain]
	for uint64(len(list)) < n {
		u, rest, err := readMsgpack(b)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", len(list), err)
		}
		list, b = append(list, u), rest
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("got %d bytes after an array of %d", len(b), n)
	}
	return list, nil
}

// set is the end of every decoder: it makes us the list, or says who failed.
func (us *UUIDs) set(who string, list UUIDs, err error) error {
	if err != nil {
		return fmt.Errorf("uuid.UUIDs.%s: %w", who, err)
	}
	*us = list
	return nil
}
