// Package cborx makes github.com/fxamacker/cbor/v2 write any UUID type with tag 37,
// CBOR's tag for UUIDs: the standard library's, google's, gofrs's, or your own. It
// also has types for protocols that forbid the tag or require it.
//
//	type Order struct {
//		ID     google.UUID
//		Parent cborx.Null[google.UUID] // for a google.NullUUID
//	}
//
//	// Modes that write and read google's UUIDs as tag 37.
//	em, dm, err := cborx.Modes[google.UUID](cbor.EncOptions{}, cbor.DecOptions{})
//	if err != nil {
//		log.Fatal(err)
//	}
//	b, err := em.Marshal(order)   // instead of cbor.Marshal
//	err = dm.Unmarshal(b, &order) // instead of cbor.Unmarshal
//
// Below, uuid is uuidkit's package. A uuid.UUID needs none of this: cbor.Marshal writes
// the tag. Register it only to get it from values of type any.
//
// # What goes where
//
//	you have                        use
//	uuid.UUID                       the field as it is
//	another UUID type               Modes
//	the same, in a TagSet of yours  Register
//	COSE, CWT, CTAP2, WebAuthn      Bare: these protocols forbid the tag
//	only tag 37 may be read         the option Strict, or a field of type Tagged
//	input from strangers            uuid.UUID, Tagged or Bare
//	a list                          uuid.UUIDs
//	a value that can be null        a pointer, uuid.NullUUID, or Null[T] for another T
//
// Convert at the edge: cborx.Bare(id), google.UUID(bare), google.NullUUID(null). The cbor
// package writes google's null as an empty byte string and gofrs's as a map. You cannot change that.
//
// # What is written and read
//
//	type              writes                   reads
//	uuid.UUID         d8 25 50 and 16 bytes    a byte string with tag 37, 64, 37 around 64, or none
//	Tagged            d8 25 50 and 16 bytes    these 19 bytes only
//	Bare              50 and 16 bytes          these 17 bytes only
//	a registered T    d8 25 50 and 16 bytes    a byte string with tag 37 or none; with Strict only with it
//
// The 16 bytes are in network byte order. uuid.UUID, Tagged and Bare return an error for
// everything else, and are then unchanged. All forms are Core Deterministic Encoding.
//
// Null and undefined leave a UUID as it is, as the cbor package does with every value
// that can't be nil. They make a pointer, a list, a NullUUID and a Null null. A null key of
// a map becomes the zero UUID: use NullUUID or Null as the key for input that has any.
//
// # Limits of a registered T
//
// Writing a T with the modes of [Modes] is safe. Read it only from trusted input, or declare the field as
// uuid.UUID: the cbor package itself decodes a T, and accepts arrays of numbers for every
// T, and byte strings of other lengths for types without UnmarshalBinary, such as the
// standard library's. It cuts these, or fills them with zeros. Tag 37 around null is no
// error, also with Strict: a T keeps its old UUID, and a nil pointer, a value of type any
// and a map's key become the zero UUID.
//
// Other languages, lists, null and traps:
// https://github.com/uuidkit/uuidkit/blob/main/docs/cbor.md
package cborx

// For contributors: an input, and who reads it, is a row of TestReads in read_test.go.
