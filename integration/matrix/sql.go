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

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// asUUID converts to this project's UUID, which is all that a uuid or text column
// needs.
func asUUID(t Type) Forms {
	f := converted[uuid.UUID, uuid.NullUUID](t)
	f.Many = t.Array
	return f
}

var asBinary = convertedTo[sqlx.Binary, sql.Null[sqlx.Binary], sqlx.Array[uuid.UUID]]

// An sqlSession is a table t of one connection, of database/sql or pgx.
type sqlSession struct {
	script
	exec        func(query string, args ...any) error
	query       func(dst any, query string, args ...any) error
	execs       string // how a user writes exec and query
	queries     string
	placeholder string
	stored      string // the query for what is in column c, as the server reports it
	array       string // the same of column a, which is an array
	col         string // that was put last
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

// openSQL makes table t of ddl in db, which s will use. setup is how a user gets
// db.
func openSQL(t testing.TB, db *sql.DB, s sqlSession, setup, ddl string) Session {
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	ctx := t.Context()
	s.exec = func(query string, args ...any) error {
		_, err := db.ExecContext(ctx, query, args...)
		return err
	}
	s.query = func(dst any, query string, args ...any) error {
		return db.QueryRowContext(ctx, query, args...).Scan(dst)
	}
	s.execs, s.queries = "db.Exec(%s)", "db.QueryRow(%s).Scan(&%s)"
	return s.create(t, setup, ddl)
}

func (s *sqlSession) create(t testing.TB, setup, ddl string) Session {
	must(s.exec(ddl))
	s.setup = code(setup, fmt.Sprintf(s.execs, fmt.Sprintf("%q", ddl)))
	return s
}

// postgresSQLRows are PostgreSQL's columns through database/sql.
func postgresSQLRows() (rows []Row) {
	libraries := []struct {
		name, setup string
		open        func(t testing.TB, url string) *sql.DB
	}{
		{"database/sql, pgx", `db := stdlib.OpenDB(config)`, func(t testing.TB, url string) *sql.DB {
			return stdlib.OpenDB(*kit.Must(pgx.ParseConfig(url))(t))
		}},
		{"database/sql, lib/pq", `db, err := sql.Open("postgres", url)`, func(t testing.TB, url string) *sql.DB {
			return kit.Must(sql.Open("postgres", url))(t)
		}},
	}
	for _, server := range postgresServers {
		for _, l := range libraries {
			for _, f := range pgForms {
				r := f.row(server, l.name)
				r.Kit = asUUID
				if f.column == "bytea" {
					r.Kit = asBinary
					r.Many = nil // no driver takes several binary values as one argument
				}
				r.Open = func(t testing.TB, c Column) Session {
					return openSQL(t, l.open(t, server.database(t)), f.session(), l.setup, f.ddl())
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// bytesAfter and textAfter return what a column without arrays is reported to hold.
func bytesAfter(kind string) func(uuid.UUID) string {
	return func(u uuid.UUID) string { return kind + " " + hexOf(u[:]) }
}

func textAfter(kind string) func(uuid.UUID) string {
	return func(u uuid.UUID) string { return kind + " " + u.String() }
}

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

// A sqlDriver has databases without arrays, and connects through
// sqlx.NewConnector, too.
type sqlDriver struct {
	name, setup string
	base        func(testing.TB) driver.Connector
}

// rows returns r through the driver and, with a wrap, through that, too.
func (d sqlDriver) rows(r Row, stored, null string, through wrap) []Row {
	r.Library, r.Null, r.NullRefused = "database/sql, "+d.name, null, true
	open := func(w wrap) func(testing.TB, Column) Session {
		return func(t testing.TB, c Column) Session {
			connector, setup := d.base(t), "db := sql.OpenDB("+d.setup+")"
			if w.connect != nil && c.Kit {
				connector = w.connect(connector, c.Native)
				setup = fmt.Sprintf("db := sql.OpenDB(sqlx.NewConnector[%s](%s, sqlx.Native[T]()))", w.form, d.setup)
			}
			return openSQL(t, sql.OpenDB(connector), sqlSession{placeholder: "?", stored: stored}, setup, fmt.Sprintf("create table t (c %s)", r.Column))
		}
	}
	r.Open = open(noWrap)
	if through.connect == nil {
		return []Row{r}
	}
	// In a row of sqlx.NewConnector types are stored as they are, but for a
	// [16]byte, which could not be read: converted, it passes through. What a type
	// then reads without an error is its own doing, as without uuidkit.
	connected := r
	connected.Library += " (sqlx.NewConnector)"
	connected.Kit = func(t Type) Forms {
		if t.One == reflect.TypeFor[[16]byte]() {
			return r.Kit(t)
		}
		return t.Forms
	}
	connected.NullRefused, connected.Misfits = false, nil
	connected.Open = open(through)
	return []Row{r, connected}
}

// A wrap is sqlx.NewConnector with the form of a column.
type wrap struct {
	form    string
	connect func(base driver.Connector, types ...sqlx.UUIDType) driver.Connector
}

var (
	noWrap   wrap
	inBinary = wrap{"sqlx.Binary", sqlx.NewConnector[sqlx.Binary]}
	inText   = wrap{"sqlx.Text", sqlx.NewConnector[sqlx.Text]}
)

// MariaDB and MySQL, with placeholders expanded in the client and without, and
// through sqlx.NewConnector.
func mysqlRows() (rows []Row) {
	for _, server := range mysqlServers {
		for _, interpolate := range []bool{false, true} {
			d := sqlDriver{"go-sql-driver", "mysql.NewConnector(config)", func(t testing.TB) driver.Connector {
				cfg := kit.Must(mysql.ParseDSN(server.database(t)))(t)
				cfg.InterpolateParams = interpolate
				return kit.Must(mysql.NewConnector(cfg))(t)
			}}
			binary, text := inBinary, inText
			if interpolate {
				d.name, d.setup = "go-sql-driver (interpolateParams)", "mysql.NewConnector(config with InterpolateParams)"
				binary, text = noWrap, noWrap
			}
			for _, f := range []struct {
				column, stored string
				literal        func([]byte) string
				kit            func(Type) Forms
				wrap           wrap
			}{
				{"BINARY(16)", `lower(hex(c))`, blobLiteral, asBinary, binary},
				{"VARBINARY(64)", `lower(hex(c))`, blobLiteral, asBinary, noWrap},
				{"UUID", `lower(hex(cast(c as binary(16))))`, textLiteral, asUUID, noWrap},
				{"CHAR(36)", `c`, textLiteral, asUUID, text},
			} {
				if f.column == "UUID" && server.store == mysql9 {
					continue // it has no such type
				}
				r := Row{Store: server.store, Column: f.column, One: bytesAfter(f.column), Literal: f.literal, Kit: f.kit}
				switch f.column {
				case "VARBINARY(64)":
					r.Misfits = r.misfit
				case "CHAR(36)":
					r.One, r.Misfits = textAfter(f.column), cutText
				}
				rows = append(rows, d.rows(r, fmt.Sprintf(`select coalesce(concat('%s ', %s), 'NULL') from t`, f.column, f.stored), "NULL", f.wrap)...)
			}
		}
	}
	return rows
}

// sqliteStored is an expression for what the column %s holds: typeof is what the
// value really is, whatever the column was declared as.
const sqliteStored = `typeof(%[1]s) || case typeof(%[1]s) when 'blob' then ' ' || lower(hex(%[1]s)) when 'null' then '' else ' ' || %[1]s end`

// SQLite, in both of its common drivers, and through sqlx.NewConnector.
func sqliteRows() (rows []Row) {
	stored := "select " + fmt.Sprintf(sqliteStored, "c") + " from t"
	for _, d := range []sqlDriver{
		{"modernc", `sqlite.NewConnector(":memory:")`, func(t testing.TB) driver.Connector {
			return kit.Must(sqlite.NewConnector(":memory:"))(t)
		}},
		{"mattn", `connector of sqlite3.SQLiteDriver`, func(testing.TB) driver.Connector { return mattn{} }},
	} {
		blob := Row{Store: "SQLite", Column: "BLOB", One: bytesAfter("blob"), Literal: blobLiteral, Kit: asBinary}
		blob.Misfits = blob.misfit
		text := Row{Store: "SQLite", Column: "TEXT", One: textAfter("text"), Literal: textLiteral, Kit: asUUID, Misfits: cutText}
		rows = append(rows, d.rows(blob, stored, "null", inBinary)...)
		rows = append(rows, d.rows(text, stored, "null", inText)...)
	}
	return rows
}

// A mattn is a connector, which that driver does not have.
type mattn struct{}

func (mattn) Connect(context.Context) (driver.Conn, error) { return mattn{}.Driver().Open(":memory:") }
func (mattn) Driver() driver.Driver                        { return &sqlite3.SQLiteDriver{} }
