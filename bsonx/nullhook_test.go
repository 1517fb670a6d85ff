package bsonx_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"reflect"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

// A UserID and an OrderKey stand for the UUIDs of two packages that have a nullable
// type each, as google's and gofrs's have.
type (
	UserID   [16]byte
	OrderKey [16]byte

	NullUserID struct {
		UUID  UserID
		Valid bool
	}
	NullOrderKey struct {
		UUID  OrderKey
		Valid bool
	}
)

func (NullUserID) Value() (driver.Value, error)   { panic("not called") }
func (*NullUserID) Scan(any) error                { panic("not called") }
func (NullOrderKey) Value() (driver.Value, error) { panic("not called") }
func (*NullOrderKey) Scan(any) error              { panic("not called") }

// nullRegistry returns a registry with both UUIDs, OrderKey in a form of its own, and
// one of another package.
func nullRegistry(opts ...bsonx.Option) *bson.Registry {
	reg := bson.NewRegistry()
	register[UserID](reg, opts...)
	register[OrderKey](reg, bsonx.CSharpLegacy, bsonx.KeepAny)
	register[vectors.Std](reg, bsonx.KeepAny)
	return reg
}

// TestNullOfRegistered shows that Register covers the nullable type of T's package.
func TestNullOfRegistered(t *testing.T) {
	type inner struct{ N NullUserID }
	type document struct {
		V, No        NullUserID
		P, Nil       *NullUserID
		PP           **NullUserID
		List         []NullUserID
		Pointers     []*NullUserID
		Array        [2]NullUserID
		Map          map[string]NullUserID
		Any, Null    any
		Omit         NullUserID  `bson:",omitempty"`
		OmitP        *NullUserID `bson:",omitempty"`
		Inner        inner
		Inline       inner                  `bson:",inline"`
		NullOrderKey                        // gives the document its methods
		Alone        struct{ NullOrderKey } // as large as a NullOrderKey
	}
	valid, other := NullUserID{UserID(vectors.U), true}, NullUserID{UserID(vectors.Other), true}
	key := NullOrderKey{OrderKey(vectors.U), true}
	for _, form := range forms {
		reg, bin, csharp := nullRegistry(form.opts...), bin(form.subtype, form.hex), bin(3, csharpHex)
		p := &valid
		in := document{
			V: valid, P: p, PP: &p, List: []NullUserID{valid, {}}, Pointers: []*NullUserID{p, nil}, Array: [2]NullUserID{{}, valid},
			Map: map[string]NullUserID{"k": valid}, Any: valid, Null: NullUserID{}, Omit: valid, OmitP: p,
			Inner: inner{valid}, Inline: inner{valid}, NullOrderKey: key, Alone: struct{ NullOrderKey }{key},
		}
		want := doc(
			elem("v", bin), elem("no", null), elem("p", bin), elem("nil", null), elem("pp", bin), elem("list", array(bin, null)),
			elem("pointers", array(bin, null)), elem("array", array(null, bin)), elem("map", object(elem("k", bin))),
			elem("any", bin), elem("null", null), elem("omit", bin), elem("omitp", bin), elem("inner", object(elem("n", bin))),
			elem("n", bin), elem("nullorderkey", csharp), elem("alone", object(elem("nullorderkey", csharp))),
		)
		encodes(t, reg, in, want)
		encodes(t, reg, &in, want)
		encodes(t, reg, bson.D{{Key: "x", Value: valid}}, x(bin))
		encodes(t, reg, bson.M{"x": &NullUserID{}}, x(null))
		encodes(t, reg, map[string]NullUserID{"x": valid}, x(bin))
		out := document{No: other, P: &NullUserID{}, Nil: &NullUserID{}}
		in.Any, in.Null = valid.UUID, nil
		decodes(t, reg, want, &out, in)

		none := doc(
			elem("v", null), elem("no", null), elem("p", null), elem("nil", null), elem("pp", null), elem("list", null),
			elem("pointers", null), elem("array", array(null, null)), elem("map", null), elem("any", null), elem("null", null),
			elem("omit", null), elem("inner", object(elem("n", null))), elem("n", null), elem("nullorderkey", null),
			elem("alone", object(elem("nullorderkey", null))),
		)
		encodes(t, reg, document{}, none)
		decodes(t, reg, none, &out, document{OmitP: p})
	}
}

func TestNullOfRegisteredRejects(t *testing.T) {
	type document struct {
		X  NullUserID
		P  *NullUserID
		PP **NullUserID
	}
	reg, was := nullRegistry(), NullUserID{UserID(vectors.Other), true}
	for _, value := range []string{
		bin(3, standardHex), bin(5, standardHex), bin(4, standardHex[2:]), bin(4, standardHex+"00"), bin(4, ""),
		"02" + "03000000" + "3132" + "00", "0801", array(), object(),
		object(elem("uuid", bin(4, standardHex)), elem("valid", "0801")), // what is stored without Register
	} {
		refuses(t, reg, doc(elem("x", value)), &document{X: was}, document{X: was}, "_test.UserID: got ")
		refuses(t, reg, doc(elem("p", value)), &document{P: &was}, document{P: &was}, "_test.UserID: got ")
		refuses(t, reg, doc(elem("p", value)), &document{}, document{P: &NullUserID{}}, "got ") // the driver makes the pointer
		refuses(t, reg, doc(elem("pp", value)), &document{}, document{PP: new(*NullUserID)}, "got ")
	}
	for _, value := range []string{null, "06"} {
		decodes(t, reg, doc(elem("x", value), elem("p", value)), &document{X: was, P: &was}, document{})
	}
}

// Types that resemble a NullUserID, and are stored as the structs that they are.
type (
	foreignNull struct { // the UUID is of another package
		UUID  vectors.Std
		Valid bool
	}
	otherNames struct {
		ID    UserID
		Valid bool
	}
	otherOrder struct {
		Valid bool
		UUID  UserID
	}
	otherType struct {
		UUID  UserID
		Valid uint8
	}
	tagged struct {
		UUID  UserID `bson:"id"`
		Valid bool
	}
	onlyValue struct {
		UUID  UserID
		Valid bool
	}
	onlyScan struct {
		UUID  UserID
		Valid bool
	}
	noMethods struct {
		UUID  UserID
		Valid bool
	}
)

func (foreignNull) Value() (driver.Value, error) { panic("not called") }
func (*foreignNull) Scan(any) error              { panic("not called") }
func (otherNames) Value() (driver.Value, error)  { panic("not called") }
func (*otherNames) Scan(any) error               { panic("not called") }
func (otherOrder) Value() (driver.Value, error)  { panic("not called") }
func (*otherOrder) Scan(any) error               { panic("not called") }
func (otherType) Value() (driver.Value, error)   { panic("not called") }
func (*otherType) Scan(any) error                { panic("not called") }
func (tagged) Value() (driver.Value, error)      { panic("not called") }
func (*tagged) Scan(any) error                   { panic("not called") }
func (onlyValue) Value() (driver.Value, error)   { panic("not called") }
func (*onlyScan) Scan(any) error                 { panic("not called") }

// Types that contain themselves.
type (
	tree struct {
		ID      UserID
		Parent  NullUserID
		Kids    []tree
		ByName  map[string]*tree
		Next    *tree
		Lists   lists
		Anyone  any
		private *tree
	}
	lists []lists
	maps  map[string]maps
)

// TestNullHookLeaves shows that all other structs and pointers are stored and read as
// without Register.
func TestNullHookLeaves(t *testing.T) {
	type inner struct {
		Y int
		Z string `bson:",omitempty"`
	}
	var (
		now = time.UnixMilli(1700000000000).UTC()
		s   = sql.NullString{String: "s", Valid: true}
		one = 1
	)
	for _, test := range []struct {
		in  any // a pointer to a struct
		ids bool
	}{
		{in: &struct {
			A, B sql.NullString
			C    *sql.NullString
			D    []sql.NullString
			E    sql.NullInt64
			F    sql.NullTime
			G    time.Time
			H    struct{ I sql.NullTime }
			J    sql.Null[string]
			K    *int
			L, M **int
			N    []*int
			O    map[string]*inner
			P    [2]inner
			Q    inner `bson:",inline"`
			R    inner `bson:",omitempty"`
			S, T any
			U    bson.D
			V    lists
			W    maps
			x    inner
		}{A: s, C: &s, D: []sql.NullString{s, {}}, F: sql.NullTime{Time: now, Valid: true}, G: now, K: &one, N: []*int{&one, nil},
			O: map[string]*inner{"a": {Y: 1}}, Q: inner{2, "b"}, S: int32(1), U: bson.D{{Key: "k", Value: "v"}},
			V: lists{{}, {{}}}, W: maps{"a": {"b": {}}}}},
		{in: &inner{1, "s"}},
		{in: &foreignNull{Valid: true}, ids: true},
		{in: &struct{ A otherNames }{otherNames{Valid: true}}, ids: true},
		{in: &struct{ A otherOrder }{otherOrder{Valid: true}}, ids: true},
		{in: &struct{ A otherType }{otherType{Valid: 1}}, ids: true},
		{in: &struct{ A tagged }{tagged{Valid: true}}, ids: true},
		{in: &struct{ A onlyValue }{onlyValue{Valid: true}}, ids: true},
		{in: &struct{ A onlyScan }{onlyScan{Valid: true}}, ids: true},
		{in: &struct{ A *noMethods }{&noMethods{Valid: true}}, ids: true},
	} {
		plain, reg := bson.NewRegistry(), nullRegistry()
		value := reflect.ValueOf(test.in).Elem()
		for range 2 { // the hook is asked the first time only
			for _, in := range []any{test.in, value.Interface(), bson.D{{Key: "x", Value: value.Interface()}}, bson.D{{Key: "x", Value: test.in}}} {
				want, err := marshal(plain, in)
				if err != nil {
					t.Fatal(err)
				}
				if test.ids { // in the UUID's subtype
					want = bytes.ReplaceAll(want, unhex("1000000000"), unhex("1000000004"))
				}
				if got, err := marshal(reg, in); err != nil || !bytes.Equal(got, want) {
					t.Errorf("marshal(%+v) = %x, %v, want %x", in, got, err, want)
				}
			}
			b, err := marshal(reg, test.in)
			if err != nil {
				t.Fatal(err)
			}
			want, got := reflect.New(value.Type()).Interface(), reflect.New(value.Type()).Interface()
			if test.ids {
				want = test.in
			} else if err := unmarshal(plain, b, want); err != nil {
				t.Fatal(err)
			}
			if err := unmarshal(reg, b, got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("unmarshal(%x) = %+v, %v, want %+v", b, got, err, want)
			}
		}
		for _, typ := range []reflect.Type{value.Type(), reflect.PointerTo(value.Type())} {
			sameCodecs(t, reg, plain, typ)
		}
	}
	plain, reg := bson.NewRegistry(), nullRegistry()
	if _, err := marshal(reg, struct{ F func() }{}); err == nil {
		t.Error("marshal a function: no error")
	}
	refuses(t, reg, x("0801"), new(struct{ X func() }), struct{ X func() }{})
	for _, typ := range []reflect.Type{reflect.TypeFor[time.Time](), reflect.TypeFor[string](), reflect.TypeFor[[]tree]()} {
		sameCodecs(t, reg, plain, typ)
	}
}

// sameCodecs checks that the codecs of typ are of the same types in both registries: the
// hook, which would cost time for each value, is not there.
func sameCodecs(t *testing.T, reg, plain *bson.Registry, typ reflect.Type) {
	t.Helper()
	wantEnc, _ := plain.LookupEncoder(typ)
	wantDec, _ := plain.LookupDecoder(typ)
	gotEnc, _ := reg.LookupEncoder(typ)
	gotDec, _ := reg.LookupDecoder(typ)
	if reflect.TypeOf(gotEnc) != reflect.TypeOf(wantEnc) || reflect.TypeOf(gotDec) != reflect.TypeOf(wantDec) {
		t.Errorf("the codec of %v is a %T and a %T, want a %T and a %T", typ, gotEnc, gotDec, wantEnc, wantDec)
	}
}

// TestNullHookSettles shows that one value is enough to settle all the types in it, and
// that many goroutines may begin at once.
func TestNullHookSettles(t *testing.T) {
	in := tree{Parent: NullUserID{UserID(vectors.U), true}, Kids: []tree{{}}}
	want, err := marshal(nullRegistry(), in)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(want, unhex(elem("parent", bin(4, standardHex)))) || !bytes.Contains(want, unhex(elem("parent", null))) {
		t.Errorf("marshal(%+v) = %x", in, want)
	}
	reg, plain := nullRegistry(), bson.NewRegistry()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if i%2 == 0 {
				encodes(t, reg, in, hex.EncodeToString(want))
			}
			var got tree
			if err := unmarshal(reg, want, &got); err != nil || got.Parent != in.Parent || len(got.Kids) != 1 {
				t.Errorf("unmarshal(%x) = %+v, %v, want %+v", want, got, err, in)
			}
			encodes(t, reg, &in, hex.EncodeToString(want))
		}()
	}
	wg.Wait()
	for _, typ := range []reflect.Type{reflect.TypeFor[tree](), reflect.TypeFor[*tree]()} {
		sameCodecs(t, reg, plain, typ)
	}
}

// TestNullHookKeeps shows that a program's own codecs stay: of types and interfaces at
// any time, of structs and pointers if they were there before Register.
func TestNullHookKeeps(t *testing.T) {
	text := bson.ValueEncoderFunc(func(_ bson.EncodeContext, vw bson.ValueWriter, _ reflect.Value) error { return vw.WriteString("t") })
	const s = "02" + "02000000" + "7400"
	type (
		document struct{ X any }
		other    struct{ A int }
	)
	valid := NullUserID{UserID(vectors.U), true}
	own := func(reg *bson.Registry) {
		reg.RegisterTypeEncoder(reflect.TypeFor[NullOrderKey](), text)
		reg.RegisterTypeDecoder(reflect.TypeFor[NullOrderKey](), skipDecoder)
		reg.RegisterInterfaceEncoder(reflect.TypeFor[driver.Valuer](), text)
		reg.RegisterInterfaceDecoder(reflect.TypeFor[sql.Scanner](), skipDecoder)
	}
	for _, before := range []bool{true, false} {
		reg := bson.NewRegistry()
		if before {
			own(reg)
		}
		register[UserID](reg)
		register[OrderKey](reg, bsonx.KeepAny)
		if !before {
			own(reg)
		}
		encodes(t, reg, document{NullOrderKey{}}, x(s))
		encodes(t, reg, document{sql.NullString{}}, x(s))
		encodes(t, reg, document{valid}, x(s))
		decodes(t, reg, x(bin(4, standardHex)), new(struct{ X NullUserID }), struct{ X NullUserID }{})
		decodes(t, reg, x(bin(4, standardHex)), new(struct{ X NullOrderKey }), struct{ X NullOrderKey }{})
		encodes(t, reg, document{other{}}, x(object(elem("a", "10"+"00000000"))))
		if err := bsonx.RegisterNull[NullUserID](reg); err != nil {
			t.Fatal(err)
		}
		encodes(t, reg, document{valid}, x(bin(4, standardHex)))
	}

	reg := bson.NewRegistry()
	reg.RegisterKindEncoder(reflect.Struct, text)
	reg.RegisterKindDecoder(reflect.Struct, skipDecoder)
	register[UserID](reg)
	register[OrderKey](reg, bsonx.KeepAny) // the hook is there already
	encodes(t, reg, bson.D{{Key: "x", Value: other{}}}, x(s))
	encodes(t, reg, bson.D{{Key: "x", Value: &other{}}}, x(s))
	encodes(t, reg, bson.D{{Key: "x", Value: &valid}}, x(bin(4, standardHex)))
	encodes(t, reg, bson.D{{Key: "x", Value: NullOrderKey{}}}, x(null))
	got := map[string]other{}
	decodes(t, reg, x(object()), &got, map[string]other{"x": {}})
}
