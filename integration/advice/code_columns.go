package advice

import (
	"database/sql"

	google "github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// plain is the database without a connector, and what a placeholder is there.
func (e *Env) plain() (db *sql.DB, mark string) {
	if e.store.driver == "pgx" {
		return closing(e, sql.OpenDB(must(pq.NewConnector(e.dsn)))), "$1"
	}
	return closing(e, sql.OpenDB(e.base())), "?"
}

// column writes ids into a column of table c, and finds them. It sees how long the value is there.
func (e *Env) column(decl, length string, want int, arg func(google.UUID) any, into func(*google.UUID) any) {
	db, mark := e.plain()
	must(db.Exec("CREATE TABLE c (v " + decl + ")"))
	e.found = nil
	for _, id := range []google.UUID{e.old, e.new} {
		must(db.Exec("INSERT INTO c VALUES ("+mark+")", arg(id)))
		var got google.UUID
		var n int
		check(db.QueryRow("SELECT v FROM c WHERE v = "+mark, arg(id)).Scan(into(&got)))
		check(db.QueryRow("SELECT "+length+" FROM c WHERE v = "+mark, arg(id)).Scan(&n))
		if n == want {
			e.found = append(e.found, got)
		}
	}
	must(db.Exec("DROP TABLE c"))
}

// written writes the row that each function has to write.
func (e *Env) written() {
	db, mark := e.plain()
	var id any = e.new
	if e.store.driver != "pgx" {
		id = sqlx.Binary(e.new)
	}
	must(db.Exec("INSERT INTO users (id, n) VALUES ("+mark+", 2)", id))
}

func columnsOfText(e *Env) {
	none := func(id google.UUID) any { return id }
	text := func(id google.UUID) any { return sqlx.Text(id) } // Text
	intoNone := func(id *google.UUID) any { return id }
	intoText := func(id *google.UUID) any { return (*sqlx.Text)(id) }
	columns := map[string][]string{"SQLite": {"TEXT"}, "MariaDB": {"CHAR(36)", "VARCHAR(36)", "LONGTEXT", "UUID"}, "MySQL": {"CHAR(36)", "VARCHAR(36)", "LONGTEXT"}, "PostgreSQL": {"uuid", "text", "varchar"}}
	for _, decl := range columns[e.store.Name] {
		length, want := "length(v)", 36
		if decl == "uuid" {
			length, want = "pg_column_size(v)", 16
		}
		e.column(decl, length, want, none, intoNone)
		if len(e.found) == 2 {
			e.column(decl, length, want, text, intoText)
		}
		if len(e.found) != 2 {
			return
		}
	}
	e.written()
}

func columnsOfBytes(e *Env) {
	decl := map[string]string{"SQLite": "BLOB", "MariaDB": "BINARY(16)", "MySQL": "BINARY(16)", "PostgreSQL": "bytea"}[e.store.Name]
	e.column(decl, "length(v)", 16, func(id google.UUID) any { return sqlx.Binary(id) }, func(id *google.UUID) any { return (*sqlx.Binary)(id) })
	e.written()
}

// columnsOfBytesWithout gives such a column the UUID itself.
func columnsOfBytesWithout(e *Env) {
	decl := map[string]string{"SQLite": "BLOB", "MariaDB": "BINARY(16)", "MySQL": "BINARY(16)", "PostgreSQL": "bytea"}[e.store.Name]
	e.column(decl, "length(v)", 16, func(id google.UUID) any { return id }, func(id *google.UUID) any { return id })
	e.written()
}

// columnOfLists has a list with a NULL, too: NullArray.
func columnOfLists(e *Env) {
	db, _ := e.plain()
	e.written()
	list := sqlx.Array[google.UUID]{e.old, e.new}
	must(db.Exec("UPDATE users SET friends = $1 WHERE n = 2", list))
	nulls := sqlx.NullArray[uuid.NullUUID]{{}, {UUID: uuid.UUID(e.new), Valid: true}}
	must(db.Exec("UPDATE users SET friends = $1 WHERE n = 1", nulls))
	var got sqlx.Array[google.UUID]
	check(db.QueryRow("SELECT friends FROM users WHERE n = 2").Scan(&got))
	var null sqlx.NullArray[uuid.NullUUID]
	check(db.QueryRow("SELECT friends FROM users WHERE n = 1").Scan(&null))
	if len(null) == 2 && !null[0].Valid && null[1] == nulls[1] {
		e.found = got
	}
}

// bytesOrConnector has queries through the connector, and with arguments of sqlx.Binary.
func bytesOrConnector(e *Env) {
	connector(e)
	db, _ := e.plain()
	for _, id := range e.found {
		var got google.UUID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", sqlx.Binary(id)).Scan((*sqlx.Binary)(&got)))
	}
}
