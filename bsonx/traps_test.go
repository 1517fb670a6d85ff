package bsonx_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// Each test in this file proves something that goes wrong, and that docs/mongodb.md
// warns of. If one fails after an upgrade of the driver, remove the warning.

// TestTrapLate registers after the first use.
func TestTrapLate(t *testing.T) {
	type document struct{ X vectors.Google }
	reg := bson.NewRegistry()
	in := document{vectors.Google(vectors.U)}
	zero := doc(elem("x", bin(0, standardHex)))
	if got, err := marshal(reg, in); err != nil || hex.EncodeToString(got) != zero {
		t.Fatalf("marshal without Register = %x, %v, want %s", got, err, zero)
	}
	register[vectors.Google](reg)
	if got, err := marshal(reg, in); err != nil || hex.EncodeToString(got) != zero {
		t.Errorf("marshal after a late Register = %x, %v, want %s still", got, err, zero)
	}
}

// TestTrapRegistryless uses what has only the driver's own registry.
func TestTrapRegistryless(t *testing.T) {
	four := doc(elem("x", bin(4, standardHex)))
	id := vectors.Google(vectors.U)
	if got, err := bson.Marshal(bson.D{{Key: "x", Value: id}}); err != nil || hex.EncodeToString(got) != doc(elem("x", bin(0, standardHex))) {
		t.Errorf("bson.Marshal = %x, %v, want subtype 0", got, err)
	}
	var x struct{ X bson.RawValue }
	if err := unmarshal(registry(), unhex(four), &x); err != nil {
		t.Fatal(err)
	}
	var got vectors.Google
	if err := x.X.Unmarshal(&got); err == nil {
		t.Errorf("RawValue.Unmarshal = %v, want an error", got)
	}
	// The ways out.
	if err := x.X.UnmarshalWithRegistry(registry(), &got); err != nil || got != id {
		t.Errorf("RawValue.UnmarshalWithRegistry = %v, %v, want %v", got, err, id)
	}
	subtype, data := x.X.Binary()
	if got, err := bsonx.FromBinary[vectors.Google](bson.Binary{Subtype: subtype, Data: data}); err != nil || got != id {
		t.Errorf("FromBinary = %v, %v, want %v", got, err, id)
	}
}

// TestTrapEmbedded embeds a uuid.UUID, which makes the struct one.
func TestTrapEmbedded(t *testing.T) {
	type embeds struct {
		uuid.UUID
		Name string
	}
	in := embeds{vectors.U, "gopher"}
	checkEmbedded(t, bson.NewRegistry(), in)
	checkEmbedded(t, registry(), in)
	type names struct {
		UUID uuid.UUID
		Name string
	}
	want := doc(elem("uuid", bin(4, standardHex)), elem("name", "02"+"07000000"+"676f7068657200"))
	if got, err := marshal(registry(), names{vectors.U, "gopher"}); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("marshal a named field = %x, %v, want %s", got, err, want)
	}
}

// TestTrapDefined uses a type defined over uuid.UUID, which has no methods.
func TestTrapDefined(t *testing.T) {
	type orderID uuid.UUID
	reg := bson.NewRegistry()
	in := bson.D{{Key: "x", Value: orderID(vectors.U)}}
	if got, err := marshal(reg, in); err != nil || hex.EncodeToString(got) != doc(elem("x", bin(0, standardHex))) {
		t.Errorf("marshal without Register = %x, %v, want subtype 0", got, err)
	}
	reg = bson.NewRegistry()
	register[orderID](reg)
	if got, err := marshal(reg, in); err != nil || hex.EncodeToString(got) != doc(elem("x", bin(4, standardHex))) {
		t.Errorf("marshal = %x, %v, want subtype 4", got, err)
	}
}

// TestTrapLegacyOrder reads one legacy order as another.
func TestTrapLegacyOrder(t *testing.T) {
	java, err := bsonx.ToBinary(vectors.U, bsonx.JavaLegacy)
	if err != nil {
		t.Fatal(err)
	}
	got, err := bsonx.FromBinary[uuid.UUID](java, bsonx.CSharpLegacy)
	if err != nil || got == vectors.U {
		t.Errorf("Java's bytes as C#'s = %v, %v, want another UUID and no error", got, err)
	}
}

// TestTrapOmitEmpty omits zero values of the types that have IsZero.
func TestTrapOmitEmpty(t *testing.T) {
	type document struct {
		Ours  uuid.UUID      `bson:",omitempty"`
		Gofrs vectors.Gofrs  `bson:",omitempty"`
		Std   vectors.Std    `bson:",omitempty"`
		Null  uuid.NullUUID  `bson:",omitempty"`
		P     *vectors.Std   `bson:",omitempty"`
		G     GoogleNull     `bson:",omitempty"`
		L     []vectors.Std  `bson:",omitempty"`
		Plain *vectors.Plain `bson:",omitempty"`
	}
	want := doc(elem("std", bin(4, strings.Repeat("00", 16))), elem("g", null))
	if got, err := marshal(registry(), document{}); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("marshal = %x, %v, want %s", got, err, want)
	}
}

// TestTrapDriver shows what the driver does before it asks for a codec.
func TestTrapDriver(t *testing.T) {
	reg := registry()
	one := "04" + doc(elem("0", bin(4, standardHex)))
	array := struct{ X [2]vectors.Std }{[2]vectors.Std{1: vectors.Std(vectors.Other)}}
	err := unmarshal(reg, unhex(doc(elem("x", one))), &array)
	if want := [2]vectors.Std{vectors.Std(vectors.U), vectors.Std(vectors.Other)}; err != nil || array.X != want {
		t.Errorf("unmarshal a shorter array = %v, %v, want %v", array.X, err, want)
	}
	if err := unmarshal(reg, unhex(doc(elem("x", null))), &array); err != nil || array.X != [2]vectors.Std{} {
		t.Errorf("unmarshal null into an array = %v, %v, want zero", array.X, err)
	}
	var p struct{ X *vectors.Std }
	if err := unmarshal(reg, unhex(doc(elem("x", bin(4, "")))), &p); err == nil || p.X == nil || *p.X != (vectors.Std{}) {
		t.Errorf("unmarshal no bytes into a nil *T = %v, %v, want an error and a zero T", p.X, err)
	}
	inline := struct {
		X map[vectors.Std]int `bson:",inline"`
	}{map[vectors.Std]int{{}: 1}}
	if b, err := marshal(reg, inline); err == nil {
		t.Errorf("marshal an inline map = %x, want an error", b)
	}
}

// TestTrapSpellings reads a document with two spellings of one UUID for its keys.
func TestTrapSpellings(t *testing.T) {
	reg := registry()
	in := unhex(doc(elem("x", "03"+doc(elem(vectors.Text, "1001000000"), elem(strings.ToUpper(vectors.Text), "1002000000")))))
	var std struct{ X map[vectors.Std]int32 }
	var less struct{ X map[textless]int32 }
	if err := unmarshal(reg, in, &std); err != nil || len(std.X) != 1 || std.X[vectors.Std(vectors.U)] != 2 {
		t.Errorf("unmarshal two spellings = %v, %v, want the last", std.X, err)
	}
	if err := unmarshal(reg, in, &less); err != nil || len(less.X) != 1 || less.X[textless(vectors.U)] != 2 {
		t.Errorf("unmarshal two spellings = %v, %v, want the last", less.X, err)
	}
}
