package matrix

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A pgForm is a column c of PostgreSQL, with an array a beside it.
type pgForm struct {
	column  string
	scalar  string // an expression for what %s holds, as the server reports it
	literal func(b []byte) string
	one     func(u uuid.UUID) string
}

var (
	pgUUID  = pgForm{"uuid", "encode(uuid_send(%s), 'hex')", func(b []byte) string { return quoted(text(b)) }, bytesAfter("uuid")}
	pgText  = pgForm{"text", "%s", func(b []byte) string { return quoted(text(b)) }, textAfter("text")}
	pgBytea = pgForm{"bytea", "encode(%s, 'hex')", func(b []byte) string { return quoted(`\x` + hexOf(b)) }, bytesAfter("bytea")}
	pgForms = []pgForm{pgUUID, pgText, pgBytea}
)

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (f pgForm) ddl() string { return fmt.Sprintf("create table t (c %s, a %[1]s[])", f.column) }

// stored and array are queries for what is in a column of a table.
func (f pgForm) stored(column, table string) string {
	return fmt.Sprintf("select coalesce(pg_typeof(%s) || ' ' || %s, 'NULL') from %s", column, fmt.Sprintf(f.scalar, column), table)
}

func (f pgForm) array(column, table string) string {
	return fmt.Sprintf("select pg_typeof(%[1]s) || ' ' || (select string_agg(%[2]s, ' ') from unnest(%[1]s) e) from %[3]s", column, fmt.Sprintf(f.scalar, "e"), table)
}

func (f pgForm) session() sqlSession {
	return sqlSession{placeholder: "$1", stored: f.stored("c", "t"), array: f.array("a", "t")}
}

func (f pgForm) many(us []uuid.UUID) string {
	s := f.column + "[]"
	for _, u := range us {
		s += strings.TrimPrefix(f.one(u), f.column)
	}
	return s
}

func (f pgForm) row(s server, library string) Row {
	r := Row{
		Store: s.store, Column: f.column, Library: library,
		One: f.one, Null: "NULL", Many: f.many,
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

func pgxRows() (rows []Row) {
	for _, server := range postgresServers {
		for _, m := range []struct {
			name string
			mode pgx.QueryExecMode
		}{
			{"pgx", pgx.QueryExecModeCacheStatement},
			{"pgx (exec mode)", pgx.QueryExecModeExec},
			{"pgx (simple protocol)", pgx.QueryExecModeSimpleProtocol},
		} {
			for _, f := range pgForms {
				r := f.row(server, m.name)
				r.Kit = registered
				if f.column == "bytea" {
					r.Kit = converted[sqlx.Binary, sql.Null[sqlx.Binary]]
				}
				r.Open = func(t testing.TB, c Column) Session {
					db, setup := connectPgx(t, server.database(t), m.mode, c)
					s := f.session()
					s.exec, s.query = db.exec, db.query
					s.execs, s.queries = "conn.Exec(ctx, %s)", "conn.QueryRow(ctx, %s).Scan(&%s)"
					return s.create(t, setup, f.ddl())
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// connectPgx connects in a mode, and registers the column's type if it is with
// uuidkit.
func connectPgx(t testing.TB, url string, mode pgx.QueryExecMode, c Column) (db pgxDB, setup string) {
	cfg := kit.Must(pgx.ParseConfig(url))(t)
	cfg.DefaultQueryExecMode = mode
	conn := kit.Must(pgx.ConnectConfig(t.Context(), cfg))(t)
	t.Cleanup(func() { conn.Close(context.Background()) })
	setup = "conn, err := pgx.Connect(ctx, url)"
	if mode != pgx.QueryExecModeCacheStatement {
		setup = fmt.Sprintf(`conn, err := pgx.Connect(ctx, url+"?default_query_exec_mode=%s")`, strings.ReplaceAll(mode.String(), " ", "_"))
	}
	if c.Kit {
		c.Pgx(conn.TypeMap())
		setup += "; pgxtype.Register[T](conn.TypeMap())"
	}
	return pgxDB{t.Context(), conn}, setup
}

// A pgxDB is a connection, and the context in which it is used.
type pgxDB struct {
	ctx  context.Context
	conn *pgx.Conn
}

func (db pgxDB) exec(query string, args ...any) error {
	_, err := db.conn.Exec(db.ctx, query, args...)
	return err
}

func (db pgxDB) query(dst any, query string, args ...any) error {
	return db.conn.QueryRow(db.ctx, query, args...).Scan(dst)
}
