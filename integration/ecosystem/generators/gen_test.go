//go:build full

package generators

import (
	"context"
	"database/sql/driver"
	"testing"

	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gen/field"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/gen/model"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/gen/query"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// A dao is a generated query of models M.
type dao[M any] interface {
	Create(...*M) error
	Take() (*M, error)
}

// A genQueries is one model's queries: with returns those with conditions, and make and fields
// are of the model.
type genQueries[M any, T driver.Valuer, N any] struct {
	do     func(context.Context) dao[M]
	count  func(context.Context, field.Expr) (int64, error)
	column field.Field
	make   func(T, *T, N) *M
	fields func(*M) (T, *T, N)
}

func (q genQueries[M, T, N]) PutV(ctx context.Context, v T) error {
	var n N
	return q.do(ctx).Create(q.make(v, nil, n))
}

func (q genQueries[M, T, N]) PutP(ctx context.Context, p *T) error {
	var v T
	var n N
	return q.do(ctx).Create(q.make(v, p, n))
}

func (q genQueries[M, T, N]) PutN(ctx context.Context, n N) error {
	var v T
	return q.do(ctx).Create(q.make(v, nil, n))
}

func (q genQueries[M, T, N]) get(ctx context.Context) (v T, p *T, n N, err error) {
	m, err := q.do(ctx).Take()
	if err == nil {
		v, p, n = q.fields(m)
	}
	return v, p, n, err
}

func (q genQueries[M, T, N]) GetV(ctx context.Context) (T, error) {
	v, _, _, err := q.get(ctx)
	return v, err
}

func (q genQueries[M, T, N]) GetP(ctx context.Context) (*T, error) {
	_, p, _, err := q.get(ctx)
	return p, err
}

func (q genQueries[M, T, N]) GetN(ctx context.Context) (N, error) {
	_, _, n, err := q.get(ctx)
	return n, err
}

func (q genQueries[M, T, N]) Find(ctx context.Context, v T) (int64, error) {
	return q.count(ctx, q.column.Eq(v))
}

func (q genQueries[M, T, N]) In(ctx context.Context, vs []T) (int64, error) {
	var values []driver.Valuer
	for _, v := range vs {
		values = append(values, v)
	}
	return q.count(ctx, q.column.In(values...))
}

func genGoogle(db *gorm.DB) generated[G, GN] {
	q := query.Use(db).Google
	return genQueries[model.Google, G, GN]{
		do:     func(ctx context.Context) dao[model.Google] { return q.WithContext(ctx) },
		count:  func(ctx context.Context, e field.Expr) (int64, error) { return q.WithContext(ctx).Where(e).Count() },
		column: q.V,
		make:   func(v G, p *G, n GN) *model.Google { return &model.Google{K: 1, V: v, P: p, N: n} },
		fields: func(m *model.Google) (G, *G, GN) { return m.V, m.P, m.N },
	}
}

func genGofrs(db *gorm.DB) generated[F, FN] {
	q := query.Use(db).Gofrs
	return genQueries[model.Gofrs, F, FN]{
		do:     func(ctx context.Context) dao[model.Gofrs] { return q.WithContext(ctx) },
		count:  func(ctx context.Context, e field.Expr) (int64, error) { return q.WithContext(ctx).Where(e).Count() },
		column: q.V,
		make:   func(v F, p *F, n FN) *model.Gofrs { return &model.Gofrs{K: 1, V: v, P: p, N: n} },
		fields: func(m *model.Gofrs) (F, *F, FN) { return m.V, m.P, m.N },
	}
}

func genOurs(db *gorm.DB) generated[U, UN] {
	q := query.Use(db).Ours
	return genQueries[model.Ours, U, UN]{
		do:     func(ctx context.Context) dao[model.Ours] { return q.WithContext(ctx) },
		count:  func(ctx context.Context, e field.Expr) (int64, error) { return q.WithContext(ctx).Where(e).Count() },
		column: q.V,
		make:   func(v U, p *U, n UN) *model.Ours { return &model.Ours{K: 1, V: v, P: p, N: n} },
		fields: func(m *model.Ours) (U, *U, UN) { return m.V, m.P, m.N },
	}
}

type (
	native     = gormtype.UUID
	nativeNull = gormtype.Null[native]
)

func genNative(db *gorm.DB) generated[native, nativeNull] {
	q := query.Use(db).Native
	return genQueries[model.Native, native, nativeNull]{
		do:     func(ctx context.Context) dao[model.Native] { return q.WithContext(ctx) },
		count:  func(ctx context.Context, e field.Expr) (int64, error) { return q.WithContext(ctx).Where(e).Count() },
		column: q.V,
		make:   func(v native, p *native, n nativeNull) *model.Native { return &model.Native{K: 1, V: v, P: p, N: n} },
		fields: func(m *model.Native) (native, *native, nativeNull) { return m.V, m.P, m.N },
	}
}

func genPostgres[T ~[16]byte, N any](queries func(*gorm.DB) generated[T, N]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.Postgres(t, "uuid")
		return inGorm(t, tb, postgres.New(postgres.Config{Conn: tb.DB}), queries)
	}
}

func genMySQL[T ~[16]byte, N any](queries func(*gorm.DB) generated[T, N]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.MariaDB(t)
		return inGorm(t, tb, mysql.New(mysql.Config{Conn: tb.DB}), queries)
	}
}

func inGorm[T ~[16]byte, N any](t testing.TB, tb table.Table, dialect gorm.Dialector, queries func(*gorm.DB) generated[T, N]) ecosystem.Ops[T, N] {
	db, err := gorm.Open(dialect, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	views(t, tb.DB, "google", "gofrs", "ours", "native")
	return opsOf(tb, queries(db))
}

func genAs[T ~[16]byte, N any](ops func(testing.TB) ecosystem.Ops[native, nativeNull]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] { return ecosystem.As[T, N](ops(t)) }
}

func genRows() []ecosystem.Row {
	row := func(store string, today ecosystem.Types, with func(testing.TB) ecosystem.Ops[native, nativeNull]) ecosystem.Row {
		return ecosystem.Row{
			Library: "gorm.io/gen", Store: store, Module: "gorm.io/gen", Link: "gorm.md",
			Say:     "`gormtype.UUID` as the field's type in the models, and `gormtype.Null[gormtype.UUID]` for NULL",
			Excuses: []ecosystem.Excuse{{Ops: "bad input", Reason: "GORM calls no method for NULL, and leaves the field as it is: write a pointer or gormtype.Null for a column that can be NULL, and read into a new struct."}},
			Today:   today, With: ecosystem.Of(genAs[S, SN](with), genAs[G, GN](with), genAs[F, FN](with), genAs[U, UN](with)),
		}
	}
	return []ecosystem.Row{
		row("PostgreSQL", ecosystem.Of(noValuer("field.Field.Eq"), genPostgres(genGoogle), genPostgres(genGofrs), genPostgres(genOurs)), genPostgres(genNative)),
		row("MySQL, binary(16)", ecosystem.Of(noValuer("field.Field.Eq"), genMySQL(genGoogle), genMySQL(genGofrs), genMySQL(genOurs)), genMySQL(genNative)),
	}
}
