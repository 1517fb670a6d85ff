// Package bsonx makes UUIDs native to MongoDB: it registers any type over
// [16]byte with the official driver, version 2, as BSON binary subtype 4.
//
//	reg := bson.NewRegistry()
//	bsonx.Register[uuid.UUID](reg) // the standard library's, google's, gofrs's or your own
//	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
//
// For go.mongodb.org/mongo-driver, version 1, there is package driverv1.
//
// # Which types to register
//
// Register [uuid.UUID]. Without any registry it is subtype 4 already, as are
// [uuid.NullUUID], [uuid.UUIDs] and the conversion of another type in a filter,
// bson.M{"_id": uuid.UUID(id)}: driver v2 calls their methods. But before each call
// it searches the type's methods by name, several times. Registered, a UUID is
// written and read two to five times as fast, and any and [bson.D] hold a UUID
// instead of a [bson.Binary]. (A uuid.UUIDs is one call, and as fast without.)
//
// Register all other types that you use. The driver takes them for arrays of bytes:
// it writes them as binary of subtype 0, which other languages and MongoDB's own
// tools show as bytes; it refuses to read subtype 4, which those write; and it
// reads binary that is too short into the first bytes of a UUID, without an error.
//
// # On the wire
//
// A UUID takes 21 bytes in a document, besides its key: its length 16 as a 32-bit
// integer, the subtype 4, and 16 bytes in network byte order. Null is the BSON
// null. A map key is the canonical text.
//
// What is read is subtype 4, and subtype 0 of 16 bytes, because Go programs have
// written that until now. An [Option] changes both: [Strict] reads subtype 4
// alone, and a legacy form is read if it is named. All else is an error that names
// what came: another type (text too), another subtype, another length, null where
// nothing can be null. It leaves the UUID unchanged.
//
// # Old documents
//
// To MongoDB, binary of different subtypes is different, whatever its bytes. A
// filter with a registered UUID sends subtype 4. It finds no document whose UUID
// is stored as subtype 0 or 3, and no error says so; a unique index takes both.
// For as long as there are such documents, ask with [In] for all their forms:
//
//	bson.M{"_id": bsonx.In([]uuid.UUID{id})}                                   // subtypes 4 and 0
//	bson.M{"_id": bsonx.In([]uuid.UUID{id}, bsonx.Standard, bsonx.JavaLegacy)} // and 3, as Java had it
//
// Better, let the server convert them: the examples OldField and OldKey have the
// commands, and OldNull that for a sql.Null[T], which the driver alone stores as a
// document. Text becomes a UUID by the server's own $toUUID, and a UUID text by
// $toString.
//
// A program without Register, with a type other than uuid.UUID, neither finds nor
// reads what one with it writes: stop the old one before the new one writes.
//
// # Where the registry goes
//
// A registry is set for a client, a database or a collection, in each case by the
// SetRegistry of its options. Register first: a registry remembers the codecs of
// the types it has seen, and goes on to write a struct as before if its UUIDs are
// registered later.
//
// No registry reaches these:
//
//   - [bson.Marshal], [bson.Unmarshal] and their like. They use one that nobody
//     can replace. [bson.Encoder.SetRegistry] and [bson.Decoder.SetRegistry] do
//     the same with yours.
//   - [bson.RawValue.Unmarshal], even of a value that came from your client.
//     Use [bson.RawValue.UnmarshalWithRegistry].
//   - UpsertedID of an update and UpsertedIDs of a collection's BulkWrite. They
//     hold a [bson.Binary], which [FromBinary] reads:
//     FromBinary[uuid.UUID](res.UpsertedID.(bson.Binary)). InsertedID, InsertedIDs
//     and a client's BulkWrite hold a UUID, of the last type registered.
//   - String and MarshalJSON of [bson.D] and [bson.M], which print subtype 0.
//   - What a type's own methods for BSON make of its fields.
//
// Of these [uuid.UUID] minds only UpsertedID.
//
// # What to look out for
//
//   - A struct that embeds a [uuid.UUID] inherits its methods: it is stored as
//     a UUID, without its other fields. If it embeds a *uuid.UUID that is nil,
//     the driver panics. Name the field.
//   - A type defined over a UUID type has none of its methods. Register it too.
//   - A type defined over a []T is read and written element by element. Register
//     knows []T, and [uuid.UUIDs].
//   - Option omitempty omits a Nil UUID only of types that have IsZero, as
//     [uuid.UUID], [uuid.NullUUID] and gofrs's have. Others need a pointer.
//   - Into [N]T the driver reads shorter arrays, and null makes it zero without
//     an error. When the driver fails, it leaves what it has read of a struct, a
//     map, or an [N]T. It puts a new, zero T into a nil *T of a struct before it
//     asks for a codec.
//   - From a stream, the driver allocates the length that a binary claims, and
//     here also an array that becomes a []T, before it reads on: limit what you
//     read from strangers. A document in memory is checked first.
//   - The driver recurses into nested documents. 500,000 levels overflow the
//     stack, which ends the program; with Register, 400,000 do. MongoDB itself
//     stores 100.
//   - Keys that are two spellings of one UUID, such as upper and lower case, are
//     one key of a map, with the value of the last.
//   - A map with the option inline has keys of strings: the driver takes no others.
package bsonx
