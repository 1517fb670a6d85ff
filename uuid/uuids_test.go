package uuid_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// A listFormat is one way in which UUIDs leave and come back.
type listFormat struct {
	name      string
	marshal   func(us uuid.UUIDs) ([]byte, error)
	unmarshal func(data []byte, us *uuid.UUIDs) error
	read      func(data string) (us uuid.UUIDs, ok bool) // unmarshal, written to be read

	null, none, two string         // nil, no UUIDs, and U and Other
	head            map[int]string // of lists of this length
	also            []string       // what else is read
	rejects         []string       // what is not
	huge            []string       // what claims more than it has
}

const u16, o16 = " 00112233445566778899aabbccddeeff ", " f81d4fae7dec11d0a76500a0c91e6bf6 "

var listFormats = []listFormat{
	{
		name: "BSON", // the type, then the value
		marshal: func(us uuid.UUIDs) ([]byte, error) {
			typ, data, err := us.MarshalBSONValue()
			return append([]byte{typ}, data...), err
		},
		unmarshal: func(data []byte, us *uuid.UUIDs) error {
			if len(data) == 0 {
				return fmt.Errorf("uuid.test: BSON without a type")
			}
			return us.UnmarshalBSONValue(data[0], data[1:])
		},
		read: readBSONList,
		null: unhex("0a"),
		none: unhex("04 05000000 00"),
		two:  unhex("04 35000000 05 30 00 10000000 04" + u16 + "05 31 00 10000000 04" + o16 + "00"),
		head: map[int]string{
			1: unhex("04 1d000000 05 30 00"), 9: unhex("04 dd000000"), 10: unhex("04 f5000000"), 11: unhex("04 0e010000"),
			100: unhex("04 bf090000"), 101: unhex("04 d9090000"), 1000: unhex("04 27650000"), 1001: unhex("04 42650000"),
		},
		also: []string{
			unhex("06"), // undefined
			unhex("04 1d000000 05 30 00 10000000 00" + u16 + "00"),                                // subtype 0
			unhex("04 35000000 05 31 00 10000000 04" + u16 + "05 30 00 10000000 00" + o16 + "00"), // keys are not asked
			unhex("04 1c000000 05 00 10000000 04" + u16 + "00"),
			unhex("04 1f000000 05 787878 00 10000000 04" + u16 + "00"),
		},
		rejects: []string{
			unhex("04"), unhex("04 05000000"), unhex("04 04000000"), unhex("04 05000000 01"), unhex("04 06000000 00 00"),
			unhex("03 05000000 00"),                                                           // document
			unhex("05 10000000 04" + u16),                                                     // a UUID
			unhex("04 08000000 0a 30 00 00"),                                                  // null in it
			unhex("04 08000000 06 30 00 00"),                                                  // undefined
			unhex("04 20000000 05 30 00 10000000 04" + u16 + "0a 31 00 00"),                   // null at the end
			unhex("04 1c000000 05 30 00 0f000000 04" + u16[:31] + "00"),                       // 15 bytes
			unhex("04 1e000000 05 30 00 11000000 04" + u16 + "00 00"),                         // 17
			unhex("04 1d000000 05 30 00 11000000 04" + u16 + "00"),                            // says 17, has 16
			unhex("04 1d000000 05 30 00 0f000000 04" + u16 + "00"),                            // says 15, has 16
			unhex("04 1d000000 05 30 00 ffffffff 04" + u16 + "00"),                            // says -1
			unhex("04 1d000000 05 30 00 ffffff7f 04" + u16 + "00"),                            // says 2 GiB
			unhex("04 1d000000 05 30 00 10000000 03" + u16 + "00"),                            // old UUID
			unhex("04 21000000 05 30 00 14000000 02 10000000" + u16 + "00"),                   // old binary
			unhex("04 1c000000 05 30 00 10000000 04" + u16),                                   // without its end
			unhex("04 1d000000 05 30 00 10000000 04" + u16 + "01"),                            // another end
			unhex("04 1e000000 05 30 00 10000000 04" + u16 + "00 00"),                         // two ends
			unhex("04 30000000 02 30 00 25000000") + vectors.Text + unhex("00 00"),            // string
			unhex("04 20000000 04 30 00 18000000 05 30 00 10000000 04") + "0123" + "\x00\x00", // array
			unhex("04 07000000 05 30"),                                                        // a key without its end
			unhex("04 0b000000 05 30 00 10000000"),                                            // a value without its end
			unhex("04 0c000000 05 30 00 10000000 04"),
			unhex("04 1b000000 05 30 00 10000000 04" + u16[:31]),
		},
		huge: []string{unhex("04 ffffff7f"), unhex("04 ffffffff 05 30 00 10000000 04" + u16 + "00")},
	},
	{
		name:      "CBOR",
		marshal:   uuid.UUIDs.MarshalCBOR,
		unmarshal: func(data []byte, us *uuid.UUIDs) error { return us.UnmarshalCBOR(data) },
		read:      readCBORList,
		null:      unhex("f6"),
		none:      unhex("80"),
		two:       unhex("82 d82550" + u16 + "d82550" + o16),
		head: map[int]string{
			1: unhex("81 d82550"), 23: unhex("97 d825"), 24: unhex("9818 d825"), 255: unhex("98ff d825"), 256: unhex("990100 d825"),
			65535: unhex("99ffff d825"), 65536: unhex("9a00010000 d825"),
		},
		also: []string{
			unhex("f7"), // undefined
			unhex("82 50" + u16 + "d82550" + o16),
			unhex("82 d840 50" + u16 + "d9d9f7 d825 5f 50" + o16 + "ff"), // as in formats
			unhex("82 d825 d840 50" + u16 + "d825 d840 50" + o16),        // both tags, cbor-redux
			unhex("9f ff"),
			unhex("9f d82550" + u16 + "50" + o16 + "ff"), // without its length
			unhex("9800"), unhex("9b0000000000000001 50" + u16), unhex("d9d9f7 81 50" + u16),
		},
		rejects: []string{
			"", unhex("81"), unhex("82 50" + u16), unhex("80 00"), unhex("81 50" + u16 + "50" + u16), unhex("81 50" + u16 + "ff"), unhex("82 50" + u16 + "ff"),
			unhex("81 f6"), unhex("82 50" + u16 + "f7"), // null in it
			unhex("9f"), unhex("9f 50" + u16), unhex("9f f6 ff"), unhex("9f ff ff"), unhex("9f 5f 5f 50" + u16 + "ff ff"),
			unhex("81 4f" + u16[:31]), unhex("81 51" + u16 + "00"), unhex("81 d903e7 50" + u16), unhex("81 d825 d825 50" + u16),
			unhex("81 d840 d825 50" + u16), unhex("81 d825 d840 d840 50" + u16), unhex("81 d825 d840 4f" + u16[:31]), unhex("81 d825 d840 51" + u16 + "00"),
			unhex("81 81 50" + u16), unhex("a0"), unhex("50" + u16), unhex("d82550" + u16), unhex("00"), unhex("bf ff"),
			unhex("d825 80"), unhex("d829 81 50" + u16), // tags of a list
			unhex("9c"), unhex("98"), unhex("9b 00000000000000"),
			unhex("81 7824") + vectors.Text,
		},
		huge: []string{
			unhex("9affffffff"), unhex("9bffffffffffffffff"), unhex("9b7fffffffffffffff 50" + u16), unhex("9b8000000000000000 50" + u16),
			unhex("9f 5bffffffffffffffff 00"), unhex("9f 5f 5b7fffffffffffffff 00"), strings.Repeat("\x9f", 1<<20), strings.Repeat("\xd9\xd9\xf7", 1<<20), strings.Repeat("\x81", 1<<20),
		},
	},
	{
		name:      "MessagePack",
		marshal:   uuid.UUIDs.MarshalMsgpack,
		unmarshal: func(data []byte, us *uuid.UUIDs) error { return us.UnmarshalMsgpack(data) },
		read:      readMsgpackList,
		null:      unhex("c0"),
		none:      unhex("90"),
		two:       unhex("92 c410" + u16 + "c410" + o16),
		head: map[int]string{
			1: unhex("91 c410"), 15: unhex("9f c410"), 16: unhex("dc0010 c410"), 65535: unhex("dcffff c410"), 65536: unhex("dd00010000 c410"),
		},
		also: []string{
			unhex("92 b0" + u16 + "c50010" + o16), unhex("92 d910" + u16 + "db00000010" + o16),
			unhex("92 c410" + u16 + "b0" + o16),
			unhex("dc0000"), unhex("dd00000000"), unhex("dd00000001 c410" + u16),
		},
		rejects: []string{
			"", unhex("91"), unhex("92 c410" + u16), unhex("90 00"), unhex("91 c410" + u16 + "c410" + u16),
			unhex("91 c0"), unhex("92 c410" + u16 + "c0"), // nil in it
			unhex("91 c40f" + u16[:31]), unhex("91 c411" + u16 + "00"), unhex("91 d802" + u16), unhex("91 d924") + vectors.Text,
			unhex("91 91 c410" + u16), unhex("80"), unhex("c410" + u16), unhex("00"), unhex("c1"), unhex("dc"), unhex("dc00"), unhex("dd000000"),
		},
		huge: []string{unhex("dcffff"), unhex("ddffffffff"), unhex("dcffff") + strings.Repeat(unhex("b0"+u16), 1000), unhex("dd7fffffff c410" + u16), strings.Repeat("\x91", 1<<20)},
	},
}

func (f listFormat) check(t *testing.T, data string) (ok bool) {
	t.Helper()
	want, ok := f.read(data)
	if !ok {
		want = uuid.UUIDs{vectors.Other}
	}
	old := uuid.UUIDs{vectors.Other}
	got := old
	err := f.unmarshal([]byte(data), &got)
	if !reflect.DeepEqual(got, want) || (err == nil) != ok {
		t.Errorf("%.100q = %v, %v; want %v, ok %v", data, got, err, want, ok)
	}
	if old[0] != vectors.Other {
		t.Errorf("%.100q: the old list's memory became %v", data, old)
	}
	format{}.checkError(t, err)
	return ok
}

func (f listFormat) roundTrip(t *testing.T, us uuid.UUIDs, want string) {
	t.Helper()
	data, err := f.marshal(us)
	if err != nil || want != "" && string(data) != want {
		t.Errorf("%.3v is written as %.100x, %v; want %x", us, data, err, want)
	}
	got := uuid.UUIDs{vectors.Other}
	if err := f.unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, us) {
		t.Errorf("%.3v of %d comes back as %.3v of %d, %v", us, len(us), got, len(got), err)
	}
	clear(data) // libraries reuse the bytes that they pass to a decoder
	if !slices.Equal(got, us) {
		t.Errorf("%.3v changed with the input", got)
	}
}

func TestUUIDs(t *testing.T) {
	for _, f := range listFormats {
		t.Run(f.name, f.test)
	}
}

func (f listFormat) test(t *testing.T) {
	two := uuid.UUIDs{vectors.U, vectors.Other}
	f.roundTrip(t, nil, f.null)
	f.roundTrip(t, uuid.UUIDs{}, f.none)
	f.roundTrip(t, two, f.two)
	for _, data := range []string{f.null, f.none, f.two} {
		f.check(t, data)
	}
	for n, head := range f.head {
		us := make(uuid.UUIDs, n)
		uuid.FillV4(us)
		data, err := f.marshal(us)
		if err != nil || !strings.HasPrefix(string(data), head) || cap(data)-len(data) > len(data)/8+16 {
			t.Errorf("%d UUIDs begin with % .20x, %v, want % x; %d bytes of room for %d", n, data, err, head, cap(data), len(data))
		}
		f.roundTrip(t, us, "")
	}
	for _, data := range f.also {
		if !f.check(t, data) {
			t.Errorf("%q is not read", data)
		}
	}
	for _, data := range f.rejects {
		if f.check(t, data) {
			t.Errorf("%q is read", data)
		}
	}
	for _, data := range f.huge {
		us := uuid.UUIDs{vectors.Other}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := f.unmarshal([]byte(data), &us)
		runtime.ReadMemStats(&after)
		if err == nil || len(us) != 1 {
			t.Errorf("%.100q = %.3v, %v, want an error", data, us, err)
		}
		format{}.checkError(t, err)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(3*len(data)+8<<10); got > most {
			t.Errorf("%.100q makes it allocate %d bytes, want at most %d", data, got, most)
		}
	}

	// Cut, lengthen and change every byte of good input.
	for _, good := range []string{f.two, f.also[1]} {
		for i := range len(good) {
			f.check(t, good[:i])
			b := []byte(good)
			for c := range 256 {
				b[i] = byte(c)
				f.check(t, string(b))
			}
			if t.Failed() {
				return // before it is a flood
			}
		}
		for c := range 256 {
			f.check(t, good+string([]byte{byte(c)}))
		}
	}
}

func (f listFormat) fuzz(fz *testing.F) {
	for _, data := range slices.Concat(f.also, f.rejects, []string{f.null, f.none, f.two}) {
		fz.Add([]byte(data))
	}
	fz.Fuzz(func(t *testing.T, data []byte) {
		if f.check(t, string(data)) {
			us, _ := f.read(string(data))
			f.roundTrip(t, us, "")
		}
	})
}

func FuzzUUIDsBSON(f *testing.F)        { listFormats[0].fuzz(f) }
func FuzzUUIDsCBOR(f *testing.F)        { listFormats[1].fuzz(f) }
func FuzzUUIDsMessagePack(f *testing.F) { listFormats[2].fuzz(f) }

// TestUUIDsElements checks that a list is, byte for byte, of what its elements
// are by themselves.
func TestUUIDsElements(t *testing.T) {
	us := make(uuid.UUIDs, 1200) // with keys of one digit to four
	uuid.FillV7(us)
	_, bson, _ := us.MarshalBSONValue()
	cbor, _ := us.MarshalCBOR()
	msgpack, _ := us.MarshalMsgpack()
	for i, u := range us {
		_, value, _ := u.MarshalBSONValue()
		if element := fmt.Appendf(nil, "\x05%d\x00%s", i, value); !bytes.Contains(bson, element) {
			t.Errorf("BSON has no % x", element)
		}
		if value, _ := u.MarshalCBOR(); !bytes.Equal(cbor[3+i*19:][:19], value) {
			t.Errorf("CBOR has no % x at %d", value, i)
		}
		if value, _ := (uuid.NullUUID{UUID: u, Valid: true}).MarshalMsgpack(); !bytes.Equal(msgpack[3+i*18:][:18], value) {
			t.Errorf("MessagePack has no % x at %d", value, i)
		}
	}
	// All else is a []UUID's.
	list, err := json.Marshal([]uuid.UUID(us))
	if err != nil {
		t.Fatal(err)
	}
	var back uuid.UUIDs
	if got, err := json.Marshal(us); err != nil || !bytes.Equal(got, list) || json.Unmarshal(got, &back) != nil || !slices.Equal(back, us) {
		t.Errorf("JSON: got %s, %v, want %s; read as %v", got, err, list, back)
	}
}

// TestUUIDsAllocs checks that a list is one allocation, whatever its length.
func TestUUIDsAllocs(t *testing.T) {
	us := make(uuid.UUIDs, 1000)
	for _, f := range listFormats {
		if f.name == "BSON" {
			continue // whose test format puts the type before the data
		}
		data, err := f.marshal(us)
		if err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(10, func() { f.marshal(us) }); got != 1 {
			t.Errorf("%s: writing takes %v allocations, want 1", f.name, got)
		}
		if got := testing.AllocsPerRun(10, func() { f.unmarshal(data, &us) }); got != 1 {
			t.Errorf("%s: reading takes %v allocations, want 1", f.name, got)
		}
	}
	typ, data, err := us.MarshalBSONValue()
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(10, func() { us.MarshalBSONValue() }); got != 1 {
		t.Errorf("BSON: writing takes %v allocations, want 1", got)
	}
	if got := testing.AllocsPerRun(10, func() { us.UnmarshalBSONValue(typ, data) }); got != 1 {
		t.Errorf("BSON: reading takes %v allocations, want 1", got)
	}
}

// TestUUIDsTooMany writes more than the length of a BSON array can say.
func TestUUIDsTooMany(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("a list cannot be as long")
	}
	us := make(uuid.UUIDs, 90_000_000) // of 24 bytes at least; nobody touches the memory
	want := "uuid.UUIDs.MarshalBSONValue: 90000000 UUIDs are too many for a BSON array"
	if _, data, err := us.MarshalBSONValue(); err == nil || err.Error() != want {
		t.Errorf("MarshalBSONValue wrote %d bytes, %v, want %s", len(data), err, want)
	}
}
