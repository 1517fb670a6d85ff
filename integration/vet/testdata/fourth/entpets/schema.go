// Package entpets has the schema of the zoo's animals.
package entpets

import (
	"context"
	"database/sql"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

type Otter struct {
	ent.Schema
}

func (Otter) Fields() []ent.Field {
	bin := map[string]string{dialect.MySQL: "binary(16)", dialect.SQLite: "blob"}
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(bin).Default(uuid.New),
		field.UUID("pool_ref", uuid.UUID{}).SchemaType(bin),
		field.String("name"),
	}
}

// Names is for the report, which does not use ent.
func Names(ctx context.Context, db *sql.DB, pool uuid.UUID) (*sql.Rows, error) {
	return db.QueryContext(ctx, "SELECT name FROM otters WHERE pool_ref = ?", pool.String()) // WRONG(uuidtext): text against binary(16) of ent
}

func NamesRight(ctx context.Context, db *sql.DB, pool uuid.UUID) (*sql.Rows, error) {
	return db.QueryContext(ctx, "SELECT name FROM otters WHERE pool_ref = ?", pool[:])
}
