package driverv1

import (
	"database/sql"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/primitive"

	"github.com/uuidkit/uuidkit/internal/bsonuuid"
	"github.com/uuidkit/uuidkit/uuid"
)

// An Option chooses a form other than the default. All but [Strict] are the
// representations of the MongoDB specification "BSON Binary UUID". Of several
// the first is what is written, and all are read: Register[T](reg, Standard,
// JavaLegacy) writes subtype 4, and reads 4, 0, and 3 in Java's order.
//
// The three legacy forms share subtype 3 and differ in the order of bytes, and
// nothing in the bytes says which it is. Read in the wrong one, a UUID is
// another UUID and no error. Thus only one of them can be read at a time; to
// choose two makes every use an error.
type Option byte

// The options.
const (
	// Standard is the default: binary subtype 4, in network byte order. It
	// also reads subtype 0, as which Go programs have stored UUIDs until now.
	Standard Option = Option(bsonuuid.Standard)

	// Strict, along with other options or alone, makes Standard read subtype 4
	// only.
	Strict Option = Option(bsonuuid.Strict)

	// JavaLegacy is subtype 3 in the order of the legacy Java driver: bytes 0
	// to 7 reversed, and bytes 8 to 15.
	JavaLegacy Option = Option(bsonuuid.JavaLegacy)

	// CSharpLegacy is subtype 3 in the order of the legacy C# driver, that of
	// [uuid.UUID.GUIDBytes].
	CSharpLegacy Option = Option(bsonuuid.CSharpLegacy)

	// PythonLegacy is subtype 3 in the order of the legacy Python driver,
	// network byte order.
	PythonLegacy Option = Option(bsonuuid.PythonLegacy)

	// Unspecified is no form: nothing is read as it, and to write it is an
	// error. Before other options it makes a registry that only reads.
	Unspecified Option = Option(bsonuuid.Unspecified)
)

// Register makes reg write every T as BSON binary subtype 4, and read it back,
// or in the forms that opts choose. It covers T, *T, []T, [N]T, map values and
// keys, [database/sql.Null] of T, and T inside any, [primitive.D] and [primitive.M]. That of
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
func Register[T ~[16]byte](reg *bsoncodec.Registry, opts ...Option) {
	form := bsonuuid.Choose(opts)
	register(reg, reflect.TypeFor[T](), &codec[T]{reflect.TypeFor[T](), form})
	register(reg, reflect.TypeFor[[]T](), newSliceCodec[[]T](reg, form))
	registerNull[sql.Null[T]](reg)
	if reflect.TypeFor[T]() == reflect.TypeFor[uuid.UUID]() {
		// Their own methods are of the default form, and of driver v2.
		registerNull[uuid.NullUUID](reg)
		register(reg, reflect.TypeFor[uuid.UUIDs](), newSliceCodec[uuid.UUIDs](reg, form))
	}
	registerAny[T](reg, form)
	if !bsonuuid.HasKey[T]() {
		registerKey[T](reg)
	}
}

// RegisterNull makes reg write an N as null or as its UUID, and read it back.
// Of N it needs only the type argument:
//
//	driverv1.RegisterNull[uuid.NullUUID](reg) // google's or gofrs's
//
// The form is that of the UUID's type, which is to be registered too, before or
// after. Without RegisterNull such a struct is a document of its two fields.
func RegisterNull[N ~struct {
	UUID  T
	Valid bool
}, T ~[16]byte](reg *bsoncodec.Registry) {
	registerNull[N](reg)
}

// ToBinary returns id as binary in the form that opts choose, for those places
// where id's own form is another. The error is nil unless opts choose none.
func ToBinary[T ~[16]byte](id T, opts ...Option) (primitive.Binary, error) {
	subtype, b, err := bsonuuid.Choose(opts).Encode(id)
	if err != nil {
		return primitive.Binary{}, fmt.Errorf("driverv1.ToBinary: %w", err)
	}
	return primitive.Binary{Subtype: subtype, Data: b[:]}, nil
}

// FromBinary returns the UUID in b, which must have a form that opts read. It
// serves where the driver does not ask the registry, such as UpsertedID.
func FromBinary[T ~[16]byte](b primitive.Binary, opts ...Option) (T, error) {
	id, err := bsonuuid.Choose(opts).Decode(b.Subtype, b.Data)
	if err != nil {
		return T{}, fmt.Errorf("driverv1.FromBinary: %w", err)
	}
	return T(id), nil
}

// In returns the condition of a filter that a field is one of ids, or has one
// among its elements, in any form that opts read: subtypes 4 and 0, if there are
// none. Here it may be several of the legacy forms.
//
//	coll.Find(ctx, bson.M{"_id": driverv1.In([]uuid.UUID{id}, driverv1.Standard, driverv1.JavaLegacy)})
//
// It is {"$in": [...]}, and needs no registry. An upsert that finds nothing takes
// no value from it: MongoDB would make an ObjectID for an _id. Name the UUID in
// the update, {"$setOnInsert": {"_id": id}}, or in the replacement.
func In[T ~[16]byte](ids []T, opts ...Option) bson.D {
	in := bson.A{} // nil would be null
	bsonuuid.Each(opts, ids, func(subtype byte, data []byte) {
		in = append(in, primitive.Binary{Subtype: subtype, Data: data})
	})
	return bson.D{{Key: "$in", Value: in}}
}
