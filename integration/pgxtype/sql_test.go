package pgxtype_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/pgxtest"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestDatabaseSQL(t *testing.T) { each(t, suite.databaseSQL) }

func (s on[T]) databaseSQL(t *testing.T) {
	a, list := T(id), []T{T(id), T(other)}
	for _, mode := range pgxtest.AllQueryExecModes {
		cfg := kit.Must(pgx.ParseConfig(s.url))(t)
		cfg.DefaultQueryExecMode = mode
		db := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(func(_ context.Context, conn *pgx.Conn) error {
			pgxtype.Register[T](conn.TypeMap())
			return nil
		}))
		defer db.Close()
		reads := func(into, want any, query string, args ...any) {
			t.Helper()
			if err := db.QueryRow(query, args...).Scan(into); err != nil || !reflect.DeepEqual(into, want) {
				t.Errorf("%v: %s of %T: got %v, %v, want %v", mode, query, args, into, err, want)
			}
		}
		for _, v := range []any{a, &a, sql.Null[T]{V: a, Valid: true}, uuid.NullUUID{UUID: id, Valid: true}} {
			reads(new(string), new(id.String()), "select $1::uuid::text", v)
		}
		reads(new(string), new("{"+id.String()+","+other.String()+"}"), "select $1::uuid[]::text", list)
		// How Go 1.26 reads a slice, which works with Go 1.27 as well.
		m := pgtype.NewMap()
		pgxtype.Register[T](m)
		var ids []T
		if err := db.QueryRow("select $1::uuid[]", list).Scan(m.SQLScanner(&ids)); err != nil || !slices.Equal(ids, list) {
			t.Errorf("%v: SQLScanner: got %v, %v", mode, ids, err)
		}
		if _, scanner := any(new(T)).(sql.Scanner); !scanner && !std.Present {
			continue // before Go 1.27 there is no way
		}
		for _, typ := range []string{"uuid", "text", "varchar"} {
			reads(new(T(other)), &a, "select $1::"+typ, a)
			reads(new(new(T(other))), new(&a), "select $1::"+typ, a)
			reads(new(new(T(other))), new(*T), "select null::"+typ)
		}
		if std.Present {
			reads(new([]T), &list, "select $1::uuid[]", list)
		}
	}
}

// A pool's connections are made by several goroutines. What the first has loaded
// of the server, all can share.
func TestPool(t *testing.T) {
	cfg := kit.Must(pgxpool.ParseConfig(stores.Postgres(t)))(t)
	var once sync.Once
	var loaded []*pgtype.Type
	cfg.MaxConns = 8
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) (err error) {
		m := conn.TypeMap()
		for _, typ := range types("") {
			typ.register(m)
		}
		once.Do(func() {
			if _, err = conn.Exec(ctx, "create type uuidrange as range (subtype = uuid)"); err == nil {
				loaded, err = conn.LoadTypes(ctx, []string{"uuidrange"})
			}
		})
		m.RegisterTypes(loaded)
		return errors.Join(err, pgxtype.RegisterRange[uuid.UUID](m, "uuidrange", ""))
	}
	pool := kit.Must(pgxpool.NewWithConfig(t.Context(), cfg.Copy()))(t)
	defer pool.Close()
	errs := make(chan error)
	const n = 10
	for range n {
		for _, typ := range types("") {
			go func() { errs <- typ.query(t.Context(), pool) }()
		}
		go func() {
			want := pgtype.Range[uuid.UUID]{Lower: uuid.NewV7(), LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
			var got pgtype.Range[uuid.UUID]
			err := pool.QueryRow(t.Context(), "select $1::uuidrange", want).Scan(&got)
			if err == nil && got != want {
				err = fmt.Errorf("got %v, want %v", got, want)
			}
			errs <- err
		}()
	}
	for range n * (len(types("")) + 1) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func (on[T]) query(ctx context.Context, pool *pgxpool.Pool) error {
	want := []T{T(uuid.NewV7()), T(uuid.NewV4())}
	var one T
	var got []T
	err := pool.QueryRow(ctx, "select $1::uuid[], $2::uuid", want, want[0]).Scan(&got, &one)
	if err == nil && (!slices.Equal(got, want) || one != want[0]) {
		err = fmt.Errorf("got %v and %v, want %v", got, one, want)
	}
	return err
}
