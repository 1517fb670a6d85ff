// Package store describes a database that is opened to be read and never
// written: its tables, columns, keys and indexes, and the values of its rows.
//
// Each database has a package below this one, which implements [Store].
// Package open chooses among them by a URL.
package store
