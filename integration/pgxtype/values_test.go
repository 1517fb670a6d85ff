package pgxtype_test

import (
	"context"
	"database/sql"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxtest"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
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
	modes(t, ctr, func(s session) {
		for _, v := range []any{T(id), new(T(id)), sql.Null[T]{V: T(id), Valid: true}, uuid.NullUUID{UUID: id, Valid: true}} {
			if s.described() {
				refuses(s, nil, []byte(nil), "sqlx.Binary", "select $1::bytea", v)
			} else { // 36 characters, which pgx cannot avoid: if they are refused now, change the documentation
				reads(s, nil, []byte(id.String()), "select $1::bytea", v)
			}
		}
		refuses(s, T(other), T(other), "", "select convert_to($1::text, 'UTF8')", id.String())
		reads(s, nil, id[:], "select uuid_send($1::uuid)", T(id))
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
	modes(t, ctr, func(s session) {
		// Reading needs no description.
		reads(s, T(other), T(id), "select to_jsonb($1::text)", id.String())
		for _, bad := range []string{"null", "1", `["` + id.String() + `"]`, `"` + strings.ReplaceAll(id.String(), "-", "+") + `"`} {
			refuses(s, T(other), T(other), "", "select $1::text::jsonb", bad)
		}
		if !s.described() { // if one works now, change the documentation
			refuses(s, "", "", "", "select $1::jsonb", T(id))
			refuses(s, "", "", "", "select $1::jsonb", []T{T(id)})
			reads(s, "", "{}", "select $1::jsonb", []T{}) // what nobody can avoid
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
		"create table copied (n int, d id, r uuidrange, m uuidmultirange, p pair, ps pair[], us uuid[], o uuid, z uuid, ds id[], e known, t text, v varchar, c char(36), j json, jb jsonb, grid uuid[], ts text[], b bytea)")
	register := ctr.AfterConnect
	ctr.AfterConnect = func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		register(ctx, t, conn)
		for _, name := range []string{"id", "_id", "uuidrange", "uuidmultirange", "pair", "_pair"} {
			conn.TypeMap().RegisterType(kit.Must(conn.LoadType(ctx, name))(t))
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
	// COPY, also of what has no type of its own, and what the server then shows.
	modes(t, ctr, func(s session) {
		one, two, quoted := id.String(), other.String(), `"`+id.String()+`"`
		between := "[" + one + "," + two + ")"
		var columns, want []string
		row := []any{1}
		for _, test := range []struct {
			column string
			v      any
			want   string
		}{
			{"d", a, one}, {"o", ours.Lower, one}, {"z", (*T)(nil), "NULL"}, {"e", a, one},
			{"t", a, one}, {"v", &a, one}, {"c", a, one}, {"j", a, quoted}, {"jb", a, quoted},
			{"r", bounds, between}, {"m", pgtype.Multirange[pgtype.Range[T]]{bounds}, "{" + between + "}"},
			{"p", pair[T]{A: a, B: &b}, "(" + one + "," + two + ")"}, {"ps", []pair[T]{{A: a}}, `{"(` + one + `,)"}`},
			{"us", []*T{&a, nil}, "{" + one + ",NULL}"}, {"ds", named[T]{a, b}, "{" + one + "," + two + "}"},
			{"ts", []T{a}, "{" + one + "}"}, {"grid", [][]T{{a}, {b}}, "{{" + one + "},{" + two + "}}"},
			{"b", sqlx.Binary(id), `\x00112233445566778899aabbccddeeff`},
		} {
			columns, row, want = append(columns, test.column), append(row, test.v), append(want, test.want)
		}
		copyFrom := func(columns []string, rows ...[]any) error {
			_, err := s.CopyFrom(s.ctx, pgx.Identifier{"copied"}, columns, pgx.CopyFromRows(rows))
			return err
		}
		kit.Must(s.Exec(s.ctx, "truncate copied"))(s)
		if err := copyFrom(append([]string{"n"}, columns...), row, row); err != nil {
			s.Errorf("COPY: %v", err)
		}
		reads(s, nil, want, "select distinct array[coalesce("+strings.Join(columns, "::text, 'NULL'), coalesce(")+"::text, 'NULL')] from copied")
		for _, q := range []string{"o = $1", "t = $1::text", "$1 = any(us)", "c = $1::bpchar"} {
			reads(s, 0, 2, "select count(*) from copied where "+q, a)
		}
		// COPY asks our codec for strings too.
		for bad, column := range map[any]string{a: "b", &[]T{a}: "b", strings.ReplaceAll(one, "-", "+"): "o"} {
			if err := copyFrom([]string{column}, []any{bad}); err == nil {
				s.Errorf("COPY of %T %[1]v into %s: no error", bad, column)
			}
		}
		if err := copyFrom([]string{"n", "grid"}, []any{2, "{{" + one + "}}"}); err != nil {
			s.Errorf("COPY of text into uuid[]: %v", err)
		}
		reads(s, nil, [][]T{{a}}, "select grid from copied where n = 2")
	})
}

// NULL and what is no UUID change nothing.
func (s on[T]) nulls(t *testing.T) {
	name := s.goType().PkgPath() + "." + s.goType().Name()
	modes(t, s.runner(t), func(s session) {
		for _, q := range []string{
			"select null::uuid", "select null::text", "select null::varchar", "select null::char(36)",
			"select null::json", "select null::jsonb", "select null::bytea", "select null",
			"select ''::text", "select 'x'::varchar", "select '\\x00'::bytea",
			"select '" + strings.ReplaceAll(id.String(), "-", "+") + "'::text",
		} {
			refuses(s, T(other), T(other), "pgxtype: scan *"+name+": ", q)
		}
		for _, q := range []string{
			"select array[null]::uuid[]", "select array['x']", "select array[array[array[array[gen_random_uuid()]]]]",
		} {
			refuses(s, [][]T{{T(other)}}, [][]T{{T(other)}}, "", q)
		}
		// Text on request, whatever the mode.
		reads(s, T(other), T(id), "select $1::uuid", pgx.QueryResultFormats{pgx.TextFormatCode}, T(id))
	})
}

// Register of a type again, or of another, changes the codec under statements
// that are in use.
func TestRegisterLater(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t)
	ctr.AfterConnect = func(context.Context, testing.TB, *pgx.Conn) {}
	modes(t, ctr, func(s session) {
		const q = "select $1::uuid"
		var got any
		if err := s.QueryRow(s.ctx, q, id).Scan(&got); err != nil {
			s.Fatal(err)
		}
		for _, typ := range types("") {
			typ.register(s.TypeMap())
			if err := s.QueryRow(s.ctx, q, id).Scan(&got); err != nil || reflect.TypeOf(got) != typ.goType() {
				s.Errorf("any after Register[%v]: got %T, %v", typ.goType(), got, err)
			}
		}
		pgxtype.Register[plain](s.TypeMap())
		reads(s, nil, any(plain(id)), q, id)
	})
}
