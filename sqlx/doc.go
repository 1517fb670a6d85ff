/*
Package sqlx stores UUIDs in database columns that are not text, such as BINARY(16),
BLOB and uniqueidentifier. It works with database/sql and every driver.

Convert the UUID in the query, and the pointer in Scan:

	db.Exec(`INSERT INTO users (id) VALUES (?)`, sqlx.Binary(id))
	db.QueryRow(`SELECT id FROM users`).Scan((*sqlx.Binary)(&id))

id may have any type whose underlying type is [16]byte: package uuid's, the standard
library's, google's, gofrs's or your own.

To keep your models and most queries as they are, open the database with a connector. It
converts every argument of uuid.UUID and of the types that you list:

	base, err := mysql.NewConnector(config)
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
	db.Exec(`INSERT INTO users (id) VALUES (?)`, user.ID)

The connector sends bytes, also where the SQL expects text. Before you install a
connector, remove UNHEX(REPLACE(…)), UUID_TO_BIN(?) and BIN_TO_UUID(id) from your
SQL, and pass id.String() or [Text] for columns of text, JSON and CONCAT. Otherwise the
database finds no row or stores another value, often without an error.

Use [RegisterDriver] if your program opens the database by the name of a driver.

# Which type for which column

	uuid of PostgreSQL and MariaDB         none, or Text
	uuid[]                                 Array, NullArray
	TEXT, VARCHAR, CHAR(36)                none, or Text
	BINARY(16), BLOB, bytea, RAW(16) (*)   Binary
	BINARY(16) of UUID_TO_BIN(x, 1)        Swapped
	uniqueidentifier (*)                   GUID

(*) The byte order is checked against the drivers' types, never run on a server.

Where the table says none, pass a uuid.UUID, or google's or gofrs's type, as it is: it is
sent as canonical text. The standard library's type needs Text with some drivers, and a
[16]byte type without methods needs it always.

Scan of NULL returns an error and changes nothing. Use sql.Null[sqlx.Binary] or *sqlx.Binary for a
column that may be NULL; in an Array NULL is a nil slice. For a list of UUIDs use [Array]
in PostgreSQL, but a [][]byte for bytea, and [In] in MySQL, MariaDB and SQLite.

If you forget to convert an argument, it is sent as text. In a condition on a column of
bytes no database reports an error: = matches no row, and <> matches all. In an INSERT or
UPDATE, SQLite's BLOB and PostgreSQL's bytea store its 36 characters, without an error.

With GORM use package gormtype, with pgx itself package pgxtype. The guide shows each
driver, nullable columns, conditions, migrations and traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/database-sql.md
*/
package sqlx

// For contributors: a column type is a row of kinds in columns_test.go, its bytes are one of
// TestColumns in columns_test.go, and a sort of driver is one of shapes in fakes_test.go.
