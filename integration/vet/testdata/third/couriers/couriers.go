// Package couriers keeps where the couriers are. Its pool registers google's UUID.
package couriers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
)

// Position is where a courier was.
type Position struct {
	Courier uuid.UUID `db:"courier"`
	Lat     float64   `db:"lat"`
	Lon     float64   `db:"lon"`
	At      time.Time `db:"at"`
}

// Open opens the pool for the API.
func Open(ctx context.Context, url string) (*pgxpool.Pool, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, err
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		pool.Close()
		return nil, err
	}
	defer conn.Release()
	pgxtype.Register[uuid.UUID](conn.Conn().TypeMap()) // WRONG(uuidregister): only this connection of the pool
	return pool, nil
}

// OpenRight opens the pool for the API.
func OpenRight(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// Warm is called when the program starts.
func Warm(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		pgxtype.Register[uuid.UUID](c.Conn().TypeMap()) // WRONG(uuidregister): only this connection of the pool
		return c.Ping(ctx)
	})
}

// WarmRight is called when the program starts.
func WarmRight(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if !pgxtype.Registered[uuid.UUID](c.Conn().TypeMap()) {
			return errors.New("couriers: uuid.UUID is not registered")
		}
		return c.Ping(ctx)
	})
}

// Listen has a connection of its own, so that one registration is enough.
func Listen(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	_, err = conn.Exec(ctx, `listen positions`)
	return conn, err
}

// Latest returns where couriers are. The type is registered, so a list is right in each mode.
func Latest(ctx context.Context, pool *pgxpool.Pool, couriers []uuid.UUID) ([]Position, error) {
	rows, err := pool.Query(ctx, `select distinct on (courier) courier, lat, lon, at from positions
		where courier = any($1) order by courier, at desc`, pgx.QueryExecModeSimpleProtocol, couriers)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Position])
}

// Forget deletes the positions of a courier.
func Forget(ctx context.Context, pool *pgxpool.Pool, text string) (int64, error) {
	courier, parseErr := uuid.Parse(text)
	tag, err := pool.Exec(ctx, `delete from positions where courier = $1`, courier) // WRONG(uuiderror): the error is looked at too late
	if err := errors.Join(parseErr, err); err != nil {
		return 0, err
	}
	return tag.RowsAffected(), nil
}

// ForgetRight deletes the positions of a courier.
func ForgetRight(ctx context.Context, pool *pgxpool.Pool, text string) (int64, error) {
	courier, err := uuid.Parse(text)
	if err != nil {
		return 0, err
	}
	tag, err := pool.Exec(ctx, `delete from positions where courier = $1`, courier)
	if err != nil {
		return 0, err
	}
	return tag.RowsAffected(), nil
}

// Track writes the positions of a message: one line for each, "id lat lon".
func Track(ctx context.Context, pool *pgxpool.Pool, courier string, lat, lon []float64) error {
	id, err := uuid.Parse(courier)
	if err != nil || len(lat) != len(lon) {
		return errors.New("couriers: a bad message")
	}
	now := time.Now()
	_, err = pool.CopyFrom(ctx, pgx.Identifier{"positions"}, []string{"courier", "lat", "lon", "at"},
		pgx.CopyFromSlice(len(lat), func(i int) ([]any, error) {
			return []any{id, lat[i], lon[i], now}, nil
		}))
	return err
}
