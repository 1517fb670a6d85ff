package uuid

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The methods in this file are those by which BSON, CBOR and MessagePack
// libraries ask a type for its own bytes. Their signatures name built-in types
// only, so this package needs none of the libraries.

// The BSON types and binary subtypes used here (bsonspec.org).
const (
	bsonBinary    = 0x05
	bsonUndefined = 0x06
	bsonNull      = 0x0a

	bsonGeneric = 0x00 // what Go programs have stored so far
	bsonUUID    = 0x04
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
// It reads binary of 16 bytes with subtype 4, and with subtype 0, as which Go
// programs have stored their UUIDs until now. Null and everything else are
// errors that leave u unchanged.
func (u *UUID) UnmarshalBSONValue(typ byte, data []byte) error {
	v, err := fromBSON(typ, data)
	if err != nil {
		return fmt.Errorf("uuid.UnmarshalBSONValue: %w", err)
	}
	*u = v
	return nil
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
		return UUID{}, fmt.Errorf("got %d bytes of binary that say they are %d", len(data)-5, binary.LittleEndian.Uint32(data))
	case len(data) != 5+len(UUID{}):
		return UUID{}, fmt.Errorf("got %d bytes of binary subtype %d, want 16", len(data)-5, data[4])
	}
	return UUID(data[5:]), nil
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
// null, the deprecated undefined, and what [UUID.UnmarshalBSONValue] reads.
func (n *NullUUID) UnmarshalBSONValue(typ byte, data []byte) error {
	if typ == bsonNull || typ == bsonUndefined {
		*n = NullUUID{}
		return nil
	}
	u, err := fromBSON(typ, data)
	return n.set("UnmarshalBSONValue", u, err)
}

// The CBOR initial bytes used here (RFC 8949, section 3).
const (
	cborTag       = 0xd8 // a tag number in one byte follows
	cborTagUUID   = 37   // the IANA registry's "binary UUID"
	cborBytes16   = 0x50 // a byte string of 16 bytes
	cborNull      = 0xf6
	cborUndefined = 0xf7
)

// MarshalCBOR implements the Marshaler of fxamacker/cbor: tag 37 and a byte
// string of 16 bytes, 19 bytes in all. The error is always nil. Modes that
// forbid tags refuse it: for those package cborx has the type Bare.
func (u UUID) MarshalCBOR() ([]byte, error) {
	b := append(make([]byte, 0, 3+len(u)), cborTag, cborTagUUID, cborBytes16)
	return append(b, u[:]...), nil
}

// UnmarshalCBOR implements the Unmarshaler of fxamacker/cbor. It reads a byte
// string of 16 bytes, with tag 37 or untagged. Null and undefined leave u as
// it is, as they do with every other type in that library. Everything else,
// other tags and other lengths included, is an error that leaves u unchanged.
func (u *UUID) UnmarshalCBOR(data []byte) error {
	if isCBORNull(data) {
		return nil
	}
	v, err := fromCBOR(data)
	if err != nil {
		return fmt.Errorf("uuid.UnmarshalCBOR: %w", err)
	}
	*u = v
	return nil
}

func isCBORNull(data []byte) bool {
	return len(data) == 1 && (data[0] == cborNull || data[0] == cborUndefined)
}

func fromCBOR(data []byte) (UUID, error) {
	b := data
	if len(b) >= 2 && b[0] == cborTag && b[1] == cborTagUUID {
		b = b[2:]
	}
	if len(b) != 1+len(UUID{}) || b[0] != cborBytes16 {
		return UUID{}, fmt.Errorf("got % x, want 16 bytes with tag 37 or none", data[:min(len(data), 24)])
	}
	return UUID(b[1:]), nil
}

// MarshalCBOR implements the Marshaler of fxamacker/cbor: null, or what
// [UUID.MarshalCBOR] writes.
func (n NullUUID) MarshalCBOR() ([]byte, error) {
	if !n.Valid {
		return []byte{cborNull}, nil
	}
	return n.UUID.MarshalCBOR()
}

// UnmarshalCBOR implements the Unmarshaler of fxamacker/cbor: null, undefined,
// and what [UUID.UnmarshalCBOR] reads.
func (n *NullUUID) UnmarshalCBOR(data []byte) error {
	if isCBORNull(data) {
		*n = NullUUID{}
		return nil
	}
	u, err := fromCBOR(data)
	return n.set("UnmarshalCBOR", u, err)
}

// The MessagePack initial bytes used here.
const (
	msgpackNil  = 0xc0
	msgpackBin8 = 0xc4 // a byte of length, and that many bytes
)

// MarshalMsgpack implements the Marshaler of vmihailenco/msgpack: nil, or bin
// 8 with 16 bytes. A [UUID] needs no such method: that library asks
// [UUID.MarshalBinary], which makes the same bytes.
func (n NullUUID) MarshalMsgpack() ([]byte, error) {
	if !n.Valid {
		return []byte{msgpackNil}, nil
	}
	b := append(make([]byte, 0, 2+len(n.UUID)), msgpackBin8, byte(len(n.UUID)))
	return append(b, n.UUID[:]...), nil
}

// UnmarshalMsgpack implements the Unmarshaler of vmihailenco/msgpack: nil, or
// bin 8 with 16 bytes.
func (n *NullUUID) UnmarshalMsgpack(data []byte) error {
	if len(data) == 1 && data[0] == msgpackNil {
		*n = NullUUID{}
		return nil
	}
	var u UUID
	var err error
	if len(data) == 2+len(u) && data[0] == msgpackBin8 && int(data[1]) == len(u) {
		u = UUID(data[2:])
	} else {
		err = fmt.Errorf("got % x, want nil or 16 bytes of bin 8", data[:min(len(data), 24)])
	}
	return n.set("UnmarshalMsgpack", u, err)
}
