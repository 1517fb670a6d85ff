// Package ents2 has a schema of ent, and opens its database with a connector.
package ents2

import (
	"database/sql"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/schema/field"
	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Walk is a table.
type Walk struct{ ent.Schema }

// Fields are its columns.
func (Walk) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(map[string]string{dialect.MySQL: "binary(16)"}).Default(uuid.New),
		field.UUID("pet_id", uuid.UUID{}).SchemaType(map[string]string{dialect.MySQL: "binary(16)"}).Optional().Nillable(),
		field.Int("minutes"),
	}
}

// Open opens the database.
func Open(config *mysql.Config) (*entsql.Driver, error) {
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	return entsql.OpenDB(dialect.MySQL, db), nil
}

func ofPet(s *entsql.Selector, pet uuid.UUID) {
	s.Where(entsql.EQ("pet_id", pet))
}
