// Package sqlx tests package sqlx with the drivers of database/sql, on SQLite,
// MariaDB, MySQL and PostgreSQL: column types, the connector, arrays, and what the
// databases do with UUIDs that are stored in another form.
//
// To add a column type, add a row to forms in columns_test.go; for a library that logs or
// traces, one to wrappers in wrappers_test.go.
package sqlx
