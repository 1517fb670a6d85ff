package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"testing"

	xsam "github.com/XSAM/otelsql"
	google "github.com/google/uuid"
	"github.com/luna-duclos/instrumentedsql"
	mssql "github.com/microsoft/go-mssqldb"
	sqldblogger "github.com/simukti/sqldb-logger"
	uptrace "github.com/uptrace/opentelemetry-go-extra/otelsql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
)

// wrappers are libraries that log or trace what a driver does.
var wrappers = []struct {
	name    string
	open    func(driver.Connector) *sql.DB
	outside string // the type that SQLite stores if the library wraps the connector
}{
	{"simukti/sqldb-logger", func(c driver.Connector) *sql.DB {
		return sqldblogger.OpenDriver("", connectorDriver{c}, silent{})
	}, "blob"},
	{"luna-duclos/instrumentedsql", func(c driver.Connector) *sql.DB {
		return sql.OpenDB(dsnConnector{instrumentedsql.WrapDriver(connectorDriver{c}), ""})
	}, "blob"},
	{"uptrace/otelsql", func(c driver.Connector) *sql.DB { return uptrace.OpenDB(c) }, "blob"},
	{"XSAM/otelsql", func(c driver.Connector) *sql.DB { return xsam.OpenDB(c) }, "blob"},
	{"no checker, as splunksql and sqlhooks", func(c driver.Connector) *sql.DB { return sql.OpenDB(unchecked{c}) }, "text"},
}

// What is stored of a UUID if such a library is inside of the connector, and if it is outside.
func TestWrappers(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for base, c := range map[string]driver.Connector{"as it is": e.base, "as SQL Server's": mssqlLike{e.base}} {
			for _, w := range wrappers {
				inside := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](lent{w.open(c)}, types()...))
				outside := w.open(sqlx.NewConnector[sqlx.Binary](c, types()...))
				t.Run(base+"/"+w.name+"/inside", func(t *testing.T) { testWrapper(t, e, inside, "blob") })
				t.Run(base+"/"+w.name+"/outside", func(t *testing.T) { testWrapper(t, e, outside, w.outside) })
			}
		}
	}, "SQLite")
}

func testWrapper(t *testing.T, e engine, db *sql.DB, stored string) {
	defer db.Close()
	const insert = "INSERT INTO t VALUES (?, ?)"
	d := e.table(t, e.base, "c BLOB, s TEXT")
	prepared := kit.Must(db.Prepare(insert))(t)
	defer prepared.Close()
	want := map[string]string{"blob": "blob " + digits(id), "text": "text " + id.String()}[stored]
	type status string // is no UUID: the driver's checker makes a string of it
	active := status("active")
	for way, do := range map[string]func(args ...any) (sql.Result, error){
		"Exec":    func(args ...any) (sql.Result, error) { return db.Exec(insert, args...) },
		"Prepare": prepared.Exec,
	} {
		for _, args := range [][]any{{google.UUID(id), active}, {&id, &active}} {
			d.exec("DELETE FROM t")
			if _, err := do(args...); err != nil {
				t.Errorf("%s, %T: %v", way, args[0], err)
				continue
			}
			d.says(want, "SELECT CASE typeof(c) WHEN 'text' THEN 'text ' || c ELSE typeof(c) || ' ' || lower(hex(c)) END FROM t")
			d.says(active, "SELECT s FROM t")
		}
	}
}

type silent struct{}

func (silent) Log(context.Context, sqldblogger.Level, string, map[string]any) {}

// A connectorDriver is a driver of one connector, for libraries that wrap drivers.
type connectorDriver struct{ driver.Connector }

func (d connectorDriver) Open(string) (driver.Conn, error) { return d.Connect(context.Background()) }

// lent takes connections from a wrapper's database, as a registered driver does: not all
// wrappers have a connector.
type lent struct{ db *sql.DB }

func (l lent) Driver() driver.Driver { return l.db.Driver() }
func (l lent) Close() error          { return l.db.Close() }

func (l lent) Connect(ctx context.Context) (c driver.Conn, err error) {
	lent, err := l.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	err = lent.Raw(func(base any) error {
		c = base.(driver.Conn)
		return nil
	})
	return c, err
}

// unchecked hides the checkers of connections and statements.
type unchecked struct{ driver.Connector }

type uncheckedConn struct{ uncheckedPart }

type uncheckedPart interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
}

func (c unchecked) Connect(ctx context.Context) (driver.Conn, error) {
	base, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if part, ok := base.(uncheckedPart); ok {
		return uncheckedConn{part}, nil
	}
	return struct{ driver.Conn }{base}, nil
}

func (c uncheckedConn) Prepare(query string) (driver.Stmt, error) {
	s, err := c.uncheckedPart.Prepare(query)
	return struct{ driver.Stmt }{s}, err
}

// An mssqlLike behaves as go-mssqldb does, which needs a server: every query is prepared,
// its connections check arguments, and its statements take no type that they do not know.
type mssqlLike struct{ driver.Connector }

type mssqlConn struct {
	driver.Conn
	driver.NamedValueChecker
}

type mssqlStmt struct{ driver.Stmt }

func (c mssqlLike) Connect(ctx context.Context) (driver.Conn, error) {
	base, err := c.Connector.Connect(ctx)
	return mssqlConn{base, &mssql.Conn{}}, err
}

func (c mssqlConn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c mssqlConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query)
	return mssqlStmt{s}, err
}

func (s mssqlStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	for i := range args {
		arg := &args[i].Value
		if valuer, ok := (*arg).(driver.Valuer); ok {
			var err error
			if *arg, err = valuer.Value(); err != nil {
				return nil, err
			}
		}
		if !driver.IsValue(*arg) {
			return nil, fmt.Errorf("mssql: unknown type for %T", *arg)
		}
	}
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}
