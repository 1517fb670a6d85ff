// Package sqlite migrates SQLite files. A run makes each table again with the same text but
// for the types, in one transaction; undo does so in the other direction. A killed run
// leaves nothing behind: the driver finds nothing to take back or to finish.
//
//	sqlite.go   Open, the journal, Cleanup, the errors
//	plan.go     Plan: the columns, the values, the refusals, and what a reader sees of the actions
//	work.go     Run and Undo: the transaction, and what it compares at its begin and its end
//	rebuild.go  the actions: a table made again, rows moved to another table and back
//	checks.go   what undo would lose, and the sums of all rows
//	stored.go   undo of a plan without a format, by its statements
//	forms.go    expressions that convert a value, or say whether it has a form
//	catalog.go  what sqlite_schema and the pragmas say about a table
//	ddl.go      the parts of CREATE TABLE, and the same statement with other types
//	aside.go    what --bad-rows refuses
//	sum.go      the checksum of a table's rows
//
// To add a conversion, add a row to TestConvert in forms_test.go; a CREATE TABLE with other types,
// to TestRetype in forms_test.go.
package sqlite
