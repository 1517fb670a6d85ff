package sqlx

import (
	"context"
	"database/sql/driver"
)

// A stmt wraps a driver's statement, and converts its arguments.
type stmt struct {
	driver.Stmt
	conn  *conn
	asked bool // whether CheckNamedValue was called, after the query before
}

// A columnStmt is a statement whose columns convert arguments.
type columnStmt struct{ stmt }

// wrap wraps every statement, although database/sql asks c about the arguments of one without
// a checker: another library's wrapper around it may have one, which asks nobody else.
func (c *conn) wrap(base driver.Stmt) driver.Stmt {
	if _, ok := base.(driver.ColumnConverter); ok {
		return &columnStmt{stmt{Stmt: base, conn: c}}
	}
	return &stmt{Stmt: base, conn: c}
}

func (s *stmt) CheckNamedValue(nv *driver.NamedValue) error {
	s.asked = true
	return s.conn.check(nv, s.checker())
}

func (s *stmt) checker() driver.NamedValueChecker {
	if checker, ok := s.Stmt.(driver.NamedValueChecker); ok {
		return checker
	}
	return s.conn.checker
}

// checkUnasked checks the arguments if nobody did. Another library's wrapper may hide
// CheckNamedValue: database/sql then asks conn, which leaves late arguments to s.
func (s *stmt) checkUnasked(args []driver.NamedValue) ([]driver.NamedValue, error) {
	asked := s.asked
	s.asked = false
	if asked {
		return args, nil
	}
	return s.conn.checkLate(args, s.checker())
}

func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	args, err := s.checkUnasked(args)
	if err != nil {
		return nil, err
	}
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
	args, err := s.checkUnasked(args)
	if err != nil {
		return nil, err
	}
	if base, ok := s.Stmt.(driver.StmtQueryContext); ok {
		return base.QueryContext(ctx, args)
	}
	values, err := positional(ctx, args)
	if err != nil {
		return nil, err
	}
	return s.Stmt.Query(values)
}

func (s *columnStmt) ColumnConverter(i int) driver.ValueConverter {
	return s.Stmt.(driver.ColumnConverter).ColumnConverter(i)
}
