package ids

import (
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Flake is Boundary's 128-bit identifier (https://github.com/boundary/flake): 64 bits
// of Unix milliseconds, 48 of the MAC address and a sequence of 16. Its text is base62
// without leading zeros. Bytes sort by time; so do texts of 18 characters, which are those
// of 1975 to 2284.
//
// A Flake converts to uuid.UUID with the same bits, too. Such a UUID has no version.
type Flake [16]byte

// maxFlake is the text of 16 bytes 0xff.
const maxFlake = "7n42DGM5Tflk9n8mt7Fhc7"

// ParseFlake reads base62 without leading zeros, up to 7n42DGM5Tflk9n8mt7Fhc7.
func ParseFlake(s string) (id Flake, err error) {
	at, reason := 0, ""
	switch {
	case s == "" || len(s) > len(maxFlake):
		at, reason = len(s), "want 1 to 22 characters"
	case s[0] == '0' && len(s) > 1:
		reason = "want no leading zero"
	default:
		at, reason = readBase62(id[:], s, maxFlake)
	}
	if reason != "" {
		return Flake{}, parseError("ParseFlake", s, at, reason)
	}
	return id, nil
}

// Time returns when the Flake was made, to the millisecond.
func (id Flake) Time() time.Time { return timeOf(binary.BigEndian.Uint64(id[:]), 1e3) }

// MAC returns the address of the machine that made the Flake.
func (id Flake) MAC() [6]byte { return [6]byte(id[8:]) }

// Sequence returns the number within the millisecond. The original starts again at zero
// after 65535: such a Flake may be a duplicate.
func (id Flake) Sequence() int { return int(binary.BigEndian.Uint16(id[14:])) }

// UUID returns a version 8 UUID that contains the Flake: the lower 48 bits of its time,
// the number 4 in 10 bits, and its last 64. UUIDs sort as their Flakes. [FlakeFromUUID]
// is the way back. A time after the year 10889 is an error.
func (id Flake) UUID() (uuid.UUID, error) {
	milli := binary.BigEndian.Uint64(id[:])
	if milli > maxUnixMilli {
		return uuid.UUID{}, idError("Flake.UUID", id, "its time has more than 48 bits")
	}
	return pack(milli, uint(flakes), binary.BigEndian.Uint64(id[8:])), nil
}

// FlakeFromUUID returns the Flake in a UUID of [Flake.UUID]. The caller says that there
// is one: the version and the number 4 are checked, but other version 8 UUIDs may have
// them by chance.
func FlakeFromUUID(u uuid.UUID) (id Flake, err error) {
	milli, n, err := unpackSystem("FlakeFromUUID", flakes, u)
	if err != nil {
		return id, err
	}
	binary.BigEndian.PutUint64(id[:], uint64(milli))
	binary.BigEndian.PutUint64(id[8:], n)
	return id, nil
}

// String returns the number in base62.
func (id Flake) String() string { return string(id.appendText(nil)) }

func (id *Flake) appendText(b []byte) []byte {
	var text [len(maxFlake)]byte
	putBase62(text[:], id[:])
	i := 0
	for i < len(text)-1 && text[i] == '0' {
		i++
	}
	return append(b, text[i:]...)
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id Flake) AppendText(b []byte) ([]byte, error) { return id.appendText(b), nil }

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id Flake) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseFlake].
func (id *Flake) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseFlake) }
