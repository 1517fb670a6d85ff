package pgxtype_test

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxtest"
	vgarvardt "github.com/vgarvardt/pgx-google-uuid/v5"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// What pgx does itself, and the documentation of pgxtype warns of. A failure
// here means that pgx has changed: then the documentation has to.

func TestBytesAsUUID(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t)
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		var got uuid.UUID
		err := conn.QueryRow(ctx, "select $1::uuid", []byte(id.String())).Scan(&got)
		if described(conn) && (err != nil || got.String() != "30303131-3232-3333-2d34-3435352d3636") {
			t.Errorf("36 bytes as a uuid: got %v, %v, want the first 16 of them", got, err)
		} else if !described(conn) && err == nil {
			t.Errorf("36 bytes as a uuid: got %v, want an error of the server", got)
		}
	})
}

// A domain that has not been loaded is text to pgx, whatever it is over: nobody
// can tell bytea then, until it is loaded.
func TestDomainOverBytea(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create domain digest as bytea")
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, pgxtest.KnownOIDQueryExecModes, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		var got []byte
		if err := conn.QueryRow(ctx, "select $1::digest", sqlx.Binary(id)).Scan(&got); err != nil || string(got) != string(id[:]) {
			t.Errorf("sqlx.Binary: got %q, %v, want %q", got, err, id[:])
		}
		if err := conn.QueryRow(ctx, "select $1::digest", id).Scan(&got); err != nil || string(got) != id.String() {
			t.Errorf("before LoadType: got %q, %v, want the 36 characters that pgx cannot avoid", got, err)
		}
		typ, err := conn.LoadType(ctx, "digest")
		if err != nil {
			t.Fatal(err)
		}
		conn.TypeMap().RegisterType(typ)
		if err := conn.QueryRow(ctx, "select $1::digest", id).Scan(&got); err == nil || !strings.Contains(err.Error(), "sqlx.Binary") {
			t.Errorf("after LoadType: got %q, %v, want an error that names sqlx.Binary", got, err)
		}
		if err := conn.QueryRow(ctx, "select $1::digest", sqlx.Binary(id)).Scan(&got); err != nil || string(got) != string(id[:]) {
			t.Errorf("sqlx.Binary after LoadType: got %q, %v, want %q", got, err, id[:])
		}
	})
}

// LoadTypes sorts by name what does not depend on each other in its eyes, so
// that the multirange comes before its range.
func TestLoadTypesOfRange(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create type uuidrange as range (subtype = uuid)")
	ctr.RunTest(t.Context(), t, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		_, err := conn.LoadTypes(ctx, []string{"uuidrange", "uuidmultirange"})
		if err == nil || !strings.Contains(err.Error(), "Multirange element") {
			t.Errorf("LoadTypes of a range and its multirange: error %v", err)
		}
		for _, name := range []string{"uuidrange", "uuidmultirange"} {
			if _, err := conn.LoadTypes(ctx, []string{name}); err != nil {
				t.Errorf("LoadTypes of %s: %v", name, err)
			}
		}
		if err := pgxtype.RegisterRange[uuid.UUID](conn.TypeMap(), "uuidrange", "uuidmultirange"); err != nil {
			t.Error(err)
		}
		if err := pgxtype.RegisterRange[uuid.UUID](conn.TypeMap(), "public.uuidrange", "public.uuidmultirange"); err != nil {
			t.Error(err)
		}
	})
}

// LoadTypes also registers the array types of what it loads, though pgx knows
// them: in place of ours.
func TestLoadTypesOfArray(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t, "create type tagged as (id uuid, tags uuid[])")
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		if _, err := conn.LoadTypes(ctx, []string{"tagged"}); err != nil {
			t.Fatal(err)
		}
		if typ, _ := conn.TypeMap().TypeForOID(pgtype.UUIDArrayOID); !isArrayCodec(typ) {
			t.Errorf("the codec of uuid[] is a %T", typ.Codec)
		}
		type tagged struct {
			ID   uuid.UUID
			Tags []uuid.UUID
		}
		conn.TypeMap().RegisterDefaultPgType(tagged{}, "tagged")
		want := tagged{id, []uuid.UUID{id, other}}
		var got tagged
		if err := conn.QueryRow(ctx, "select $1::tagged", want).Scan(&got); err != nil || got.ID != id || len(got.Tags) != 2 || got.Tags[1] != other {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
		sideBySide(ctx, t, conn, id, new(uuid.UUID), new([]uuid.UUID))
	})
}

func isArrayCodec(typ *pgtype.Type) bool {
	_, ok := typ.Codec.(*pgtype.ArrayCodec)
	return ok
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
		[]string{text}, []any{text, nil}, []google.UUID{one}, []plain{{1}}, [][]pgtype.UUID{{null, {}}}, [2]string{text, text}, pgtype.FlatArray[string]{text},
		struct{ A google.UUID }{one}, map[string]plain{"a": {}}, sqlx.Binary(id), 1,
	}
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, bare *pgx.Conn) {
		registered, err := pgx.ConnectConfig(ctx, bare.Config())
		if err != nil {
			t.Fatal(err)
		}
		defer registered.Close(ctx)
		pgxtype.Register[uuid.UUID](registered.TypeMap())
		same := func(what string, query func(*pgx.Conn) (any, error)) {
			want, wantErr := query(bare)
			got, err := query(registered)
			if !reflect.DeepEqual(withoutUUIDs(got), want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: got %v, %v, want %v, %v", what, got, err, want, wantErr)
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
	})
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
	s := on[uuid.UUID]{stores.Postgres(t)}
	pgxtest.RunWithQueryExecModes(t.Context(), t, s.runner(t), nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		for range 3 {
			for _, typ := range types("") {
				typ.onceMore(ctx, t, conn)
			}
			sideBySide(ctx, t, conn, id.String(), new(string), new([]string))
			sideBySide(ctx, t, conn, pgtype.UUID{Bytes: id, Valid: true}, new(pgtype.UUID), new([]pgtype.UUID))
		}
	})
}

func (on[T]) onceMore(ctx context.Context, t testing.TB, conn *pgx.Conn) {
	sideBySide(ctx, t, conn, T(id), new(T), new([]T))
}

func sideBySide[V comparable](ctx context.Context, t testing.TB, conn *pgx.Conn, v V, dst *V, list *[]V) {
	t.Helper()
	if err := conn.QueryRow(ctx, "select $1::uuid, $2::uuid[]", v, []V{v, v}).Scan(dst, list); err != nil {
		t.Errorf("%T: %v", v, err)
		return
	}
	if len(*list) != 2 || *dst != v || (*list)[0] != v || (*list)[1] != v {
		t.Errorf("got %v and %v, want %v", *dst, *list, v)
	}
}

// Whoever registers last has the any, and the other still works.
func TestBesideVgarvardt(t *testing.T) {
	ctr := on[uuid.UUID]{stores.Postgres(t)}.runner(t)
	for _, first := range []string{"ours", "theirs"} {
		t.Run(first+" first", func(t *testing.T) {
			ctr := ctr
			ctr.AfterConnect = func(_ context.Context, _ testing.TB, conn *pgx.Conn) {
				if first == "ours" {
					pgxtype.Register[uuid.UUID](conn.TypeMap())
				}
				vgarvardt.Register(conn.TypeMap())
				if first != "ours" {
					pgxtype.Register[uuid.UUID](conn.TypeMap())
				}
			}
			pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
				var got any
				err := conn.QueryRow(ctx, "select $1::uuid", id).Scan(&got)
				want := any(id)
				if first == "ours" {
					want = google.UUID(id)
				}
				if err != nil || got != want {
					t.Errorf("any: got %T %[1]v, %v, want %T", got, err, want)
				}
				var one uuid.UUID
				var theirs google.UUID
				if err := conn.QueryRow(ctx, "select $1::uuid, $2::uuid", id, google.UUID(other)).Scan(&one, &theirs); err != nil || one != id || theirs != google.UUID(other) {
					t.Errorf("got %v and %v, %v", one, theirs, err)
				}
				var list []uuid.UUID
				if err := conn.QueryRow(ctx, "select $1::uuid[]", []uuid.UUID{id, other}).Scan(&list); err != nil || len(list) != 2 || list[0] != id || list[1] != other {
					t.Errorf("got %v, %v", list, err)
				}
			})
		})
	}
}
