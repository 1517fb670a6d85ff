// Package gormtest runs package gormtype on PostgreSQL, MariaDB and MySQL: its
// plugin with the UUID types of others, and what columns and migrations do with
// ids, such as MariaDB's uuid, which takes a gormtype.Text. Package sqlitetest
// has the tests on SQLite, and package matrix what a program does with GORM,
// operation by operation.
package gormtest
