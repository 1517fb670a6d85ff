package matrix

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"
	_ "github.com/mattn/go-sqlite3"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// sqlNull is sql.Null under a name that can be a type argument beside edge.
type sqlNull[T any] = sql.Null[T]

// asUUID converts at the edge to this project's UUID, which is all that a uuid
// or text column needs.
func asUUID(t Type) Forms {
	f := edge[uuid.UUID, uuid.NullUUID](t)
	f.Many = t.Array
	return f
}

func asBinary(t Type) Forms {
	f := edge[sqlx.Binary, sqlNull[sqlx.Binary]](t)
	f.Many = reflect.TypeFor[sqlx.Array[uuid.UUID]]()
	return f
}

// A sqlSession is a table t of one connection, in any database/sql driver.
type sqlSession struct {
	ctx           context.Context
	db            *sql.DB
	placeholder   string
	stored, array string
	col           string
}

func openSQL(t testing.TB, db *sql.DB, s sqlSession, ddl string) Session {
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	s.ctx, s.db = t.Context(), db
	if err := s.exec(ddl); err != nil {
		t.Fatal(err)
	}
	return &s
}

func (s *sqlSession) exec(query string, args ...any) error {
	_, err := s.db.ExecContext(s.ctx, query, args...)
	return err
}

func (s *sqlSession) Put(v any) error {
	s.col = columnOf(v)
	if err := s.exec("delete from t"); err != nil {
		return err
	}
	return s.exec(fmt.Sprintf("insert into t (%s) values (%s)", s.col, s.placeholder), v)
}

func (s *sqlSession) Seed(literals ...string) error {
	s.col = "c"
	if err := s.exec("delete from t"); err != nil {
		return err
	}
	return s.exec("insert into t (c) values (" + strings.Join(literals, "), (") + ")")
}

func (s *sqlSession) Stored() (stored string, err error) {
	q := s.stored
	if s.col == "a" {
		q = s.array
	}
	err = s.db.QueryRowContext(s.ctx, q).Scan(&stored)
	return stored, err
}

func (s *sqlSession) Get(dst any) error {
	return s.db.QueryRowContext(s.ctx, "select "+s.col+" from t").Scan(dst)
}

func (s *sqlSession) Find(v any) (n int, err error) {
	err = s.db.QueryRowContext(s.ctx, "select count(*) from t where c = "+s.placeholder, v).Scan(&n)
	return n, err
}

// postgresSQLRows are PostgreSQL's columns through database/sql.
func postgresSQLRows() (rows []Row) {
	libraries := []struct {
		name string
		open func(t testing.TB, url string) *sql.DB
	}{
		{"database/sql, pgx", func(t testing.TB, url string) *sql.DB {
			cfg, err := pgx.ParseConfig(url)
			if err != nil {
				t.Fatal(err)
			}
			return stdlib.OpenDB(*cfg)
		}},
		{"database/sql, lib/pq", func(t testing.TB, url string) *sql.DB {
			db, err := sql.Open("postgres", url)
			if err != nil {
				t.Fatal(err)
			}
			return db
		}},
	}
	for _, server := range postgresServers {
		for _, l := range libraries {
			for _, f := range []pgForm{pgUUID, pgText, pgBytea} {
				r := f.row(server, l.name)
				r.Kit = asUUID
				if f.column == "bytea" {
					r.Kit = asBinary
					r.Many = nil // no driver takes several binary values as one argument
				}
				r.Open = func(t testing.TB, c Column) Session {
					return openSQL(t, l.open(t, server.database(t)),
						sqlSession{placeholder: "$1", stored: f.stored, array: f.array},
						fmt.Sprintf("create table t (c %s, a %[1]s[])", f.column))
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// The forms of the databases that have no arrays.
func blobLiteral(b []byte) string {
	if b == nil {
		return "NULL"
	}
	return "x'" + hexOf(b) + "'"
}

func textLiteral(b []byte) string {
	if b == nil {
		return "NULL"
	}
	return quoted(text(b))
}

// cutText returns the literals of canonical text that was cut to n characters, and
// of the 16 that could be taken for bytes.
func cutText(n int) []string {
	s := u.String()
	return []string{quoted(s[:min(n, len(s)-1)]), quoted(s[:16])}
}

func hexAfter(kind string) func(uuid.UUID) string {
	return func(u uuid.UUID) string { return kind + " " + hexOf(u[:]) }
}

func textAfter(kind string) func(uuid.UUID) string {
	return func(u uuid.UUID) string { return kind + " " + u.String() }
}

// MariaDB and MySQL, with and without placeholders expanded in the client.
func mysqlRows() (rows []Row) {
	forms := []struct {
		column, stored string
		one            func(uuid.UUID) string
		literal        func([]byte) string
		kit            func(Type) Forms
	}{
		{"BINARY(16)", `lower(hex(c))`, hexAfter("BINARY(16)"), blobLiteral, asBinary},
		{"VARBINARY(64)", `lower(hex(c))`, hexAfter("VARBINARY(64)"), blobLiteral, asBinary},
		{"UUID", `lower(hex(cast(c as binary(16))))`, hexAfter("UUID"), textLiteral, asUUID},
		{"CHAR(36)", `c`, textAfter("CHAR(36)"), textLiteral, asUUID},
	}
	for _, server := range mysqlServers {
		for _, interpolate := range []bool{false, true} {
			library := "database/sql, go-sql-driver"
			if interpolate {
				library += " (interpolateParams)"
			}
			for _, f := range forms {
				if f.column == "UUID" && server.store == mysql9 {
					continue // it has no such type
				}
				r := Row{
					Store: server.store, Column: f.column, Library: library,
					One: f.one, Null: "NULL", Literal: f.literal,
					NullRefused: true,
					Kit:         f.kit,
					Open: func(t testing.TB, c Column) Session {
						dsn := server.database(t)
						if interpolate {
							sep := "?"
							if strings.Contains(dsn, "?") {
								sep = "&"
							}
							dsn += sep + "interpolateParams=true"
						}
						db, err := sql.Open("mysql", dsn)
						if err != nil {
							t.Fatal(err)
						}
						return openSQL(t, db,
							sqlSession{placeholder: "?", stored: fmt.Sprintf(`select coalesce(concat('%s ', %s), 'NULL') from t`, f.column, f.stored)},
							fmt.Sprintf("create table t (c %s)", f.column))
					},
				}
				switch f.column {
				case "VARBINARY(64)":
					r.Misfits = r.misfit
				case "CHAR(36)":
					r.Misfits = cutText
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// SQLite, in both of its common drivers: typeof is what the value really is,
// whatever the column was declared as.
func sqliteRows() (rows []Row) {
	const stored = `select typeof(c) || case typeof(c)
		when 'blob' then ' ' || lower(hex(c)) when 'null' then '' else ' ' || c end from t`
	for _, driver := range []string{"modernc", "mattn"} {
		for _, column := range []string{"BLOB", "TEXT"} {
			r := Row{
				Store: "SQLite", Column: column, Library: "database/sql, " + driver,
				One: hexAfter("blob"), Null: "null", Literal: blobLiteral,
				NullRefused: true,
				Kit:         asBinary,
				Open: func(t testing.TB, c Column) Session {
					name := map[string]string{"modernc": "sqlite", "mattn": "sqlite3"}[driver]
					db, err := sql.Open(name, ":memory:")
					if err != nil {
						t.Fatal(err)
					}
					return openSQL(t, db, sqlSession{placeholder: "?", stored: stored}, "create table t (c "+column+")")
				},
			}
			if column == "TEXT" {
				r.One, r.Literal, r.Kit = textAfter("text"), textLiteral, asUUID
			}
			if r.Misfits = r.misfit; column == "TEXT" {
				r.Misfits = cutText
			}
			rows = append(rows, r)
		}
	}
	return rows
}
