// Package pier has both kinds of connections.
package pier

import (
	"context"
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uuidkit/uuidkit/pgxtype"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

func Pool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](c.TypeMap())
		return nil
	}
	return pgxpool.NewWithConfig(ctx, cfg)
}

const boats = `select count(*) from boat where owner_id = any($1) or id = any($1)`

func count(ctx context.Context, p *pgxpool.Pool, owners []gofrs.UUID) (n int, err error) {
	err = p.QueryRow(ctx, boats, pgx.QueryExecModeExec, owners).Scan(&n) // WRONG(pgxmode): gofrs's is not registered
	return n, err
}

func countRight(ctx context.Context, p *pgxpool.Pool, owners []uuid.UUID) (n int, err error) {
	err = p.QueryRow(ctx, boats, pgx.QueryExecModeExec, owners).Scan(&n)
	return n, err
}

func inTx(ctx context.Context, p *pgxpool.Pool, owners []gofrs.UUID) error {
	return pgx.BeginFunc(ctx, p, func(tx pgx.Tx) error {
		mode := pgx.QueryExecModeSimpleProtocol
		rows, err := tx.Query(ctx, "select id from boat where owner_id = any($1)", mode, owners) // WRONG(pgxmode): the mode in a variable
		if err != nil {
			return err
		}
		rows.Close()
		return rows.Err()
	})
}

func inTxRight(ctx context.Context, p *pgxpool.Pool, owners []gofrs.UUID) error {
	return pgx.BeginFunc(ctx, p, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select id from boat where owner_id = any($1)", owners)
		if err != nil {
			return err
		}
		rows.Close()
		return rows.Err()
	})
}

func stdlib(db *sql.DB, owners []gofrs.UUID) error {
	_, err := db.Exec("delete from boat where owner_id = any($1)", uuidsql.Array[gofrs.UUID](owners))
	return err
}

var _ = []any{count, countRight, inTx, inTxRight, stdlib}
