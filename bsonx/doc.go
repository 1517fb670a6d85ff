// Package bsonx makes UUIDs native to MongoDB. The official driver, version 2,
// stores a registered UUID type as BSON binary subtype 4: 16 bytes, which MongoDB's
// tools and other languages show as a UUID. The type can be google's, gofrs's, the
// standard library's, [uuid.UUID], or your own over [16]byte.
//
//	reg := bson.NewRegistry()
//	if err := bsonx.Register[google.UUID](reg); err != nil {
//		return err
//	}
//	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
//
// Without Register the driver treats such a type as an array of bytes. It writes
// subtype 0, returns an error for subtype 4, and reads too few bytes into the beginning
// of a UUID without an error. [uuid.UUID] needs no Register, because the driver calls its
// methods. Registered, it is written and read faster, in a []uuid.UUID more than ten times,
// and any and [bson.D] hold a UUID instead of a [bson.Binary].
//
// # What goes where
//
//	You have                              Use
//	a UUID type T, *T, []T, [N]T, a map   Register[T]
//	sql.Null[T], the NullUUID of T        Register[T], for google's and gofrs's NullUUID too
//	a nullable struct of your own         RegisterNull[N], and Register of its UUID
//	uuid.NullUUID, uuid.UUIDs             Register[uuid.UUID], or nothing
//	a second UUID type                    Register[T](reg, KeepAny)
//	subtype 0, which Go has stored        Register reads it; In finds it
//	subtype 3 of Java, C# or Python       the options JavaLegacy, CSharpLegacy, PythonLegacy
//	subtype 4 and nothing else            the option Strict
//	a bson.Binary, such as UpsertedID     FromBinary, ToBinary
//	driver version 1                      package driverv1
//
// Null is a nil *T or []T and an invalid sql.Null or NullUUID. Null into a T is an
// error, as is another BSON type (text too), another subtype and another length. An
// error names the value and leaves the UUID unchanged. A map key is the canonical text,
// or what T's method MarshalKey or MarshalText returns, as the text of an ids.ULID.
//
// # Before you use it
//
//   - Register before the first use of the registry, which remembers codecs, and after
//     your own codecs for the kind struct, pointer or map.
//   - [bson.Marshal] and [bson.Unmarshal] use a registry that nobody can replace. Use
//     [bson.Encoder.SetRegistry] and [bson.Decoder.SetRegistry]. Give [bson.MarshalValue],
//     as for client encryption, what [ToBinary] returns.
//   - To MongoDB, the same 16 bytes with another subtype are another value. A filter
//     with a registered UUID does not find subtype 0 or 3, but $ne, $nin, $lt and $lte
//     find all of them, and no error says so. A sort puts them first. Use [In], or its
//     $not, while there are old documents, or convert them: see the example Migration.
//   - A program without Register neither finds nor reads what a program with it writes.
//     Stop the old program before the new one writes.
//   - Do not embed a [uuid.UUID] in a struct. The struct inherits its methods, and is
//     stored as a UUID, without its other fields.
//
// The guide has nullable types, conditions, migrations and traps:
// https://github.com/uuidkit/uuidkit/blob/main/docs/mongodb.md
package bsonx

// For contributors: tests run with each form of forms in helpers_test.go. What must be rejected is
// a row of TestRejectDocument in reject_test.go.
