package pgxtype_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestTable(t *testing.T)   { eachServer(t, suite.table) }
func TestStructs(t *testing.T) { each(t, suite.structs) }

// INSERT with types that the server describes, one by one and in a batch.
func (s on[T]) table(t *testing.T) {
	ctr := s.runner(t, "create table rows (n int, u uuid, t text, c char(36), jb jsonb, us uuid[], b bytea)")
	const insert = "insert into rows values ($1, $2, $3, $4, $5, $6, $7)"
	v := T(id)
	want := []string{id.String(), id.String(), id.String(), `"` + id.String() + `"`, "{" + id.String() + "," + other.String() + "}", `\x00112233445566778899aabbccddeeff`}
	modes(t, ctr, func(s session) {
		args := func(n int) []any {
			args := []any{n, v, &v, v, v, []T{v, T(other)}, sqlx.Binary(v)}
			if !s.described() {
				args[4] = `"` + id.String() + `"` // json needs a description
			}
			return args
		}
		kit.Must(s.Exec(s.ctx, "truncate rows"))(s)
		kit.Must(s.Exec(s.ctx, insert, args(1)...))(s)
		var batch pgx.Batch
		batch.Queue(insert, args(2)...)
		batch.Queue(insert, args(3)...)
		found := T(other)
		batch.Queue("select u from rows where u = any($1) and n = 2", []T{T(other), v}).QueryRow(func(row pgx.Row) error { return row.Scan(&found) })
		if err := s.SendBatch(s.ctx, &batch).Close(); err != nil || found != v {
			s.Errorf("batch: found %v, %v, want %v", found, err, v)
		}
		for n := range 3 {
			reads(s, nil, want, "select array[u::text, t::text, c::text, jb::text, us::text, b::text] from rows where n = $1", n+1)
		}
	})
}

func (s on[T]) structs(t *testing.T) {
	modes(t, s.runner(t), func(s session) {
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
		wantMap := map[string]any{"id": T(id), "parent": nil, "owner": T(id), "tags": []any{T(id), T(other)}, "name": "x"}
		collects(s, pgx.RowToStructByName[record], []record{want}, q, args)
		collects(s, pgx.RowToStructByPos[record], []record{want}, q, args)
		collects(s, pgx.RowToMap, []map[string]any{wantMap}, q, args)
		collects(s, pgx.RowTo[T], []T{T(id), T(other)}, "select unnest($1::uuid[])", []T{T(id), T(other)})
		rows := kit.Must(s.Query(s.ctx, "select $1::uuid union all select null", T(id)))(s)
		if got, err := pgx.CollectRows(rows, pgx.RowTo[T]); err == nil || !strings.Contains(err.Error(), "cannot scan NULL") {
			s.Errorf("RowTo with a NULL: got %v, %v, want an error", got, err)
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
		var notNull pgx.ScanArgError
		if err := s.QueryRow(s.ctx, "select null::uuid").Scan(new(T)); !errors.As(err, &notNull) {
			s.Errorf("NULL: error %T %v, want a pgx.ScanArgError", err, err)
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
