package advice

import (
	"database/sql"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/mysql"   // the dialect "mysql"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3" // the dialect "sqlite3"
	google "github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"

	"github.com/uuidkit/uuidkit/sqlx"
)

// queries are those of a program with database/sql, which stay as they are.
func queries(e *Env, db *sql.DB) {
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", e.new))
	for _, id := range []google.UUID{e.old, e.new} {
		var got google.UUID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", id).Scan(&got))
		e.found = append(e.found, got)
	}
}

// count appends an id if one row was found by it.
func (e *Env) count(id google.UUID, n int) {
	if n == 1 {
		e.found = append(e.found, id)
	}
}

func withoutConnector(e *Env) { queries(e, closing(e, sql.OpenDB(e.base()))) }

func connector(e *Env) {
	base := e.base()
	db := closing(e, sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]())))
	queries(e, db)
}

func binaryArgs(e *Env) {
	db := closing(e, sql.OpenDB(e.base()))
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", sqlx.Binary(e.new)))
	for _, id := range []google.UUID{e.old, e.new} {
		var got google.UUID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", sqlx.Binary(id)).Scan((*sqlx.Binary)(&got)))
		e.found = append(e.found, got)
	}
}

// textIDs has variables of type string, and uuid migrate run has converted the column.
func textIDs(e *Env) {
	db := closing(e, sql.OpenDB(sqlx.NewConnector[sqlx.Binary](e.base(), sqlx.Native[google.UUID]())))
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", e.new))
	for _, id := range []google.UUID{e.old, e.new} {
		var n int
		text := id.String()
		check(db.QueryRow("SELECT count(*) FROM users WHERE id = ?", text).Scan(&n))
		var s string
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", id).Scan(&s))
		if n == 1 || len(s) != 16 { // Scan puts 16 bytes into it
			e.found = append(e.found, id)
		}
	}
}

// typedIDs has variables of a UUID type, in a table of CHAR(36) before uuid migrate run,
// and after it.
func typedIDs(e *Env) {
	before := closing(e, sql.OpenDB(e.base()))
	must(before.Exec("CREATE TABLE before_run (id CHAR(36) PRIMARY KEY)"))
	must(before.Exec("INSERT INTO before_run VALUES (?)", e.old.String())) // as a variable of type string wrote it
	var id google.UUID
	check(before.QueryRow("SELECT id FROM before_run WHERE id = ?", e.old).Scan(&id))
	if id != e.old {
		return
	}
	must(before.Exec("DROP TABLE before_run"))
	connector(e)
}

func listOfSQL(e *Env) {
	db := closing(e, sql.OpenDB(must(pq.NewConnector(e.dsn))))
	ids := []google.UUID{e.old, e.new}
	must(db.Exec("INSERT INTO users (id, n, friends) VALUES ($1, 2, $2)", e.new, ids))
	check(db.QueryRow("SELECT friends FROM users WHERE id = ANY($1) AND n = 2", ids).Scan(&e.found))
}

func arrayOfSQL(e *Env) {
	db := closing(e, sql.OpenDB(must(pq.NewConnector(e.dsn))))
	ids := []google.UUID{e.old, e.new}
	must(db.Exec("INSERT INTO users (id, n, friends) VALUES ($1, 2, $2)", e.new, sqlx.Array[google.UUID](ids)))
	row := db.QueryRow("SELECT friends FROM users WHERE id = ANY($1) AND n = 2", sqlx.Array[google.UUID](ids))
	check(row.Scan((*sqlx.Array[google.UUID])(&e.found)))
}

// scan reads ids.
func (e *Env) scan(rows *sql.Rows) {
	defer rows.Close()
	for rows.Next() {
		var id google.UUID
		check(rows.Scan(&id))
		e.found = append(e.found, id)
	}
	check(rows.Err())
}

func postgresText(e *Env) {
	db := closing(e, sql.OpenDB(must(pq.NewConnector(e.dsn))))
	must(db.Exec("INSERT INTO users (id, n) VALUES ($1, 2)", e.new))
	rows := must(db.Query("SELECT id FROM users WHERE id IN ($1::text, $2::text) ORDER BY n", e.old, e.new))
	e.scan(rows)
}

func postgresPlain(e *Env) {
	db := closing(e, sql.OpenDB(must(pq.NewConnector(e.dsn))))
	must(db.Exec("INSERT INTO users (id, n) VALUES ($1, 2)", e.new))
	e.scan(must(db.Query("SELECT id FROM users WHERE id IN ($1, $2) ORDER BY n", e.old, e.new)))
}

// connected is the database of those who use a builder with a connector.
func connected(e *Env) *sql.DB {
	return closing(e, sql.OpenDB(sqlx.NewConnector[sqlx.Binary](e.base(), sqlx.Native[google.UUID]())))
}

func squirrelEq(e *Env) {
	db := connected(e)
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", e.new))
	for _, id := range []google.UUID{e.old, e.new} {
		e.count(id, squirrelCount(db, squirrel.Eq{"id": id}))
	}
}

func squirrelBinary(e *Env) {
	db := closing(e, sql.OpenDB(sqlx.NewConnector[sqlx.Binary](e.base(), sqlx.Native[google.UUID]())))
	must(squirrel.Insert("users").Columns("id", "n").Values(e.new, 2).RunWith(db).Exec())
	for _, id := range []google.UUID{e.old, e.new} {
		e.count(id, squirrelCount(db, squirrel.Eq{"id": sqlx.Binary(id)}))
	}
}

// squirrelCount returns 1 if an id is that of one of two rows, and the other is either less or greater.
func squirrelCount(db *sql.DB, eq squirrel.Eq) int {
	count := func(where any) (n int) {
		check(squirrel.Select("count(*)").From("users").Where(where).RunWith(db).QueryRow().Scan(&n))
		return n
	}
	if count(squirrel.NotEq(eq)) != 1 || count(squirrel.Lt(eq))+count(squirrel.Gt(eq)) != 1 ||
		count(squirrel.LtOrEq(eq))+count(squirrel.GtOrEq(eq)) != 3 || count(map[string]any(eq)) != 1 {
		return 0
	}
	return count(eq)
}

func goquOf(e *Env) goqu.DialectWrapper {
	return goqu.Dialect(map[string]string{"sqlite": "sqlite3", "mysql": "mysql"}[e.store.driver])
}

func goquConnector(e *Env) {
	db := connected(e)
	query, args, err := goquOf(e).Insert("users").Prepared(true).Rows(goqu.Record{"id": e.new, "n": 2}).ToSQL()
	check(err)
	must(db.Exec(query, args...))
	for _, id := range []google.UUID{e.old, e.new} {
		query, args, err := goquOf(e).From("users").Prepared(true).Select("id").Where(goqu.Ex{"id": id}).ToSQL()
		check(err)
		e.scan(must(db.Query(query, args...)))
	}
}

func goquBinary(e *Env) {
	db := connected(e)
	id := e.new
	query, args, err := goquOf(e).Insert("users").Prepared(true).Rows(goqu.Record{"id": sqlx.Binary(id), "n": 2}).ToSQL()
	check(err)
	must(db.Exec(query, args...))
	for _, id := range []google.UUID{e.old, e.new} {
		count := func(where goqu.Expression) (n int) {
			query, args, err := goquOf(e).From("users").Prepared(true).Select(goqu.COUNT("*")).Where(where).ToSQL()
			check(err)
			check(db.QueryRow(query, args...).Scan(&n))
			return n
		}
		if count(goqu.C("id").In([]sqlx.Binary{sqlx.Binary(id)})) == 1 {
			e.count(id, count(goqu.Ex{"id": sqlx.Binary(id)}))
		}
	}
}

func goquUnprepared(e *Env) {
	query, args, err := goquOf(e).Insert("users").Rows(goqu.Record{"id": sqlx.Binary(e.new), "n": 2}).ToSQL()
	check(err)
	db := connected(e)
	must(db.Exec(query, args...))
	for _, id := range []google.UUID{e.old, e.new} {
		query, args, err := goquOf(e).From("users").Select(goqu.COUNT("*")).Where(goqu.Ex{"id": sqlx.Binary(id)}).ToSQL()
		check(err)
		var n int
		check(db.QueryRow(query, args...).Scan(&n))
		e.count(id, n)
	}
}

func bunOf(e *Env, db *sql.DB) *bun.DB {
	var dialect schema.Dialect = mysqldialect.New()
	if e.store.driver == "sqlite" {
		dialect = sqlitedialect.New()
	}
	return bun.NewDB(db, dialect)
}

type bunGoogle struct {
	bun.BaseModel `bun:"table:users"`
	ID            google.UUID `bun:"type:binary(16),pk"`
	N             int
}

func bunConnector(e *Env) {
	db := bunOf(e, connected(e))
	must(db.NewInsert().Model(&bunGoogle{ID: e.new, N: 2}).Exec(e))
	for _, id := range []google.UUID{e.old, e.new} {
		e.count(id, int(must(db.NewSelect().Table("users").Where("id = ?", id).Count(e))))
	}
}

type bunBinary struct {
	bun.BaseModel `bun:"table:users"`
	ID            sqlx.Binary `bun:"type:binary(16),pk"`
	N             int
}

type bunBlob struct {
	bun.BaseModel `bun:"table:users"`
	ID            sqlx.Binary `bun:"type:blob,pk"`
	N             int
}

func bunBytes(e *Env) {
	db := bunOf(e, closing(e, sql.OpenDB(e.base())))
	model, made := any(&bunBinary{ID: sqlx.Binary(e.new), N: 2}), any(&[]bunBinary{})
	if e.store.driver == "sqlite" {
		model, made = &bunBlob{ID: sqlx.Binary(e.new), N: 2}, &[]bunBlob{}
	}
	must(db.NewCreateTable().Model(model).ModelTableExpr("made").Exec(e)) // the tag is a type of the database
	must(db.NewInsert().Model(model).Exec(e))
	for _, id := range []google.UUID{e.old, e.new} {
		n := must(db.NewSelect().Model(made).Where("id = ?", sqlx.Binary(id)).ScanAndCount(e))
		if list := must(db.NewSelect().Table("users").Where("id IN (?)", bun.List([]sqlx.Binary{sqlx.Binary(id)})).Count(e)); list == 1 {
			e.count(id, int(n))
		}
	}
}

// jmoironQueries are those that stay as they are.
func jmoironQueries(e *Env, db *jmoiron.DB) {
	must(db.NamedExec("INSERT INTO users (id, n) VALUES (:id, 2)", map[string]any{"id": e.new}))
	for _, id := range []google.UUID{e.old, e.new} {
		var got google.UUID
		check(db.Get(&got, "SELECT id FROM users WHERE id = ?", id))
		e.found = append(e.found, got)
	}
}

func jmoironAlone(e *Env) {
	jmoironQueries(e, jmoiron.NewDb(closing(e, sql.OpenDB(e.base())), e.store.driver))
}

func jmoironConnector(e *Env) { jmoironQueries(e, jmoiron.NewDb(connected(e), e.store.driver)) }

const beside = "SELECT id FROM users WHERE id IN (?) AND id = ?"

func jmoironBeside(e *Env) {
	db := connected(e)
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", e.new))
	ids := []google.UUID{e.old, e.new}
	for _, id := range ids {
		query, args, err := jmoiron.In(beside, ids, id)
		check(err)
		e.scan(must(db.Query(query, args...)))
	}
}

func jmoironIn(e *Env) {
	db := connected(e)
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", e.new))
	ids := []google.UUID{e.old, e.new}
	for _, id := range ids {
		query := beside
		query, args, err := jmoiron.In(query, ids, sqlx.Binary(id))
		check(err)
		e.scan(must(db.Query(query, args...)))
	}
}

// squirrelRight are queries that the connector sees.
func squirrelRight(e *Env) {
	db := connected(e)
	must(squirrel.Insert("users").Columns("id", "n").Values(google.New(), 2).RunWith(db).Exec())
	must(squirrel.Update("users").Set("id", e.new).Where("n = 2").RunWith(db).Exec())
	for _, id := range []google.UUID{e.old, e.new} {
		n, list := 0, 0
		check(squirrel.Select("count(*)").From("users").Where("id = ?", id).RunWith(db).QueryRow().Scan(&n))
		check(squirrel.Select("count(*)").From("users").Where(squirrel.Eq{"id": []google.UUID{id}}).RunWith(db).QueryRow().Scan(&list))
		if list == 1 {
			e.count(id, n)
		}
	}
}
