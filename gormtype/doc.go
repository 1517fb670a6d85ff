/*
Package gormtype has UUID types for the fields of GORM models.

	type User struct {
		gormtype.Model           // ID, CreatedAt, UpdatedAt, DeletedAt
		TeamID *gormtype.UUID    // or gormtype.NullUUID
	}

	db.AutoMigrate(&User{})      // the database's own column for UUIDs
	db.Create(&user)             // makes an ID of version 7
	db.First(&user, gormtype.UUID(id))
	db.Where("team_id = ?", gormtype.UUID(team)).Find(&users)
	db.Delete(&User{}, []gormtype.UUID{a, b})

A UUID of any type converts to them and back: package uuid's, the standard
library's, google's, gofrs's or any other [16]byte. To keep those types in the
models, use the [Plugin].

# Columns

[UUID] is for most models. [Text] is for columns of text that exist already, and
for MariaDB's uuid. [GUID] is for SQL Server's uniqueidentifier.

	            UUID        Text         GUID
	postgres    uuid        text         uuid
	mysql       binary(16)  char(36)     char(36)
	sqlite      blob        text         text
	sqlserver   binary(16)  nchar(36)    uniqueidentifier
	others      uuid        GORM's text  uuid

Bytes are in network order, except in a uniqueidentifier. Text is canonical.

[NullUUID], [NullText], [NullGUID] and pointers have the same columns. A foreign
key is of the type of the key that it refers to, or a pointer to that, or its
Null type; it follows the key's type tag. [Array] is PostgreSQL's uuid[].

A field of type sql.Null[gormtype.UUID] is text to GORM, which no UUID finds where
UUID has bytes. There, AutoMigrate fails if the model has another field of the types
here, and the Plugin refuses the field, unless its type tag is one of bytes.

A type tag may name another column type of the same kind, such as varchar(36)
for Text. For a tag of another kind AutoMigrate fails, and the database's error
says which type to use. Without AutoMigrate nothing checks the column: of another
kind, MySQL refuses most UUIDs, but SQLite stores them as they come, and
PostgreSQL's bytea stores 36 characters.

For MariaDB's uuid use Text with the tag "type:uuid". Of bytes, also those of
UNHEX, that column stores some UUIDs of version 8 and up as others, without an
error (seen in 10.11). It refuses their text.

# Conditions

Convert an argument to the type of its field, as above. GORM does not do it: next
to a column of bytes a uuid.UUID is text, and so is a sql.Null[gormtype.UUID];
without the Plugin they find no row.

Take conversions of your own out of the SQL: UNHEX(REPLACE(?, …)) of a UUID here is
no id. For a column that is a string in the model give id.String(): SQLite stores the
bytes of a UUID there, and no text finds them.

GORM takes a UUID that has no Value of text, such as the standard library's, for
a list of numbers: First, Find and Delete ask for id IN (250,58,77,…), which on
MySQL and MariaDB is true of rows that have nothing to do with the id. So the
Value of the types here is the canonical text. Where the column has bytes, UUID
writes UNHEX('fa3a4d…'), which can be copied out of a log and run. (SQLite's log
has double quotes there, which not every build of SQLite takes for a string.)

What GORM does with ids of every type:

  - A string as an inline condition is SQL, not an id. One of digits alone,
    11111111-1111-4111-8111-111111111111, is a number, which is true to MySQL
    and SQLite: Delete deletes all rows. The Plugin refuses a UUID's text there.
  - A []byte as an inline condition or in a map is a list of numbers, also a
    UUID's bytes or text. The Plugin puts 16 together, and refuses others.
  - An empty slice as an inline condition is none: Find gets ALL rows, and Delete
    deletes all that its other conditions match. Write "id IN ?". So is a slice of
    Null types that are NULL: to GORM those are structs, whose fields are conditions.
  - A nil pointer as an inline condition panics.
  - FirstOrCreate takes the new row from conditions that are structs or maps. With
    an inline id or "id = ?" it makes a row of another id.
  - In a composite key the Nil UUID is left out of the conditions. An update then
    reaches all rows that have the rest of the key.

# Reading

Find, First and Scan into structs, Pluck into a slice, and Row().Scan(&id) read the
types here. Scan(&id) and Pluck into one UUID fail: GORM takes the array for rows.
Use a NullUUID, or a slice.

Scan of these types refuses NULL, but GORM does not let a field's see one: the field
keeps what it had, also if it is a pointer or a Null type. So read into a new struct.
After an error of Scan, which GORM returns, the field is the Nil UUID.

Pluck lets Scan see NULL, also that of a slice of pointers: pluck into a slice of
NullUUIDs, or of sql.Null. Google's Scan ignores NULL: Pluck into []uuid.UUID has the
Nil UUID for it, and into []*uuid.UUID a pointer to one, without an error.

# NULL and zero

A nil pointer and a Null type that is not Valid are written as NULL. In the map
of Updates use nil or a Null type: of a typed nil pointer the database gets the
NULL, but the model keeps the old value.

Create writes the Nil UUID like any other value, unless the field has a default
tag. Updates with a struct leaves it out, as every zero value.

# Migrations

AutoMigrate leaves the type of an existing primary key as it is, without an error.
It alters other columns, and what they have is up to the database. PostgreSQL
converts text to uuid. MySQL refuses text that is to be binary(16), or cuts it if
its sql_mode is not strict. SQLite keeps the text, and no UUID finds its row.

So convert the columns first, or use Text. To make bytes of a char(36) in MySQL or
MariaDB, drop the foreign keys, and then for each column:

	ALTER TABLE users MODIFY id VARBINARY(36) NOT NULL;
	UPDATE users SET id = UNHEX(REPLACE(id, '-', ''));
	ALTER TABLE users MODIFY id BINARY(16) NOT NULL;

In SQLite it is one transaction, with all columns that foreign keys connect:

	PRAGMA defer_foreign_keys = ON;
	UPDATE users SET id = unhex(id, '-');

AutoMigrate makes the foreign keys again. Text that is no UUID's is an error in MySQL,
and NULL in others; if it is empty, it becomes other bytes. Look for it before.

A foreign key of another form than its key, such as a Text that refers to a
UUID, is an error if one of the models has the relation.

A default of bytes is "default:x'f81d4f…'". Leave out the tag "size:36": binary(16)
has no such length, and every AutoMigrate would alter the column again.

# The types of others

[Plugin] is for models that keep the UUIDs of other packages. It is also for
programs that forget to convert. It looks the column up in the model, and refuses
a UUID if it cannot tell how the column stores it. MATRIX.md of package integration
has what it does, operation by operation.

It knows the columns of the model, of tables that the model's relations lead to,
and of many2many tables of all models that GORM has met: name the table in the SQL
of Joins, "owners.id = ?". A column in an expression, such as lower(id), is unknown
to it, and so is what a gorm.Expr gives. There, convert to the types here.

What it cannot reach:

  - Raw, Exec and Table with arguments are complete before it sees them: it
    refuses a UUID there. As after any error of GORM's, Row is nil, and Row().Scan
    panics: use Scan.
  - On PostgreSQL a UUID there, or for an unknown column of a model without bytea,
    is text. A bytea takes its 36 characters without an error: use sqlx.Binary.
  - GORM drops the errors of a subquery. The program gets the database's syntax
    error, near "refused". Give the subquery a Model.
  - All models of a table must have the same type tags. Of two that differ it
    refuses the one that is used later, but a model alone it believes.
  - It finds no text that was written to a column of bytes before, as SQLite lets
    google's and gofrs's: convert the rows.
  - A []byte of 16 bytes for a field of UUIDs is one, in network order.
  - Pluck, and Scan into another struct than the model, read no plain [16]byte.
    Find does, but into no sql.Null of one: use a pointer.
  - ScanRows reads a plain [16]byte only if a Find or Model(…).Rows() of the model
    came before. It must not run while another goroutine does the first one.
  - A plugin that replaces GORM's ClauseBuilders after this one undoes it.

Google's and gofrs's types can do without the Plugin in MySQL, MariaDB and SQLite, if
all columns of UUIDs have bytes. Give the fields the tag "type:binary(16)", and GORM
the connections of package sqlx, which write bytes in Raw and Exec, too:

	conns := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
	db, err := gorm.Open(mysql.New(mysql.Config{Conn: conns}))

A UUID's text finds no row there. Nor is it for the standard library's type, which
GORM takes for a list before the connector sees it.

# Limits

The types are for GORM. With database/sql alone their Value is text, whatever
the column: use package sqlx there.

SQLite's unhex needs version 3.41. SQL Server's forms have been tested as text
only: this project has had no SQL Server to run them on.

An error of Scan begins with "gormtype: scan" and leaves the receiver unchanged.
*/
package gormtype
