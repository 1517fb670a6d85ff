package sqlx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
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

	// A direct connection takes statements or queries that are not prepared. Any
	// other refuses them with ErrSkip, as database/sql wants it, but only after
	// that has checked the arguments, once more than without a conn. That check
	// does nothing: checkers may have effects. A connection that takes only the
	// one or the other, as no driver of the tests, checks twice what it skips.
	direct bool
}

// newConn wraps base. Transactions of connections that have both a
// SessionResetter and a Validator end otherwise than those of connections that
// have not, so the wrapper has which base has.
func newConn(base driver.Conn, f *form) driver.Conn {
	c := &conn{Conn: base, form: f}
	c.checker, _ = base.(driver.NamedValueChecker)
	switch base.(type) {
	case driver.ExecerContext, driver.QueryerContext, driver.Execer, driver.Queryer:
		c.direct = true
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

func (c *conn) CheckNamedValue(nv *driver.NamedValue) error {
	if !c.direct {
		return nil
	}
	return c.check(nv, c.checker)
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
	switch base := c.Conn.(type) {
	case driver.ExecerContext:
		return base.ExecContext(ctx, query, args)
	case driver.Execer:
		values, err := positional(ctx, args)
		if err != nil {
			return nil, err
		}
		return base.Exec(query, values)
	}
	return nil, driver.ErrSkip
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	switch base := c.Conn.(type) {
	case driver.QueryerContext:
		return base.QueryContext(ctx, query, args)
	case driver.Queryer:
		values, err := positional(ctx, args)
		if err != nil {
			return nil, err
		}
		return base.Query(query, values)
	}
	return nil, driver.ErrSkip
}

func (c *conn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	base, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	if _, checks := base.(driver.NamedValueChecker); c.direct && !checks {
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
