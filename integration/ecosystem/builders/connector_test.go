package builders

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"testing"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/mysql"
	"github.com/go-sql-driver/mysql"
	jmoiron "github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"modernc.org/sqlite"

	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
)

// A way is what a user of a query builder writes to count the rows of an id, or to store one.
type way struct {
	name   string
	right  bool
	counts func(connected) (n int, err error)
	stores func(connected) error
}

// connected is a database through a connector that stores google's type as a Binary.
type connected struct {
	*sql.DB
	t     testing.TB
	mysql bool
}

// What the ways count or store: google's type, and what users convert it to.
var (
	googleID, binaryID   = G(vectors.U), sqlx.Binary(vectors.U)
	googleIDs, binaryIDs = []G{googleID}, []sqlx.Binary{binaryID}
)

// TestConnector goes each way through a connector. What docs/database-sql.md tells users of
// a connector to write is right, and what it warns of is not.
func TestConnector(t *testing.T) {
	sqliteFile := func(t testing.TB) driver.Connector { return kit.Must(sqlite.NewConnector(file(t)))(t) }
	mysqlServer := func(dsn func(testing.TB) string) func(testing.TB) driver.Connector {
		return func(t testing.TB) driver.Connector { return kit.Must(mysql.MySQLDriver{}.OpenConnector(dsn(t)))(t) }
	}
	for _, s := range []struct {
		name, column string
		base         func(testing.TB) driver.Connector
	}{
		{"SQLite", "BLOB", sqliteFile},
		{"MariaDB", "BINARY(16)", mysqlServer(stores.MariaDB)},
		{"MySQL", "BINARY(16)", mysqlServer(stores.MySQL)},
	} {
		t.Run(s.name, func(t *testing.T) {
			db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](s.base(t), sqlx.Native[G]()))
			t.Cleanup(func() { db.Close() })
			exec(t, db, "CREATE TABLE t (id "+s.column+" PRIMARY KEY, n INT)")
			d := connected{db, t, s.name != "SQLite"}
			for builder, ways := range map[string][]way{"squirrel": squirrelWays(), "goqu": goquWays(), "bun": bunWays(), "jmoiron/sqlx": jmoironWays()} {
				for _, w := range ways {
					if n, err := w.try(d); (err == nil && n == 1) != w.right {
						t.Errorf("%s, %s: got %d rows, %v; want 1: %t: change docs/database-sql.md", builder, w.name, n, err, w.right)
					}
				}
			}
		})
	}
}

// try goes the way in a table of another row, and returns the rows that were counted or stored.
func (w way) try(d connected) (n int, err error) {
	exec(d.t, d.DB, "DELETE FROM t")
	_, err = d.Exec("INSERT INTO t VALUES (?, 7)", sqlx.Binary(vectors.Other))
	kit.Check(d.t, err)
	if w.counts != nil {
		_, err = d.Exec("INSERT INTO t VALUES (?, 8)", binaryID)
		kit.Check(d.t, err)
		return w.counts(d)
	}
	if err = w.stores(d); err == nil {
		kit.Check(d.t, d.QueryRow("SELECT count(*) FROM t WHERE id = ?", binaryID).Scan(&n))
	}
	return n, err
}

func squirrelWays() []way {
	where := func(condition any, args ...any) func(connected) (int, error) {
		return func(d connected) (n int, err error) {
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
		{name: "Insert", right: true, stores: func(d connected) error {
			_, err := squirrel.Insert("t").Values(googleID, 9).RunWith(d.DB).Exec()
			return err
		}},
		{name: "Update", right: true, stores: func(d connected) error {
			_, err := squirrel.Update("t").Set("id", googleID).RunWith(d.DB).Exec()
			return err
		}},
	}
}

// TestSquirrelArguments: of these conditions a text finds some rows by luck, so it is the
// argument that is checked.
func TestSquirrelArguments(t *testing.T) {
	type bare G // no Value
	var bytes []any
	for _, b := range vectors.U {
		bytes = append(bytes, b)
	}
	for _, test := range []struct {
		condition squirrel.Sqlizer
		want      []any
	}{
		{squirrel.NotEq{"id": googleID}, []any{vectors.Text}},
		{squirrel.Lt{"id": googleID}, []any{vectors.Text}},
		{squirrel.Gt{"id": googleID}, []any{vectors.Text}},
		{squirrel.LtOrEq{"id": googleID}, []any{vectors.Text}},
		{squirrel.GtOrEq{"id": googleID}, []any{vectors.Text}},
		{squirrel.Select("id").From("t").Where(map[string]any{"id": googleID}), []any{vectors.Text}},
		{squirrel.GtOrEq{"id": binaryID}, []any{vectors.U[:]}},
		{squirrel.Lt{"id": binaryID}, []any{vectors.U[:]}},
		{squirrel.Eq{"id": bare(vectors.U)}, bytes},
	} {
		if _, got, err := test.condition.ToSql(); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%#v: got %v, %v, want %v: change docs/database-sql.md", test.condition, got, err, test.want)
		}
	}
}

func jmoironWays() []way {
	in := func(first, list any) func(connected) (int, error) {
		return func(d connected) (n int, err error) {
			query, args, err := jmoiron.In("SELECT count(*) FROM t WHERE id = ? AND id IN (?)", first, list)
			kit.Check(d.t, err)
			err = d.QueryRow(query, args...).Scan(&n)
			return n, err
		}
	}
	return []way{
		{name: "In beside an id", counts: in(googleID, googleIDs)},
		{name: "In beside a Binary", right: true, counts: in(binaryID, googleIDs)},
		{name: "In of Binary", right: true, counts: in(binaryID, binaryIDs)},
		{name: "NamedExec", right: true, stores: func(d connected) error {
			_, err := jmoiron.NewDb(d.DB, "mysql").NamedExec("INSERT INTO t VALUES (:id, 9)", map[string]any{"id": googleID})
			return err
		}},
	}
}

func goquWays() []way {
	dialect := func(d connected) goqu.DialectWrapper {
		if d.mysql {
			return goqu.Dialect("mysql")
		}
		return goqu.Dialect("sqlite3")
	}
	where := func(prepared bool, condition goqu.Expression) func(connected) (int, error) {
		return func(d connected) (n int, err error) {
			query, args, err := dialect(d).From("t").Prepared(prepared).Select(goqu.COUNT("*")).Where(condition).ToSQL()
			kit.Check(d.t, err)
			err = d.QueryRow(query, args...).Scan(&n)
			return n, err
		}
	}
	insert := func(prepared bool, id any) func(connected) error {
		return func(d connected) error {
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

// A bunKey is bun's model of table t.
type bunKey[T any] struct {
	bun.BaseModel `bun:"table:t,alias:t"`
	ID            T `bun:"type:binary(16),pk"`
	N             int
}

func bunWays() []way {
	open := func(d connected) *bun.DB {
		if d.mysql {
			return bun.NewDB(d.DB, mysqldialect.New())
		}
		return bun.NewDB(d.DB, sqlitedialect.New())
	}
	where := func(condition string, arg any) func(connected) (int, error) {
		return func(d connected) (int, error) { return bunCount(open(d), condition, arg) }
	}
	key := func(model any) func(connected) (int, error) {
		return func(d connected) (int, error) {
			n, err := open(d).NewSelect().Model(model).WherePK().Count(context.Background())
			return int(n), err
		}
	}
	insert := func(model any) func(connected) error {
		return func(d connected) error {
			_, err := open(d).NewInsert().Model(model).Exec(context.Background())
			return err
		}
	}
	return []way{
		{name: "Where", counts: where("id = ?", googleID)},
		{name: "Where of a Binary", right: true, counts: where("id = ?", binaryID)},
		{name: "List", counts: where("id IN (?)", bun.List(googleIDs))},
		{name: "List of Binary", right: true, counts: where("id IN (?)", bun.List(binaryIDs))},
		{name: "WherePK", counts: key(&bunKey[G]{ID: googleID})},
		{name: "WherePK of a Binary", right: true, counts: key(&bunKey[sqlx.Binary]{ID: binaryID})},
		{name: "Insert", stores: insert(&bunKey[G]{ID: googleID})},
		{name: "Insert of a Binary", right: true, stores: insert(&bunKey[sqlx.Binary]{ID: binaryID})},
	}
}
