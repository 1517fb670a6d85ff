package bsonx

import (
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A nullHook finds the nullable types of registered UUIDs, such as google's NullUUID,
// to which no type argument leads from the UUID. It takes the place of the driver's codec
// of a kind, structs or pointers. When the driver meets a type of that kind, the hook
// registers what it found for that type and for all types inside: the codec of
// nullable UUIDs or, for every other type, the codec that had the place. So the hook is
// asked once for each type, and no value is slower than without it.
type nullHook struct {
	enc bson.ValueEncoder // what the registry had for the kind
	dec bson.ValueDecoder
}

// otherStruct only serves to ask a registry for the codecs of its kind.
type otherStruct struct{}

// registerNullHook reports whether reg had none.
func registerNullHook(reg *bson.Registry) (first bool) {
	for _, typ := range []reflect.Type{reflect.TypeFor[otherStruct](), reflect.TypeFor[*otherStruct]()} {
		enc, _ := reg.LookupEncoder(typ)
		dec, _ := reg.LookupDecoder(typ)
		if _, ok := enc.(*nullHook); ok {
			continue
		}
		first = true
		h := &nullHook{enc, dec}
		reg.RegisterKindEncoder(typ.Kind(), h)
		reg.RegisterKindDecoder(typ.Kind(), h)
		// The lookups have made reg remember the codecs that were there.
		reg.RegisterTypeEncoder(typ, h)
		reg.RegisterTypeDecoder(typ, h)
	}
	return first
}

func (h *nullHook) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if val.IsValid() {
		enc, _ := ec.LookupEncoder(val.Type())
		if enc == bson.ValueEncoder(h) {
			settle(ec.Registry, val.Type(), make(map[reflect.Type]bool))
			enc, _ = ec.LookupEncoder(val.Type())
		}
		switch enc.(type) {
		case nullCodec, pointerCodec:
			return enc.EncodeValue(ec, vw, val)
		}
	}
	return h.enc.EncodeValue(ec, vw, val)
}

func (h *nullHook) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if val.IsValid() {
		dec, _ := dc.LookupDecoder(val.Type())
		if dec == bson.ValueDecoder(h) {
			settle(dc.Registry, val.Type(), make(map[reflect.Type]bool))
			dec, _ = dc.LookupDecoder(val.Type())
		}
		switch dec.(type) {
		case nullCodec, pointerCodec:
			return dec.DecodeValue(dc, vr, val)
		}
	}
	return h.dec.DecodeValue(dc, vr, val)
}

// settle registers the codecs of typ, and before them those of the types inside, which
// the driver's codecs of typ look up once. Types that have a codec of their own keep it.
//
// Other goroutines may use reg meanwhile. The driver's documentation does not promise that
// for registration, but its lookups store what they find in the same caches, from any
// goroutine. TestNullHookSettles would find a driver in which that is a race. A hook that
// stays takes 1 to 7 % of each document, even if it only hands on the value.
func settle(reg *bson.Registry, typ reflect.Type, seen map[reflect.Type]bool) {
	if seen[typ] {
		return
	}
	seen[typ] = true
	var null valueCodec
	switch typ.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		settle(reg, typ.Elem(), seen)
		return
	case reflect.Pointer:
		settle(reg, typ.Elem(), seen)
		if isNull(reg, typ.Elem()) {
			null = pointerCodec{typ, nullCodec{typ.Elem()}}
		}
	case reflect.Struct:
		for i := range typ.NumField() {
			if f := typ.Field(i); f.IsExported() {
				settle(reg, f.Type, seen)
			}
		}
		if isNull(reg, typ) {
			null = nullCodec{typ}
		}
	default:
		return
	}
	enc, _ := reg.LookupEncoder(typ)
	if h, ok := enc.(*nullHook); ok {
		if enc = h.enc; null != nil {
			enc = null
		}
		reg.RegisterTypeEncoder(typ, enc)
	}
	dec, _ := reg.LookupDecoder(typ)
	if h, ok := dec.(*nullHook); ok {
		if dec = h.dec; null != nil {
			dec = null
		}
		reg.RegisterTypeDecoder(typ, dec)
	}
}

// isNull reports whether typ is the nullable struct of a registered UUID.
func isNull(reg *bson.Registry, typ reflect.Type) bool {
	if typ.Kind() != reflect.Struct || typ.NumField() == 0 {
		return false
	}
	enc, _ := reg.LookupEncoder(typ.Field(0).Type)
	id, ok := enc.(interface{ hasNull(reflect.Type) bool })
	return ok && id.hasNull(typ)
}

// hasNull reports whether typ is the nullable struct of T's own package, such as google's
// NullUUID. A struct of the same fields that lacks the methods, or has bson tags, need not
// be a nullable UUID: it is stored as it was, unless RegisterNull names it.
func (c *codec[T]) hasNull(typ reflect.Type) bool {
	return isNullable(typ) && typ.Field(0).Type == c.typ &&
		typ.Field(0).Tag.Get("bson")+typ.Field(1).Tag.Get("bson") == ""
}
