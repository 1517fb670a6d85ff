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

const schema = "CREATE TABLE users (id BINARY(16) PRIMARY KEY, old_id CHAR(36), doc JSON)"

func open(base driver.Connector) *sql.DB {
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
}

func wrong(db *sql.DB, id uuid.UUID, other gofrs.UUID, ids []uuid.UUID) {
	db.Exec("DELETE FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", id)  // want `the connector sends this uuid.UUID as 16 bytes, and REPLACE expects text: write the column alone`
	db.Exec("INSERT INTO users (id) VALUES (UUID_TO_BIN(?))", id)           // want `UUID_TO_BIN expects text`
	db.Query("SELECT 1 FROM users WHERE BIN_TO_UUID(id) = ?", id)           // want `BIN_TO_UUID expects text`
	db.Query("SELECT 1 FROM users WHERE tag = CONCAT('user:', ?)", id)      // want `CONCAT expects text`
	db.Query("SELECT 1 FROM users WHERE doc ->> '$.id' = ?", id)            // want `->> expects text`
	db.Query("SELECT 1 FROM users WHERE old_id = ?", id)                    // want `the column old_id is char\(36\): give its String\(\)`
	db.Query("SELECT 1 FROM users WHERE id = ?", other)                     // want `the connector does not list uuid.UUID, which goes as text`
	squirrel.Select("id").From("users").Where(squirrel.Eq{"id": id})        // want `squirrel makes text of this uuid.UUID before the connector sees it`
	_ = goqu.Ex{"id": id}                                                   // want `goqu makes text`
	jmoiron.In("SELECT 1 FROM users WHERE id IN (?) AND boss = ?", ids, id) // want `the In of jmoiron/sqlx makes text`
}

func right(db *sql.DB, id uuid.UUID, other gofrs.UUID, ids []uuid.UUID) {
	db.Exec("DELETE FROM users WHERE id = ?", id)
	db.Exec("DELETE FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", id.String())
	db.Query("SELECT 1 FROM users WHERE old_id = ?", id.String())
	db.Query("SELECT 1 FROM users WHERE id = COALESCE(?, id)", id)
	db.Query("SELECT 1 FROM users WHERE id = ?", sqlx.Binary(other))
	squirrel.Select("id").From("users").Where(squirrel.Eq{"id": sqlx.Binary(id)})
	squirrel.Select("id").From("users").Where("id = ?", id)
	_ = goqu.Ex{"id": sqlx.Binary(id)}
	jmoiron.In("SELECT 1 FROM users WHERE id IN (?)", ids)
}
