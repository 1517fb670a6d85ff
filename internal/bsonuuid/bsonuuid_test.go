package bsonuuid_test

import (
	"bytes"
	"testing"

	"github.com/uuidkit/uuidkit/internal/bsonuuid"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

// All else is tested by the adapters, bsonx and bsonx/driverv1.

func TestChoose(t *testing.T) {
	const (
		std, strict, java, python = byte(bsonuuid.Standard), byte(bsonuuid.Strict), byte(bsonuuid.JavaLegacy), byte(bsonuuid.PythonLegacy)
		none                      = byte(bsonuuid.Unspecified)
	)
	for _, test := range []struct {
		opts []byte
		want bsonuuid.Form
	}{
		{nil, bsonuuid.Standard},
		{[]byte{std}, bsonuuid.Standard},
		{[]byte{strict}, bsonuuid.Strict},
		{[]byte{strict, std}, bsonuuid.Strict},
		{[]byte{std, strict}, bsonuuid.Strict},
		{[]byte{java}, bsonuuid.JavaLegacy},
		{[]byte{java, python}, bsonuuid.PythonLegacy},
		{[]byte{java, std}, bsonuuid.Standard},
		{[]byte{java, strict}, bsonuuid.JavaLegacy},
		{[]byte{strict, java}, bsonuuid.JavaLegacy},
		{[]byte{strict, java, std}, bsonuuid.Strict},
		{[]byte{none, strict}, bsonuuid.Unspecified},
		{[]byte{99}, 99},
	} {
		if got := bsonuuid.Choose(test.opts); got != test.want {
			t.Errorf("Choose(%v) = %v, want %v", test.opts, got, test.want)
		}
	}
}

func TestSwap(t *testing.T) {
	for f := range bsonuuid.Unspecified + 2 {
		swapped := f.Swap(vectors.U)
		if got := f.Swap(swapped); got != vectors.U {
			t.Errorf("%v: Swap(Swap(U)) = %x", f, got)
		}
		reorders := f == bsonuuid.JavaLegacy || f == bsonuuid.CSharpLegacy
		if (swapped != vectors.U) != reorders {
			t.Errorf("%v: Swap(U) = %x, want another order %t", f, swapped, reorders)
		}
	}
}

func TestString(t *testing.T) {
	for f, want := range []string{"Standard", "Strict", "JavaLegacy", "CSharpLegacy", "PythonLegacy", "Unspecified", "Option(6)"} {
		if got := bsonuuid.Form(f).String(); got != want {
			t.Errorf("Form(%d).String() = %q, want %q", f, got, want)
		}
	}
}

func TestArrayAllocs(t *testing.T) {
	ids := make([][16]byte, 1000)
	var b []byte
	if got := testing.AllocsPerRun(10, func() { b, _ = bsonuuid.EncodeArray(bsonuuid.Standard, ids) }); got != 1 {
		t.Errorf("EncodeArray: %v allocations, want 1", got)
	}
	if got := testing.AllocsPerRun(10, func() { ids, _ = bsonuuid.DecodeArray[[16]byte, bsonType](bsonuuid.Standard, b) }); got != 1 || len(ids) != 1000 {
		t.Errorf("DecodeArray: %v allocations, want 1", got)
	}
}

// TestMalformed decodes what the drivers' readers would not let through.
func TestMalformed(t *testing.T) {
	b, err := bsonuuid.EncodeArray(bsonuuid.Standard, [][16]byte{vectors.U})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"longer than it says":  append(bytes.Clone(b), 0),
		"shorter than it says": b[:len(b)-1],
		"no end":               append(bytes.Clone(b[:len(b)-1]), 1),
		"two ends":             {6, 0, 0, 0, 0, 0},
		"nothing":              nil,
	} {
		_, err := bsonuuid.DecodeArray[[16]byte, bsonType](bsonuuid.Standard, b)
		if err == nil || err.Error() != "got a malformed array" {
			t.Errorf("%s: DecodeArray(% x): %v, want a malformed array", name, b, err)
		}
	}
}

type bsonType byte

func (bsonType) String() string { return "a type" }
