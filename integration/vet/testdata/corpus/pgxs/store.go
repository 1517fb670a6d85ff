// Package pgxs has a store over pgx.
package pgxs

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
	kit "github.com/uuidkit/uuidkit/uuid"
)

const schema = `
create table if not exists users (id uuid primary key, parent uuid, name text not null);
create table if not exists keys (user_id uuid not null, secret bytea not null, ref text not null)`

type store struct{ pool *pgxpool.Pool }

func open(ctx context.Context, url string) (*store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	_, err = pool.Exec(ctx, schema)
	return &store{pool}, err
}

// openOnce registers on one connection.
func openOnce(ctx context.Context, url string) (*store, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, err
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	pgxtype.Register[uuid.UUID](conn.Conn().TypeMap()) // WRONG(uuidregister): each connection has a type map of its own, and this is one of the pool's
	return &store{pool}, nil
}

// openEach registers on each connection.
func openEach(ctx context.Context, url string) (*store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = register
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &store{pool}, nil
}

func register(_ context.Context, conn *pgx.Conn) error {
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	return nil
}

func (s *store) rename(ctx context.Context, id uuid.UUID, name string) error {
	key := []byte(id.String())
	_, err := s.pool.Exec(ctx, `update users set name = $2 where id = $1`, key, name) // WRONG(uuidtext): pgx cuts a []byte of text to its first 16 bytes for a uuid
	return err
}

func (s *store) setName(ctx context.Context, id uuid.UUID, name string) error {
	key := id[:]
	_, err := s.pool.Exec(ctx, `update users set name = $2 where id = $1`, key, name)
	return err
}

func (s *store) child(ctx context.Context, parent string) (id uuid.UUID, err error) {
	p, _ := uuid.Parse(parent)                                                        // WRONG(uuiderror): bad text asks for the children of the Nil UUID
	err = s.pool.QueryRow(ctx, `select id from users where parent = $1`, p).Scan(&id) // WRONG-ALSO
	return id, err
}

func (s *store) childOf(ctx context.Context, parent string) (id uuid.UUID, err error) {
	p, err := uuid.Parse(parent)
	if err != nil {
		return id, err
	}
	err = s.pool.QueryRow(ctx, `select id from users where parent = $1`, p).Scan(&id)
	return id, err
}

// ---- What looks like the above, and is right ----

// pgx makes a uuid of text.
func (s *store) byText(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.pool.QueryRow(ctx, `select name from users where id = $1`, id.String()).Scan(&name)
	return name, err
}

// A list is one argument of the registered type.
func (s *store) list(ctx context.Context, ids []uuid.UUID) (pgx.Rows, error) {
	return s.pool.Query(ctx, `select name from users where id = any($1)`, ids)
}

// secret is 32 bytes, and no UUID.
func (s *store) key(ctx context.Context, user uuid.UUID, secret []byte) error {
	_, err := s.pool.Exec(ctx, `insert into keys (user_id, secret, ref) values ($1, $2, $3)`, user, secret, kit.New().String())
	return err
}

// A NULL in a registered google's type is an error.
func (s *store) parent(ctx context.Context, id uuid.UUID) (parent *uuid.UUID, err error) {
	err = s.pool.QueryRow(ctx, `select parent from users where id = $1`, id).Scan(&parent)
	return parent, err
}
