package pgxtype_test

import (
	"bytes"
	"context"
	"database/sql"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxtest"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestRoundTrips(t *testing.T) { eachServer(t, suite.roundTrips) }
func TestBytea(t *testing.T)      { each(t, suite.bytea) }
func TestJSON(t *testing.T)       { each(t, suite.json) }
func TestDerived(t *testing.T)    { eachServer(t, suite.derived) }
func TestNulls(t *testing.T)      { each(t, suite.nulls) }

// A trip makes a test, which pgxtest uses for one mode only.
type trip func() pgxtest.ValueRoundTripTest

// of is a trip that starts with before in the result, so that a mode that scans
// nothing fails.
func of[V any](param any, before, want V) trip {
	return func() pgxtest.ValueRoundTripTest {
		before := before
		return pgxtest.ValueRoundTripTest{
			Param:  param,
			Result: &before,
			Test:   func(got any) bool { return reflect.DeepEqual(got, any(want)) },
		}
	}
}

func run(t *testing.T, ctr pgxtest.ConnTestRunner, modes []pgx.QueryExecMode, typ string, trips ...trip) {
	t.Helper()
	for _, mode := range modes {
		var tests []pgxtest.ValueRoundTripTest
		for _, trip := range trips {
			tests = append(tests, trip())
		}
		pgxtest.RunValueRoundTripTests(t.Context(), t, ctr, []pgx.QueryExecMode{mode}, typ, tests)
	}
}

func (s on[T]) roundTrips(t *testing.T) {
	ctr := s.runner(t)
	a, b := T(id), T(other)
	null := func(v T) sql.Null[T] { return sql.Null[T]{V: v, Valid: true} }
	ours := func(v T) uuid.NullUUID { return uuid.NullUUID{UUID: uuid.UUID(v), Valid: true} }
	pa, pb := &a, &b
	scalars := []trip{
		of(a, b, a),
		of(pa, b, a),
		of(&pa, b, a),
		of(a, pb, pa),
		of(null(a), null(b), null(a)),
		of(ours(a), ours(b), ours(a)),
		of(a, ours(b), ours(a)),
		of((*T)(nil), pb, nil),
		of(nil, pb, nil),
		of(sql.Null[T]{}, null(b), sql.Null[T]{}),
		of(uuid.NullUUID{}, ours(b), uuid.NullUUID{}),
		of(a, "", id.String()),
		of(id.String(), b, a),
		of(strings.ToUpper(id.String()), b, T(uuid.MustParse(id.String()))),
	}
	run(t, ctr, pgxtest.AllQueryExecModes, "uuid", append(scalars,
		of(a, any(b), any(a)),
		of(any(a), any(nil), any(a)),
		of(a, pgtype.UUID{}, pgtype.UUID{Bytes: id, Valid: true}),
		of(pgtype.UUID{Bytes: id, Valid: true}, b, a),
	)...)
	inText := append(slices.Clone(scalars[:len(scalars)-1]), of(a, any(b), any(id.String()))) // text keeps its case
	for _, typ := range []string{"text", "varchar", "char(36)"} {
		run(t, ctr, pgxtest.AllQueryExecModes, typ, inText...)
	}

	line := []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}}
	arrays := []trip{
		of([]T{a, b}, []T{b}, []T{a, b}),
		of(&[]T{a, b}, []T{b}, []T{a, b}),
		of([]T{a, b}, pgtype.FlatArray[T]{b}, pgtype.FlatArray[T]{a, b}),
		of(pgtype.FlatArray[T]{a, b}, []T{b}, []T{a, b}),
		of(pgtype.FlatArray[*T]{pa, nil}, []*T{pb}, []*T{pa, nil}),
		of(pgtype.Array[T]{Elements: []T{a, b}, Dims: line, Valid: true}, pgtype.Array[T]{}, pgtype.Array[T]{Elements: []T{a, b}, Dims: line, Valid: true}),
		of(pgtype.Array[*T]{Elements: []*T{pa, nil}, Dims: line, Valid: true}, []*T{pb}, []*T{pa, nil}),
		of([]*T{pa, nil, pb}, []*T{pb}, []*T{pa, nil, pb}),
		of([]sql.Null[T]{null(a), {}}, []sql.Null[T]{null(b)}, []sql.Null[T]{null(a), {}}),
		of([]uuid.NullUUID{ours(a), {}}, []uuid.NullUUID{ours(b)}, []uuid.NullUUID{ours(a), {}}),
		of([]T{}, []T{b}, []T{}),
		of([]T(nil), []T{b}, nil),
		of([][]T{{a, b}, {b, b}, {a, a}}, [][]T{{b}}, [][]T{{a, b}, {b, b}, {a, a}}),
		of([][]*T{{pa, nil}}, [][]*T{{pb}}, [][]*T{{pa, nil}}),
		of([][]T{}, [][]T{{b}}, [][]T{}),
		of([][]T(nil), [][]T{{b}}, nil),
		of([][][]T{{{a, b}, {b, b}, {a, a}}, {{b, a}, {a, a}, {b, b}}}, [][][]T{{{b}}}, [][][]T{{{a, b}, {b, b}, {a, a}}, {{b, a}, {a, a}, {b, b}}}),
		of([]T{a, b}, []string{}, []string{id.String(), other.String()}),
		of([]string{id.String(), other.String()}, []T{b}, []T{a, b}),
	}
	run(t, ctr, pgxtest.AllQueryExecModes, "uuid[]", append(arrays, of([]T{a, b}, any(nil), any([]any{a, b})))...)
	run(t, ctr, pgxtest.AllQueryExecModes, "text[]", arrays...)
	run(t, ctr, pgxtest.AllQueryExecModes, "varchar[]", arrays...)
}

func (s on[T]) bytea(t *testing.T) {
	ctr := s.runner(t)
	run(t, ctr, pgxtest.AllQueryExecModes, "bytea",
		of(sqlx.Binary(id), sqlx.Binary(other), sqlx.Binary(id)),
		of(sqlx.Binary(id), T(other), T(id)),
		of(sqlx.Binary(id), []byte(nil), id[:]),
		of((*sqlx.Binary)(nil), &[]T{T(other)}[0], nil),
	)
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		var got []byte
		for _, v := range []any{T(id), new(T(id)), sql.Null[T]{V: T(id), Valid: true}, uuid.NullUUID{UUID: id, Valid: true}} {
			err := conn.QueryRow(ctx, "select $1::bytea", v).Scan(&got)
			switch {
			case described(conn):
				if err == nil || !strings.Contains(err.Error(), "sqlx.Binary") {
					t.Errorf("%T as bytea: got %q, %v, want an error that names sqlx.Binary", v, got, err)
				}
			case err != nil || string(got) != id.String():
				// If this fails, bytea has become safe in this mode: change the documentation.
				t.Errorf("%T as bytea without a description: got %q, %v, want the 36 characters that pgx cannot avoid", v, got, err)
			}
		}
		v := T(other)
		if err := conn.QueryRow(ctx, "select convert_to($1::text, 'UTF8')", id.String()).Scan(&v); err == nil || v != T(other) {
			t.Errorf("36 characters of bytea: got %v, %v, want an error", v, err)
		}
		if err := conn.QueryRow(ctx, "select uuid_send($1::uuid)", T(id)).Scan(&got); err != nil || !bytes.Equal(got, id[:]) {
			t.Errorf("uuid_send: got %x, %v, want %x", got, err, id[:])
		}
	})
}

func (s on[T]) json(t *testing.T) {
	ctr := s.runner(t)
	pb := new(T(other))
	for _, typ := range []string{"json", "jsonb"} {
		run(t, ctr, pgxtest.KnownOIDQueryExecModes, typ,
			of(T(id), T(other), T(id)),
			of(T(id), pb, new(T(id))),
			of(T(id), any(nil), any(id.String())),
			of(T(id), "", `"`+id.String()+`"`),
			of(sql.Null[T]{V: T(id), Valid: true}, sql.Null[T]{V: T(other), Valid: true}, sql.Null[T]{V: T(id), Valid: true}),
			of(uuid.NullUUID{UUID: id, Valid: true}, uuid.NullUUID{UUID: other, Valid: true}, uuid.NullUUID{UUID: id, Valid: true}),
			of(uuid.NullUUID{}, uuid.NullUUID{UUID: other, Valid: true}, uuid.NullUUID{}),
			of("null", uuid.NullUUID{UUID: other, Valid: true}, uuid.NullUUID{}),
			of("null", pb, nil),
			of((*T)(nil), pb, nil),
		)
	}
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		// Reading needs no description.
		v := T(other)
		if err := conn.QueryRow(ctx, "select to_jsonb($1::text)", id.String()).Scan(&v); err != nil || v != T(id) {
			t.Errorf("jsonb: got %v, %v, want %v", v, err, id)
		}
		for _, bad := range []string{"null", "1", `["` + id.String() + `"]`, `"` + strings.ReplaceAll(id.String(), "-", "+") + `"`} {
			v := T(other)
			if err := conn.QueryRow(ctx, "select $1::text::jsonb", bad).Scan(&v); err == nil || v != T(other) {
				t.Errorf("jsonb %s: got %v, %v, want an error", bad, v, err)
			}
		}
		if !described(conn) {
			var got string
			if err := conn.QueryRow(ctx, "select $1::jsonb", T(id)).Scan(&got); err == nil {
				t.Errorf("jsonb without a description: got %s: it works now, change the documentation", got)
			}
			if err := conn.QueryRow(ctx, "select $1::jsonb", []T{T(id)}).Scan(&got); err == nil {
				t.Errorf("jsonb without a description: got %s: it works now, change the documentation", got)
			}
			if err := conn.QueryRow(ctx, "select $1::jsonb", []T{}).Scan(&got); err != nil || got != "{}" {
				t.Errorf("jsonb of an empty array without a description: got %s, %v, want what nobody can avoid", got, err)
			}
		}
	})
}

type pair[T ~[16]byte] struct {
	A T
	B *T
}

type (
	named[T any] []T
	cube[T any]  [][][]T
)

func (s on[T]) derived(t *testing.T) {
	ctr := s.runner(t,
		"create domain id as uuid",
		"create type uuidrange as range (subtype = uuid)",
		"create type pair as (a uuid, b uuid)",
		"create type known as enum ('"+id.String()+"')", // is not loaded, and so text
		"create table copied (d id, r uuidrange, m uuidmultirange, p pair, ps pair[], us uuid[], n uuid, ds id[], e known)")
	register := ctr.AfterConnect
	ctr.AfterConnect = func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		register(ctx, t, conn)
		for _, name := range []string{"id", "_id", "uuidrange", "uuidmultirange", "pair", "_pair"} {
			typ, err := conn.LoadType(ctx, name)
			if err != nil {
				t.Fatal(err)
			}
			conn.TypeMap().RegisterType(typ)
		}
		if err := pgxtype.RegisterRange[T](conn.TypeMap(), "uuidrange", "uuidmultirange"); err != nil {
			t.Fatal(err)
		}
		conn.TypeMap().RegisterDefaultPgType(pair[T]{}, "pair")
		conn.TypeMap().RegisterDefaultPgType([]pair[T]{}, "_pair")
		conn.TypeMap().RegisterDefaultPgType([2]T{}, "_uuid")
	}
	a, b := T(id), T(other)
	run(t, ctr, pgxtest.AllQueryExecModes, "id",
		of(a, b, a), of(&a, &b, &a), of((*T)(nil), &b, nil), of(a, any(nil), any(a)),
	)
	run(t, ctr, pgxtest.AllQueryExecModes, "id[]",
		of([]T{a, b}, []T{b}, []T{a, b}), of([]*T{&a, nil}, []*T{&b}, []*T{&a, nil}),
		of([][]T{{a}, {b}}, [][]T{{b}}, [][]T{{a}, {b}}), of([]T(nil), []T{b}, nil),
	)
	bounds := pgtype.Range[T]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	half := pgtype.Range[*T]{Lower: &a, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	null := pgtype.Range[sql.Null[T]]{Upper: sql.Null[T]{V: a, Valid: true}, LowerType: pgtype.Unbounded, UpperType: pgtype.Exclusive, Valid: true}
	ours := pgtype.Range[uuid.NullUUID]{Lower: uuid.NullUUID{UUID: uuid.UUID(a), Valid: true}, LowerType: pgtype.Exclusive, UpperType: pgtype.Unbounded, Valid: true}
	empty := pgtype.Range[T]{LowerType: pgtype.Empty, UpperType: pgtype.Empty, Valid: true}
	run(t, ctr, pgxtest.AllQueryExecModes, "uuidrange",
		of(bounds, pgtype.Range[T]{}, bounds),
		of(&bounds, pgtype.Range[T]{}, bounds),
		of(half, pgtype.Range[*T]{Upper: &b}, half),
		of(null, pgtype.Range[sql.Null[T]]{}, null),
		of(ours, pgtype.Range[uuid.NullUUID]{}, ours),
		of(bounds, any(nil), any(pgtype.Range[any]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true})),
		of(empty, pgtype.Range[T]{}, empty),
		of(pgtype.Range[T]{}, bounds, pgtype.Range[T]{}),
	)
	run(t, ctr, pgxtest.AllQueryExecModes, "uuidmultirange",
		of(pgtype.Multirange[pgtype.Range[T]]{bounds}, nil, pgtype.Multirange[pgtype.Range[T]]{bounds}),
		of(&pgtype.Multirange[pgtype.Range[*T]]{half}, nil, pgtype.Multirange[pgtype.Range[*T]]{half}),
		of(pgtype.Multirange[pgtype.Range[T]]{}, nil, pgtype.Multirange[pgtype.Range[T]]{}),
		of(pgtype.Multirange[pgtype.Range[T]](nil), pgtype.Multirange[pgtype.Range[T]]{bounds}, nil),
	)
	run(t, ctr, pgxtest.AllQueryExecModes, "pair",
		of(pair[T]{a, &b}, pair[T]{}, pair[T]{a, &b}),
		of(pair[T]{A: a}, pair[T]{B: &b}, pair[T]{A: a}),
		of(&pair[T]{A: a}, &pair[T]{B: &b}, &pair[T]{A: a}),
		of((*pair[T])(nil), &pair[T]{B: &b}, nil),
	)
	run(t, ctr, pgxtest.AllQueryExecModes, "pair[]",
		of([]pair[T]{{a, &b}, {A: b}}, []pair[T]{{}}, []pair[T]{{a, &b}, {A: b}}),
	)
	names := cube[T]{{{a, b}, {b, b}, {a, a}}, {{b, a}, {a, a}, {b, b}}}
	run(t, ctr, pgxtest.AllQueryExecModes, "uuid[]",
		of([2]T{a, b}, [2]T{}, [2]T{a, b}),
		of(named[T]{a, b}, named[T]{b}, named[T]{a, b}),
		of([]named[T]{{a, b}, {b, b}}, []named[T]{{b}}, []named[T]{{a, b}, {b, b}}),
		of(names, cube[T]{}, names),
		of([]cube[T]{names}, []cube[T]{}, []cube[T]{names}),
		of([][][][][][]T{{{names}}}, [][][][][][]T{{{names}, {names}}}, [][][][][][]T{{{names}}}),
	)
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		row := []any{
			a, bounds, pgtype.Multirange[pgtype.Range[T]]{bounds}, pair[T]{A: a, B: &b}, []pair[T]{{A: a}},
			[]*T{&a, nil}, uuid.NullUUID{UUID: uuid.UUID(a), Valid: true}, named[T]{a, b}, a,
		}
		between := "[" + id.String() + "," + other.String() + ")"
		want := []string{
			id.String(), between, "{" + between + "}", "(" + id.String() + "," + other.String() + ")", `{"(` + id.String() + `,)"}`,
			"{" + id.String() + ",NULL}", id.String(), "{" + id.String() + "," + other.String() + "}", id.String(),
		}
		if _, err := conn.Exec(ctx, "truncate copied"); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{"copied"}, []string{"d", "r", "m", "p", "ps", "us", "n", "ds", "e"}, pgx.CopyFromRows([][]any{row})); err != nil {
			t.Errorf("COPY: %v", err)
		}
		var got []string
		q := "select array[d::text, r::text, m::text, p::text, ps::text, us::text, n::text, ds::text, e::text] from copied"
		if err := conn.QueryRow(ctx, q).Scan(&got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("COPY: the server has %q, %v, want %q", got, err, want)
		}
	})
}

// NULL and what is no UUID change nothing.
func (s on[T]) nulls(t *testing.T) {
	ctr := s.runner(t)
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		for _, q := range []string{
			"select null::uuid", "select null::text", "select null::varchar", "select null::char(36)",
			"select null::json", "select null::jsonb", "select null::bytea", "select null",
			"select ''::text", "select 'x'::varchar", "select '\\x00'::bytea",
			"select '" + strings.ReplaceAll(id.String(), "-", "+") + "'::text",
		} {
			v := T(other)
			err := conn.QueryRow(ctx, q).Scan(&v)
			if err == nil || !strings.Contains(err.Error(), "pgxtype: scan *"+s.goType().PkgPath()+"."+s.goType().Name()+": ") || v != T(other) {
				t.Errorf("%s: got %v, %v, want an error and the old value", q, v, err)
			}
		}
		for _, q := range []string{
			"select array[null]::uuid[]", "select array['x']", "select array[array[array[array[gen_random_uuid()]]]]",
		} {
			v := [][]T{{T(other)}}
			if err := conn.QueryRow(ctx, q).Scan(&v); err == nil || !reflect.DeepEqual(v, [][]T{{T(other)}}) {
				t.Errorf("%s: got %v, %v, want an error and the old value", q, v, err)
			}
		}
		// Text on request, whatever the mode.
		v := T(other)
		err := conn.QueryRow(ctx, "select $1::uuid", pgx.QueryResultFormats{pgx.TextFormatCode}, T(id)).Scan(&v)
		if err != nil || v != T(id) {
			t.Errorf("in text: got %v, %v, want %v", v, err, id)
		}
	})
}

// Register of a type again, or of another, changes the codec under statements
// that are in use.
func TestRegisterLater(t *testing.T) {
	s := on[uuid.UUID]{stores.Postgres(t)}
	ctr := s.runner(t)
	ctr.AfterConnect = func(context.Context, testing.TB, *pgx.Conn) {}
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		const q = "select $1::uuid"
		var got any
		if err := conn.QueryRow(ctx, q, id).Scan(&got); err != nil {
			t.Fatal(err)
		}
		for _, typ := range types("") {
			typ.register(conn.TypeMap())
			if err := conn.QueryRow(ctx, q, id).Scan(&got); err != nil || reflect.TypeOf(got) != typ.goType() {
				t.Errorf("any after Register[%v]: got %T, %v", typ.goType(), got, err)
			}
		}
		pgxtype.Register[plain](conn.TypeMap())
		if err := conn.QueryRow(ctx, q, id).Scan(&got); err != nil || got != any(plain(id)) {
			t.Errorf("any after Register[plain]: got %T, %v", got, err)
		}
	})
}
