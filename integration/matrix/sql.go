package matrix

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"
	"github.com/mattn/go-sqlite3"
	"modernc.org/sqlite"

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

// A wrap is sqlx.NewConnector with the form of a column.
type wrap func(base driver.Connector, types ...sqlx.UUIDType) driver.Connector

// opens is Row.Open for table t of ddl. With uuidkit and a wrap it connects
// through that.
func opens(base func(testing.TB) driver.Connector, w wrap, s sqlSession, ddl string) func(testing.TB, Column) Session {
	return func(t testing.TB, c Column) Session {
		connector := base(t)
		if w != nil && c.Kit {
			connector = w(connector, c.Native)
		}
		return openSQL(t, sql.OpenDB(connector), s, ddl)
	}
}

// connected makes r a row of sqlx.NewConnector, in which types go as they are,
// but for a [16]byte, which could not be read that way: converted, it passes
// through. What a type then reads without an error is its own doing, as it is
// where r is measured without uuidkit.
func connected(r Row) Row {
	converted := r.Kit
	r.Library += " (sqlx.NewConnector)"
	r.Kit = func(t Type) Forms {
		if t.One == reflect.TypeFor[[16]byte]() {
			return converted(t)
		}
		return t.Forms
	}
	r.NullRefused, r.Misfits = false, nil
	return r
}

// MariaDB and MySQL, with and without placeholders expanded in the client, and
// through sqlx.NewConnector.
func mysqlRows() (rows []Row) {
	forms := []struct {
		column, stored string
		one            func(uuid.UUID) string
		literal        func([]byte) string
		kit            func(Type) Forms
		wrap           wrap
	}{
		{"BINARY(16)", `lower(hex(c))`, hexAfter("BINARY(16)"), blobLiteral, asBinary, sqlx.NewConnector[sqlx.Binary]},
		{"VARBINARY(64)", `lower(hex(c))`, hexAfter("VARBINARY(64)"), blobLiteral, asBinary, nil},
		{"UUID", `lower(hex(cast(c as binary(16))))`, hexAfter("UUID"), textLiteral, asUUID, nil},
		{"CHAR(36)", `c`, textAfter("CHAR(36)"), textLiteral, asUUID, sqlx.NewConnector[sqlx.Text]},
	}
	for _, server := range mysqlServers {
		for _, interpolate := range []bool{false, true} {
			base := func(t testing.TB) driver.Connector {
				cfg, err := mysql.ParseDSN(server.database(t))
				if err != nil {
					t.Fatal(err)
				}
				cfg.InterpolateParams = interpolate
				c, err := mysql.NewConnector(cfg)
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			library := "database/sql, go-sql-driver"
			if interpolate {
				library += " (interpolateParams)"
			}
			for _, f := range forms {
				if f.column == "UUID" && server.store == mysql9 {
					continue // it has no such type
				}
				session := sqlSession{placeholder: "?", stored: fmt.Sprintf(`select coalesce(concat('%s ', %s), 'NULL') from t`, f.column, f.stored)}
				ddl := fmt.Sprintf("create table t (c %s)", f.column)
				r := Row{
					Store: server.store, Column: f.column, Library: library,
					One: f.one, Null: "NULL", Literal: f.literal,
					NullRefused: true,
					Kit:         f.kit,
					Open:        opens(base, nil, session, ddl),
				}
				switch f.column {
				case "VARBINARY(64)":
					r.Misfits = r.misfit
				case "CHAR(36)":
					r.Misfits = cutText
				}
				rows = append(rows, r)
				if f.wrap != nil && !interpolate {
					r = connected(r)
					r.Open = opens(base, f.wrap, session, ddl)
					rows = append(rows, r)
				}
			}
		}
	}
	return rows
}

// SQLite, in both of its common drivers, and through sqlx.NewConnector: typeof
// is what the value really is, whatever the column was declared as.
func sqliteRows() (rows []Row) {
	const stored = `select typeof(c) || case typeof(c)
		when 'blob' then ' ' || lower(hex(c)) when 'null' then '' else ' ' || c end from t`
	for _, d := range []struct {
		name string
		base func(testing.TB) driver.Connector
	}{
		{"modernc", func(t testing.TB) driver.Connector {
			c, err := sqlite.NewConnector(":memory:")
			if err != nil {
				t.Fatal(err)
			}
			return c
		}},
		{"mattn", func(testing.TB) driver.Connector { return mattn{} }},
	} {
		for _, column := range []string{"BLOB", "TEXT"} {
			session := sqlSession{placeholder: "?", stored: stored}
			ddl := "create table t (c " + column + ")"
			r := Row{
				Store: "SQLite", Column: column, Library: "database/sql, " + d.name,
				One: hexAfter("blob"), Null: "null", Literal: blobLiteral,
				NullRefused: true,
				Kit:         asBinary,
				Open:        opens(d.base, nil, session, ddl),
			}
			r.Misfits = r.misfit
			w := wrap(sqlx.NewConnector[sqlx.Binary])
			if column == "TEXT" {
				r.One, r.Literal, r.Kit, r.Misfits = textAfter("text"), textLiteral, asUUID, cutText
				w = sqlx.NewConnector[sqlx.Text]
			}
			rows = append(rows, r)
			r = connected(r)
			r.Open = opens(d.base, w, session, ddl)
			rows = append(rows, r)
		}
	}
	return rows
}

// A mattn is a connector, which that driver has not.
type mattn struct{}

func (mattn) Connect(context.Context) (driver.Conn, error) { return mattn{}.Driver().Open(":memory:") }
func (mattn) Driver() driver.Driver                        { return &sqlite3.SQLiteDriver{} }
