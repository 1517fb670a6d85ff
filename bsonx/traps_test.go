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
	encodes(t, reg, in, x(bin(0, standardHex)))
	register[vectors.Google](reg)
	encodes(t, reg, in, x(bin(0, standardHex))) // still
}

// TestTrapRegistryless uses what has only the driver's own registry.
func TestTrapRegistryless(t *testing.T) {
	id := vectors.Google(vectors.U)
	if got, err := bson.Marshal(bson.D{{Key: "x", Value: id}}); err != nil || hex.EncodeToString(got) != x(bin(0, standardHex)) {
		t.Errorf("bson.Marshal = %x, %v, want subtype 0", got, err)
	}
	var x struct{ X bson.RawValue }
	if err := unmarshal(registry(), unhex(doc(elem("x", bin(4, standardHex)))), &x); err != nil {
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
	converted, err := bsonx.ToBinary(id)
	if err != nil {
		t.Fatal(err)
	}
	for want, v := range map[byte]any{0: id, 4: converted} {
		typ, data, err := bson.MarshalValue(v)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := (bson.RawValue{Type: typ, Value: data}).Binary(); got != want {
			t.Errorf("bson.MarshalValue of a %T: got subtype %d, want %d", v, got, want)
		}
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
	encodes(t, registry(), names{vectors.U, "gopher"}, doc(elem("uuid", bin(4, standardHex)), elem("name", "02"+"07000000"+"676f7068657200")))
}

// TestTrapDefined uses a type defined over uuid.UUID, which has no methods.
func TestTrapDefined(t *testing.T) {
	type orderID uuid.UUID
	in := bson.D{{Key: "x", Value: orderID(vectors.U)}}
	encodes(t, bson.NewRegistry(), in, x(bin(0, standardHex)))
	reg := bson.NewRegistry()
	register[orderID](reg)
	encodes(t, reg, in, x(bin(4, standardHex)))
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
	encodes(t, registry(), document{}, doc(elem("std", bin(4, strings.Repeat("00", 16))), elem("g", null)))
}

// TestTrapDriver shows what the driver does before it asks for a codec.
func TestTrapDriver(t *testing.T) {
	type document struct{ X [2]vectors.Std }
	u, other := vectors.Std(vectors.U), vectors.Std(vectors.Other)
	reg := registry()
	decodes(t, reg, x(array(bin(4, standardHex))), &document{[2]vectors.Std{1: other}}, document{[2]vectors.Std{u, other}})
	decodes(t, reg, x(null), &document{[2]vectors.Std{u, other}}, document{})

	type pointer struct{ X *vectors.Std }
	refuses(t, reg, x(bin(4, "")), new(pointer), pointer{new(vectors.Std)})

	inline := struct {
		X map[vectors.Std]int `bson:",inline"`
	}{map[vectors.Std]int{{}: 1}}
	if b, err := marshal(reg, inline); err == nil {
		t.Errorf("marshal an inline map = %x, want an error", b)
	}
}

// TestTrapSpellings reads a document with two spellings of one UUID for its keys,
// of which the last wins.
func TestTrapSpellings(t *testing.T) {
	type document struct {
		Std  map[vectors.Std]int32
		Less map[textless]int32
	}
	two := object(elem(vectors.Text, "1001000000"), elem(strings.ToUpper(vectors.Text), "1002000000"))
	decodes(t, registry(), doc(elem("std", two), elem("less", two)), new(document),
		document{map[vectors.Std]int32{vectors.Std(vectors.U): 2}, map[textless]int32{textless(vectors.U): 2}})
}
