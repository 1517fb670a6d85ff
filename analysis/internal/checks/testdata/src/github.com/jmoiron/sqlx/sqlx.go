// Package sqlx has the signatures of jmoiron's package that the tests need.
package sqlx

import "context"

type DB struct{}

type Rows struct{}

func (*DB) Get(dest any, query string, args ...any) error                                { return nil }
func (*DB) SelectContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
func (*DB) Queryx(query string, args ...any) (*Rows, error)                              { return nil, nil }
func (*Rows) StructScan(dest any) error                                                  { return nil }

func In(query string, args ...any) (string, []any, error) { return "", nil, nil }

func ConnectContext(ctx context.Context, driverName, dataSourceName string) (*DB, error) {
	return nil, nil
}
