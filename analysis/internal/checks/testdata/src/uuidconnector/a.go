package uuidconnector

import (
	"database/sql"
	"database/sql/driver"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"
	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = "CREATE TABLE users (id BINARY(16) PRIMARY KEY, old_id CHAR(36), mail TEXT, doc JSON)"

func open(base driver.Connector) *sql.DB {
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
}

func wrong(db *sql.DB, id uuid.UUID, other gofrs.UUID, ids []uuid.UUID) {
	db.Exec("DELETE FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", id)  // want `the connector sends this uuid.UUID as 16 bytes, and REPLACE expects text: write the column alone`
	db.Exec("INSERT INTO users (id) VALUES (UUID_TO_BIN(?))", id)           // want `UUID_TO_BIN expects text`
	db.Query("SELECT 1 FROM users WHERE BIN_TO_UUID(id) = ?", id)           // want `BIN_TO_UUID expects text`
	db.Query("SELECT 1 FROM users WHERE tag = CONCAT('user:', ?)", id)      // want `CONCAT expects text`
	db.Query("SELECT 1 FROM users WHERE doc ->> '$.id' = ?", id)            // want `->> expects text`
	db.Query("SELECT 1 FROM users WHERE doc -> '$.id' = ?", id)             // want `-> expects text`
	db.Query("SELECT 1 FROM users WHERE doc->>'$.id' IN (?, ?)", id, &id)   // want `->> expects text` `->> expects text`
	db.Query("SELECT 1 FROM users WHERE JSON_EXTRACT(doc, '$.id') = ?", id) // want `JSON_EXTRACT expects text`
	db.Exec("UPDATE users SET doc = JSON_OBJECT('id', ?)", id)              // want `JSON_OBJECT expects text`
	db.Query("SELECT 1 FROM users WHERE doc = ?", id)                       // want `the column doc is json: give its String\(\)`
	db.Query("SELECT 1 FROM users WHERE tag = 'user:' || ?", id)            // want `\|\| expects text`
	db.Query("SELECT 1 FROM users WHERE mail = ?", id)                      // want `the column mail is text: give its String\(\)`
	db.Query("SELECT 1 FROM users WHERE old_id = ?", id)                    // want `the column old_id is char\(36\): give its String\(\)`
	db.Query("SELECT 1 FROM users WHERE id = ?", other)                     // want `the connector does not list uuid.UUID, so it is sent as text`
	squirrel.Select("id").From("users").Where(squirrel.Eq{"id": id})        // want `squirrel makes text of this uuid.UUID before the connector sees it`
	_ = goqu.Ex{"id": id}                                                   // want `goqu makes text`
	squirrel.Select("id").From("users").Where(squirrel.NotEq{"id": id})     // want `squirrel makes text`
	squirrel.Select("id").From("users").Where(squirrel.Gt{"id": &id})       // want `squirrel makes text`
	_ = goqu.Record{"id": id}                                               // want `goqu makes text`
	goqu.From("users").Where(goqu.C("id").Eq(id))                           // want `goqu makes text`
	goqu.From("users").Where(goqu.C("id").In(ids))                          // want `goqu makes text`
	goqu.From("users").Where(goqu.L("id = ?", id))                          // want `goqu makes text`
	jmoiron.In("SELECT 1 FROM users WHERE id IN (?) AND boss = ?", ids, id) // want `the In of jmoiron/sqlx makes text`
}

func builds(db *sql.DB, id, by uuid.UUID) {
	eq := squirrel.Eq{}
	eq["id"] = id // want `squirrel makes text`
	eq["id"] = sqlx.Binary(id)
	eq["mail"] = "x"
	args := []any{id}
	args = append(args, by)
	db.Exec("INSERT INTO users (id, doc) VALUES (?, JSON_OBJECT('by', ?))", args...) // want `JSON_OBJECT expects text`
	texts := []any{id}
	texts = append(texts, by.String())
	db.Exec("INSERT INTO users (id, doc) VALUES (?, JSON_OBJECT('by', ?))", texts...)
	db.Query(statements["text"], id) // want `BIN_TO_UUID expects text`
	db.Query(statements["bytes"], id)
}

var statements = map[string]string{
	"text":  "SELECT 1 FROM users WHERE BIN_TO_UUID(id) = ?",
	"bytes": "SELECT 1 FROM users WHERE id = ?",
}

func right(db *sql.DB, id uuid.UUID, other gofrs.UUID, ids []uuid.UUID) {
	db.Exec("DELETE FROM users WHERE id = ?", id)
	db.Exec("DELETE FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", id.String())
	db.Exec("INSERT INTO users (id) VALUES (UUID_TO_BIN(?))", id.String())
	db.Exec("INSERT INTO users (id) VALUES (?)", id)
	db.Query("SELECT 1 FROM users WHERE BIN_TO_UUID(id) = ?", id.String())
	db.Query("SELECT BIN_TO_UUID(id) FROM users WHERE id = ?", id)
	db.Query("SELECT 1 FROM users WHERE tag = CONCAT('user:', ?)", id.String())
	db.Query("SELECT CONCAT('user:', name) FROM users WHERE id = ?", id)
	db.Query("SELECT 1 FROM users WHERE tag = 'user:' || ?", id.String())
	db.Query("SELECT 1 FROM users WHERE doc ->> '$.id' = ?", id.String())
	db.Query("SELECT 1 FROM users WHERE doc -> '$.id' = ?", id.String())
	db.Query("SELECT doc ->> '$.name' FROM users WHERE id = ?", id)
	db.Query("SELECT 1 FROM users WHERE JSON_EXTRACT(doc, '$.id') = ?", id.String())
	db.Exec("UPDATE users SET doc = JSON_OBJECT('id', ?)", id.String())
	db.Query("SELECT 1 FROM users WHERE doc = ?", id.String())
	db.Query("SELECT 1 FROM users WHERE mail = ?", id.String())
	db.Query("SELECT 1 FROM users WHERE old_id = ?", id.String())
	db.Query("SELECT 1 FROM users WHERE id = COALESCE(?, id)", id)
	db.Query("SELECT 1 FROM users WHERE id = ?", sqlx.Binary(other))
	squirrel.Select("id").From("users").Where(squirrel.Eq{"id": sqlx.Binary(id)})
	squirrel.Select("id").From("users").Where("id = ?", id)
	squirrel.Select("id").From("users").Where(squirrel.NotEq{"id": sqlx.Binary(id)})
	squirrel.Select("id").From("users").Where(squirrel.Gt{"id": sqlx.Binary(id)})
	squirrel.Insert("users").Values(id)
	squirrel.Expr("id = ?", id)
	_ = goqu.Ex{"id": sqlx.Binary(id)}
	_ = goqu.Record{"id": sqlx.Binary(id)}
	goqu.From("users").Where(goqu.C("id").Eq(sqlx.Binary(id)))
	goqu.From("users").Where(goqu.C("id").In(sqlx.Binary(ids[0]), sqlx.Binary(ids[1])))
	goqu.From("users").Where(goqu.L("id = ?", sqlx.Binary(id)))
	jmoiron.In("SELECT 1 FROM users WHERE id IN (?)", ids)
}
