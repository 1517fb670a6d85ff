package ids

import (
	"encoding/binary"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A COMB is what the .NET library RT.Comb makes: a version 4 UUID with the time in 48 of
// its bits. Its text is that of a UUID.
type COMB [16]byte

// A COMBLayout says where a COMB has its time. The COMB itself does not.
type COMBLayout uint8

// The layouts of RT.Comb.
const (
	COMBSQLServer  COMBLayout = iota // Unix milliseconds in the last 6 bytes, which SQL Server compares first
	COMBPostgreSQL                   // Unix milliseconds in the first 6 bytes: bytes and texts sort by time
	COMBLegacy                       // SQL Server's datetime in the last 6 bytes
)

// ParseCOMB reads the 36 characters of a version 4 UUID, in upper or lower case, and
// those of the zero value.
func ParseCOMB(s string) (COMB, error) {
	u, err := parseV4("ParseCOMB", s)
	return COMB(u), err
}

// Time returns when the COMB was made, to the millisecond, and true; or false if the bits
// are not a time of that layout, which only COMBLegacy can tell.
func (id COMB) Time(layout COMBLayout) (time.Time, bool) {
	switch layout {
	case COMBSQLServer:
		return timeOf(get48(id[10:]), 1e3), true
	case COMBPostgreSQL:
		return timeOf(get48(id[:]), 1e3), true
	case COMBLegacy:
		// Days since 1900, and 1/300 s since midnight.
		days, ticks := binary.BigEndian.Uint16(id[10:]), binary.BigEndian.Uint32(id[12:])
		if ticks >= 24*60*60*300 {
			return time.Time{}, false
		}
		// SQL Server rounds to .000, .003 and .007.
		milli := (uint64(ticks)*10 + 1) / 3
		return time.Date(1900, 1, 1+int(days), 0, 0, 0, 0, time.UTC).Add(time.Duration(milli) * time.Millisecond), true
	}
	return time.Time{}, false
}

// UUID returns the same bits, which are a UUID of version 4.
func (id COMB) UUID() uuid.UUID { return uuid.UUID(id) }

// COMBFromUUID returns the same bits. The caller says that they are a COMB: only the
// version is checked, and every version 4 UUID passes.
func COMBFromUUID(u uuid.UUID) (COMB, error) {
	if err := checkV4("COMBFromUUID", u); err != nil {
		return COMB{}, err
	}
	return COMB(u), nil
}

// String returns the text of a UUID, in lower case.
func (id COMB) String() string { return uuid.UUID(id).String() }

// AppendText implements [encoding.TextAppender] with the text of String. A UUID of another
// version is an error.
func (id COMB) AppendText(b []byte) ([]byte, error) {
	return appendV4(b, "COMB.AppendText", uuid.UUID(id))
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id COMB) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseCOMB].
func (id *COMB) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseCOMB) }
