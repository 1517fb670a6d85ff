package pgxtype_test

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxtest"
	vgarvardt "github.com/vgarvardt/pgx-google-uuid/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// What pgx does itself, and the documentation of pgxtype warns of. Its faults alone are rows of ../upstream.

// A domain that has not been loaded is text to pgx, whatever it is over: nobody
// can tell bytea then, until it is loaded.
func TestDomainOverBytea(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create domain digest as bytea")
	modes(t, ctr, func(s session) {
		const q = "select $1::digest"
		reads(s, nil, id[:], q, sqlx.Binary(id))
		reads(s, nil, []byte(id.String()), q, id) // which pgx cannot avoid
		s.TypeMap().RegisterType(kit.Must(s.LoadType(s.ctx, "digest"))(s))
		refuses(s, nil, []byte(nil), "sqlx.Binary", q, id)
		reads(s, nil, id[:], q, sqlx.Binary(id))
	}, pgxtest.KnownOIDQueryExecModes...)
}

// LoadTypes registers a type under its name with the schema and without it. The range is loaded first: see the row
// pgx-load-range of ../upstream.
func TestRangeOfLoadTypes(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create type uuidrange as range (subtype = uuid)")
	ctr.RunTest(t.Context(), t, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		for _, name := range []string{"uuidrange", "uuidmultirange"} {
			kit.Must(conn.LoadTypes(ctx, []string{name}))(t)
		}
		for _, schema := range []string{"", "public."} {
			kit.Check(t, pgxtype.RegisterRange[uuid.UUID](conn.TypeMap(), schema+"uuidrange", schema+"uuidmultirange"))
		}
	})
}

// LoadTypes also registers the array types of what it loads, though pgx knows
// them: in place of ours.
func TestLoadTypesOfArray(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create type tagged as (id uuid, tags uuid[])")
	modes(t, ctr, func(s session) {
		kit.Must(s.LoadTypes(s.ctx, []string{"tagged"}))(s)
		typ, _ := s.TypeMap().TypeForOID(pgtype.UUIDArrayOID)
		if _, ok := typ.Codec.(*pgtype.ArrayCodec); !ok {
			s.Errorf("the codec of uuid[] is a %T", typ.Codec)
		}
		type tagged struct {
			ID   uuid.UUID
			Tags []uuid.UUID
		}
		s.TypeMap().RegisterDefaultPgType(tagged{}, "tagged")
		want := tagged{id, []uuid.UUID{id, other}}
		reads(s, tagged{}, want, "select $1::tagged", want)
		sideBySide(s, id)
	})
}

// What is not registered is read and written as without Register, but for a NULL
// without a type (TestUntypedNull in package pgxtype).
func TestOthers(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create domain id as uuid")
	ctr.AfterConnect = func(context.Context, testing.TB, *pgx.Conn) {}
	text, one, null := id.String(), google.UUID(other), pgtype.UUID{Bytes: other, Valid: true}
	queries := []string{
		"$1::text::uuid", "$1::text::id", "$1::text", "$1::char(40)", "to_jsonb($1::text)", "uuid_send($1::text::uuid)",
		"array[$1::text]::uuid[]", "array[$1::text, null]::uuid[]", "array[array[$1::text]]::uuid[]", "array[$1::text]::id[]", "array[$1::text]",
		"('[5:5]={' || $1::text || '}')::uuid[]", "('[' || to_json($1::text) || ', 1]')::json", "left($1::text, 0)::varchar",
	}
	dsts := []any{
		any(nil), "", []byte(nil), [16]byte(other), null, &null, one, &one, plain(other), pgtype.Text{}, sql.NullString{}, google.NullUUID{UUID: one, Valid: true},
		[]string{""}, []*string{nil}, [][]string{nil}, []pgtype.UUID{null}, [][16]byte{{1}}, []google.UUID{one}, []plain{{1}}, []any(nil),
		pgtype.FlatArray[pgtype.UUID]{null}, pgtype.Array[string]{}, map[string]any{}, 0,
	}
	types := []string{"uuid", "id", "text", "char(40)", "bytea", "json", "jsonb", "uuid[]", "id[]", "text[]", "bytea[]", "jsonb[]", "int"}
	args := []any{
		text, "{" + text + "}", `"` + text + `"`, id[:], [16]byte(id), null, &null, one, &one, plain(id), google.NullUUID{UUID: one, Valid: true}, google.NullUUID{},
		[][]string{{text}, {text}}, [][]pgtype.UUID{{null, {}}}, // first: pgx may keep the plan of []any for them
		[]string{text}, []any{text, nil}, []google.UUID{one}, []plain{{1}}, [2]string{text, text}, pgtype.FlatArray[string]{text},
		struct{ A google.UUID }{one}, map[string]plain{"a": {}}, sqlx.Binary(id), 1,
		google.UUID{}, sql.NullString{String: uuid.Nil().String(), Valid: true}, []byte("[5:5]={" + text + "}"),
		pgtype.Array[string]{Elements: []string{text}, Dims: []pgtype.ArrayDimension{{Length: 1, LowerBound: 5}}, Valid: true},
	}
	modes(t, ctr, func(s session) {
		ctx, bare := s.ctx, s.Conn
		registered := kit.Must(pgx.ConnectConfig(ctx, bare.Config()))(s)
		defer registered.Close(ctx)
		pgxtype.Register[uuid.UUID](registered.TypeMap())
		same := func(what string, query func(*pgx.Conn) (any, error)) {
			want, wantErr := query(bare)
			got, err := query(registered)
			if !reflect.DeepEqual(withoutUUIDs(got), want) || (err == nil) != (wantErr == nil) {
				s.Errorf("%s: got %v, %v, want %v, %v", what, got, err, want, wantErr)
			}
		}
		for _, q := range queries {
			for _, dst := range dsts {
				same(fmt.Sprintf("%s into %T", q, dst), func(conn *pgx.Conn) (any, error) {
					p := reflect.New(reflect.TypeFor[any]())
					if dst != nil {
						p = reflect.New(reflect.TypeOf(dst))
						p.Elem().Set(reflect.ValueOf(dst))
					}
					err := conn.QueryRow(ctx, "select "+q, text).Scan(p.Interface())
					return p.Elem().Interface(), err
				})
			}
		}
		for _, typ := range types {
			for _, arg := range args {
				same(fmt.Sprintf("%T as %s", arg, typ), func(conn *pgx.Conn) (got any, err error) {
					err = conn.QueryRow(ctx, "select $1::"+typ+"::text", arg).Scan(&got)
					return got, err
				})
			}
		}
		if bare.Config().DefaultQueryExecMode == pgx.QueryExecModeCacheStatement { // COPY is the same in all
			sameCopies(s, bare, registered, types, args)
		}
	})
}

// sameCopies checks that COPY of what pgx alone writes stores the same after Register.
func sameCopies(s session, bare, registered *pgx.Conn, types []string, args []any) {
	s.Helper()
	var columns []string
	for i, typ := range types {
		columns = append(columns, fmt.Sprintf("c%d %s", i, typ))
	}
	for _, conn := range []*pgx.Conn{bare, registered} {
		kit.Must(conn.Exec(s.ctx, "create temp table copied ("+strings.Join(columns, ", ")+")"))(s)
	}
	for i, typ := range types {
		column := fmt.Sprintf("c%d", i)
		copied := func(conn *pgx.Conn, arg any) (got any, err error) {
			if _, err := conn.CopyFrom(s.ctx, pgx.Identifier{"copied"}, []string{column}, pgx.CopyFromRows([][]any{{arg}})); err != nil {
				return nil, err
			}
			err = conn.QueryRow(s.ctx, "delete from copied returning "+column+"::text").Scan(&got)
			return got, err
		}
		for _, arg := range args {
			want, err := copied(bare, arg)
			if err != nil {
				continue // Register also takes text in braces
			}
			if got, err := copied(registered, arg); err != nil || got != want {
				s.Errorf("COPY of %T into %s: got %v, %v, want %v", arg, typ, got, err, want)
			}
		}
	}
}

// withoutUUIDs returns what pgx gives to an any where it is a UUID of ours.
func withoutUUIDs(v any) any {
	switch v := v.(type) {
	case uuid.UUID:
		return [16]byte(v)
	case []any:
		if v == nil {
			return v
		}
		s := make([]any, len(v))
		for i := range v {
			s[i] = withoutUUIDs(v[i])
		}
		return s
	}
	return v
}

// One connection, one statement, and all types in turn: what one has planned
// must not be used for the next.
func TestSideBySide(t *testing.T) {
	modes(t, on[uuid.UUID]{stores.Postgres(t)}.runner(t), func(s session) {
		for range 3 {
			for _, typ := range types("") {
				typ.sideBySide(s)
			}
			sideBySide(s, id.String())
			sideBySide(s, pgtype.UUID{Bytes: id, Valid: true})
		}
	})
}

func (on[T]) sideBySide(s session) { sideBySide(s, T(id)) }

func sideBySide[V comparable](s session, v V) {
	s.Helper()
	var one V
	var list []V
	if err := s.QueryRow(s.ctx, "select $1::uuid, $2::uuid[]", v, []V{v, v}).Scan(&one, &list); err != nil || one != v || !slices.Equal(list, []V{v, v}) {
		s.Errorf("got %v and %v, %v, want %v", one, list, err, v)
	}
}

// Whoever registers last has the any, and the other still works.
func TestBesideVgarvardt(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t)
	for want, order := range map[any][]func(*pgtype.Map){
		google.UUID(id): {pgxtype.Register[uuid.UUID], vgarvardt.Register},
		id:              {vgarvardt.Register, pgxtype.Register[uuid.UUID]},
	} {
		ctr.AfterConnect = func(_ context.Context, _ testing.TB, conn *pgx.Conn) {
			for _, register := range order {
				register(conn.TypeMap())
			}
		}
		modes(t, ctr, func(s session) {
			reads(s, nil, want, "select $1::uuid", id)
			var ours uuid.UUID // both in one statement
			var theirs google.UUID
			err := s.QueryRow(s.ctx, "select $1::uuid, $2::uuid", id, google.UUID(other)).Scan(&ours, &theirs)
			if err != nil || ours != id || theirs != google.UUID(other) {
				s.Errorf("got %v and %v, %v", ours, theirs, err)
			}
			reads(s, nil, []uuid.UUID{id, other}, "select $1::uuid[]", []uuid.UUID{id, other})
		})
	}
}
