package cborx_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

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
	tests := []written{
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
	}
	for _, s := range vectors.All {
		u := uuid.MustParse(s)
		tests = append(tests, written{T(u), fmt.Sprintf("%s%x", head, u[:])})
	}
	testBoth(t, em, dm, tests...)
	// Null leaves a T alone, and makes a pointer nil.
	for _, null := range []string{"f6", "f7"} {
		testReadAs[T](t, dm, null, vectors.Other, true)
		got := T(vectors.Other)
		p := &got
		if err := dm.Unmarshal(unhex(null), &p); err != nil || p != nil {
			t.Errorf("Unmarshal(%.99s) into %T = %v, %v, want nil", null, p, p, err)
		}
		list := []T{T(vectors.Other)}
		if err := dm.Unmarshal(unhex("81"+null), &list); err != nil || uuid.UUID(list[0]) != vectors.Other {
			t.Errorf("Unmarshal(81%s) into %T = %v, %v, want its element unchanged", null, list, list, err)
		}
	}
}

// shapes returns testShapes in the default modes.
func shapes[T ~[16]byte](head string) func(*testing.T) {
	return func(t *testing.T) { testShapes[T](t, plainEnc, plainDec, head) }
}

// shapesWith returns testShapes in modes in which R is registered.
func shapesWith[R, T ~[16]byte](head string) func(*testing.T) {
	return func(t *testing.T) {
		em, dm := modes[R](t)
		testShapes[T](t, em, dm, head)
	}
}

func TestShapes(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"UUID":               shapes[uuid.UUID]("d82550"),
		"UUID, registered":   shapesWith[uuid.UUID, uuid.UUID]("d82550"),
		"Tagged":             shapes[cborx.Tagged]("d82550"),
		"Tagged, registered": shapesWith[cborx.Tagged, cborx.Tagged]("d82550"),
		"Bare":               shapes[cborx.Bare]("50"),
		"Bare beside UUID":   shapesWith[uuid.UUID, cborx.Bare]("50"),
		"Plain":              shapesWith[vectors.Plain, vectors.Plain]("d82550"),
		"Std":                shapesWith[vectors.Std, vectors.Std]("d82550"),
		"Google":             shapesWith[vectors.Google, vectors.Google]("d82550"),
		"Gofrs":              shapesWith[vectors.Gofrs, vectors.Gofrs]("d82550"),
		"not registered":     shapes[vectors.Google]("50"),
	} {
		t.Run(name, test)
	}
}

func TestNull(t *testing.T) {
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	other := uuid.NullUUID{UUID: vectors.Other, Valid: true}
	em, dm := modes[uuid.UUID](t)
	testBoth(t, em, dm, []written{
		{valid, taggedU},
		{uuid.NullUUID{}, "f6"},
		{&valid, taggedU},
		{[]uuid.NullUUID{valid, {}}, "82" + taggedU + "f6"},
		{struct{ N uuid.NullUUID }{valid}, "a1614e" + taggedU},
		{struct{ N uuid.NullUUID }{}, "a1614ef6"},
		{map[string]uuid.NullUUID{"k": {}}, "a1616bf6"},
	}...)
	for _, tt := range []struct {
		in   string
		want uuid.NullUUID
		ok   bool
	}{
		{"f6", uuid.NullUUID{}, true},
		{"f7", uuid.NullUUID{}, true},
		{taggedU, valid, true},
		{bareU, valid, true},
		{"d825d840" + bareU, valid, true},
		{"40", uuid.NullUUID{}, true}, // google's null
		{"d82540", other, false},
		{"f4", other, false},
		{"4f" + rawU[2:], other, false},
		{"d825f6", other, false},
		{"d840" + taggedU, other, false},
		{strings.Repeat("81", 1<<20), other, false},
	} {
		got := other
		if err := cbor.Unmarshal(unhex(tt.in), &got); (err == nil) != tt.ok || got != tt.want {
			t.Errorf("Unmarshal(%.99s) = %+v, %v, want %+v, ok %t", tt.in, got, err, tt.want, tt.ok)
		}
	}
}

// TestOmit pins which options leave a UUID out.
func TestOmit(t *testing.T) {
	testWrite(t, plainEnc, []written{
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
	}...)
}

// TestUUIDs checks lists in the cbor package's hands.
func TestUUIDs(t *testing.T) {
	type S struct{ IDs uuid.UUIDs }
	list := uuid.UUIDs{vectors.U, vectors.Other}
	testBoth(t, plainEnc, plainDec, []written{
		{list, "82" + taggedU + taggedO},
		{uuid.UUIDs{}, "80"},
		{uuid.UUIDs(nil), "f6"},
		{&list, "82" + taggedU + taggedO},
		{S{list[:1]}, "a16349447381" + taggedU},
		{S{}, "a163494473f6"},
		{[]uuid.UUIDs{{vectors.U}, nil}, "8281" + taggedU + "f6"},
		{map[string]uuid.UUIDs{"k": {}}, "a1616b80"},
	}...)
	asEmpty := must(cbor.EncOptions{NilContainers: cbor.NilContainerAsEmpty}.EncMode())
	testWrite(t, asEmpty, written{[]uuid.UUID(nil), "80"}, written{uuid.UUIDs(nil), "f6"}, written{uuid.UUIDs{}, "80"})
	for _, in := range []string{"82" + taggedU, "81f6", "82" + taggedU + "f6", "8144deadbeef", "81d903e7" + bareU, taggedU, "60", "a0", "d82581" + bareU, "9affffffff", strings.Repeat("81", 1<<20)} {
		got := uuid.UUIDs{vectors.Other}
		if err := cbor.Unmarshal(unhex(in), &got); err == nil || len(got) != 1 || got[0] != vectors.Other {
			t.Errorf("Unmarshal(%.99s) = %v, %v, want an error and it unchanged", in, got, err)
		}
	}
	if err := cbor.Unmarshal([]byte{0xf7}, &list); err != nil || list != nil {
		t.Errorf("undefined = %v, %v, want nil", list, err)
	}
}

func TestErrInvalid(t *testing.T) {
	for _, in := range []string{"60", "40", "41ff", "a0"} {
		var bare cborx.Bare
		var tagged cborx.Tagged
		for _, dst := range []any{&bare, &tagged} {
			if err := cbor.Unmarshal(unhex(in), dst); !errors.Is(err, uuid.ErrInvalid) {
				t.Errorf("Unmarshal(%s) into %T: %v, want uuid.ErrInvalid", in, dst, err)
			}
		}
	}
}
