// Package gormtype tests package gormtype on SQLite, MariaDB, MySQL and
// PostgreSQL: its field types, its plugin with the UUID types of other packages,
// migrations, and sqlx's connector under GORM. Package matrix lists what a program
// does with GORM, operation by operation.
package gormtype
