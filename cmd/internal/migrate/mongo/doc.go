// Package mongo migrates MongoDB. A run is updateMany with pipelines whose filters name the old
// form, so that a run goes on after a kill: a converted document does not match. An _id
// changes by delete and insert in one transaction, or with a copy in uuidkit_moving meanwhile.
//
// # Collections of its own
//
//	uuidkit_migration  a document for each migration, and the lock of the one runner, which expires
//	uuidkit_kept       the forms of values that undo cannot compute
//	uuidkit_moving     documents between delete and insert, on servers without transactions
//
// Offline, run compares the sums of the collections; online, each transaction compares its
// documents. All writes are in transactions. When the next process has the lock, the old one cannot
// commit any: the new one ends them.
//
// The driver finds documents of both forms, and goes on: there is nothing to take back or to finish.
//
// # Where to look
//
//	mongo.go     Open, Cleanup, and the documents of uuidkit_migration
//	work.go      Run and Undo: their actions, from the first look to the last comparison
//	plan.go      Plan, and the refusals of collections, indexes and shard keys, also those of undo
//	scan.go      the values of a field and their forms
//	size.go      documents that would become too large
//	notes.go     what else the user must know
//	manual.go    the commands that a refusal tells the user to execute
//	forms.go     the forms of values, and their inverse
//	pipeline.go  filters and pipelines that convert
//	run.go       the conversion of all fields but an _id, and what run compares in the end
//	move.go      that of an _id, and --bad-rows
//	kept.go      uuidkit_kept
//	read.go      documents read and summed up, whatever the form of their ids
//	guard.go     the lock, its fence, what blocks run
//
// Package migratetest has what each store must do: TestRun in mongo_test.go runs it. integration/migrate has
// the documents of real servers.
//
// To add a kind of collection, add a row to TestMongoKinds in integration/migrate/mongo_kinds_test.go.
package mongo
