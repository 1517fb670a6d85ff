// Package pooler tests PostgreSQL behind PgBouncer, with transaction pooling: pgx in all its
// modes, database/sql, and the commands. It installs PgBouncer, and so runs only with -all:
//
//	go -C integration test ./pooler -all
//
// To add a release or a setting of PgBouncer, add a row to poolers in pooler_test.go.
package pooler
