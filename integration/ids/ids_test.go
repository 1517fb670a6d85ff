package ids_test

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strconv"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	"github.com/chilts/sid"
	"github.com/lucsky/cuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"github.com/sony/sonyflake/v2"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid/ids"
)

// values is how many random values each reference implementation writes and reads.
const values = 100_000

func TestULID(t *testing.T) {
	compare(t, func(b [16]byte) (texts, times) {
		theirs, ours := ulid.ULID(b), ids.ULID(b)
		read, err := ids.ParseULID(theirs.String())
		back, err2 := ulid.ParseStrict(ours.String())
		if err != nil || err2 != nil || read != ours || back != theirs {
			t.Errorf("read %v, %v and %v, %v", read, err, back, err2)
		}
		return texts{ours.String(), theirs.String()}, times{ours.Time(), ulid.Time(theirs.Time())}
	})
}

func TestKSUID(t *testing.T) {
	compare(t, func(b [20]byte) (texts, times) {
		theirs, ours := ksuid.KSUID(b), ids.KSUID(b)
		read, err := ids.ParseKSUID(theirs.String())
		back, err2 := ksuid.Parse(ours.String())
		if err != nil || err2 != nil || read != ours || back != theirs || string(theirs.Payload()) != string(b[4:]) {
			t.Errorf("read %v, %v and %v, %v", read, err, back, err2)
		}
		return texts{ours.String(), theirs.String()}, times{ours.Time(), theirs.Time()}
	})
}

func TestXID(t *testing.T) {
	compare(t, func(b [12]byte) (texts, times) {
		theirs, ours := xid.ID(b), ids.XID(b)
		read, err := ids.ParseXID(theirs.String())
		back, err2 := xid.FromString(ours.String())
		if err != nil || err2 != nil || read != ours || back != theirs {
			t.Errorf("read %v, %v and %v, %v", read, err, back, err2)
		}
		if m := ours.Machine(); string(theirs.Machine()) != string(m[:]) || theirs.Pid() != ours.Process() || int(theirs.Counter()) != ours.Counter() {
			t.Errorf("%v: machine %x, process %d, counter %d", ours, m, ours.Process(), ours.Counter())
		}
		return texts{ours.String(), theirs.String()}, times{ours.Time(), theirs.Time()}
	})
}

func TestObjectID(t *testing.T) {
	compare(t, func(b [12]byte) (texts, times) {
		theirs, ours := bson.ObjectID(b), ids.ObjectID(b)
		read, err := ids.ParseObjectID(theirs.Hex())
		back, err2 := bson.ObjectIDFromHex(ours.String())
		if err != nil || err2 != nil || read != ours || back != theirs {
			t.Errorf("read %v, %v and %v, %v", read, err, back, err2)
		}
		return texts{ours.String(), theirs.Hex()}, times{ours.Time(), theirs.Timestamp()}
	})
}

func TestSnowflake(t *testing.T) {
	compare(t, func(b [8]byte) (texts, times) {
		n := int64(binary.BigEndian.Uint64(b[:]) >> 1)
		theirs, ours := snowflake.ID(n), ids.Snowflake(n)
		read, err := ids.ParseSnowflake(theirs.String())
		back, err2 := snowflake.ParseString(ours.String())
		if err != nil || err2 != nil || read != ours || back != theirs {
			t.Errorf("read %v, %v and %v, %v", read, err, back, err2)
		}
		if int(theirs.Node()) != ours.Machine() || int(theirs.Step()) != ours.Sequence() {
			t.Errorf("%v: machine %d, sequence %d", ours, ours.Machine(), ours.Sequence())
		}
		return texts{ours.String(), theirs.String()}, times{ours.Time(ids.TwitterEpoch), time.UnixMilli(theirs.Time())}
	})
}

func TestSonyflake(t *testing.T) {
	for epoch, settings := range map[ids.Epoch]sonyflake.Settings{
		ids.SonyflakeV2Epoch: {MachineID: func() (int, error) { return 1, nil }}, // the default
		ids.SonyflakeEpoch:   {MachineID: func() (int, error) { return 1, nil }, StartTime: ids.SonyflakeEpoch.Time()},
		1234567890123:        {MachineID: func() (int, error) { return 1, nil }, StartTime: ids.Epoch(1234567890123).Time()},
	} {
		theirs, err := sonyflake.New(settings)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, func(b [8]byte) (texts, times) {
			n := int64(binary.BigEndian.Uint64(b[:]) >> 1)
			ours := ids.Sonyflake(n)
			parts := theirs.Decompose(n)
			if int(parts["sequence"]) != ours.Sequence() || int(parts["machine"]) != ours.Machine() {
				t.Errorf("%v: sequence %d, machine %d, want %v", ours, ours.Sequence(), ours.Machine(), parts)
			}
			back, err := theirs.Compose(ours.Time(epoch), ours.Sequence(), ours.Machine())
			if err != nil || back != n {
				t.Errorf("composed %d, %v, want %d", back, err, n)
			}
			read, err := ids.ParseSonyflake(strconv.FormatInt(n, 10))
			if err != nil || read != ours {
				t.Errorf("read %v, %v, want %v", read, err, ours)
			}
			return texts{ours.String(), strconv.FormatInt(n, 10)}, times{ours.Time(epoch), theirs.ToTime(n)}
		})
	}
}

// TestSID reads what the original makes, which takes no values.
func TestSID(t *testing.T) {
	var last ids.SID
	for i := range values {
		before := time.Now()
		text, texts := "", ids.SID.String
		switch i % 4 {
		case 0:
			text = sid.IdBase64()
		case 1:
			text, texts = sid.IdBase32(), ids.SID.Base32
		case 2:
			text, texts = sid.IdHex(), ids.SID.Hex
		case 3:
			text = fmt.Sprintf("%019d-%019d", last.Time().UnixNano(), last.Random())
			texts = ids.SID.Decimal
		}
		id, err := ids.ParseSID(text)
		if err != nil || texts(id) != text {
			t.Fatalf("ParseSID(%q) = %v, %v", text, texts(id), err)
		}
		if i%4 == 3 {
			if id != last {
				t.Fatalf("%q is %v, want %v", text, id, last)
			}
		} else if at := id.Time(); at.Before(before) || at.After(time.Now()) {
			t.Fatalf("%q: the time is %v, want %v", text, at, before)
		}
		last = id
	}
}

// TestCUID reads what the Go port makes, which takes no values.
func TestCUID(t *testing.T) {
	for range values {
		before := time.Now().Truncate(time.Millisecond)
		text := cuid.New()
		id, err := ids.ParseCUID(text)
		if err != nil || id.String() != text {
			t.Fatalf("ParseCUID(%q) = %v, %v", text, id, err)
		}
		if at := id.Time(); at.Before(before) || at.After(time.Now()) {
			t.Fatalf("%q: the time is %v, want %v", text, at, before)
		}
	}
}

// TestNew has the reference implementations read what this package makes.
func TestNew(t *testing.T) {
	g := ids.SnowflakeGenerator{Epoch: ids.TwitterEpoch, Machine: 1023}
	now := time.Now()
	node, err := snowflake.NewNode(5)
	if err != nil {
		t.Fatal(err)
	}
	made, err := g.NewSnowflake(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string]time.Time{
		"ULID":            ulid.Time(ulid.MustParseStrict(ids.NewULID().String()).Time()),
		"XID":             xid.ID(ids.NewXID()).Time(),
		"KSUID":           ksuid.KSUID(ids.NewKSUID()).Time(),
		"ObjectID":        bson.ObjectID(ids.NewObjectID()).Timestamp(),
		"Snowflake":       time.UnixMilli(snowflake.ID(made).Time()),
		"their ULID":      ids.ULID(ulid.Make()).Time(),
		"their XID":       ids.XID(xid.New()).Time(),
		"their KSUID":     ids.KSUID(ksuid.New()).Time(),
		"their ObjectID":  ids.ObjectID(bson.NewObjectID()).Time(),
		"their Snowflake": ids.Snowflake(node.Generate()).Time(ids.TwitterEpoch),
	} {
		if d := at.Sub(now); d < -2*time.Second || d > time.Minute {
			t.Errorf("%s: the time is %v, want %v", name, at, now)
		}
	}
}

type (
	texts struct{ ours, theirs string }
	times struct{ ours, theirs time.Time }
)

// compare calls read with random bytes, and compares what ours and theirs make of them.
func compare[T [8]byte | [12]byte | [16]byte | [20]byte](t *testing.T, read func(T) (texts, times)) {
	r := rand.New(rand.NewSource(1))
	for i := range values {
		var id T
		b := make([]byte, len(id))
		if i > 0 { // the first is all zeros
			r.Read(b)
		}
		for i := range b {
			id[i] = b[i]
		}
		text, at := read(id)
		if text.ours != text.theirs {
			t.Errorf("text of %x: got %q, want %q", b, text.ours, text.theirs)
		}
		if !at.ours.Equal(at.theirs) {
			t.Errorf("time of %x: got %v, want %v", b, at.ours, at.theirs)
		}
		if t.Failed() {
			t.Fatal("value ", strconv.Itoa(i))
		}
	}
}
