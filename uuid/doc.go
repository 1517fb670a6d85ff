/*
Package uuid is a UUID type (RFC 9562) that databases and wire formats
understand.

	id := uuid.NewV7()             // sorts by time
	id, err := uuid.Parse(text)    // and its String, JSON, XML, YAML, TOML forms
	row.Scan(&id)                  // database/sql, without an adapter

Its API contains that of Go 1.27's standard package uuid, whose tests pass on it:
to switch, change the import path. The standard package is enough where UUIDs are
only ever text, and no library that you use refuses its type or stores it in a
way of its own.

# Which version

Use [NewV7] for keys: new rows land next to each other, and the UUIDs tell the
order and the time of their making. Use [NewV4] for what must not tell: it is
all random. Neither is a secret, and neither may serve as a password or a token
(RFC 9562, section 8).

[FillV7] and [FillV4] make many at once, for a fraction of the price. [NewV5] makes
the same UUID of the same name every time; so does [NewV8SHA256], where SHA-1 is
not wanted. [NewV1], [NewV3] and [NewV6] are for systems that have them already.
[NewV8] is for bits of your own.

A [Generator] makes versions 1, 4, 6 and 7 by rules of your choice: the method of
RFC 9562 by which they are in order, the clock, and what to do when it is set back.
[MinV7] and [MaxV7] bound a range of time in a query, and [UUID.Time] reads the time.

# What others see

A UUID is the same 16 bytes everywhere, most significant byte first, or the
canonical text of 36 lower-case characters:

	database/sql                   the text (for binary columns: package sqlx)
	pgx                            uuid, in package pgxtype's fast path or through Value
	JSON, XML, YAML, TOML, flag    the text, also as a map key
	encoding/gob                   16 bytes, as google/uuid and gofrs/uuid
	BSON, MongoDB driver v2        binary subtype 4 (driver v1: package bsonx/driverv1)
	MessagePack                    bin 8 of 16 bytes
	CBOR                           tag 37, byte string of 16 bytes

Every decoder takes any 128-bit value: any version, any variant, Nil and Max.
Only generators stamp a version. Every decoder refuses a wrong length, subtype
or tag, and SQL's and BSON's NULL, and then leaves its receiver unchanged.
A null for a UUID is left to the library in JSON, YAML, MessagePack and CBOR, as it
is for every other type: most leave the UUID as it was, and so does GORM, but
goccy/go-json zeroes the first half of it.
encoding/gob sends no Nil UUID in a struct, and no null either, and so leaves the
field as it was.

[NullUUID] is a UUID that can be null. [UUIDs] is a list that is written and read
as a whole in BSON, MessagePack and CBOR, which is faster.

Of the packages that bind web forms, echo and gorilla/schema read the text, the
latter not in lists, and gin with the tag form:"id,parser=encoding.TextUnmarshaler".

# Two things to know about methods

A struct that embeds a UUID inherits its methods, and so becomes a UUID in every
one of these formats: name the field instead. A type defined over UUID has none
of the methods; the adapter packages' Register functions serve such types.
*/
package uuid
