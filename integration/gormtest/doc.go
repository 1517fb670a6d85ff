// Package gormtest runs package gormtype on MariaDB, whose uuid column takes a
// gormtype.Text and whose binary(16) a gormtype.UUID, and shows what that column
// does with the bytes of package sqlx. Package sqlitetest has the
// tests on SQLite, and package matrix the comparison on PostgreSQL.
package gormtest
