// Package cborx makes github.com/fxamacker/cbor/v2 tag any UUID type as a UUID,
// and has types for where the tag is forbidden or required.
//
//	tags := cbor.NewTagSet()
//	err := cborx.Register[uuid.UUID](tags) // the standard library's, google's, your own
//	em, err := cbor.EncOptions{}.EncModeWithTags(tags)
//	dm, err := cbor.DecOptions{}.DecModeWithTags(tags)
//
// # What is written and read
//
//	                  writes                       reads
//	uuid.UUID         d8 25 50 and 16 bytes (19)   that, and 50 and 16 bytes
//	Tagged            the same                     only that
//	Bare              50 and 16 bytes (17)         only that
//	a registered T    d8 25 50 and 16 bytes        that, and 50 and 16 bytes; with Strict only that
//
// The 16 bytes are in network byte order, and 37 (hexadecimal 25) is the tag
// that the IANA registry has for a UUID. The row of uuid.UUID is of
// [github.com/uuidkit/uuidkit/uuid.UUID], which needs neither a TagSet nor this
// package, except to come out of a value of type any. The types convert into
// each other and into any other UUID type.
//
// The cbor package takes the mark of self-described CBOR, d9 d9 f7, off before any
// of them sees it. All but that is what the table says: other tags, lengths in more
// bytes than they need and strings in chunks are errors.
//
// Tagged and Bare quote in their errors what came, and are unchanged then.
//
// # Null
//
// Null and undefined leave a UUID of any type as it is, as they do every value
// that can't be nil in the cbor package. A *T gets nil, and a
// [github.com/uuidkit/uuidkit/uuid.NullUUID] gets null; both write null.
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
// It does not check what is tagged. With EncOptions.TextMarshaler set, the
// standard library's UUID becomes tag 37 of a text, which is not a UUID; types
// with MarshalBinary or MarshalCBOR keep to their bytes.
//
// Modes that forbid tags, such as CTAP2EncOptions, take no TagSet, and refuse
// uuid.UUID and Tagged with an error: use [Bare], or an unregistered T, which
// is written without the tag.
//
// A struct that embeds a UUID inherits its methods, and so becomes a UUID:
// name the field.
package cborx
