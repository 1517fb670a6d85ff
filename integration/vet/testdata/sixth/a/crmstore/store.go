// Package crmstore registers its UUIDs on each connection.
package crmstore

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
)

type Contact struct {
	ID    uuid.UUID
	Email string
}

type Store struct {
	pool *pgxpool.Pool
}

func Open(ctx context.Context, url string) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return &Store{pool: pool}, nil
}

func (s *Store) Contacts(ctx context.Context, ids []uuid.UUID) ([]Contact, error) {
	rows, err := s.pool.Query(ctx, `select id, email from contacts where id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Contact])
}

func (s *Store) Forget(ctx context.Context, ids []uuid.UUID) error {
	_, err := s.pool.Exec(ctx, `delete from contacts where id = any($1)`, pgx.QueryExecModeExec, ids)
	return err
}

func (s *Store) Merge(ctx context.Context, keep uuid.UUID, others []uuid.UUID) error {
	b := new(pgx.Batch)
	b.Queue(`update deals set contact = $1 where contact = any($2)`, keep, others)
	b.Queue(`delete from contacts where id = any($1)`, others)
	return s.pool.SendBatch(ctx, b).Close()
}
