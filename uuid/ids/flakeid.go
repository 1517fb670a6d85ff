package ids

import (
	"math"
	"strconv"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A FlakeID is an identifier of the npm package flake-idgen: 42 bits of milliseconds since
// the epoch (by default [UnixEpoch]), 10 of the machine and a counter of 12. Its text is
// the decimal number. Its 8 bytes are this number, big-endian.
//
// Numbers sort by time. Texts do so only if they have the same number of digits. As an
// int64, a FlakeID of UnixEpoch is negative from 2039 on.
//
// JSON has the number as a string. See [Snowflake] for the option string of a json tag.
type FlakeID uint64

// ParseFlakeID reads a decimal number from 0 to 18446744073709551615.
func ParseFlakeID(s string) (FlakeID, error) {
	n, err := parseUint("ParseFlakeID", s, 0, math.MaxUint64)
	return FlakeID(n), err
}

// Time returns when the FlakeID was made, to the millisecond. The epoch is the option of
// that name.
func (id FlakeID) Time(epoch Epoch) time.Time { return time.UnixMilli(id.milli(epoch)).UTC() }

func (id FlakeID) milli(epoch Epoch) int64 { return epoch.add(uint64(id) >> 22) }

// Machine returns the 10 bits of the machine, which are the option "id", or "datacenter"
// in the upper 5 and "worker" in the lower 5.
func (id FlakeID) Machine() int { return int(id>>12) & 1023 }

// Counter returns the number within the millisecond.
func (id FlakeID) Counter() int { return int(id & 4095) }

// UUID returns a version 8 UUID that contains the FlakeID: 48 bits of Unix milliseconds,
// the number 8 in 10 bits, and the 64 of the FlakeID. UUIDs sort as their FlakeIDs.
// [FlakeIDFromUUID] is the way back. A time before 1970 is an error.
func (id FlakeID) UUID(epoch Epoch) (uuid.UUID, error) {
	return packSystem("FlakeID.UUID", flakeIDs, id.milli(epoch), uint64(id))
}

// FlakeIDFromUUID returns the FlakeID in a UUID of [FlakeID.UUID]. The caller says that
// there is one: the version, the number 8 and the time under the epoch are checked, but
// other version 8 UUIDs may have them by chance.
func FlakeIDFromUUID(u uuid.UUID, epoch Epoch) (FlakeID, error) {
	return unpackNumber[FlakeID]("FlakeIDFromUUID", flakeIDs, u, epoch, math.MaxUint64)
}

// String returns the decimal number.
func (id FlakeID) String() string { return strconv.FormatUint(uint64(id), 10) }

// AppendText implements [encoding.TextAppender] with the text of String.
func (id FlakeID) AppendText(b []byte) ([]byte, error) {
	return strconv.AppendUint(b, uint64(id), 10), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id FlakeID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseFlakeID].
func (id *FlakeID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseFlakeID) }
