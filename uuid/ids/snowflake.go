package ids

import (
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
// no Snowflake, and an error.
func (id Snowflake) Value() (driver.Value, error) {
	if id < 0 {
		return nil, idError("Snowflake.Value", id, "negative")
	}
	return int64(id), nil
}

// Scan implements [database/sql.Scanner]. It reads an int64 that is not negative, and the
// text.
func (id *Snowflake) Scan(src any) error {
	if n, ok := src.(int64); ok {
		if n < 0 {
			return idError("Snowflake.Scan", Snowflake(n), "negative")
		}
		*id = Snowflake(n)
		return nil
	}
	return scan(id, src, ParseSnowflake, nil, nil)
}

// A SnowflakeGenerator makes Snowflakes. Its methods may be called from several
// goroutines.
type SnowflakeGenerator struct {
	epoch   Epoch
	machine Snowflake

	mu   sync.Mutex
	last Snowflake // -1 at the beginning
}

// NewSnowflakeGenerator returns a generator for the machine of that number, from 0 to
// 1023. No two generators may have the same number at the same time, nor may a generator
// begin in a millisecond that another one of its number has used.
func NewSnowflakeGenerator(epoch Epoch, machine int) (*SnowflakeGenerator, error) {
	if machine < 0 || machine > 1023 {
		return nil, fmt.Errorf("ids.NewSnowflakeGenerator: machine %d, want 0 to 1023", machine)
	}
	return &SnowflakeGenerator{epoch: epoch, machine: Snowflake(machine) << 12, last: -1}, nil
}

// New returns a new Snowflake, greater than the one before. A millisecond has 4,096:
// then New waits for the next one. It returns an error if the clock is behind the last
// Snowflake, as the original does, or outside the 41 bits since the epoch.
func (g *SnowflakeGenerator) New() (Snowflake, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for {
		id, err := g.next(time.Now().UnixMilli())
		if err != errFull {
			return id, err
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// errFull says that all Snowflakes of the millisecond are made.
var errFull = errors.New("full")

// next is New when the clock is at now.
func (g *SnowflakeGenerator) next(now int64) (Snowflake, error) {
	milli := now - int64(g.epoch)
	if milli < 0 || milli >= 1<<41 {
		return 0, fmt.Errorf("ids.SnowflakeGenerator.New: the time %v is outside the 41 bits since %v",
			time.UnixMilli(now).UTC(), g.epoch.Time())
	}
	id := Snowflake(milli)<<22 | g.machine
	if g.last >= 0 {
		switch last := int64(g.last >> 22); {
		case milli < last:
			return 0, fmt.Errorf("ids.SnowflakeGenerator.New: the clock is %d ms behind the last Snowflake", last-milli)
		case milli == last && g.last.Sequence() == 4095:
			return 0, errFull
		case milli == last:
			id = g.last + 1
		}
	}
	g.last = id
	return id, nil
}
