// Package pgregistered has a pool in the exec mode, whose connections know google's UUID.
package pgregistered

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
)

// types registers what all connections know.
func types(m *pgtype.Map) { pgxtype.Register[uuid.UUID](m) }

func NewRight(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		types(conn.TypeMap())
		return nil
	}
	return pgxpool.NewWithConfig(ctx, config)
}

func DeleteRight(ctx context.Context, pool *pgxpool.Pool, ids []uuid.UUID) error {
	_, err := pool.Exec(ctx, `delete from mails where id = any($1)`, ids)
	return err
}

func SimpleRight(ctx context.Context, pool *pgxpool.Pool, ids []uuid.UUID) error {
	_, err := pool.Exec(ctx, `delete from mails where id = any($1)`, pgx.QueryExecModeSimpleProtocol, ids)
	return err
}

// BossRight: after Register NULL in a UUID is an error.
func BossRight(ctx context.Context, pool *pgxpool.Pool) ([]uuid.UUID, error) {
	rows, err := pool.Query(ctx, `select max(id::text)::uuid from mails`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// Warm registers the type on one connection of the pool, which is of no use to the others.
func Warm(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	pgxtype.Register[uuid.UUID](c.Conn().TypeMap()) // WRONG(uuidregister): one connection of the pool
	return nil
}

func WarmRight(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if !pgxtype.Registered[uuid.UUID](c.Conn().TypeMap()) {
			return fmt.Errorf("pool: uuid.UUID is not registered")
		}
		return c.Ping(ctx)
	})
}

func WarmFunc(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		m := c.Conn().TypeMap()
		pgxtype.Register[uuid.UUID](m) // WRONG(uuidregister): in AcquireFunc
		return nil
	})
}

// OwnRight is a connection that belongs to no pool.
func OwnRight(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	return conn, nil
}

// HijackedRight takes a connection out of the pool for good.
func HijackedRight(ctx context.Context, pool *pgxpool.Pool) (*pgx.Conn, error) {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	conn := c.Hijack()
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	return conn, nil
}
