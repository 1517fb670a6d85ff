// Package mysql migrates MySQL and MariaDB. A run copies into new tables, batch by batch, and
// exchanges all of them in one RENAME TABLE, the switch. The old tables stay until cleanup.
// With --online triggers keep the new tables up to date while the application writes.
//
// The statements commit one by one. After a kill the next process asks the catalog, not the
// state, whether the RENAME has happened: settle in resume.go.
//
// # Where to look
//
//	mysql.go       Open, Status and Cleanup, the conversions, the codes of errors
//	plan.go        Plan: the columns, the values, the statements
//	estimate.go    the size and the time that a plan prints
//	catalog.go     what SHOW CREATE TABLE and information_schema say about a table
//	types.go       the new type and default of a column, and what it cannot hold
//	dependents.go  the refusals of objects that would not be carried over
//	privileges.go  what the user may do
//	topology.go    replicas and clusters
//	run.go         Run and Undo: an offline copy and its switch, the checks
//	copy.go        the statements that copy, batch by batch
//	online.go      a run --online, its switch, and taking it back
//	triggers.go    its triggers, and the actions of foreign keys that they repeat
//	resume.go      what a killed process has left: finish it, go on, or take it back
//	aside.go       --bad-rows
//	locks.go       LOCK TABLES in a session of its own, until RENAME waits
//	guard.go       sessions and their timeouts, the lock of the one runner, who blocks whom
package mysql
