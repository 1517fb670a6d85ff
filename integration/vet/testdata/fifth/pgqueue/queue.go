// Package pgqueue is a queue in PostgreSQL, behind PgBouncer: each query names its mode.
package pgqueue

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

type Queue struct {
	db   querier
	mode pgx.QueryExecMode
}

func Count(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) (n int, err error) {
	err = conn.QueryRow(ctx, `select count(*) from jobs where id = any($1)`, pgx.QueryExecModeSimpleProtocol, ids).Scan(&n) // WRONG(pgxmode): pgx cannot encode the list
	return
}

func CountRight(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) (n int, err error) {
	err = conn.QueryRow(ctx, `select count(*) from jobs where id = any($1)`, pgx.QueryExecModeCacheDescribe, ids).Scan(&n)
	return
}

func CountDefaultRight(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) (n int, err error) {
	err = conn.QueryRow(ctx, `select count(*) from jobs where id = any($1)`, ids).Scan(&n)
	return
}

func texts(ids []uuid.UUID) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, id.String())
	}
	return out
}

func CountTextRight(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) (n int, err error) {
	err = conn.QueryRow(ctx, `select count(*) from jobs where id = any($1::uuid[])`, pgx.QueryExecModeSimpleProtocol, texts(ids)).Scan(&n)
	return
}

func Take(ctx context.Context, db querier, ids []uuid.UUID) ([]time.Time, error) {
	args := []any{pgx.QueryExecModeExec, ids}
	rows, err := db.Query(ctx, `update jobs set taken = now() where id = any($1) returning taken`, args...) // WRONG(pgxmode): exec, in a list of arguments
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[time.Time])
}

func TakeRight(ctx context.Context, db querier, ids []uuid.UUID) ([]time.Time, error) {
	args := []any{pgx.QueryExecModeExec, texts(ids)}
	rows, err := db.Query(ctx, `update jobs set taken = now() where id = any($1::uuid[]) returning taken`, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[time.Time])
}

// OneRight: one UUID is right in each mode.
func OneRight(ctx context.Context, conn *pgx.Conn, id uuid.UUID) error {
	_, err := conn.Exec(ctx, `delete from jobs where id = $1`, pgx.QueryExecModeSimpleProtocol, id)
	return err
}

func Raw(ctx context.Context, conn *pgx.Conn, id [16]byte) error {
	_, err := conn.Exec(ctx, `delete from jobs where id = $1`, pgx.QueryExecModeExec, id) // WRONG(pgxmode): a [16]byte has no methods
	return err
}

func RawRight(ctx context.Context, conn *pgx.Conn, id [16]byte) error {
	_, err := conn.Exec(ctx, `delete from jobs where id = $1`, pgx.QueryExecModeExec, uuid.UUID(id))
	return err
}

func Named(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) error {
	const mode = pgx.QueryExecModeSimpleProtocol
	_, err := conn.Exec(ctx, `delete from jobs where id = any(@ids)`, mode, pgx.NamedArgs{"ids": ids}) // WRONG(pgxmode): a named argument
	return err
}

func NamedRight(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) error {
	const mode = pgx.QueryExecModeDescribeExec
	_, err := conn.Exec(ctx, `delete from jobs where id = any(@ids)`, mode, pgx.NamedArgs{"ids": ids})
	return err
}

// EachRight sends the ids one by one.
func EachRight(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) error {
	for _, id := range ids {
		if _, err := conn.Exec(ctx, `delete from jobs where id = $1`, pgx.QueryExecModeExec, id); err != nil {
			return err
		}
	}
	return nil
}

// NumbersRight has a list that pgx knows.
func NumbersRight(ctx context.Context, conn *pgx.Conn, ns []int64) error {
	_, err := conn.Exec(ctx, `delete from ticks where n = any($1)`, pgx.QueryExecModeSimpleProtocol, ns)
	return err
}
