package cborx_test

import (
	"bytes"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	rawU    = "00112233445566778899aabbccddeeff"
	bareU   = "50" + rawU
	taggedU = "d825" + bareU
	zero    = "00000000000000000000000000000000"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// modes returns modes that know T.
func modes[T ~[16]byte](t testing.TB, opts ...cborx.Option) (cbor.EncMode, cbor.DecMode) {
	t.Helper()
	em, dm, err := cborx.Modes[T](cbor.EncOptions{}, cbor.DecOptions{}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return em, dm
}

// defaults returns the modes of cbor.Marshal and cbor.Unmarshal.
func defaults(t testing.TB) (cbor.EncMode, cbor.DecMode) {
	t.Helper()
	em, err := cbor.EncOptions{}.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	dm, err := cbor.DecOptions{}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	return em, dm
}

// testShapes checks the bytes of every shape that holds a T, given the head
// before the 16 bytes, and that they read back.
func testShapes[T ~[16]byte](t *testing.T, em cbor.EncMode, dm cbor.DecMode, head string) {
	t.Helper()
	type S struct{ ID T }
	type keys struct {
		ID T  `cbor:"1,keyasint"`
		P  *T `cbor:"2,keyasint"`
	}
	type array struct {
		_  struct{} `cbor:",toarray"`
		ID T
		P  *T
	}
	id, u, z := T(vectors.U), head+rawU, head+zero
	p := &id
	for _, tt := range []struct {
		in   any
		want string
	}{
		{id, u},
		{T{}, z},
		{&id, u},
		{&p, u},
		{(*T)(nil), "f6"},
		{[]T{id, {}}, "82" + u + z},
		{[]T{}, "80"},
		{[]T(nil), "f6"},
		{[]*T{&id, nil}, "82" + u + "f6"},
		{[2]T{id, {}}, "82" + u + z},
		{map[string]T{"k": id}, "a1616b" + u},
		{map[T]string{id: "v"}, "a1" + u + "6176"},
		{map[T]T{id: id}, "a1" + u + u},
		{map[T]*T{id: nil}, "a1" + u + "f6"},
		{S{id}, "a1624944" + u},
		{&S{id}, "a1624944" + u},
		{keys{ID: id}, "a201" + u + "02f6"},
		{array{P: &id}, "82" + z + u},
		{struct {
			ID T `cbor:",omitzero"`
		}{}, "a0"},
	} {
		b, err := em.Marshal(tt.in)
		if got := hex.EncodeToString(b); err != nil || got != tt.want {
			t.Errorf("Marshal(%T) = %s, %v, want %s", tt.in, got, err, tt.want)
			continue
		}
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := dm.Unmarshal(b, out.Interface()); err != nil {
			t.Errorf("Unmarshal(%T): %v", tt.in, err)
		} else if got := out.Elem().Interface(); !reflect.DeepEqual(got, tt.in) {
			t.Errorf("Unmarshal(%T) = %v, want %v", tt.in, got, tt.in)
		}
	}
	for _, s := range vectors.All {
		in, out := T(uuid.MustParse(s)), T(vectors.Other)
		b, err := em.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := dm.Unmarshal(b, &out); err != nil || out != in {
			t.Errorf("%T: Unmarshal(%x) = %v, %v, want %s", in, b, uuid.UUID(out), err, s)
		}
	}
	// Null leaves a T alone, and makes a pointer nil.
	for _, null := range []byte{0xf6, 0xf7} {
		got := T(vectors.Other)
		p := &got
		if err := dm.Unmarshal([]byte{null}, &p); err != nil || p != nil {
			t.Errorf("Unmarshal(%x) into %T = %v, %v, want nil", null, p, p, err)
		}
		if err := dm.Unmarshal([]byte{null}, &got); err != nil || uuid.UUID(got) != vectors.Other {
			t.Errorf("Unmarshal(%x) into %T = %v, %v, want it unchanged", null, got, uuid.UUID(got), err)
		}
		list := []T{T(vectors.Other)}
		if err := dm.Unmarshal([]byte{0x81, null}, &list); err != nil || uuid.UUID(list[0]) != vectors.Other {
			t.Errorf("Unmarshal(81%x) into %T = %v, %v, want its element unchanged", null, list, list, err)
		}
	}
}

func TestShapes(t *testing.T) {
	t.Run("UUID", func(t *testing.T) {
		em, dm := defaults(t)
		testShapes[uuid.UUID](t, em, dm, "d82550")
		em, dm = modes[uuid.UUID](t)
		testShapes[uuid.UUID](t, em, dm, "d82550")
	})
	t.Run("Tagged", func(t *testing.T) {
		em, dm := defaults(t)
		testShapes[cborx.Tagged](t, em, dm, "d82550")
		em, dm = modes[cborx.Tagged](t)
		testShapes[cborx.Tagged](t, em, dm, "d82550")
	})
	t.Run("Bare", func(t *testing.T) {
		em, dm := defaults(t)
		testShapes[cborx.Bare](t, em, dm, "50")
		em, dm = modes[uuid.UUID](t)
		testShapes[cborx.Bare](t, em, dm, "50")
	})
	t.Run("Plain", func(t *testing.T) {
		em, dm := modes[vectors.Plain](t)
		testShapes[vectors.Plain](t, em, dm, "d82550")
	})
	t.Run("Std", func(t *testing.T) {
		em, dm := modes[vectors.Std](t)
		testShapes[vectors.Std](t, em, dm, "d82550")
	})
	t.Run("Google", func(t *testing.T) {
		em, dm := modes[vectors.Google](t)
		testShapes[vectors.Google](t, em, dm, "d82550")
	})
	t.Run("Gofrs", func(t *testing.T) {
		em, dm := modes[vectors.Gofrs](t)
		testShapes[vectors.Gofrs](t, em, dm, "d82550")
	})
	t.Run("unregistered", func(t *testing.T) {
		em, dm := defaults(t)
		testShapes[vectors.Google](t, em, dm, "50")
	})
}

func TestNull(t *testing.T) {
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	other := uuid.NullUUID{UUID: vectors.Other, Valid: true}
	em, dm := modes[uuid.UUID](t)
	for _, tt := range []struct {
		in   any
		want string
	}{
		{valid, taggedU},
		{uuid.NullUUID{}, "f6"},
		{&valid, taggedU},
		{[]uuid.NullUUID{valid, {}}, "82" + taggedU + "f6"},
		{struct{ N uuid.NullUUID }{valid}, "a1614e" + taggedU},
		{struct{ N uuid.NullUUID }{}, "a1614ef6"},
		{map[string]uuid.NullUUID{"k": {}}, "a1616bf6"},
	} {
		b, err := em.Marshal(tt.in)
		if got := hex.EncodeToString(b); err != nil || got != tt.want {
			t.Errorf("Marshal(%+v) = %s, %v, want %s", tt.in, got, err, tt.want)
			continue
		}
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := dm.Unmarshal(b, out.Interface()); err != nil || !reflect.DeepEqual(out.Elem().Interface(), tt.in) {
			t.Errorf("Unmarshal(%x) = %+v, %v, want %+v", b, out.Elem(), err, tt.in)
		}
	}
	for _, tt := range []struct {
		in   string
		want uuid.NullUUID
	}{
		{"f6", uuid.NullUUID{}},
		{"f7", uuid.NullUUID{}},
		{taggedU, valid},
		{bareU, valid},
	} {
		got := other
		if err := cbor.Unmarshal(unhex(t, tt.in), &got); err != nil || got != tt.want {
			t.Errorf("Unmarshal(%s) = %+v, %v, want %+v", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{"40", "f4", "4f" + rawU[2:], "d825f6"} {
		got := other
		if err := cbor.Unmarshal(unhex(t, in), &got); err == nil || got != other {
			t.Errorf("Unmarshal(%s) = %+v, %v, want an error and it unchanged", in, got, err)
		}
	}
}

// TestOmit pins who is left out.
func TestOmit(t *testing.T) {
	for _, tt := range []struct {
		in   any
		want string
	}{
		{struct {
			A uuid.UUID     `cbor:",omitempty"`
			B cborx.Bare    `cbor:",omitempty"`
			C uuid.NullUUID `cbor:",omitempty"`
			D uuid.UUIDs    `cbor:",omitempty"`
			E []uuid.UUID   `cbor:",omitempty"`
		}{}, "a4" + "6141d82550" + zero + "614250" + zero + "6143f6" + "6144f6"},
		{struct {
			A uuid.UUID     `cbor:",omitzero"`
			B cborx.Bare    `cbor:",omitzero"`
			C uuid.NullUUID `cbor:",omitzero"`
			D uuid.UUIDs    `cbor:",omitzero"`
		}{}, "a0"},
	} {
		b, err := cbor.Marshal(tt.in)
		if got := hex.EncodeToString(b); err != nil || got != tt.want {
			t.Errorf("Marshal = %s, %v, want %s", got, err, tt.want)
		}
	}
}

// rejects are what nothing reads as a UUID.
var rejects = []string{
	"00", "20", "f4", "f5", "f93c00",
	"60",
	"7824" + "30303131323233332d343435352d363637372d383839392d616162626363646465656666", // text
	"d8257824" + "30303131323233332d343435352d363637372d383839392d616162626363646465656666",
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

// testRejects checks that a T is unchanged by what it can't be.
func testRejects[T ~[16]byte](t *testing.T, dm cbor.DecMode, more ...string) {
	t.Helper()
	in := append(more, rejects...)
	for _, n := range vectors.BadLengths {
		b, err := cbor.Marshal(vectors.Bytes(n))
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, hex.EncodeToString(b), "d825"+hex.EncodeToString(b))
	}
	for _, in := range in {
		got := T(vectors.Other)
		err := dm.Unmarshal(unhex(t, in), &got)
		if err == nil || uuid.UUID(got) != vectors.Other {
			t.Errorf("%T: Unmarshal(%s) = %v, %v, want an error and it unchanged", got, in, uuid.UUID(got), err)
		} else if len(err.Error()) > 256 {
			t.Errorf("%T: Unmarshal(%s): error of %d bytes", got, in, len(err.Error()))
		}
	}
	for _, in := range []string{bareU, taggedU} {
		for n := range len(in) / 2 {
			got := T(vectors.Other)
			if err := dm.Unmarshal(unhex(t, in[:2*n]), &got); err == nil || uuid.UUID(got) != vectors.Other {
				t.Errorf("%T: Unmarshal(%s) = %v, %v, want an error and it unchanged", got, in[:2*n], uuid.UUID(got), err)
			}
		}
	}
}

func TestRejects(t *testing.T) {
	_, dm := defaults(t)
	testRejects[uuid.UUID](t, dm, ownRejects...)
	testRejects[cborx.Bare](t, dm, append(ownRejects, taggedU)...)
	testRejects[cborx.Tagged](t, dm, append(ownRejects, bareU)...)
	_, dm = modes[uuid.UUID](t)
	testRejects[uuid.UUID](t, dm, ownRejects...)
	_, dm = modes[vectors.Google](t)
	testRejects[vectors.Google](t, dm)
	_, dm = modes[vectors.Gofrs](t)
	testRejects[vectors.Gofrs](t, dm)
	_, dm = modes[vectors.Google](t, cborx.Strict)
	testRejects[vectors.Google](t, dm, bareU, "f6", "f7")
}

func TestReads(t *testing.T) {
	_, plain := defaults(t)
	_, tagged := modes[vectors.Google](t)
	_, strict := modes[vectors.Google](t, cborx.Strict)
	const self = "d9d9f7" // 55799, "this is CBOR"; the cbor package removes it
	for _, tt := range []struct {
		in                   string
		uuid, google, strict bool // who reads it
		bare, tagged         bool // and Bare and Tagged
	}{
		{bareU, true, true, false, true, false},
		{taggedU, true, true, true, false, true},
		{self + taggedU, true, true, true, false, true},
		{self + self + bareU, true, true, false, true, false},
		{"da0000d9f7" + taggedU, true, true, true, false, true},
		{"5810" + rawU, true, true, false, false, false}, // longer heads
		{"590010" + rawU, true, true, false, false, false},
		{"5b0000000000000010" + rawU, true, true, false, false, false},
		{"d9002550" + rawU, true, true, true, false, false},
		{"db000000000000002550" + rawU, true, true, true, false, false},
		{"5f" + bareU + "ff", true, true, false, false, false}, // pieces
		{"d8255f48" + rawU[:16] + "48" + rawU[16:] + "ff", true, true, true, false, false},
		{"5f40" + bareU + "40ff", true, true, false, false, false},
		{"d840" + bareU, true, false, false, false, false}, // JavaScript's bytes
		{"d825" + self + bareU, false, false, false, false, false},
		{"d840d825" + bareU, false, false, false, false, false},
		{"d840d840" + bareU, false, false, false, false, false},
		// Both, as cbor-redux writes it: a TagSet knows tag 37 of bytes, and no way to
		// say that something may be between. An error is all that others can do here.
		{"d825d840" + bareU, true, false, false, false, false},
		{"d825d8405f" + bareU + "ff", true, false, false, false, false},
		{"d825d840d840" + bareU, false, false, false, false, false},
		{"5f48" + rawU[:16] + "48" + rawU[16:] + "4100ff", false, false, false, false, false},
	} {
		b := unhex(t, tt.in)
		testReads[uuid.UUID](t, plain, b, tt.uuid)
		testReads[vectors.Google](t, tagged, b, tt.google)
		testReads[vectors.Google](t, strict, b, tt.strict)
		testReads[cborx.Bare](t, plain, b, tt.bare)
		testReads[cborx.Tagged](t, plain, b, tt.tagged)

		var list uuid.UUIDs
		err := cbor.Unmarshal(append([]byte{0x82}, append(b, unhex(t, taggedU)...)...), &list)
		if want := (uuid.UUIDs{vectors.U, vectors.U}); (err == nil) != tt.uuid || err == nil && !reflect.DeepEqual(list, want) {
			t.Errorf("UUIDs of %s: %v, %v, want %v, ok %t", tt.in, list, err, want, tt.uuid)
		}
	}
}

// TestTypesAlone checks what the cbor package never hands to a type, too much of
// an item, or too little, and items of as many bytes as a UUID has.
func TestTypesAlone(t *testing.T) {
	var inputs [][]byte
	for _, in := range []string{bareU, taggedU} {
		good := unhex(t, in)
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
		bare, tagged := cborx.Bare(vectors.Other), cborx.Tagged(vectors.Other)
		if err := bare.UnmarshalCBOR(b); (err == nil) != (hex.EncodeToString(b) == bareU) || err != nil && bare != cborx.Bare(vectors.Other) {
			t.Errorf("Bare: %x = %v, %v", b, bare, err)
		}
		if err := tagged.UnmarshalCBOR(b); (err == nil) != (hex.EncodeToString(b) == taggedU) || err != nil && tagged != cborx.Tagged(vectors.Other) {
			t.Errorf("Tagged: %x = %v, %v", b, tagged, err)
		}
	}
}

func testReads[T ~[16]byte](t *testing.T, dm cbor.DecMode, b []byte, ok bool) {
	t.Helper()
	got, want := T(vectors.Other), vectors.Other
	if ok {
		want = vectors.U
	}
	if err := dm.Unmarshal(b, &got); (err == nil) != ok || uuid.UUID(got) != want {
		t.Errorf("%T: Unmarshal(%x) = %v, %v, want %v, ok %t", got, b, uuid.UUID(got), err, want, ok)
	}
}

// TestUUIDs checks lists in the cbor package's hands.
func TestUUIDs(t *testing.T) {
	type S struct{ IDs uuid.UUIDs }
	list := uuid.UUIDs{vectors.U, vectors.Other}
	for _, tt := range []struct {
		in   any
		want string
	}{
		{list, "82" + taggedU + "d82550f81d4fae7dec11d0a76500a0c91e6bf6"},
		{uuid.UUIDs{}, "80"},
		{uuid.UUIDs(nil), "f6"},
		{&list, "82" + taggedU + "d82550f81d4fae7dec11d0a76500a0c91e6bf6"},
		{S{list[:1]}, "a16349447381" + taggedU},
		{S{}, "a163494473f6"},
		{[]uuid.UUIDs{{vectors.U}, nil}, "8281" + taggedU + "f6"},
		{map[string]uuid.UUIDs{"k": {}}, "a1616b80"},
	} {
		b, err := cbor.Marshal(tt.in)
		if got := hex.EncodeToString(b); err != nil || got != tt.want {
			t.Errorf("Marshal(%v) = %s, %v, want %s", tt.in, got, err, tt.want)
		}
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := cbor.Unmarshal(b, out.Interface()); err != nil || !reflect.DeepEqual(out.Elem().Interface(), tt.in) {
			t.Errorf("Unmarshal(%x) = %v, %v, want %v", b, out.Elem(), err, tt.in)
		}
	}
	for _, in := range []string{"82" + taggedU, "81f6", "82" + taggedU + "f6", "8144deadbeef", "81d903e7" + bareU, taggedU, "60", "a0", "d82581" + bareU, "9affffffff"} {
		got := uuid.UUIDs{vectors.Other}
		if err := cbor.Unmarshal(unhex(t, in), &got); err == nil || len(got) != 1 || got[0] != vectors.Other {
			t.Errorf("Unmarshal(%s) = %v, %v, want an error and it unchanged", in, got, err)
		}
	}
	if err := cbor.Unmarshal([]byte{0xf7}, &list); err != nil || list != nil {
		t.Errorf("undefined = %v, %v, want nil", list, err)
	}
	deep := bytes.Repeat([]byte{0x81}, 1<<20)
	for _, v := range []any{new(uuid.UUID), new(uuid.UUIDs), new(uuid.NullUUID), new(cborx.Bare), new(cborx.Tagged)} {
		if err := cbor.Unmarshal(deep, v); err == nil {
			t.Errorf("%T: a million arrays in arrays are no error", v)
		}
	}
}

func TestModes(t *testing.T) {
	if _, _, err := cborx.Modes[[16]byte](cbor.EncOptions{}, cbor.DecOptions{}); err == nil || !strings.HasPrefix(err.Error(), "cborx.Modes: ") {
		t.Errorf("a type without a name: got %v, want an error", err)
	}
	if _, _, err := cborx.Modes[uuid.UUID](cbor.CTAP2EncOptions(), cbor.DecOptions{}); err == nil || !strings.HasPrefix(err.Error(), "cborx.Modes: ") {
		t.Errorf("an EncMode without tags: got %v, want an error", err)
	}
	if _, _, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{TagsMd: cbor.TagsForbidden}); err == nil || !strings.HasPrefix(err.Error(), "cborx.Modes: ") {
		t.Errorf("a DecMode without tags: got %v, want an error", err)
	}
}

// ownCBOR reads tag 37, and does not write it.
type ownCBOR uuid.UUID

func (u ownCBOR) MarshalCBOR() ([]byte, error)     { return cborx.Bare(u).MarshalCBOR() }
func (u *ownCBOR) UnmarshalCBOR(data []byte) error { return (*uuid.UUID)(u).UnmarshalCBOR(data) }

// swapped writes tag 37 of its bytes in another order.
type swapped uuid.UUID

func (u swapped) MarshalBinary() ([]byte, error) {
	b := uuid.UUID(u).GUIDBytes()
	return b[:], nil
}

// TestModesRefuse checks that no option makes tag 37 of what is not a UUID.
func TestModesRefuse(t *testing.T) {
	text := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}
	numbers := cbor.EncOptions{ByteArray: cbor.ByteArrayToArray}
	binary := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString, BinaryMarshaler: cbor.BinaryMarshalerNone}
	refuse[ownCBOR](t, cbor.EncOptions{}, "cborx.Modes: ")
	refuse[swapped](t, cbor.EncOptions{}, "cborx.Modes: ")
	refuse[vectors.Std](t, text, "cborx.Modes: ")
	refuse[vectors.Std](t, numbers, "cborx.Modes: ")
	refuse[vectors.Plain](t, numbers, "cborx.Modes: ")
	refuse[vectors.Google](t, binary, "cborx.Modes: ")
	for _, enc := range []cbor.EncOptions{text, numbers, binary} {
		refuse[uuid.UUID](t, enc, "")
		refuse[cborx.Tagged](t, enc, "")
	}
	refuse[vectors.Google](t, text, "")
	refuse[vectors.Google](t, numbers, "")
	refuse[vectors.Plain](t, text, "")

	// A refused type does not keep the tag.
	tags := cbor.NewTagSet()
	if err := cborx.Register[ownCBOR](tags); err == nil {
		t.Error("ownCBOR: got no error")
	}
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		t.Error(err)
	}
}

func refuse[T ~[16]byte](t *testing.T, enc cbor.EncOptions, want string) {
	t.Helper()
	_, _, err := cborx.Modes[T](enc, cbor.DecOptions{})
	if (err != nil) != (want != "") || err != nil && (!strings.HasPrefix(err.Error(), want) || len(err.Error()) > 256) {
		t.Errorf("%T: got %v, want an error of %q", T{}, err, want)
	}
}

func TestErrorText(t *testing.T) {
	long, err := cbor.Marshal(make([]byte, 1000))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		in   []byte
		v    any
		want string
	}{
		{unhex(t, taggedU), new(cborx.Bare), "cborx.Bare: got d8 25 50 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff, want a byte string of 16 bytes without a tag"},
		{unhex(t, bareU), new(cborx.Tagged), "cborx.Tagged: got 50 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff, want 16 bytes with tag 37"},
		{long, new(cborx.Bare), "cborx.Bare: got 59 03 e8 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00, want a byte string of 16 bytes without a tag"},
		{long, new(cborx.Tagged), "cborx.Tagged: got 59 03 e8 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00, want 16 bytes with tag 37"},
	} {
		if err := cbor.Unmarshal(tt.in, tt.v); err == nil || err.Error() != tt.want {
			t.Errorf("Unmarshal(%x): got %v, want %s", tt.in[:min(len(tt.in), 24)], err, tt.want)
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
	for _, tt := range []struct {
		in   string
		want any
	}{
		{taggedU, id},
		{"d9d9f7" + taggedU, id},
		{"81" + taggedU, []any{id}},
		{"a1616b" + taggedU, map[any]any{"k": id}},
		{"a1" + taggedU + "6176", map[any]any{id: "v"}},
		{bareU, vectors.U[:]},
		{"d824" + bareU, cbor.Tag{Number: 36, Content: vectors.U[:]}},
		{"d825d840" + bareU, cbor.Tag{Number: 37, Content: cbor.Tag{Number: 64, Content: vectors.U[:]}}},
		{"f6", nil},
	} {
		var got any
		if err := dm.Unmarshal(unhex(t, tt.in), &got); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Unmarshal(%s) = %T %v, %v, want %v", tt.in, got, got, err, tt.want)
		}
	}
	var s fmt.Stringer
	if _, ok := any(id).(fmt.Stringer); ok {
		if err := dm.Unmarshal(unhex(t, taggedU), &s); err != nil || s.String() != vectors.Text {
			t.Errorf("into a fmt.Stringer = %v, %v, want %s", s, err, vectors.Text)
		}
	}
	// Without the TagSet there is no T.
	var got any
	if err := cbor.Unmarshal(unhex(t, taggedU), &got); err != nil || !reflect.DeepEqual(got, cbor.Tag{Number: 37, Content: vectors.U[:]}) {
		t.Errorf("cbor.Unmarshal = %v, %v, want a cbor.Tag", got, err)
	}
}

func TestRegisterErrors(t *testing.T) {
	tags := cbor.NewTagSet()
	if err := cborx.Register[vectors.Google](tags); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{cborx.Register[uuid.UUID](tags), "tag number [37] already exists"},
		{cborx.Register[vectors.Google](tags), "vectors.Google already exists"},
		{cborx.Register[[16]byte](cbor.NewTagSet()), "can only add named types"},
		{cborx.Register[cborx.Bare](cbor.NewTagSet()), "cborx.Bare does not read tag 37"},
		{cborx.Register[uuid.UUID](cbor.NewTagSet(), cborx.Strict), "use cborx.Tagged"},
		{cborx.Register[cborx.Tagged](cbor.NewTagSet(), cborx.Strict), "use cborx.Tagged"},
		{cborx.Register[swapped](cbor.NewTagSet()), "cborx_test.swapped is written as d8 25 50"},
		{cborx.Register[vectors.Google](cbor.NewTagSet(), cborx.Strict, 17), "there is no Option(17)"},
		{cborx.Register[vectors.Google](nil), "the TagSet is nil"},
	} {
		if tt.err == nil || !strings.HasPrefix(tt.err.Error(), "cborx.Register: ") || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("got %v, want %q", tt.err, tt.want)
		}
	}
	// The refusals have changed nothing, and the zero Option is none.
	dm, err := cbor.DecOptions{}.DecModeWithTags(tags)
	if err != nil {
		t.Fatal(err)
	}
	var got any
	if err := dm.Unmarshal(unhex(t, taggedU), &got); err != nil || got != any(vectors.Google(vectors.U)) {
		t.Errorf("got %T, %v, want the first type", got, err)
	}
	if err := cborx.Register[uuid.UUID](cbor.NewTagSet(), cborx.Option(0)); err != nil {
		t.Error(err)
	}
}

// TestTagsForbidden checks who can be written where tags can't.
func TestTagsForbidden(t *testing.T) {
	em, err := cbor.CTAP2EncOptions().EncMode()
	if err != nil {
		t.Fatal(err)
	}
	dm, err := cbor.DecOptions{TagsMd: cbor.TagsForbidden}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	testShapes[cborx.Bare](t, em, dm, "50")
	testRejects[cborx.Bare](t, dm, taggedU)
	testShapes[vectors.Google](t, em, dm, "50")
	for _, v := range []any{vectors.U, cborx.Tagged(vectors.U), uuid.NullUUID{UUID: vectors.U, Valid: true}} {
		if b, err := em.Marshal(v); err == nil {
			t.Errorf("Marshal(%T) = %x, want an error", v, b)
		}
	}
	got := vectors.Other
	if err := dm.Unmarshal(unhex(t, taggedU), &got); err == nil || got != vectors.Other {
		t.Errorf("Unmarshal(%s) = %v, %v, want an error", taggedU, got, err)
	}
	if err := dm.Unmarshal(unhex(t, bareU), &got); err != nil || got != vectors.U {
		t.Errorf("Unmarshal(%s) = %v, %v, want %v", bareU, got, err, vectors.U)
	}
	tags := cbor.NewTagSet()
	if err := cborx.Register[vectors.Google](tags); err != nil {
		t.Fatal(err)
	}
	if _, err := cbor.CTAP2EncOptions().EncModeWithTags(tags); err == nil {
		t.Error("CTAP2 modes take a TagSet: the package documentation says they do not")
	}
}

// TestDeterministic checks a map under the options that leave no choice. The keys
// sort by their bytes in Core Deterministic Encoding (RFC 8949, section 4.2.1), by
// their length first in the older one (RFC 7049, section 3.9), and by their major
// type first in CTAP2's, which has no tags.
func TestDeterministic(t *testing.T) {
	for _, tt := range []struct {
		name string
		opts cbor.EncOptions
		in   map[any]int
		want string
	}{
		{"Core", cbor.CoreDetEncOptions(), map[any]int{vectors.U: 3, "a": 2, cborx.Bare(vectors.U): 1}, "a3" + bareU + "01" + "616102" + taggedU + "03"},
		{"Canonical", cbor.CanonicalEncOptions(), map[any]int{vectors.U: 3, "a": 1, cborx.Bare(vectors.U): 2}, "a3" + "616101" + bareU + "02" + taggedU + "03"},
		{"CTAP2", cbor.CTAP2EncOptions(), map[any]int{"a": 3, cborx.Bare(vectors.U): 2, 1: 1}, "a3" + "0101" + bareU + "02" + "616103"},
	} {
		em, err := tt.opts.EncMode()
		if err != nil {
			t.Fatal(err)
		}
		b, err := em.Marshal(tt.in)
		if got := hex.EncodeToString(b); err != nil || got != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}

	// What we write ourselves is what the cbor package makes of the same data.
	em, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		t.Fatal(err)
	}
	values := []any{vectors.U, cborx.Bare(vectors.U), cborx.Tagged(vectors.U), uuid.NullUUID{}, uuid.UUIDs(nil)}
	for _, n := range []int{0, 1, 23, 24, 255, 256, 65535, 65536} {
		values = append(values, make(uuid.UUIDs, n))
	}
	for _, v := range values {
		b, err := cbor.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var data any
		if err := cbor.Unmarshal(b, &data); err != nil {
			t.Fatal(err)
		}
		if again, err := em.Marshal(data); err != nil || !bytes.Equal(again, b) {
			t.Errorf("%T is written as %.40x, and deterministic as %.40x, %v", v, b, again, err)
		}
	}
}

// TestLimits pins the faults of the cbor package that the documentation names.
// Once one of them fails, so that it is gone, the words can go too.
func TestLimits(t *testing.T) {
	t.Run("lengths", func(t *testing.T) {
		_, dm := modes[vectors.Std](t)
		for in, want := range map[string]string{
			"d82544deadbeef":       "deadbeef-0000-0000-0000-000000000000",
			"d82540":               "00000000-0000-0000-0000-000000000000",
			"d82551" + rawU + "00": vectors.Text,
		} {
			got := vectors.Std(vectors.Other)
			if err := dm.Unmarshal(unhex(t, in), &got); err != nil || got.String() != want {
				t.Errorf("Unmarshal(%s) = %v, %v, want the silent %s", in, got, err, want)
			}
			// What the documentation says to use instead.
			for _, v := range []any{new(uuid.UUID), new(cborx.Tagged), new(cborx.Bare), new(vectors.Google)} {
				if err := dm.Unmarshal(unhex(t, in), v); err == nil {
					t.Errorf("Unmarshal(%s) = %v, want an error", in, v)
				}
			}
		}
	})
	t.Run("arrays", func(t *testing.T) {
		_, dm := modes[vectors.Google](t)
		for in, want := range map[string]uuid.UUID{
			"80":           {},
			"83010203":     {1, 2, 3},
			"d82583010203": {1, 2, 3},
			"d825f6":       vectors.Other,
		} {
			got := vectors.Google(vectors.Other)
			if err := dm.Unmarshal(unhex(t, in), &got); err != nil || uuid.UUID(got) != want {
				t.Errorf("Unmarshal(%s) = %v, %v, want the silent %v", in, got, err, want)
			}
		}
	})
	t.Run("no option checks them", func(t *testing.T) {
		tags := cbor.NewTagSet()
		if err := cborx.Register[vectors.Std](tags, cborx.Strict); err != nil {
			t.Fatal(err)
		}
		dm, err := cbor.DecOptions{
			BinaryUnmarshaler: cbor.BinaryUnmarshalerNone,
			TextUnmarshaler:   cbor.TextUnmarshalerTextString,
		}.DecModeWithTags(tags)
		if err != nil {
			t.Fatal(err)
		}
		var got vectors.Std
		if err := dm.Unmarshal(unhex(t, "d82544deadbeef"), &got); err != nil || got[0] != 0xde {
			t.Errorf("got %v, %v", got, err)
		}
		// The one path of a byte string to UnmarshalText hands it the bytes,
		// and so refuses good ones as well.
		dm, err = cbor.DecOptions{
			TextUnmarshaler:    cbor.TextUnmarshalerTextString,
			ByteStringToString: cbor.ByteStringToStringAllowed,
		}.DecModeWithTags(tags)
		if err != nil {
			t.Fatal(err)
		}
		if err := dm.Unmarshal(unhex(t, taggedU), &got); err == nil {
			t.Errorf("got %v", got)
		}
	})
	t.Run("text in the tag", func(t *testing.T) {
		tags := cbor.NewTagSet()
		if err := cborx.Register[vectors.Std](tags); err != nil {
			t.Fatal(err)
		}
		em, err := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.EncModeWithTags(tags)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			v    any
			want string
		}{
			{vectors.Std(vectors.U), "d8257824" + hex.EncodeToString([]byte(vectors.Text))},
			{vectors.U, taggedU},
			{cborx.Bare(vectors.U), bareU},
			{vectors.Google(vectors.U), bareU},
		} {
			b, err := em.Marshal(tt.v)
			if got := hex.EncodeToString(b); err != nil || got != tt.want {
				t.Errorf("Marshal(%T) = %s, %v, want %s", tt.v, got, err, tt.want)
			}
		}
	})
	t.Run("default modes", func(t *testing.T) {
		b, err := cbor.Marshal(vectors.Google(vectors.U))
		if got := hex.EncodeToString(b); err != nil || got != bareU {
			t.Errorf("cbor.Marshal = %s, %v, want no tag", got, err)
		}
		var got vectors.Google
		if err := cbor.Unmarshal(unhex(t, "d903e7"+bareU), &got); err != nil {
			t.Errorf("cbor.Unmarshal of tag 999: %v, want it ignored", err)
		}
	})
	t.Run("sql.Null", func(t *testing.T) {
		em, dm := modes[uuid.UUID](t)
		in := sql.Null[uuid.UUID]{V: vectors.U, Valid: true}
		b, err := em.Marshal(in)
		if got, want := hex.EncodeToString(b), "a26156"+taggedU+"6556616c6964f5"; err != nil || got != want {
			t.Errorf("Marshal = %s, %v, want %s", got, err, want)
		}
		var out sql.Null[uuid.UUID]
		if err := dm.Unmarshal(b, &out); err != nil || out != in {
			t.Errorf("Unmarshal = %v, %v, want %v", out, err, in)
		}
	})
	t.Run("embedding", func(t *testing.T) {
		b, err := cbor.Marshal(struct {
			uuid.UUID
			Name string
		}{vectors.U, "lost"})
		if got := hex.EncodeToString(b); err != nil || got != taggedU {
			t.Errorf("a struct that embeds a UUID = %s, %v, want %s", got, err, taggedU)
		}
	})
}

type edge interface {
	fmt.Stringer
	IsZero() bool
	MarshalText() ([]byte, error)
	AppendText([]byte) ([]byte, error)
}

func TestText(t *testing.T) {
	for _, v := range []edge{cborx.Bare(vectors.U), cborx.Tagged(vectors.U)} {
		if got := v.String(); got != vectors.Text {
			t.Errorf("%T: String = %s, want %s", v, got, vectors.Text)
		}
		if got, err := v.MarshalText(); err != nil || string(got) != vectors.Text {
			t.Errorf("%T: MarshalText = %s, %v, want %s", v, got, err, vectors.Text)
		}
		if got, err := v.AppendText([]byte("id=")); err != nil || string(got) != "id="+vectors.Text {
			t.Errorf("%T: AppendText = %s, %v", v, got, err)
		}
		if got, err := json.Marshal(v); err != nil || string(got) != `"`+vectors.Text+`"` {
			t.Errorf("%T: JSON = %s, %v", v, got, err)
		}
		if v.IsZero() {
			t.Errorf("%T: IsZero(%v) = true", v, v)
		}
	}
	if !(cborx.Bare{}).IsZero() || !(cborx.Tagged{}).IsZero() {
		t.Error("IsZero of zero = false")
	}
	var s struct {
		B cborx.Bare
		T cborx.Tagged
	}
	in := `{"B":"` + strings.ToUpper(vectors.Text) + `","T":"urn:uuid:` + vectors.Text + `"}`
	if err := json.Unmarshal([]byte(in), &s); err != nil || uuid.UUID(s.B) != vectors.U || uuid.UUID(s.T) != vectors.U {
		t.Errorf("JSON = %v, %v", s, err)
	}
	old := s
	for _, in := range []string{`{"B":""}`, `{"T":""}`, `{"B":"x"}`, `{"T":17}`} {
		if err := json.Unmarshal([]byte(in), &s); err == nil || s != old {
			t.Errorf("JSON %s = %v, %v, want an error and it unchanged", in, s, err)
		}
	}
}

func TestAllocs(t *testing.T) {
	for in, v := range map[string]any{
		bareU:   new(cborx.Bare),
		taggedU: new(cborx.Tagged),
	} {
		b := unhex(t, in)
		if got := testing.AllocsPerRun(100, func() {
			if err := cbor.Unmarshal(b, v); err != nil {
				t.Fatal(err)
			}
		}); got != 0 {
			t.Errorf("Unmarshal into %T: %v allocations, want 0", v, got)
		}
	}
	var buf bytes.Buffer
	em, err := cbor.EncOptions{}.UserBufferEncMode()
	if err != nil {
		t.Fatal(err)
	}
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

// FuzzRead compares the types with what may be read as each.
func FuzzRead(f *testing.F) {
	for _, in := range append(rejects, bareU, taggedU, "f6", "f7", "d9d9f7"+taggedU, "d9d9f7f6", "5810"+rawU, "d840"+bareU, "d825d840"+bareU, "d8255f48"+rawU[:16]+"48"+rawU[16:]+"ff") {
		f.Add(unhex(f, in))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzRead[cborx.Bare](t, b, readPlain(b, bareU[:2]))
		fuzzRead[cborx.Tagged](t, b, readPlain(b, taggedU[:6]))
		fuzzRead[uuid.UUID](t, b, readAny(b))
		fuzzList(t, b)
	})
}

// readPlain returns the UUID in the one form that begins with head.
func readPlain(b []byte, head string) *uuid.UUID {
	raw, ok := strings.CutPrefix(hex.EncodeToString(unmarked(b)), head)
	if !ok || len(raw) != 32 {
		return nil
	}
	u := uuid.MustParse(raw)
	return &u
}

// readAny asks the cbor package for the tag and for the bytes.
func readAny(b []byte) *uuid.UUID {
	if cbor.Wellformed(b) != nil {
		return nil
	}
	b = unmarked(b)
	for _, number := range []uint64{37, 64} {
		var tag cbor.RawTag
		if b[0]>>5 == 6 && cbor.Unmarshal(b, &tag) == nil && tag.Number == number {
			b = tag.Content
		}
	}
	var raw []byte
	if b[0]>>5 != 2 || cbor.Unmarshal(b, &raw) != nil || len(raw) != 16 {
		return nil
	}
	u := uuid.UUID(raw)
	return &u
}

// unmarked removes tags 55799.
func unmarked(b []byte) []byte {
	for {
		var ok bool
		for _, mark := range []string{"\xd9\xd9\xf7", "\xda\x00\x00\xd9\xf7", "\xdb\x00\x00\x00\x00\x00\x00\xd9\xf7"} {
			if b, ok = bytes.CutPrefix(b, []byte(mark)); ok {
				break
			}
		}
		if !ok {
			return b
		}
	}
}

func fuzzRead[T ~[16]byte](t *testing.T, b []byte, want *uuid.UUID) {
	t.Helper()
	ok := want != nil
	if null := unmarked(b); len(null) == 1 && (null[0] == 0xf6 || null[0] == 0xf7) {
		want, ok = &vectors.Other, true
	}
	if !ok {
		want = &vectors.Other
	}
	got := T(vectors.Other)
	if err := cbor.Unmarshal(b, &got); (err == nil) != ok || uuid.UUID(got) != *want {
		t.Fatalf("%T: Unmarshal(%x) = %v, %v, want %v, ok %t", got, b, uuid.UUID(got), err, *want, ok)
	}
}

// fuzzList compares UUIDs with a list of elements that may be null, which is the
// one thing that UUIDs refuse.
func fuzzList(t *testing.T, b []byte) {
	t.Helper()
	var list uuid.UUIDs
	err := cbor.Unmarshal(b, &list)
	var slow []uuid.NullUUID
	ok := cbor.Unmarshal(b, &slow) == nil
	ok = ok && unmarked(b)[0]>>5 != 6 // the cbor package ignores tags of a list
	var want uuid.UUIDs
	if slow != nil {
		want = uuid.UUIDs{}
	}
	for _, n := range slow {
		ok = ok && n.Valid
		want = append(want, n.UUID)
	}
	if (err == nil) != ok || ok && !reflect.DeepEqual(list, want) {
		t.Fatalf("UUIDs: Unmarshal(%x) = %v, %v, want %v, ok %t", b, list, err, want, ok)
	}
}
