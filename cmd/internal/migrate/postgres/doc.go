// Package postgres migrates PostgreSQL. A run is ALTER TABLE … TYPE … USING of all tables in
// one transaction. With --online it copies into new tables, which triggers keep up to date,
// and puts all of them in the place of the old ones in one transaction: the switch.
//
// # Where to look
//
//	postgres.go    Open, Run, Undo, Resume and Cleanup: the transaction of an offline run, checksums
//	               of the rows, the conversions, the codes of errors
//	plan.go        Plan: the columns, the values, the statements
//	catalog.go     what the catalogs say about columns, and the snapshot of the schema
//	classes.go     the kinds of objects that depend on a table, and what becomes of each
//	dependents.go  the refusals of objects that would not be carried over
//	byhand.go      the SQL that a refusal tells the user to execute
//	online.go      a run --online: prepares, copies, goes on after a kill
//	shadow.go      its new tables, their triggers, and the statements that copy
//	switch.go      the switch, what comes after it, and taking a run back before it
//	aside.go       --bad-rows
//	guard.go       the connection, its timeouts, the lock of the one runner, who blocks whom
package postgres
