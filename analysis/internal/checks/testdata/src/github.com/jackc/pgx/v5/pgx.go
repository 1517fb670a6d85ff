// Package pgx has the signatures of pgx that the tests need.
package pgx

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Values() ([]any, error)
}

type Row interface {
	Scan(dest ...any) error
}

func ForEachRow(rows Rows, scans []any, fn func() error) (int, error) { return 0, nil }

type CollectableRow interface {
	Scan(dest ...any) error
}

type RowToFunc[T any] func(row CollectableRow) (T, error)

func CollectRows[T any](rows Rows, fn RowToFunc[T]) ([]T, error)              { return nil, nil }
func CollectOneRow[T any](rows Rows, fn RowToFunc[T]) (t T, err error)        { return t, nil }
func AppendRows[T any, S ~[]T](list S, rows Rows, fn RowToFunc[T]) (S, error) { return nil, nil }
func RowTo[T any](row CollectableRow) (t T, err error)                        { return t, nil }
func RowToStructByName[T any](row CollectableRow) (t T, err error)            { return t, nil }
func RowToAddrOfStructByPos[T any](row CollectableRow) (*T, error)            { return nil, nil }

type QueryExecMode int32

const (
	QueryExecModeCacheStatement QueryExecMode = iota
	QueryExecModeExec
	QueryExecModeSimpleProtocol
)

type Conn struct{}

func (*Conn) Query(ctx context.Context, sql string, args ...any) (Rows, error) { return nil, nil }
func (*Conn) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}
func (*Conn) QueryRow(ctx context.Context, sql string, args ...any) Row { return nil }

type ConnConfig struct{ DefaultQueryExecMode QueryExecMode }

func (*Conn) TypeMap() *pgtype.Map { return nil }

type NamedArgs map[string]any
