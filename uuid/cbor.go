package uuid

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// What of CBOR is used here (RFC 8949, sections 3 and 3.4).
const (
	cborBytes = 2 // the major types
	cborArray = 4
	cborTag   = 6

	cborNoBytes   = 0x40 // initial bytes
	cborNull      = 0xf6
	cborUndefined = 0xf7
	cborBreak     = 0xff // the end of what has no length

	cborTagUUID  = 37    // binary UUID
	cborTagUint8 = 64    // typed array of bytes (RFC 8746), as JavaScript has them
	cborTagMark  = 55799 // self-described CBOR, which changes nothing

	cborPlain = "\xd8\x25\x50" // tag 37 and a byte string of 16
	cborSize  = len(cborPlain) + len(UUID{})
)

// MarshalCBOR implements the Marshaler of fxamacker/cbor: tag 37 and 16 bytes. The
// error is always nil. Modes that forbid tags reject it: use package cborx's Bare.
func (u UUID) MarshalCBOR() ([]byte, error) {
	return append(append(make([]byte, 0, cborSize), cborPlain...), u[:]...), nil
}

// UnmarshalCBOR implements the Unmarshaler of fxamacker/cbor. It reads a byte string
// of 16 bytes, untagged or with tag 37, and with tag 64 around the bytes, which
// JavaScript libraries write. Null and undefined leave u unchanged, as with every
// type in that library. Everything else is an error that leaves u unchanged, too.
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
		return errorOf("uuid.UnmarshalCBOR", err)
	}
	*u = v
	return nil
}

// MarshalCBOR implements the Marshaler of fxamacker/cbor: null, or what
// [UUID.MarshalCBOR] writes.
func (n NullUUID) MarshalCBOR() ([]byte, error) {
	if !n.Valid {
		return []byte{cborNull}, nil
	}
	return n.UUID.MarshalCBOR()
}

// UnmarshalCBOR implements the Unmarshaler of fxamacker/cbor: null, undefined, or what
// [UUID.UnmarshalCBOR] reads. An untagged byte string of no bytes is null, too, because
// that library writes it for google/uuid's null.
func (n *NullUUID) UnmarshalCBOR(data []byte) error {
	if isCBORNull(data) || len(data) == 1 && data[0] == cborNoBytes {
		*n = NullUUID{}
		return nil
	}
	u, err := fromCBOR(data)
	return n.set("uuid.NullUUID.UnmarshalCBOR", u, err)
}

// MarshalCBOR implements the Marshaler of fxamacker/cbor: null for nil, whatever the
// option NilContainers is, or an array of what [UUID.MarshalCBOR] writes. The error is
// always nil.
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
// or an array of what [UUID.UnmarshalCBOR] reads.
func (us *UUIDs) UnmarshalCBOR(data []byte) error {
	if isCBORNull(data) {
		*us = nil
		return nil
	}
	list, err := listFromCBOR(data)
	return us.set("uuid.UUIDs.UnmarshalCBOR", list, err)
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

// isPlainCBOR reports whether b begins with a UUID as MarshalCBOR writes it.
func isPlainCBOR(b []byte) bool {
	return len(b) >= cborSize && string(b[:len(cborPlain)]) == cborPlain
}

// readCBOR reads the UUID at the beginning of b and returns what follows it.
func readCBOR(b []byte) (u UUID, rest []byte, err error) {
	if isPlainCBOR(b) {
		return UUID(b[len(cborPlain):cborSize]), b[cborSize:], nil
	}
	h, rest, err := readCBORTags(b)
	n := 0
	switch {
	case err != nil:
	case h.major != cborBytes:
		err = fmt.Errorf("got %v, want a byte string of 16 bytes with tag 37 or none", h)
	case h.indefinite:
		n, rest, err = copyCBORChunks(u[:], rest)
	default:
		n, rest, err = copyCBORBytes(u[:], h, rest)
	}
	if err == nil && n != len(u) {
		err = fmt.Errorf("got a byte string of %d bytes, want 16", n)
	}
	return u, rest, err
}

// readCBORTags reads the tags that a UUID may have, and returns the head after them:
// tag 37 or 64, or 64 inside of 37, because cbor-redux tags the bytes of its UUIDs, too.
func readCBORTags(b []byte) (h cborHead, rest []byte, err error) {
	h, rest, err = readCBORItem(b)
	for _, tag := range [...]uint64{cborTagUUID, cborTagUint8} {
		if err == nil && h.major == cborTag && h.arg == tag {
			h, rest, err = readCBORHead(rest)
		}
	}
	return h, rest, err
}

// copyCBORBytes copies the byte string that begins with h and goes on with b.
func copyCBORBytes(dst []byte, h cborHead, b []byte) (n int, rest []byte, err error) {
	switch {
	case h.arg > uint64(len(dst)):
		return 0, nil, errors.New("got a byte string of more than 16 bytes")
	case h.arg > uint64(len(b)):
		return 0, nil, io.ErrUnexpectedEOF
	}
	n = copy(dst, b[:h.arg])
	return n, b[n:], nil
}

// copyCBORChunks copies a byte string without a length: the byte strings up to a
// break.
func copyCBORChunks(dst []byte, b []byte) (n int, rest []byte, err error) {
	for rest = b; ; {
		var h cborHead
		if h, rest, err = readCBORHead(rest); err != nil || h.isBreak() {
			return n, rest, err
		}
		if h.major != cborBytes || h.indefinite {
			return n, rest, fmt.Errorf("got a byte string with %v in it", h)
		}
		var copied int
		if copied, rest, err = copyCBORBytes(dst[n:], h, rest); err != nil {
			return n, rest, err
		}
		n += copied
	}
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
	if h.major == cborTag {
		return fmt.Sprintf("tag %d", h.arg)
	}
	return [8]string{
		"a number", "a negative number", "a byte string", "text", "an array", "a map",
		7: "null or another simple value",
	}[h.major]
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
