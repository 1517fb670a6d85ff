package main

import (
	"context"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

var postgresForms = []form{
	{name: "uuid"},
	{name: "text", text: true, arg: func(id uuid.UUID) any { return id.String() }},
}

type postgres struct {
	admin, conn *pgx.Conn
	database    string
	form        form
}

func openPostgres(ctx context.Context, address string) (store, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	p := &postgres{database: fresh()}
	if p.admin, err = pgx.Connect(ctx, address); err != nil {
		return nil, err
	}
	if _, err = p.admin.Exec(ctx, "CREATE DATABASE "+p.database); err != nil {
		return nil, err
	}
	u.Path = "/" + p.database
	if p.conn, err = pgx.Connect(ctx, u.String()); err != nil {
		return nil, err
	}
	pgxtype.Register[uuid.UUID](p.conn.TypeMap())
	return p, nil
}

func (p *postgres) close(ctx context.Context) error {
	p.conn.Close(ctx)
	_, err := p.admin.Exec(ctx, "DROP DATABASE "+p.database)
	p.admin.Close(ctx)
	return err
}

func (p *postgres) about(ctx context.Context) (results.Store, error) {
	s := results.Store{
		Name: "PostgreSQL", Client: "pgx, CopyFrom of 10,000 rows, each a transaction",
		Figures: "pg_table_size and pg_relation_size after VACUUM ANALYZE and CHECKPOINT: whole pages of 8 KiB",
	}
	if err := p.conn.QueryRow(ctx, "SELECT current_setting('server_version'), pg_size_bytes(current_setting('shared_buffers'))").Scan(&s.Version, &s.Cache); err != nil {
		return s, err
	}
	for _, name := range []string{"shared_buffers", "fsync", "synchronous_commit", "full_page_writes", "max_wal_size"} {
		var value string
		if err := p.conn.QueryRow(ctx, "SHOW "+name).Scan(&value); err != nil {
			return s, err
		}
		s.Settings = append(s.Settings, [2]string{name, value})
	}
	return s, nil
}

func (p *postgres) forms() []form { return postgresForms }

func (p *postgres) create(ctx context.Context, f form) error {
	p.form = f
	if err := p.conn.DeallocateAll(ctx); err != nil { // pgx remembers the columns' types
		return err
	}
	_, err := p.conn.Exec(ctx, fmt.Sprintf(`DROP TABLE IF EXISTS item, owner;
		CREATE TABLE owner (id %[1]s PRIMARY KEY, n bigint NOT NULL);
		CREATE TABLE item (id %[1]s PRIMARY KEY, owner %[1]s NOT NULL, n bigint NOT NULL);
		CREATE INDEX item_owner ON item (owner)`, f.name))
	return err
}

func (p *postgres) insertOwners(ctx context.Context, owners []item) error {
	_, err := p.conn.CopyFrom(ctx, pgx.Identifier{"owner"}, []string{"id", "n"}, pgx.CopyFromSlice(len(owners), func(i int) ([]any, error) {
		return []any{p.form.of(owners[i].id), owners[i].n}, nil
	}))
	return err
}

func (p *postgres) insert(ctx context.Context, items []item) error {
	_, err := p.conn.CopyFrom(ctx, pgx.Identifier{"item"}, []string{"id", "owner", "n"}, pgx.CopyFromSlice(len(items), func(i int) ([]any, error) {
		return []any{p.form.of(items[i].id), p.form.of(items[i].owner), items[i].n}, nil
	}))
	return err
}

func (p *postgres) settle(ctx context.Context) error {
	for _, query := range []string{"VACUUM ANALYZE item", "VACUUM ANALYZE owner", "CHECKPOINT"} {
		if _, err := p.conn.Exec(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

func (p *postgres) bytes(ctx context.Context) (b [3]int64, err error) {
	err = p.conn.QueryRow(ctx, "SELECT pg_table_size('item'), pg_relation_size('item_pkey'), pg_relation_size('item_owner')").Scan(&b[0], &b[1], &b[2])
	return b, err
}

func (p *postgres) one(ctx context.Context, id uuid.UUID) (int, error) {
	return p.rows(ctx, "SELECT n FROM item WHERE id = $1", id)
}

func (p *postgres) ofOwner(ctx context.Context, owner uuid.UUID) (int, error) {
	return p.rows(ctx, "SELECT n FROM item WHERE owner = $1", owner)
}

func (p *postgres) ordered(ctx context.Context, from uuid.UUID) (int, error) {
	return p.rows(ctx, "SELECT n FROM item WHERE id >= $1 ORDER BY id LIMIT 1000", from)
}

func (p *postgres) joined(ctx context.Context, from uuid.UUID) (int, error) {
	return p.rows(ctx, "SELECT i.n + o.n FROM (SELECT * FROM item WHERE id >= $1 ORDER BY id LIMIT 1000) i JOIN owner o ON o.id = i.owner", from)
}

func (p *postgres) rows(ctx context.Context, query string, id uuid.UUID) (int, error) {
	rows, err := p.conn.Query(ctx, query, p.form.of(id))
	if err != nil {
		return 0, err
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return len(numbers), err
}
