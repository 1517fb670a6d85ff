// Package pgxsimple is behind PgBouncer.
package pgxsimple

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
	kit "github.com/uuidkit/uuidkit/uuid"
)

func open(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[kit.UUID](conn.TypeMap()) // WRONG-ALSO
		return nil
	}
	return pgxpool.NewWithConfig(ctx, config)
}

func remove(ctx context.Context, pool *pgxpool.Pool, ids []uuid.UUID) error {
	_, err := pool.Exec(ctx, `delete from users where id = any($1)`, ids) // WRONG(pgxmode): uuidkit's type is registered, not google's: this mode cannot encode the list
	return err
}

func delete(ctx context.Context, pool *pgxpool.Pool, ids []kit.UUID) error {
	_, err := pool.Exec(ctx, `delete from users where id = any($1)`, ids)
	return err
}
