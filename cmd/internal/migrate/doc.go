// Package migrate converts the UUID columns of a database from one form to another, and
// loses nothing. It is the command uuid migrate; docs/migrate.md shows the verbs to users.
//
//	plan     reads the schema and every value, and prints what run would do. It writes nothing
//	run      does it
//	status   tells where it stands
//	undo     goes back to the old form, with the rows written since
//	cleanup  forgets how to go back, and frees what was kept for it
//
// # One migration
//
// A migration converts all columns that foreign keys connect with the named ones, at once:
// a text never refers to bytes. [Plan] holds the columns, the statements, and a hash of the
// schema. Everything that could make a promise wrong is a [Refusal] in the plan: it names
// the object, the reason, and the way by hand.
//
// # A store
//
// Each kind of database implements the interface store:
//
//	sqlite*.go     makes each table again with the same text but for the type, in one transaction
//	postgres*.go   ALTER TABLE … TYPE … USING, in one transaction
//
// # What run proves before it commits
//
//   - The schema is the one that was planned (its hash), and every value has a form that was planned.
//   - Every row is there, with the same UUIDs and the same other values: a checksum of the old rows,
//     each id in its 16 bytes, equals that of the new rows.
//   - The schema differs from before in what the plan lists, and in nothing else.
//   - Foreign keys hold.
//
// If one of them is not so, run rolls back and reports it. Killed at any point, it leaves the
// database as it was, because SQLite and PostgreSQL roll back; run it again.
//
// # State
//
// Table uuidkit_migration of the same database has a row for each migration that can be undone:
// run inserts it in the transaction of the switch, cleanup deletes it and drops the empty table.
// It holds the plan, from which undo restores the old definitions.
package migrate
