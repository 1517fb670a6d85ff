package bsonx

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
)

// Register makes reg store every T as BSON binary subtype 4, or in the form that
// opts choose, and read it back. It covers T, *T, []T, [N]T, map values and keys,
// [database/sql.Null] of T, and T inside any, [bson.D] and [bson.M]. It covers the
// nullable type of T's package, such as google's and gofrs's NullUUID: a struct of the
// fields UUID T and Valid bool that has the methods Value and Scan. If that type has
// BSON methods of its own, as typed.NullID has, Register finds it by T's method Null.
// Registering [uuid.UUID] covers [uuid.NullUUID] and [uuid.UUIDs] too.
//
// The first Register also covers the identifiers of package ids that are in use, whatever
// T is: ids.ObjectID is an ObjectId, and each of the others what the table of package ids
// says. Registering one of 16 bytes as T, such as ids.ULID, makes it a UUID instead. Register
// your own codec for such a type after Register, which replaces it.
//
// Null is a nil *T or []T and an invalid sql.Null or NullUUID. Null for a T is an error, and
// so is every other BSON type, subtype or length that the form does not read. An
// error leaves the UUID, or the slice, unchanged.
//
// Values of type any can hold one UUID type for each subtype: Register makes it T
// for binary of 16 bytes and subtype 4, or 3 in a legacy form. Register returns an
// error if another type is there already; add the option [KeepAny] to register the
// second type everywhere else. All other binary stays what it was without Register.
//
// Register also returns an error for options that contradict each other, for a T
// that is registered with other options, and for a registry that bson.NewRegistry
// did not make. After an error, T is not registered, or keeps its first
// registration.
//
// Call Register before the first use of reg, which remembers codecs, and not while
// another goroutine uses reg. If you register your own codec for the kind struct, pointer
// or map, do it before Register, which puts its search for UUIDs in front.
func Register[T ~[16]byte](reg *bson.Registry, opts ...Option) error {
	if err := register[T](reg, opts); err != nil {
		return fmt.Errorf("bsonx.Register[%s]: %w", path(reflect.TypeFor[T]()), err)
	}
	return nil
}

// Registered reports whether reg has T by [Register]. Ask when the program starts, or in a
// test: a model of a type that was not registered is stored in the driver's own form, which
// for google's type is subtype 0, and no driver reports that.
//
// A codec that was registered for T after Register makes it false.
func Registered[T ~[16]byte](reg *bson.Registry) bool {
	if isEmpty(reg) {
		return false
	}
	typ := reflect.TypeFor[T]()
	enc, encErr := reg.LookupEncoder(typ)
	dec, decErr := reg.LookupDecoder(typ)
	_, writes := enc.(*codec[T])
	_, reads := dec.(*codec[T])
	return writes && reads && encErr == nil && decErr == nil
}

// RegisterNull makes reg store an N as null or as its UUID, and read it back. N
// is a nullable type that Register does not find: one without the methods Value and
// Scan, or of another package than its UUID. Its fields have no tags.
//
//	err := bsonx.RegisterNull[NullUserID](reg)
//
// Register the UUID's type too, before or after: N has its form. Without
// RegisterNull the driver stores N as a document of its two fields. RegisterNull
// returns an error for a registry that bson.NewRegistry did not make.
func RegisterNull[N ~struct {
	UUID  T
	Valid bool
}, T ~[16]byte](reg *bson.Registry) error {
	if _, err := lookUp[N](reg); err != nil {
		return fmt.Errorf("bsonx.RegisterNull[%s]: %w", path(reflect.TypeFor[N]()), err)
	}
	registerNull[N](reg)
	return nil
}

// path names a type by the path of its package, because several are called uuid.
func path(typ reflect.Type) string {
	if typ.PkgPath() == "" {
		return typ.String()
	}
	return typ.PkgPath() + "." + typ.Name()
}

func register[T ~[16]byte](reg *bson.Registry, opts []Option) error {
	form, err := choose(opts)
	if err != nil {
		return err
	}
	have, err := lookUp[T](reg)
	if err != nil {
		return err
	}
	typ := reflect.TypeFor[T]()
	if enc, err := reg.LookupEncoder(typ); err == nil {
		if c, ok := enc.(*codec[T]); ok {
			if c.form == form {
				return nil
			}
			return errors.New("it is registered already, with other options")
		}
	}
	if err := registerAny[T](reg, have, form); err != nil {
		return err
	}
	if registerNullHook(reg) { // the first Register
		registerIDs(reg, have)
	}
	c := &codec[T]{typ, form}
	registerCodec(reg, typ, c)
	registerCodec(reg, reflect.TypeFor[[]T](), newSliceCodec[[]T](have, form))
	registerNull[sql.Null[T]](reg)
	// The methods of these types know the default form only, and driver v2.
	if m, ok := typ.MethodByName("Null"); ok && m.Type.NumOut() == 1 && c.hasNull(m.Type.Out(0)) {
		null := m.Type.Out(0)
		registerCodec(reg, null, nullCodec{null})
	}
	if typ == reflect.TypeFor[uuid.UUID]() {
		registerNull[uuid.NullUUID](reg)
		registerCodec(reg, reflect.TypeFor[uuid.UUIDs](), newSliceCodec[uuid.UUIDs](have, form))
	}
	if !hasKey[T]() {
		registerKey[T](reg, have)
	}
	return nil
}

// lookups are the codecs that a registry has, on which ours are built.
type lookups struct {
	rawEnc, mapEnc                    bson.ValueEncoder
	anyDec, binaryDec, rawDec, mapDec bson.ValueDecoder
}

// otherMap only serves to ask a registry for the codec of maps. A registry remembers its
// answer for a type, so that each T asks with a type of its own.
type otherMap[T any] map[string]struct{}

func isEmpty(reg *bson.Registry) bool {
	return reg == nil || reflect.ValueOf(reg).Elem().IsZero()
}

func lookUp[T any](reg *bson.Registry) (l lookups, err error) {
	if isEmpty(reg) {
		return l, errNoRegistry
	}
	enc := func(typ reflect.Type) bson.ValueEncoder {
		c, lookupErr := reg.LookupEncoder(typ)
		if lookupErr != nil {
			err = fmt.Errorf("%w (%v)", errNoRegistry, lookupErr)
		}
		return c
	}
	dec := func(typ reflect.Type) bson.ValueDecoder {
		c, lookupErr := reg.LookupDecoder(typ)
		if lookupErr != nil {
			err = fmt.Errorf("%w (%v)", errNoRegistry, lookupErr)
		}
		return c
	}
	l = lookups{
		rawEnc:    enc(reflect.TypeFor[bson.RawValue]()),
		mapEnc:    enc(reflect.TypeFor[otherMap[T]]()),
		anyDec:    dec(reflect.TypeFor[any]()),
		binaryDec: dec(reflect.TypeFor[bson.Binary]()),
		rawDec:    dec(reflect.TypeFor[bson.RawValue]()),
		mapDec:    dec(reflect.TypeFor[otherMap[T]]()),
	}
	return l, err
}

var errNoRegistry = errors.New("the registry is nil or empty: make it with bson.NewRegistry")

type valueCodec interface {
	bson.ValueEncoder
	bson.ValueDecoder
}

// registerCodec registers c for typ and for pointers to it. The driver would
// handle the pointers itself, but prefers the methods of a pointer such as
// [*uuid.UUID] to the codec of what it points to.
func registerCodec(reg *bson.Registry, typ reflect.Type, c valueCodec) {
	reg.RegisterTypeEncoder(typ, c)
	reg.RegisterTypeDecoder(typ, c)
	p := pointerCodec{reflect.PointerTo(typ), c}
	reg.RegisterTypeEncoder(p.typ, p)
	reg.RegisterTypeDecoder(p.typ, p)
}
