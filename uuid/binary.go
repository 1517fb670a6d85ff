package uuid

import "github.com/uuidkit/uuidkit/internal/invalid"

// FromBytes returns the UUID of 16 bytes. Any other length is an error.
func FromBytes(b []byte) (UUID, error) {
	if len(b) != len(UUID{}) {
		return UUID{}, lengthError("uuid.FromBytes", b)
	}
	return UUID(b), nil
}

func lengthError(caller string, b []byte) error {
	return invalid.Errorf("%s: got %d bytes, want 16", caller, len(b))
}

// AppendBinary implements [encoding.BinaryAppender] with the 16 bytes. The error is
// always nil.
func (u UUID) AppendBinary(b []byte) ([]byte, error) {
	return append(b, u[:]...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler] with the 16 bytes, for
// encoding/gob and MessagePack libraries. The error is always nil.
func (u UUID) MarshalBinary() ([]byte, error) {
	return u[:], nil // u is a copy
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 16 bytes, and
// leaves u unchanged on error.
func (u *UUID) UnmarshalBinary(b []byte) error {
	if len(b) != len(u) {
		return lengthError("uuid.UnmarshalBinary", b)
	}
	*u = UUID(b)
	return nil
}

// GUIDBytes returns u in the byte order of SQL Server's uniqueidentifier and .NET's
// Guid.ToByteArray: the first three fields (4, 2 and 2 bytes) are little-endian.
func (u UUID) GUIDBytes() [16]byte {
	return [16]byte{
		u[3], u[2], u[1], u[0],
		u[5], u[4],
		u[7], u[6],
		u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15],
	}
}

// FromGUIDBytes is the inverse of [UUID.GUIDBytes].
func FromGUIDBytes(b [16]byte) UUID {
	return UUID(UUID(b).GUIDBytes()) // the swap is its own inverse
}
