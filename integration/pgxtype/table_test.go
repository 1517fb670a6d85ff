package pgxtype_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxtest"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestTable(t *testing.T)   { eachServer(t, suite.table) }
func TestStructs(t *testing.T) { each(t, suite.structs) }

const createRows = `create table rows (
	n int, u uuid, nu uuid, t text, v varchar, c char(36), j json, jb jsonb,
	us uuid[], grid uuid[], ts text[], b bytea
)`

var columns = []string{"n", "u", "nu", "t", "v", "c", "j", "jb", "us", "grid", "ts", "b"}

// COPY, INSERT and a batch write the same row, which the server then shows.
func (s on[T]) table(t *testing.T) {
	ctr := s.runner(t, createRows)
	row := func(n int) []any {
		v := T(id)
		return []any{n, v, (*T)(nil), v, &v, v, v, v, []T{v, T(other)}, [][]T{{v}, {T(other)}}, []T{v}, sqlx.Binary(v)}
	}
	const shown = "00112233-4455-6677-8899-aabbccddeeff"
	want := []*string{}
	for _, s := range []string{
		shown, "", shown, shown, shown, `"` + shown + `"`, `"` + shown + `"`,
		"{" + shown + "," + other.String() + "}", "{{" + shown + "},{" + other.String() + "}}", "{" + shown + "}",
		`\x00112233445566778899aabbccddeeff`,
	} {
		if want = append(want, &s); s == "" {
			want[len(want)-1] = nil
		}
	}
	const insert = "insert into rows values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		if _, err := conn.Exec(ctx, "truncate rows"); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{"rows"}, columns, pgx.CopyFromRows([][]any{row(1), row(2)})); err != nil {
			t.Errorf("COPY: %v", err)
		}
		args := func(n int) []any {
			args := row(n)
			if !described(conn) {
				args[6], args[7] = `"`+shown+`"`, `"`+shown+`"` // json needs a description
			}
			return args
		}
		if _, err := conn.Exec(ctx, insert, args(3)...); err != nil {
			t.Errorf("INSERT: %v", err)
		}
		var batch pgx.Batch
		batch.Queue(insert, args(4)...)
		batch.Queue(insert, args(5)...)
		batch.Queue("select u from rows where u = any($1) and n = 4", []T{T(other), T(id)}).QueryRow(func(row pgx.Row) error {
			v := T(other)
			if err := row.Scan(&v); err != nil || v != T(id) {
				t.Errorf("batch: got %v, %v, want %v", v, err, id)
			}
			return nil
		})
		if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
			t.Errorf("batch: %v", err)
		}
		for n := range 5 {
			got := make([]*string, len(want))
			dst := make([]any, len(want))
			for i := range got {
				dst[i] = &got[i]
			}
			q := "select " + strings.Join(columns[1:], "::text, ") + "::text from rows where n = $1"
			if err := conn.QueryRow(ctx, q, n+1).Scan(dst...); err != nil {
				t.Errorf("row %d: %v", n+1, err)
			}
			for i := range got {
				if !reflect.DeepEqual(got[i], want[i]) {
					t.Errorf("row %d, %s: the server has %s, want %s", n+1, columns[i+1], show(got[i]), show(want[i]))
				}
			}
		}
		for _, q := range []string{
			"select count(*) from rows where u = $1", "select count(*) from rows where t = $1::text",
			"select count(*) from rows where $1 = any(us)", "select count(*) from rows where c = $1::bpchar",
		} {
			var n int
			if err := conn.QueryRow(ctx, q, T(id)).Scan(&n); err != nil || n != 5 {
				t.Errorf("%s: got %d, %v, want 5", q, n, err)
			}
		}
		for _, arg := range []any{T(id), []T{T(id)}} {
			if n, err := conn.CopyFrom(ctx, pgx.Identifier{"rows"}, []string{"b"}, pgx.CopyFromRows([][]any{{arg}})); err == nil {
				t.Errorf("COPY of %T into bytea: %d rows, no error", arg, n)
			}
		}
		// COPY asks our codec for strings too.
		bad := strings.ReplaceAll(shown, "-", "+")
		if n, err := conn.CopyFrom(ctx, pgx.Identifier{"rows"}, []string{"u"}, pgx.CopyFromRows([][]any{{bad}})); err == nil {
			t.Errorf("COPY of %q into uuid: %d rows, no error", bad, n)
		}
		var kept [][]T
		grid := "{{" + shown + "}}"
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{"rows"}, []string{"n", "grid"}, pgx.CopyFromRows([][]any{{6, grid}})); err != nil {
			t.Errorf("COPY of %q into uuid[]: %v", grid, err)
		} else if err := conn.QueryRow(ctx, "select grid from rows where n = 6").Scan(&kept); err != nil || !reflect.DeepEqual(kept, [][]T{{T(id)}}) {
			t.Errorf("COPY of %q into uuid[]: got %v, %v", grid, kept, err)
		}
	})
}

func show(s *string) string {
	if s == nil {
		return "NULL"
	}
	return *s
}

func (s on[T]) structs(t *testing.T) {
	ctr := s.runner(t)
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, nil, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		type Base struct{ ID T }
		type record struct {
			Base
			Parent *T
			Owner  uuid.NullUUID
			Tags   []T
			Name   string
		}
		const q = `select @id::uuid as id, null::uuid as parent, @id::uuid as owner, @tags::uuid[] as tags, 'x' as name`
		args := pgx.NamedArgs{"id": T(id), "tags": []T{T(id), T(other)}}
		want := record{Base{T(id)}, nil, uuid.NullUUID{UUID: id, Valid: true}, []T{T(id), T(other)}, "x"}
		query := func() pgx.Rows {
			rows, err := conn.Query(ctx, q, args)
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		if got, err := pgx.CollectExactlyOneRow(query(), pgx.RowToStructByName[record]); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("RowToStructByName: got %v, %v, want %v", got, err, want)
		}
		if got, err := pgx.CollectExactlyOneRow(query(), pgx.RowToStructByPos[record]); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("RowToStructByPos: got %v, %v, want %v", got, err, want)
		}
		wantMap := map[string]any{"id": T(id), "parent": nil, "owner": T(id), "tags": []any{T(id), T(other)}, "name": "x"}
		if got, err := pgx.CollectExactlyOneRow(query(), pgx.RowToMap); err != nil || !reflect.DeepEqual(got, wantMap) {
			t.Errorf("RowToMap: got %v, %v, want %v", got, err, wantMap)
		}
		rows, err := conn.Query(ctx, "select unnest($1::uuid[])", []T{T(id), T(other)})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pgx.CollectRows(rows, pgx.RowTo[T]); err != nil || !reflect.DeepEqual(got, []T{T(id), T(other)}) {
			t.Errorf("RowTo: got %v, %v", got, err)
		}
		rows, err = conn.Query(ctx, "select $1::uuid union all select null", T(id))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pgx.CollectRows(rows, pgx.RowTo[T]); err == nil || !strings.Contains(err.Error(), "cannot scan NULL") {
			t.Errorf("RowTo with a NULL: got %v, %v, want an error", got, err)
		}
		fields := pgtype.CompositeFields{new(T), new(*T)}
		if !described(conn) { // a record has no types in text
			if err := conn.QueryRow(ctx, "select row($1::uuid, null::uuid)", T(id)).Scan(fields); err == nil {
				t.Errorf("record in text: got %v: change the documentation", fields)
			}
			return
		}
		if err := conn.QueryRow(ctx, "select row($1::uuid, null::uuid)", T(id)).Scan(fields); err != nil || *fields[0].(*T) != T(id) {
			t.Errorf("record: got %v, %v", fields, err)
		}
		var v any
		if err := conn.QueryRow(ctx, "select row($1::uuid)", T(id)).Scan(&v); err != nil || !reflect.DeepEqual(v, []any{T(id)}) {
			t.Errorf("record into any: got %v, %v", v, err)
		}
		var notNull pgx.ScanArgError
		err = conn.QueryRow(ctx, "select null::uuid").Scan(new(T))
		if !errors.As(err, &notNull) {
			t.Errorf("NULL: error %T %v, want a pgx.ScanArgError", err, err)
		}
	})
}
