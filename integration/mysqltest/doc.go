// Package mysqltest runs package sqlx on MySQL and MariaDB, lets the servers say
// what was stored, and compares it with MySQL's own functions for UUIDs. What is
// MariaDB's alone, its uuid column, is tested in package gormtest.
package mysqltest
