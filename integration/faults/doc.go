// Package faults writes and reads UUIDs through connections that are cut in the
// middle of a message, and through a server that is killed. The driver and
// database/sql then drop, retry and reopen the connections on which an adapter
// works.
//
// An id whose INSERT returned no error must be stored exactly once, every other id
// at most once, and the server must return them in the order in which they were
// made. A read returns what was written, or an error.
//
// It also lets "uuid migrate" lose its server while it has locks: in black holes, which close no
// connection. The locks must then end by themselves, in time, and no row may be lost.
//
// To add an adapter, add a row to allStores in store_test.go.
package faults
