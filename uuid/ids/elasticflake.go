package ids

import (
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

// An Elasticflake is the identifier of https://github.com/ppearcy/elasticflake, as
// Elasticsearch made them in 2014: 48 bits of Unix milliseconds, 48 of the process and a
// sequence of 24. Its text is 20 digits of base64url. Bytes sort by time, but texts do
// not.
//
// Elasticsearch of today shuffles these bytes: its ids are not Elasticflakes.
type Elasticflake [15]byte

var elasticflakeDigits = digits.NewBase64(digits.URL64)

// ParseElasticflake reads the text of 20 characters.
func ParseElasticflake(s string) (Elasticflake, error) {
	return parse120("ParseElasticflake", s, elasticflakeDigits, "want a base64url digit")
}

// Time returns when the Elasticflake was made, to the millisecond.
func (id Elasticflake) Time() time.Time { return timeOf(get48(id[:]), 1e3) }

// Process returns the 6 bytes of the process: the MAC address, mixed with random bits.
func (id Elasticflake) Process() [6]byte { return [6]byte(id[6:]) }

// Sequence returns the 24 bits of the sequence, which starts anywhere.
func (id Elasticflake) Sequence() int { return int(binary.BigEndian.Uint32(id[11:]) & 0xffffff) }

// UUID returns a version 8 UUID that contains the Elasticflake: its 120 bits and two zero
// bits. UUIDs sort as the bytes do. [ElasticflakeFromUUID] is the way back.
func (id Elasticflake) UUID() uuid.UUID { return pack120(id) }

// ElasticflakeFromUUID returns the Elasticflake in a UUID of [Elasticflake.UUID]. The
// caller says that there is one: only the version and the two zero bits are checked.
func ElasticflakeFromUUID(u uuid.UUID) (Elasticflake, error) {
	id, err := unpack120("ElasticflakeFromUUID", u)
	return id, err
}

// String returns the text of 20 characters.
func (id Elasticflake) String() string { return text120(id, elasticflakeDigits) }

// AppendText implements [encoding.TextAppender] with the text of String.
func (id Elasticflake) AppendText(b []byte) ([]byte, error) {
	return append120(b, id, elasticflakeDigits), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id Elasticflake) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseElasticflake].
func (id *Elasticflake) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseElasticflake) }
