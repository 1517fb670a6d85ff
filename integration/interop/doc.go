// Package interop has other languages read the UUIDs that uuidkit writes, and uuidkit
// read theirs. It has only tests:
//
//	TestFiles         every library of Node and Python reads each Go type's BSON,
//	                  Extended JSON, CBOR and MessagePack, and uuid.UUID's JSON, and
//	                  the reverse; the bytes are those of the specifications
//	TestOthers        forms that other libraries write and we do not
//	TestPostgres …    clients read the rows that Go writes, and Go reads theirs; the
//	                  server says what is stored: also TestMariaDB, TestMySQL, TestMongo
//	TestInspect…      what a library or server reads out of our UUIDs
//	TestMake, …Makes  the UUIDs that a library or server makes
//
// Package clients installs the clients, and says how to add a library. Package server of stores installs the servers.
package interop
