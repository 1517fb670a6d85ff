// Package mysql migrates MySQL and MariaDB. A run copies into new tables, batch by batch, and
// exchanges all of them in one RENAME TABLE, the switch. The old tables stay until cleanup.
// With --online triggers keep the new tables up to date while the application writes.
//
// The statements commit one by one. After a kill the next process asks the catalog, not the
// journal, whether the RENAME has happened: Where in work.go.
//
// # Where to look
//
//	mysql.go       Open, Status, the expressions that convert a value, the codes of errors
//	work.go        which actions Run, Undo, TakeBack, Finish and Cleanup are, the lock, and Where
//	offline.go     the actions of a copy while nobody writes, and the RENAME
//	sum.go         the checksums by which old and new rows are compared
//	online.go      those of a copy --online, its switch, and what takes both back
//	switch.go      what comes after the RENAME, its rest after a kill, renaming back
//	stored.go      what is different in plans without a format
//	plan.go        Plan: the columns, the values, the new tables, and what a reader sees of the actions
//	size.go        the size that a plan prints
//	catalog.go     what information_schema says about a table, and SHOW CREATE TABLE, which copies are compared with
//	types.go       the new type and default of a column, and what it cannot hold
//	dependents.go  the refusals of objects that would not be carried over
//	privileges.go  what the user may do
//	topology.go    replicas and clusters
//	copy.go        the statements that copy, batch by batch
//	triggers.go    its triggers, and the actions of foreign keys that they repeat
//	aside.go       --bad-rows
//	locks.go       LOCK TABLES in a session of its own, until RENAME waits
//	guard.go       sessions and their timeouts, the lock of the one runner, who blocks whom
//
// To add a conversion, add a row to TestConvert in forms_test.go; a default that the new type
// takes over, to TestGenerated in catalog_test.go.
package mysql
