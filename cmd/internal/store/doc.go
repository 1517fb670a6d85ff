// Package store describes a database that is opened to be read and never
// written: its tables, columns, keys and indexes, and the values of its rows.
//
// Each database has a package below this one, which implements [Store].
// Package open chooses among them by a URL.
//
// To add a text, and how it is printed, add a row to TestText in values_test.go. What every store must do
// is a row of cases in package storetest; what one store must read is a test of its package, or of
// integration/audit.
package store
