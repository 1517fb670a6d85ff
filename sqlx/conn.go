package sqlx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// A conn wraps a driver's connection. It converts arguments before the driver checks
// them. Rows, results and transactions are the driver's own.
//
// Where the driver's connection lacks an optional interface, conn does what
// database/sql would do, so that one type wraps the connections of all drivers.
type conn struct {
	driver.Conn
	close   func() error
	form    *form
	room    room
	checker driver.NamedValueChecker // the driver's, or nil

	// What runs Exec and Query without preparing them, or nil: then conn returns ErrSkip,
	// and database/sql prepares them.
	execer  driver.ExecerContext
	queryer driver.QueryerContext

	// Where arguments are checked. False: in CheckNamedValue, which database/sql calls
	// first. True: when conn or stmt runs them. That is for connections that do not
	// run both, because database/sql asks every conn about arguments that it would not
	// ask such a connection about. Nobody may check these: a checker may have effects,
	// and a connection's may refuse what a statement's takes.
	checksLate bool
}

// newConn wraps base, which is closed by a call of close. The wrapper has a SessionResetter
// and a Validator if base has, because database/sql closes a connection whose transaction is
// cancelled unless it has both.
func newConn(base driver.Conn, close func() error, f *form) driver.Conn {
	c := &conn{Conn: base, close: close, form: f}
	c.checker, _ = base.(driver.NamedValueChecker)
	switch base := base.(type) {
	case driver.ExecerContext:
		c.execer = base
	case driver.Execer:
		c.execer = oldExecer{base}
	}
	switch base := base.(type) {
	case driver.QueryerContext:
		c.queryer = base
	case driver.Queryer:
		c.queryer = oldQueryer{base}
	}
	c.checksLate = c.execer == nil || c.queryer == nil
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

func (c *conn) Close() error { return c.close() }

// Unwrap returns the driver's connection.
func (c *conn) Unwrap() driver.Conn { return c.Conn }

// CheckNamedValue is check for all but drivers that are checked late, and written out:
// each argument of each query goes through it.
func (c *conn) CheckNamedValue(nv *driver.NamedValue) error {
	if c.checksLate {
		return nil
	}
	if err := c.form.apply(nv, &c.room); err != nil {
		return err
	}
	if c.checker != nil {
		return c.checker.CheckNamedValue(nv)
	}
	if driver.IsValue(nv.Value) {
		return nil // database/sql would go on, and leave a driver's value as it is
	}
	return driver.ErrSkip
}

// check converts an argument, and lets the driver check the result. If the driver has
// no checker, database/sql goes on with the statement's ColumnConverter and its own.
func (c *conn) check(nv *driver.NamedValue, next driver.NamedValueChecker) error {
	if err := c.form.apply(nv, &c.room); err != nil {
		return err
	}
	if next == nil {
		return driver.ErrSkip
	}
	return next.CheckNamedValue(nv)
}

// checkLate checks the arguments of what conn or a stmt runs, as database/sql does.
func (c *conn) checkLate(args []driver.NamedValue, next driver.NamedValueChecker) ([]driver.NamedValue, error) {
	if !c.checksLate {
		return args, nil
	}
	n := 0
	for _, arg := range args {
		nv := &args[n]
		*nv = arg
		nv.Ordinal = n + 1
		err := c.check(nv, next)
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

func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if c.execer == nil {
		return nil, driver.ErrSkip
	}
	args, err := c.checkLate(args, c.checker)
	if err != nil {
		return nil, err
	}
	return c.execer.ExecContext(ctx, query, args)
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if c.queryer == nil {
		return nil, driver.ErrSkip
	}
	args, err := c.checkLate(args, c.checker)
	if err != nil {
		return nil, err
	}
	return c.queryer.QueryContext(ctx, query, args)
}

func (c *conn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if p, ok := c.Conn.(driver.ConnPrepareContext); ok {
		base, err := p.PrepareContext(ctx, query)
		if err != nil {
			return nil, err
		}
		return c.wrap(base), nil
	}
	base, err := c.Conn.Prepare(query)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		base.Close()
		return nil, ctx.Err()
	}
	return c.wrap(base), nil
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

// An oldExecer is a connection from before names and contexts.
type oldExecer struct{ driver.Execer }

func (e oldExecer) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return e.Exec(query, values)
}

// An oldQueryer is a connection from before names and contexts.
type oldQueryer struct{ driver.Queryer }

func (q oldQueryer) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return q.Query(query, values)
}

// positional returns args for a driver from before names and contexts.
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
