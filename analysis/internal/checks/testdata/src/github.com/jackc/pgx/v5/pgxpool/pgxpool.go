// Package pgxpool has the signatures of pgx that the tests need.
package pgxpool

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type (
	Pool struct{}
	Conn struct{}
)

func (*Pool) Acquire(ctx context.Context) (*Conn, error)                 { return nil, nil }
func (*Pool) AcquireFunc(ctx context.Context, f func(*Conn) error) error { return nil }
func (*Conn) Conn() *pgx.Conn                                            { return nil }
func (*Conn) Hijack() *pgx.Conn                                          { return nil }
