package ids

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Snowflake is an identifier of Twitter's (now X's) scheme, which Discord and others
// use with epochs of their own: a zero bit, 41 bits of milliseconds since the epoch, 10 of
// the machine and a sequence of 12. Its text is the decimal number.
//
// Numbers sort by time. Texts do so only if they have the same number of digits.
// JSON has the number as a string, since JavaScript has no integers of 64 bits.
// Remove the option string from a json tag: encoding/json up to Go 1.26 does not read with
// it what it writes.
type Snowflake int64

// ParseSnowflake reads a decimal number from 0 to 9223372036854775807.
func ParseSnowflake(s string) (Snowflake, error) {
	n, err := parseUint("ParseSnowflake", s, 0, math.MaxInt64)
	return Snowflake(n), err
}

// Time returns when the Snowflake was made, to the millisecond.
func (id Snowflake) Time(epoch Epoch) time.Time { return time.UnixMilli(id.milli(epoch)).UTC() }

func (id Snowflake) milli(epoch Epoch) int64 { return epoch.add(uint64(id) >> 22) }

// Machine returns the 10 bits of the machine. Twitter's upper 5 were the data center, and
// the lower 5 the worker.
func (id Snowflake) Machine() int { return int(id>>12) & 1023 }

// Sequence returns the number within the millisecond.
func (id Snowflake) Sequence() int { return int(id) & 4095 }

// UUID returns a version 8 UUID that contains the Snowflake: 48 bits of Unix
// milliseconds, the number 3 in 10 bits, and the 64 of the Snowflake. UUIDs sort as
// their Snowflakes. [SnowflakeFromUUID] is the way back. A negative Snowflake and a time
// before 1970 are errors.
func (id Snowflake) UUID(epoch Epoch) (uuid.UUID, error) {
	if id < 0 {
		return uuid.UUID{}, idError("Snowflake.UUID", id, "negative")
	}
	return packSystem("Snowflake.UUID", snowflakes, id.milli(epoch), uint64(id))
}

// SnowflakeFromUUID returns the Snowflake in a UUID of [Snowflake.UUID]. The caller says
// that there is one: the version, the number 3 and the time under the epoch are checked,
// but other version 8 UUIDs may have them by chance.
func SnowflakeFromUUID(u uuid.UUID, epoch Epoch) (Snowflake, error) {
	return unpackNumber[Snowflake]("SnowflakeFromUUID", snowflakes, u, epoch, math.MaxInt64)
}

// String returns the decimal number.
func (id Snowflake) String() string { return strconv.FormatInt(int64(id), 10) }

// AppendText implements [encoding.TextAppender] with the text of String. A negative number
// is no Snowflake, and an error.
func (id Snowflake) AppendText(b []byte) ([]byte, error) {
	if id < 0 {
		return nil, idError("Snowflake.AppendText", id, "negative")
	}
	return strconv.AppendInt(b, int64(id), 10), nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id Snowflake) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSnowflake].
func (id *Snowflake) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseSnowflake) }

// Value implements [driver.Valuer] with an int64, for bigint columns. A negative number is
// no Snowflake, and is returned with an error.
func (id Snowflake) Value() (driver.Value, error) {
	if id < 0 {
		// GORM drops the error of a value in a map or a struct, and a nil would become IS
		// NULL, in a DELETE too.
		return int64(id), idError("Snowflake.Value", id, "negative")
	}
	return int64(id), nil
}

// Scan implements [database/sql.Scanner]. It reads an int64 that is not negative, as a
// uint64 too, and the text.
func (id *Snowflake) Scan(src any) error {
	return scanNumber("Snowflake.Scan", id, src, 0, ParseSnowflake)
}

// Compare returns -1, 0 or +1: the order of the numbers.
func (id Snowflake) Compare(other Snowflake) int { return cmp.Compare(id, other) }

// MarshalBinary implements [encoding.BinaryMarshaler] with the number in 8 bytes, most
// significant first. A negative number is no Snowflake, and an error.
func (id Snowflake) MarshalBinary() ([]byte, error) {
	if id < 0 {
		return nil, idError("Snowflake.MarshalBinary", id, "negative")
	}
	return numberBytes(id), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads 8 bytes.
func (id *Snowflake) UnmarshalBinary(b []byte) error {
	return setNumberBytes("Snowflake.UnmarshalBinary", id, b, 0)
}

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is read
// into. It reads the text, and the 8 bytes that go-redis writes, also if they are digits.
func (id *Snowflake) ScanRedis(s string) error { return scanRedis(id, 8, s) }

// MarshalBSONValue implements the ValueMarshaler of MongoDB's driver v2 with a 64-bit
// integer. A negative number is no Snowflake, and an error.
func (id Snowflake) MarshalBSONValue() (typ byte, data []byte, err error) {
	if id < 0 {
		return 0, nil, idError("Snowflake.MarshalBSONValue", id, "negative")
	}
	return bsonNumber(id)
}

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's driver v2. It reads
// integers and the text. A double is an error, since it has lost bits of the number.
func (id *Snowflake) UnmarshalBSONValue(typ byte, data []byte) error {
	return setBSONNumber("Snowflake.UnmarshalBSONValue", id, typ, data, 0, ParseSnowflake)
}

// A SnowflakeGenerator makes Snowflakes for a machine. Its zero value is ready to use.
// Several goroutines may share it. Do not change the fields and do not copy it after its
// first use.
//
// No two of them may have the same Machine at the same time, nor may one begin in a
// millisecond that another of its Machine has used.
type SnowflakeGenerator struct {
	Epoch   Epoch            // zero means that of Unix
	Machine int              // its number, 0 to 1023
	Clock   func() time.Time // nil means time.Now; one goroutine at a time calls it

	mu   sync.Mutex
	next Snowflake // the least that may come next
}

// NewSnowflake returns a new Snowflake, greater than the one before. A millisecond has
// 4,096: then it waits for the next one, until ctx ends. It returns an error if the clock is
// behind the last Snowflake, as the original does, or outside the 41 bits since the Epoch,
// and for a Machine that there is not.
func (g *SnowflakeGenerator) NewSnowflake(ctx context.Context) (Snowflake, error) {
	for {
		id, err := g.try()
		if err == nil {
			return id, nil
		}
		if err == errFull {
			timer := time.NewTimer(100 * time.Microsecond)
			select {
			case <-timer.C:
				continue
			case <-ctx.Done():
				timer.Stop()
				err = fmt.Errorf("%w: %w", err, context.Cause(ctx))
			}
		}
		return 0, fmt.Errorf("ids.SnowflakeGenerator.NewSnowflake: %w", err)
	}
}

var errFull = errors.New("all 4096 Snowflakes of the millisecond are made")

// try is NewSnowflake without the waiting.
func (g *SnowflakeGenerator) try() (Snowflake, error) {
	if g.Machine < 0 || g.Machine > 1023 {
		return 0, fmt.Errorf("Machine is %d, want 0 to 1023", g.Machine)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now
	if g.Clock != nil {
		now = g.Clock
	}
	t := now()
	milli := t.UnixMilli() - int64(g.Epoch)
	if milli < 0 || milli >= 1<<41 || t.Year() > 1e6 { // UnixMilli overflows then
		return 0, fmt.Errorf("the time %v is outside the 41 bits since %v", t.UTC(), g.Epoch.Time())
	}
	id := Snowflake(milli)<<22 | Snowflake(g.Machine)<<12
	switch last := g.next - 1; {
	case g.next == 0 || milli > int64(last>>22):
	case milli < int64(last>>22):
		return 0, fmt.Errorf("the clock is %d ms behind the last Snowflake", int64(last>>22)-milli)
	case last.Sequence() == 4095:
		return 0, errFull
	default:
		id = g.next
	}
	g.next = id + 1
	return id, nil
}
