package bsonx_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"reflect"
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
				elem("list", array(bin, bin)), elem("empty", array()), elem("nillist", null),
				elem("pointers", array(bin, null)), elem("array", array(bin, bin)),
				elem("lists", object(elem("l", array(bin)))), elem("values", object(elem("v", bin))), elem("keys", object(elem(vectors.Text, bin))),
				elem("null", bin), elem("invalid", null), elem("pnull", bin), elem("nulls", array(bin, null)),
				elem("any", bin), elem("anyp", bin), elem("anylist", array(bin)),
				elem("d", object(elem("d", bin))), elem("m", object(elem("m", bin))), elem("a", array(bin, null)),
				elem("inner", object(elem("t", bin))),
			)
			encodes(t, reg, in, want)
			encodes(t, reg, &in, want) // only this one can be addressed

			// What comes back is what went in, but for what any loses.
			wantOut := in
			wantOut.Invalid = sql.Null[T]{}
			wantOut.AnyP, wantOut.AnyList = id, bson.A{id}
			var out shapes[T]
			decodes(t, reg, want, &out, wantOut)
			// Nor does anything change if it was there before. (Driver 2.5.0 panics
			// on a nil in a slice of any.)
			out.A = nil
			decodes(t, reg, want, &out, wantOut)
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
	type document struct {
		ID   vectors.Google
		List []vectors.Google
		Any  any
	}
	for _, form := range forms {
		reg := registry(form.opts...)
		for _, text := range vectors.All {
			id := vectors.Google(uuid.MustParse(text))
			b, err := marshal(reg, document{id, []vectors.Google{id, {}}, id})
			if err != nil {
				t.Errorf("%s: marshal(%s): %v", form.name, text, err)
				continue
			}
			decodes(t, reg, fmt.Sprintf("%x", b), new(document), document{id, []vectors.Google{id, {}}, uuid.UUID(id)})
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
	encodes(t, registry(), in, fmt.Sprintf("%x", bytes.ReplaceAll(b, unhex("1000000000"+standardHex), unhex("1000000004"+standardHex))))
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
		opts  opts
		three string // the order of subtype 3
		write string
	}{
		{opts{bsonx.Standard, bsonx.JavaLegacy}, javaHex, bin(4, standardHex)},
		{opts{bsonx.Standard, bsonx.CSharpLegacy}, csharpHex, bin(4, standardHex)},
		{opts{bsonx.Standard, bsonx.PythonLegacy}, standardHex, bin(4, standardHex)},
		{opts{bsonx.JavaLegacy, bsonx.Standard}, javaHex, bin(3, javaHex)},
		{opts{bsonx.CSharpLegacy, bsonx.Standard}, csharpHex, bin(3, csharpHex)},
		{opts{bsonx.PythonLegacy, bsonx.Standard}, standardHex, bin(3, standardHex)},
	} {
		reg := bson.NewRegistry()
		register[vectors.Google](reg, test.opts...)
		for _, value := range []string{bin(4, standardHex), bin(3, test.three), bin(0, standardHex)} {
			in := doc(elem("t", value), elem("p", value), elem("list", array(bin(3, test.three), value)), elem("null", value), elem("any", value))
			want := document{id, &id, []vectors.Google{id, id}, sql.Null[vectors.Google]{V: id, Valid: true}, id}
			if value == bin(0, standardHex) {
				want.Any = bson.Binary{Data: vectors.U[:]} // it may be anything
			}
			decodes(t, reg, in, new(document), want)
		}
		encodes(t, reg, bson.D{{Key: "x", Value: id}}, x(test.write))
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
			if err != nil {
				t.Error(err)
			}
			decodes(t, reg, fmt.Sprintf("%x", b), new(document), in)
		}()
	}
	wg.Wait()
}
