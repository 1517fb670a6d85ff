//go:build full

package generators

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/ent/made"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/ent/made/gofrs"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/ent/made/google"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/ent/made/ours"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The generated clients, as sqlc would have their methods.
type (
	entGoogle struct{ *made.GoogleClient }
	entGofrs  struct{ *made.GofrsClient }
	entOurs   struct{ *made.OursClient }
)

func (c entGoogle) PutV(ctx context.Context, v G) error { return c.Create().SetID(1).SetV(v).Exec(ctx) }
func (c entGoogle) PutP(ctx context.Context, p *G) error {
	return c.Create().SetID(1).SetV(G{}).SetNillableP(p).Exec(ctx)
}
func (c entGoogle) PutN(ctx context.Context, n GN) error {
	return c.Create().SetID(1).SetV(G{}).SetN(n).Exec(ctx)
}
func (c entGoogle) GetV(ctx context.Context) (G, error) {
	return got(ctx, c.Get, func(r *made.Google) G { return r.V })
}
func (c entGoogle) GetP(ctx context.Context) (*G, error) {
	return got(ctx, c.Get, func(r *made.Google) *G { return r.P })
}
func (c entGoogle) GetN(ctx context.Context) (GN, error) {
	return got(ctx, c.Get, func(r *made.Google) GN { return r.N })
}
func (c entGoogle) Find(ctx context.Context, v G) (int64, error) {
	return count(c.Query().Where(google.V(v)).Count(ctx))
}
func (c entGoogle) In(ctx context.Context, vs []G) (int64, error) {
	return count(c.Query().Where(google.VIn(vs...)).Count(ctx))
}

func (c entGofrs) PutV(ctx context.Context, v F) error { return c.Create().SetID(1).SetV(v).Exec(ctx) }
func (c entGofrs) PutP(ctx context.Context, p *F) error {
	return c.Create().SetID(1).SetV(F{}).SetNillableP(p).Exec(ctx)
}
func (c entGofrs) PutN(ctx context.Context, n FN) error {
	return c.Create().SetID(1).SetV(F{}).SetN(n).Exec(ctx)
}
func (c entGofrs) GetV(ctx context.Context) (F, error) {
	return got(ctx, c.Get, func(r *made.Gofrs) F { return r.V })
}
func (c entGofrs) GetP(ctx context.Context) (*F, error) {
	return got(ctx, c.Get, func(r *made.Gofrs) *F { return r.P })
}
func (c entGofrs) GetN(ctx context.Context) (FN, error) {
	return got(ctx, c.Get, func(r *made.Gofrs) FN { return r.N })
}
func (c entGofrs) Find(ctx context.Context, v F) (int64, error) {
	return count(c.Query().Where(gofrs.V(v)).Count(ctx))
}
func (c entGofrs) In(ctx context.Context, vs []F) (int64, error) {
	return count(c.Query().Where(gofrs.VIn(vs...)).Count(ctx))
}

func (c entOurs) PutV(ctx context.Context, v U) error { return c.Create().SetID(1).SetV(v).Exec(ctx) }
func (c entOurs) PutP(ctx context.Context, p *U) error {
	return c.Create().SetID(1).SetV(U{}).SetNillableP(p).Exec(ctx)
}
func (c entOurs) PutN(ctx context.Context, n UN) error {
	return c.Create().SetID(1).SetV(U{}).SetN(n).Exec(ctx)
}
func (c entOurs) GetV(ctx context.Context) (U, error) {
	return got(ctx, c.Get, func(r *made.Ours) U { return r.V })
}
func (c entOurs) GetP(ctx context.Context) (*U, error) {
	return got(ctx, c.Get, func(r *made.Ours) *U { return r.P })
}
func (c entOurs) GetN(ctx context.Context) (UN, error) {
	return got(ctx, c.Get, func(r *made.Ours) UN { return r.N })
}
func (c entOurs) Find(ctx context.Context, v U) (int64, error) {
	return count(c.Query().Where(ours.V(v)).Count(ctx))
}
func (c entOurs) In(ctx context.Context, vs []U) (int64, error) {
	return count(c.Query().Where(ours.VIn(vs...)).Count(ctx))
}

func got[R, V any](ctx context.Context, get func(context.Context, int) (*R, error), field func(*R) V) (v V, err error) {
	r, err := get(ctx, 1)
	if err == nil {
		v = field(r)
	}
	return v, err
}

func count(n int, err error) (int64, error) { return int64(n), err }

// inEnt has the entities' tables be views of t.
func inEnt(t testing.TB, name string, db *sql.DB) *made.Client {
	views(t, db, google.Table, gofrs.Table, ours.Table)
	return made.NewClient(made.Driver(entsql.OpenDB(name, db)))
}

func entPostgres[T ~[16]byte, N any](client func(*made.Client) generated[T, N]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.Postgres(t, "uuid")
		return opsOf(tb, client(inEnt(t, dialect.Postgres, tb.DB)))
	}
}

func entMySQL[T ~[16]byte, N any](client func(*made.Client) generated[T, N]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.MariaDB(t)
		return opsOf(tb, client(inEnt(t, dialect.MySQL, tb.DB)))
	}
}

// entBytes opens the database with a connector, as docs/ent.md says.
func entBytes[T ~[16]byte, N any](client func(*made.Client) generated[T, N]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.MariaDB(t)
		config, err := mysql.ParseDSN(tb.Name)
		if err != nil {
			t.Fatal(err)
		}
		base, err := mysql.NewConnector(config)
		if err != nil {
			t.Fatal(err)
		}
		db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[T]()))
		t.Cleanup(func() { db.Close() })
		return opsOf(tb, client(inEnt(t, dialect.MySQL, db)))
	}
}

func googleIn(c *made.Client) generated[G, GN] { return entGoogle{c.Google} }
func gofrsIn(c *made.Client) generated[F, FN]  { return entGofrs{c.Gofrs} }
func oursIn(c *made.Client) generated[U, UN]   { return entOurs{c.Ours} }

// noValuer are the Ops of Go's own type in a generator that wants a driver.Valuer in this call.
func noValuer(call string) func(testing.TB) ecosystem.Ops[S, SN] {
	refused := func() (string, error) {
		if _, ok := any(S{}).(driver.Valuer); !ok {
			return "", fmt.Errorf("%s of a %T does not compile: it is no driver.Valuer", call, S{})
		}
		return "", nil
	}
	return func(testing.TB) ecosystem.Ops[S, SN] {
		return ecosystem.Ops[S, SN]{
			Native: uuid.UUID.String,
			One:    ecosystem.Value[S]{Write: func(S) (string, error) { return refused() }},
			Ptr:    ecosystem.Value[*S]{Write: func(*S) (string, error) { return refused() }},
		}
	}
}

func entRows() []ecosystem.Row {
	oursAs := func(ops func(testing.TB) ecosystem.Ops[U, UN]) func(testing.TB) ecosystem.Ops[S, SN] {
		return func(t testing.TB) ecosystem.Ops[S, SN] { return ecosystem.As[S, SN](ops(t)) }
	}
	return []ecosystem.Row{{
		Library: "ent", Store: "PostgreSQL", Module: "entgo.io/ent", Link: "ent.md",
		Say:     "`field.UUID(\"id\", uuid.UUID{})` with uuidkit's type or, as today, with google's or gofrs's",
		Excuses: []ecosystem.Excuse{ecosystem.GoogleNull},
		Today:   ecosystem.Of(noValuer("field.UUID"), entPostgres(googleIn), entPostgres(gofrsIn), entPostgres(oursIn)),
		With:    ecosystem.Of(oursAs(entPostgres(oursIn)), entPostgres(googleIn), entPostgres(gofrsIn), entPostgres(oursIn)),
	}, {
		Library: "ent", Store: "MySQL, binary(16)", Module: "entgo.io/ent", Link: "ent.md#open-the-database",
		Say:     "`SchemaType` in the schema, and `sqlx.NewConnector` where the database is opened",
		Excuses: []ecosystem.Excuse{ecosystem.GoogleNull},
		Today:   ecosystem.Of(noValuer("field.UUID"), entMySQL(googleIn), entMySQL(gofrsIn), entMySQL(oursIn)),
		With:    ecosystem.Of(oursAs(entBytes(oursIn)), entBytes(googleIn), entBytes(gofrsIn), entBytes(oursIn)),
	}}
}
