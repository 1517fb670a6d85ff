package bsonx_test

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// shapes is every shape in which a document can hold a T.
type shapes[T ~[16]byte] struct {
	T        T
	P        *T
	PP       **T
	Nil      *T
	List     []T
	Empty    []T
	NilList  []T
	Pointers []*T
	Array    [2]T
	Lists    map[string][]T
	Values   map[string]T
	Keys     map[T]T
	Null     sql.Null[T]
	Invalid  sql.Null[T]
	PNull    *sql.Null[T]
	Nulls    []sql.Null[T]
	Any      any
	AnyP     any
	AnyList  any
	D        bson.D
	M        bson.M
	A        bson.A
	Omitted  []T `bson:",omitempty"`
	Inner    struct{ T T }
}

// testShapes encodes and decodes a T in every shape, and compares every byte.
func testShapes[T ~[16]byte](t *testing.T) {
	for _, form := range forms {
		t.Run(fmt.Sprintf("%T/%s", *new(T), form.name), func(t *testing.T) {
			reg := bson.NewRegistry()
			register[T](reg, form.opts...)
			id := T(vectors.U)
			p := &id
			in := shapes[T]{
				T: id, P: p, PP: &p,
				List: []T{id, id}, Empty: []T{}, Pointers: []*T{p, nil}, Array: [2]T{id, id},
				Lists: map[string][]T{"l": {id}}, Values: map[string]T{"v": id}, Keys: map[T]T{id: id},
				Null: sql.Null[T]{V: id, Valid: true}, Invalid: sql.Null[T]{V: id},
				PNull: &sql.Null[T]{V: id, Valid: true}, Nulls: []sql.Null[T]{{V: id, Valid: true}, {}},
				Any: id, AnyP: p, AnyList: []T{id},
				D: bson.D{{Key: "d", Value: id}}, M: bson.M{"m": id}, A: bson.A{id, nil},
				Inner: struct{ T T }{id},
			}
			bin := bin(form.subtype, form.hex)
			want := doc(
				elem("t", bin), elem("p", bin), elem("pp", bin), elem("nil", null),
				elem("list", "04"+doc(elem("0", bin), elem("1", bin))),
				elem("empty", "04"+doc()),
				elem("nillist", null),
				elem("pointers", "04"+doc(elem("0", bin), elem("1", null))),
				elem("array", "04"+doc(elem("0", bin), elem("1", bin))),
				elem("lists", "03"+doc(elem("l", "04"+doc(elem("0", bin))))),
				elem("values", "03"+doc(elem("v", bin))),
				elem("keys", "03"+doc(elem(vectors.Text, bin))),
				elem("null", bin), elem("invalid", null), elem("pnull", bin),
				elem("nulls", "04"+doc(elem("0", bin), elem("1", null))),
				elem("any", bin), elem("anyp", bin), elem("anylist", "04"+doc(elem("0", bin))),
				elem("d", "03"+doc(elem("d", bin))),
				elem("m", "03"+doc(elem("m", bin))),
				elem("a", "04"+doc(elem("0", bin), elem("1", null))),
				elem("inner", "03"+doc(elem("t", bin))),
			)
			// By value and by pointer, since only the latter can be addressed.
			for _, v := range []any{in, &in} {
				got, err := marshal(reg, v)
				if err != nil || hex.EncodeToString(got) != want {
					t.Errorf("marshal(%T) = %x, %v, want %s", v, got, err, want)
				}
			}

			// What comes back is what went in, but for what any loses.
			wantOut := in
			wantOut.Invalid = sql.Null[T]{}
			wantOut.AnyP, wantOut.AnyList = id, bson.A{id}
			var out shapes[T]
			if err := unmarshal(reg, unhex(want), &out); err != nil || !reflect.DeepEqual(out, wantOut) {
				t.Errorf("unmarshal = %+v, %v, want %+v", out, err, wantOut)
			}
			// Nor does anything change if it was there before. (Driver 2.5.0 panics
			// on a nil in a slice of any.)
			out.A = nil
			if err := unmarshal(reg, unhex(want), &out); err != nil || !reflect.DeepEqual(out, wantOut) {
				t.Errorf("unmarshal twice = %+v, %v, want %+v", out, err, wantOut)
			}
			var wholes map[string]any
			if err := unmarshal(reg, unhex(want), &wholes); err != nil || wholes["t"] != any(id) || wholes["null"] != any(id) {
				t.Errorf("unmarshal into a map = %v, %v, want T's", wholes, err)
			}

			// Extended JSON writes and reads by other readers and writers.
			text := marshalJSON(t, reg, in)
			out = shapes[T]{}
			if err := unmarshalJSON(reg, text, &out); err != nil || !reflect.DeepEqual(out, wantOut) {
				t.Errorf("unmarshalJSON(%s) = %+v, %v, want %+v", text, out, err, wantOut)
			}
		})
	}
}

func TestShapes(t *testing.T) {
	testShapes[vectors.Plain](t)
	testShapes[vectors.Std](t)
	testShapes[vectors.Google](t)
	testShapes[vectors.Gofrs](t)
	testShapes[uuid.UUID](t)
}

func TestEveryUUID(t *testing.T) {
	for _, form := range forms {
		reg := registry(form.opts...)
		for _, text := range vectors.All {
			type document struct {
				ID   vectors.Google
				List []vectors.Google
				Any  any
			}
			id := vectors.Google(uuid.MustParse(text))
			in := document{id, []vectors.Google{id, {}}, id}
			b, err := marshal(reg, in)
			if err != nil {
				t.Errorf("%s: marshal(%s): %v", form.name, text, err)
				continue
			}
			want := document{id, []vectors.Google{id, {}}, uuid.UUID(id)}
			var got document
			if err := unmarshal(reg, b, &got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: unmarshal = %v, %v, want %v", form.name, got, err, want)
			}
		}
	}
}

// TestSubtypeZero reads what Go programs have stored without Register, and shows
// that it is written back as what it is.
func TestSubtypeZero(t *testing.T) {
	type document struct {
		T     vectors.Google
		P     *vectors.Google
		List  []vectors.Google
		Array [1]vectors.Google
		Null  sql.Null[vectors.Google]
	}
	id := vectors.Google(vectors.U)
	in := document{id, &id, []vectors.Google{id, id}, [1]vectors.Google{id}, sql.Null[vectors.Google]{V: id, Valid: true}}
	old := bson.NewRegistry()
	old.RegisterTypeEncoder(reflect.TypeFor[sql.Null[vectors.Google]](), firstField)
	b, err := marshal(old, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range forms {
		var got document
		err := unmarshal(registry(form.opts...), b, &got)
		if (err == nil) != form.zero || err == nil && !reflect.DeepEqual(got, in) {
			t.Errorf("%s: unmarshal = %v, %v, want ok %t", form.name, got, err, form.zero)
		}
	}
	want := bytes.ReplaceAll(b, unhex("1000000000"+standardHex), unhex("1000000004"+standardHex))
	if got, err := marshal(registry(), in); err != nil || !bytes.Equal(got, want) {
		t.Errorf("marshal = %x, %v, want %x", got, err, want)
	}
}

func TestNullUUID(t *testing.T) {
	type document struct {
		Ours    uuid.NullUUID
		OursP   *uuid.NullUUID
		Google  GoogleNull
		GoogleP *GoogleNull
		List    []GoogleNull
	}
	for _, form := range forms {
		t.Run(form.name, func(t *testing.T) {
			reg := registry(form.opts...)
			bin := bin(form.subtype, form.hex)
			ours := uuid.NullUUID{UUID: vectors.U, Valid: true}
			googles := GoogleNull{vectors.Google(vectors.U), true}
			for _, test := range []struct {
				in   document
				want string
			}{
				{
					document{ours, &ours, googles, &googles, []GoogleNull{{}, googles}},
					doc(elem("ours", bin), elem("oursp", bin), elem("google", bin), elem("googlep", bin),
						elem("list", "04"+doc(elem("0", null), elem("1", bin)))),
				},
				{
					document{},
					doc(elem("ours", null), elem("oursp", null), elem("google", null), elem("googlep", null), elem("list", null)),
				},
			} {
				b, err := marshal(reg, test.in)
				if err != nil || hex.EncodeToString(b) != test.want {
					t.Errorf("marshal(%v) = %x, %v, want %s", test.in, b, err, test.want)
				}
				got := document{Ours: ours, OursP: new(uuid.NullUUID), Google: googles, GoogleP: &GoogleNull{}}
				if err := unmarshal(reg, unhex(test.want), &got); err != nil || !reflect.DeepEqual(got, test.in) {
					t.Errorf("unmarshal(%s) = %v, %v, want %v", test.want, got, err, test.in)
				}
			}
		})
	}
}

// TestUUIDs shows that uuid.UUIDs has the form that uuid.UUID is registered with.
func TestUUIDs(t *testing.T) {
	type document struct {
		List, Empty, Nil uuid.UUIDs
		P, PNil          *uuid.UUIDs
		Any              any
	}
	for _, form := range forms {
		reg := registry(form.opts...)
		list := uuid.UUIDs{vectors.U, vectors.U}
		in := document{List: list, Empty: uuid.UUIDs{}, P: &list, Any: list}
		array := "04" + doc(elem("0", bin(form.subtype, form.hex)), elem("1", bin(form.subtype, form.hex)))
		want := doc(elem("list", array), elem("empty", "04"+doc()), elem("nil", null), elem("p", array), elem("pnil", null), elem("any", array))
		if got, err := marshal(reg, in); err != nil || hex.EncodeToString(got) != want {
			t.Errorf("%s: marshal = %x, %v, want %s", form.name, got, err, want)
		}
		other := uuid.UUIDs{vectors.Other}
		got := document{List: other, Nil: other, P: &other, PNil: &other}
		in.Any = bson.A{vectors.U, vectors.U}
		if err := unmarshal(reg, unhex(want), &got); err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%s: unmarshal = %v, %v, want %v", form.name, got, err, in)
		}
		for _, bad := range badValues(form.reads) {
			got := document{List: uuid.UUIDs{vectors.Other}}
			err := unmarshal(reg, unhex(doc(elem("list", "04"+doc(elem("0", bin(form.subtype, form.hex)), elem("1", bad.value))))), &got)
			if err == nil || !strings.Contains(err.Error(), "element 1: "+bad.want) || !reflect.DeepEqual(got.List, uuid.UUIDs{vectors.Other}) {
				t.Errorf("%s: unmarshal %s = %v, %v, want an error with %q", form.name, bad.value, got, err, bad.want)
			}
		}
	}
}

// TestRegisterNullOrder shows that RegisterNull may precede Register.
func TestRegisterNullOrder(t *testing.T) {
	reg := bson.NewRegistry()
	if err := bsonx.RegisterNull[GoogleNull](reg); err != nil {
		t.Fatal(err)
	}
	register[vectors.Google](reg, bsonx.JavaLegacy)
	got, err := marshal(reg, bson.D{{Key: "x", Value: GoogleNull{vectors.Google(vectors.U), true}}})
	if want := doc(elem("x", bin(3, javaHex))); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("marshal = %x, %v, want %s", got, err, want)
	}
}

// TestSeveral registers types of one underlying type in forms of their own.
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
	b, err := marshal(reg, in)
	want := doc(elem("google", bin(3, javaHex)), elem("std", bin(4, standardHex)), elem("gofrs", bin(4, standardHex)),
		elem("plain", bin(3, csharpHex)), elem("digest", bin(0, standardHex)))
	if err != nil || hex.EncodeToString(b) != want {
		t.Errorf("marshal = %x, %v, want %s", b, err, want)
	}
	var out document
	if err := unmarshal(reg, b, &out); err != nil || out != in {
		t.Errorf("unmarshal = %v, %v, want %v", out, err, in)
	}

	// Into any goes the one type that has not left it as it is.
	inAny := func(value string) any {
		t.Helper()
		var m bson.M
		if err := unmarshal(reg, unhex(doc(elem("x", value))), &m); err != nil {
			t.Errorf("unmarshal into bson.M: %v", err)
		}
		return m["x"]
	}
	if got, want := inAny(bin(4, standardHex)), any(vectors.Gofrs(u)); got != want {
		t.Errorf("subtype 4 into any = %T %v, want %T", got, got, want)
	}
	if got, want := inAny(bin(3, csharpHex)), any(vectors.Plain(u)); got != want {
		t.Errorf("subtype 3 into any = %T %v, want %T", got, got, want)
	}
	if got, want := inAny(bin(0, standardHex)), any(bson.Binary{Data: u[:]}); !reflect.DeepEqual(got, want) {
		t.Errorf("subtype 0 into any = %T %v, want %T", got, got, want)
	}
}

// TestKeepAny registers a type where any holds what it held before.
func TestKeepAny(t *testing.T) {
	reg := bson.NewRegistry()
	register[vectors.Google](reg, bsonx.KeepAny)
	in := unhex(doc(elem("t", bin(4, standardHex)), elem("any", bin(4, standardHex))))
	var got struct {
		T   vectors.Google
		Any any
	}
	err := unmarshal(reg, in, &got)
	if want := any(bson.Binary{Subtype: 4, Data: vectors.U[:]}); err != nil || got.T != vectors.Google(vectors.U) || !reflect.DeepEqual(got.Any, want) {
		t.Errorf("unmarshal = %v, %v, want a %T and %v", got, err, got.T, want)
	}
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
			for _, asSlice := range []bool{false, true} {
				var opts []decoderOption
				if asSlice {
					opts = append(opts, binaryAsSlice)
				}
				in := unhex(doc(elem("x", value), elem("y", "04"+doc(elem("0", value)))))
				var want, got bson.D
				if err := unmarshal(plain, in, &want, opts...); err != nil {
					t.Fatalf("unmarshal(%x) without Register: %v", in, err)
				}
				if err := unmarshal(reg, in, &got, opts...); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s: unmarshal(%x) = %#v, %v, want %#v", form.name, in, got, err, want)
				}
				if out, err := marshal(reg, got); !asSlice && (err != nil || !bytes.Equal(out, in)) {
					t.Errorf("%s: marshal(%v) = %x, %v, want %x", form.name, got, out, err, in)
				}
			}
			// Decoders that see the reader itself: a raw value, and none at all.
			in := unhex(doc(elem("x", value), elem("y", "08"+"01")))
			other := registry(form.opts...)
			other.RegisterTypeMapEntry(bson.TypeBinary, reflect.TypeFor[bson.RawValue]())
			var got bson.D
			want := bson.D{{Key: "x", Value: bson.RawValue{Type: bson.TypeBinary, Value: unhex(value[2:])}}, {Key: "y", Value: true}}
			if err := unmarshal(other, in, &got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: unmarshal(%x) into RawValue = %v, %v, want %v", form.name, in, got, err, want)
			}
			other.RegisterTypeMapEntry(bson.TypeBinary, reflect.TypeFor[skipped]())
			other.RegisterTypeDecoder(reflect.TypeFor[skipped](), skipDecoder)
			if err := unmarshal(other, in, &got); err != nil || !reflect.DeepEqual(got, bson.D{{Key: "x", Value: skipped{}}, {Key: "y", Value: true}}) {
				t.Errorf("%s: unmarshal(%x), skipping = %v, %v", form.name, in, got, err)
			}
		}
	}
}

// TestOwnBinary shows that a program's own decoder of other binary is asked, and
// that a registry remembers what mgo makes of it.
func TestOwnBinary(t *testing.T) {
	in := unhex(doc(elem("x", bin(0, "ffff")), elem("y", bin(2, "01000000ff")), elem("z", bin(5, "ffff")), elem("id", bin(4, standardHex))))
	b := func(subtype byte, data ...byte) bson.Binary { return bson.Binary{Subtype: subtype, Data: data} }
	own := func() *bson.Registry {
		reg := bson.NewRegistry()
		reg.RegisterTypeDecoder(reflect.TypeFor[bson.Binary](), skipDecoder)
		return reg
	}
	for _, test := range []struct {
		name string
		reg  *bson.Registry
		want [3]any
	}{
		{"the driver's", bson.NewRegistry(), [3]any{b(0, 255, 255), b(2, 255), b(5, 255, 255)}},
		{"mgo's", mgoRegistry(), [3]any{[]byte{255, 255}, []byte{255}, b(5, 255, 255)}},
		{"a program's own", own(), [3]any{bson.Binary{}, bson.Binary{}, bson.Binary{}}},
	} {
		register[uuid.UUID](test.reg)
		var got struct{ X, Y, Z, ID any }
		err := unmarshal(test.reg, in, &got)
		if !reflect.DeepEqual([3]any{got.X, got.Y, got.Z}, test.want) || got.ID != vectors.U || err != nil {
			t.Errorf("%s: unmarshal = %#v, %v, want %#v", test.name, got, err, test.want)
		}
	}
}

// skipped is a type whose decoder skips the value.
type skipped struct{}

// TestDecodersMeet shows that Register keeps a decoder for any that was there.
func TestDecodersMeet(t *testing.T) {
	reg := bson.NewRegistry()
	reg.RegisterTypeDecoder(reflect.TypeFor[any](), skipDecoder)
	register[vectors.Std](reg)
	var got bson.D
	in := unhex(doc(elem("x", bin(4, standardHex)), elem("y", bin(0, "ffff")), elem("z", "0801")))
	want := bson.D{{Key: "x", Value: vectors.Std(vectors.U)}, {Key: "y", Value: nil}, {Key: "z", Value: nil}}
	if err := unmarshal(reg, in, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("unmarshal = %v, %v, want %v", got, err, want)
	}
}

// textless are types without text, and its maps those that only keyCodec reads.
type (
	textless  [16]byte
	namedMap  map[textless]int32
	nestedMap map[textless]map[vectors.Plain]textless
)

// keyed is a type that makes its own keys.
type keyed [16]byte

func (k keyed) MarshalKey() (string, error)        { return hex.EncodeToString(k[:]), nil }
func (k *keyed) UnmarshalKey(key string) (_ error) { copy(k[:], unhex(key)); return }

func TestKeys(t *testing.T) {
	reg := registry()
	register[keyed](reg, bsonx.KeepAny)
	type document struct {
		Named  namedMap
		Nested nestedMap
		Nil    namedMap
		P      *namedMap
		Text   map[vectors.Std]int32
		String map[string]int32
		Own    map[keyed]int32
		Any    any
	}
	id := textless(vectors.U)
	one := namedMap{id: 1}
	in := document{one, nestedMap{id: {vectors.Plain(id): id}}, nil, &one, map[vectors.Std]int32{vectors.Std(id): 1}, map[string]int32{"s": 1}, map[keyed]int32{keyed(id): 1}, one}
	ones := "03" + doc(elem(vectors.Text, "1001000000"))
	want := doc(elem("named", ones),
		elem("nested", "03"+doc(elem(vectors.Text, "03"+doc(elem(vectors.Text, bin(4, standardHex)))))),
		elem("nil", null), elem("p", ones), elem("text", ones),
		elem("string", "03"+doc(elem("s", "1001000000"))), elem("own", "03"+doc(elem(standardHex, "1001000000"))), elem("any", ones))
	b, err := marshal(reg, in)
	if err != nil || hex.EncodeToString(b) != want {
		t.Errorf("marshal = %x, %v, want %s", b, err, want)
	}
	var out document
	wantOut := in
	wantOut.Any = bson.D{{Key: vectors.Text, Value: int32(1)}}
	if err := unmarshal(reg, b, &out); err != nil || !reflect.DeepEqual(out, wantOut) {
		t.Errorf("unmarshal = %v, %v, want %v", out, err, wantOut)
	}

	// As with other maps, what was there stays, unless told otherwise.
	two := textless(vectors.Other)
	for _, test := range []struct {
		opts []decoderOption
		want namedMap
	}{
		{nil, namedMap{id: 1, two: 2}},
		{[]decoderOption{zeroMaps}, namedMap{id: 1}},
	} {
		m := namedMap{id: 2, two: 2}
		if err := unmarshal(reg, unhex(ones[2:]), m, test.opts...); err != nil || !reflect.DeepEqual(m, test.want) {
			t.Errorf("unmarshal into a map = %v, %v, want %v", m, err, test.want)
		}
	}
	// Bad keys and bad values are errors that leave the map alone.
	for _, bad := range []string{
		doc(elem(vectors.Text, "1001000000"), elem("no", "1001000000")),
		doc(elem(vectors.Text, "1001000000"), elem(vectors.Other.String(), "02"+"0200000061"+"00")),
	} {
		m := namedMap{id: 2, two: 2}
		if err := unmarshal(reg, unhex(bad), &m); err == nil || !reflect.DeepEqual(m, namedMap{id: 2, two: 2}) {
			t.Errorf("unmarshal(%s) = %v, %v, want an error and no change", bad, m, err)
		}
	}
	if err := unmarshal(reg, unhex(doc(elem("named", null))), &out); err != nil || out.Named != nil {
		t.Errorf("unmarshal null into a map = %v, %v, want nil", out.Named, err)
	}
	if got, err := marshal(reg, bson.D{{Key: "x", Value: namedMap(nil)}}, nilMapAsEmpty); err != nil || hex.EncodeToString(got) != doc(elem("x", "03"+doc())) {
		t.Errorf("marshal a nil map as empty = %x, %v", got, err)
	}
}

func TestNilSlice(t *testing.T) {
	reg := registry()
	in := bson.D{{Key: "x", Value: []vectors.Std(nil)}}
	if got, err := marshal(reg, in); err != nil || hex.EncodeToString(got) != doc(elem("x", null)) {
		t.Errorf("marshal(nil slice) = %x, %v, want null", got, err)
	}
	if got, err := marshal(reg, in, nilSliceAsEmpty); err != nil || hex.EncodeToString(got) != doc(elem("x", "04"+doc())) {
		t.Errorf("marshal(nil slice) as empty = %x, %v, want an empty array", got, err)
	}
	for _, value := range []string{null, "06", "04" + doc()} {
		got := struct{ X []vectors.Std }{make([]vectors.Std, 1)}
		if err := unmarshal(reg, unhex(doc(elem("x", value))), &got); err != nil || len(got.X) != 0 || (got.X == nil) != (value[0] == '0' && value[1] != '4') {
			t.Errorf("unmarshal(%s) into []T = %#v, %v", value, got.X, err)
		}
	}
}

// TestNewMemory shows that a decoded slice shares nothing with the one before.
func TestNewMemory(t *testing.T) {
	reg := registry()
	var x struct{ X []vectors.Std }
	b, err := marshal(reg, bson.D{{Key: "x", Value: []vectors.Std{vectors.Std(vectors.U)}}})
	if err != nil {
		t.Fatal(err)
	}
	x.X = make([]vectors.Std, 1, 8)
	before := x.X
	if err := unmarshal(reg, b, &x); err != nil || before[0] != (vectors.Std{}) || x.X[0] != vectors.Std(vectors.U) {
		t.Errorf("unmarshal = %v, %v, with %v before, want it unchanged", x.X, err, before)
	}
}

// TestLongArrays crosses the lengths at which array keys grow.
func TestLongArrays(t *testing.T) {
	reg := registry()
	type list []vectors.Google // goes by the driver's own walk
	for _, n := range []int{1, 9, 10, 11, 99, 100, 101, 1000, 1001, 10001} {
		ids := make([]vectors.Google, n)
		for i := range ids {
			binary.BigEndian.PutUint64(ids[i][:], uint64(i))
		}
		want, err := marshal(reg, bson.D{{Key: "x", Value: list(ids)}})
		if err != nil {
			t.Fatal(err)
		}
		b, err := marshal(reg, bson.D{{Key: "x", Value: ids}})
		if err != nil || !bytes.Equal(b, want) {
			t.Fatalf("marshal of %d = %x, %v, want %x", n, b, err, want)
		}
		var got struct{ X []vectors.Google }
		if err := unmarshal(reg, b, &got); err != nil || !reflect.DeepEqual(got.X, ids) || cap(got.X) != n {
			t.Fatalf("unmarshal of %d: %d of capacity %d, %v", n, len(got.X), cap(got.X), err)
		}
	}
}

// TestTolerant reads each subtype into every shape, by forms that read several.
func TestTolerant(t *testing.T) {
	type document struct {
		T    vectors.Google
		P    *vectors.Google
		List []vectors.Google
		Null sql.Null[vectors.Google]
		Any  any
	}
	id := vectors.Google(vectors.U)
	for _, test := range []struct {
		opts  []bsonx.Option
		three string // the order of subtype 3
		write string
	}{
		{[]bsonx.Option{bsonx.Standard, bsonx.JavaLegacy}, javaHex, bin(4, standardHex)},
		{[]bsonx.Option{bsonx.Standard, bsonx.CSharpLegacy}, csharpHex, bin(4, standardHex)},
		{[]bsonx.Option{bsonx.Standard, bsonx.PythonLegacy}, standardHex, bin(4, standardHex)},
		{[]bsonx.Option{bsonx.JavaLegacy, bsonx.Standard}, javaHex, bin(3, javaHex)},
		{[]bsonx.Option{bsonx.CSharpLegacy, bsonx.Standard}, csharpHex, bin(3, csharpHex)},
		{[]bsonx.Option{bsonx.PythonLegacy, bsonx.Standard}, standardHex, bin(3, standardHex)},
	} {
		reg := bson.NewRegistry()
		register[vectors.Google](reg, test.opts...)
		for _, value := range []string{bin(4, standardHex), bin(3, test.three), bin(0, standardHex)} {
			list := "04" + doc(elem("0", bin(3, test.three)), elem("1", value))
			in := unhex(doc(elem("t", value), elem("p", value), elem("list", list), elem("null", value), elem("any", value)))
			want := document{id, &id, []vectors.Google{id, id}, sql.Null[vectors.Google]{V: id, Valid: true}, id}
			if value == bin(0, standardHex) {
				want.Any = bson.Binary{Data: vectors.U[:]} // it may be anything
			}
			var got document
			if err := unmarshal(reg, in, &got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v: unmarshal(%s) = %v, %v, want %v", test.opts, value, got, err, want)
			}
		}
		b, err := marshal(reg, bson.D{{Key: "x", Value: id}})
		if got := hex.EncodeToString(b); err != nil || got != doc(elem("x", test.write)) {
			t.Errorf("%v: marshal = %s, %v, want %s", test.opts, got, err, test.write)
		}
	}
}

func TestIn(t *testing.T) {
	u, other := vectors.Google(vectors.U), vectors.Google(vectors.Other)
	otherHex := hex.EncodeToString(other[:])
	for _, test := range []struct {
		ids  []vectors.Google
		opts []bsonx.Option
		want []string
	}{
		{[]vectors.Google{u}, nil, []string{bin(4, standardHex), bin(0, standardHex)}},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.Strict}, []string{bin(4, standardHex)}},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.Standard, bsonx.JavaLegacy}, []string{bin(4, standardHex), bin(0, standardHex), bin(3, javaHex)}},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.JavaLegacy}, []string{bin(3, javaHex)}},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.JavaLegacy, bsonx.Strict, bsonx.Standard}, []string{bin(3, javaHex), bin(4, standardHex)}},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.CSharpLegacy, bsonx.JavaLegacy}, []string{bin(3, csharpHex), bin(3, javaHex)}},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.JavaLegacy, bsonx.CSharpLegacy, bsonx.PythonLegacy}, []string{bin(3, javaHex), bin(3, csharpHex), bin(3, standardHex)}},
		{[]vectors.Google{u, other}, nil, []string{bin(4, standardHex), bin(0, standardHex), bin(4, otherHex), bin(0, otherHex)}},
		{[]vectors.Google{u, other}, []bsonx.Option{bsonx.PythonLegacy}, []string{bin(3, standardHex), bin(3, otherHex)}},
		{nil, nil, nil},
		{[]vectors.Google{u}, []bsonx.Option{bsonx.KeepAny, bsonx.JavaLegacy}, []string{bin(3, javaHex)}},
	} {
		var elements []string
		for i, value := range test.want {
			elements = append(elements, elem(fmt.Sprint(i), value))
		}
		want := doc(elem("_id", "03"+doc(elem("$in", "04"+doc(elements...)))))
		filter := bson.M{"_id": bsonx.In(test.ids, test.opts...)}
		// It is the same without a registry, and with one of another form.
		for _, reg := range []*bson.Registry{bson.NewRegistry(), registry(), registry(bsonx.JavaLegacy)} {
			if got, err := marshal(reg, filter); err != nil || hex.EncodeToString(got) != want {
				t.Errorf("marshal(In(%v, %v)) = %x, %v, want %s", test.ids, test.opts, got, err, want)
			}
		}
	}
}

// TestShared uses a registry for the first time in many goroutines at once.
func TestShared(t *testing.T) {
	reg := registry()
	type document struct {
		Any   any
		Keys  map[textless]vectors.Google
		List  []vectors.Std
		P     *vectors.Gofrs
		Nulls []GoogleNull
	}
	id := vectors.Gofrs(vectors.U)
	in := document{vectors.U, map[textless]vectors.Google{{1}: {2}}, []vectors.Std{{3}}, &id, []GoogleNull{{}, {vectors.Google{4}, true}}}
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b, err := marshal(reg, in)
			var got document
			if err == nil {
				err = unmarshal(reg, b, &got)
			}
			if err != nil || !reflect.DeepEqual(got, in) {
				t.Errorf("unmarshal = %v, %v, want %v", got, err, in)
			}
		}()
	}
	wg.Wait()
}

// TestByHand calls codecs as the driver does not, but another codec might: that
// is an error and no panic.
func TestByHand(t *testing.T) {
	reg := registry()
	id := vectors.Google(vectors.U)
	null := sql.Null[vectors.Google]{V: id, Valid: true}
	unexported := reflect.ValueOf(struct{ id vectors.Google }{id}).Field(0)
	text := "text"
	foreign := []reflect.Value{{}, reflect.ValueOf("text"), reflect.ValueOf(&text).Elem(), reflect.ValueOf([]byte{}), reflect.ValueOf(vectors.Std{}), unexported}
	for _, val := range []reflect.Value{
		reflect.ValueOf(id), reflect.ValueOf(&id), reflect.ValueOf((*vectors.Google)(nil)), reflect.ValueOf([]vectors.Google{id}),
		reflect.ValueOf(null), reflect.ValueOf(&null), reflect.ValueOf(GoogleNull{}), reflect.Zero(reflect.TypeFor[any]()),
		reflect.ValueOf(namedMap(nil)),
	} {
		typ := reflect.TypeFor[any]()
		if val.IsValid() {
			typ = val.Type()
		}
		enc, err := reg.LookupEncoder(typ)
		if err != nil {
			t.Fatal(err)
		}
		dec, err := reg.LookupDecoder(typ)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range []string{bin(4, standardHex), "0a", "04" + doc(), "03" + doc()} {
			// By way of a codec of a program's own.
			by := func(val reflect.Value) error {
				reg := bson.NewRegistry()
				reg.RegisterTypeDecoder(reflect.TypeFor[skipped](), bson.ValueDecoderFunc(func(dc bson.DecodeContext, vr bson.ValueReader, _ reflect.Value) error {
					return dec.DecodeValue(dc, vr, val)
				}))
				var x struct{ X skipped }
				return unmarshal(reg, unhex(doc(elem("x", value))), &x)
			}
			for _, val := range append(foreign, val) {
				if err := by(val); err == nil {
					t.Errorf("decode %s as %v into %v, want an error", value, typ, val)
				}
			}
		}
		values := foreign
		if typ.Kind() != reflect.Map { // of which the driver itself panics
			hidden := reflect.StructField{Name: "hidden", PkgPath: "hidden", Type: typ}
			values = append(values, reflect.Zero(reflect.StructOf([]reflect.StructField{hidden})).Field(0))
		}
		for _, val := range values {
			if typ == reflect.TypeFor[any]() {
				break // it has no codec of ours
			}
			err := enc.EncodeValue(bson.EncodeContext{Registry: reg}, binaryWriter{}, val)
			if err == nil {
				t.Errorf("encode %v as %v, want an error", val, typ)
			}
		}
	}
	if id != vectors.Google(vectors.U) || null.V != id {
		t.Errorf("a value has changed: %v, %v", id, null)
	}
}
