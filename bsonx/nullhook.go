package bsonx

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A nullHook is the codec of all types that have the method Value or Scan, unless the
// registry has another. No type argument leads from google's UUID to google's NullUUID,
// but the driver asks a registry for the codec of an interface. What is not the nullable
// struct of a registered UUID goes to the driver's codec of its kind.
type nullHook struct {
	nulls    sync.Map // what may be such a struct, or a pointer to one: its codec, or nil
	encoders [kinds]atomic.Pointer[bson.ValueEncoder]
	decoders [kinds]atomic.Pointer[bson.ValueDecoder]
}

// The registry has room for one codec of each interface. These leave that of
// driver.Valuer and that of sql.Scanner to the program.
type (
	valuer  interface{ driver.Valuer }
	scanner interface{ sql.Scanner }
)

func registerNullHook(reg *bson.Registry) {
	h := new(nullHook)
	reg.RegisterInterfaceEncoder(reflect.TypeFor[valuer](), h)
	reg.RegisterInterfaceDecoder(reflect.TypeFor[scanner](), h)
}

func (h *nullHook) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	kind := val.Kind()
	if sized(kind, val) {
		if c := h.null(ec.Registry, val.Type()); c != nil {
			return c.EncodeValue(ec, vw, val)
		}
	}
	if enc := h.encoders[kind].Load(); enc != nil {
		return (*enc).EncodeValue(ec, vw, val)
	}
	enc, err := ec.LookupEncoder(plain[kind])
	switch {
	case err == nil:
		h.encoders[kind].Store(&enc)
	case kind != reflect.Interface:
		return fmt.Errorf("bsonx: encode %s: the registry has no encoder", describe(val))
	case val.IsNil():
		return vw.WriteNull()
	default:
		val = val.Elem()
		if enc, err = ec.LookupEncoder(val.Type()); err != nil {
			return err
		}
	}
	return enc.EncodeValue(ec, vw, val)
}

func (h *nullHook) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	kind := val.Kind()
	if sized(kind, val) {
		if c := h.null(dc.Registry, val.Type()); c != nil {
			return c.DecodeValue(dc, vr, val)
		}
	}
	if dec := h.decoders[kind].Load(); dec != nil {
		return (*dec).DecodeValue(dc, vr, val)
	}
	dec, err := dc.LookupDecoder(plain[kind])
	if err != nil {
		return fmt.Errorf("bsonx: decode %s: the registry has no decoder", describe(val))
	}
	h.decoders[kind].Store(&dec)
	return dec.DecodeValue(dc, vr, val)
}

// sized reports whether val, which is of the kind, has the size of a nullable UUID, or
// may point to one. It is all that a sql.NullString costs.
func sized(kind reflect.Kind, val reflect.Value) bool {
	return kind == reflect.Struct && val.Type().Size() == uintptr(size+1) || kind == reflect.Pointer
}

// null returns the codec of typ if it is the nullable struct of a registered UUID, or
// a pointer to one.
func (h *nullHook) null(reg *bson.Registry, typ reflect.Type) valueCodec {
	known, ok := h.nulls.Load(typ)
	if !ok {
		if typ.Kind() != reflect.Pointer && isNull(reg, typ) {
			known = nullCodec{typ}
		} else if typ.Kind() == reflect.Pointer && isNull(reg, typ.Elem()) {
			known = pointerCodec{typ, nullCodec{typ.Elem()}}
		}
		h.nulls.Store(typ, known)
	}
	c, _ := known.(valueCodec)
	return c
}

// isNull reports whether typ is the nullable struct of a registered UUID.
func isNull(reg *bson.Registry, typ reflect.Type) bool {
	if typ.Kind() != reflect.Struct || typ.NumField() == 0 {
		return false
	}
	enc, _ := reg.LookupEncoder(typ.Field(0).Type)
	id, ok := enc.(interface{ hasNull(reflect.Type) bool })
	return ok && id.hasNull(typ) && typ.Implements(reflect.TypeFor[valuer]()) &&
		reflect.PointerTo(typ).Implements(reflect.TypeFor[scanner]())
}

// hasNull reports whether typ is a struct of T's own package, such as google's NullUUID.
// A program's own struct with these fields is stored as it was, unless RegisterNull
// names it.
func (c *codec[T]) hasNull(typ reflect.Type) bool {
	return typ.PkgPath() == c.typ.PkgPath() && typ.AssignableTo(reflect.TypeFor[struct {
		UUID  T
		Valid bool
	}]())
}

const kinds = reflect.UnsafePointer + 1

// Types that only serve to ask a registry for the codec of their kind at the first use,
// when the program has registered its own. Those of lookups would not do: the registry
// remembers what it answered to Register.
type (
	plainBool       bool
	plainInt        int
	plainInt8       int8
	plainInt16      int16
	plainInt32      int32
	plainInt64      int64
	plainUint       uint
	plainUint8      uint8
	plainUint16     uint16
	plainUint32     uint32
	plainUint64     uint64
	plainUintptr    uintptr
	plainFloat32    float32
	plainFloat64    float64
	plainComplex64  complex64
	plainComplex128 complex128
	plainArray      [1]struct{}
	plainChan       chan struct{}
	plainFunc       func()
	plainInterface  interface{ plain() }
	plainMap        map[string]struct{}
	plainSlice      []struct{}
	plainString     string
	plainStruct     struct{}
)

var plain = [kinds]reflect.Type{
	reflect.Bool:       reflect.TypeFor[plainBool](),
	reflect.Int:        reflect.TypeFor[plainInt](),
	reflect.Int8:       reflect.TypeFor[plainInt8](),
	reflect.Int16:      reflect.TypeFor[plainInt16](),
	reflect.Int32:      reflect.TypeFor[plainInt32](),
	reflect.Int64:      reflect.TypeFor[plainInt64](),
	reflect.Uint:       reflect.TypeFor[plainUint](),
	reflect.Uint8:      reflect.TypeFor[plainUint8](),
	reflect.Uint16:     reflect.TypeFor[plainUint16](),
	reflect.Uint32:     reflect.TypeFor[plainUint32](),
	reflect.Uint64:     reflect.TypeFor[plainUint64](),
	reflect.Uintptr:    reflect.TypeFor[plainUintptr](),
	reflect.Float32:    reflect.TypeFor[plainFloat32](),
	reflect.Float64:    reflect.TypeFor[plainFloat64](),
	reflect.Complex64:  reflect.TypeFor[plainComplex64](),
	reflect.Complex128: reflect.TypeFor[plainComplex128](),
	reflect.Array:      reflect.TypeFor[plainArray](),
	reflect.Chan:       reflect.TypeFor[plainChan](),
	reflect.Func:       reflect.TypeFor[plainFunc](),
	reflect.Interface:  reflect.TypeFor[plainInterface](),
	reflect.Map:        reflect.TypeFor[plainMap](),
	reflect.Pointer:    reflect.TypeFor[*plainStruct](),
	reflect.Slice:      reflect.TypeFor[plainSlice](),
	reflect.String:     reflect.TypeFor[plainString](),
	reflect.Struct:     reflect.TypeFor[plainStruct](),
}
