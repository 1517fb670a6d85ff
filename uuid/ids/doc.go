/*
Package ids reads and writes the identifiers that RFC 9562 names as its prior art:
ULID, KSUID, Snowflake, MongoDB's ObjectID and others.

	id, err := ids.ParseULID("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	id.Time()           // 2016-07-30 23:54:10.259
	id.String()         // the same text
	id = ids.NewULID()  // a new one

For new keys, use uuid.NewV7: databases have a type for it. This package is for the
identifiers that you already have, and for systems that want one of them.

Each identifier is a comparable Go type of its bytes. Its text is also its form in JSON, XML,
YAML and TOML. Parse functions read what String writes, in upper and lower case where case has
no meaning. An error leaves the identifier unchanged; [errors.As] finds a [*uuid.ParseError]
with the offset and the reason in it. A value that is no identifier, such as a negative
Snowflake, has no text: MarshalText returns an error.

Systems in use. These have SQL, BSON and binary forms, methods for gin (1.12 or later), echo
and mapstructure (viper), and Compare:

	            bytes  text                  time           new  SQL     BSON             in a UUID
	ULID        16     26 base32             milliseconds   yes  text    string           same bits
	Snowflake   8      decimal               milliseconds*  yes  bigint  64-bit integer   version 8
	ShardingID  8      decimal               milliseconds*       bigint  64-bit integer   version 8
	KSUID       20     27 base62             seconds        yes  text    string           hash
	Sonyflake   8      decimal               10 ms*              bigint  64-bit integer   version 8
	PushID      15     20 base64, own order  milliseconds   yes  text    string           version 8
	XID         12     20 base32hex          seconds        yes  text    string           version 8
	ObjectID    12     24 hexadecimal        seconds        yes  text    ObjectId         version 8

Systems of old data. These have text:

	              bytes  text             time           in a UUID
	LexicalUUID   16     35 hexadecimal   microseconds   version 8
	Flake         16     base62           milliseconds   version 8
	Elasticflake  15     20 base64url     milliseconds   version 8
	FlakeID       8      decimal          milliseconds*  version 8
	OrderedUUID   16     that of a UUID   10 µs          same bits
	COMB          16     that of a UUID   milliseconds   same bits
	SID           16     23, 27, 33, 39   nanoseconds    hash
	CUID          25     25 base36        milliseconds   hash

	* since an Epoch that each deployment chooses

# In a database

Scan also reads the bytes of ULID, KSUID, PushID and ObjectID, but no bytes that a column may
have cut from a text. For other forms, nullable columns, MongoDB's driver v1 and an any:
https://github.com/uuidkit/uuidkit/blob/main/docs/identifiers.md#in-a-database

# In a UUID

	u, err := snowflake.UUID(ids.TwitterEpoch)
	snowflake, err = ids.SnowflakeFromUUID(u, ids.TwitterEpoch)

"Same bits" is a Go conversion of the 16 bytes. "Version 8" has the whole identifier and sorts
like it (negative ShardingIDs last); call FromUUID only for a UUID that you know to contain
one, since another passes the checks by chance. "Hash" is a UUID of the time and of a hash, by
HashUUID, and nothing reads the identifier out of it.

[Guess] lists what an id of unknown origin can be. The bits of each layout, and traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/identifiers.md
*/
package ids

// For contributors: an identifier is a row of systems in systems_test.go, and a text that Guess
// reads is one of TestGuess in guess_test.go.
