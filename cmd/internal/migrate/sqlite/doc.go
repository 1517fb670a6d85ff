// Package sqlite migrates SQLite files. A run makes each table again with the same text but
// for the types, in one transaction; undo does so in the other direction. A killed run was
// never there: Resume has nothing to do.
//
//	sqlite.go   Open, Run and Undo: the transaction and its checks, the conversions, the errors
//	plan.go     Plan: the columns, the values, the refusals, the statements
//	catalog.go  what sqlite_schema and the pragmas say about a table
//	ddl.go      the parts of CREATE TABLE, and the same statement with other types
//	aside.go    --bad-rows
//	sum.go      the checksum of a table's rows, which run compares
package sqlite
