package cborx

import (
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Bare is a UUID that is written and read as a byte string of 16 bytes without a
// tag, 17 bytes in all. Use it for protocols that forbid the tag, or all tags: COSE,
// CWT, CTAP2 and WebAuthn. Any UUID converts to and from Bare.
//
// Everything else is an error that leaves a Bare unchanged, except null and undefined:
// the cbor package ignores them for every value that can't be nil, and so does Bare.
type Bare [16]byte

// MarshalCBOR implements [cbor.Marshaler]. The error is always nil.
func (u Bare) MarshalCBOR() ([]byte, error) {
	return append(append(make([]byte, 0, 1+len(u)), bytes16), u[:]...), nil
}

// UnmarshalCBOR implements [cbor.Unmarshaler].
func (u *Bare) UnmarshalCBOR(data []byte) error {
	if isNull(data) {
		return nil
	}
	if len(data) != 1+len(u) || data[0] != bytes16 {
		return rejection(fmt.Sprintf("cborx.Bare: got % x, want a byte string of 16 bytes without a tag", data[:min(len(data), 24)]))
	}
	*u = Bare(data[1:])
	return nil
}

// A Tagged is a UUID that is written and read with tag 37, 19 bytes in all. It is the
// strict form of [uuid.UUID], which writes the same and reads other forms, too. Any
// UUID converts to and from Tagged.
//
// Everything else is an error that leaves a Tagged unchanged, except null and undefined:
// the cbor package ignores them for every value that can't be nil, and so does Tagged.
type Tagged [16]byte

// MarshalCBOR implements [cbor.Marshaler]. The error is always nil. Modes that
// forbid tags return an error for a Tagged.
func (u Tagged) MarshalCBOR() ([]byte, error) { return uuid.UUID(u).MarshalCBOR() }

// UnmarshalCBOR implements [cbor.Unmarshaler].
func (u *Tagged) UnmarshalCBOR(data []byte) error {
	if isNull(data) {
		return nil
	}
	if len(data) != 3+len(u) || data[0] != oneByteTag || data[1] != tag || data[2] != bytes16 {
		return rejection(fmt.Sprintf("cborx.Tagged: got % x, want 16 bytes with tag 37", data[:min(len(data), 24)]))
	}
	*u = Tagged(data[3:])
	return nil
}

// A rejection is the error of an item that is not a UUID, which is [uuid.ErrInvalid].
type rejection string

func (e rejection) Error() string        { return string(e) }
func (e rejection) Is(target error) bool { return target == uuid.ErrInvalid }

// Initial bytes of CBOR items (RFC 8949, section 3).
const (
	oneByteTag = 0xd8 // a tag number in one byte follows
	bytes16    = 0x50 // a byte string of 16 bytes
	null       = 0xf6
	undefined  = 0xf7
)

func isNull(data []byte) bool {
	return len(data) == 1 && (data[0] == null || data[0] == undefined)
}
