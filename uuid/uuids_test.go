package uuid_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
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

var listFormats = []listFormat{bsonLists, cborLists, jsonLists, msgpackLists}

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

	if testing.Short() {
		return // every byte, which is long with the race detector
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
		if got := testing.AllocsPerRun(10, func() { f.marshal(us) }); got != 1 && f.name != "JSON" { // which encoding/json writes
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
