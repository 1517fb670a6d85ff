package ids

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// A SID is an identifier of https://github.com/chilts/sid: 63 bits of Unix nanoseconds,
// until 2262, and 63 random bits, each behind a zero bit. It has four texts; String
// returns that of the original's Id function. Bytes and texts sort by time.
//
// The original's random bits can be guessed. A SID converts to uuid.UUID with the same
// bits, too. Such a UUID has no version.
type SID [16]byte

// The texts of a SID are two numbers with a hyphen between them. They have as many digits as
// the largest number needs.
var (
	sidBase64  = newSIDText(11, digits.Decimal+digits.Upper+"_"+digits.Lower+"~", "want a digit of a SID")
	sidBase32  = newSIDText(13, digits.Hex32, "want a lower-case base32hex digit")
	sidHex     = newSIDText(16, digits.Hex, "want a lower-case hexadecimal digit")
	sidDecimal = newSIDText(19, digits.Decimal, "want a decimal digit")
)

type sidText struct {
	length int // of a number
	digits string
	values *digits.Values
	want   string // the reason of an error
}

func newSIDText(length int, text, want string) *sidText {
	return &sidText{length, text, digits.ValuesOf(text, false), want}
}

// ParseSID reads a SID in one of its four texts, which have different lengths:
//
//	1ZfKGd6jMK~-5YAl4PM_weQ                    String
//	1hqih183bip9v-5h2m08pb97eiq                Base32
//	18ea510a06b9653f-588ac0465693ba5a          Hex
//	1795336504964900159-6380123230456494682    Decimal
func ParseSID(s string) (SID, error) {
	const function = "ParseSID"
	for _, t := range []*sidText{sidBase64, sidBase32, sidHex, sidDecimal} {
		if len(s) != 2*t.length+1 {
			continue
		}
		a, at, reason := t.number(s, 0)
		if reason == "" && s[t.length] != '-' {
			at, reason = t.length, "want -"
		}
		var b uint64
		if reason == "" {
			b, at, reason = t.number(s, t.length+1)
		}
		if reason != "" {
			return SID{}, parseError(function, s, at, reason)
		}
		return SID(uuid.FromUint128(a, b)), nil
	}
	return SID{}, parseError(function, s, len(s), "want 23, 27, 33 or 39 characters")
}

// number reads the number that begins at the offset.
func (t *sidText) number(s string, from int) (n uint64, at int, reason string) {
	base := uint64(len(t.digits))
	large := false
	for i := range t.length {
		d := t.values[s[from+i]]
		if d < 0 {
			return 0, from + i, t.want
		}
		large = large || n > (math.MaxInt64-uint64(d))/base
		n = n*base + uint64(d)
	}
	if large {
		return 0, from, "more than 63 bits"
	}
	return n, 0, ""
}

// Time returns when the SID was made, to the nanosecond.
func (id SID) Time() time.Time { return timeOf(binary.BigEndian.Uint64(id[:]), 1e9) }

// Random returns the random number.
func (id SID) Random() int64 { return int64(binary.BigEndian.Uint64(id[8:])) }

// HashUUID returns a version 8 UUID of the time in milliseconds and 74 bits of the SHA-256
// of the SID's 16 bytes. The same SID has the same UUID. There is no way back, and SIDs
// of one millisecond have no order.
func (id SID) HashUUID() uuid.UUID {
	return hashed(binary.BigEndian.Uint64(id[:])/1e6, id[:])
}

// String returns the text of 23 characters.
func (id SID) String() string { return string(id.appendText(nil, sidBase64)) }

// Base32 returns the text of 27 characters.
func (id SID) Base32() string { return string(id.appendText(nil, sidBase32)) }

// Hex returns the text of 33 characters.
func (id SID) Hex() string { return string(id.appendText(nil, sidHex)) }

// Decimal returns the text of 39 characters.
func (id SID) Decimal() string {
	return fmt.Sprintf("%019d-%019d", binary.BigEndian.Uint64(id[:]), binary.BigEndian.Uint64(id[8:]))
}

func (id *SID) appendText(b []byte, t *sidText) []byte {
	b, text := grow(b, 2*t.length+1)
	t.put(text[:t.length], binary.BigEndian.Uint64(id[:]))
	text[t.length] = '-'
	t.put(text[t.length+1:], binary.BigEndian.Uint64(id[8:]))
	return b
}

func (t *sidText) put(dst []byte, n uint64) {
	base := uint64(len(t.digits))
	for i := len(dst) - 1; i >= 0; i-- {
		dst[i] = t.digits[n%base]
		n /= base
	}
}

// AppendText implements [encoding.TextAppender] with the text of String. A value without
// the two zero bits is no SID, and an error.
func (id SID) AppendText(b []byte) ([]byte, error) {
	if (id[0]|id[8])&0x80 != 0 {
		return nil, idError("SID.AppendText", id, "more than 63 bits")
	}
	return id.appendText(b, sidBase64), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id SID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSID].
func (id *SID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseSID) }
