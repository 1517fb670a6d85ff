/*
Package sqlx stores UUIDs in database columns that a UUID's own methods cannot
serve. Its types are conversions, made in the query:

	db.Exec(`INSERT INTO users (id) VALUES (?)`, sqlx.Binary(id))
	db.QueryRow(`SELECT id FROM users`).Scan((*sqlx.Binary)(&id))

id may be of any type whose underlying type is [16]byte: package uuid's, the
standard library's, google's, gofrs's or your own. These edge types can also be
struct fields: they print, and are written to JSON, XML and YAML, as canonical
text.

To leave models and queries as they are, open the database with [NewConnector],
which converts every argument of the types it is given:

	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
	db.Exec(`INSERT INTO users (id) VALUES (?)`, user.ID)

A program that also imports github.com/jmoiron/sqlx gives one of the two another
name.

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

"None needed" holds for uuid.UUID and for google's and gofrs's types. The standard
library's needs [Text] or a connector with github.com/go-sql-driver/mysql, which
refuses it as an argument ("unsupported type uuid.UUID, a array"), and Text with
pgx's stdlib package, which does not scan it from a text column. A [16]byte
without methods always needs one of the types.

For several UUIDs there is [Array] in PostgreSQL and [In] elsewhere. With pgx
itself a uuid[] is a []T, and package pgxtype makes T native to it.

In generic code, where the type T of id is a type parameter, (*sqlx.Binary)(&id)
does not compile: scan into a variable b of type sqlx.Binary and take T(b).

# Connectors

A connector converts arguments, in queries and prepared statements alike, before
the driver sees them: a uuid.UUID, the listed types, pointers to them, their
[sql.Null] and the NullUUID of their package. Everything else passes through
unchanged, such as the edge types and other Valuers, slices, [sql.Out] and what is
in a map, as in pgx.NamedArgs.

List every UUID type of the program. One that is not listed, or a struct that
embeds one, is sent as the text that its Value returns, and SQLite stores that in
a BLOB column without an error.

Give query builders edge types. Those that call Value themselves leave a connector
only text: Eq, NotEq, Lt and Gt of github.com/Masterminds/squirrel, and In of
github.com/jmoiron/sqlx for the arguments beside the list. Squirrel's Eq makes a
list of 16 numbers of a type without Value, such as the standard library's.

Rows are not converted: each destination scans what the driver gives. uuid.UUID,
google's, gofrs's and, since Go 1.27, the standard library's type scan 16 bytes
and text; a [16]byte, and types defined from a UUID type, need
(*sqlx.Binary)(&id) or (*sqlx.Text)(&id). Google's type takes NULL and empty text
without an error and keeps its value, in a loop that of the previous row; gofrs's
refuses bad text, but may have changed. Where a column can hold those, scan into a
nullable type or an edge type. From columns of a [Swapped] scan into a Swapped
everywhere: to other types its bytes are another UUID, without an error.

With the drivers of these databases other arguments cost no allocation. A prepared
statement costs one more if the driver's statements check arguments, as those of
github.com/go-sql-driver/mysql, and a query two if the driver prepares all
queries, as SQL Server's.

With pgx itself use package pgxtype instead of a connector.

# What is sent without this package

	uuid.UUID, *uuid.UUID        the canonical text, 36 characters
	sql.Null[uuid.UUID]          the same, or NULL
	uuid.NullUUID                the same, or NULL
	nil *uuid.UUID, nil *Binary  NULL

That text does not fit in BINARY(16). MySQL refuses it, unless sql_mode is not
strict: then it stores the first 16 characters, which the types here refuse to
scan and most others take for a UUID. SQLite's BLOB and PostgreSQL's bytea store
all 36 characters.

In a condition on a column of bytes that text is no error in any of them: = finds
no row, and <> finds all.

# NULL

Scan of NULL is an error and changes nothing. For columns that may be NULL use
sql.Null[sqlx.Binary], or a *sqlx.Binary, scanned into through a **sqlx.Binary.
Before Go 1.27 a sql.Null is Valid even after an error, with its old value.

# Traps

Never use a [Binary] or a [Swapped] in a GORM model or condition: GORM takes its
[]byte for a list and spreads it over an IN. Use package gormtype.

Any 16 bytes are a UUID, except the beginning of canonical text, which a text
column that is too short has kept. Every type refuses to scan that, and [Binary],
[Swapped] and [GUID] refuse to write it, so that nobody can store an id that
cannot be read. [Text] is the type that never takes 16 bytes for a UUID.

A uuid[] of one element, {f81d…}, is also a UUID in braces: what reads text in all
forms, as [Text] and the UUID types themselves, takes it for its element.

Text is sent in lower case. In a text column of SQLite or PostgreSQL = does not
find a UUID that was stored in upper case, though it scans.

SQLite stores canonical text and bytes as they come, whatever the column's type,
and never finds one by the other: all writers of a column must use one form. A
column declared UUID, GUID or BINARY(16) has the affinity NUMERIC, which makes a
number of a UUID written without dashes, and loses digits. Declare BLOB or TEXT,
in a STRICT table if possible, which refuses the other of the two.

MariaDB's UUID refuses bytes, and one in 64 of the UUIDs of version 8: those whose
ninth byte is 0x80. If sql_mode is not strict it stores NULL instead. It does not
sort in the order of the bytes.

The option interpolateParams=true of github.com/go-sql-driver/mysql makes
MariaDB's UUID take bytes: those of a Swapped, and of the refused version 8 as a
Binary, become another UUID. A text column in latin1 takes bytes too, and spoils
them: no type here scans what it gives back.

SQL Server sends a uniqueidentifier in another byte order: scanned into a
uuid.UUID, google's or gofrs's type it is another UUID, without an error. Scan it
into a [GUID]. Or set the driver's option "guid conversion=true", as a program
with a connector must, and scan it into any type but GUID.

MySQL's BIN_TO_UUID(x) shows a [Binary], BIN_TO_UUID(x, 1) a [Swapped]; the bytes
do not tell which they are. Swapping puts version 1 in the order of time, which is
good for an index. Versions 6 and 7 are in that order unswapped, and lose it.

SQL Server and Oracle were not available to this project's tests: [GUID] is
compared with the UniqueIdentifier of github.com/microsoft/go-mssqldb.

# Errors

An error of Scan begins with "sqlx: scan" and the name of the type, and wraps the
reason; the receiver is unchanged. No version or variant is refused.
*/
package sqlx
