package typed

import (
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// An ID is the UUID of a K. IDs of one K are comparable and can be map keys. The zero
// value is the Nil UUID.
//
// An ID and every UUID type convert by a Go conversion: uuid.UUID(id), ID[K](u).
//
// K is a struct or another named type: a pointer or an interface has no prefix. If K or *K
// has a method Prefix() string, the text of an ID is a TypeID. The method is called on a
// zero value and must always return the same: at most 63 lower-case ASCII letters and
// underscores, with a letter first and last, or "". If it is not, the first use panics.
// A struct that embeds K has K's method and so K's prefix: give it a method of its own.
type ID[K any] [16]byte

// NewV7 returns a new ID, a [uuid.NewV7]. For other versions convert: ID[K](uuid.NewV4()).
func NewV7[K any]() ID[K] { return ID[K](uuid.NewV7()) }

// IsZero reports whether id is the Nil UUID: see [uuid.UUID.IsZero].
func (id ID[K]) IsZero() bool { return id == ID[K]{} }

// Compare returns -1, 0 or +1: see [uuid.UUID.Compare]. The texts are in the same order.
func (id ID[K]) Compare(other ID[K]) int { return uuid.UUID(id).Compare(uuid.UUID(other)) }

// Format implements [fmt.Formatter]. The verbs s, v and q print the text, x and X print 32
// hexadecimal digits.
func (id ID[K]) Format(f fmt.State, verb rune) {
	if verb == 'x' || verb == 'X' {
		uuid.UUID(id).Format(f, verb)
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), id.String())
}

// MarshalBinary implements [encoding.BinaryMarshaler] with the 16 bytes.
func (id ID[K]) MarshalBinary() ([]byte, error) { return uuid.UUID(id).MarshalBinary() }

// AppendBinary implements [encoding.BinaryAppender] with the 16 bytes.
func (id ID[K]) AppendBinary(b []byte) ([]byte, error) { return uuid.UUID(id).AppendBinary(b) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 16 bytes.
func (id *ID[K]) UnmarshalBinary(b []byte) error { return (*uuid.UUID)(id).UnmarshalBinary(b) }

// MarshalBSONValue implements the interface of MongoDB's driver v2: see
// [uuid.UUID.MarshalBSONValue].
func (id ID[K]) MarshalBSONValue() (typ byte, data []byte, err error) {
	return uuid.UUID(id).MarshalBSONValue()
}

// UnmarshalBSONValue implements the interface of MongoDB's driver v2: see
// [uuid.UUID.UnmarshalBSONValue].
func (id *ID[K]) UnmarshalBSONValue(typ byte, data []byte) error {
	return (*uuid.UUID)(id).UnmarshalBSONValue(typ, data)
}

// MarshalKey implements the KeyMarshaler of MongoDB's drivers with the canonical text: the
// key of a map in a document is stored as that of a [uuid.UUID] is. The error is always nil.
func (id ID[K]) MarshalKey() (string, error) { return uuid.UUID(id).String(), nil }

// UnmarshalKey implements the KeyUnmarshaler of MongoDB's drivers. It reads what [uuid.Parse]
// does and, if K has a prefix, TypeIDs with this prefix, which the option
// StringifyMapKeysWithFmt writes.
func (id *ID[K]) UnmarshalKey(key string) error { return id.scan("UnmarshalKey", key) }

// MarshalCBOR implements the interface of CBOR libraries: see [uuid.UUID.MarshalCBOR].
func (id ID[K]) MarshalCBOR() ([]byte, error) { return uuid.UUID(id).MarshalCBOR() }

// UnmarshalCBOR implements the interface of CBOR libraries: see
// [uuid.UUID.UnmarshalCBOR].
func (id *ID[K]) UnmarshalCBOR(data []byte) error { return (*uuid.UUID)(id).UnmarshalCBOR(data) }
