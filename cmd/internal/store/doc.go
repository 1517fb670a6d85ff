// Package store opens a database for reading only, and lists its tables, columns, keys,
// indexes and samples of values.
package store
