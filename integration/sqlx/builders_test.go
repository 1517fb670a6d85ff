package sqlx_test

import (
	"database/sql/driver"
	"reflect"
	"testing"

	"github.com/Masterminds/squirrel"
	google "github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Query builders that call Value leave a connector nothing to see: package sqlx's
// documentation says so, and that edge types are what they leave alone.
func TestConnectorBehindBuilders(t *testing.T) {
	u, text, bytes := google.UUID(id), id.String(), sqlx.Binary(id)
	in := func(first any, list any) ([]any, error) {
		_, args, err := jmoiron.In("id = ? AND team IN (?)", first, list)
		return args, err
	}
	where := func(condition squirrel.Sqlizer) ([]any, error) {
		_, args, err := condition.ToSql()
		return args, err
	}
	build := func(args []any, err error) []any {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return args
	}
	var spread []any
	for _, b := range id {
		spread = append(spread, b)
	}
	value, err := bytes.Value()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name      string
		got, want []any
	}{
		{"squirrel.Eq", build(where(squirrel.Eq{"id": u})), []any{text}},
		{"squirrel.NotEq", build(where(squirrel.NotEq{"id": u})), []any{text}},
		{"squirrel.Lt", build(where(squirrel.Lt{"id": u})), []any{text}},
		{"squirrel.Gt", build(where(squirrel.Gt{"id": u})), []any{text}},
		{"squirrel.Eq of a list", build(where(squirrel.Eq{"id": []google.UUID{u}})), []any{u}},
		{"squirrel.Expr", build(where(squirrel.Expr("id = ?", u))), []any{u}},
		{"squirrel.Eq without a Value", build(where(squirrel.Eq{"id": userID(id)})), spread},
		{"squirrel.Eq of a Binary", build(where(squirrel.Eq{"id": bytes})), []any{value}},
		{"In", build(in(u, []google.UUID{u})), []any{text, u}},
		{"In of a Binary", build(in(bytes, []sqlx.Binary{bytes})), []any{value, bytes}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: got %v, want %v: change the documentation", test.name, test.got, test.want)
		}
	}

	// What becomes of it: no row, or all of them, and no error.
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, sqlx.NewConnector[sqlx.Binary](base, types()...))
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (id "+e.bytes.typ+")")
		exec(t, db, "INSERT INTO t VALUES (?)", u)
		for _, test := range []struct {
			condition squirrel.Sqlizer
			want      int
		}{
			{squirrel.Eq{"id": u}, 0}, {squirrel.NotEq{"id": u}, 1},
			{squirrel.Eq{"id": bytes}, 1}, {squirrel.NotEq{"id": bytes}, 0}, {squirrel.Eq{"id": []google.UUID{u}}, 1},
		} {
			query, args, err := squirrel.Select("count(*)").From("t").Where(test.condition).ToSql()
			if err != nil {
				t.Fatal(err)
			}
			var n int
			if err := db.QueryRow(query, args...).Scan(&n); err != nil || n != test.want {
				t.Errorf("%v: got %d rows, %v; want %d: change the documentation", test.condition, n, err, test.want)
			}
		}
	}, "SQLite", "MariaDB", "MySQL")
}
