// Package pgopen makes the pools of all services, for PgBouncer, and registers their UUIDs.
package pgopen

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
)

type Option func(*pgxpool.Config)

func Simple(c *pgxpool.Config) { c.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol }

func register(_ context.Context, conn *pgx.Conn) error {
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	return nil
}

func PoolRight(ctx context.Context, url string, opts ...Option) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = register
	for _, o := range append(opts, Simple) {
		o(config)
	}
	return pgxpool.NewWithConfig(ctx, config)
}
