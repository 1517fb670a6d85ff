/*
Package integration tests uuidkit with real stores, other people's libraries and
other languages. There is a folder for each adapter:

	sqlx        database/sql on SQLite, MariaDB, MySQL and PostgreSQL
	pgxtype     pgx on PostgreSQL 18 and 15
	gormtype    GORM on all four databases
	bsonx       MongoDB's drivers, version 2 and 1
	msgpackx    MessagePack; msgpackx/tarantool tests a Tarantool server
	cborx       CBOR
	uuid        uuid.UUID by itself: JSON, XML, YAML, TOML, forms, gob, MessagePack
	ids         the identifiers of package ids, and the libraries that make them
	form        the texts of package form, and the libraries that write them
	typed       typed ids with every adapter, and the reference implementation of TypeID

Across the adapters:

	matrix       every store, Go type and shape of value, with uuidkit and without
	conformance  what RFC 9562 asks of an adapter; conformance/report writes CONFORMANCE.md
	ecosystem    other people's libraries, with what docs/works-with.md tells users to write; a module of its own
	upstream     faults of other libraries, with the programs that prove them: docs/upstream.md
	suites       other people's tests, with uuidkit in between
	interop      clients in JavaScript and Python, and the servers' own functions
	models       models of google's UUIDs as they are, in every store
	advice       what README.md and docs tell users to write, done on real stores
	migrate      the command "uuid migrate": killed, cut off, beside writers, and measured
	audit        the command "uuid audit" on databases made at random, and on sample databases
	pooler       PostgreSQL behind PgBouncer: pgx's modes, database/sql, and the commands
	faults       cut connections, killed servers, and networks that lose all packets
	clusters     clusters of servers, while nodes are killed and cut off
	generators   ids of many processes with wrong clocks, and the odds for 10,000 machines
	bench        speed beside peers; bench/storage measures what a UUID costs in a database
	pictures     docs/pictures, drawn from the committed results and the code
	docs         the guides: every Go block compiles, links and paths lead somewhere
	apichange    what has changed in the exported API
	release      a release, rehearsed
	uuidfix      public modules, rewritten by the command
	vet          uuidvet on planted wrong uses

And what they share:

	stores          gives each test an empty database; stores/server installs and starts
	                the servers, stores/up keeps them for a whole run, and stores/deb
	                unpacks packages of apt
	internal/git    runs git on the folder that it is given
	internal/kit    small helpers of the tests
	internal/proxy  cuts connections, or stops forwarding without closing them
	internal/std    what Go 1.27 has and 1.26 lacks
	internal/title  the links that GitHub makes of headings

To add a test of an adapter, find the table in its folder that has rows of that kind,
and add a row. A test that needs a server asks package stores for a database.
*/
package integration
