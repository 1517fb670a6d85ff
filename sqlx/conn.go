package sqlx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// A conn is a driver's connection that gives arguments their form before the
// driver checks them. Rows, results and transactions are the driver's own.
//
// What the driver's connection has not got, a conn does as database/sql does
// without it, so that one type is a wrapper for all drivers.
type conn struct {
	driver.Conn
	form    *form
	checker driver.NamedValueChecker // the driver's, or nil

	// What the driver's connection runs without preparing it. A conn skips the
	// rest, and database/sql prepares it.
	execs, queries bool
}

// newConn wraps base. Transactions of connections that have both a
// SessionResetter and a Validator end otherwise than those of connections that
// have not, so the wrapper has which base has.
func newConn(base driver.Conn, f *form) driver.Conn {
	c := &conn{Conn: base, form: f}
	c.checker, _ = base.(driver.NamedValueChecker)
	switch base.(type) {
	case driver.ExecerContext, driver.Execer:
		c.execs = true
	}
	switch base.(type) {
	case driver.QueryerContext, driver.Queryer:
		c.queries = true
	}
	r, resets := base.(driver.SessionResetter)
	v, validates := base.(driver.Validator)
	switch {
	case resets && validates:
		return struct {
			*conn
			driver.SessionResetter
			driver.Validator
		}{c, r, v}
	case resets:
		return struct {
			*conn
			driver.SessionResetter
		}{c, r}
	case validates:
		return struct {
			*conn
			driver.Validator
		}{c, v}
	}
	return c
}

// Unwrap returns the driver's connection.
func (c *conn) Unwrap() driver.Conn { return c.Conn }

// direct reports whether a conn skips nothing. If it does skip, database/sql asks it
// about arguments that it would not ask the driver's connection about. They must
// stay unchecked: checkers may have effects, and a statement's may take what a
// connection's refuses.
func (c *conn) direct() bool { return c.execs && c.queries }

func (c *conn) CheckNamedValue(nv *driver.NamedValue) error {
	if !c.direct() {
		return nil // until checked, or the statement, is asked
	}
	return c.check(nv, c.checker)
}

// checked returns the arguments of what a conn does not skip, checked as
// database/sql checks them.
func (c *conn) checked(args []driver.NamedValue) ([]driver.NamedValue, error) {
	if c.direct() {
		return args, nil
	}
	n := 0
	for _, arg := range args {
		nv := &args[n]
		*nv = arg
		nv.Ordinal = n + 1
		err := c.check(nv, c.checker)
		if err == driver.ErrSkip {
			nv.Value, err = driver.DefaultParameterConverter.ConvertValue(nv.Value)
		}
		switch err {
		case nil:
			n++
		case driver.ErrRemoveArgument:
		default:
			which := fmt.Sprintf("$%d", nv.Ordinal)
			if nv.Name != "" {
				which = fmt.Sprintf("with name %q", nv.Name)
			}
			return nil, fmt.Errorf("sql: converting argument %s type: %w", which, err)
		}
	}
	return args[:n], nil
}

// check gives an argument its form, and lets the driver check what it is then.
// Without a checker database/sql goes on to the statement's ColumnConverter and
// to its own.
func (c *conn) check(nv *driver.NamedValue, next driver.NamedValueChecker) error {
	if err := c.form.apply(nv); err != nil {
		return err
	}
	if next == nil {
		return driver.ErrSkip
	}
	return next.CheckNamedValue(nv)
}

func (c *conn) Ping(ctx context.Context) error {
	if p, ok := c.Conn.(driver.Pinger); ok {
		return p.Ping(ctx)
	}
	return nil
}

func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if b, ok := c.Conn.(driver.ConnBeginTx); ok {
		return b.BeginTx(ctx, opts)
	}
	if opts.Isolation != driver.IsolationLevel(sql.LevelDefault) {
		return nil, errors.New("sql: driver does not support non-default isolation level")
	}
	if opts.ReadOnly {
		return nil, errors.New("sql: driver does not support read-only transactions")
	}
	tx, err := c.Conn.Begin()
	if err == nil && ctx.Err() != nil {
		tx.Rollback()
		return nil, ctx.Err()
	}
	return tx, err
}

func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if !c.execs {
		return nil, driver.ErrSkip
	}
	args, err := c.checked(args)
	if err != nil {
		return nil, err
	}
	if base, ok := c.Conn.(driver.ExecerContext); ok {
		return base.ExecContext(ctx, query, args)
	}
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return c.Conn.(driver.Execer).Exec(query, values)
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !c.queries {
		return nil, driver.ErrSkip
	}
	args, err := c.checked(args)
	if err != nil {
		return nil, err
	}
	if base, ok := c.Conn.(driver.QueryerContext); ok {
		return base.QueryContext(ctx, query, args)
	}
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return c.Conn.(driver.Queryer).Query(query, values)
}

func (c *conn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	base, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	if _, checks := base.(driver.NamedValueChecker); c.direct() && !checks {
		return base, nil // database/sql asks the connection, which is c
	}
	if _, ok := base.(driver.ColumnConverter); ok {
		return &columnStmt{stmt{base, c}}, nil
	}
	return &stmt{base, c}, nil
}

func (c *conn) prepare(ctx context.Context, query string) (driver.Stmt, error) {
	if p, ok := c.Conn.(driver.ConnPrepareContext); ok {
		return p.PrepareContext(ctx, query)
	}
	base, err := c.Conn.Prepare(query)
	if err == nil && ctx.Err() != nil {
		base.Close()
		return nil, ctx.Err()
	}
	return base, err
}

// A stmt is a statement whose arguments the connection is not asked about.
type stmt struct {
	driver.Stmt
	conn *conn
}

func (s *stmt) CheckNamedValue(nv *driver.NamedValue) error {
	checker, ok := s.Stmt.(driver.NamedValueChecker)
	if !ok {
		checker = s.conn.checker
	}
	return s.conn.check(nv, checker)
}

func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if base, ok := s.Stmt.(driver.StmtExecContext); ok {
		return base.ExecContext(ctx, args)
	}
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return s.Stmt.Exec(values)
}

func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if base, ok := s.Stmt.(driver.StmtQueryContext); ok {
		return base.QueryContext(ctx, args)
	}
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return s.Stmt.Query(values)
}

// A columnStmt is a statement whose columns convert arguments.
type columnStmt struct{ stmt }

func (s *columnStmt) ColumnConverter(i int) driver.ValueConverter {
	return s.Stmt.(driver.ColumnConverter).ColumnConverter(i)
}

// positional returns args for a driver that knows neither names nor contexts.
func positional(ctx context.Context, args []driver.NamedValue) ([]driver.Value, error) {
	values := make([]driver.Value, len(args))
	for i, arg := range args {
		if arg.Name != "" {
			return nil, errors.New("sql: driver does not support the use of Named Parameters")
		}
		values[i] = arg.Value
	}
	return values, ctx.Err()
}
