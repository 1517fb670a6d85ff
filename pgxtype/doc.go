/*
Package pgxtype makes UUID types native to pgx, version 5, the PostgreSQL
driver. One line for each connection and type does it, for [uuid.UUID], the
standard library's, google's, gofrs's and every other type whose underlying type
is [16]byte:

	pgxtype.Register[uuid.UUID](conn.TypeMap())

Without it pgx writes most UUID types as text that it parses again, reads them
through their Scan method, cannot write a slice of them in the exec and simple
protocol modes, and reads a uuid into an any as [16]byte.

# Where to register

Every connection has a Map of its own, so Register belongs into the function
that runs after a connection is made. It takes a few microseconds:

	conn, err := pgx.Connect(ctx, url)
	pgxtype.Register[uuid.UUID](conn.TypeMap())

	register := func(ctx context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	poolConfig.AfterConnect = register                                       // pgxpool
	db := stdlib.OpenDB(*connConfig, stdlib.OptionAfterConnect(register))    // database/sql
	gorm.Open(postgres.New(postgres.Config{Conn: db}))                       // GORM

The order matters:

 1. Codecs of your own for uuid, text, json and so on: Register wraps them. One
    that comes later replaces Register's.
 2. Register, for every type. An any that reads a uuid becomes a value of the
    type registered last.
 3. [pgx.Conn.LoadType] of a domain, which copies the codec of uuid as it is then.

[pgx.Conn.LoadTypes] of a type with a uuid[] inside puts pgx's own codec of uuid[]
back: it is slower, and lets a Scan method take {f81d…}, an array of one, for a
UUID in braces. Call Register once more after it, and on a [pgtype.Map.Copy],
which copies only a part of what Register does.

# What is native then

	PostgreSQL                    Go
	uuid                          T, *T, **T, sql.Null[T], uuid.NullUUID; any reads a T
	uuid[]                        []T, [][]T and so on, the same of *T, sql.Null[T] and
	                              uuid.NullUUID, pgtype.Array[T], pgtype.FlatArray[T]
	text, varchar, char           as uuid, in the canonical text; any reads a string
	text[], varchar[], char[]     as uuid[]
	json, jsonb                   as uuid, as a JSON string; any reads a string; []T, *[]T
	ranges, composites, records   with T or *T inside; see RegisterRange
	bytea                         reads 16 bytes; to write, see below
	bytea[]                       reads []T; []sqlx.Binary to write

Slices may have names of their own, such as uuid.UUIDs, and as many dimensions as
PostgreSQL has, which is six. NULL is a nil pointer, an invalid sql.Null or
NullUUID, or a nil slice; an empty slice is an empty array. The JSON null is read
as NULL.

In the three modes that describe a statement (all but exec and simple protocol,
and so by default) and in COPY, a uuid is 16 bytes on the wire in network byte
order, and an array 20 bytes for each element. In the exec and simple protocol
modes it is text. To write a T or a []T takes no allocation, to read a []T two.
Other slices take more: pgx reads their elements one by one.

# Errors

These are errors: NULL into a T, also as the element of a slice; a binary form
that is not 16 bytes; text that [uuid.Parse] does not take (pgx alone overlooks
wrong separators); a uuid[] for anything that holds one UUID; an array of other
dimensions than the slice has, and rows of different lengths. They leave the
destination as it was, slices included. A slice of one dimension takes the
elements of any array, as pgx does it for all types. Lower bounds are dropped.

pgx itself fills pgtype.Array, pgtype.FlatArray, ranges, structs, [2]T and what a
**[]T points to. After an error they may hold a part of what was read.

# bytea

A T written to a bytea is refused in the modes that describe a statement, and in
COPY. In the exec and simple protocol modes nobody can: PostgreSQL gets the text
and stores its 36 characters; so it does in all modes for a domain over bytea that
has not been loaded. sqlx.Binary(id), of package sqlx, is 16 bytes in every mode.
Reading takes 16 bytes into a T and nothing else.

# What Register cannot reach

In the exec and simple protocol modes nobody tells pgx the type of a parameter,
and it goes by the Go type. A T is text there. PostgreSQL casts that to uuid, text
and char, but not to json (an error), and to a bytea of 36 bytes (no error: use
sqlx.Binary). A []T is {f81d…,f81d…}, an error for json as well, but an empty one
is {}, which JSON takes for an object. Types that Register does not know need a
line of their own:

	m.RegisterDefaultPgType([2]uuid.UUID{}, "_uuid")
	m.RegisterDefaultPgType(Order{}, "order") // a struct for a composite type that has been loaded

A column that is not in the table above next to the Go type, such as xml, name
or "char", or an array other than uuid[] for a T, is read by the type's own Scan,
if it has one. What that does with NULL is its own affair: google/uuid's keeps
the old value. In the exec and simple protocol modes a text[] of one element is
{f81d…}, which most take for a UUID in braces, and a record, such as row(id, name),
is an error of pgx's. A type that is a [pgtype.TextValuer] or [pgtype.TextScanner]
speaks for itself wherever the format is text.

Through database/sql, the types that have a Scan method are read by it. Before
Go 1.27, database/sql reads no slices without [pgtype.Map.SQLScanner] or a
sqlx.Array.

A NULL without a type, as in "select null", is text to PostgreSQL. Where the
destination cannot read text, pgx tries its types in random order until one can,
and those of this connection's Map, such as Register's json, before the others. So
a pgtype.Array, a pgtype.Range, a netip.Addr or a netip.Prefix, which read such a
NULL in most tries before Register, get an error in all tries after it. Cast the
NULL (null::inet), or read it into a pointer: both work in every try.

A []byte or a [pgtype.UUID] is pgx's own affair: a []byte argument of less or
more than 16 bytes it fills up or cuts, and one that reads a uuid holds 16 bytes
in some modes and 36 characters in others. The elements of json[] and jsonb[] are
written as strings, but read by the type itself. An hstore holds strings only.

All else in json and jsonb, such as a struct or any slice but []T itself, is
encoding/json's: there types without MarshalText are arrays of numbers, and a
null into a T is no error.
*/
package pgxtype

// What is in which file:
//
//	register.go  Register, which puts a codec in front of pgx's for eight column types
//	range.go     RegisterRange
//	codec.go     that codec, which plans for the registered types
//	scalar.go    the plans for one UUID
//	array.go     the plans for a []T as an array, in one pass
//	json.go      the plans for a []T as a JSON array, in one pass
//	slice.go     the way of all other slices through pgx's codec of arrays
//	wire.go      the forms of one UUID in those columns
//	errors.go    the errors, which name a type with the path of its package
