package cborx_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestReads has the ways to write 16 bytes, and who reads them.
func TestReads(t *testing.T) {
	_, registered := modes[vectors.Google](t)
	_, strict := modes[vectors.Google](t, cborx.Strict)
	for _, tt := range []struct {
		in string
		by string
	}{
		{bareU, "UUID Google Bare"},
		{taggedU, "UUID Google strict Tagged"},
		{self + taggedU, "UUID Google strict Tagged"},
		{self + self + bareU, "UUID Google Bare"},
		{"da0000d9f7" + taggedU, "UUID Google strict Tagged"},
		{"5810" + rawU, "UUID Google"}, // longer heads
		{"590010" + rawU, "UUID Google"},
		{"5b0000000000000010" + rawU, "UUID Google"},
		{"d9002550" + rawU, "UUID Google strict"},
		{"db000000000000002550" + rawU, "UUID Google strict"},
		{"5f" + bareU + "ff", "UUID Google"}, // pieces
		{"d8255f48" + rawU[:16] + "48" + rawU[16:] + "ff", "UUID Google strict"},
		{"5f40" + bareU + "40ff", "UUID Google"},
		{"5f48" + rawU[:16] + "48" + rawU[16:] + "4100ff", ""},
		{"d840" + bareU, "UUID"}, // JavaScript's bytes
		{"d840d840" + bareU, ""},
		{"d840d825" + bareU, ""},
		// Both tags, as cbor-redux writes them. The cbor package compares the tags of
		// an item with those that the TagSet has for a type, which can have one choice.
		{"d825d840" + bareU, "UUID"},
		{"d825d8405f" + bareU + "ff", "UUID"},
		{"d825d840d840" + bareU, ""},
		{"d825" + self + bareU, ""},
	} {
		by := func(who string) bool { return strings.Contains(tt.by, who) }
		testRead[uuid.UUID](t, plainDec, tt.in, by("UUID"))
		testRead[vectors.Google](t, registered, tt.in, by("Google"))
		testRead[vectors.Google](t, strict, tt.in, by("strict"))
		testRead[cborx.Bare](t, plainDec, tt.in, by("Bare"))
		testRead[cborx.Tagged](t, plainDec, tt.in, by("Tagged"))

		var list uuid.UUIDs
		err := cbor.Unmarshal(unhex("82"+tt.in+taggedU), &list)
		if want := (uuid.UUIDs{vectors.U, vectors.U}); (err == nil) != by("UUID") || err == nil && !reflect.DeepEqual(list, want) {
			t.Errorf("UUIDs of %s: %v, %v, want %v, ok %t", tt.in, list, err, want, by("UUID"))
		}
	}
}

// rejects are what nothing reads as a UUID.
var rejects = []string{
	"00", "20", "f4", "f5", "f93c00",
	"60",
	textU,
	"d825" + textU,
	"a0",
	"d824" + bareU,        // another tag
	"d903e7" + bareU,      // 999
	"d825" + taggedU,      // 37(37())
	"d903e7" + taggedU,    // 999(37())
	"c2" + bareU,          // a bignum
	"d825" + "c2" + bareU, // 37 of one
	"d840" + taggedU,      // 64(37())
	"d825" + "d840" + "d840" + bareU,
	"d825" + "d840" + "4f" + rawU[2:],
	"d825" + "d840" + "51" + rawU + "00",
	"d825" + "d840" + "70" + rawU,
}

// ownRejects are what the cbor package itself takes, and our types do not.
var ownRejects = []string{
	"80", "83010203", "9818" + rawU + "0011223344556677",
	"d82580", "d82583010203", "d825f6",
}

func TestRejects(t *testing.T) {
	testRejects[uuid.UUID](t, plainDec, ownRejects...)
	testRejects[cborx.Bare](t, plainDec, append(ownRejects, taggedU)...)
	testRejects[cborx.Tagged](t, plainDec, append(ownRejects, bareU)...)
	_, dm := modes[uuid.UUID](t)
	testRejects[uuid.UUID](t, dm, ownRejects...)
	_, dm = modes[vectors.Google](t)
	testRejects[vectors.Google](t, dm)
	_, dm = modes[vectors.Gofrs](t)
	testRejects[vectors.Gofrs](t, dm)
	_, dm = modes[vectors.Google](t, cborx.Strict)
	testRejects[vectors.Google](t, dm, bareU, "f6", "f7")
}

// testRejects checks that a T is unchanged by what it can't be.
func testRejects[T ~[16]byte](t *testing.T, dm cbor.DecMode, more ...string) {
	t.Helper()
	in := append(more, rejects...)
	for _, n := range vectors.BadLengths {
		b := hex.EncodeToString(must(cbor.Marshal(vectors.Bytes(n))))
		in = append(in, b, "d825"+b)
	}
	for _, whole := range []string{bareU, taggedU} {
		for n := 0; n < len(whole); n += 2 {
			in = append(in, whole[:n])
		}
	}
	in = append(in, strings.Repeat("81", 1<<20)) // arrays in arrays
	for _, in := range in {
		testRead[T](t, dm, in, false)
	}
}

// TestTypesAlone checks what the cbor package never hands to a type, too much of
// an item, or too little, and items of as many bytes as a UUID has.
func TestTypesAlone(t *testing.T) {
	inputs := [][]byte{unhex("f600"), unhex("f700")}
	for _, in := range []string{bareU, taggedU} {
		good := unhex(in)
		for n := range len(good) + 2 {
			inputs = append(inputs, append(bytes.Clone(good), 0)[:n])
		}
		for i := range len(good) - 16 { // the head with another byte in it
			b := bytes.Clone(good)
			b[i]++
			inputs = append(inputs, b)
		}
	}
	for _, b := range inputs {
		in := hex.EncodeToString(b)
		bare, tagged := cborx.Bare(vectors.Other), cborx.Tagged(vectors.Other)
		if err := bare.UnmarshalCBOR(b); (err == nil) != (in == bareU) || err != nil && bare != cborx.Bare(vectors.Other) {
			t.Errorf("Bare: %s = %v, %v", in, bare, err)
		}
		if err := tagged.UnmarshalCBOR(b); (err == nil) != (in == taggedU) || err != nil && tagged != cborx.Tagged(vectors.Other) {
			t.Errorf("Tagged: %s = %v, %v", in, tagged, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	long := "5903e8" + strings.Repeat("00", 1000)
	for _, tt := range []struct {
		in   string
		v    any
		want string
	}{
		{taggedU, new(cborx.Bare), "cborx.Bare: got d8 25 50 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff, want a byte string of 16 bytes without a tag"},
		{bareU, new(cborx.Tagged), "cborx.Tagged: got 50 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff, want 16 bytes with tag 37"},
		{long, new(cborx.Bare), "cborx.Bare: got 59 03 e8 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00, want a byte string of 16 bytes without a tag"},
		{long, new(cborx.Tagged), "cborx.Tagged: got 59 03 e8 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00, want 16 bytes with tag 37"},
	} {
		if err := cbor.Unmarshal(unhex(tt.in), tt.v); err == nil || err.Error() != tt.want {
			t.Errorf("Unmarshal(%.48s): got %v, want %s", tt.in, err, tt.want)
		}
	}
}

// TestAny checks that a registered type, and nothing else, changes what a
// value of type any gets.
func TestAny(t *testing.T) {
	t.Run("UUID", testAny[uuid.UUID])
	t.Run("Tagged", testAny[cborx.Tagged])
	t.Run("Google", testAny[vectors.Google])
	t.Run("Gofrs", testAny[vectors.Gofrs])
	t.Run("Std", testAny[vectors.Std])
	t.Run("Plain", testAny[vectors.Plain])
}

func testAny[T ~[16]byte](t *testing.T) {
	_, dm := modes[T](t)
	id := T(vectors.U)
	bytes16 := cbor.Tag{Number: 64, Content: vectors.U[:]}
	for _, tt := range []struct {
		dm   cbor.DecMode
		in   string
		want any
	}{
		{dm, taggedU, id},
		{dm, self + taggedU, id},
		{dm, "81" + taggedU, []any{id}},
		{dm, "a1616b" + taggedU, map[any]any{"k": id}},
		{dm, "a1" + taggedU + "6176", map[any]any{id: "v"}},
		{dm, bareU, vectors.U[:]},
		{dm, "d824" + bareU, cbor.Tag{Number: 36, Content: vectors.U[:]}},
		{dm, "d825d840" + bareU, cbor.Tag{Number: 37, Content: bytes16}},
		{dm, "f6", nil},
		{plainDec, taggedU, cbor.Tag{Number: 37, Content: vectors.U[:]}}, // without the TagSet
	} {
		var got any
		if err := tt.dm.Unmarshal(unhex(tt.in), &got); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Unmarshal(%s) = %T %v, %v, want %v", tt.in, got, got, err, tt.want)
		}
	}
	if _, ok := any(id).(interface{ String() string }); ok {
		var s interface{ String() string }
		if err := dm.Unmarshal(unhex(taggedU), &s); err != nil || s.String() != vectors.Text {
			t.Errorf("into an interface = %v, %v, want %s", s, err, vectors.Text)
		}
	}
}

func TestAllocs(t *testing.T) {
	for in, v := range map[string]any{
		bareU:   new(cborx.Bare),
		taggedU: new(cborx.Tagged),
	} {
		b := unhex(in)
		if got := testing.AllocsPerRun(100, func() {
			if err := cbor.Unmarshal(b, v); err != nil {
				t.Fatal(err)
			}
		}); got != 0 {
			t.Errorf("Unmarshal into %T: %v allocations, want 0", v, got)
		}
	}
	var buf bytes.Buffer
	em := must(cbor.EncOptions{}.UserBufferEncMode())
	// One for the bytes that MarshalCBOR returns, and one of the cbor package,
	// which copies the value to call it.
	s := struct{ B cborx.Bare }{}
	if got := testing.AllocsPerRun(100, func() {
		buf.Reset()
		if err := em.MarshalToBuffer(&s, &buf); err != nil {
			t.Fatal(err)
		}
	}); got > 2 {
		t.Errorf("Marshal: %v allocations, want 2", got)
	}
}
