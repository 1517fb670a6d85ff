// Package pgxb registers on a connection of a pool, and names a mode in calls.
package pgxb

import (
	"context"

	"github.com/gofrs/uuid/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type key [16]byte

func byKey(ctx context.Context, conn *pgx.Conn, k key) (name string, err error) {
	args := []any{pgx.QueryExecModeSimpleProtocol, k}
	err = conn.QueryRow(ctx, `SELECT name FROM users WHERE id = $1`, args...).Scan(&name) // WRONG(pgxmode): an array without methods
	return
}

func byKeyRight(ctx context.Context, conn *pgx.Conn, k key) (name string, err error) {
	args := []any{pgx.QueryExecModeSimpleProtocol, uuid.UUID(k)}
	err = conn.QueryRow(ctx, `SELECT name FROM users WHERE id = $1`, args...).Scan(&name)
	return
}

func drop(ctx context.Context, pool *pgxpool.Pool, ids ...uuid.UUID) error {
	_, err := pool.Exec(ctx, `DELETE FROM users WHERE id = ANY($1)`, pgx.QueryExecModeExec, ids) // WRONG(pgxmode): a list in mode exec
	return err
}

func dropRight(ctx context.Context, pool *pgxpool.Pool, ids ...uuid.UUID) error {
	_, err := pool.Exec(ctx, `DELETE FROM users WHERE id = ANY($1)`, pgx.QueryExecModeDescribeExec, ids)
	return err
}
