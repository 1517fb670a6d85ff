package ids

import (
	"cmp"
	"database/sql/driver"
	"math"
	"strconv"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Sonyflake is an identifier of https://github.com/sony/sonyflake with its default
// layout: a zero bit, 39 bits of 10 ms since the epoch, a sequence of 8 and 16 of the
// machine. Its text is the decimal number.
//
// The default epoch of version 1 is [SonyflakeEpoch], that of version 2
// [SonyflakeV2Epoch]. A Sonyflake does not contain which, nor whether other bits were
// chosen.
//
// JSON has the number as a string. See [Snowflake] for the option string of a json tag.
type Sonyflake int64

// ParseSonyflake reads a decimal number from 0 to 9223372036854775807.
func ParseSonyflake(s string) (Sonyflake, error) {
	n, err := parseUint("ParseSonyflake", s, 0, math.MaxInt64)
	return Sonyflake(n), err
}

// Time returns when the Sonyflake was made, to 10 milliseconds.
func (id Sonyflake) Time(epoch Epoch) time.Time { return time.UnixMilli(id.milli(epoch)).UTC() }

// milli counts in units of 10 ms of Unix time, as the original does.
func (id Sonyflake) milli(epoch Epoch) int64 { return (epoch / 10).add(uint64(id)>>24) * 10 }

// Sequence returns the number within the 10 milliseconds.
func (id Sonyflake) Sequence() int { return int(id>>16) & 255 }

// Machine returns the 16 bits of the machine: by default, the end of its IP address.
func (id Sonyflake) Machine() int { return int(id) & 65535 }

// UUID returns a version 8 UUID that contains the Sonyflake: 48 bits of Unix
// milliseconds, the number 9 in 10 bits, and the 64 of the Sonyflake. UUIDs sort as
// their Sonyflakes. [SonyflakeFromUUID] is the way back. A negative Sonyflake and a time
// before 1970 are errors.
func (id Sonyflake) UUID(epoch Epoch) (uuid.UUID, error) {
	if id < 0 {
		return uuid.UUID{}, idError("Sonyflake.UUID", id, "negative")
	}
	return packSystem("Sonyflake.UUID", sonyflakes, id.milli(epoch), uint64(id))
}

// SonyflakeFromUUID returns the Sonyflake in a UUID of [Sonyflake.UUID]. The caller says
// that there is one: the version, the number 9 and the time under the epoch are checked,
// but other version 8 UUIDs may have them by chance.
func SonyflakeFromUUID(u uuid.UUID, epoch Epoch) (Sonyflake, error) {
	return unpackNumber[Sonyflake]("SonyflakeFromUUID", sonyflakes, u, epoch, math.MaxInt64)
}

// String returns the decimal number.
func (id Sonyflake) String() string { return strconv.FormatInt(int64(id), 10) }

// AppendText implements [encoding.TextAppender] with the text of String. A negative number
// is no Sonyflake, and an error.
func (id Sonyflake) AppendText(b []byte) ([]byte, error) {
	if id < 0 {
		return nil, idError("Sonyflake.AppendText", id, "negative")
	}
	return strconv.AppendInt(b, int64(id), 10), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id Sonyflake) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSonyflake].
func (id *Sonyflake) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseSonyflake) }

// Value implements [driver.Valuer] with an int64, for bigint columns. A negative number is no
// Sonyflake, and is returned with an error.
func (id Sonyflake) Value() (driver.Value, error) {
	if id < 0 {
		// GORM drops the error of a value in a map or a struct, and a nil would become IS
		// NULL, in a DELETE too.
		return int64(id), idError("Sonyflake.Value", id, "negative")
	}
	return int64(id), nil
}

// Scan implements [database/sql.Scanner]. It reads an int64 that is not negative, as a uint64 too, and
// the text.
func (id *Sonyflake) Scan(src any) error {
	return scanNumber("Sonyflake.Scan", id, src, 0, ParseSonyflake)
}

// Compare returns -1, 0 or +1: the order of the numbers.
func (id Sonyflake) Compare(other Sonyflake) int { return cmp.Compare(id, other) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the number in 8 bytes, most
// significant first. A negative number is no Sonyflake, and an error.
func (id Sonyflake) MarshalBinary() ([]byte, error) {
	if id < 0 {
		return nil, idError("Sonyflake.MarshalBinary", id, "negative")
	}
	return numberBytes(id), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 8 bytes.
func (id *Sonyflake) UnmarshalBinary(b []byte) error {
	return setNumberBytes("Sonyflake.UnmarshalBinary", id, b, 0)
}

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 8 bytes that go-redis writes, also if they are digits.
func (id *Sonyflake) ScanRedis(s string) error { return scanRedis(id, 8, s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with a 64-bit
// integer. A negative number is no Sonyflake, and an error.
func (id Sonyflake) MarshalBSONValue() (typ byte, data []byte, err error) {
	if id < 0 {
		return 0, nil, idError("Sonyflake.MarshalBSONValue", id, "negative")
	}
	return bsonNumber(id)
}

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads
// integers and the text. A double is an error, since it has lost bits of the number.
func (id *Sonyflake) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSONNumber("Sonyflake.UnmarshalBSONValue", id, typ, data, 0, ParseSonyflake)
}
