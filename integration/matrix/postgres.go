package matrix

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"

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
	form    sqlForm
}

var (
	pgUUID  = pgForm{"uuid", "encode(uuid_send(%s), 'hex')", func(b []byte) string { return quoted(text(b)) }, bytesAfter("uuid"), inText}
	pgText  = pgForm{"text", "%s", func(b []byte) string { return quoted(text(b)) }, textAfter("text"), inText}
	pgBytea = pgForm{"bytea", "encode(%s, 'hex')", func(b []byte) string { return quoted(`\x` + hexOf(b)) }, bytesAfter("bytea"), inBinary}
	pgForms = []pgForm{pgUUID, pgText, pgBytea}
)

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// stored and array are queries for what is in a column of a table.
func (f pgForm) stored(column, table string) string {
	return fmt.Sprintf("select coalesce(pg_typeof(%s) || ' ' || %s, 'NULL') from %s", column, fmt.Sprintf(f.scalar, column), table)
}

func (f pgForm) array(column, table string) string {
	return fmt.Sprintf("select pg_typeof(%[1]s) || ' ' || (select string_agg(coalesce(%[2]s, 'NULL'), ' ') from unnest(%[1]s) e) from %[3]s", column, fmt.Sprintf(f.scalar, "e"), table)
}

func (f pgForm) many(elems ...string) string {
	return f.column + "[] " + strings.ReplaceAll(strings.Join(elems, " "), f.column+" ", "")
}

// A pgLibrary connects to PostgreSQL.
type pgLibrary struct {
	name string
	sql  bool // it is database/sql, no driver of which takes several binary values as one argument
	open func(t testing.TB, url string, f sqlForm, c Column) *sqlSession
}

func pgxRows() []Row {
	mode := func(name string, mode pgx.QueryExecMode) pgLibrary {
		return pgLibrary{name, false, func(t testing.TB, url string, _ sqlForm, c Column) *sqlSession {
			db, setup := connectPgx(t, url, mode, c)
			return db.session(setup)
		}}
	}
	return pgRows(mode("pgx", pgx.QueryExecModeCacheStatement), mode("pgx (exec mode)", pgx.QueryExecModeExec),
		mode("pgx (simple protocol)", pgx.QueryExecModeSimpleProtocol))
}

func postgresSQLRows() []Row {
	return pgRows(pgLibrary{"database/sql, pgx", true, func(t testing.TB, url string, f sqlForm, c Column) *sqlSession {
		return f.open(t, stdlib.GetConnector(*kit.Must(pgx.ParseConfig(url))(t)), "stdlib.GetConnector(config)", c)
	}}, pgLibrary{"database/sql, lib/pq", true, func(t testing.TB, url string, f sqlForm, c Column) *sqlSession {
		return f.open(t, kit.Must(pq.NewConnector(url))(t), "pq.NewConnector(url)", c)
	}})
}

// pgRows are PostgreSQL's columns.
func pgRows(libraries ...pgLibrary) (rows []Row) {
	for _, server := range postgresServers {
		for _, l := range libraries {
			for _, f := range pgForms {
				r := Row{Store: server.store, Column: f.column, Library: l.name, One: f.one, Null: "NULL", Many: f.many, NullRefused: true}
				r.Literal = orNull(func(b []byte) string { return f.literal(b) + "::" + f.column })
				switch bytea := f.column == "bytea"; {
				case bytea && l.sql:
					r.Converts, r.Many = f.form.converts, nil
				case l.sql:
					r.Converts = slices.Concat(ours(list("sqlx.Array[T]", func(t Type) reflect.Type { return t.Array })), f.form.converts)
				case bytea:
					r.Converts = slices.Concat(f.form.converts, convertedTo[sqlx.Binary](list("[]sqlx.Binary", is[[]sqlx.Binary])))
				}
				r.Open = func(t testing.TB, c Column) Session {
					s := l.open(t, server.database(t), f.form, c)
					s.placeholder, s.stored, s.array = "$1", f.stored("c", "t"), f.array("a", "t")
					return s.create(fmt.Sprintf("create table t (c %s, a %[1]s[])", f.column))
				}
				if first := postgresServers[0].store; l.name == "pgx (exec mode)" {
					r = r.as(first, "pgx (simple protocol)")
				} else if server.store != first {
					r = r.as(first, r.Library)
				}
				rows = append(rows, r.withMisfits())
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

func (db pgxDB) session(setup string) *sqlSession {
	return &sqlSession{script: script{setup: setup}, pgx: &db, exec: db.exec, query: db.query, execs: "conn.Exec(ctx, %s)", queries: "conn.QueryRow(ctx, %s).Scan(&%s)"}
}

func (db pgxDB) exec(query string, args ...any) error {
	_, err := db.conn.Exec(db.ctx, query, args...)
	return err
}

func (db pgxDB) query(dst any, query string, args ...any) error {
	return db.conn.QueryRow(db.ctx, query, args...).Scan(dst)
}
