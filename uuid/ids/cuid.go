package ids

import (
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// A CUID is a collision-resistant identifier of the first version
// (https://github.com/paralleldrive/cuid), which its author has deprecated: the letter c
// and 24 digits of base36, which are 8 of Unix milliseconds, a counter of 4, a
// fingerprint of 4 of the process, and 8 random ones. It has no other form than this
// text, and the type is its ASCII. CUIDs sort by the millisecond. CUIDs from 1972 to 2059
// have this length. The zero value is no CUID.
//
// A CUID of version 2 contains no fields, only a hash.
type CUID [25]byte

var cuidValues = digits.ValuesOf(digits.Decimal+digits.Lower, false)

// ParseCUID reads the text of 25 characters, in lower case.
func ParseCUID(s string) (id CUID, err error) {
	if len(s) != len(id) {
		return id, parseError("ParseCUID", s, len(s), "want 25 characters")
	}
	if s[0] != 'c' {
		return id, parseError("ParseCUID", s, 0, "want c")
	}
	if i := cuidValues.Wrong(s); i >= 0 {
		return id, parseError("ParseCUID", s, i, "want a lower-case base36 digit")
	}
	copy(id[:], s)
	return id, nil
}

// Time returns when the CUID was made, to the millisecond.
func (id CUID) Time() time.Time { return timeOf(id.number(1, 9), 1e3) }

// Counter returns the number of the CUID in its process, from 0 to 36⁴-1.
func (id CUID) Counter() int { return int(id.number(9, 13)) }

// Fingerprint returns 2 digits of the process and 2 of the host's name.
func (id CUID) Fingerprint() string { return string(id[13:17]) }

// Random returns the 8 random digits.
func (id CUID) Random() string { return string(id[17:]) }

func (id *CUID) number(from, to int) (n uint64) {
	for _, c := range id[from:to] {
		n = n*36 + uint64(cuidValues[c])
	}
	return n
}

// HashUUID returns a version 8 UUID of the time in milliseconds and 74 bits of the SHA-256
// of the text. The same CUID has the same UUID. There is no way back, since a CUID has
// more than the 122 bits of a UUID, and CUIDs of one millisecond have no order.
func (id CUID) HashUUID() uuid.UUID { return hashed(id.number(1, 9), id[:]) }

// String returns the text.
func (id CUID) String() string { return string(id[:]) }

// AppendText implements [encoding.TextAppender] with the text. A value that is no CUID, as
// the zero value, is an error.
func (id CUID) AppendText(b []byte) ([]byte, error) {
	if _, err := ParseCUID(string(id[:])); err != nil {
		return nil, err
	}
	return append(b, id[:]...), nil
}

// MarshalText implements [encoding.TextMarshaler] with AppendText.
func (id CUID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseCUID].
func (id *CUID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseCUID) }
