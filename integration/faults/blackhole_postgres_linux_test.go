package faults

import (
	"context"
	"database/sql"
	"net/url"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// analyze ends with what ends a statement: the plan, which is kept in a row, has its text, too.
const analyze = "ANALYZE public.users\x00"

// The holes begin with the statement after the one that locks.
var postgresHoles = []blackHole{
	postgresHole("offline", false, "ALTER TABLE public.users\n"),
	postgresHole("online, triggers", true, "ENABLE ALWAYS TRIGGER"),
	postgresHole("online, copy", true, "INSERT INTO uuidkit_new.uuidkit_progress"),
	postgresHole("online, switch", true, "DROP SCHEMA uuidkit_new CASCADE\x00"),
	postgresHole("online, after the switch", true, analyze),
	{name: "PostgreSQL 15, offline", open: func(t *testing.T) migrated { return newPostgresUsers(t, stores.Postgres15(t)) }, at: "ALTER TABLE public.users\n", blocks: true,
		within: time.Minute, ends: "SELECT pg_terminate_backend("},
	{name: "PostgreSQL, offline, in a long statement", open: openSlowPostgres, at: "ALTER TABLE public.users\n", blocks: true,
		within: time.Minute, ends: "SELECT pg_terminate_backend(", mute: true},
}

func postgresHole(name string, online bool, at string) blackHole {
	return blackHole{name: "PostgreSQL, " + name, open: openPostgresUsers, online: online, at: at, blocks: at != analyze,
		within: time.Minute, ends: "SELECT pg_terminate_backend(", interrupt: true, usually: name == "offline"}
}

type postgresUsers struct {
	*url.URL
	db *sql.DB
}

func openPostgresUsers(t *testing.T) migrated { return newPostgresUsers(t, stores.Postgres(t)) }

func newPostgresUsers(t *testing.T, address string) migrated {
	u := kit.Must(url.Parse(address))(t)
	db := kit.Must(sql.Open("pgx", u.String()))(t)
	t.Cleanup(func() { db.Close() })
	kit.Must(db.Exec(`
CREATE TABLE users (id text PRIMARY KEY, n int NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, user_id text NOT NULL REFERENCES users);
INSERT INTO users SELECT gen_random_uuid(), 0 FROM generate_series(1, 1000);
INSERT INTO orders SELECT row_number() OVER (), id FROM users`))(t)
	return postgresUsers{u, db}
}

// openSlowPostgres has an index whose function takes long in ALTER TABLE, until somebody writes.
func openSlowPostgres(t *testing.T) migrated {
	m := openPostgresUsers(t)
	kit.Must(m.(postgresUsers).db.Exec(`
CREATE TABLE slow (); INSERT INTO slow DEFAULT VALUES;
CREATE FUNCTION slowly(n int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN n; END';
CREATE INDEX ON users (slowly(n));
CREATE OR REPLACE FUNCTION slowly(n int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS
	'BEGIN IF current_query() LIKE ''ALTER TABLE%'' AND EXISTS (SELECT FROM public.slow) THEN PERFORM pg_catalog.pg_sleep(1); END IF; RETURN n; END'`))(t)
	return m
}

func (p postgresUsers) address() string { return p.Host }

func (p postgresUsers) url(address string) string {
	u := *p.URL
	u.Host = address
	return u.String()
}

func (p postgresUsers) write(ctx context.Context) error {
	_, err := p.db.ExecContext(ctx, `
DO $$ BEGIN IF to_regclass('slow') IS NOT NULL THEN DELETE FROM slow; END IF; END $$;
UPDATE users SET n = n + 1`)
	return err
}

func (p postgresUsers) users(t *testing.T) map[string]int {
	return usersOf(t, kit.Must(p.db.Query("SELECT id::text, n FROM users"))(t))
}
