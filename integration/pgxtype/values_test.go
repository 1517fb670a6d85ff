package pgxtype_test

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
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

func TestValues(t *testing.T)  { each(t, suite.values) }
func TestCopy(t *testing.T)    { each(t, suite.copies) }
func TestStructs(t *testing.T) { each(t, suite.structs) }

// derived sets up types that are made of uuid, and a connection that knows them.
func (s on[T]) derived(t *testing.T, setup ...string) pgxtest.ConnTestRunner {
	ctr := s.runner(t, append([]string{
		"create domain id as uuid",
		"create type uuidrange as range (subtype = uuid)",
		"create type pair as (a uuid, b uuid)",
	}, setup...)...)
	register := ctr.AfterConnect
	ctr.AfterConnect = func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		register(ctx, t, conn)
		m := conn.TypeMap()
		for _, name := range []string{"id", "_id", "uuidrange", "uuidmultirange", "pair", "_pair"} {
			m.RegisterType(kit.Must(conn.LoadType(ctx, name))(t))
		}
		kit.Check(t, pgxtype.RegisterRange[T](m, "uuidrange", "uuidmultirange"))
		m.RegisterDefaultPgType(pair[T]{}, "pair")
		m.RegisterDefaultPgType([]pair[T]{}, "_pair")
	}
	return ctr
}

type pair[T ~[16]byte] struct {
	A T
	B *T
}

func (s on[T]) values(t *testing.T) {
	a, b, text := T(id), T(other), id.String()
	pgx16 := pgtype.UUID{Bytes: id, Valid: true}
	null := func(v uuid.UUID) uuid.NullUUID { return uuid.NullUUID{UUID: v, Valid: true} }
	bounds := pgtype.Range[T]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	anyBounds := pgtype.Range[any]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	empty := pgtype.Range[T]{LowerType: pgtype.Empty, UpperType: pgtype.Empty, Valid: true}
	multi := pgtype.Multirange[pgtype.Range[T]]{bounds}
	modes(t, s.derived(t), func(s session) {
		// Beside strings, pgx's own type and ours.
		for _, typ := range []string{"uuid", "text", "varchar", "char(36)"} {
			reads(s, "", text, "select $1::"+typ, a)
			reads(s, b, a, "select $1::"+typ, text)
			reads(s, b, a, "select $1::"+typ, strings.ToUpper(text))
			reads(s, null(other), null(id), "select $1::"+typ, &a)
			reads(s, &b, nil, "select $1::"+typ, nil)
		}
		reads(s, nil, any(text), "select $1::text", a)
		reads(s, b, a, "select $1::uuid", pgx16)
		reads(s, pgtype.UUID{}, pgx16, "select $1::uuid", a)
		reads(s, nil, any(a), "select $1::id", a)
		for _, typ := range []string{"uuid[]", "text[]", "varchar[]"} {
			reads(s, nil, []string{text, other.String()}, "select $1::"+typ, []T{a, b})
			reads(s, []T{b}, []T{a, b}, "select $1::"+typ, []string{text, other.String()})
			reads(s, []uuid.NullUUID{null(other)}, []uuid.NullUUID{null(id), {}}, "select $1::"+typ, []*T{&a, nil})
		}
		reads(s, []*T{&b}, []*T{&a, nil}, "select $1::id[]", []*T{&a, nil})
		reads(s, [][]T{{b}}, [][]T{{a}, {b}}, "select $1::id[]", [][]T{{a}, {b}})
		reads(s, []T{b}, nil, "select $1::id[]", []T(nil))

		reads(s, nil, any(anyBounds), "select $1::uuidrange", &bounds)
		reads(s, bounds, empty, "select $1::uuidrange", empty)
		reads(s, bounds, pgtype.Range[T]{}, "select $1::uuidrange", pgtype.Range[T]{})
		reads(s, multi, multi[:0], "select $1::uuidmultirange", multi[:0])
		reads(s, multi, nil, "select $1::uuidmultirange", pgtype.Multirange[pgtype.Range[T]](nil))

		// Text on request, whatever the mode.
		reads(s, b, a, "select $1::uuid", pgx.QueryResultFormats{pgx.TextFormatCode}, a)

		// bytea takes a UUID as sqlx.Binary alone. In the modes without descriptions any
		// other is 36 characters, which pgx cannot avoid, and jsonb is worse. If these
		// are refused or work now, change the documentation.
		reads(s, b, a, "select $1::bytea", sqlx.Binary(id))
		refuses(s, b, b, "", "select convert_to($1::text, 'UTF8')", text)
		for _, v := range []any{a, &a, sql.Null[T]{V: a, Valid: true}, null(id)} {
			if s.described() {
				refuses(s, nil, []byte(nil), "sqlx.Binary", "select $1::bytea", v)
				continue
			}
			reads(s, nil, []byte(text), "select $1::bytea", v)
			refuses(s, "", "", "", "select $1::jsonb", v)
			reads(s, "", "{}", "select $1::jsonb", []T{})
		}
		const isIn, isOut = "select x = any($2) from (select $1::bytea) t (x)", "select x <> all($2) from (select $1::bytea) t (x)"
		reads(s, false, true, isIn, sqlx.Binary(id), []sqlx.Binary{sqlx.Binary(id)})
		if !s.described() { // a list of texts: no row is in it
			reads(s, true, false, isIn, sqlx.Binary(id), []T{a})
			reads(s, false, true, isOut, sqlx.Binary(id), []T{a})
		}
		// Reading jsonb needs no description.
		reads(s, b, a, "select to_jsonb($1::text)", text)
		for _, bad := range []string{"null", "1", `["` + text + `"]`, `"` + strings.ReplaceAll(text, "-", "+") + `"`} {
			refuses(s, b, b, "", "select $1::text::jsonb", bad)
		}
	})
}

// copies writes with COPY, which asks our codec for strings too, and looks at what the
// server then shows.
func (s on[T]) copies(t *testing.T) {
	a, b := T(id), T(other)
	one, two := id.String(), other.String()
	bounds := pgtype.Range[T]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	columns := []struct {
		column, typ string
		v           any
		want        string
	}{
		{"n", "uuid", uuid.NullUUID{UUID: id, Valid: true}, one},
		{"e", "known", a, one}, // an enum, which is not loaded, and so text
		{"es", "known[]", []T{a}, "{" + one + "}"},
		{"cs", "code[]", [][]*T{{&a}, {nil}}, "{{" + one + "},{NULL}}"}, // of a domain over text
		{"t", "text", a, one},
		{"v", "varchar", &a, one},
		{"c", "char(36)", a, one},
		{"j", "json", a, `"` + one + `"`},
		{"m", "uuidmultirange", pgtype.Multirange[pgtype.Range[T]]{bounds}, "{[" + one + "," + two + ")}"},
		{"p", "pair", pair[T]{A: a, B: &b}, "(" + one + "," + two + ")"},
		{"ps", "pair[]", []pair[T]{{A: a}}, `{"(` + one + `,)"}`},
		{"us", "uuid[]", []*T{&a, nil}, "{" + one + ",NULL}"},
		{"ds", "id[]", []T{a, b}, "{" + one + "," + two + "}"},
		{"ts", "text[]", []T{a}, "{" + one + "}"},
		{"b", "bytea", sqlx.Binary(id), `\x00112233445566778899aabbccddeeff`},
	}
	var names, create, want []string
	var row []any
	for _, c := range columns {
		names, create, row, want = append(names, c.column), append(create, c.column+" "+c.typ), append(row, c.v), append(want, c.want)
	}
	// loose is not loaded: it may be over text, too.
	ctr := s.derived(t, "create type known as enum ('"+one+"')", "create domain code as text", "create domain loose as uuid",
		"create table copied ("+strings.Join(create, ", ")+", ls loose[])")
	modes(t, ctr, func(s session) {
		copyFrom := func(columns []string, rows ...[]any) error {
			_, err := s.CopyFrom(s.ctx, pgx.Identifier{"copied"}, columns, pgx.CopyFromRows(rows))
			return err
		}
		kit.Must(s.Exec(s.ctx, "truncate copied"))(s)
		if err := copyFrom(names, row, row); err != nil {
			s.Errorf("COPY: %v", err)
		}
		reads(s, nil, want, "select distinct array["+strings.Join(names, "::text, ")+"::text] from copied")
		for _, q := range []string{"n = $1", "t = $1::text", "$1 = any(us)", "c = $1::bpchar"} {
			reads(s, 0, 2, "select count(*) from copied where "+q, a)
		}
		for bad, column := range map[any]string{a: "b", &[]T{a}: "b", &[]T{b}: "ls", strings.ReplaceAll(one, "-", "+"): "n"} {
			if err := copyFrom([]string{column}, []any{bad}); err == nil {
				s.Errorf("COPY of %T %[1]v into %s: no error", bad, column)
			}
		}
		if err := copyFrom([]string{"us", "c"}, []any{"{{" + one + "}}", "grid"}); err != nil {
			s.Errorf("COPY of text into uuid[]: %v", err)
		}
		reads(s, nil, [][]T{{a}}, "select us from copied where c = 'grid'")
		// In text an array of one is a UUID in braces to uuid.Parse.
		refuses(s, b, b, "use a slice", "select '{"+one+"}'::loose[]")
		reads(s, []T{b}, []T{a}, "select '{"+one+"}'::loose[]")
	})
}

// structs reads rows and records into structs.
func (s on[T]) structs(t *testing.T) {
	modes(t, s.runner(t, "create domain code as text"), func(s session) {
		type Base struct{ ID T }
		type record struct {
			Base
			Parent *T
			Owner  uuid.NullUUID
			Tags   []T
		}
		const q = `select @id::uuid as id, null::uuid as parent, @id::uuid as owner, @tags::uuid[] as tags`
		args := pgx.NamedArgs{"id": T(id), "tags": []T{T(id), T(other)}}
		want := []record{{Base{T(id)}, nil, uuid.NullUUID{UUID: id, Valid: true}, []T{T(id), T(other)}}}
		collects(s, pgx.RowToStructByName[record], want, q, args)
		collects(s, pgx.RowToStructByPos[record], want, q, args)
		collects(s, pgx.RowTo[T], []T{T(id), T(other)}, "select unnest($1::uuid[])", []T{T(id), T(other)})
		var notNull pgx.ScanArgError
		if err := s.QueryRow(s.ctx, "select null::uuid").Scan(new(T)); !errors.As(err, &notNull) || !strings.Contains(err.Error(), "cannot scan NULL") {
			s.Errorf("NULL: error %T %v, want a pgx.ScanArgError", err, err)
		}
		fields := pgtype.CompositeFields{new(T), new(*T)}
		err := s.QueryRow(s.ctx, "select row($1::uuid, null::uuid)", T(id)).Scan(fields)
		if !s.described() { // a record has no types in text
			if err == nil {
				s.Errorf("record in text: got %v: change the documentation", fields)
			}
			return
		}
		if err != nil || *fields[0].(*T) != T(id) {
			s.Errorf("record: got %v, %v", fields, err)
		}
		reads(s, nil, any([]any{T(id)}), "select row($1::uuid)", T(id))
		if err := s.QueryRow(s.ctx, "select row('0123456789abcdef'::code)").Scan(pgtype.CompositeFields{new(T)}); err == nil {
			s.Errorf("record of 16 characters into a %T: no error", T{})
		}
	})
}

// collects checks the rows that a query returns.
func collects[V any](s session, to pgx.RowToFunc[V], want []V, query string, args ...any) {
	s.Helper()
	got, err := pgx.CollectRows(kit.Must(s.Query(s.ctx, query, args...))(s), to)
	if err != nil || !reflect.DeepEqual(got, want) {
		s.Errorf("%s: got %v, %v, want %v", query, got, err, want)
	}
}

// Register of a type again, or of another, changes the codec under statements
// that are in use.
func TestRegisterLater(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t)
	ctr.AfterConnect = func(context.Context, testing.TB, *pgx.Conn) {}
	modes(t, ctr, func(s session) {
		var got any
		if err := s.QueryRow(s.ctx, "select $1::uuid", id).Scan(&got); err != nil {
			s.Fatal(err)
		}
		for _, typ := range types("") {
			typ.register(s.TypeMap())
			if err := s.QueryRow(s.ctx, "select $1::uuid", id).Scan(&got); err != nil || reflect.TypeOf(got) != typ.goType() {
				s.Errorf("any after Register[%v]: got %T, %v", typ.goType(), got, err)
			}
		}
	})
}
