package ids

import (
	"database/sql/driver"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A PushID is the key that Firebase's push method makes: 48 bits of Unix milliseconds,
// until the year 10889, and 72 random bits. Its text is 20 digits of 6 bits in the order
// of ASCII. Bytes and texts sort by time.
type PushID [15]byte

var pushIDText = newBitText("ParsePushID", "want a digit of a push ID", "-"+decimalDigits+upper+"_"+lower, 15, true, false)

var pushIDs series

// NewPushID returns a new PushID. PushIDs of one process are in order: within a
// millisecond the random bits grow by one. Where they overflow, Firebase's code starts
// again at zero, and NewPushID uses the next millisecond. It absorbs clock steps back of
// up to a second.
//
// Who knows a PushID can guess the next one. Never use one as a secret.
func NewPushID() (id PushID) {
	pushIDs.next(id[:], unixMilli())
	return id
}

// ParsePushID reads the text of 20 characters. Upper and lower case differ.
func ParsePushID(s string) (id PushID, err error) {
	err = pushIDText.decode(id[:], s)
	return id, err
}

// Time returns when the PushID was made, to the millisecond.
func (id PushID) Time() time.Time { return timeOf(get48(id[:]), 1e3) }

// Random returns the 72 random bits.
func (id PushID) Random() [9]byte { return [9]byte(id[6:]) }

// UUID returns a version 8 UUID that contains the PushID: its 120 bits and two zero
// bits. UUIDs sort as their PushIDs. [PushIDFromUUID] is the way back.
func (id PushID) UUID() uuid.UUID { return pack120(id) }

// PushIDFromUUID returns the PushID in a UUID of [PushID.UUID]. The caller says that
// there is one: only the version and the two zero bits are checked.
func PushIDFromUUID(u uuid.UUID) (PushID, error) {
	id, err := unpack120("PushIDFromUUID", u)
	return id, err
}

// String returns the text of 20 characters.
func (id PushID) String() string { return pushIDText.text(id[:]) }

// AppendText implements [encoding.TextAppender] with the text of String.
func (id PushID) AppendText(b []byte) ([]byte, error) { return pushIDText.append(b, id[:]), nil }

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id PushID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePushID].
func (id *PushID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParsePushID) }

// Value implements [driver.Valuer] with the text of String.
func (id PushID) Value() (driver.Value, error) { return id.String(), nil }

// Scan implements [database/sql.Scanner]. It reads the text and 15 bytes.
func (id *PushID) Scan(src any) error {
	return scan(id, src, ParsePushID, id[:], pushIDText.isText)
}
