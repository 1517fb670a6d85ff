/*
Package integration tests uuidkit with real stores, other people's libraries and
other languages. It has no code of its own. One folder an adapter:

	sqlx        database/sql on SQLite, MariaDB, MySQL and PostgreSQL
	pgxtype     pgx on PostgreSQL 18 and 15
	gormtype    GORM on all four databases
	bsonx       MongoDB's drivers, version 2 and 1
	msgpackx    MessagePack; msgpackx/tarantool a Tarantool server
	cborx       CBOR
	uuid        uuid.UUID by itself: JSON, XML, YAML, TOML, forms, gob, MessagePack

and across the adapters:

	matrix      every store, Go type and shape of value, with uuidkit and without
	interop     clients in JavaScript and Python, and the servers' own functions
	faults      cut connections and killed servers
	bench       speed beside peers
	stores      gives each test an empty database; stores/server installs and starts
	            the servers, stores/up keeps them for a whole run

A test that needs a server asks package stores for a database and opens it.
*/
package integration
