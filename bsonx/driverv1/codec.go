package driverv1

import (
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/bsonrw"
	"go.mongodb.org/mongo-driver/bson/bsontype"
	"go.mongodb.org/mongo-driver/bson/primitive"

	"github.com/uuidkit/uuidkit/internal/bsonuuid"
)

type valueCodec interface {
	bsoncodec.ValueEncoder
	bsoncodec.ValueDecoder
}

// register registers c for typ and for pointers to it. The driver would manage
// the pointers, were there no type such as [uuid.UUID], whose pointer has methods
// that the driver prefers to the codec of what it points to.
func register(reg *bsoncodec.Registry, typ reflect.Type, c valueCodec) {
	reg.RegisterTypeEncoder(typ, c)
	reg.RegisterTypeDecoder(typ, c)
	p := pointerCodec{reflect.PointerTo(typ), c}
	reg.RegisterTypeEncoder(p.typ, p)
	reg.RegisterTypeDecoder(p.typ, p)
}

// canEncode and canDecode return an error for what the driver does not do, but
// another codec may: to give a codec a value that is none of its type's, or that
// it cannot set.

func canEncode(val reflect.Value, typ reflect.Type) error {
	if !val.IsValid() || !val.CanInterface() || val.Type() != typ {
		return fmt.Errorf("driverv1: encode %v: got %s", typ, bsonuuid.Describe(val))
	}
	return nil
}

func canDecode(val reflect.Value, typ reflect.Type) error {
	if !val.CanSet() || val.Type() != typ {
		return fmt.Errorf("driverv1: decode %v: cannot set %s", typ, bsonuuid.Describe(val))
	}
	return nil
}

// Types that are of no use but to ask a registry for the codec of their kind.
type (
	otherSlice []struct{}
	otherMap   map[string]struct{}
)

// must returns a codec that a registry has, unless it is an empty one.
func must[C any](c C, err error) C {
	if err != nil {
		panic(fmt.Sprintf("driverv1.Register: %v: make the registry with bson.NewRegistry", err))
	}
	return c
}

// A codec is the codec of T.
type codec[T ~[16]byte] struct {
	typ  reflect.Type
	form *bsonuuid.Form
}

func (c *codec[T]) EncodeValue(_ bsoncodec.EncodeContext, vw bsonrw.ValueWriter, val reflect.Value) error {
	subtype, data, err := bsonuuid.Bytes[T](c.form, val)
	if err != nil {
		return fmt.Errorf("driverv1: encode %v: %w", c.typ, err)
	}
	return vw.WriteBinaryWithSubtype(data, subtype)
}

func (c *codec[T]) DecodeValue(_ bsoncodec.DecodeContext, vr bsonrw.ValueReader, val reflect.Value) error {
	if err := canDecode(val, c.typ); err != nil {
		return err
	}
	if t := vr.Type(); t != bson.TypeBinary {
		return fmt.Errorf("driverv1: decode %v: got %s, want %s", val.Type(), bsonuuid.TypeName(t), c.form.Wants())
	}
	data, subtype, err := vr.ReadBinary()
	if err != nil {
		return err
	}
	id, err := c.form.Decode(subtype, data)
	if err != nil {
		return fmt.Errorf("driverv1: decode %v: %w", val.Type(), err)
	}
	copy(val.Bytes(), id[:])
	return nil
}

// A pointerCodec is the codec of pointers to what elem is the codec of.
type pointerCodec struct {
	typ  reflect.Type
	elem valueCodec
}

func (c pointerCodec) EncodeValue(ec bsoncodec.EncodeContext, vw bsonrw.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, c.typ); err != nil {
		return err
	}
	if val.IsNil() {
		return vw.WriteNull()
	}
	return c.elem.EncodeValue(ec, vw, val.Elem())
}

func (c pointerCodec) DecodeValue(dc bsoncodec.DecodeContext, vr bsonrw.ValueReader, val reflect.Value) error {
	if err := canDecode(val, c.typ); err != nil {
		return err
	}
	if null, err := readNull(vr, val); null {
		return err
	}
	if !val.IsNil() {
		return c.elem.DecodeValue(dc, vr, val.Elem())
	}
	p := reflect.New(val.Type().Elem())
	if err := c.elem.DecodeValue(dc, vr, p.Elem()); err != nil {
		return err
	}
	val.Set(p)
	return nil
}

// readNull reads null, or undefined, and makes val zero. It reports whether it
// was one of the two.
func readNull(vr bsonrw.ValueReader, val reflect.Value) (null bool, err error) {
	switch vr.Type() {
	case bson.TypeNull:
		err = vr.ReadNull()
	case bson.TypeUndefined:
		err = vr.ReadUndefined()
	default:
		return false, nil
	}
	if err == nil {
		val.SetZero()
	}
	return true, err
}

// A nullCodec is the codec of structs of two fields, a value and whether it is
// valid. It asks the registry for the value's codec.
type nullCodec struct{ typ reflect.Type }

func registerNull[N any](reg *bsoncodec.Registry) {
	register(reg, reflect.TypeFor[N](), nullCodec{reflect.TypeFor[N]()})
}

func (c nullCodec) EncodeValue(ec bsoncodec.EncodeContext, vw bsonrw.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, c.typ); err != nil {
		return err
	}
	value, valid := val.Field(0), val.Field(1)
	if !valid.Bool() {
		return vw.WriteNull()
	}
	enc, err := ec.LookupEncoder(value.Type())
	if err != nil {
		return err
	}
	return enc.EncodeValue(ec, vw, value)
}

func (c nullCodec) DecodeValue(dc bsoncodec.DecodeContext, vr bsonrw.ValueReader, val reflect.Value) error {
	if err := canDecode(val, c.typ); err != nil {
		return err
	}
	if null, err := readNull(vr, val); null {
		return err
	}
	value, valid := val.Field(0), val.Field(1)
	dec, err := dc.LookupDecoder(value.Type())
	if err != nil {
		return err
	}
	if err := dec.DecodeValue(dc, vr, value); err != nil {
		return err
	}
	valid.SetBool(true)
	return nil
}

// A sliceCodec is the codec of S. It hands the driver a whole array at a time,
// as a [bson.RawValue].
type sliceCodec[S ~[]T, T ~[16]byte] struct {
	form   *bsonuuid.Form
	nilEnc bsoncodec.ValueEncoder // of other slices; only it knows how nil is to be written
	rawEnc bsoncodec.ValueEncoder
	rawDec bsoncodec.ValueDecoder
}

func newSliceCodec[S ~[]T, T ~[16]byte](reg *bsoncodec.Registry, form *bsonuuid.Form) sliceCodec[S, T] {
	return sliceCodec[S, T]{
		form,
		must(reg.LookupEncoder(reflect.TypeFor[otherSlice]())),
		must(reg.LookupEncoder(reflect.TypeFor[bson.RawValue]())),
		must(reg.LookupDecoder(reflect.TypeFor[bson.RawValue]())),
	}
}

func (c sliceCodec[S, T]) EncodeValue(ec bsoncodec.EncodeContext, vw bsonrw.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, reflect.TypeFor[S]()); err != nil {
		return err
	}
	if val.IsNil() {
		return c.nilEnc.EncodeValue(ec, vw, val)
	}
	ids, _ := reflect.TypeAssert[S](val)
	b, err := bsonuuid.EncodeArray(c.form, ids)
	if err != nil {
		return fmt.Errorf("driverv1: encode %v: %w", val.Type(), err)
	}
	return c.rawEnc.EncodeValue(ec, vw, reflect.ValueOf(bson.RawValue{Type: bson.TypeArray, Value: b}))
}

func (c sliceCodec[S, T]) DecodeValue(dc bsoncodec.DecodeContext, vr bsonrw.ValueReader, val reflect.Value) error {
	if err := canDecode(val, reflect.TypeFor[S]()); err != nil {
		return err
	}
	if null, err := readNull(vr, val); null {
		return err
	}
	if t := vr.Type(); t != bson.TypeArray {
		return fmt.Errorf("driverv1: decode %v: got %s, want an array", val.Type(), bsonuuid.TypeName(t))
	}
	raw, err := readRaw(c.rawDec, dc, vr)
	if err != nil {
		return err
	}
	ids, err := bsonuuid.DecodeArray[T, bsontype.Type](c.form, raw.Value)
	if err != nil {
		return fmt.Errorf("driverv1: decode %v: %w", val.Type(), err)
	}
	*val.Addr().Interface().(*S) = ids
	return nil
}

// An anyDecoder decodes into any. A registry's type map would not do: it gives
// all binary to one type.
type anyDecoder struct {
	next  bsoncodec.ValueDecoder // for what is none of types
	types []anyType              // the last registered first

	// The driver's own decoders of any and of primitive.Binary are of these types.
	ownAny, ownBinary reflect.Type

	// What the driver makes of other binary, in the context of the last one.
	other atomic.Pointer[otherBinary]
}

type anyType struct {
	typ  reflect.Type
	form *bsonuuid.Form
	make func([16]byte) any
}

// An otherBinary says what the driver makes of binary in a context. To ask the
// driver each time takes a fifth longer than without Register: it can be asked
// only by a reader of binary that has been read already.
type otherBinary struct {
	dc      bsoncodec.DecodeContext
	known   bool // it makes a primitive.Binary,
	asSlice bool // but of subtypes 0 and 2 a []byte
}

func registerAny[T ~[16]byte](reg *bsoncodec.Registry, form *bsonuuid.Form) {
	next := must(reg.LookupDecoder(reflect.TypeFor[any]()))
	d, ok := next.(*anyDecoder)
	if !ok {
		own := bson.NewRegistry()
		d = &anyDecoder{
			next:      next,
			ownAny:    reflect.TypeOf(must(own.LookupDecoder(reflect.TypeFor[any]()))),
			ownBinary: reflect.TypeOf(must(own.LookupDecoder(reflect.TypeFor[primitive.Binary]()))),
		}
		reg.RegisterTypeDecoder(reflect.TypeFor[any](), d)
	}
	t := anyType{
		reflect.TypeFor[T](),
		form,
		func(b [16]byte) any { return T(b) },
	}
	others := slices.DeleteFunc(d.types, func(o anyType) bool { return o.typ == t.typ })
	d.types = slices.Insert(others, 0, t)
}

func (d *anyDecoder) DecodeValue(dc bsoncodec.DecodeContext, vr bsonrw.ValueReader, val reflect.Value) error {
	if vr.Type() != bson.TypeBinary || !val.CanSet() || val.Type() != reflect.TypeFor[any]() {
		return d.next.DecodeValue(dc, vr, val)
	}
	data, subtype, err := vr.ReadBinary()
	if err != nil {
		return err
	}
	out := val.Addr().Interface().(*any)
	for _, t := range d.types {
		if id, ok := t.form.DecodeAny(subtype, data); ok {
			*out = t.make(id)
			return nil
		}
	}
	other := d.otherBinary(dc)
	switch {
	case !other.known:
		return d.next.DecodeValue(dc, binaryReader{vr, data, subtype}, val)
	case other.asSlice && (subtype == 0 || subtype == 2):
		*out = data
	default:
		*out = primitive.Binary{Subtype: subtype, Data: data}
	}
	return nil
}

// otherBinary returns what the driver makes of binary. It is not known if a
// program has told the driver what to make of it.
func (d *anyDecoder) otherBinary(dc bsoncodec.DecodeContext) *otherBinary {
	dc = binaryContext(dc)
	if o := d.other.Load(); o != nil && o.dc == dc {
		return o
	}
	o := &otherBinary{dc: dc}
	binary := reflect.TypeFor[primitive.Binary]()
	typ, _ := dc.LookupTypeMapEntry(bson.TypeBinary)
	dec, _ := dc.LookupDecoder(binary)
	if typ == binary && reflect.TypeOf(dec) == d.ownBinary && reflect.TypeOf(d.next) == d.ownAny {
		var v any
		err := d.next.DecodeValue(dc, binaryReader{data: []byte{}}, reflect.ValueOf(&v).Elem())
		_, o.asSlice = v.([]byte)
		o.known = err == nil
	}
	d.other.Store(o)
	return o
}

// A binaryReader is a ValueReader on binary that has been read already.
type binaryReader struct {
	bsonrw.ValueReader
	data    []byte
	subtype byte
}

func (r binaryReader) Type() bsontype.Type               { return bson.TypeBinary }
func (r binaryReader) ReadBinary() ([]byte, byte, error) { return r.data, r.subtype, nil }
func (r binaryReader) Skip() error                       { return nil }

// A keyCodec is the codec of maps. Keys of the types in keys, of which the
// driver can make no text, it lets be [uuid.UUID] meanwhile.
type keyCodec struct {
	nextEnc bsoncodec.ValueEncoder
	nextDec bsoncodec.ValueDecoder
	keys    map[reflect.Type]bool
}

func registerKey[T ~[16]byte](reg *bsoncodec.Registry) {
	other := reflect.TypeFor[otherMap]()
	enc := must(reg.LookupEncoder(other))
	c, ok := enc.(*keyCodec)
	if !ok {
		c = &keyCodec{enc, must(reg.LookupDecoder(other)), make(map[reflect.Type]bool)}
		reg.RegisterKindEncoder(reflect.Map, c)
		reg.RegisterKindDecoder(reflect.Map, c)
		reg.RegisterTypeEncoder(other, c) // the lookup has made reg remember enc
	}
	c.keys[reflect.TypeFor[T]()] = true
}

// has reports whether val is a map with keys of such a type.
func (c *keyCodec) has(val reflect.Value) bool {
	return val.Kind() == reflect.Map && c.keys[val.Type().Key()]
}

func (c *keyCodec) EncodeValue(ec bsoncodec.EncodeContext, vw bsonrw.ValueWriter, val reflect.Value) error {
	if c.has(val) {
		val = bsonuuid.TextKeys(val)
	}
	return c.nextEnc.EncodeValue(ec, vw, val)
}

func (c *keyCodec) DecodeValue(dc bsoncodec.DecodeContext, vr bsonrw.ValueReader, val reflect.Value) error {
	if !c.has(val) || val.IsNil() && !val.CanSet() {
		return c.nextDec.DecodeValue(dc, vr, val)
	}
	m := bsonuuid.TextKeys(val)
	if err := c.nextDec.DecodeValue(dc, vr, m); err != nil {
		return err
	}
	bsonuuid.CopyMap(val, m)
	return nil
}
