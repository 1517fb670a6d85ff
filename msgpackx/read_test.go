package msgpackx_test

import (
	"bytes"
	"database/sql"
	"errors"
	"io"
	"reflect"
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

func TestRead(t *testing.T) {
	for _, tt := range inputs {
		t.Run(tt.name, func(t *testing.T) {
			b := unhex(tt.in)
			for _, r := range readers {
				want := vectors.U
				if tt.swapped&r.form != 0 {
					want = vectors.U.GUIDBytes()
				}
				r.test(t, b, want, (tt.by|tt.swapped)&r.form != 0)
			}
		})
	}
}

// readers are testRead of the types, and the forms in which they are registered.
var readers = []struct {
	form int
	test func(t *testing.T, b []byte, want uuid.UUID, ok bool)
}{
	{bin, testRead[binID]},
	{ext, testRead[extID]},
	{text, testRead[textID]},
	{dotNet, testRead[dotNetID]},
	{bin, testRead[vectors.Plain]},
	{bin, testRead[vectors.Std]},
	{bin, testRead[vectors.Google]},
	{bin, testRead[vectors.Gofrs]},
}

// testRead reads b, and every beginning of it, into a T and into what holds
// one. A T that was there is still there after an error.
func testRead[T ~[16]byte](t *testing.T, b []byte, want uuid.UUID, ok bool) {
	t.Helper()
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
		if broken := errors.Is(err, io.ErrUnexpectedEOF); !broken && !errors.Is(err, uuid.ErrInvalid) {
			t.Errorf("%T: got %v, want uuid.ErrInvalid", got, err)
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
	for _, n := range vectors.BadLengths {
		for _, head := range [][]byte{{0xc4, byte(n)}, {0xd9, byte(n)}, {0xc7, byte(n), freeExt}} { // bin 8, str 8, ext 8
			for _, r := range readers {
				r.test(t, append(head, vectors.Bytes(n)...), uuid.UUID{}, false)
			}
		}
	}
}

// TestHugeLengths checks that a decoder which lives on does not keep what a
// length promised and no bytes followed.
func TestHugeLengths(t *testing.T) {
	var rd bytes.Reader
	dec := msgpack.NewDecoder(&rd)
	for _, head := range []string{"c6ffffffff", "dbffffffff", "ddffffffff", "c9ffffffff4d"} {
		b := unhex(head + rawU)
		n := allocated(func() {
			for range 100 {
				rd.Reset(b)
				dec.ResetReader(&rd)
				if err := dec.Decode(new(binID)); err == nil {
					t.Errorf("%s: got no error", head)
				}
			}
		})
		if n > 1<<20 {
			t.Errorf("%s: 100 times allocate %d bytes", head, n)
		}
	}
}

// TestReadNumbers reads arrays of every number, in one byte and in two.
func TestReadNumbers(t *testing.T) {
	for n := range 256 {
		for _, number := range []string{"\xcc" + string([]byte{byte(n)}), string([]byte{byte(n)})} {
			if len(number) == 2 || n < 128 {
				in := "\xdc\x00\x10" + strings.Repeat(number, 16)
				testRead[binID](t, []byte(in), uuid.UUID(bytes.Repeat([]byte{byte(n)}, 16)), true)
			}
		}
	}
}

// TestNoAddress checks the one kind of value that msgpack asks us to decode
// into and that can't be set.
func TestNoAddress(t *testing.T) {
	for _, v := range []any{
		&struct{ V any }{binID(vectors.Other)},
		&struct{ V any }{uuid.NullUUID{UUID: vectors.Other, Valid: true}},
	} {
		b := must(msgpack.Marshal(v))
		if err := msgpack.Unmarshal(b, v); err == nil || !strings.Contains(err.Error(), "cannot be set") {
			t.Errorf("%T: got %v, want an error", v, err)
		}
	}
	t.Run("binID", func(t *testing.T) { testInInterface(t, binID(vectors.Other), binID(vectors.U)) })
	t.Run("NullUUID", func(t *testing.T) {
		testInInterface(t, uuid.NullUUID{UUID: vectors.Other, Valid: true}, uuid.NullUUID{UUID: vectors.U, Valid: true})
	})
	t.Run("sql.Null", func(t *testing.T) {
		testInInterface(t, sql.Null[binID]{V: binID(vectors.Other), Valid: true}, sql.Null[binID]{V: binID(vectors.U), Valid: true})
	})
	t.Run("nullOf", func(t *testing.T) {
		testInInterface(t, nullOf[binID]{binID(vectors.Other), true}, nullOf[binID]{binID(vectors.U), true})
	})
	t.Run("list", func(t *testing.T) { testInInterface(t, []binID{binID(vectors.Other)}, []binID{binID(vectors.U)}) })
}

// testInInterface reads want, and then nil, through a pointer that cannot be set itself.
func testInInterface[E any](t *testing.T, v, want E) {
	b := must(msgpack.Marshal(want))
	s := struct{ V any }{&v}
	if err := msgpack.Unmarshal(append([]byte("\x81\xa1V"), b...), &s); err != nil || s.V != &v || !reflect.DeepEqual(v, want) {
		t.Errorf("a pointer in an interface = %v, %v, want %v", v, err, want)
	}
	if err := msgpack.Unmarshal([]byte("\x81\xa1V\xc0"), &s); err != nil || s.V != &v || !reflect.ValueOf(v).IsZero() {
		t.Errorf("nil through it = %v, %v, want zero", v, err)
	}
	s.V = (*E)(nil)
	if err := msgpack.Unmarshal([]byte("\x81\xa1V\xc0"), &s); err != nil || s.V != (*E)(nil) {
		t.Errorf("nil through a nil pointer = %v, %v, want no change", s.V, err)
	}
	if err := msgpack.Unmarshal(append([]byte("\x81\xa1V"), b...), &s); err == nil || s.V != (*E)(nil) {
		t.Errorf("through a nil pointer = %v, %v, want an error", s.V, err)
	}
}
