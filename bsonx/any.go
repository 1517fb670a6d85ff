package bsonx

import (
	"reflect"
	"slices"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// An anyDecoder decodes into any. A registry's type map would not do: it gives
// all binary to one type.
type anyDecoder struct {
	next  bson.ValueDecoder // for what is none of types
	types []anyType         // the last registered first

	// The driver's own decoders of any and of bson.Binary are of these types.
	ownAny, ownBinary reflect.Type

	// What the driver makes of other binary, in the context of the last one.
	other atomic.Pointer[otherBinary]
}

type anyType struct {
	typ  reflect.Type
	form *form
	make func([16]byte) any
}

// An otherBinary says what the driver makes of binary in a context. To ask the
// driver each time takes a fifth longer than without Register: it can be asked
// only by a reader of binary that has been read already.
type otherBinary struct {
	dc      bson.DecodeContext
	known   bool // it makes a bson.Binary,
	asSlice bool // but of subtypes 0 and 2 a []byte
}

func registerAny[T ~[16]byte](reg *bson.Registry, form *form) {
	next := must(reg.LookupDecoder(reflect.TypeFor[any]()))
	d, ok := next.(*anyDecoder)
	if !ok {
		own := bson.NewRegistry()
		d = &anyDecoder{
			next:      next,
			ownAny:    reflect.TypeOf(must(own.LookupDecoder(reflect.TypeFor[any]()))),
			ownBinary: reflect.TypeOf(must(own.LookupDecoder(reflect.TypeFor[bson.Binary]()))),
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

func (d *anyDecoder) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if vr.Type() != bson.TypeBinary || !val.CanSet() || val.Type() != reflect.TypeFor[any]() {
		return d.next.DecodeValue(dc, vr, val)
	}
	data, subtype, err := vr.ReadBinary()
	if err != nil {
		return err
	}
	out := val.Addr().Interface().(*any)
	for _, t := range d.types {
		if id, ok := t.form.decodeAny(subtype, data); ok {
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
		*out = bson.Binary{Subtype: subtype, Data: data}
	}
	return nil
}

// otherBinary returns what the driver makes of binary. It is not known if a
// program has told the driver what to make of it.
func (d *anyDecoder) otherBinary(dc bson.DecodeContext) *otherBinary {
	dc = binaryContext(dc)
	if o := d.other.Load(); o != nil && o.dc == dc {
		return o
	}
	o := &otherBinary{dc: dc}
	binary := reflect.TypeFor[bson.Binary]()
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
	bson.ValueReader
	data    []byte
	subtype byte
}

func (r binaryReader) Type() bson.Type                   { return bson.TypeBinary }
func (r binaryReader) ReadBinary() ([]byte, byte, error) { return r.data, r.subtype, nil }
func (r binaryReader) Skip() error                       { return nil }
