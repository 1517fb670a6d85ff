package bsonx

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A nullHook finds the nullable types of registered UUIDs, such as google's NullUUID,
// to which no type argument leads from the UUID. It takes the place of the driver's codec
// of structs, and hands on all of another size.
type nullHook struct {
	enc   bson.ValueEncoder // what the registry had for structs
	dec   bson.ValueDecoder
	nulls sync.Map // types of the size of a nullable UUID: whether they are one
}

// otherStruct only serves to ask a registry for the codecs of structs.
type otherStruct struct{}

func registerNullHook(reg *bson.Registry) {
	typ := reflect.TypeFor[otherStruct]()
	enc, _ := reg.LookupEncoder(typ)
	dec, _ := reg.LookupDecoder(typ)
	if _, ok := enc.(*nullHook); ok {
		return
	}
	h := &nullHook{enc: enc, dec: dec}
	reg.RegisterKindEncoder(reflect.Struct, h)
	reg.RegisterKindDecoder(reflect.Struct, h)
	// The lookups have made reg remember the codecs that were there.
	reg.RegisterTypeEncoder(typ, h)
	reg.RegisterTypeDecoder(typ, h)
}

func (h *nullHook) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if h.isNull(ec.Registry, val) {
		return nullCodec{val.Type()}.EncodeValue(ec, vw, val)
	}
	return h.enc.EncodeValue(ec, vw, val)
}

func (h *nullHook) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if h.isNull(dc.Registry, val) {
		return nullCodec{val.Type()}.DecodeValue(dc, vr, val)
	}
	return h.dec.DecodeValue(dc, vr, val)
}

// isNull reports whether val is of the nullable type of a registered UUID.
func (h *nullHook) isNull(reg *bson.Registry, val reflect.Value) bool {
	if val.Kind() != reflect.Struct {
		return false
	}
	typ := val.Type()
	if typ.Size() != uintptr(size+1) {
		return false
	}
	if is, ok := h.nulls.Load(typ); ok {
		return is.(bool)
	}
	enc, _ := reg.LookupEncoder(typ.Field(0).Type)
	id, ok := enc.(interface{ hasNull(reflect.Type) bool })
	is := ok && id.hasNull(typ)
	h.nulls.Store(typ, is)
	return is
}

// hasNull reports whether typ is the nullable struct of T's own package, such as google's
// NullUUID. A struct of the same fields that lacks the methods need not be a nullable
// UUID: it is stored as it was, unless RegisterNull names it.
func (c *codec[T]) hasNull(typ reflect.Type) bool {
	return typ.PkgPath() == c.typ.PkgPath() && typ.Implements(reflect.TypeFor[driver.Valuer]()) &&
		reflect.PointerTo(typ).Implements(reflect.TypeFor[sql.Scanner]()) &&
		typ.AssignableTo(reflect.TypeFor[struct {
			UUID  T
			Valid bool
		}]())
}
