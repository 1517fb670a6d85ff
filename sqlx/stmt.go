package sqlx

import (
	"context"
	"database/sql/driver"
)

// A stmt wraps a driver's statement, and converts its arguments.
type stmt struct {
	driver.Stmt
	conn *conn
}

// A columnStmt is a statement whose columns convert arguments.
type columnStmt struct{ stmt }

// wrap wraps every statement, although database/sql asks c about the arguments of one without
// a checker: another library's wrapper around it may have one, which asks nobody else.
func (c *conn) wrap(base driver.Stmt) driver.Stmt {
	if _, ok := base.(driver.ColumnConverter); ok {
		return &columnStmt{stmt{base, c}}
	}
	return &stmt{base, c}
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

func (s *columnStmt) ColumnConverter(i int) driver.ValueConverter {
	return s.Stmt.(driver.ColumnConverter).ColumnConverter(i)
}
