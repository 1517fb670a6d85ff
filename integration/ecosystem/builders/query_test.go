package builders

import (
	"database/sql"
	"testing"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/postgres"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	jmoiron "github.com/jmoiron/sqlx"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/sqlx"
)

// plain reads v with database/sql.
func plain[V any](db *sql.DB) func(*V) error {
	return func(v *V) error { return db.QueryRow("SELECT v FROM t WHERE k = 1").Scan(v) }
}

// opsOf are the operations of a builder that inserts one value, and counts the rows that have it
// or one of a list.
func opsOf[T ~[16]byte, N any](tb table.Table, insert func(any) error, count func(any) (int, error)) ecosystem.Ops[T, N] {
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One:  table.Value(tb, func(u T) error { return insert(u) }, plain[T](tb.DB)),
		Ptr:  table.Value(tb, func(u *T) error { return insert(u) }, plain[*T](tb.DB)),
		Null: table.Value(tb, func(n N) error { return insert(n) }, plain[N](tb.DB)),
		Find: func(u T) (int, error) { return count(u) },
		In:   func(us []T) (int, error) { return count(us) },
	})
}

// squirrelOps are squirrel's: Insert, Eq of one, and Eq of a list.
func squirrelOps[T ~[16]byte, N any](tb table.Table, format squirrel.PlaceholderFormat) ecosystem.Ops[T, N] {
	build := squirrel.StatementBuilder.PlaceholderFormat(format).RunWith(tb.DB)
	count := func(arg any) (n int, err error) {
		err = build.Select("count(*)").From("t").Where(squirrel.Eq{"v": arg}).QueryRow().Scan(&n)
		return n, err
	}
	insert := func(v any) error {
		_, err := build.Insert("t").Columns("k", "v").Values(1, v).Exec()
		return err
	}
	return opsOf[T, N](tb, insert, count)
}

func squirrelPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return squirrelOps[T, N](table.Postgres(t, "uuid"), squirrel.Dollar)
}

// squirrelText converts at the edge, in PostgreSQL.
func squirrelText[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](squirrelPostgres[U, UN](t))
}

func squirrelSQLite[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return squirrelOps[T, N](table.SQLite(t), squirrel.Question)
}

func squirrelBinary[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](squirrelSQLite[sqlx.Binary, sql.Null[sqlx.Binary]](t))
}

// goquOps are goqu's: Insert of a Record, Ex, and In.
func goquOps[T ~[16]byte, N any](tb table.Table, dialect string, prepared bool) ecosystem.Ops[T, N] {
	db := goqu.New(dialect, tb.DB)
	count := func(arg any) (int, error) {
		n, err := db.From("t").Prepared(prepared).Where(goqu.Ex{"v": arg}).Count()
		return int(n), err
	}
	insert := func(v any) error {
		_, err := db.Insert("t").Prepared(prepared).Rows(goqu.Record{"k": 1, "v": v}).Executor().Exec()
		return err
	}
	return opsOf[T, N](tb, insert, count)
}

func goquPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return goquOps[T, N](table.Postgres(t, "uuid"), "postgres", false)
}

func goquText[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](goquOps[U, UN](table.Postgres(t, "uuid"), "postgres", true))
}

func goquSQLite[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return goquOps[T, N](table.SQLite(t), "sqlite3", false)
}

func goquBinary[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](goquOps[sqlx.Binary, sql.Null[sqlx.Binary]](table.SQLite(t), "sqlite3", true))
}

type jmoironRow[V any] struct {
	K int `db:"k"`
	V V   `db:"v"`
}

func jmoironValue[V any](tb table.Table, db *jmoiron.DB) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error {
		_, err := db.NamedExec("INSERT INTO t (k, v) VALUES (:k, :v)", jmoironRow[V]{1, v})
		return err
	}, func(v *V) error {
		row := jmoironRow[V]{V: *v}
		err := db.Get(&row, "SELECT k, v FROM t WHERE k = 1")
		*v = row.V
		return err
	})
}

// jmoironOps are NamedExec and Get of a struct, In of a list, and = beside it.
func jmoironOps[T ~[16]byte, N any](tb table.Table, driver string) ecosystem.Ops[T, N] {
	db := jmoiron.NewDb(tb.DB, driver)
	in := func(u T, us []T) (n int, err error) {
		query, args, err := jmoiron.In("SELECT count(*) FROM t WHERE v = ? AND v IN (?)", u, us)
		if err == nil {
			err = db.Get(&n, db.Rebind(query), args...)
		}
		return n, err
	}
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One: jmoironValue[T](tb, db), Ptr: jmoironValue[*T](tb, db), Null: jmoironValue[N](tb, db),
		Find: func(u T) (n int, err error) {
			err = db.Get(&n, db.Rebind("SELECT count(*) FROM t WHERE v = ?"), u)
			return n, err
		},
		In: func(us []T) (int, error) { return in(us[0], us) },
	})
}

func jmoironPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return jmoironOps[T, N](table.Postgres(t, "uuid"), "pgx")
}

func jmoironSQLite[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return jmoironOps[T, N](table.SQLite(t), "sqlite3")
}

func jmoironBinary[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](jmoironSQLite[sqlx.Binary, sql.Null[sqlx.Binary]](t))
}

func squirrelRows() []ecosystem.Row {
	const bytes = "`sqlx.Binary(id)` as the argument, `(*sqlx.Binary)(&id)` in Scan"
	return []ecosystem.Row{{
		Library: "squirrel", Store: "PostgreSQL", Module: "github.com/Masterminds/squirrel", Link: "database-sql.md#query-builders",
		Say:   "`uuid.UUID(id)` as the argument, `(*uuid.UUID)(&id)` in Scan",
		Today: ecosystem.Of(squirrelPostgres[S, SN], squirrelPostgres[G, GN], squirrelPostgres[F, FN], squirrelPostgres[U, UN]),
		With:  ecosystem.Of(squirrelText[S, SN], squirrelText[G, GN], squirrelText[F, FN], squirrelText[U, UN]),
	}, {
		Library: "squirrel", Store: "SQLite, blob", Module: "github.com/Masterminds/squirrel", Link: "database-sql.md#query-builders", Say: bytes,
		Today: ecosystem.Of(squirrelSQLite[S, SN], squirrelSQLite[G, GN], squirrelSQLite[F, FN], squirrelSQLite[U, UN]),
		With:  ecosystem.Of(squirrelBinary[S, SN], squirrelBinary[G, GN], squirrelBinary[F, FN], squirrelBinary[U, UN]),
	}, {
		Library: "goqu", Store: "PostgreSQL", Module: "github.com/doug-martin/goqu/v9", Link: "database-sql.md#query-builders",
		Say:   "`Prepared(true)`, and `uuid.UUID(id)` as the argument",
		Today: ecosystem.Of(goquPostgres[S, SN], goquPostgres[G, GN], goquPostgres[F, FN], goquPostgres[U, UN]),
		With:  ecosystem.Of(goquText[S, SN], goquText[G, GN], goquText[F, FN], goquText[U, UN]),
	}, {
		Library: "goqu", Store: "SQLite, blob", Module: "github.com/doug-martin/goqu/v9", Link: "database-sql.md#query-builders",
		Say:   "`Prepared(true)`, and " + bytes,
		Today: ecosystem.Of(goquSQLite[S, SN], goquSQLite[G, GN], goquSQLite[F, FN], goquSQLite[U, UN]),
		With:  ecosystem.Of(goquBinary[S, SN], goquBinary[G, GN], goquBinary[F, FN], goquBinary[U, UN]),
	}, {
		Library: "jmoiron/sqlx", Store: "PostgreSQL", Module: "github.com/jmoiron/sqlx", Link: "jmoiron-sqlx.md",
		Excuses: []ecosystem.Excuse{ecosystem.GoogleNull},
		Today:   ecosystem.Of(jmoironPostgres[S, SN], jmoironPostgres[G, GN], jmoironPostgres[F, FN], jmoironPostgres[U, UN]),
	}, {
		Library: "jmoiron/sqlx", Store: "SQLite, blob", Module: "github.com/jmoiron/sqlx", Link: "jmoiron-sqlx.md",
		Say:   "`sqlx.Binary` of uuidkit as the type of the field and of arguments",
		Today: ecosystem.Of(jmoironSQLite[S, SN], jmoironSQLite[G, GN], jmoironSQLite[F, FN], jmoironSQLite[U, UN]),
		With:  ecosystem.Of(jmoironBinary[S, SN], jmoironBinary[G, GN], jmoironBinary[F, FN], jmoironBinary[U, UN]),
	}}
}
