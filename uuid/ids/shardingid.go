package ids

import (
	"cmp"
	"database/sql/driver"
	"math"
	"strconv"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A ShardingID is Instagram's 64-bit identifier, which a function in PostgreSQL makes: 41
// bits of milliseconds since the epoch, 13 of the shard and a sequence of 10. Its text is
// the number of a bigint column, which is negative once the time needs all 41 bits: with
// [InstagramEpoch], from 2046 on.
//
// The sequence is that of a table. It does not start again with each millisecond: within
// one, ShardingIDs have no order.
//
// JSON has the number as a string. See [Snowflake] for the option string of a json tag.
type ShardingID int64

// ParseShardingID reads a decimal number of 64 bits, which may be negative.
func ParseShardingID(s string) (ShardingID, error) {
	const function = "ParseShardingID"
	if len(s) < 2 || s[0] != '-' {
		n, err := parseUint(function, s, 0, math.MaxInt64)
		return ShardingID(n), err
	}
	n, err := parseUint(function, s, 1, 1<<63)
	if err == nil && n == 0 {
		err = parseError(function, s, 1, "want no negative zero")
	}
	if err != nil {
		return 0, err
	}
	return ShardingID(-n), nil
}

// Time returns when the ShardingID was made, to the millisecond.
func (id ShardingID) Time(epoch Epoch) time.Time { return time.UnixMilli(id.milli(epoch)).UTC() }

func (id ShardingID) milli(epoch Epoch) int64 { return epoch.add(uint64(id) >> 23) }

// Shard returns the 13 bits of the logical shard.
func (id ShardingID) Shard() int { return int(id>>10) & 8191 }

// Sequence returns the 10 bits of the table's sequence.
func (id ShardingID) Sequence() int { return int(id) & 1023 }

// UUID returns a version 8 UUID that contains the ShardingID: 48 bits of Unix
// milliseconds, the number 5 in 10 bits, and the 64 of the ShardingID. UUIDs sort as
// their ShardingIDs, negative ones last. [ShardingIDFromUUID] is the way back. A time
// before 1970 is an error.
func (id ShardingID) UUID(epoch Epoch) (uuid.UUID, error) {
	return packSystem("ShardingID.UUID", shardingIDs, id.milli(epoch), uint64(id))
}

// ShardingIDFromUUID returns the ShardingID in a UUID of [ShardingID.UUID]. The caller
// says that there is one: the version, the number 5 and the time under the epoch are
// checked, but other version 8 UUIDs may have them by chance.
func ShardingIDFromUUID(u uuid.UUID, epoch Epoch) (ShardingID, error) {
	return unpackNumber[ShardingID]("ShardingIDFromUUID", shardingIDs, u, epoch, math.MaxUint64)
}

// String returns the decimal number.
func (id ShardingID) String() string { return strconv.FormatInt(int64(id), 10) }

// AppendText implements [encoding.TextAppender] with the text of String.
func (id ShardingID) AppendText(b []byte) ([]byte, error) {
	return strconv.AppendInt(b, int64(id), 10), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id ShardingID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseShardingID].
func (id *ShardingID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseShardingID) }

// Value implements [driver.Valuer] with an int64, for bigint columns.
func (id ShardingID) Value() (driver.Value, error) { return int64(id), nil }

// Scan implements [database/sql.Scanner]. It reads an int64, as a uint64 too, and the text.
func (id *ShardingID) Scan(src any) error {
	return scanNumber("ShardingID.Scan", id, src, anyNumber, ParseShardingID)
}

// Compare returns -1, 0 or +1: the order of the numbers.
func (id ShardingID) Compare(other ShardingID) int { return cmp.Compare(id, other) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the number in 8 bytes, most
// significant first. The error is always nil.
func (id ShardingID) MarshalBinary() ([]byte, error) { return numberBytes(id), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 8 bytes.
func (id *ShardingID) UnmarshalBinary(b []byte) error {
	return setNumberBytes("ShardingID.UnmarshalBinary", id, b, anyNumber)
}

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 8 bytes that go-redis writes, also if they are digits.
func (id *ShardingID) ScanRedis(s string) error { return scanRedis(id, 8, s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with a 64-bit
// integer. The error is always nil.
func (id ShardingID) MarshalBSONValue() (typ byte, data []byte, err error) { return bsonNumber(id) }

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads
// integers and the text. A double is an error, since it has lost bits of the number.
func (id *ShardingID) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSONNumber("ShardingID.UnmarshalBSONValue", id, typ, data, anyNumber, ParseShardingID)
}
