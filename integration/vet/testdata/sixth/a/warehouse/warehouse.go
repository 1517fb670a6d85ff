// Package warehouse works behind PgBouncer.
package warehouse

import (
	"context"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// A Lot is the id that the scale prints.
type Lot [16]byte

type Bin struct {
	ID   uuid.UUID
	Name string
}

type Warehouse struct {
	conn *pgx.Conn
}

func texts[T fmt.Stringer](ids []T) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.String()
	}
	return out
}

func (w *Warehouse) Bins(ctx context.Context, ids []uuid.UUID) ([]Bin, error) {
	rows, err := w.conn.Query(ctx, `select id, name from bins where id = any($1)`,
		pgx.QueryExecModeSimpleProtocol, ids) // WRONG(pgxmode): cannot encode the list
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Bin])
}

func (w *Warehouse) BinsRight(ctx context.Context, ids []uuid.UUID) ([]Bin, error) {
	rows, err := w.conn.Query(ctx, `select id, name from bins where id = any($1)`,
		pgx.QueryExecModeSimpleProtocol, texts(ids))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Bin])
}

func (w *Warehouse) Empty(ctx context.Context, bins []gofrs.UUID) (int64, error) {
	tag, err := w.conn.Exec(ctx, `delete from contents where bin = any($1)`, pgx.QueryExecModeExec, bins) // WRONG(pgxmode): cannot encode the list
	if err != nil {
		return 0, fmt.Errorf("empty bins: %w", err)
	}
	return tag.RowsAffected(), nil
}

func (w *Warehouse) EmptyRight(ctx context.Context, bins []gofrs.UUID) (int64, error) {
	tag, err := w.conn.Exec(ctx, `delete from contents where bin = any($1)`, pgx.QueryExecModeCacheDescribe, bins)
	if err != nil {
		return 0, fmt.Errorf("empty bins: %w", err)
	}
	return tag.RowsAffected(), nil
}

func (w *Warehouse) Weigh(ctx context.Context, lot Lot) (grams int, err error) {
	err = w.conn.QueryRow(ctx, `select grams from lots where id = $1`, pgx.QueryExecModeSimpleProtocol, lot).Scan(&grams) // WRONG(pgxmode): an array without methods
	return grams, err
}

func (w *Warehouse) WeighRight(ctx context.Context, lot Lot) (grams int, err error) {
	err = w.conn.QueryRow(ctx, `select grams from lots where id = $1`, pgx.QueryExecModeSimpleProtocol, uuid.UUID(lot)).Scan(&grams)
	return grams, err
}

func (w *Warehouse) Count(ctx context.Context, pooled bool, ids uuid.UUIDs) (n int, err error) {
	mode := pgx.QueryExecModeExec
	args := []any{mode, ids}
	err = w.conn.QueryRow(ctx, `select count(*) from bins where id = any($1)`, args...).Scan(&n) // WRONG(pgxmode): cannot encode the list
	return n, err
}

func (w *Warehouse) CountRight(ctx context.Context, pooled bool, ids uuid.UUIDs) (n int, err error) {
	mode := pgx.QueryExecModeExec
	args := []any{mode, ids.Strings()}
	err = w.conn.QueryRow(ctx, `select count(*) from bins where id = any($1)`, args...).Scan(&n)
	return n, err
}

// Rename has single ids, which every mode takes.
func (w *Warehouse) Rename(ctx context.Context, id uuid.UUID, name string) error {
	_, err := w.conn.Exec(ctx, `update bins set name = $2 where id = $1`, pgx.QueryExecModeSimpleProtocol, id, name)
	return err
}

// Numbers are a list that pgx knows.
func (w *Warehouse) Numbers(ctx context.Context, numbers []int32) (n int, err error) {
	err = w.conn.QueryRow(ctx, `select count(*) from bins where number = any($1)`, pgx.QueryExecModeExec, numbers).Scan(&n)
	return n, err
}

// Import uses COPY.
func (w *Warehouse) Import(ctx context.Context, bins []Bin) (int64, error) {
	return w.conn.CopyFrom(ctx, pgx.Identifier{"bins"}, []string{"id", "name"},
		pgx.CopyFromSlice(len(bins), func(i int) ([]any, error) {
			return []any{bins[i].ID, bins[i].Name}, nil
		}))
}
