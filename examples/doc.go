// Package examples has one program per task, each in a directory of its own:
//
//	roundtrip    sends a UUID through every store and format, and shows what
//	             they hold; the file of each store is the code to copy
//	http         a JSON API on PostgreSQL with pgxpool
//	sqlc         code of sqlc for PostgreSQL, with our types and with google's
//	bun          google's types in models of bun: uuid columns of PostgreSQL, 16
//	             bytes in SQLite
//	ent          a schema of ent: uuid in PostgreSQL, 16 bytes elsewhere
//	jmoiron      google's types in models of jmoiron/sqlx, and 16 bytes in the
//	             database
//	connector    keeps the UUIDs of models as 16 bytes, without a change to them
//	gorm         a GORM model, its log and what is stored, and a delete of one row
//	             that also deletes others, and how to prevent it
//	gormservice  related GORM models with google's types, as 16 bytes
//	mongo        finds, reads and converts UUIDs of MongoDB that several programs
//	             have stored, each in its own form
//
// Run them from the root of the repository; -h explains each:
//
//	go -C examples run ./roundtrip
//
// With Go 1.27's UUID type: see examples/std, a module of its own.
//
// They are a separate module, so that the library does not depend on their drivers.
// Programs that use a single package of the library are Example tests of that package.
package examples
