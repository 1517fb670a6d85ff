package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

// inspectPostgres asks the table %[1]s for its column's type and its 16 bytes.
const inspectPostgres = `SELECT pg_typeof(id)::text, encode(uuid_send(id), 'hex') FROM %[1]s`

// postgresStores returns the stores of the server at url, or why it has none.
func postgresStores[T ~[16]byte](ctx context.Context, url string) ([]store[T], error) {
	if err := pingPostgres(ctx, url); err != nil {
		return nil, err
	}
	return append([]store[T]{
		{"PostgreSQL, pgx", "pgxtype.Register[T](m)", binary("uuid"), at(url, postgresPGX[T]),
			postgresProbe[T](url, func(m *pgtype.Map) { pgxtype.Register[T](m) }), postgresProbe[T](url, func(*pgtype.Map) {})},
		{"PostgreSQL, database/sql", "sqlx.Text(id)", binary("uuid"), at(url, postgresSQL[T]),
			postgresSQLProbe(url, inText[T]()), postgresSQLProbe(url, asItIs[T]("'%s'"))},
	}, gormPostgresStores[T](url)...), nil
}

func pingPostgres(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// postgresPGX makes T known to the connection, and needs no conversions then.
// For a pool, pgxpool.Config.AfterConnect is the place to do it.
func postgresPGX[T ~[16]byte](ctx context.Context, url string, id T, back *T) (held, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return held{}, err
	}
	defer conn.Close(ctx)
	pgxtype.Register[T](conn.TypeMap())

	if _, err := conn.Exec(ctx, `CREATE TEMPORARY TABLE account (id uuid PRIMARY KEY)`); err != nil {
		return held{}, err
	}
	if _, err := conn.Exec(ctx, `INSERT INTO account (id) VALUES ($1)`, id); err != nil {
		return held{}, err
	}
	if err := conn.QueryRow(ctx, `SELECT id FROM account WHERE id = $1`, id).Scan(back); err != nil {
		return held{}, err
	}

	return scanHeld(conn.QueryRow(ctx, fmt.Sprintf(inspectPostgres, "account")))
}

// postgresSQL converts where the query is: text is the form in which every
// PostgreSQL driver for database/sql takes a uuid.
func postgresSQL[T ~[16]byte](ctx context.Context, url string, id T, back *T) (held, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return held{}, err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	db.SetMaxOpenConns(1) // a temporary table belongs to its connection

	if _, err := db.ExecContext(ctx, `CREATE TEMPORARY TABLE account (id uuid PRIMARY KEY)`); err != nil {
		return held{}, err
	}
	if _, err := db.ExecContext(ctx, `INSERT INTO account (id) VALUES ($1)`, sqlx.Text(id)); err != nil {
		return held{}, err
	}
	var got sqlx.Text
	if err := db.QueryRowContext(ctx, `SELECT id FROM account WHERE id = $1`, sqlx.Text(id)).Scan(&got); err != nil {
		return held{}, err
	}
	*back = T(got)

	return scanHeld(db.QueryRowContext(ctx, fmt.Sprintf(inspectPostgres, "account")))
}
