package driverv1_test

import (
	"encoding/hex"
	"go/build"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestTrapMethods shows that driver v1 ignores the methods of the core types.
func TestTrapMethods(t *testing.T) {
	type document struct {
		X uuid.UUID
		N uuid.NullUUID
		L uuid.UUIDs
	}
	in := document{vectors.U, uuid.NullUUID{UUID: vectors.U, Valid: true}, uuid.UUIDs{vectors.U}}
	zero := bin(0, standardHex)
	want := doc(elem("x", zero), elem("n", "03"+doc(elem("uuid", zero), elem("valid", "0801"))), elem("l", "04"+doc(elem("0", zero))))
	if got, err := bson.Marshal(in); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("bson.Marshal = %x, %v, want %s", got, err, want)
	}
	want = doc(elem("x", bin(4, standardHex)), elem("n", bin(4, standardHex)), elem("l", "04"+doc(elem("0", bin(4, standardHex)))))
	if got, err := marshal(registry(), in); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("marshal = %x, %v, want %s", got, err, want)
	}
}

// TestEmptyRegistry registers with a registry that has no codecs.
func TestEmptyRegistry(t *testing.T) {
	for name, err := range map[string]error{
		"Register":     driverv1.Register[vectors.Google](bsoncodec.NewRegistry()),
		"RegisterNull": driverv1.RegisterNull[GoogleNull](bsoncodec.NewRegistry()),
	} {
		if err == nil || !strings.Contains(err.Error(), "the registry is nil or empty: make it with bson.NewRegistry") {
			t.Errorf("%s with an empty registry: %v, want what to do", name, err)
		}
	}
}

// TestImports keeps driver v2 out of programs that use v1.
func TestImports(t *testing.T) {
	pkg, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pkg.Imports {
		if strings.HasPrefix(path, "go.mongodb.org/mongo-driver/v2") || path == "github.com/uuidkit/uuidkit/bsonx" {
			t.Errorf("this package imports %s", path)
		}
	}
}
