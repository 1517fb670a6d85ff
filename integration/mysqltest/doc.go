// Package mysqltest runs package sqlx on MySQL and MariaDB, lets the servers say
// what was stored, and compares it with MySQL's own functions for UUIDs. MariaDB's
// uuid column is tested in packages sqltest and gormtest.
package mysqltest
