package reports

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

func Open(url string) (*sql.DB, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	return stdlib.OpenDB(*cfg), nil
}

type Reports struct {
	db *sql.DB
}

func (r *Reports) Revenue(ctx context.Context, shops []uuid.UUID) (cents int64, err error) {
	const q = `select coalesce(sum(cents), 0) from sales where shop = any($1)`
	err = r.db.QueryRowContext(ctx, q, shops).Scan(&cents) // WRONG(pgxmode): cannot encode the list
	return cents, err
}

func (r *Reports) RevenueRight(ctx context.Context, shops []uuid.UUID) (cents int64, err error) {
	const q = `select coalesce(sum(cents), 0) from sales where shop = any($1)`
	err = r.db.QueryRowContext(ctx, q, uuid.UUIDs(shops).Strings()).Scan(&cents)
	return cents, err
}

func (r *Reports) OfShop(ctx context.Context, shop uuid.UUID) (cents int64, err error) {
	err = r.db.QueryRowContext(ctx, `select coalesce(sum(cents), 0) from sales where shop = $1`, shop).Scan(&cents)
	return cents, err
}
