// Package gormtest runs package gormtype on PostgreSQL, MariaDB and MySQL: its
// plugin with the UUID types of others, and what columns and migrations do with
// ids, such as MariaDB's uuid, which takes a gormtype.Text. What is true of all
// columns of bytes it runs on SQLite too, whose own tests are in package
// sqlitetest. Package matrix has what a program does with GORM, operation by
// operation.
package gormtest
