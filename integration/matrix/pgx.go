package matrix

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// pgForm is what PostgreSQL's columns have in common. Its queries are the
// server's own words for what is in column c of table t, and in the array a.
type pgForm struct {
	column  string
	stored  string
	array   string
	literal func(b []byte) string
	one     func(u uuid.UUID) string
}

var (
	pgUUID = pgForm{
		column:  "uuid",
		stored:  `select coalesce(pg_typeof(c) || ' ' || encode(uuid_send(c), 'hex'), 'NULL') from t`,
		array:   `select pg_typeof(a) || ' ' || (select string_agg(encode(uuid_send(e), 'hex'), ' ') from unnest(a) e) from t`,
		literal: func(b []byte) string { return quoted(text(b)) },
		one:     func(u uuid.UUID) string { return "uuid " + hexOf(u[:]) },
	}
	pgText = pgForm{
		column:  "text",
		stored:  `select coalesce(pg_typeof(c) || ' ' || c, 'NULL') from t`,
		array:   `select pg_typeof(a) || ' ' || array_to_string(a, ' ') from t`,
		literal: func(b []byte) string { return quoted(text(b)) },
		one:     func(u uuid.UUID) string { return "text " + u.String() },
	}
	pgBytea = pgForm{
		column:  "bytea",
		stored:  `select coalesce(pg_typeof(c) || ' ' || encode(c, 'hex'), 'NULL') from t`,
		array:   `select pg_typeof(a) || ' ' || (select string_agg(encode(e, 'hex'), ' ') from unnest(a) e) from t`,
		literal: func(b []byte) string { return quoted(`\x` + hexOf(b)) },
		one:     func(u uuid.UUID) string { return "bytea " + hexOf(u[:]) },
	}
)

func (f pgForm) row(s server, library string) Row {
	r := Row{
		Store: s.store, Column: f.column, Library: library,
		One:  f.one,
		Null: "NULL",
		Many: func(us []uuid.UUID) string {
			s := f.column + "[]"
			for _, u := range us {
				s += strings.TrimPrefix(f.one(u), f.column)
			}
			return s
		},
		Literal: func(b []byte) string {
			if b == nil {
				return "NULL"
			}
			return f.literal(b) + "::" + f.column
		},
		NullRefused: true,
	}
	switch f.column {
	case "bytea":
		r.Misfits = r.misfit
	case "text":
		r.Misfits = cutText
	}
	return r
}

// text is the canonical text of 16 bytes, and plain hex of any other number.
func text(b []byte) string {
	if u, err := uuid.FromBytes(b); err == nil {
		return u.String()
	}
	return hexOf(b)
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func pgxRows() (rows []Row) {
	modes := []struct {
		name string
		mode pgx.QueryExecMode
	}{
		{"pgx", pgx.QueryExecModeCacheStatement},
		{"pgx (exec mode)", pgx.QueryExecModeExec},
		{"pgx (simple protocol)", pgx.QueryExecModeSimpleProtocol},
	}
	for _, server := range postgresServers {
		for _, m := range modes {
			for _, f := range []pgForm{pgUUID, pgText, pgBytea} {
				r := f.row(server, m.name)
				r.Kit = direct
				if f.column == "bytea" {
					r.Kit = edge[sqlx.Binary, sqlNull[sqlx.Binary]]
				}
				r.Open = func(t testing.TB, c Column) Session {
					ctx := t.Context()
					cfg, err := pgx.ParseConfig(server.database(t))
					if err != nil {
						t.Fatal(err)
					}
					cfg.DefaultQueryExecMode = m.mode
					conn, err := pgx.ConnectConfig(ctx, cfg)
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { conn.Close(context.Background()) })
					if c.Kit {
						c.Pgx(conn.TypeMap())
					}
					s := &pgxSession{ctx, conn, f, ""}
					if err := s.exec(fmt.Sprintf("create table t (c %s, a %[1]s[])", f.column)); err != nil {
						t.Fatal(err)
					}
					return s
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

type pgxSession struct {
	ctx  context.Context
	conn *pgx.Conn
	form pgForm
	col  string // that was put last
}

func (s *pgxSession) exec(sql string, args ...any) error {
	_, err := s.conn.Exec(s.ctx, sql, args...)
	return err
}

// columnOf is the column for v: a for slices of UUIDs.
func columnOf(v any) string {
	if isMany(reflect.TypeOf(v)) {
		return "a"
	}
	return "c"
}

// isMany reports whether t is a slice of UUIDs, or a pointer to one.
func isMany(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8
}

func (s *pgxSession) Put(v any) error {
	s.col = columnOf(v)
	if err := s.exec("delete from t"); err != nil {
		return err
	}
	return s.exec("insert into t ("+s.col+") values ($1)", v)
}

func (s *pgxSession) Seed(literals ...string) error {
	s.col = "c"
	if err := s.exec("delete from t"); err != nil {
		return err
	}
	return s.exec("insert into t (c) values (" + strings.Join(literals, "), (") + ")")
}

func (s *pgxSession) Stored() (stored string, err error) {
	q := s.form.stored
	if s.col == "a" {
		q = s.form.array
	}
	err = s.conn.QueryRow(s.ctx, q).Scan(&stored)
	return stored, err
}

func (s *pgxSession) Get(dst any) error {
	return s.conn.QueryRow(s.ctx, "select "+s.col+" from t").Scan(dst)
}

func (s *pgxSession) Find(v any) (n int, err error) {
	err = s.conn.QueryRow(s.ctx, "select count(*) from t where c = $1", v).Scan(&n)
	return n, err
}
