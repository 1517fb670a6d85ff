/*
Package uuid has a UUID type (RFC 9562) that databases and wire formats store in
their own form.

	id := uuid.NewV7()             // a new key
	id, err := uuid.Parse(text)    // id.String() is the way back
	ok := uuid.Valid(text)         // for routers and filters: no error, no allocation
	err = row.Scan(&id)            // database/sql
	b, err := json.Marshal(id)     // or XML, YAML, TOML; also as a key of a map

	type Order struct {
		ID      uuid.UUID
		Voucher uuid.NullUUID // may be null
	}

The package contains the API of Go 1.27's standard package uuid, and passes its
tests: to switch, change the import path. The standard package is enough if your
UUIDs are only ever text.

# Which version

Use [NewV7] for primary keys: such UUIDs sort by creation time, and reveal it. Use
[NewV4] if an id must not say when it was made. Neither is a secret, such as a password
or a token (RFC 9562, section 8).

[FillV7] and [FillV4] make many UUIDs more than ten times as fast. [NewV5] returns the
same UUID for the same name. [NewV8] is for bits of your own. [NewV1], [NewV3] and [NewV6]
are for systems that use these versions. [MinV7] and [MaxV7] select a range of time in a
query.

Package uuid/generator takes your clock, randomness, node or order. Package uuid/uuidtest
has UUIDs for tests, uuid/typed a Go type for each kind of id, uuid/form other texts, and
uuid/ids other identifiers.

# What is stored where

	database/sql                        the text; binary columns: package sqlx
	pgx                                 uuid; much faster with package pgxtype
	JSON, XML, YAML, TOML, flag, slog   the text, 36 lower-case characters
	encoding/gob                        16 bytes, as google/uuid and gofrs/uuid
	MongoDB driver v2                   binary subtype 4; driver v1: package bsonx/driverv1
	MessagePack                         bin 8 of 16 bytes
	CBOR                                tag 37 and 16 bytes
	go-redis                            16 bytes
	gin, echo, mapstructure, gqlgen     the text

Decoders accept any version and variant, Nil and Max, also as BSON of subtype 0 and as
CBOR without a tag or with tag 64. For all other input, and for the NULL of SQL and BSON,
they return an error and leave the UUID unchanged.

Each library decides what null in JSON, YAML, MessagePack and CBOR does: most leave the
UUID as it was. [NullUUID] reads null in all of them but YAML.
[UUIDs] is a list that BSON, MessagePack, CBOR and JSON libraries read faster.

Two libraries are slow without their adapter. pgx takes 30 times as long to send a uuid[]:
call pgxtype.Register for every connection. MongoDB's driver takes more than ten times as
long for a []UUID: call bsonx.Register, or use [UUIDs].

Do not embed a UUID in a struct. The struct inherits the UUID's methods, so encoders lose its
other fields. A type defined over UUID has no methods: Register and Native of the adapters
accept it.

What other libraries do to a UUID, and more traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/uuid.md
*/
package uuid

// For contributors: a format is a row of formats in formats_test.go, and text that Parse rejects
// is one of TestParseReject in text_test.go.
