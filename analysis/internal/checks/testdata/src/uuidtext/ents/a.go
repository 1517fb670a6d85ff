// Package ents has a schema of ent, and SQL for its tables.
package ents

import (
	"database/sql"

	"entgo.io/ent/schema/field"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

var raw = map[string]string{"mysql": "binary(16)"}

type Van struct{}

func (Van) Fields() []any {
	return []any{
		field.UUID("id", uuid.UUID{}).SchemaType(raw).Default(uuid.New),
		field.UUID("ticket", uuid.UUID{}).Default(uuid.New), // char(36)
		field.String("plate"),
	}
}

func open(dsn string) (*sql.DB, error) { return sql.Open("mysql", dsn) }

func wrong(db *sql.DB, id uuid.UUID) {
	db.Query("SELECT plate FROM vans WHERE id = ?", id)          // want `the column id is binary\(16\), and uuid.UUID is sent as text`
	db.Query("SELECT plate FROM vans WHERE id = ?", id.String()) // want `this is the text of a UUID`
	db.Query("SELECT plate FROM vans WHERE ticket = ?", id[:])   // want `the column ticket is char\(36\), and these are 16 bytes`
}

func right(db *sql.DB, id uuid.UUID) {
	db.Query("SELECT plate FROM vans WHERE id = ?", sqlx.Binary(id))
	db.Query("SELECT plate FROM vans WHERE ticket = ?", id)
	db.Query("SELECT plate FROM vans WHERE plate = ?", id[:])
}
