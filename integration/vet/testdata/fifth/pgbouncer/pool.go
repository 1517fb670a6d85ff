// Package pgbouncer has the pool of a service behind PgBouncer. All of its queries use the simple protocol.
package pgbouncer

import (
	"context"
	"strings"

	"github.com/gofrs/uuid/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func NewPool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	return pgxpool.NewWithConfig(ctx, config)
}

type Store struct{ pool *pgxpool.Pool }

func (s *Store) Delete(ctx context.Context, ids []uuid.UUID) error {
	_, err := s.pool.Exec(ctx, `delete from carts where id = any($1)`, ids) // WRONG(pgxmode): the mode of the pool
	return err
}

func (s *Store) DeleteRight(ctx context.Context, ids []uuid.UUID) error {
	list := make([]string, len(ids))
	for i := range ids {
		list[i] = ids[i].String()
	}
	_, err := s.pool.Exec(ctx, `delete from carts where id = any($1::uuid[])`, list)
	return err
}

// DeleteModeRight names another mode for one call.
func (s *Store) DeleteModeRight(ctx context.Context, ids []uuid.UUID) error {
	_, err := s.pool.Exec(ctx, `delete from carts where id = any($1)`, pgx.QueryExecModeCacheDescribe, ids)
	return err
}

// DeleteJoinRight sends one text, which PostgreSQL splits.
func (s *Store) DeleteJoinRight(ctx context.Context, ids []uuid.UUID) error {
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(id.String())
	}
	_, err := s.pool.Exec(ctx, `delete from carts where id = any(string_to_array($1, ',')::uuid[])`, b.String())
	return err
}

type family []uuid.UUID

func (s *Store) Family(ctx context.Context, f family) (n int, err error) {
	err = s.pool.QueryRow(ctx, `select count(*) from carts where parent = any($1)`, f).Scan(&n) // WRONG(pgxmode): a named type of a list
	return
}

func (s *Store) FamilyRight(ctx context.Context, f family) (n int, err error) {
	for _, id := range f {
		var m int
		if err = s.pool.QueryRow(ctx, `select count(*) from carts where parent = $1`, id).Scan(&m); err != nil {
			return 0, err
		}
		n += m
	}
	return n, nil
}

func (s *Store) Tx(ctx context.Context, ids []uuid.UUID) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update carts set paid = true where id = any($1)`, ids) // WRONG(pgxmode): in a transaction of the pool
		return err
	})
}

func (s *Store) TxRight(ctx context.Context, ids []uuid.UUID) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, id := range ids {
			if _, err := tx.Exec(ctx, `update carts set paid = true where id = $1`, id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) Batch(ctx context.Context, groups map[string][]uuid.UUID) error {
	var b pgx.Batch
	for name, ids := range groups {
		b.Queue(`update carts set grp = $1 where id = any($2)`, name, ids) // WRONG(pgxmode): in a batch
	}
	return s.pool.SendBatch(ctx, &b).Close()
}

func (s *Store) BatchRight(ctx context.Context, groups map[string][]uuid.UUID) error {
	var b pgx.Batch
	for name, ids := range groups {
		for _, id := range ids {
			b.Queue(`update carts set grp = $1 where id = $2`, name, id)
		}
	}
	return s.pool.SendBatch(ctx, &b).Close()
}
