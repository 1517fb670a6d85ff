package sqlx_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/mysql"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	google "github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
)

// Query builders that call Value leave a connector nothing to see: package sqlx's
// documentation says so, and that they leave column types alone.
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

// A way is what a user of a query builder writes to count the rows of an id, or to store one.
type way struct {
	name   string
	right  bool
	counts func(database) (n int, err error)
	stores func(database) error
}

// What the ways count or store: google's type, and what users convert it to.
var (
	googleID, binaryID   = google.UUID(id), sqlx.Binary(id)
	googleIDs, binaryIDs = []google.UUID{googleID}, []sqlx.Binary{binaryID}
)

// TestBuilders goes each way through a connector that knows google's type. What README.md
// and the guides tell users to write is right, and what they warn of is not.
func TestBuilders(t *testing.T) {
	for builder, ways := range map[string][]way{"squirrel": squirrelWays(), "goqu": goquWays(), "bun": bunWays(), "jmoiron/sqlx": jmoironWays()} {
		t.Run(builder, func(t *testing.T) {
			each(t, func(t *testing.T, e engine) {
				d := e.table(t, e.binary(), "id "+e.bytes.typ+" PRIMARY KEY, n INT")
				for _, w := range ways {
					d.exec("DELETE FROM t")
					d.exec("INSERT INTO t VALUES (?, 7)", sqlx.Binary(other))
					n, err := 0, error(nil)
					if w.counts != nil {
						d.exec("INSERT INTO t VALUES (?, 8)", binaryID)
						n, err = w.counts(d)
					} else if err = w.stores(d); err == nil {
						kit.Check(t, d.row("SELECT count(*) FROM t WHERE id = ?", binaryID).Scan(&n))
					}
					if right := err == nil && n == 1; right != w.right {
						t.Errorf("%s: got %d rows, %v; want 1: %t: change the documentation", w.name, n, err, w.right)
					}
				}
			}, "SQLite", "MariaDB", "MySQL")
		})
	}
}

func squirrelWays() []way {
	where := func(condition any, args ...any) func(database) (int, error) {
		return func(d database) (n int, err error) {
			err = squirrel.Select("count(*)").From("t").Where(condition, args...).RunWith(d.DB).QueryRow().Scan(&n)
			return n, err
		}
	}
	return []way{
		{name: "Eq", counts: where(squirrel.Eq{"id": googleID})},
		{name: "Eq of a Binary", right: true, counts: where(squirrel.Eq{"id": binaryID})},
		{name: "Eq of a list", right: true, counts: where(squirrel.Eq{"id": googleIDs})},
		{name: "Eq of a list of Binary", right: true, counts: where(squirrel.Eq{"id": binaryIDs})},
		{name: "Where", right: true, counts: where("id = ?", googleID)},
		{name: "Insert", right: true, stores: func(d database) error {
			_, err := squirrel.Insert("t").Values(googleID, 9).RunWith(d.DB).Exec()
			return err
		}},
		{name: "Update", right: true, stores: func(d database) error {
			_, err := squirrel.Update("t").Set("id", googleID).RunWith(d.DB).Exec()
			return err
		}},
	}
}

func jmoironWays() []way {
	in := func(first, list any) func(database) (int, error) {
		return func(d database) (n int, err error) {
			query, args, err := jmoiron.In("SELECT count(*) FROM t WHERE id = ? AND id IN (?)", first, list)
			kit.Check(d.t, err)
			err = d.row(query, args...).Scan(&n)
			return n, err
		}
	}
	return []way{
		{name: "In beside an id", counts: in(googleID, googleIDs)},
		{name: "In beside a Binary", right: true, counts: in(binaryID, googleIDs)},
		{name: "In of Binary", right: true, counts: in(binaryID, binaryIDs)},
		{name: "NamedExec", right: true, stores: func(d database) error {
			_, err := jmoiron.NewDb(d.DB, "mysql").NamedExec("INSERT INTO t VALUES (:id, 9)", map[string]any{"id": googleID})
			return err
		}},
	}
}

func goquWays() []way {
	dialect := func(d database) goqu.DialectWrapper {
		if d.server.name == "SQLite" {
			return goqu.Dialect("sqlite3")
		}
		return goqu.Dialect("mysql")
	}
	where := func(prepared bool, condition goqu.Expression) func(database) (int, error) {
		return func(d database) (n int, err error) {
			query, args, err := dialect(d).From("t").Prepared(prepared).Select(goqu.COUNT("*")).Where(condition).ToSQL()
			kit.Check(d.t, err)
			err = d.row(query, args...).Scan(&n)
			return n, err
		}
	}
	insert := func(prepared bool, id any) func(database) error {
		return func(d database) error {
			query, args, err := dialect(d).Insert("t").Prepared(prepared).Rows(goqu.Record{"id": id, "n": 9}).ToSQL()
			kit.Check(d.t, err)
			_, err = d.Exec(query, args...)
			return err
		}
	}
	return []way{
		{name: "Ex", counts: where(false, goqu.Ex{"id": googleID})},
		{name: "Ex, prepared", counts: where(true, goqu.Ex{"id": googleID})},
		{name: "Eq, prepared", counts: where(true, goqu.C("id").Eq(googleID))},
		{name: "In, prepared", counts: where(true, goqu.C("id").In(googleIDs))},
		{name: "L, prepared", counts: where(true, goqu.L("id = ?", googleID))},
		{name: "Ex of a Binary", counts: where(false, goqu.Ex{"id": binaryID})},
		{name: "Ex of a Binary, prepared", right: true, counts: where(true, goqu.Ex{"id": binaryID})},
		{name: "Eq of a Binary, prepared", right: true, counts: where(true, goqu.C("id").Eq(binaryID))},
		{name: "In of Binary, prepared", right: true, counts: where(true, goqu.C("id").In(binaryIDs))},
		{name: "L of a Binary, prepared", right: true, counts: where(true, goqu.L("id = ?", binaryID))},
		{name: "Insert, prepared", stores: insert(true, googleID)},
		{name: "Insert of a Binary", stores: insert(false, binaryID)},
		{name: "Insert of a Binary, prepared", right: true, stores: insert(true, binaryID)},
	}
}

// A googleRow and a binaryRow are bun's models of table t.
type (
	googleRow struct {
		bun.BaseModel `bun:"table:t"`
		ID            google.UUID `bun:"type:binary(16),pk"`
		N             int
	}
	binaryRow struct {
		bun.BaseModel `bun:"table:t"`
		ID            sqlx.Binary `bun:"type:binary(16),pk"`
		N             int
	}
)

func bunWays() []way {
	open := func(d database) *bun.DB {
		if d.server.name == "SQLite" {
			return bun.NewDB(d.DB, sqlitedialect.New())
		}
		return bun.NewDB(d.DB, mysqldialect.New())
	}
	count := func(query *bun.SelectQuery) (int, error) {
		n, err := query.Count(context.Background())
		return int(n), err
	}
	where := func(condition string, arg any) func(database) (int, error) {
		return func(d database) (int, error) { return count(open(d).NewSelect().Table("t").Where(condition, arg)) }
	}
	key := func(model any) func(database) (int, error) {
		return func(d database) (int, error) { return count(open(d).NewSelect().Model(model).WherePK()) }
	}
	insert := func(model any) func(database) error {
		return func(d database) error {
			_, err := open(d).NewInsert().Model(model).Exec(context.Background())
			return err
		}
	}
	return []way{
		{name: "Where", counts: where("id = ?", googleID)},
		{name: "Where of a Binary", right: true, counts: where("id = ?", binaryID)},
		{name: "List", counts: where("id IN (?)", bun.List(googleIDs))},
		{name: "List of Binary", right: true, counts: where("id IN (?)", bun.List(binaryIDs))},
		{name: "WherePK", counts: key(&googleRow{ID: googleID})},
		{name: "WherePK of a Binary", right: true, counts: key(&binaryRow{ID: binaryID})},
		{name: "Insert", stores: insert(&googleRow{ID: googleID})},
		{name: "Insert of a Binary", right: true, stores: insert(&binaryRow{ID: binaryID})},
	}
}
