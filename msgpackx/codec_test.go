package msgpackx_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// Which forms of types read an input.
const (
	bin = 1 << iota
	ext
	text
	dotNet
	all    = bin | ext | text | dotNet
	native = bin | ext | text // 16 raw bytes in network byte order
)

var inputs = []struct {
	name, in string
	by       int // as vectors.U
	swapped  int // as vectors.U in the other byte order
}{
	{"bin 8", "c410" + rawU, native, dotNet},
	{"bin 16", "c50010" + rawU, native, dotNet},
	{"bin 32", "c600000010" + rawU, native, dotNet},
	{"fixstr, raw", "b0" + rawU, native, dotNet},
	{"str 8, raw", "d910" + rawU, native, dotNet},
	{"bin 8, .NET's order", "c410" + dotNetU, dotNet, native},
	{"fixstr, .NET's order", "b0" + dotNetU, dotNet, native},
	{"str 8", "d924" + textHex(vectors.Text), all, 0},
	{"str 16", "da0024" + textHex(vectors.Text), all, 0},
	{"str 32", "db00000024" + textHex(vectors.Text), all, 0},
	{"upper case", "d924" + textHex(strings.ToUpper(vectors.Text)), all, 0},
	{"32 digits", "d920" + textHex(rawU), all, 0},
	{"braces", "d926" + textHex("{"+vectors.Text+"}"), all, 0},
	{"URN", "d92d" + textHex("urn:uuid:"+vectors.Text), all, 0},
	{"text in bin", "c424" + textHex(vectors.Text), all, 0},
	{"32 digits in bin", "c420" + textHex(rawU), all, 0},
	{"braces in bin", "c426" + textHex("{"+vectors.Text+"}"), all, 0},
	{"URN in bin", "c42d" + textHex("urn:uuid:"+vectors.Text), all, 0},
	{"fixext 16", "d84d" + rawU, ext, 0},
	{"ext 8", "c7104d" + rawU, ext, 0},
	{"ext 16", "c800104d" + rawU, ext, 0},
	{"ext 32", "c9000000104d" + rawU, ext, 0},
	{"another ext", "d802" + rawU, 0, 0},
	{"array 16", "dc0010" + arrayU, native, 0},
	{"array 32", "dd00000010" + arrayU, native, 0},

	{"nothing", "", 0, 0},
	{"false", "c2", 0, 0},
	{"never used", "c1", 0, 0},
	{"int", "01", 0, 0},
	{"negative int", "ff", 0, 0},
	{"float", "cb3ff0000000000000", 0, 0},
	{"map", "80", 0, 0},
	{"map 16", "de0000", 0, 0},
	{"empty str", "a0", 0, 0},
	{"empty bin", "c400", 0, 0},
	{"empty array", "90", 0, 0},
	{"array of 15", "9f" + arrayU, 0, 0},
	{"array of 17", "dc0011" + arrayU + "00", 0, 0},
	{"array of nil", "dc0010c0" + arrayU[2:], 0, 0},
	{"array with a negative", "dc0010ff" + arrayU[2:], 0, 0},
	{"array with 256", "dc0010cd0100" + arrayU[2:], 0, 0},
	{"array with a float", "dc0010ca3f800000" + arrayU[2:], 0, 0},
	{"array with a str", "dc0010a0" + arrayU[2:], 0, 0},
	{"ext 0", "d800" + rawU, 0, 0},
	{"ext of 15", "c70f4d" + rawU[2:], 0, 0},
	{"ext of 17", "c7114d" + rawU + "00", 0, 0},
	{"fixext 1", "d44d00", 0, 0},
	{"fixext 8", "d74d" + rawU[16:], 0, 0},
	{"text in ext", "c7244d" + textHex(vectors.Text), 0, 0},
	{"not text", "d924" + textHex(strings.Repeat("x", 36)), 0, 0},
	{"not text in bin", "c424" + textHex(strings.Repeat("x", 36)), 0, 0},
	{"huge bin", "c6ffffffff" + rawU, 0, 0},
	{"huge str", "dbffffffff" + rawU, 0, 0},
	{"huge array", "ddffffffff" + rawU, 0, 0},
	{"huge ext", "c9ffffffff4d" + rawU, 0, 0},
}

// arrayU is what Rust's serde writes for [u8; 16]: numbers from 128 on take two
// bytes.
const arrayU = "0011223344556677" + "cc88cc99ccaaccbbccccccddcceeccff"

func TestRead(t *testing.T) {
	for _, tt := range inputs {
		t.Run(tt.name, func(t *testing.T) {
			b := unhex(t, tt.in)
			want := func(form int) (uuid.UUID, bool) {
				if tt.swapped&form != 0 {
					return vectors.U.GUIDBytes(), true
				}
				return vectors.U, tt.by&form != 0
			}
			testRead[binID](t, b, want, bin)
			testRead[extID](t, b, want, ext)
			testRead[textID](t, b, want, text)
			testRead[dotNetID](t, b, want, dotNet)
			testRead[vectors.Plain](t, b, want, bin)
			testRead[vectors.Std](t, b, want, bin)
			testRead[vectors.Google](t, b, want, bin)
			testRead[vectors.Gofrs](t, b, want, bin)
		})
	}
}

// testRead reads b, and every beginning of it, into a T and into what holds
// one. A T that was there is still there after an error.
func testRead[T ~[16]byte](t *testing.T, b []byte, wantOf func(form int) (uuid.UUID, bool), form int) {
	t.Helper()
	want, ok := wantOf(form)
	got := T(vectors.Other)
	err := msgpack.Unmarshal(b, &got)
	if !ok {
		if err == nil || uuid.UUID(got) != vectors.Other {
			t.Errorf("%T: got %v, %v, want an error and it unchanged", got, uuid.UUID(got), err)
		}
		if len(b) == 0 {
			if err != io.EOF {
				t.Errorf("%T: got %v, want io.EOF", got, err)
			}
			return
		}
		if errors.Is(err, io.EOF) {
			t.Errorf("%T: got %v, which is the end of a stream", got, err)
		}
		prefix := "msgpackx: decode " + reflect.TypeOf(got).String() + ": "
		if err != nil && (!strings.HasPrefix(err.Error(), prefix) || len(err.Error()) > 256) {
			t.Errorf("%T: got %q, want a short %q...", got, err, prefix)
		}
		return
	}
	if err != nil || uuid.UUID(got) != want {
		t.Errorf("%T: got %v, %v, want %v", got, uuid.UUID(got), err, want)
		return
	}
	s := struct {
		ID  T
		P   *T
		IDs []T
		M   map[T]T
	}{}
	in := []byte("\x84\xa2ID" + string(b) + "\xa1P" + string(b) + "\xa3IDs\x91" + string(b) + "\xa1M\x81" + string(b) + string(b))
	if err := msgpack.Unmarshal(in, &s); err != nil {
		t.Errorf("%T in a struct: %v", got, err)
	} else if s.ID != got || s.P == nil || *s.P != got || len(s.IDs) != 1 || s.IDs[0] != got || s.M[got] != got {
		t.Errorf("%T in a struct: got %v", got, s)
	}
	for n := 1; n < len(b); n++ {
		got := T(vectors.Other)
		if err := msgpack.Unmarshal(b[:n], &got); !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || uuid.UUID(got) != vectors.Other {
			t.Errorf("%T: Unmarshal(%x) = %v, %v, want io.ErrUnexpectedEOF and it unchanged", got, b[:n], uuid.UUID(got), err)
		}
	}
}

func TestBadLengths(t *testing.T) {
	reject := func(int) (uuid.UUID, bool) { return uuid.UUID{}, false }
	for _, n := range vectors.BadLengths {
		for _, code := range []byte{0xc4, 0xd9} { // bin 8, str 8
			b := append([]byte{code, byte(n)}, vectors.Bytes(n)...)
			testRead[binID](t, b, reject, bin)
			testRead[extID](t, b, reject, ext)
			testRead[textID](t, b, reject, text)
			testRead[dotNetID](t, b, reject, dotNet)
		}
		b := append([]byte{0xc7, byte(n), freeExt}, vectors.Bytes(n)...) // ext 8
		testRead[extID](t, b, reject, ext)
	}
}

// TestHugeLengths checks that a decoder which lives on does not keep what a
// length promised and no bytes followed.
func TestHugeLengths(t *testing.T) {
	var rd bytes.Reader
	dec := msgpack.NewDecoder(&rd)
	for _, head := range []string{"c6ffffffff", "dbffffffff", "ddffffffff", "c9ffffffff4d"} {
		b := unhex(t, head+rawU)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 100 {
			rd.Reset(b)
			dec.ResetReader(&rd)
			var got binID
			if err := dec.Decode(&got); err == nil {
				t.Errorf("%s: got no error", head)
			}
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
			t.Errorf("%s: 100 times allocate %d bytes", head, got)
		}
	}
}

// TestStream checks that the end of a stream is io.EOF, and its being cut is
// not.
func TestStream(t *testing.T) {
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	for range 3 {
		if err := enc.Encode(binID(vectors.U)); err != nil {
			t.Fatal(err)
		}
	}
	dec := msgpack.NewDecoder(&buf)
	for i := range 3 {
		var got binID
		if err := dec.Decode(&got); err != nil || got != binID(vectors.U) {
			t.Errorf("%d: got %v, %v", i, got, err)
		}
	}
	var got binID
	if err := dec.Decode(&got); err != io.EOF {
		t.Errorf("at the end: got %v, want io.EOF", err)
	}
	dec = msgpack.NewDecoder(strings.NewReader("\xc4\x10"))
	if err := dec.Decode(&got); !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		t.Errorf("in the middle: got %v, want io.ErrUnexpectedEOF", err)
	}
	// After an error a decoder reads what it did not read before.
	dec = msgpack.NewDecoder(strings.NewReader("\x91\xc0"))
	if err := dec.Decode(&got); err == nil {
		t.Errorf("an array of 1: got %v, want an error", got)
	}
	got = binID(vectors.U)
	if err := dec.Decode(&got); err != nil || got != (binID{}) {
		t.Errorf("after the error: got %v, %v, want the nil that was in the array", got, err)
	}
}

// TestInterned checks that text and the msgpack extension for repeated strings
// go together, with a string before, between and after.
func TestInterned(t *testing.T) {
	type S struct {
		A  string
		ID textID
		B  string
		P  *textID
		M  map[textID]string
		C  string
	}
	id := textID(vectors.U)
	in := S{"first", id, vectors.Text, &id, map[textID]string{id: "first"}, "last"}
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.UseInternedStrings(true)
	for range 2 {
		if err := enc.Encode(&in); err != nil {
			t.Fatal(err)
		}
	}
	if got := bytes.Count(buf.Bytes(), []byte(vectors.Text)); got != 1 {
		t.Errorf("the text is there %d times, want once", got)
	}
	dec := msgpack.NewDecoder(&buf)
	dec.UseInternedStrings(true)
	for range 2 {
		var out S
		if err := dec.Decode(&out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("got %v, %v, want %v", out, err, in)
		}
	}
}

// TestInternedMany has more strings than the shortest ext can number.
func TestInternedMany(t *testing.T) {
	in := make([]textID, 600)
	for i := range in {
		in[i] = textID{14: byte(i % 300 >> 8), 15: byte(i % 300)}
	}
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.UseInternedStrings(true)
	if err := enc.Encode(in); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(buf.Bytes(), []byte{0xd5, 0x80}); n != 300-256 {
		t.Errorf("%d strings have a number of two bytes, want %d", n, 300-256)
	}
	dec := msgpack.NewDecoder(&buf)
	dec.UseInternedStrings(true)
	var out []textID
	if err := dec.Decode(&out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, %v", out, err)
	}

	// A number may take more bytes than it needs.
	dec = msgpack.NewDecoder(bytes.NewReader(unhex(t, "93d924"+textHex(vectors.Text)+"d58000"+"00"+"d68000000000")))
	dec.UseInternedStrings(true)
	want := []textID{textID(vectors.U), textID(vectors.U), textID(vectors.U)}
	if err := dec.Decode(&out); err != nil || !reflect.DeepEqual(out, want) {
		t.Errorf("got %v, %v, want %v", out, err, want)
	}
}

// TestNoAddress checks the one kind of value that msgpack asks us to decode
// into and that can't be set.
func TestNoAddress(t *testing.T) {
	for _, v := range []any{
		&struct{ V any }{binID(vectors.Other)},
		&struct{ V any }{uuid.NullUUID{UUID: vectors.Other, Valid: true}},
	} {
		b, err := msgpack.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := msgpack.Unmarshal(b, v); err == nil || !strings.Contains(err.Error(), "can't be set") {
			t.Errorf("%T: got %v, want an error", v, err)
		}
	}
	id := binID(vectors.Other)
	s := struct{ V any }{&id}
	if err := msgpack.Unmarshal(unhex(t, "81a156c410"+rawU), &s); err != nil || id != binID(vectors.U) {
		t.Errorf("a pointer in an interface = %v, %v", id, err)
	}
}

// A []byte in an interface is what bin leaves there, without a type.
func TestBytesInInterface(t *testing.T) {
	b := unhex(t, "81a156c410"+rawU)
	var s struct{ V any }
	if err := msgpack.Unmarshal(b, &s); err != nil || !reflect.DeepEqual(s.V, vectors.U[:]) {
		t.Fatalf("got %v, %v, want bytes", s.V, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("into the same value again: msgpack does not panic any more, change the documentation")
		}
	}()
	msgpack.Unmarshal(b, &s)
}

// What the documentation says of a rollout: a type with methods for text alone, as
// the standard library's, does not read what Register writes, and Register does not
// read the map that msgpack made of a sql.Null.
func TestRollout(t *testing.T) {
	if got := (textMethods{}); msgpack.Unmarshal(unhex(t, "c410"+rawU), &got) == nil {
		t.Errorf("a type that is not registered read bin as %v", got)
	}
	old, err := msgpack.Marshal(sql.Null[textMethods]{V: textMethods(vectors.U), Valid: true})
	if err != nil || old[0] != 0x82 {
		t.Fatalf("got %x, %v, want a map of 2", old, err)
	}
	got := sql.Null[binID]{V: binID(vectors.Other)}
	if err := msgpack.Unmarshal(old, &got); err == nil || got.V != binID(vectors.Other) || got.Valid {
		t.Errorf("got %v, %v, want an error", got, err)
	}
}

type textMethods [16]byte

func (u textMethods) MarshalText() ([]byte, error)  { return uuid.UUID(u).MarshalText() }
func (u *textMethods) UnmarshalText(b []byte) error { return (*uuid.UUID)(u).UnmarshalText(b) }

// TestReadNumbers reads arrays of every number, in one byte and in two.
func TestReadNumbers(t *testing.T) {
	for n := range 256 {
		want := binID(bytes.Repeat([]byte{byte(n)}, 16))
		numbers := [][]byte{{0xcc, byte(n)}}
		if n < 128 {
			numbers = append(numbers, []byte{byte(n)})
		}
		for _, number := range numbers {
			got := binID(vectors.Other)
			in := append([]byte{0xdc, 0, 16}, bytes.Repeat(number, 16)...)
			if err := msgpack.Unmarshal(in, &got); err != nil || got != want {
				t.Errorf("array of %x = %x, %v, want %x", number, got, err, want)
			}
		}
	}
}

// A fullWriter has room for as many bytes.
type fullWriter int

func (w *fullWriter) Write(b []byte) (int, error) {
	if *w -= fullWriter(len(b)); *w < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

func TestWriteError(t *testing.T) {
	id := binID{}
	for _, v := range []any{
		id, extID{}, textID{}, uuid.NullUUID{}, uuid.NullUUID{Valid: true},
		[]binID(nil), []binID{}, []binID{id, id}, []textID{{}, {}}, []*binID{nil, &id}, []uuid.NullUUID{{}, {Valid: true}}, uuid.UUIDs{{}, {}},
	} {
		for n := range len(marshalHex(t, v)) / 2 {
			w := fullWriter(n)
			if err := msgpack.NewEncoder(&w).Encode(v); !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("%T into %d bytes: got %v, want %v", v, n, err, io.ErrClosedPipe)
			}
		}
	}
}

func TestAllocs(t *testing.T) {
	type S struct{ A, B, C, D binID }
	var (
		s    S
		ids  = make([]binID, 100)
		one  = binID(vectors.U)
		null = uuid.NullUUID{UUID: vectors.U, Valid: true}
		ext  = extID(vectors.U)
		net  = dotNetID(vectors.U)
		list = make(uuid.UUIDs, 100)
		sqln = sql.Null[binID]{V: one, Valid: true}
	)
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	bw := bufio.NewWriterSize(io.Discard, 1<<16)
	benc := msgpack.NewEncoder(bw)
	for _, v := range []any{&s, &ids, &list, &one, &null, &sqln, &ext, &net, s, list, one, null, sqln, ext, net} {
		encode := func() {
			buf.Reset()
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		encode()
		if got := testing.AllocsPerRun(100, encode); got != 0 {
			t.Errorf("encode %T: %v allocations, want 0", v, got)
		}
		if got := testing.AllocsPerRun(100, func() {
			bw.Reset(io.Discard)
			if err := benc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}); got != 0 {
			t.Errorf("encode %T to a bufio.Writer: %v allocations, want 0", v, got)
		}
		if reflect.TypeOf(v).Kind() != reflect.Pointer {
			continue
		}
		want := 0.0
		if v == any(&ids) || v == any(&list) {
			want = 1 // the list
		}
		in := bytes.Clone(buf.Bytes())
		rd := bytes.NewReader(in)
		dec := msgpack.NewDecoder(rd)
		if got := testing.AllocsPerRun(100, func() {
			rd.Reset(in)
			dec.ResetReader(rd)
			if err := dec.Decode(v); err != nil {
				t.Fatal(err)
			}
		}); got != want {
			t.Errorf("decode %T: %v allocations, want %v", v, got, want)
		}
	}
}

// FuzzRead compares the decoders with a slow one that reads the specification
// from a table.
func FuzzRead(f *testing.F) {
	for _, tt := range inputs {
		f.Add(unhex(f, tt.in))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzRead[binID](t, b, bin)
		fuzzRead[extID](t, b, ext)
		fuzzRead[textID](t, b, text)
		fuzzRead[dotNetID](t, b, dotNet)
	})
}

func fuzzRead[T ~[16]byte](t *testing.T, b []byte, form int) {
	got := T(vectors.Other)
	err := msgpack.Unmarshal(b, &got)
	want, wantErr := slowRead(b, form)
	switch {
	case (err == nil) != (wantErr == nil):
		t.Fatalf("%T: Unmarshal(%x) = %v, %v, want %v, %v", got, b, uuid.UUID(got), err, want, wantErr)
	case err == nil && uuid.UUID(got) != want:
		t.Fatalf("%T: Unmarshal(%x) = %v, want %v", got, b, uuid.UUID(got), want)
	case err != nil && uuid.UUID(got) != vectors.Other:
		t.Fatalf("%T: Unmarshal(%x) changed its receiver", got, b)
	case err == nil:
		roundTrip(t, got)
	}
}

// slowRead is what the decoders should do. It knows the formats in which a
// UUID may come by their first bytes, which say what follows.
func slowRead(b []byte, form int) (uuid.UUID, error) {
	text := []int{32, 36, 38, 45}
	type format struct {
		head string
		raw  int // bytes that follow; if it has 16, they are the UUID
	}
	var formats []format
	for _, n := range append(text, 16) {
		if n < 32 {
			formats = append(formats, format{fmt.Sprintf("%02x", 0xa0|n), n})
		}
		formats = append(formats,
			format{fmt.Sprintf("d9%02x", n), n}, format{fmt.Sprintf("da%04x", n), n}, format{fmt.Sprintf("db%08x", n), n},
			format{fmt.Sprintf("c4%02x", n), n}, format{fmt.Sprintf("c5%04x", n), n}, format{fmt.Sprintf("c6%08x", n), n})
	}
	if form == ext {
		for _, head := range []string{"d84d", "c7104d", "c800104d", "c9000000104d"} {
			formats = append(formats, format{head, 16})
		}
	}
	in := hex.EncodeToString(b)
	for _, f := range formats {
		rest, ok := strings.CutPrefix(in, f.head)
		if !ok || len(rest) < 2*f.raw {
			continue
		}
		raw, err := hex.DecodeString(rest[:2*f.raw])
		switch {
		case err != nil:
			return uuid.UUID{}, err
		case f.raw != 16:
			return uuid.Parse(string(raw))
		case form == dotNet:
			return uuid.FromGUIDBytes([16]byte(raw)), nil
		}
		return uuid.UUID(raw), nil
	}
	if strings.HasPrefix(in, "c0") {
		return uuid.UUID{}, nil
	}
	for _, head := range []string{"dc0010", "dd00000010"} {
		rest, ok := strings.CutPrefix(in, head)
		if !ok || form == dotNet {
			continue
		}
		var u uuid.UUID
		for i := range u {
			if r, ok := strings.CutPrefix(rest, "cc"); ok {
				rest = r
			} else if rest >= "80" {
				return uuid.UUID{}, errors.New("not uint 8")
			}
			if len(rest) < 2 {
				return uuid.UUID{}, io.ErrUnexpectedEOF
			}
			c, err := hex.DecodeString(rest[:2])
			if err != nil {
				return uuid.UUID{}, err
			}
			u[i], rest = c[0], rest[2:]
		}
		return u, nil
	}
	return uuid.UUID{}, errors.New("no such format")
}

func BenchmarkMsgpack(b *testing.B) {
	type S struct{ A, B, C, D binID }
	in := S{binID(vectors.U), binID(vectors.U), binID(vectors.U), binID(vectors.U)}
	data, err := msgpack.Marshal(&in)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := msgpack.Marshal(&in); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		var out S
		for b.Loop() {
			if err := msgpack.Unmarshal(data, &out); err != nil {
				b.Fatal(err)
			}
		}
	})
}
