package bsonx_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"reflect"
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

// Types with the methods of a nullable type, one of each sort, which nobody registers.
type (
	ownBool   bool
	ownInt    int
	ownUint8  uint8
	ownFloat  float32
	ownString string
	ownSlice  []string
	ownMap    map[string]int
	ownArray  [2]int
	ownStruct struct {
		A int
		B string `bson:",omitempty"`
	}
	ownPointer struct{ A int } // with methods of the pointer
	ownFunc    func()

	// These resemble a NullUserID.
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

func (ownBool) Value() (driver.Value, error)     { panic("not called") }
func (*ownBool) Scan(any) error                  { panic("not called") }
func (ownInt) Value() (driver.Value, error)      { panic("not called") }
func (*ownInt) Scan(any) error                   { panic("not called") }
func (ownUint8) Value() (driver.Value, error)    { panic("not called") }
func (*ownUint8) Scan(any) error                 { panic("not called") }
func (ownFloat) Value() (driver.Value, error)    { panic("not called") }
func (*ownFloat) Scan(any) error                 { panic("not called") }
func (ownString) Value() (driver.Value, error)   { panic("not called") }
func (*ownString) Scan(any) error                { panic("not called") }
func (ownSlice) Value() (driver.Value, error)    { panic("not called") }
func (*ownSlice) Scan(any) error                 { panic("not called") }
func (ownMap) Value() (driver.Value, error)      { panic("not called") }
func (*ownMap) Scan(any) error                   { panic("not called") }
func (ownArray) Value() (driver.Value, error)    { panic("not called") }
func (*ownArray) Scan(any) error                 { panic("not called") }
func (ownStruct) Value() (driver.Value, error)   { panic("not called") }
func (*ownStruct) Scan(any) error                { panic("not called") }
func (*ownPointer) Value() (driver.Value, error) { panic("not called") }
func (*ownPointer) Scan(any) error               { panic("not called") }
func (ownFunc) Value() (driver.Value, error)     { panic("not called") }
func (*ownFunc) Scan(any) error                  { panic("not called") }
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

// TestNullHook shows that types with Value or Scan, which share an interface with the
// nullable types, are stored and read as without Register.
func TestNullHook(t *testing.T) {
	var (
		plain, reg = bson.NewRegistry(), nullRegistry()
		now        = time.UnixMilli(1700000000000).UTC()
		s          = sql.NullString{String: "s", Valid: true}
	)
	for _, test := range []struct {
		in      any // a pointer to a struct
		differs bool
	}{
		{in: &struct {
			A    ownBool
			B    ownInt
			C    ownUint8
			D    ownFloat
			E    ownString
			F, G ownSlice
			H, I ownMap
			J    ownArray
			K    ownStruct
			L    ownPointer
		}{true, 1, 2, 1.5, "s", ownSlice{"a"}, nil, ownMap{"k": 1}, nil, ownArray{1, 2}, ownStruct{1, ""}, ownPointer{1}}},
		{in: &struct {
			A ownBool    `bson:",omitempty"`
			B ownInt     `bson:",omitempty"`
			E ownString  `bson:",omitempty"`
			F ownSlice   `bson:",omitempty"`
			H ownMap     `bson:",omitempty"`
			K ownStruct  `bson:",omitempty"`
			L *ownStruct `bson:",omitempty"`
			M ownInt     `bson:",minsize"`
			N ownStruct  `bson:",inline"`
		}{}},
		{in: &struct {
			A    []ownString
			B    map[string]ownInt
			C, D *ownStruct
			E    []*ownPointer
			F    map[ownString]ownUint8
		}{[]ownString{"a", ""}, map[string]ownInt{"k": 1}, &ownStruct{1, "s"}, nil, []*ownPointer{{1}, nil}, map[ownString]ownUint8{"k": 1}}},
		{in: &struct {
			A, B sql.NullString
			C    *sql.NullString
			D    []sql.NullString
			E    sql.NullInt64
			F    sql.NullBool
			G    sql.NullTime
			H    time.Time
			I    struct{ J sql.NullTime }
			K    sql.Null[string]
		}{A: s, C: &s, D: []sql.NullString{s, {}}, G: sql.NullTime{Time: now, Valid: true}, H: now}},
		{in: &ownStruct{1, "s"}},
		{in: &foreignNull{Valid: true}, differs: true},
		{in: &struct{ A otherNames }{otherNames{Valid: true}}, differs: true},
		{in: &struct{ A otherOrder }{otherOrder{Valid: true}}, differs: true},
		{in: &struct{ A otherType }{otherType{Valid: 1}}, differs: true},
		{in: &struct{ A tagged }{tagged{Valid: true}}, differs: true},
		{in: &struct{ A onlyValue }{onlyValue{Valid: true}}, differs: true},
		{in: &struct{ A onlyScan }{onlyScan{Valid: true}}, differs: true},
		{in: &struct{ A noMethods }{noMethods{Valid: true}}, differs: true},
	} {
		value := reflect.ValueOf(test.in).Elem()
		for _, in := range []any{test.in, value.Interface(), bson.D{{Key: "x", Value: value.Interface()}}} {
			want, err := marshal(plain, in)
			if err != nil {
				t.Fatal(err)
			}
			if test.differs { // in the UUID's subtype
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
		if test.differs {
			want = test.in
		} else if err := unmarshal(plain, b, want); err != nil {
			t.Fatal(err)
		}
		if err := unmarshal(reg, b, got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("unmarshal(%x) = %+v, %v, want %+v", b, got, err, want)
		}
	}

	// The driver does not ask an interface's codec for what these hold.
	for _, in := range []any{
		struct{ X driver.Valuer }{}, struct{ X driver.Valuer }{s}, struct{ X sql.Scanner }{}, struct{ X sql.Scanner }{&s},
		struct{ X []driver.Valuer }{[]driver.Valuer{nil, s}}, struct {
			X driver.Valuer `bson:",omitempty"`
		}{},
	} {
		want, err := marshal(plain, in)
		if err != nil {
			t.Fatal(err)
		}
		encodes(t, reg, in, hex.EncodeToString(want))
	}
	encodes(t, reg, struct{ X driver.Valuer }{NullUserID{UserID(vectors.U), true}}, x(bin(4, standardHex)))

	// What has no codec is an error, and says so.
	if b, err := marshal(reg, struct{ X ownFunc }{func() {}}); err == nil {
		t.Errorf("marshal a function = %x, want an error", b)
	}
	refuses(t, reg, x("0801"), new(struct{ X ownFunc }), struct{ X ownFunc }{})
	refuses(t, reg, x("0801"), new(struct{ X sql.Scanner }), struct{ X sql.Scanner }{})

	// Only driver v2 reads into the pointer that is there.
	stored := unhex(x(object(elem("string", "02"+"02000000"+"7300"), elem("valid", "0801"))))
	want, got := struct{ X sql.Scanner }{&sql.NullString{}}, struct{ X sql.Scanner }{&sql.NullString{}}
	wantErr, err := unmarshal(plain, stored, &want), unmarshal(reg, stored, &got)
	if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
		t.Errorf("unmarshal(%x) = %v, %v, want %v, %v", stored, got.X, err, want.X, wantErr)
	}
}

// TestNullHookKeeps shows that a program's own codecs stay: of types and kinds, and of
// interfaces if they were there before Register. A later one serves the other types.
func TestNullHookKeeps(t *testing.T) {
	text := bson.ValueEncoderFunc(func(_ bson.EncodeContext, vw bson.ValueWriter, _ reflect.Value) error { return vw.WriteString("t") })
	const s = "02" + "02000000" + "7400"
	valid := NullUserID{UserID(vectors.U), true}
	type document struct{ X any }

	reg := bson.NewRegistry()
	reg.RegisterInterfaceEncoder(reflect.TypeFor[driver.Valuer](), text)
	reg.RegisterInterfaceDecoder(reflect.TypeFor[sql.Scanner](), skipDecoder)
	register[UserID](reg)
	encodes(t, reg, document{ownInt(1)}, x(s))
	encodes(t, reg, document{valid}, x(s))
	decodes(t, reg, x(bin(4, standardHex)), new(struct{ X NullUserID }), struct{ X NullUserID }{})
	if err := bsonx.RegisterNull[NullUserID](reg); err != nil {
		t.Fatal(err)
	}
	encodes(t, reg, document{valid}, x(bin(4, standardHex)))

	reg = bson.NewRegistry()
	register[UserID](reg)
	reg.RegisterTypeEncoder(reflect.TypeFor[ownString](), text)
	reg.RegisterKindEncoder(reflect.Int, text)
	reg.RegisterKindDecoder(reflect.Int, skipDecoder)
	reg.RegisterKindEncoder(reflect.Func, text)
	reg.RegisterInterfaceEncoder(reflect.TypeFor[driver.Valuer](), text)
	reg.RegisterInterfaceEncoder(reflect.TypeFor[fmt.Stringer](), text)
	encodes(t, reg, document{ownString("s")}, x(s))
	encodes(t, reg, document{ownInt(1)}, x(s))
	encodes(t, reg, document{ownFunc(nil)}, x(s))
	encodes(t, reg, document{ownBool(true)}, x("0801"))
	encodes(t, reg, document{time.Second}, x(s))
	encodes(t, reg, document{valid}, x(bin(4, standardHex)))
	decodes(t, reg, x("1001000000"), &struct{ X ownInt }{7}, struct{ X ownInt }{7})

	// Types without the methods have the driver's codec, and cost what they did.
	plain, reg := bson.NewRegistry(), nullRegistry()
	for _, typ := range []reflect.Type{
		reflect.TypeFor[struct{ X string }](), reflect.TypeFor[time.Time](), reflect.TypeFor[string](), reflect.TypeFor[*int](),
		reflect.TypeFor[noMethods](), reflect.TypeFor[[]string](), reflect.TypeFor[bson.D](),
	} {
		wantEnc, _ := plain.LookupEncoder(typ)
		wantDec, _ := plain.LookupDecoder(typ)
		gotEnc, _ := reg.LookupEncoder(typ)
		gotDec, _ := reg.LookupDecoder(typ)
		if reflect.TypeOf(gotEnc) != reflect.TypeOf(wantEnc) || reflect.TypeOf(gotDec) != reflect.TypeOf(wantDec) {
			t.Errorf("the codec of %v is a %T and a %T, want a %T and a %T", typ, gotEnc, gotDec, wantEnc, wantDec)
		}
	}
	for kind, typ := range bsonx.Plain {
		if typ != nil && typ.Kind() != reflect.Kind(kind) || typ == nil && kind != 0 && reflect.Kind(kind) != reflect.UnsafePointer {
			t.Errorf("the type of kind %v is %v", reflect.Kind(kind), typ)
		}
	}
}
