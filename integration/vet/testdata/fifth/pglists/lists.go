// Package pglists asks for many rows at once, with a pool of package pgopen.
package pglists

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/market/pgopen"
)

const table = `create table watchers (id uuid primary key, topic uuid not null, via uuid)`

type Watchers struct{ pool *pgxpool.Pool }

func OpenRight(ctx context.Context, url string) (*Watchers, error) {
	pool, err := pgopen.PoolRight(ctx, url)
	if err != nil {
		return nil, err
	}
	if _, err := pool.Exec(ctx, table); err != nil {
		return nil, err
	}
	return &Watchers{pool}, nil
}

func (w *Watchers) DropRight(ctx context.Context, ids []uuid.UUID) error {
	_, err := w.pool.Exec(ctx, `delete from watchers where id = any($1)`, ids)
	return err
}

func (w *Watchers) Drop(ctx context.Context, ids []gofrs.UUID) error {
	_, err := w.pool.Exec(ctx, `delete from watchers where id = any($1)`, ids) // WRONG(pgxmode): google's type is registered, and this is gofrs's
	return err
}

func (w *Watchers) DropOneRight(ctx context.Context, id gofrs.UUID) error {
	_, err := w.pool.Exec(ctx, `delete from watchers where id = $1`, id)
	return err
}

func (w *Watchers) DropConvertedRight(ctx context.Context, ids []gofrs.UUID) error {
	list := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		list[i] = uuid.UUID(id)
	}
	return w.DropRight(ctx, list)
}

// ViaRight: the pool has registered the type, and so NULL is an error.
func (w *Watchers) ViaRight(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := w.pool.Query(ctx, `select via from watchers`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (w *Watchers) ViaPointerRight(ctx context.Context) ([]*uuid.UUID, error) {
	rows, err := w.pool.Query(ctx, `select via from watchers`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[*uuid.UUID])
}

func (w *Watchers) CopyRight(ctx context.Context, ids, topics []uuid.UUID) (int64, error) {
	return w.pool.CopyFrom(ctx, pgx.Identifier{"watchers"}, []string{"id", "topic"},
		pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) { return []any{ids[i], topics[i]}, nil }))
}
