package ids

import (
	"encoding/binary"
	"errors"
	"time"

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

// A LexicalUUID has the text of a UUID without its last hyphen, which is byte 23.
const (
	lexicalUUIDLen = 35
	lastHyphen     = 23
)

// ParseLexicalUUID reads the text of 35 characters, in upper or lower case.
func ParseLexicalUUID(s string) (LexicalUUID, error) {
	const function = "ParseLexicalUUID"
	if len(s) != lexicalUUIDLen {
		return LexicalUUID{}, parseError(function, s, len(s), "want 35 characters")
	}
	var text [lexicalUUIDLen + 1]byte
	copy(text[:], s[:lastHyphen])
	text[lastHyphen] = '-'
	copy(text[lastHyphen+1:], s[lastHyphen:])
	var u uuid.UUID
	if err := u.UnmarshalText(text[:]); err != nil {
		var e *uuid.ParseError
		errors.As(err, &e)
		at := e.Offset
		if at > lastHyphen {
			at--
		}
		return LexicalUUID{}, parseError(function, s, at, e.Reason)
	}
	return LexicalUUID(u), nil
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
	var text [lexicalUUIDLen + 1]byte
	uuid.UUID(*id).AppendText(text[:0])
	return append(append(b, text[:lastHyphen]...), text[lastHyphen+1:]...)
}

// AppendText implements [encoding.TextAppender] with the text of String.
func (id LexicalUUID) AppendText(b []byte) ([]byte, error) { return id.appendText(b), nil }

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id LexicalUUID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseLexicalUUID].
func (id *LexicalUUID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseLexicalUUID) }
