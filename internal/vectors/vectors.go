// Package vectors holds what the tests of several packages share: UUIDs with
// their text, lengths that no decoder may take, and types with the method sets
// of the UUID packages in use, which the library module does not import.
package vectors

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/uuid"
)

// U is the UUID of the MongoDB specifications' examples. Every byte differs,
// so that no wrong byte order passes.
var U = uuid.UUID{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}

// Text is the canonical text of [U].
const Text = "00112233-4455-6677-8899-aabbccddeeff"

// Other is a UUID that is not U, to stand in a receiver that an error must
// leave alone.
var Other = uuid.UUID{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}

// All holds UUIDs of every version and variant, the RFC's own examples among
// them: every decoder takes them all.
var All = []string{
	"00000000-0000-0000-0000-000000000000",
	"ffffffff-ffff-ffff-ffff-ffffffffffff",
	Text,
	"f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
	"c232ab00-9414-11ec-b3c8-9f6bdeced846", // RFC 9562, appendix A, version 1
	"000003e8-9414-21ec-b300-9f6bdeced846", // 2
	"5df41881-3aed-3515-88a7-2f4a814cf09e", // 3
	"919108f7-52d1-4320-9bac-f847db4148a8", // 4
	"2ed6657d-e927-568b-95e1-2665a8aea6a2", // 5
	"1ec9414c-232a-6b00-b3c8-9f6bdeced846", // 6
	"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", // 7
	"2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", // 8
	"20202020-2020-2020-2020-202020202020", // spaces, were it text
	"33333333-3333-3333-3333-333333333333", // digits, were it text
	"6ccd780c-baba-1026-9564-5b8c656024db",
	"80000000-0000-f000-e000-000000000001",
}

// BadLengths are lengths of binary that no decoder takes.
var BadLengths = []int{0, 1, 3, 4, 15, 17, 20, 32, 36}

// Bytes returns n bytes that are not all alike.
func Bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(0xd0 + i)
	}
	return b
}

// Ptr returns a pointer to a copy of v: new(v), which Go has since 1.26.
func Ptr[T any](v T) *T { return &v }

// Plain has no methods at all: [16]byte, or a type defined over any UUID type.
type Plain [16]byte

// Std has the methods of the standard library's uuid.UUID.
type Std [16]byte

func (u Std) String() string                      { return uuid.UUID(u).String() }
func (u Std) MarshalText() ([]byte, error)        { return uuid.UUID(u).MarshalText() }
func (u Std) AppendText(b []byte) ([]byte, error) { return uuid.UUID(u).AppendText(b) }
func (u *Std) UnmarshalText(b []byte) error       { return (*uuid.UUID)(u).UnmarshalText(b) }
func (u Std) Compare(v Std) int                   { return uuid.UUID(u).Compare(uuid.UUID(v)) }

// Google has the methods of github.com/google/uuid, and the fault of its Scan:
// NULL and empty text keep the old value and are no error.
type Google [16]byte

func (u Google) String() string                 { return uuid.UUID(u).String() }
func (u Google) MarshalText() ([]byte, error)   { return uuid.UUID(u).MarshalText() }
func (u *Google) UnmarshalText(b []byte) error  { return (*uuid.UUID)(u).UnmarshalText(b) }
func (u Google) MarshalBinary() ([]byte, error) { return uuid.UUID(u).MarshalBinary() }
func (u *Google) UnmarshalBinary(b []byte) error {
	return (*uuid.UUID)(u).UnmarshalBinary(b)
}
func (u Google) Value() (driver.Value, error) { return uuid.UUID(u).Value() }
func (u *Google) Scan(src any) error {
	if src == nil || src == "" {
		return nil
	}
	return (*uuid.UUID)(u).Scan(src)
}

// Gofrs has the methods of github.com/gofrs/uuid/v5 from v5.4 on: google's and IsZero.
type Gofrs [16]byte

func (u Gofrs) String() string                  { return uuid.UUID(u).String() }
func (u Gofrs) MarshalText() ([]byte, error)    { return uuid.UUID(u).MarshalText() }
func (u *Gofrs) UnmarshalText(b []byte) error   { return (*uuid.UUID)(u).UnmarshalText(b) }
func (u Gofrs) MarshalBinary() ([]byte, error)  { return uuid.UUID(u).MarshalBinary() }
func (u *Gofrs) UnmarshalBinary(b []byte) error { return (*uuid.UUID)(u).UnmarshalBinary(b) }
func (u Gofrs) Value() (driver.Value, error)    { return uuid.UUID(u).Value() }
func (u *Gofrs) Scan(src any) error             { return (*uuid.UUID)(u).Scan(src) }
func (u Gofrs) IsZero() bool                    { return uuid.UUID(u).IsZero() }

// NullUUID is the nullable form that google's and gofrs's packages have.
type NullUUID struct {
	UUID  Google
	Valid bool
}

func (n NullUUID) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.Value()
}

func (n *NullUUID) Scan(src any) error {
	*n = NullUUID{}
	if src == nil {
		return nil
	}
	n.Valid = true
	return n.UUID.Scan(src)
}
