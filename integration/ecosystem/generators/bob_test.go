//go:build full

package generators

import (
	"context"
	"database/sql"
	"testing"

	"github.com/stephenafamo/bob"
	"github.com/stephenafamo/bob/dialect/psql"
	"github.com/stephenafamo/bob/dialect/psql/dialect"
	"github.com/stephenafamo/bob/orm"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/bob/made"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// bobOps are those of a generated table, whose rows are an M. where is a condition on its column v, set makes a row to insert,
// and get returns the columns of one.
func bobOps[M any, Ms ~[]*M, Set orm.Setter[*M, *dialect.InsertQuery, *dialect.UpdateQuery], C bob.Expression, T ~[16]byte, N any](
	models *psql.Table[*M, Ms, Set, C],
	where psql.WhereMod[*dialect.SelectQuery, T],
	set func(*T, *sql.Null[T], *N) Set,
	get func(*M) (T, sql.Null[T], N),
) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.Postgres(t, "uuid")
		views(t, tb.DB, "std", "google", "gofrs", "ours")
		db := bob.NewDB(tb.DB)
		put := func(ctx context.Context, v T, p sql.Null[T], n N) error {
			_, err := models.Insert(set(&v, &p, &n)).Exec(ctx, db)
			return err
		}
		row := func(ctx context.Context) (v T, p sql.Null[T], n N, err error) {
			m, err := models.Query().One(ctx, db)
			if err == nil {
				v, p, n = get(m)
			}
			return v, p, n, err
		}
		find := func(mod bob.Mod[*dialect.SelectQuery]) (int, error) {
			n, err := models.Query(mod).Count(context.Background(), db)
			return int(n), err
		}
		var noT sql.Null[T]
		var noN N
		return table.Fill(tb, ecosystem.Ops[T, N]{
			One: column(tb, "v", func(ctx context.Context, v T) error { return put(ctx, v, noT, noN) }, func(ctx context.Context) (T, error) {
				v, _, _, err := row(ctx)
				return v, err
			}),
			Ptr: column(tb, "p", func(ctx context.Context, p *T) error {
				if p == nil {
					return put(ctx, noT.V, noT, noN)
				}
				return put(ctx, noT.V, sql.Null[T]{V: *p, Valid: true}, noN)
			}, func(ctx context.Context) (*T, error) {
				_, p, _, err := row(ctx)
				if !p.Valid {
					return nil, err
				}
				return &p.V, err
			}),
			Null: column(tb, "n", func(ctx context.Context, n N) error { return put(ctx, noT.V, noT, n) }, func(ctx context.Context) (N, error) {
				_, _, n, err := row(ctx)
				return n, err
			}),
			Find: func(u T) (int, error) { return find(where.EQ(u)) },
			In:   func(us []T) (int, error) { return find(where.In(us...)) },
		})
	}
}

func bobRows() []ecosystem.Row {
	where, k := made.SelectWhere, new(int32(1))
	google := bobOps(made.Googles, where.Googles.V,
		func(v *G, p *sql.Null[G], n *GN) *made.GoogleSetter {
			return &made.GoogleSetter{K: k, V: v, P: p, N: n}
		},
		func(m *made.Google) (G, sql.Null[G], GN) { return m.V, m.P, m.N })
	gofrs := bobOps(made.Gofrs, where.Gofrs.V,
		func(v *F, p *sql.Null[F], n *FN) *made.GofrSetter { return &made.GofrSetter{K: k, V: v, P: p, N: n} },
		func(m *made.Gofr) (F, sql.Null[F], FN) { return m.V, m.P, m.N })
	return []ecosystem.Row{{
		Library: "bob", Store: "its generator, PostgreSQL", Module: "github.com/stephenafamo/bob", Link: "../examples/std/bob/postgres/bobgen.yaml",
		Say:     "the import of `uuid.UUID` under `types` in `bobgen.yaml`, and `type_system: database/sql`",
		Excuses: []ecosystem.Excuse{ecosystem.GoogleNull},
		Today:   ecosystem.Of(nil, google, gofrs, nil), // uuid_pkg chooses one of these
		With: ecosystem.Of(
			bobOps(made.STDS, where.STDS.V,
				func(v *S, p *sql.Null[S], n *SN) *made.STDSetter { return &made.STDSetter{K: k, V: v, P: p, N: n} },
				func(m *made.STD) (S, sql.Null[S], SN) { return m.V, m.P, m.N }),
			google, gofrs,
			bobOps(made.Ours, where.Ours.V,
				func(v *U, p *sql.Null[U], n *UN) *made.OurSetter { return &made.OurSetter{K: k, V: v, P: p, N: n} },
				func(m *made.Our) (U, sql.Null[U], UN) { return m.V, m.P, m.N }),
		),
	}}
}
