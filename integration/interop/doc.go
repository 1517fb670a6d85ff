// Package interop proves that other languages see the UUIDs that uuidkit writes,
// and that uuidkit sees theirs. It has only tests; their tables are the list of
// what is proven:
//
//	TestFiles         every library of Node and Python reads each Go type's BSON,
//	                  Extended JSON, CBOR and MessagePack, and uuid.UUID's JSON, and
//	                  the reverse; the bytes of both are those of the formats'
//	                  specifications
//	TestOthers        forms of theirs that we do not write: read, or refused
//	TestUnregistered  what others see of Go's UUIDs without uuidkit
//	TestPostgres      clients read and write the rows that Go writes and reads, and
//	TestMariaDB       the server says what is stored
//	TestMySQL
//	TestMongo         so too, and find them; in MongoDB's legacy forms also
//	TestInspect…      version, variant, time, node, GUID order and all else that
//	TestPostgres…     a library or server reads out of a UUID
//	TestMake          the UUIDs that a library or server makes, by our inspection
//	Test…Makes
//	TestPostgresOSSP
//
// What is run, and in which version, is in package clients, and what the servers are
// in package server of stores.
package interop
