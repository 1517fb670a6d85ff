package fulfilment

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func Connect(ctx context.Context, url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.MaxConnLifetime = time.Hour
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // PgBouncer
	return pgxpool.NewWithConfig(ctx, cfg)
}

type Orders struct {
	pool *pgxpool.Pool
}

func NewOrders(pool *pgxpool.Pool) *Orders { return &Orders{pool: pool} }

func (o *Orders) Ship(ctx context.Context, ids []uuid.UUID) error {
	_, err := o.pool.Exec(ctx, `update orders set shipped = now() where id = any($1)`, ids) // WRONG(pgxmode): the pool's mode cannot encode the list
	return err
}

func (o *Orders) ShipRight(ctx context.Context, ids []uuid.UUID) error {
	_, err := o.pool.Exec(ctx, `update orders set shipped = now() where id = any($1)`, uuid.UUIDs(ids).Strings())
	return err
}

func (o *Orders) Open(ctx context.Context, customers []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := o.pool.Query(ctx, `select id from orders where shipped is null and customer = any($1)`, customers) // WRONG(pgxmode): the pool's mode cannot encode the list
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (o *Orders) OpenRight(ctx context.Context, customers []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := o.pool.Query(ctx, `select id from orders where shipped is null and customer = any($1)`,
		pgx.QueryExecModeCacheDescribe, customers)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (o *Orders) Tag(ctx context.Context, order uuid.UUID, tags []uuid.UUID) error {
	b := new(pgx.Batch)
	b.Queue(`delete from order_tags where order_id = $1`, order)
	b.Queue(`insert into order_tags select $1, unnest($2::uuid[])`, order, tags) // WRONG(pgxmode): the pool's mode cannot encode the list
	return o.pool.SendBatch(ctx, b).Close()
}

func (o *Orders) TagRight(ctx context.Context, order uuid.UUID, tags []uuid.UUID) error {
	b := new(pgx.Batch)
	b.Queue(`delete from order_tags where order_id = $1`, order)
	for _, tag := range tags {
		b.Queue(`insert into order_tags values ($1, $2)`, order, tag)
	}
	return o.pool.SendBatch(ctx, b).Close()
}

func (o *Orders) Refuse(ctx context.Context, ids []uuid.UUID, reason string) error {
	return pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		const q = `update orders set refused = @reason where id = any(@ids)`
		_, err := tx.Exec(ctx, q, pgx.NamedArgs{"reason": reason, "ids": ids}) // WRONG(pgxmode): the pool's mode cannot encode the list
		return err
	})
}

func (o *Orders) RefuseRight(ctx context.Context, ids []uuid.UUID, reason string) error {
	return pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		const q = `update orders set refused = @reason where id = @id`
		for _, id := range ids {
			if _, err := tx.Exec(ctx, q, pgx.NamedArgs{"reason": reason, "id": id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Customer has one id.
func (o *Orders) Customer(ctx context.Context, order uuid.UUID) (customer uuid.UUID, err error) {
	err = o.pool.QueryRow(ctx, `select customer from orders where id = $1`, order).Scan(&customer)
	return customer, err
}

// ByState has a list of text.
func (o *Orders) ByState(ctx context.Context, states ...string) (n int, err error) {
	err = o.pool.QueryRow(ctx, `select count(*) from orders where state = any($1)`, states).Scan(&n)
	return n, err
}
