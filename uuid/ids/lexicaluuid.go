package ids

import (
	"encoding/binary"
	"time"
	"unsafe"

	"github.com/uuidkit/uuidkit/uuid"
)

// A LexicalUUID is the identifier of Twitter's client for Cassandra
// (https://github.com/twitter-archive/cassie): 64 bits of Unix microseconds and 64 of the
// worker, a hash of the host's name. Its text is hexadecimal digits with three hyphens:
// 0005d8a0-44ab-5780-85944171f73967e8. Bytes and texts sort by time. The original
// compares workers as signed numbers.
//
// A LexicalUUID converts to uuid.UUID with the same bits, too. Such a UUID has no
// version.
type LexicalUUID [16]byte

var lexicalUUIDText = newBitText("ParseLexicalUUID", "want a hexadecimal digit", hexDigits, 16, true, true)

// lexicalUUIDLen is the length of the text. Its hyphens are at 8, 13 and 18.
const lexicalUUIDLen = 35

// ParseLexicalUUID reads the text of 35 characters, in upper or lower case.
func ParseLexicalUUID(s string) (id LexicalUUID, err error) {
	if len(s) != lexicalUUIDLen {
		return id, parseError("ParseLexicalUUID", s, len(s), "want 35 characters")
	}
	var digits [32]byte
	n := 0
	for i := range len(s) {
		if i == 8 || i == 13 || i == 18 {
			if s[i] != '-' {
				return id, parseError("ParseLexicalUUID", s, i, "want -")
			}
			continue
		}
		if lexicalUUIDText.values[s[i]] == none {
			return id, parseError("ParseLexicalUUID", s, i, lexicalUUIDText.want)
		}
		digits[n] = s[i]
		n++
	}
	lexicalUUIDText.read(id[:], unsafe.String(&digits[0], len(digits)))
	return id, nil
}

// Time returns when the LexicalUUID was made. The original reads a clock of
// milliseconds, and adds a microsecond for each further LexicalUUID.
func (id LexicalUUID) Time() time.Time { return timeOf(binary.BigEndian.Uint64(id[:]), 1e6) }

// Worker returns the hash of the host's name.
func (id LexicalUUID) Worker() uint64 { return binary.BigEndian.Uint64(id[8:]) }

// UUID returns a version 8 UUID that contains the LexicalUUID: the lower 58 bits of its
// time, and its worker. UUIDs sort as the bytes do. [LexicalUUIDFromUUID] is the way
// back. A time after the year 11103 is an error.
func (id LexicalUUID) UUID() (uuid.UUID, error) {
	micro := binary.BigEndian.Uint64(id[:])
	if micro>>58 != 0 {
		return uuid.UUID{}, idError("LexicalUUID.UUID", id, "its time has more than 58 bits")
	}
	return pack(micro>>10, uint(micro)&1023, id.Worker()), nil
}

// LexicalUUIDFromUUID returns the LexicalUUID in a UUID of [LexicalUUID.UUID]. The caller
// says that there is one: only the version is checked.
func LexicalUUIDFromUUID(u uuid.UUID) (id LexicalUUID, err error) {
	a, b, c, err := unpack("LexicalUUIDFromUUID", u)
	if err != nil {
		return id, err
	}
	binary.BigEndian.PutUint64(id[:], a<<10|uint64(b))
	binary.BigEndian.PutUint64(id[8:], c)
	return id, nil
}

// String returns the text of 35 characters, in lower case.
func (id LexicalUUID) String() string { return string(id.appendText(nil)) }

func (id *LexicalUUID) appendText(b []byte) []byte {
	var digits [32]byte
	lexicalUUIDText.append(digits[:0], id[:])
	b = append(append(b, digits[:8]...), '-')
	b = append(append(b, digits[8:12]...), '-')
	b = append(append(b, digits[12:16]...), '-')
	return append(b, digits[16:]...)
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id LexicalUUID) AppendText(b []byte) ([]byte, error) { return id.appendText(b), nil }

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id LexicalUUID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseLexicalUUID].
func (id *LexicalUUID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseLexicalUUID) }
