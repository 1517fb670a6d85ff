/*
Package gormtype has UUID types for the fields of GORM models. They know the
column that is native to each database, and they are safe to pass to GORM as
conditions.

	type User struct {
		gormtype.Model           // ID, CreatedAt, UpdatedAt, DeletedAt
		TeamID *gormtype.UUID    // or gormtype.NullUUID
	}

	db.Create(&user)             // makes an ID of version 7
	db.First(&user, gormtype.UUID(id))

A UUID of any type converts: package uuid's, the standard library's, google's,
gofrs's or any other [16]byte. Models that keep fields of those types need the
[Plugin].

# Columns

	            UUID        Text         GUID
	postgres    uuid        text         uuid
	mysql       binary(16)  char(36)     char(36)
	sqlite      blob        text         text
	sqlserver   binary(16)  nchar(36)    uniqueidentifier
	others      uuid        GORM's text  uuid

Bytes are in network order, but for those of a uniqueidentifier, and text is
canonical. [NullUUID], [NullText] and [NullGUID], and pointers, have the same
columns: a foreign key is one of them, of the type of the key it refers to, and
follows that key's type tag. [Array] is PostgreSQL's uuid[].

[UUID] is for most models. [Text] is for existing columns of text and, with the
tag "type:uuid", for MariaDB's uuid: of bytes, also those of UNHEX, that stores
some UUIDs of version 8 and up as others without an error (seen in 10.11), while
it refuses their text. [GUID] is for SQL Server's uniqueidentifier: it is the only
type that reads one, since its bytes arrive in another order.

A type tag names another column type of the same kind, such as varchar(36) for
Text or a domain for UUID. For a column of another kind AutoMigrate fails when
it creates it, and the database's message says which type to use.

# Conditions

GORM writes an id whose Value is not text, such as the standard library's
uuid.UUID, as a list of its bytes: First, Find and Delete then ask for id IN
(250,58,77,…), which on MySQL and MariaDB is true of rows that have nothing to
do with the id. The Value of the types here is therefore the canonical text,
whatever the column; where the column has bytes, UUID's GormValue writes
UNHEX('fa3a4d…'), which can also be copied out of a log and run.

GORM gives an argument to a column as it is. So convert it to the field's type:

	db.Where("id = ?", gormtype.UUID(id))
	db.Find(&users, []gormtype.UUID{a, b})

On MySQL, SQLite and SQL Server a uuid.UUID is text there, and so is a
sql.Null[gormtype.UUID], which hides GormValue from GORM: without the Plugin
neither finds a row by its bytes. As the type of a field, sql.Null is a column
of type uuid to AutoMigrate, and text to Create: use NullUUID.

A string is not an id to GORM but SQL: never pass one to First or Delete. One
of digits alone, 11111111-1111-4111-8111-111111111111, is a number, which is
true, and deletes all rows; the Plugin refuses it.

A slice of Null types is not a list of ids to GORM, but of structs with
conditions, and an empty slice is none: as inline conditions both can match ALL
rows, also in Delete. Write "id IN ?". First(&user, id) with a nil *UUID panics.

SQLite's log prints UNHEX("fa3a4d…"), with double quotes: not every build of
SQLite takes that for a string.

# The types of others

[Plugin] gives every UUID in a condition, an insert or an update the form of its
column, where the model's schema tells it, and refuses what it cannot tell: see
there. Package integration's MATRIX.md has what it does, operation by operation.

Its limits: in the SQL of Raw, Exec and Table, convert to the types here. On
PostgreSQL a UUID there, or for a table without a model, is text, and a bytea
takes its 36 characters without an error: use sqlx.Binary. Text that was written
to a column of bytes before, as SQLite lets google's and gofrs's, is not found
until it is converted. 16 numbers for a field of UUIDs are one UUID, in network
order. Pluck, and Scan into what is not the model, read into no plain [16]byte,
nor does ScanRows, unless the rows are those of Model(…).Rows: it must not be the
first to read a model, also not while another goroutine is. FirstOrCreate and
FirstOrInit make a row of the UUIDs in a struct; of those in a map GORM loses the
standard library's. A nil pointer as an inline condition still panics. A plugin
that replaces GORM's ClauseBuilders after this one undoes it.

# NULL and zero

Scan refuses NULL, but GORM does not let it see one: a field keeps what it had,
also if it is a pointer or a Null type. So read into a new struct, where that is
the Nil UUID, nil, and NULL. After an error of Scan, which GORM returns, it makes
the field the Nil UUID too.

A nil pointer and a Null type that is not Valid are written as NULL. In the map
of Updates use nil or a Null type: of a typed nil pointer the database gets the
NULL, but the model keeps the old value.

Create writes the Nil UUID like any other value unless the field has a default
tag. Updates with a struct leaves it out, as every zero value. In a composite
key it is left out of the conditions, and an update then reaches all rows that
have the rest of the key.

# Migrations

AutoMigrate alters a column of another kind, and leaves what it has to the
database: PostgreSQL converts text to uuid, MySQL refuses text that is to be
binary(16), or cuts it if its sql_mode is not strict, and SQLite keeps it, so that
no UUID finds its row. A primary key it leaves as it is, without an error. Use
Text there, or convert the column first. A default for
bytes is "default:x'f81d4f…'". A tag "size:36" is a length that binary(16) has
not: leave it out, or every AutoMigrate alters the column again.

A foreign key of another form than its key, such as a Text that refers to a
UUID, is an error of AutoMigrate if one of the models has the relation. With no
relation GORM, and this package, know of none.

# Limits

The types are for GORM. With database/sql alone their Value is text, whatever
the column: use package sqlx there.

SQLite's unhex needs version 3.41. SQL Server's forms have been tested as text
only: this project has had no SQL Server to run them on.

The Scan of each type is that of package sqlx: UUID's is sqlx.Binary's, and
Text's and GUID's those of the same name. An error begins with "gormtype: scan"
and leaves the receiver unchanged.
*/
package gormtype
