// Package cborx makes github.com/fxamacker/cbor/v2 tag any UUID type as a UUID,
// and has types for where the tag is forbidden or required.
//
//	em, dm, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
//	b, err := em.Marshal(doc) // doc has the standard library's UUIDs, google's, your own
//
// # What is written and read
//
//	                  writes                       reads
//	uuid.UUID         d8 25 50 and 16 bytes (19)   all below
//	Tagged            the same                     only that
//	Bare              50 and 16 bytes (17)         only that
//	a registered T    d8 25 50 and 16 bytes        with tag 37 or without; with Strict only with it
//
// The 16 bytes are in network byte order, and 37 (hexadecimal 25) is the tag
// that the IANA registry has for a UUID. The row of uuid.UUID is of
// [github.com/uuidkit/uuidkit/uuid.UUID], which needs neither a TagSet nor this
// package, except to come out of a value of type any. The types convert into
// each other and into any other UUID type. All of them are written as Core
// Deterministic Encoding has it (RFC 8949, section 4.2.1).
//
// A uuid.UUID is read in every way to write a byte string of 16 bytes: with tag
// 37, without a tag, and with tag 64, which JavaScript's libraries give their
// byte arrays, on its own or inside of tag 37, as cbor-redux writes it; tag and
// length may take more bytes than they need, and the string may come in chunks. So
// is a registered T, without tag 64: the cbor package compares the tags of a type
// with those of the TagSet, and has room for one choice. The cbor package takes
// the mark of self-described CBOR, d9 d9 f7, off before any of them sees it. All
// other tags and lengths are errors, of which those of uuid.UUID, Tagged and Bare
// say what came; these types are unchanged then.
//
// [github.com/uuidkit/uuidkit/uuid.UUIDs] is a list that is written and read two
// to three times as fast as a []uuid.UUID, and whose memory is by the bytes that are
// there.
//
// # Null
//
// Null and undefined leave a UUID of any type as it is, as they do every value
// that can't be nil in the cbor package: an element of a []T that is read into
// again keeps its old UUID. A *T and a list get nil, and a
// [github.com/uuidkit/uuidkit/uuid.NullUUID] gets null; all of them write null.
// Among uuid.UUIDs null is an error. A [database/sql.Null] of T is a map of its two
// fields: the cbor package lets nobody speak for it.
//
// The option omitempty leaves out none of these types, for the cbor package does
// not ask types with MarshalCBOR whether they are empty: not even empty UUIDs,
// where a []uuid.UUID is left out. Omitzero leaves out what is Nil, null or nil.
//
// # What a TagSet can't do
//
// It is for the modes that are made with it. cbor.Marshal and cbor.Unmarshal
// know nothing of it, and their default can't be changed: there a T is written
// untagged, and read with any tag. Only types that read and write CBOR by
// themselves, the first three of the table, are the same everywhere.
//
// It holds one type per tag. A program with two UUID types needs two sets and
// two modes, or a conversion.
//
// It does not check lengths. To the cbor package a type without methods for
// bytes, such as the standard library's UUID, is an array: a byte string that
// is too long is cut, one that is too short is filled with zeros, and no option
// or hook says otherwise. Types with UnmarshalBinary, such as google/uuid's and
// gofrs/uuid's, check byte strings themselves, but they too are arrays where
// the input has one: of three numbers, they take three, and of none they become
// zero. Tag 37 of null, which leaves them alone, is no error either. So such
// types are safe to write, and to read from who can be trusted. Where that is
// not so, declare the field as uuid.UUID, [Tagged] or [Bare], and convert.
//
// It does not check what is tagged. Options can make tag 37 of something that is
// not a UUID: of a text, for the standard library's with TextMarshaler, or of an
// array of numbers, for types without MarshalBinary with ByteArray. [Modes]
// returns an error then, EncModeWithTags does not. Types with MarshalCBOR keep to
// their bytes.
//
// Modes that forbid tags, such as CTAP2EncOptions, take no TagSet, and refuse
// uuid.UUID and Tagged with an error: use [Bare], or an unregistered T, which
// is written without the tag.
//
// A struct that embeds a UUID inherits its methods, and so becomes a UUID:
// name the field.
package cborx
