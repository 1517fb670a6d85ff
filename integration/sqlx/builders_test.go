package sqlx_test

import (
	"reflect"
	"testing"

	"github.com/Masterminds/squirrel"
	google "github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
)

// Query builders that call Value leave a connector nothing to see: package sqlx's
// documentation says so, and that they leave column types alone. The matrix says what
// becomes of text that a column of bytes is compared with: no row, and no error.
func TestConnectorBehindBuilders(t *testing.T) {
	u, text, bytes := google.UUID(id), id.String(), sqlx.Binary(id)
	in := func(first any, list any) []any {
		_, args, err := jmoiron.In("id = ? AND team IN (?)", first, list)
		return kit.Must(args, err)(t)
	}
	where := func(condition squirrel.Sqlizer) []any {
		_, args, err := condition.ToSql()
		return kit.Must(args, err)(t)
	}
	var spread []any
	for _, b := range id {
		spread = append(spread, b)
	}
	value := kit.Must(bytes.Value())(t)
	for _, test := range []struct {
		name      string
		got, want []any
	}{
		{"squirrel.Eq", where(squirrel.Eq{"id": u}), []any{text}},
		{"squirrel.NotEq", where(squirrel.NotEq{"id": u}), []any{text}},
		{"squirrel.Lt", where(squirrel.Lt{"id": u}), []any{text}},
		{"squirrel.Gt", where(squirrel.Gt{"id": u}), []any{text}},
		{"squirrel.Eq of a list", where(squirrel.Eq{"id": []google.UUID{u}}), []any{u}},
		{"squirrel.Expr", where(squirrel.Expr("id = ?", u)), []any{u}},
		{"squirrel.Eq without a Value", where(squirrel.Eq{"id": userID(id)}), spread},
		{"squirrel.Eq of a Binary", where(squirrel.Eq{"id": bytes}), []any{value}},
		{"In", in(u, []google.UUID{u}), []any{text, u}},
		{"In of a Binary", in(bytes, []sqlx.Binary{bytes}), []any{value, bytes}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: got %v, want %v: change the documentation", test.name, test.got, test.want)
		}
	}
}
