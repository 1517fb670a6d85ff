package bsonx_test

import (
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestSeveral registers types of one underlying type in forms of their own. Into
// any goes the one type of a subtype that has not left it as it is.
func TestSeveral(t *testing.T) {
	reg := bson.NewRegistry()
	register[vectors.Google](reg, bsonx.JavaLegacy, bsonx.KeepAny)
	register[vectors.Std](reg, bsonx.KeepAny)
	register[vectors.Gofrs](reg, bsonx.Strict)
	register[vectors.Plain](reg, bsonx.CSharpLegacy)
	type document struct {
		Google vectors.Google
		Std    vectors.Std
		Gofrs  vectors.Gofrs
		Plain  vectors.Plain
		Digest [16]byte // nobody registered it
	}
	u := vectors.U
	in := document{vectors.Google(u), vectors.Std(u), vectors.Gofrs(u), vectors.Plain(u), u}
	want := doc(elem("google", bin(3, javaHex)), elem("std", bin(4, standardHex)), elem("gofrs", bin(4, standardHex)),
		elem("plain", bin(3, csharpHex)), elem("digest", bin(0, standardHex)))
	encodes(t, reg, in, want)
	decodes(t, reg, want, new(document), in)
	for value, want := range map[string]any{
		bin(4, standardHex): vectors.Gofrs(u),
		bin(3, csharpHex):   vectors.Plain(u),
		bin(0, standardHex): bson.Binary{Data: u[:]},
	} {
		decodes(t, reg, x(value), new(bson.M), bson.M{"x": want})
	}

	// With KeepAny alone, any holds what it held before.
	reg = bson.NewRegistry()
	register[vectors.Google](reg, bsonx.KeepAny)
	type both struct {
		T   vectors.Google
		Any any
	}
	decodes(t, reg, doc(elem("t", bin(4, standardHex)), elem("any", bin(4, standardHex))), new(both),
		both{vectors.Google(u), bson.Binary{Subtype: 4, Data: u[:]}})
}

// TestOtherBinary shows that into any all other binary is as it was without
// Register, and goes back byte for byte.
func TestOtherBinary(t *testing.T) {
	const uuidBytes = standardHex
	for _, form := range forms {
		plain, reg := bson.NewRegistry(), registry(form.opts...)
		for _, value := range []string{
			bin(0, ""), bin(0, "ffff"), bin(0, uuidBytes), bin(1, uuidBytes), bin(5, uuidBytes), bin(0x80, uuidBytes),
			bin(2, "10000000"+uuidBytes), bin(2, "02000000ffff"),
			bin(3, ""), bin(4, ""), bin(3, uuidBytes[2:]), bin(4, uuidBytes[2:]), bin(3, uuidBytes+"00"), bin(4, uuidBytes+"00"),
			bin(3, uuidBytes), bin(4, uuidBytes),
		} {
			if s := unhex(value)[5]; s != 0 && len(unhex(value)) == 22 && reads(form.reads, s) {
				continue // it is no other
			}
			in := doc(elem("x", value), elem("y", array(value)))
			for _, opts := range [][]decoderOption{nil, {binaryAsSlice}} {
				var want, got bson.D
				if err := unmarshal(plain, unhex(in), &want, opts...); err != nil {
					t.Fatalf("unmarshal(%s) without Register: %v", in, err)
				}
				decodes(t, reg, in, &got, want, opts...)
				if opts == nil {
					encodes(t, reg, got, in)
				}
			}
			// Decoders that see the reader itself: a raw value, and none at all.
			in = doc(elem("x", value), elem("y", "0801"))
			other := registry(form.opts...)
			other.RegisterTypeMapEntry(bson.TypeBinary, reflect.TypeFor[bson.RawValue]())
			var got bson.D
			decodes(t, other, in, &got, bson.D{{Key: "x", Value: bson.RawValue{Type: bson.TypeBinary, Value: unhex(value[2:])}}, {Key: "y", Value: true}})
			other.RegisterTypeMapEntry(bson.TypeBinary, reflect.TypeFor[skipped]())
			other.RegisterTypeDecoder(reflect.TypeFor[skipped](), skipDecoder)
			decodes(t, other, in, &got, bson.D{{Key: "x", Value: skipped{}}, {Key: "y", Value: true}})
		}
	}
}

// skipped is a type whose decoder skips the value.
type skipped struct{}

// TestOwnBinary shows that a program's own decoder of other binary is asked, and
// that a registry remembers what mgo makes of it.
func TestOwnBinary(t *testing.T) {
	b := func(subtype byte, data ...byte) bson.Binary { return bson.Binary{Subtype: subtype, Data: data} }
	own := bson.NewRegistry()
	own.RegisterTypeDecoder(reflect.TypeFor[bson.Binary](), skipDecoder)
	ownAny := bson.NewRegistry()
	ownAny.RegisterTypeDecoder(reflect.TypeFor[any](), skipDecoder)
	type document struct{ X, Y, Z, ID, Text any }
	in := doc(elem("x", bin(0, "ffff")), elem("y", bin(2, "01000000ff")), elem("z", bin(5, "ffff")), elem("id", bin(4, standardHex)), elem("text", "02"+"0200000061"+"00"))
	for _, test := range []struct {
		name string
		reg  *bson.Registry
		want document
	}{
		{"the driver's", bson.NewRegistry(), document{b(0, 255, 255), b(2, 255), b(5, 255, 255), vectors.U, "a"}},
		{"mgo's", mgoRegistry(), document{[]byte{255, 255}, []byte{255}, b(5, 255, 255), vectors.U, "a"}},
		{"a program's own of bson.Binary", own, document{bson.Binary{}, bson.Binary{}, bson.Binary{}, vectors.U, "a"}},
		{"a program's own of any", ownAny, document{ID: vectors.U}},
	} {
		t.Run(test.name, func(t *testing.T) {
			register[uuid.UUID](test.reg)
			decodes(t, test.reg, in, new(document), test.want)
		})
	}
}
