package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
)

// sqliteProbe looks into what sqliteBlob and sqliteText do not show: see probe.
func sqliteProbe[T ~[16]byte](column string, with conversion[T]) trip[T] {
	return func(ctx context.Context, id T, back *T) (held, error) {
		db, err := openSQLite(ctx, `CREATE TABLE account (id `+column+` PRIMARY KEY)`)
		if err != nil {
			return held{}, err
		}
		defer db.Close()
		err = probe(ctx, db, "account", with, id, back)
		return heldThen(err, func() (held, error) {
			return scanHeld(db.QueryRowContext(ctx, `SELECT typeof(id), hex(id) FROM account`))
		})
	}
}

// mysqlProbe is the same for mysqlBinary, mysqlChar and mariadbUUID.
func mysqlProbe[T ~[16]byte](dsn, column string, with conversion[T]) trip[T] {
	return func(ctx context.Context, id T, back *T) (held, error) {
		var probeErr error
		h, err := withMySQL(ctx, dsn, column, func(db *sql.DB, table string) error {
			probeErr = probe(ctx, db, table, with, id, back)
			if errors.As(probeErr, new(silent)) {
				return nil
			}
			return probeErr
		})
		return h, cmp.Or(err, probeErr)
	}
}

// postgresProbe and postgresSQLProbe are the same for postgresPGX and postgresSQL. A uuid
// column takes text, too, so that no row can be missed with pgx.
func postgresProbe[T ~[16]byte](url string, register func(*pgtype.Map)) trip[T] {
	return func(ctx context.Context, id T, back *T) (held, error) {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return held{}, err
		}
		defer conn.Close(ctx)
		register(conn.TypeMap())
		if _, err := conn.Exec(ctx, `CREATE TEMPORARY TABLE account (id uuid PRIMARY KEY)`); err != nil {
			return held{}, err
		}
		if _, err := conn.Exec(ctx, `INSERT INTO account (id) VALUES ($1)`, id); err != nil {
			return held{}, err
		}
		if err := conn.QueryRow(ctx, `SELECT id FROM account WHERE id = $1`, id).Scan(back); err != nil {
			return held{}, err
		}
		err = readNull(id, func(dst *T) error { return conn.QueryRow(ctx, `SELECT NULL::uuid`).Scan(dst) })
		return heldThen(err, func() (held, error) {
			return scanHeld(conn.QueryRow(ctx, fmt.Sprintf(inspectPostgres, "account")))
		})
	}
}

func postgresSQLProbe[T ~[16]byte](url string, with conversion[T]) trip[T] {
	return func(ctx context.Context, id T, back *T) (held, error) {
		config, err := pgx.ParseConfig(url)
		if err != nil {
			return held{}, err
		}
		db := stdlib.OpenDB(*config)
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.ExecContext(ctx, `CREATE TEMPORARY TABLE account (id uuid PRIMARY KEY)`); err != nil {
			return held{}, err
		}
		with.placeholder, with.null = "$1", "NULL::uuid"
		err = probe(ctx, db, "account", with, id, back)
		return heldThen(err, func() (held, error) {
			return scanHeld(db.QueryRowContext(ctx, fmt.Sprintf(inspectPostgres, "account")))
		})
	}
}
