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
	"github.com/mattn/go-sqlite3"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// An sqlSession is a table t of one connection, of database/sql or pgx.
type sqlSession struct {
	script
	exec        func(query string, args ...any) error
	query       func(dst any, query string, args ...any) error
	execs       string // how a user writes exec and query
	queries     string
	placeholder string
	stored      string  // the query for what is in column c, as the server reports it
	array       string  // the same of column a, which is an array
	col         string  // that was put last
	db          *sql.DB // or
	pgx         *pgxDB
}

// isMany reports whether t is a slice of UUIDs, or a pointer to one.
func isMany(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8
}

func (s *sqlSession) Put(v any) error {
	s.col = "c"
	if isMany(reflect.TypeOf(v)) {
		s.col = "a"
	}
	must(s.exec("delete from t"))
	query := fmt.Sprintf("insert into t (%s) values (%s)", s.col, s.placeholder)
	s.writes(s.execs, fmt.Sprintf("%q, v", query))
	return s.exec(query, v)
}

func (s *sqlSession) Seed(literals ...string) {
	s.col = "c"
	must(s.exec("delete from t"))
	query := "insert into t (c) values (" + strings.Join(literals, "), (") + ")"
	s.writes(s.execs, fmt.Sprintf("%q", query))
	check("", "seed: ", s.exec(query))
}

func (s *sqlSession) Stored() (stored string) {
	q := s.stored
	if s.col == "a" {
		q = s.array
	}
	check("", "", s.query(&stored, q))
	return stored
}

func (s *sqlSession) Get(dst any) error {
	query := "select " + s.col + " from t"
	s.reads(s.queries, fmt.Sprintf("%q", query), "x")
	return s.query(dst, query)
}

func (s *sqlSession) Find(v any) (n int) {
	query := "select count(*) from t where c = " + s.placeholder
	s.reads(s.queries, fmt.Sprintf("%q, v", query), "n")
	check("", "", s.query(&n, query, v))
	return n
}

// create makes table t.
func (s *sqlSession) create(ddl string) Session {
	must(s.exec(ddl))
	s.setup = code(s.setup, fmt.Sprintf(s.execs, fmt.Sprintf("%q", ddl)))
	return s
}

// bytesAfter and textAfter return what a column without arrays is reported to hold.
func bytesAfter(kind string) func(uuid.UUID) string {
	return func(u uuid.UUID) string { return kind + " " + hexOf(u[:]) }
}

func textAfter(kind string) func(uuid.UUID) string {
	return func(u uuid.UUID) string { return kind + " " + u.String() }
}

// orNull makes NULL of nil bytes, and a literal of others.
func orNull(literal func(b []byte) string) func(b []byte) string {
	return func(b []byte) string {
		if b == nil {
			return "NULL"
		}
		return literal(b)
	}
}

var (
	blobLiteral = orNull(func(b []byte) string { return "x'" + hexOf(b) + "'" })
	textLiteral = orNull(func(b []byte) string { return quoted(text(b)) })
)

// withMisfits is r with what its column holds of another length than a UUID's.
func (r Row) withMisfits() Row {
	switch r.Column {
	case "bytea", "BLOB", "VARBINARY(64)":
		r.Misfits = misfitsOf(r)
	case "text", "TEXT", "CHAR(36)":
		r.Misfits = cutText
	}
	return r
}

// cutText returns the literals of canonical text that was cut to n characters, and
// of the 16 that could be taken for bytes.
func cutText(n int) []string {
	s := u.String()
	return []string{quoted(s[:min(n, len(s)-1)]), quoted(s[:16])}
}

// A sqlDriver has databases without arrays.
type sqlDriver struct {
	name, setup string
	base        func(testing.TB) driver.Connector
}

// row returns r through the driver and, with uuidkit, through sqlx.NewConnector.
func (d sqlDriver) row(r Row, stored, null string, f sqlForm) Row {
	r = r.withMisfits()
	r.Library, r.Null, r.NullRefused, r.Converts = "database/sql, "+d.name, null, true, f.converts
	r.Open = func(t testing.TB, c Column) Session {
		s := f.open(t, d.base(t), d.setup, c)
		s.placeholder, s.stored = "?", stored
		return s.create(fmt.Sprintf("create table t (c %s)", r.Column))
	}
	return r
}

// A sqlForm is how a database stores UUIDs.
type sqlForm struct {
	name     string
	connect  func(base driver.Connector, types ...sqlx.UUIDType) driver.Connector
	converts []Shape
}

var (
	inBinary = sqlForm{"sqlx.Binary", sqlx.NewConnector[sqlx.Binary], converted[sqlx.Binary](nullable("sql.Null[sqlx.Binary]", is[sql.Null[sqlx.Binary]])...)}
	inText   = sqlForm{"sqlx.Text", sqlx.NewConnector[sqlx.Text], converted[uuid.UUID](nullable("uuid.NullUUID, no connector", is[uuid.NullUUID])...)}
)

// open opens the base, and wraps it with uuidkit unless users convert.
func (f sqlForm) open(t testing.TB, base driver.Connector, setup string, c Column) *sqlSession {
	if c.Kit && !c.Converted {
		base, setup = f.connect(base, c.Native), fmt.Sprintf("sqlx.NewConnector[%s](%s, sqlx.Native[T]())", f.name, setup)
	}
	db := sql.OpenDB(base)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	ctx := t.Context()
	return &sqlSession{
		script: script{setup: "db := sql.OpenDB(" + setup + ")"}, db: db, execs: "db.Exec(%s)", queries: "db.QueryRow(%s).Scan(&%s)",
		exec: func(query string, args ...any) error {
			_, err := db.ExecContext(ctx, query, args...)
			return err
		},
		query: func(dst any, query string, args ...any) error {
			return db.QueryRowContext(ctx, query, args...).Scan(dst)
		},
	}
}

// mysqlDrivers fill placeholders in the server, and in the client.
func mysqlDrivers(server server) (ds []sqlDriver) {
	for _, interpolate := range []bool{false, true} {
		d := sqlDriver{"go-sql-driver", "mysql.NewConnector(config)", func(t testing.TB) driver.Connector {
			cfg := kit.Must(mysql.ParseDSN(server.database(t)))(t)
			cfg.InterpolateParams = interpolate
			return kit.Must(mysql.NewConnector(cfg))(t)
		}}
		if interpolate {
			d.name, d.setup = "go-sql-driver (interpolateParams)", "mysql.NewConnector(config with InterpolateParams)"
		}
		ds = append(ds, d)
	}
	return ds
}

// MariaDB and MySQL.
func mysqlRows() (rows []Row) {
	for _, server := range mysqlServers {
		drivers := mysqlDrivers(server)
		for i, d := range drivers {
			for _, f := range []struct {
				column, stored string
				one            func(uuid.UUID) string
				literal        func([]byte) string
				form           sqlForm
			}{
				{"BINARY(16)", `lower(hex(c))`, bytesAfter("BINARY(16)"), blobLiteral, inBinary},
				{"VARBINARY(64)", `lower(hex(c))`, bytesAfter("VARBINARY(64)"), blobLiteral, inBinary},
				{"UUID", `lower(hex(cast(c as binary(16))))`, bytesAfter("UUID"), textLiteral, inText},
				{"CHAR(36)", `c`, textAfter("CHAR(36)"), textLiteral, inText},
			} {
				if f.column == "UUID" && server.store == mysql9 {
					continue // it has no such type
				}
				r := Row{Store: server.store, Column: f.column, One: f.one, Literal: f.literal}
				r = d.row(r, fmt.Sprintf(`select coalesce(concat('%s ', %s), 'NULL') from t`, f.column, f.stored), "NULL", f.form)
				if i > 0 {
					r = r.as(r.Store, "database/sql, "+drivers[0].name)
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// sqliteStored is an expression for what the column %s holds: typeof is what the
// value really is, whatever the column was declared as.
const sqliteStored = `typeof(%[1]s) || case typeof(%[1]s) when 'blob' then ' ' || lower(hex(%[1]s)) when 'null' then '' else ' ' || %[1]s end`

// sqliteDrivers are its common ones.
var sqliteDrivers = []sqlDriver{
	{"modernc", `sqlite.NewConnector(":memory:")`, func(t testing.TB) driver.Connector {
		return kit.Must(sqlite.NewConnector(":memory:"))(t)
	}},
	{"mattn", `connector of sqlite3.SQLiteDriver`, func(testing.TB) driver.Connector { return mattn{} }},
}

// SQLite.
func sqliteRows() (rows []Row) {
	stored := "select " + fmt.Sprintf(sqliteStored, "c") + " from t"
	for i, d := range sqliteDrivers {
		blob := Row{Store: "SQLite", Column: "BLOB", One: bytesAfter("blob"), Literal: blobLiteral}
		text := Row{Store: "SQLite", Column: "TEXT", One: textAfter("text"), Literal: textLiteral}
		for _, r := range []Row{d.row(blob, stored, "null", inBinary), d.row(text, stored, "null", inText)} {
			if i > 0 {
				r = r.as(r.Store, "database/sql, "+sqliteDrivers[0].name)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// A mattn is a connector, which that driver does not have.
type mattn struct{}

func (mattn) Connect(context.Context) (driver.Conn, error) { return mattn{}.Driver().Open(":memory:") }
func (mattn) Driver() driver.Driver                        { return &sqlite3.SQLiteDriver{} }
