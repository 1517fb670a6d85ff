// Package gormtype tests package gormtype on SQLite, MariaDB, MySQL and
// PostgreSQL: its field types, its plugin with the UUID types of other packages,
// migrations, and sqlx's connector under GORM. Package matrix lists what a program
// does with GORM, operation by operation.
//
// To add a field type, add a row to TestRows in rows_test.go; what a program does with it, to rows
// in rows_test.go.
package gormtype
