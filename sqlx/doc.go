/*
Package sqlx stores UUIDs in database columns that a UUID's own methods cannot
serve. Its types are conversions, made where the query is:

	db.Exec(`INSERT INTO users (id) VALUES (?)`, sqlx.Binary(id))
	db.QueryRow(`SELECT id FROM users`).Scan((*sqlx.Binary)(&id))

id may be of any type whose underlying type is [16]byte: package uuid's, the
standard library's, google's, gofrs's or your own. The types also serve as
struct fields: they print, and are written to JSON, XML and YAML, as canonical
text.

Where models and queries are to stay as they are, [NewConnector] makes that
conversion for the types it is told of, once for a database:

	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
	db.Exec(`INSERT INTO users (id) VALUES (?)`, user.ID)

A program that also has github.com/jmoiron/sqlx imports one of the two under
another name.

# Which type for which column

	PostgreSQL    uuid                    none needed, or Text
	              uuid[]                  Array, with database/sql only
	              text, varchar           none needed, or Text
	              bytea                   Binary
	MySQL         BINARY(16)              Binary
	              … of UUID_TO_BIN(x, 1)  Swapped
	              CHAR(36), VARCHAR       none needed, or Text
	MariaDB       UUID                    none needed, or Text; it refuses bytes
	              BINARY(16)              Binary
	SQLite        BLOB                    Binary
	              TEXT                    none needed, or Text
	Oracle        RAW(16)                 Binary
	SQL Server    uniqueidentifier        GUID
	              binary(16)              Binary

"None needed" is said of uuid.UUID, google's and gofrs's. The standard
library's needs [Text] or a connector with github.com/go-sql-driver/mysql, which
refuses it, even as an argument of Go 1.27's database/sql ("unsupported type
uuid.UUID, a array"), and Text with pgx's stdlib package when it is read from a
text column. A [16]byte without methods needs it everywhere.

With pgx itself a uuid[] is a []T, and package pgxtype makes T native to it.

Where the type T of id is a type parameter, (*sqlx.Binary)(&id) does not compile:
scan into a var got sqlx.Binary, and T(got) is the UUID.

Several UUIDs are an [Array] in PostgreSQL, and a list of [In] elsewhere.

# What a connector does, and what it does not

Its connections give an argument its form before the driver checks it, in
queries and prepared statements alike. That is done with uuid.UUID, the listed
types, pointers to them, their [sql.Null] and the NullUUID of their package. All
else goes to the driver as ever: the edge types and other Valuers, slices, the
[sql.Out] of a procedure. So list all UUID types that a program has. One that is
not listed, and a struct that embeds one, goes as text if it has a Value for
that, and SQLite takes it.

A query builder that calls Value itself leaves a connector only text to see, and
that is = no row of a column of bytes, and <> all of them. Such are Eq, NotEq, Lt
and Gt of github.com/Masterminds/squirrel, and In of github.com/jmoiron/sqlx for
what stands beside the list. Of a UUID without a Value, as the standard library's,
squirrel's Eq makes a list of 16 numbers. Give them edge types.

A connector costs other arguments nothing. Where a driver's statements check
arguments themselves, as those of github.com/go-sql-driver/mysql do, or its
connections only prepare, as SQL Server's, preparing one takes an allocation or
two more.

Rows are the driver's, and scanning is the destination's. uuid.UUID, google's,
gofrs's and, since Go 1.27, the standard library's read 16 bytes and text by
themselves. A [16]byte and types defined over a UUID type read neither: scan into
(*sqlx.Binary)(&id) or (*sqlx.Text)(&id). Google's takes NULL and empty text
without an error and keeps the value it had, in a loop that of the row before;
gofrs's refuses bad text, but is no longer what it was. Where a column may have
those, scan into a nullable or through an edge type.

pgx has no need of a connector: see package pgxtype.

# What is sent without this package

	uuid.UUID, *uuid.UUID        the canonical text, 36 characters
	sql.Null[uuid.UUID]          the same, or NULL
	uuid.NullUUID                the same, or NULL
	nil *uuid.UUID, nil *Binary  NULL

That text does not fit in BINARY(16). MySQL refuses it, but not if its sql_mode
is not strict: it then keeps the first 16 characters, which the types here refuse
to scan, and most others take for a UUID. SQLite and PostgreSQL (bytea) keep all
36 characters, and no binary value equals them.

# NULL

None of the types takes a NULL: Scan returns an error and changes nothing. For
columns that may be NULL there are sql.Null[sqlx.Binary], **sqlx.Binary and a
field of type *sqlx.Binary. On error sql.Null is Valid all the same, with the
value it had, before Go 1.27.

# Traps

Never in a GORM model or condition: a [Binary] and a [Swapped] are a []byte to
GORM, which spreads it over an IN list. Use package gormtype.

MariaDB's UUID refuses one UUID of version 8 in 64, that whose ninth byte is 80. It
refuses bytes too, unless the DSN has interpolateParams=true. What it refuses is
NULL if sql_mode is not strict. With that parameter it takes bytes, and those of a
Swapped, and of a Binary of such a version 8, are another id; and a column of text
takes them too if its character set is latin1, and gives nothing that Scan would
take. MariaDB's UUID sorts in an order of its own, not in that of the bytes.

Any 16 bytes are a UUID. Read a column of text into a [Text], which never takes
16 bytes for one: the other types refuse only the beginning of canonical text
there, which a column that is too short has kept. Nor do [Binary], [Swapped] and
[GUID] write those bytes, so that an id which somebody made up cannot be stored
and then not read.

SQLite gives a column that is declared UUID, GUID or BINARY(16) the affinity
NUMERIC: a UUID written without dashes becomes a number there, and most of its
digits are gone. Declare BLOB or TEXT. Whatever is declared, SQLite keeps text
and bytes as they come and never finds the one by the other, so all that write
a column must agree on one type.

SQL Server sends the bytes of a uniqueidentifier in another order. Read into a
uuid.UUID, or google's or gofrs's, they are another UUID, and no error tells.
Read them into a [GUID]. This project has had no SQL Server to run it on: GUID is
tested against the UniqueIdentifier of github.com/microsoft/go-mssqldb. It has
had no Oracle either.

MySQL's BIN_TO_UUID(x) shows a [Binary], BIN_TO_UUID(x, 1) a [Swapped]; the
bytes do not tell which they are. Swapping helps the index of version 1 UUIDs.
It spoils that of versions 6 and 7, which sort by time as they are.

# Errors

An error of Scan begins with "sqlx: scan" and the type's name, and wraps the
reason; the receiver is then unchanged. Binary types take 16 bytes and no other
number, text types never take bytes that are not text. No version or variant is
refused.
*/
package sqlx
