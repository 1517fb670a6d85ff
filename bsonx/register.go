package bsonx

import (
	"database/sql"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
)

// Register makes reg write every T as BSON binary subtype 4, and read it back,
// or in the forms that opts choose. It covers T, *T, []T, [N]T, map values and
// keys, [database/sql.Null] of T, and T inside any, [bson.D] and [bson.M]. That of
// [uuid.UUID] covers [uuid.NullUUID] and [uuid.UUIDs] too. Further types may be
// registered with further forms; a type registered again has the new form.
//
// Null is nil as a *T or a []T and an invalid sql.Null; into T it is an error.
// So is everything else that is in none of the forms: other types, other
// subtypes, other lengths. Errors leave a UUID unchanged, and a slice too: a []T
// is read into new memory.
//
// Into any, binary of 16 bytes and a subtype that is read, other than 0, becomes a
// T: of several types the last that was registered for that subtype. All other
// binary stays what it was without Register.
//
// Register must precede the first use of reg, since registries remember codecs.
// It must not run along with anything else that uses reg.
func Register[T ~[16]byte](reg *bson.Registry, opts ...Option) {
	form := choose(opts)
	register(reg, reflect.TypeFor[T](), &codec[T]{reflect.TypeFor[T](), form})
	register(reg, reflect.TypeFor[[]T](), newSliceCodec[[]T](reg, form))
	registerNull[sql.Null[T]](reg)
	if reflect.TypeFor[T]() == reflect.TypeFor[uuid.UUID]() {
		// Their own methods are of the default form, and of driver v2.
		registerNull[uuid.NullUUID](reg)
		register(reg, reflect.TypeFor[uuid.UUIDs](), newSliceCodec[uuid.UUIDs](reg, form))
	}
	registerAny[T](reg, form)
	if !hasKey[T]() {
		registerKey[T](reg)
	}
}

// RegisterNull makes reg write an N as null or as its UUID, and read it back.
// Of N it needs only the type argument:
//
//	bsonx.RegisterNull[uuid.NullUUID](reg) // google's or gofrs's
//
// The form is that of the UUID's type, which is to be registered too, before or
// after. Without RegisterNull such a struct is a document of its two fields.
func RegisterNull[N ~struct {
	UUID  T
	Valid bool
}, T ~[16]byte](reg *bson.Registry) {
	registerNull[N](reg)
}

type valueCodec interface {
	bson.ValueEncoder
	bson.ValueDecoder
}

// register registers c for typ and for pointers to it. The driver would manage
// the pointers, were there no type such as [uuid.UUID], whose pointer has methods
// that the driver prefers to the codec of what it points to.
func register(reg *bson.Registry, typ reflect.Type, c valueCodec) {
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
		return fmt.Errorf("bsonx: encode %v: got %s", typ, describe(val))
	}
	return nil
}

func canDecode(val reflect.Value, typ reflect.Type) error {
	if !val.CanSet() || val.Type() != typ {
		return fmt.Errorf("bsonx: decode %v: cannot set %s", typ, describe(val))
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
		panic(fmt.Sprintf("bsonx.Register: %v: make the registry with bson.NewRegistry", err))
	}
	return c
}
