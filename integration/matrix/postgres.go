package matrix

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"

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

// stored and array are queries for what is in a column of a table.
func (f pgForm) stored(column, table string) string {
	return fmt.Sprintf("select coalesce(pg_typeof(%s) || ' ' || %s, 'NULL') from %s", column, fmt.Sprintf(f.scalar, column), table)
}

func (f pgForm) array(column, table string) string {
	return fmt.Sprintf("select pg_typeof(%[1]s) || ' ' || (select string_agg(%[2]s, ' ') from unnest(%[1]s) e) from %[3]s", column, fmt.Sprintf(f.scalar, "e"), table)
}

func (f pgForm) many(us []uuid.UUID) string {
	s := f.column + "[]"
	for _, u := range us {
		s += strings.TrimPrefix(f.one(u), f.column)
	}
	return s
}

// A pgLibrary connects to PostgreSQL.
type pgLibrary struct {
	name string
	open func(t testing.TB, url string, c Column) *sqlSession
}

func pgxRows() []Row {
	mode := func(name string, mode pgx.QueryExecMode) pgLibrary {
		return pgLibrary{name, func(t testing.TB, url string, c Column) *sqlSession {
			db, setup := connectPgx(t, url, mode, c)
			return &sqlSession{script: script{setup: setup}, exec: db.exec, query: db.query, execs: "conn.Exec(ctx, %s)", queries: "conn.QueryRow(ctx, %s).Scan(&%s)"}
		}}
	}
	return pgRows(registered, converted[sqlx.Binary, sql.Null[sqlx.Binary]], true, mode("pgx", pgx.QueryExecModeCacheStatement),
		mode("pgx (exec mode)", pgx.QueryExecModeExec),
		mode("pgx (simple protocol)", pgx.QueryExecModeSimpleProtocol))
}

// postgresSQLRows are PostgreSQL's columns through database/sql, no driver of which
// takes several binary values as one argument.
func postgresSQLRows() []Row {
	return pgRows(asUUID, asBinary, false, pgLibrary{"database/sql, pgx", func(t testing.TB, url string, _ Column) *sqlSession {
		return openSQL(t, stdlib.OpenDB(*kit.Must(pgx.ParseConfig(url))(t)), `db := stdlib.OpenDB(config)`)
	}},
		pgLibrary{"database/sql, lib/pq", func(t testing.TB, url string, _ Column) *sqlSession {
			return openSQL(t, kit.Must(sql.Open("postgres", url))(t), `db, err := sql.Open("postgres", url)`)
		}})
}

// pgRows are PostgreSQL's columns, with what types go into bytea and into the others,
// and whether a list of bytea can be written.
func pgRows(kit, bytea func(Type) Forms, lists bool, libraries ...pgLibrary) (rows []Row) {
	for _, server := range postgresServers {
		for _, l := range libraries {
			for _, f := range pgForms {
				r := Row{Store: server.store, Column: f.column, Library: l.name, Kit: kit, One: f.one, Null: "NULL", Many: f.many, NullRefused: true}
				r.Literal = orNull(func(b []byte) string { return f.literal(b) + "::" + f.column })
				if f.column == "bytea" {
					r.Kit = bytea
					if !lists {
						r.Many = nil
					}
				}
				r.Open = func(t testing.TB, c Column) Session {
					s := l.open(t, server.database(t), c)
					s.placeholder, s.stored, s.array = "$1", f.stored("c", "t"), f.array("a", "t")
					return s.create(fmt.Sprintf("create table t (c %s, a %[1]s[])", f.column))
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

func (db pgxDB) exec(query string, args ...any) error {
	_, err := db.conn.Exec(db.ctx, query, args...)
	return err
}

func (db pgxDB) query(dst any, query string, args ...any) error {
	return db.conn.QueryRow(db.ctx, query, args...).Scan(dst)
}
