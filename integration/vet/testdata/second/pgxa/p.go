// Package pgxa has a pool whose default mode is exec.
package pgxa

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Queries struct{ pool *pgxpool.Pool }

func New(ctx context.Context, url string) (*Queries, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // PgBouncer
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	return &Queries{pool}, err
}

const byIDs = `SELECT name FROM users WHERE id = ANY($1)`

func (q *Queries) Names(ctx context.Context, ids []uuid.UUID) ([]string, error) {
	rows, err := q.pool.Query(ctx, byIDs, ids) // WRONG(pgxmode): no encoding of the list
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func (q *Queries) NamesRight(ctx context.Context, ids []uuid.UUID) ([]string, error) {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	rows, err := q.pool.Query(ctx, `SELECT name FROM users WHERE id = ANY($1::uuid[])`, texts)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func (q *Queries) Disable(ctx context.Context, groups map[string][]uuid.UUID) error {
	b := &pgx.Batch{}
	for group, ids := range groups {
		b.Queue(`UPDATE users SET disabled = true WHERE grp = $1 AND id = ANY($2)`, group, ids) // WRONG(pgxmode): in a batch
	}
	return q.pool.SendBatch(ctx, b).Close()
}

func (q *Queries) DisableRight(ctx context.Context, group string, ids []uuid.UUID) error {
	b := &pgx.Batch{}
	for _, id := range ids {
		b.Queue(`UPDATE users SET disabled = true WHERE grp = $1 AND id = $2`, group, id)
	}
	return q.pool.SendBatch(ctx, b).Close()
}

func (q *Queries) Named(ctx context.Context, ids []uuid.UUID) error {
	_, err := q.pool.Exec(ctx, `DELETE FROM users WHERE id = ANY(@ids)`, pgx.NamedArgs{"ids": ids}) // WRONG(pgxmode): a named argument
	return err
}

func (q *Queries) NamedRight(ctx context.Context, id uuid.UUID) error {
	_, err := q.pool.Exec(ctx, `DELETE FROM users WHERE id = @id`, pgx.NamedArgs{"id": id})
	return err
}
