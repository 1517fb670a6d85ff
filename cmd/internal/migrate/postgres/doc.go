// Package postgres migrates PostgreSQL. A run is ALTER TABLE … TYPE … USING of all tables in
// one transaction. With --online it copies into new tables, which triggers keep up to date,
// and puts all of them in the place of the old ones in one transaction: the switch.
//
// # Where to look
//
//	postgres.go    Open, the journal, which work Run and Undo are, Cleanup, the codes of errors
//	plan.go        Plan: the columns, the values, and what a reader sees of the actions
//	alter.go       the actions that change types, foreign keys and the place of bad rows, and Plan.Detail
//	offline.go     a run or undo in one transaction: what it compares at its begin and its end
//	online.go      a run or undo --online: prepares, copies, switches, or goes on after a kill
//	shadow.go      its new tables, their triggers, and the statements that copy
//	switch.go      the switch, what comes after it, and taking a run back before it
//	stored.go      undo of a plan without a format, by its statements
//	sums.go        the checksums of the rows, and forms.go the expressions that convert a value
//	catalog.go     what the catalogs say about columns, and the snapshot of the schema
//	classes.go     the kinds of objects that depend on a table, and what becomes of each
//	dependents.go  the refusals of objects that would not be carried over
//	byhand.go      the SQL that a refusal tells the user to execute
//	aside.go       what --bad-rows refuses
//	guard.go       the connection, its timeouts, the lock of the one runner, who blocks whom
//
// To add a conversion, add a row to TestConvert in forms_test.go.
package postgres
