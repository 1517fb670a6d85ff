/*
Package integration holds what only real stores can prove, and no code:

	stores, stores/server   real servers, installed, started and stopped
	matrix                  every store, Go type and shape of value, with uuidkit and without
	sqltest, sqlitetest,    database/sql and GORM
	mysqltest, gormtest
	pgxtest, bsontest       pgx; MongoDB's drivers
	wiretest                MessagePack, CBOR, JSON and other formats of text
	interop, tarantooltest  other languages and the servers' own functions
	faulttest               cut connections and killed servers
	googlev6                ids that google/uuid 1.6.0 writes as version 6
	bench                   speed beside peers
*/
package integration
