package bsonuuid_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/bsonuuid"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// All else is tested by the adapters, bsonx and bsonx/driverv1.

func TestChoose(t *testing.T) {
	const (
		std, strict = byte(bsonuuid.Standard), byte(bsonuuid.Strict)
		java, sharp = byte(bsonuuid.JavaLegacy), byte(bsonuuid.CSharpLegacy)
		python      = byte(bsonuuid.PythonLegacy)
		none        = byte(bsonuuid.Unspecified)

		javaHex  = "7766554433221100ffeeddccbbaa9988"
		sharpHex = "33221100554477668899aabbccddeeff"
	)
	plain := fmt.Sprintf("%x", vectors.U)
	for _, test := range []struct {
		opts   []byte
		writes string // subtype and bytes, or the error
		reads  string
	}{
		{nil, "4 " + plain, "binary subtype 4 or 0"},
		{[]byte{std}, "4 " + plain, "binary subtype 4 or 0"},
		{[]byte{std, std}, "4 " + plain, "binary subtype 4 or 0"},
		{[]byte{strict}, "4 " + plain, "binary subtype 4"},
		{[]byte{strict, std}, "4 " + plain, "binary subtype 4"},
		{[]byte{std, strict}, "4 " + plain, "binary subtype 4"},
		{[]byte{java}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{[]byte{java, java}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{[]byte{sharp}, "3 " + sharpHex, "binary subtype 3 (CSharpLegacy)"},
		{[]byte{python}, "3 " + plain, "binary subtype 3 (PythonLegacy)"},
		{[]byte{java, std}, "3 " + javaHex, "binary subtype 4 or 0 or 3 (JavaLegacy)"},
		{[]byte{std, java}, "4 " + plain, "binary subtype 4 or 0 or 3 (JavaLegacy)"},
		{[]byte{java, strict}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{[]byte{strict, java}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{[]byte{strict, sharp, std}, "3 " + sharpHex, "binary subtype 4 or 3 (CSharpLegacy)"},
		{[]byte{std, python, strict}, "4 " + plain, "binary subtype 4 or 3 (PythonLegacy)"},
		{[]byte{none}, "no representation chosen (Unspecified)", "nothing: no representation chosen (Unspecified)"},
		{[]byte{none, strict}, "no representation chosen (Unspecified)", "nothing: no representation chosen (Unspecified)"},
		{[]byte{none, std}, "no representation chosen (Unspecified)", "binary subtype 4 or 0"},
		{[]byte{std, none}, "4 " + plain, "binary subtype 4 or 0"},
		{[]byte{99}, "no representation chosen (Option(99))", "nothing: no representation chosen (Option(99))"},
		{[]byte{java, sharp}, "JavaLegacy and CSharpLegacy are both subtype 3", "nothing: JavaLegacy and CSharpLegacy are both subtype 3"},
		{[]byte{std, python, java}, "PythonLegacy and JavaLegacy are both subtype 3", "nothing: PythonLegacy and JavaLegacy are both subtype 3"},
	} {
		form := bsonuuid.Choose(test.opts)
		subtype, b, err := form.Encode(vectors.U)
		got := fmt.Sprintf("%d %x", subtype, b)
		if err != nil {
			got = err.Error()
		}
		if got != test.writes {
			t.Errorf("Choose(%v).Encode(U) = %s, want %s", test.opts, got, test.writes)
		}
		if got := form.Wants(); got != test.reads {
			t.Errorf("Choose(%v).Wants() = %s, want %s", test.opts, got, test.reads)
		}
		// It reads just what it says, and what it has written.
		for s := range 256 {
			_, err := form.Decode(byte(s), vectors.U[:])
			want := regexp.MustCompile(fmt.Sprintf(`(^binary subtype| or) %d( |$)`, s)).MatchString(test.reads)
			if (err == nil) != want {
				t.Errorf("Choose(%v).Decode(%d): %v, want ok %t", test.opts, s, err, want)
			}
			_, ok := form.DecodeAny(byte(s), vectors.U[:])
			if _, short := form.DecodeAny(byte(s), vectors.U[:15]); ok != (want && s != 0) || short {
				t.Errorf("Choose(%v).DecodeAny(%d) = %t, of 15 bytes %t, want %t and false", test.opts, s, ok, short, want && s != 0)
			}
		}
		if got, err := form.Decode(subtype, b[:]); !strings.Contains(test.writes, " chosen ") && !strings.Contains(test.writes, "both") && (err != nil || got != vectors.U) {
			t.Errorf("Choose(%v).Decode(Encode(U)) = %x, %v, want U", test.opts, got, err)
		}
	}
}

func TestEach(t *testing.T) {
	const (
		plain = "00112233445566778899aabbccddeeff"
		java  = "7766554433221100ffeeddccbbaa9988"
		sharp = "33221100554477668899aabbccddeeff"
	)
	for _, test := range []struct {
		opts []bsonuuid.Option
		want []string
	}{
		{nil, []string{"4 " + plain, "0 " + plain}},
		{[]bsonuuid.Option{bsonuuid.Strict}, []string{"4 " + plain}},
		{[]bsonuuid.Option{bsonuuid.JavaLegacy}, []string{"3 " + java}},
		{[]bsonuuid.Option{bsonuuid.Standard, bsonuuid.JavaLegacy}, []string{"4 " + plain, "0 " + plain, "3 " + java}},
		{[]bsonuuid.Option{bsonuuid.JavaLegacy, bsonuuid.Strict, bsonuuid.Standard}, []string{"3 " + java, "4 " + plain}},
		{[]bsonuuid.Option{bsonuuid.JavaLegacy, bsonuuid.CSharpLegacy, bsonuuid.PythonLegacy}, []string{"3 " + java, "3 " + sharp, "3 " + plain}},
		{[]bsonuuid.Option{bsonuuid.Unspecified, 99}, nil},
	} {
		var got []string
		bsonuuid.Each(test.opts, []uuid.UUID{vectors.U}, func(subtype byte, data []byte) {
			got = append(got, fmt.Sprintf("%d %x", subtype, data))
		})
		if !slices.Equal(got, test.want) {
			t.Errorf("Each(%v) = %v, want %v", test.opts, got, test.want)
		}
	}
}

func TestString(t *testing.T) {
	for f, want := range []string{"Standard", "Strict", "JavaLegacy", "CSharpLegacy", "PythonLegacy", "Unspecified", "Option(6)"} {
		if got := bsonuuid.Option(f).String(); got != want {
			t.Errorf("Option(%d).String() = %q, want %q", f, got, want)
		}
	}
}

func TestArrayAllocs(t *testing.T) {
	ids := make([][16]byte, 1000)
	form := bsonuuid.Choose[byte](nil)
	var b []byte
	if got := testing.AllocsPerRun(10, func() { b, _ = bsonuuid.EncodeArray(form, ids) }); got != 1 {
		t.Errorf("EncodeArray: %v allocations, want 1", got)
	}
	if got := testing.AllocsPerRun(10, func() { ids, _ = bsonuuid.DecodeArray[[16]byte, bsonType](form, b) }); got != 1 || len(ids) != 1000 {
		t.Errorf("DecodeArray: %v allocations, want 1", got)
	}
}

// TestTooMany encodes more than the length of an array can say.
func TestTooMany(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("a slice cannot be as long")
	}
	ids := make([][16]byte, 90_000_000) // of 24 bytes at least; nobody touches the memory
	if b, err := bsonuuid.EncodeArray(bsonuuid.Choose[byte](nil), ids); err == nil {
		t.Errorf("EncodeArray of %d returned %d bytes, want an error", len(ids), len(b))
	}
}

// TestMalformed decodes what the drivers' readers would not let through.
func TestMalformed(t *testing.T) {
	form := bsonuuid.Choose[byte](nil)
	b, err := bsonuuid.EncodeArray(form, [][16]byte{vectors.U})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"longer than it says":  append(bytes.Clone(b), 0),
		"shorter than it says": b[:len(b)-1],
		"another length":       append([]byte{b[0] + 1}, b[1:]...),
		"no end":               append(bytes.Clone(b[:len(b)-1]), 1),
		"two ends":             {6, 0, 0, 0, 0, 0},
		"an element of type 0": {8, 0, 0, 0, 0, '0', 0, 0},
		"nothing":              nil,
	} {
		_, err := bsonuuid.DecodeArray[[16]byte, bsonType](form, b)
		if err == nil || err.Error() != "got a malformed array" {
			t.Errorf("%s: DecodeArray(% x): %v, want a malformed array", name, b, err)
		}
	}
}

type bsonType byte

func (bsonType) String() string { return "a type" }
