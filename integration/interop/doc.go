// Package interop proves that other languages see the UUIDs that uuidkit writes,
// and that uuidkit sees theirs. It has only tests; their tables are the list of
// what is proven:
//
//	TestFiles         every library of Node and Python reads each Go type's BSON, Extended
//	                  JSON, CBOR, MessagePack and JSON, and the reverse; the bytes of
//	                  both are those of the formats' specifications
//	TestOthers        forms of theirs that we do not write: read, or refused
//	TestUnregistered  what others see of Go's UUIDs without uuidkit
//	TestInspect…      version, variant, time, node, GUID order and all else that their
//	                  libraries read out of a UUID
//	TestMake          the UUIDs that they make
//
// What is run, and in which version, is in package clients.
package interop
