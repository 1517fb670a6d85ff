// Package migrate converts the UUID columns of a database from one form to another, and
// loses nothing. It is the command uuid migrate; docs/migrate.md shows the verbs to users.
//
//	plan     reads the schema and every value, and prints what run would do. It writes nothing
//	run      does it
//	status   prints which migrations there are, and what an interrupted one needs
//	undo     goes back to the old form, with the rows written since
//	cleanup  forgets how to go back, and frees what was kept for it
//
// # One migration
//
// A migration converts all columns that foreign keys connect with the named ones, at once:
// a text never refers to bytes. [Plan] holds the columns, their forms, and a hash of the
// schema. Everything that could make a promise wrong is a [Refusal] in the plan: it has a
// [Kind], and names the object, the reason, and the way by hand.
//
// # Where to look
//
// This package has what all stores share. Package open below it opens the [Store] of a URL,
// and cmd/internal/cli/migrate.go calls it. Each store is a package; none imports another:
//
//	sqlite    makes each table again with the same text but for the type, in one transaction
//	postgres  ALTER TABLE … TYPE … USING, in one transaction, in postgres/offline.go. With --online it copies as mysql
//	          does, and exchanges the tables in one transaction (switch: postgres/switch.go)
//	mysql     copies into new tables, batch by batch, and exchanges all of them in one RENAME (switch: mysql/switch.go)
//	mongo     updateMany with pipelines whose filters name the old form, an _id by delete and insert
//	sqlkit    what sqlite, postgres and mysql share
//
// The files here:
//
//	migrate.go   Request, Plan, Refusal, and errors with an exit status
//	kind.go      the kinds of refusals
//	driver.go    Store, and the verbs: Run, Undo, Cleanup, and look, which comes before each of them
//	table.go     Rules: the state machine of all stores, as a table
//	action.go    Action, Work: what a plan prints, and the driver does
//	format.go    a plan in the journal, its format and version
//	state.go     Status: which migrations there are, and what an interrupted one needs
//	forms.go     the forms of ids, and a Reader of the values of a column
//	aside.go     --bad-rows
//	verify.go    a Snapshot of a schema, and the hash of a plan
//	print.go     a plan for people; wrap.go breaks long lines of SQL
//	progress.go  lines about how far a step is
//	silence.go   a message when the server does not answer
//
// Package migratetest has what every store must do, and a store in memory whose processes die.
//
// # A verb
//
// A verb looks for what a killed process has left (the journal, and the store's [Where]), and takes
// that back or finishes it as [Rules] says. Then the store makes the actions of its [Work] from the
// plan's facts, and the verb does them. A plan prints these actions in SQL, which no code reads.
// Older plans have no format, but the statements of undo: stored.go of a store is for them.
//
// With --online triggers write each change to the new tables, too, and a killed run goes on where
// it was. With --bad-rows ([Aside]) rows that do not convert are moved to new tables, in the same
// transaction as the switch, or the same RENAME; undo puts them back.
//
// # What run proves before it commits or switches
//
// If one of these is not true, run goes back:
//
//   - The schema is the one that was planned (its hash), and every value has a form that was planned.
//   - Every row is there, with the same UUIDs and the same other values: a checksum of the old rows,
//     each id in its 16 bytes or digits, equals that of the new rows and those moved away.
//   - The schema differs from before in what the plan lists, and in nothing else.
//
// # State
//
// Table uuidkit_migration of the same database is the journal: it has a row for each migration that
// can be undone, with its [State] and the plan. Cleanup deletes it, and the empty table. A run that is
// one transaction writes the row in the same transaction: killed at any point, it leaves the database
// as it was.
//
// What a store does after a kill is in its package's doc. Only one process at a
// time has the lock: in the session of its statements, in MongoDB in a document that expires, in
// SQLite that of the file. If it is killed, the next one waits until its last statement has ended.
//
// TestDriver in driver_test.go kills the verbs on the stores of Kinds in package migratetest. To add what status
// says of a state, add a row to TestUnfinished in state_test.go; a statement that is printed in several lines,
// one to TestWrap in wrap_test.go.
package migrate
