package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// A shape is which of the optional interfaces a driver has.
type shape struct {
	name string
	conn func(*fakeConn) driver.Conn
	stmt func(*fakeStmt) driver.Stmt
}

var shapes = []shape{
	{"nothing", bare, func(s *fakeStmt) driver.Stmt { return struct{ driver.Stmt }{s} }},
	{"old", old, converting},
	{"new", func(c *fakeConn) driver.Conn { return struct{ newConn }{c} },
		func(s *fakeStmt) driver.Stmt { return struct{ fullStmt }{s} }},
	{"connection checks", func(c *fakeConn) driver.Conn { return struct{ checkingResetConn }{c} }, withContexts},
	{"connection checks, columns convert", func(c *fakeConn) driver.Conn { return struct{ checkingValidConn }{c} }, converting},
	{"statements only, as SQL Server's", func(c *fakeConn) driver.Conn { return struct{ preparingConn }{c} }, withContexts},
	{"statements only, which convert", bare, converting},
	{"statements check", old, checking},
	// As github.com/ncruces/go-sqlite3's.
	{"queries are prepared", func(c *fakeConn) driver.Conn { return struct{ execConn }{c} }, checking},
	{"statements are prepared", func(c *fakeConn) driver.Conn { return struct{ queryConn }{c} }, checking},
}

func bare(c *fakeConn) driver.Conn         { return struct{ driver.Conn }{c} }
func old(c *fakeConn) driver.Conn          { return struct{ oldConn }{c} }
func withContexts(s *fakeStmt) driver.Stmt { return struct{ contextStmt }{s} }
func converting(s *fakeStmt) driver.Stmt   { return struct{ convertingStmt }{s} }
func checking(s *fakeStmt) driver.Stmt     { return struct{ checkingStmt }{s} }

type (
	oldConn interface {
		driver.Conn
		driver.Execer
		driver.Queryer
	}
	newConn interface {
		contextConn
		driver.Pinger
		driver.ConnPrepareContext
		driver.ConnBeginTx
		driver.SessionResetter
		driver.Validator
		driver.NamedValueChecker
	}
	contextConn interface {
		driver.Conn
		driver.ExecerContext
		driver.QueryerContext
	}
	checkingResetConn interface {
		contextConn
		driver.NamedValueChecker
		driver.SessionResetter
	}
	checkingValidConn interface {
		contextConn
		driver.NamedValueChecker
		driver.Validator
	}
	preparingConn interface {
		driver.Conn
		driver.ConnPrepareContext
		driver.NamedValueChecker
	}
	execConn interface {
		driver.Conn
		driver.ExecerContext
	}
	queryConn interface {
		driver.Conn
		driver.Queryer
		driver.NamedValueChecker
	}

	contextStmt interface {
		driver.Stmt
		driver.StmtExecContext
		driver.StmtQueryContext
	}
	convertingStmt interface {
		driver.Stmt
		driver.ColumnConverter
	}
	checkingStmt interface {
		driver.Stmt
		driver.NamedValueChecker
	}
	fullStmt interface {
		contextStmt
		driver.NamedValueChecker
		driver.ColumnConverter
	}
)

// An outer connector is what another library makes of ours: its statements forward what that
// library knows of.
type outer struct {
	name string
	stmt func(contextStmt) driver.Stmt
	driver.Connector
}

// outers lack a connector.
var outers = []outer{
	// As github.com/simukti/sqldb-logger and github.com/luna-duclos/instrumentedsql.
	{name: "the statement is asked", stmt: func(s contextStmt) driver.Stmt { return askedStmt{s} }},
	// As github.com/uptrace/opentelemetry-go-extra/otelsql and dd-trace-go.
	{name: "the connection is asked", stmt: func(s contextStmt) driver.Stmt { return struct{ contextStmt }{s} }},
}

func (o outer) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := o.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return outerConn{c.(wrappedConn), o}, nil
}

type wrappedConn interface {
	contextConn
	driver.ConnPrepareContext
	driver.NamedValueChecker
}

type outerConn struct {
	wrappedConn
	outer
}

func (c outerConn) PrepareContext(ctx context.Context, q string) (driver.Stmt, error) {
	s, err := c.wrappedConn.PrepareContext(ctx, q)
	if err != nil {
		return nil, err
	}
	return c.stmt(s.(contextStmt)), nil
}

// An askedStmt is always a checker, also of a statement that is none.
type askedStmt struct{ contextStmt }

func (s askedStmt) CheckNamedValue(nv *driver.NamedValue) error {
	if checker, ok := s.contextStmt.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(nv)
	}
	return driver.ErrSkip
}

// shapeOf returns the shape of a name.
func shapeOf(name string) shape {
	for _, s := range shapes {
		if s.name == name {
			return s
		}
	}
	panic("no shape " + name)
}

// A fakeDriver is a driver of a shape, and a connector to it.
type fakeDriver struct {
	*journal
	shape
}

// fake returns a driver with a journal of its own.
func fake(shape string) fakeDriver { return fakeDriver{&journal{}, shapeOf(shape)} }

func (d fakeDriver) Driver() driver.Driver { return d }
func (d fakeDriver) Close() error          { d.add("connector Close"); return nil }

func (d fakeDriver) Open(dsn string) (driver.Conn, error) {
	if dsn == "bad" {
		return nil, errNull
	}
	d.add("Open %s", dsn)
	return d.Connect(context.Background())
}

func (d fakeDriver) Connect(context.Context) (driver.Conn, error) {
	d.add("Connect")
	return d.conn(&fakeConn{d.journal, d.shape}), nil
}

// A journal has what database/sql calls of a driver.
type journal struct {
	mu    sync.Mutex // contexts that end have goroutines of their own
	lines []string
	off   bool // writes nothing
	full  bool // begins no transaction
}

func (j *journal) add(format string, args ...any) {
	if j.off {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

// sent returns the line of the last query.
func (j *journal) sent() (sent string) {
	for _, line := range j.lines {
		if strings.Contains(line, "Exec") || strings.Contains(line, "Query") {
			sent = line // a skipped one comes first
		}
	}
	return sent
}

// exec writes a line. A query that says so is prepared after all, or finds the
// connection gone.
func (j *journal) exec(q, format string, args ...any) (driver.Result, error) {
	j.add(format, args...)
	switch {
	case strings.HasPrefix(q, "skip"):
		return nil, driver.ErrSkip
	case q == "broken":
		return nil, driver.ErrBadConn
	}
	return driver.RowsAffected(7), nil
}

func (j *journal) query(q, format string, args ...any) (driver.Rows, error) {
	_, err := j.exec(q, format, args...)
	return &rows{buf: []byte{0}}, err
}

// A fakeConn has all that a driver's connection may have. A shape takes its part.
type fakeConn struct {
	*journal
	shape shape
}

func (c *fakeConn) Prepare(q string) (driver.Stmt, error) {
	c.add("Prepare %s", q)
	if q == "broken" {
		return nil, driver.ErrBadConn
	}
	return c.shape.stmt(&fakeStmt{c.journal, strings.Count(q, "?")}), nil
}
func (c *fakeConn) PrepareContext(ctx context.Context, q string) (driver.Stmt, error) {
	c.add("PrepareContext %v", ctx.Err())
	return c.Prepare(q)
}
func (c *fakeConn) Close() error { c.add("Close"); return nil }
func (c *fakeConn) Begin() (driver.Tx, error) {
	c.add("Begin")
	if c.full {
		return nil, errors.New("full")
	}
	return fakeTx{c.journal}, nil
}
func (c *fakeConn) BeginTx(_ context.Context, o driver.TxOptions) (driver.Tx, error) {
	c.add("BeginTx %+v", o)
	return fakeTx{c.journal}, nil
}
func (c *fakeConn) Ping(ctx context.Context) error {
	c.add("Ping %v", ctx.Err())
	return errors.New("no pong")
}
func (c *fakeConn) ExecContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	return c.exec(q, "conn ExecContext %v %s %s", ctx.Err(), q, shown{args})
}
func (c *fakeConn) QueryContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	return c.query(q, "conn QueryContext %v %s %s", ctx.Err(), q, shown{args})
}
func (c *fakeConn) ResetSession(context.Context) error          { c.add("ResetSession"); return nil }
func (c *fakeConn) IsValid() bool                               { c.add("IsValid"); return true }
func (c *fakeConn) CheckNamedValue(nv *driver.NamedValue) error { return c.check("conn", nv) }

func (c *fakeConn) Exec(q string, args []driver.Value) (driver.Result, error) {
	return c.exec(q, "conn Exec %s %s", q, shown{args})
}
func (c *fakeConn) Query(q string, args []driver.Value) (driver.Rows, error) {
	return c.query(q, "conn Query %s %s", q, shown{args})
}

// check has an opinion on strings, and on nothing else.
func (j *journal) check(who string, nv *driver.NamedValue) error {
	j.add("%s CheckNamedValue %s", who, shown{[]driver.NamedValue{*nv}})
	switch nv.Value {
	case "remove me":
		return driver.ErrRemoveArgument
	case "refuse me":
		return errors.New("refused")
	case "take me":
		nv.Value = "taken by " + who
		return nil
	}
	if _, ok := nv.Value.(sql.Out); ok {
		return nil
	}
	return driver.ErrSkip
}

// A fakeStmt has all that a driver's statement may have.
type fakeStmt struct {
	*journal
	inputs int
}

func (s *fakeStmt) Close() error  { s.add("stmt Close"); return nil }
func (s *fakeStmt) NumInput() int { return s.inputs }
func (s *fakeStmt) Exec(args []driver.Value) (driver.Result, error) {
	return s.exec("", "stmt Exec %s", shown{args})
}
func (s *fakeStmt) Query(args []driver.Value) (driver.Rows, error) {
	return s.query("", "stmt Query %s", shown{args})
}
func (s *fakeStmt) CheckNamedValue(nv *driver.NamedValue) error { return s.check("stmt", nv) }
func (s *fakeStmt) ColumnConverter(i int) driver.ValueConverter {
	s.add("ColumnConverter %d", i)
	return s
}
func (s *fakeStmt) ConvertValue(v any) (driver.Value, error) {
	if text, ok := v.(string); ok {
		v = "converted " + text
	}
	return driver.DefaultParameterConverter.ConvertValue(v)
}

func (s *fakeStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return s.exec("", "stmt ExecContext %v %s", ctx.Err(), shown{args})
}
func (s *fakeStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.query("", "stmt QueryContext %v %s", ctx.Err(), shown{args})
}

type fakeTx struct{ *journal }

func (t fakeTx) Commit() error   { t.add("Commit"); return nil }
func (t fakeTx) Rollback() error { t.add("Rollback"); return nil }

// shown prints []driver.NamedValue or []driver.Value, if at all.
type shown struct{ args any }

func (s shown) String() string {
	var b strings.Builder
	for _, v := range reflect.ValueOf(s.args).Seq2() {
		arg, ok := v.Interface().(driver.NamedValue)
		if !ok {
			arg.Value = v.Interface()
		}
		fmt.Fprintf(&b, "[%s %T %[2]x]", arg.Name, arg.Value)
	}
	return b.String()
}
