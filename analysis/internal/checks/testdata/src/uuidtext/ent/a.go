// Package ent has a schema for two databases.
package ent

import (
	"database/sql"

	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

var bytes = map[string]string{"mysql": "binary(16)", "sqlite3": "blob"}

var mixed = map[string]string{"mysql": "binary(16)", "postgres": "uuid"}

type Pet struct{}

func (Pet) Fields() []any {
	return []any{
		field.UUID("owner_id", uuid.UUID{}).SchemaType(bytes),
		field.UUID("vet_id", uuid.UUID{}).SchemaType(mixed),
	}
}

func pets(db *sql.DB, s *entsql.Selector, id uuid.UUID) {
	db.Query("SELECT name FROM pets WHERE owner_id = ?", id.String()) // want `the column owner_id is blob, and this is the text of a UUID`
	db.Query("SELECT name FROM pets WHERE owner_id = ?", sqlx.Binary(id))
	db.Query("SELECT name FROM pets WHERE vet_id = ?", id.String())
	entsql.EQ(s.C("owner_id"), id.String()) // want `the text of a UUID`
	entsql.EQ(s.C("owner_id"), sqlx.Binary(id))
	entsql.EQ(s.C("vet_id"), id.String())
}
