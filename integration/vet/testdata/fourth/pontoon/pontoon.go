// Package pontoon rents rowing boats, through PgBouncer and one connection.
package pontoon

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

type Rents struct {
	conn *pgx.Conn
}

func Dial(ctx context.Context, url string) (*Rents, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return &Rents{conn}, nil
}

func (r *Rents) returned(ctx context.Context, boats []uuid.UUID) error {
	tx, err := r.conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, `update rent set ended = now() where boat = any($1) and ended is null`, boats); err != nil { // WRONG(pgxmode): a list in simple protocol
		return err
	}
	return tx.Commit(ctx)
}

func (r *Rents) returnedRight(ctx context.Context, boats []uuid.UUID) error {
	tx, err := r.conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	for _, boat := range boats {
		if _, err := tx.Exec(ctx, `update rent set ended = now() where boat = $1 and ended is null`, boat); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

func (r *Rents) named(ctx context.Context, boats []uuid.UUID) (n int, err error) {
	args := pgx.NamedArgs{"boats": boats}
	err = r.conn.QueryRow(ctx, `select count(*) from rent where boat = any(@boats)`, args).Scan(&n) // WRONG(pgxmode): a list in named arguments
	return n, err
}

func (r *Rents) namedRight(ctx context.Context, boats []uuid.UUID) (n int, err error) {
	args := pgx.NamedArgs{"boats": boats}
	err = r.conn.QueryRow(ctx, `select count(*) from rent where boat = any(@boats)`, pgx.QueryExecModeCacheDescribe, args).Scan(&n)
	return n, err
}

func (r *Rents) numbers(ctx context.Context, nos []int32) (n int, err error) {
	err = r.conn.QueryRow(ctx, `select count(*) from rent where no = any($1)`, nos).Scan(&n)
	return n, err
}

var _ = []any{(*Rents).returned, (*Rents).returnedRight, (*Rents).named, (*Rents).namedRight, (*Rents).numbers}
