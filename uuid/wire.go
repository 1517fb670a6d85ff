package uuid

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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
// errors that leave u unchanged. The driver takes long to find the method: what
// package bsonx registers, it reads three to five times as fast.
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

// What of CBOR is used here (RFC 8949, sections 3 and 3.4).
const (
	cborBytes = 2 // the major types
	cborArray = 4
	cborTag   = 6

	cborNull      = 0xf6 // initial bytes
	cborUndefined = 0xf7
	cborBreak     = 0xff // the end of what has no length

	cborTagUUID  = 37    // binary UUID
	cborTagUint8 = 64    // typed array of bytes (RFC 8746), as JavaScript has them
	cborTagMark  = 55799 // self-described CBOR: a mark without a meaning

	cborPlain = "\xd8\x25\x50" // tag 37 and a byte string of 16
	cborSize  = len(cborPlain) + len(UUID{})
)

// MarshalCBOR implements the Marshaler of fxamacker/cbor: tag 37 and a byte
// string of 16 bytes, 19 bytes in all. The error is always nil. Modes that
// forbid tags refuse it: for those package cborx has the type Bare.
func (u UUID) MarshalCBOR() ([]byte, error) {
	return append(append(make([]byte, 0, cborSize), cborPlain...), u[:]...), nil
}

// UnmarshalCBOR implements the Unmarshaler of fxamacker/cbor. It reads a byte
// string of 16 bytes, in any of CBOR's ways to write one, with tag 37 or untagged
// or with tag 64, which JavaScript's libraries give their byte arrays. Null and
// undefined leave u as it is, as they do with every other type in that library.
// Everything else, other tags and other lengths included, is an error that leaves
// u unchanged.
func (u *UUID) UnmarshalCBOR(data []byte) error {
	if len(data) == cborSize && isPlainCBOR(data) {
		*u = UUID(data[len(cborPlain):])
		return nil
	}
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
	u, rest, err := readCBOR(data)
	if err == nil && len(rest) > 0 {
		return UUID{}, fmt.Errorf("got %d bytes after the UUID", len(rest))
	}
	return u, err
}

// isPlainCBOR reports whether b begins with a UUID as MarshalCBOR writes it, which
// is what nearly everybody writes.
func isPlainCBOR(b []byte) bool {
	return len(b) >= cborSize && string(b[:len(cborPlain)]) == cborPlain
}

// readCBOR reads the UUID at the beginning of b and returns what follows it.
func readCBOR(b []byte) (u UUID, rest []byte, err error) {
	if isPlainCBOR(b) {
		return UUID(b[len(cborPlain):cborSize]), b[cborSize:], nil
	}
	h, rest, err := readCBORItem(b)
	if err == nil && h.major == cborTag && (h.arg == cborTagUUID || h.arg == cborTagUint8) {
		h, rest, err = readCBORHead(rest)
	}
	if err == nil && h.major != cborBytes {
		err = fmt.Errorf("got %v, want a byte string of 16 bytes with tag 37 or none", h)
	}
	n := 0 // bytes of u that are there
	for chunk := h; err == nil; {
		if h.indefinite {
			if chunk, rest, err = readCBORHead(rest); err != nil || chunk.isBreak() {
				break
			}
		}
		switch {
		case chunk.major != cborBytes || chunk.indefinite:
			err = fmt.Errorf("got a byte string with %v in it", chunk)
		case chunk.arg > uint64(len(u)-n):
			err = errors.New("got a byte string of more than 16 bytes")
		case chunk.arg > uint64(len(rest)):
			err = io.ErrUnexpectedEOF
		default:
			n += copy(u[n:], rest[:chunk.arg])
			rest = rest[chunk.arg:]
		}
		if !h.indefinite {
			break
		}
	}
	if err == nil && n != len(u) {
		err = fmt.Errorf("got a byte string of %d bytes, want 16", n)
	}
	return u, rest, err
}

// A cborHead is what each item of CBOR begins with: its major type, and a number
// that is its length, its tag or its value.
type cborHead struct {
	major      byte
	indefinite bool // without a number: items follow until one that isBreak
	arg        uint64
}

func (h cborHead) isBreak() bool { return h.major == cborBreak>>5 && h.indefinite }

// String says what began, for errors.
func (h cborHead) String() string {
	switch h.major {
	case cborBytes:
		return "a byte string"
	case cborArray:
		return "an array"
	case cborTag:
		return fmt.Sprintf("tag %d", h.arg)
	}
	return fmt.Sprintf("major type %d", h.major)
}

// readCBORHead reads a head and returns what follows it.
func readCBORHead(b []byte) (h cborHead, rest []byte, err error) {
	if len(b) == 0 {
		return h, nil, io.ErrUnexpectedEOF
	}
	h.major = b[0] >> 5
	info, b := b[0]&0x1f, b[1:]
	switch {
	case info < 24:
		h.arg = uint64(info)
	case info < 28:
		n := 1 << (info - 24)
		if len(b) < n {
			return h, nil, io.ErrUnexpectedEOF
		}
		for _, c := range b[:n] {
			h.arg = h.arg<<8 | uint64(c)
		}
		b = b[n:]
	case info == 31:
		h.indefinite = true
	default:
		return h, nil, fmt.Errorf("got initial byte 0x%02x, which CBOR does not have", h.major<<5|info)
	}
	return h, b, nil
}

// readCBORItem is readCBORHead for an item that may be marked as CBOR.
func readCBORItem(b []byte) (h cborHead, rest []byte, err error) {
	h.major, h.arg = cborTag, cborTagMark
	for rest = b; err == nil && h.major == cborTag && h.arg == cborTagMark; {
		h, rest, err = readCBORHead(rest)
	}
	return h, rest, err
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

// What of MessagePack is used here.
const (
	msgpackNil     = 0xc0
	msgpackArray   = 0x90 // and the length, below 16
	msgpackArray16 = 0xdc // and the length in 2 bytes
	msgpackArray32 = 0xdd // and the length in 4 bytes

	msgpackBin16 = "\xc4\x10" // bin 8 of 16 bytes
	msgpackSize  = len(msgpackBin16) + len(UUID{})
)

// MarshalMsgpack implements the Marshaler of vmihailenco/msgpack: nil, or bin
// 8 with 16 bytes. A [UUID] needs no such method: that library asks
// [UUID.MarshalBinary], which makes the same bytes.
func (n NullUUID) MarshalMsgpack() ([]byte, error) {
	if !n.Valid {
		return []byte{msgpackNil}, nil
	}
	return append(append(make([]byte, 0, msgpackSize), msgpackBin16...), n.UUID[:]...), nil
}

// UnmarshalMsgpack implements the Unmarshaler of vmihailenco/msgpack: nil, and
// what that library reads for a [UUID], 16 bytes of bin or str.
func (n *NullUUID) UnmarshalMsgpack(data []byte) error {
	if len(data) == 1 && data[0] == msgpackNil {
		*n = NullUUID{}
		return nil
	}
	u, rest, err := readMsgpack(data)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("got %d bytes after the UUID", len(rest))
	}
	return n.set("UnmarshalMsgpack", u, err)
}

// isPlainMsgpack reports whether b begins with a UUID as bin 8.
func isPlainMsgpack(b []byte) bool {
	return len(b) >= msgpackSize && string(b[:len(msgpackBin16)]) == msgpackBin16
}

// readMsgpack reads the UUID at the beginning of b and returns what follows it.
func readMsgpack(b []byte) (u UUID, rest []byte, err error) {
	for _, head := range [...]string{
		msgpackBin16, "\xc5\x00\x10", "\xc6\x00\x00\x00\x10", // bin 8, 16 and 32
		// Before there was bin, str was bytes. Some encoders write it so still.
		"\xb0", "\xd9\x10", "\xda\x00\x10", "\xdb\x00\x00\x00\x10",
	} {
		if n := len(head) + len(u); len(b) >= n && string(b[:len(head)]) == head {
			return UUID(b[len(head):n]), b[n:], nil
		}
	}
	return UUID{}, nil, fmt.Errorf("got % x, want bin or str of 16 bytes", b[:min(len(b), 24)])
}
