// Package mergejobs uses pgx's default mode, in which lists of UUIDs work.
package mergejobs

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Pair struct {
	Keep, Drop uuid.UUID
}

type Merger struct {
	pool *pgxpool.Pool
}

func New(ctx context.Context, url string) (*Merger, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.MinConns = 2
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return &Merger{pool: pool}, nil
}

func (m *Merger) Names(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := m.pool.Query(ctx, `select id, name from people where id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := make(map[uuid.UUID]string, len(ids))
	for rows.Next() {
		var id uuid.UUID
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}

func (m *Merger) Merge(ctx context.Context, pairs []Pair) error {
	return pgx.BeginFunc(ctx, m.pool, func(tx pgx.Tx) error {
		var drop []uuid.UUID
		for _, p := range pairs {
			if _, err := tx.Exec(ctx, `update letters set person = $1 where person = $2`, p.Keep, p.Drop); err != nil {
				return err
			}
			drop = append(drop, p.Drop)
		}
		_, err := tx.Exec(ctx, `delete from people where id = any($1)`, drop)
		return err
	})
}

func (m *Merger) Count(ctx context.Context, keep []uuid.UUID) (n int, err error) {
	err = m.pool.QueryRow(ctx, `select count(*) from people where id <> all($1)`, pgx.QueryExecModeDescribeExec, keep).Scan(&n)
	return n, err
}

func (m *Merger) Known(ctx context.Context, id uuid.UUID) (ok bool, err error) {
	err = m.pool.QueryRow(ctx, `select exists(select from people where id = $1)`, pgx.QueryExecModeExec, id).Scan(&ok)
	return ok, err
}
