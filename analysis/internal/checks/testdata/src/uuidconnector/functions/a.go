// Package functions has SQL functions that take bytes, and functions of the program's own.
package functions

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = "CREATE TABLE users (id BINARY(16) PRIMARY KEY, old_id CHAR(36), uid uuid, note TEXT)"

func open(base driver.Connector) *sql.DB {
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
}

func wrong(db *sql.DB, id uuid.UUID) {
	db.Query("SELECT 1 FROM users WHERE LOWER(HEX(id)) = ?", id)              // want `HEX expects text`
	db.Query("SELECT 1 FROM users WHERE old_id = LOWER(?)", id)               // want `LOWER expects text`
	db.Query("SELECT 1 FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", id) // want `REPLACE expects text`
	db.Query("SELECT 1 FROM users WHERE note = $1::text", id)                 // want `::TEXT expects text`
	db.Query("SELECT 1 FROM users WHERE uid::text = $1", id)                  // want `::TEXT expects text`
	db.Query("SELECT 1 FROM users WHERE old_id = COALESCE(?, old_id)", id)    // want `the column old_id is char\(36\)`
}

func null(db *sql.DB, id uuid.NullUUID, other sql.Null[uuid.UUID]) {
	db.Query("SELECT 1 FROM users WHERE note = ?", id)                  // want `the column note is text: give the String\(\) of its UUID, or nil$`
	db.Query("SELECT 1 FROM users WHERE LOWER(HEX(id)) = ?", other)     // want `or give the String\(\) of its UUID, or nil$`
	squirrel.Select("id").From("users").Where(squirrel.Eq{"id": id})    // want `write sql.Null\[sqlx.Binary\]\{V: sqlx.Binary\(id.UUID\), Valid: id.Valid\}$`
	squirrel.Select("id").From("users").Where(squirrel.Eq{"id": other}) // want `write sql.Null\[sqlx.Binary\]\{V: sqlx.Binary\(id.V\), Valid: id.Valid\}$`
	goqu.From("users").Where(goqu.C("id").Eq(id))                       // want `write sql.Null\[sqlx.Binary\]\{V: sqlx.Binary\(id.UUID\), Valid: id.Valid\}$`
	goqu.From("users").Where(goqu.C("id").Eq(sql.Null[sqlx.Binary]{V: sqlx.Binary(id.UUID), Valid: id.Valid}))
}

func right(db *sql.DB, id uuid.UUID) {
	db.Query("SELECT BIN_TO_UUID(?)", id)
	db.Query("SELECT 1 FROM users WHERE old_id = BIN_TO_UUID(?)", id)
	db.Query("SELECT 1 FROM users WHERE HEX(id) = HEX(?)", id)
	db.Query("SELECT 1 FROM users WHERE note = CONCAT('user:', BIN_TO_UUID(?))", id)
	db.Query("SELECT name FROM users WHERE id IN (?, ?) ORDER BY FIELD(id, ?, ?)", id, id, id, id)
	db.Query("SELECT 1 FROM users WHERE id = CAST(? AS BINARY(16))", id)
	db.Exec("CALL user_by_id(?)", id)
	db.Query("SELECT 1 FROM users WHERE UNHEX(REPLACE(old_id, '-', '')) = ?", id)
	db.Query("SELECT 1 FROM users WHERE id = $1::bytea", id)
	db.Query("SELECT encode($1::bytea, 'hex')", id)
	db.Query("SELECT 1 FROM users GROUP BY boss HAVING MAX(id) = ?", id)
}

type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// pools of pgx have no connector.
func pools(ctx context.Context, conn *pgx.Conn, q querier, id uuid.UUID) {
	conn.Exec(ctx, "DELETE FROM users WHERE uid = $1", id)
	q.Exec(ctx, "DELETE FROM users WHERE uid = $1", id)
	conn.Exec(ctx, "DELETE FROM users WHERE note = $1::text", id)
}
