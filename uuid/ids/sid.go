package ids

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A SID is an identifier of https://github.com/chilts/sid: 63 bits of Unix nanoseconds,
// until 2262, and 63 random bits, each behind a zero bit. It has four texts; String
// returns that of the original's Id function. Bytes and texts sort by time.
//
// The original's random bits can be guessed. A SID converts to uuid.UUID with the same
// bits, too. Such a UUID has no version.
type SID [16]byte

// The texts of a SID are two words with a hyphen between them. These are the words.
var (
	sidBase64 = newBitText("", "want a digit of a SID", decimalDigits+upper+"_"+lower+"~", 8, true, false)
	sidBase32 = newBitText("", "want a lower-case base32hex digit", decimalDigits+lower[:22], 8, true, false)
	sidHex    = newBitText("", "want a lower-case hexadecimal digit", hexDigits, 8, true, false)
)

// sidDecimal is the length of a word in decimal digits.
const sidDecimal = 19

// ParseSID reads a SID in one of four texts, which have different lengths:
//
//	1ZfKGd6jMK~-5YAl4PM_weQ                    String
//	1hqih183bk823-6crsuk6ivcll4                Base32
//	18ea510a06ba24e9-1bd2b5133214c308          Hex
//	1795336504964953327-0626930806033499922    Decimal
func ParseSID(s string) (id SID, err error) {
	half := len(s) / 2
	var words *bitText // nil: decimal
	switch half {
	case sidBase64.length:
		words = sidBase64
	case sidBase32.length:
		words = sidBase32
	case sidHex.length:
		words = sidHex
	}
	if len(s)%2 == 0 || words == nil && half != sidDecimal {
		return id, parseError("ParseSID", s, len(s), "want 23, 27, 33 or 39 characters")
	}
	if s[half] != '-' {
		return id, parseError("ParseSID", s, half, "want -")
	}
	for i := range 2 {
		b, word := id[8*i:8*i+8], s[i*(half+1):][:half]
		var at int
		var reason string
		if words == nil {
			at, reason = readSIDDecimal(b, word)
		} else {
			at, reason = words.read(b, word)
		}
		if reason == "" && b[0]&0x80 != 0 {
			at, reason = 0, "more than 63 bits"
		}
		if reason != "" {
			return SID{}, parseError("ParseSID", s, i*(half+1)+at, reason)
		}
	}
	return id, nil
}

func readSIDDecimal(b []byte, s string) (at int, reason string) {
	zeros := 0
	for zeros < len(s)-1 && s[zeros] == '0' {
		zeros++
	}
	n, at, reason := readUint(s[zeros:], 1<<63-1)
	if reason == tooLarge {
		reason = "more than 63 bits"
	}
	binary.BigEndian.PutUint64(b, n)
	return zeros + at, reason
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

func (id *SID) appendText(b []byte, t *bitText) []byte {
	return t.append(append(t.append(b, id[:8]), '-'), id[8:])
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
