package bsonx

import (
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// An anyDecoder decodes into any. A registry's type map would not do: it gives
// all binary to one type.
type anyDecoder struct {
	next  bson.ValueDecoder // for all but UUIDs
	uuids []anyUUID         // of different subtypes

	// The driver's own decoders of any and of bson.Binary are of these types.
	ownAny, ownBinary reflect.Type

	// What the driver makes of other binary, in the context of the last one.
	other atomic.Pointer[otherBinary]
}

// An anyUUID is the type that binary of a subtype becomes.
type anyUUID struct {
	subtype byte
	typ     reflect.Type
	order   Option // of the bytes
	make    func([size]byte) any
}

// An otherBinary says what the driver makes of binary in a context. Asking the
// driver for each value would take a fifth longer than without Register, because
// the question is a new reader, of binary that has been read already.
type otherBinary struct {
	dc      bson.DecodeContext
	known   bool // it makes a bson.Binary,
	asSlice bool // but of subtypes 0 and 2 a []byte
}

// registerAny registers T for the subtypes of the form, unless another type has
// one of them. Subtype 0 is nobody's: it only says that there are bytes.
func registerAny[T ~[size]byte](reg *bson.Registry, have lookups, f form) error {
	if f.keepAny {
		return nil
	}
	d, ok := have.anyDec.(*anyDecoder)
	if !ok {
		own, err := lookUp[T](bson.NewRegistry())
		if err != nil {
			return err
		}
		d = &anyDecoder{next: have.anyDec, ownAny: reflect.TypeOf(own.anyDec), ownBinary: reflect.TypeOf(own.binaryDec)}
	}
	uuids := slices.Clone(d.uuids)
	add := func(order Option) error {
		for _, u := range d.uuids {
			if u.subtype == order.subtype() {
				return fmt.Errorf("an any already gets a %[2]s from binary subtype %[1]d: add the option KeepAny to keep that", u.subtype, path(u.typ))
			}
		}
		uuids = append(uuids, anyUUID{order.subtype(), reflect.TypeFor[T](), order, func(b [size]byte) any { return T(b) }})
		return nil
	}
	if f.uuid {
		if err := add(Standard); err != nil {
			return err
		}
	}
	if f.legacy != Standard {
		if err := add(f.legacy); err != nil {
			return err
		}
	}
	d.uuids = uuids
	reg.RegisterTypeDecoder(reflect.TypeFor[any](), d)
	return nil
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
	for i := range d.uuids {
		if u := &d.uuids[i]; u.subtype == subtype && len(data) == size {
			id := [size]byte(data)
			u.order.swap(&id)
			*out = u.make(id)
			return nil
		}
	}
	other := d.otherBinary(dc)
	switch {
	case !other.known:
		return d.next.DecodeValue(dc, binaryReader{vr, data, subtype}, val)
	case other.asSlice && (subtype == bson.TypeBinaryGeneric || subtype == bson.TypeBinaryBinaryOld):
		*out = data
	default:
		*out = bson.Binary{Subtype: subtype, Data: data}
	}
	return nil
}

// otherBinary returns what the driver makes of binary. It is not known if the
// program has decoders or a type map of its own for it.
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
