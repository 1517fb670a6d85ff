/*
Package typed has UUIDs that know what they identify: an order's id cannot be passed for
a user's. The compiler finds the mistake.

	type User struct{}

	func (User) Prefix() string { return "user" } // optional

	type UserID = typed.ID[User]

	id := typed.NewV7[User]()                 // a UUID of version 7
	id.String()                             // user_01h455vb4pex5vsknk084sn02q
	id, err := typed.Parse[User](text)      // an error for an order's id

	func Delete(id UserID) error            // Delete(orderID) does not compile

The type argument is a name and stores nothing: an empty struct, or the struct of your
model. Its method Prefix makes the text a TypeID (github.com/jetify-com/typeid). Without
the method the text is that of a uuid.UUID.

Use a plain uuid.UUID in a program with few kinds of ids, in code that treats all ids
alike, and where others must read the canonical text from your JSON. A prefix is part of
every text that you have sent: choose it once.

# What is stored where

Only the text changes. Databases and binary formats store an ID as they store a
uuid.UUID, so you can introduce the types without a migration:

	String, JSON, XML, YAML, TOML, slog   user_01h455vb4pex5vsknk084sn02q
	database/sql, pgx                     the canonical text, for columns of type uuid
	MongoDB driver v2                     binary subtype 4
	a map's key in MongoDB, v1 and v2     the canonical text
	MessagePack                           bin 8 of 16 bytes
	CBOR                                  tag 37 and 16 bytes
	encoding/gob, go-redis                16 bytes
	gin, echo, mapstructure, gqlgen       user_01h455vb4pex5vsknk084sn02q

The functions of the adapter packages take these types as any other UUID type:

	pgxtype.Register[UserID](conn.TypeMap())
	connector := sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[UserID]())

To store TypeIDs in a text column, pass id.String() as the argument of a query. Scan reads
both forms. But after pgxtype.Register pgx does not call Scan: read the column into a string,
and call Parse. A uuid column rejects TypeIDs. With pgx a list of IDs in a json or jsonb column
is a list of TypeIDs, as in all JSON; one ID alone is the canonical text there.

A [NullID] is an ID that may be null, in all of these forms. After an error an ID or NullID is unchanged.

When to use typed ids, and more traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/texts.md#typed-ids
*/
package typed

// For contributors: text that is no typed id is a row of invalid in text_test.go.
