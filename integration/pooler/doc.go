// Package pooler tests PostgreSQL behind PgBouncer, with transaction pooling: pgx in all its
// modes, database/sql, and the commands. It installs PgBouncer, and so runs only with -all:
//
//	go -C integration test ./pooler -all
package pooler
