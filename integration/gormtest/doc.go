// Package gormtest runs package gormtype on MariaDB, whose uuid column and
// binary(16) are both a gormtype.UUID's. Package sqlitetest has the tests on
// SQLite, and package matrix the comparison on PostgreSQL.
package gormtest
