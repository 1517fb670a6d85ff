package bsonx_test

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestOptions combines options: the first form is written, and all are read.
func TestOptions(t *testing.T) {
	const (
		std, strict        = bsonx.Standard, bsonx.Strict
		java, sharp, other = bsonx.JavaLegacy, bsonx.CSharpLegacy, bsonx.PythonLegacy
		keep               = bsonx.KeepAny
	)
	for _, test := range []struct {
		opts   opts
		writes string // subtype and bytes, or the error
		reads  string
	}{
		{nil, "4 " + standardHex, "binary subtype 4 or 0"},
		{opts{std}, "4 " + standardHex, "binary subtype 4 or 0"},
		{opts{std, std}, "4 " + standardHex, "binary subtype 4 or 0"},
		{opts{strict}, "4 " + standardHex, "binary subtype 4"},
		{opts{strict, std}, "4 " + standardHex, "binary subtype 4"},
		{opts{std, strict}, "4 " + standardHex, "binary subtype 4"},
		{opts{java}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{opts{java, java}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{opts{sharp}, "3 " + csharpHex, "binary subtype 3 (CSharpLegacy)"},
		{opts{other}, "3 " + standardHex, "binary subtype 3 (PythonLegacy)"},
		{opts{java, std}, "3 " + javaHex, "binary subtype 4 or 0 or 3 (JavaLegacy)"},
		{opts{std, java}, "4 " + standardHex, "binary subtype 4 or 0 or 3 (JavaLegacy)"},
		{opts{java, strict}, "3 " + javaHex, "binary subtype 4 or 3 (JavaLegacy)"},
		{opts{strict, java}, "4 " + standardHex, "binary subtype 4 or 3 (JavaLegacy)"},
		{opts{strict, sharp, std}, "4 " + standardHex, "binary subtype 4 or 3 (CSharpLegacy)"},
		{opts{std, other, strict}, "4 " + standardHex, "binary subtype 4 or 3 (PythonLegacy)"},
		{opts{keep}, "4 " + standardHex, "binary subtype 4 or 0"},
		{opts{keep, strict}, "4 " + standardHex, "binary subtype 4"},
		{opts{keep, java}, "3 " + javaHex, "binary subtype 3 (JavaLegacy)"},
		{opts{99}, "Option(99) is no option", ""},
		{opts{java, 6}, "Option(6) is no option", ""},
		{opts{java, sharp}, "JavaLegacy and CSharpLegacy are both subtype 3", ""},
		{opts{std, other, java}, "PythonLegacy and JavaLegacy are both subtype 3", ""},
	} {
		b, err := bsonx.ToBinary(vectors.U, test.opts...)
		got := fmt.Sprintf("%d %x", b.Subtype, b.Data)
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "bsonx.ToBinary: ")
		}
		if got != test.writes {
			t.Errorf("ToBinary(U, %v) = %s, want %s", test.opts, got, test.writes)
		}
		if err := bsonx.Register[uuid.UUID](bson.NewRegistry(), test.opts...); (err == nil) != (test.reads != "") {
			t.Errorf("Register(%v): %v, want %s", test.opts, err, test.writes)
		}
		// It reads just what it says.
		for s := range 256 {
			_, err := bsonx.FromBinary[uuid.UUID](bson.Binary{Subtype: byte(s), Data: vectors.U[:]}, test.opts...)
			want := fmt.Sprintf("bsonx.FromBinary: got binary subtype %d, want %s", s, test.reads)
			switch {
			case test.reads == "":
				want = "bsonx.FromBinary: " + test.writes
			case reads(test.reads, byte(s)):
				want = "<nil>"
			}
			if got := fmt.Sprint(err); got != want {
				t.Errorf("FromBinary(subtype %d, %v): %s, want %s", s, test.opts, got, want)
			}
		}
		if err == nil {
			if id, err := bsonx.FromBinary[uuid.UUID](b, test.opts...); err != nil || id != vectors.U {
				t.Errorf("FromBinary(ToBinary(U, %v)) = %v, %v, want U", test.opts, id, err)
			}
		}
	}
}

func TestOptionString(t *testing.T) {
	for o, want := range []string{"Standard", "Strict", "JavaLegacy", "CSharpLegacy", "PythonLegacy", "KeepAny", "Option(6)"} {
		if got := bsonx.Option(o).String(); got != want {
			t.Errorf("Option(%d).String() = %q, want %q", o, got, want)
		}
	}
}
