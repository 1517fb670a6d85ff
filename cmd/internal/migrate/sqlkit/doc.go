// Package sqlkit is what the SQL stores of package migrate share: packages sqlite, postgres
// and mysql below it.
//
//	journal.go  table uuidkit_migration: a row for each migration until cleanup
//	columns.go  the columns that foreign keys connect, a ForeignKey
//	rows.go     the values of columns read, and the rows for which a plan is refused
//	text.go     quoting, and the expression that puts digits of an id in another order
//
// What MongoDB needs, too, is in package migrate. What one store alone needs is in its package.
//
// Texts of 16 bytes, which TestCutText in text_test.go reads, are rows of Sixteen in package migratetest.
package sqlkit
