// Package schema has the entities, of which ent makes the code.
package schema

import (
	"database/sql"
	"database/sql/driver"
	"uuid"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"

	"github.com/uuidkit/uuidkit/examples/std/ent/entid"
)

// stored are the columns: uuid in PostgreSQL, and 16 bytes elsewhere.
var stored = map[string]string{
	dialect.Postgres: "uuid",
	dialect.MySQL:    "binary(16)",
	dialect.SQLite:   "blob",
}

// std is for nullable fields of uuid.UUID itself. field.UUID does not take that type, which has no Value and Scan, and
// the id of an entity takes no ValueScanner: hence entid.ID.
var std = field.ValueScannerFunc[*uuid.UUID, *sql.Null[entid.ID]]{
	V: func(u *uuid.UUID) (driver.Value, error) { return (*entid.ID)(u), nil },
	S: func(n *sql.Null[entid.ID]) (*uuid.UUID, error) {
		if !n.Valid {
			return nil, nil
		}
		return (*uuid.UUID)(&n.V), nil
	},
}

// A User has pets.
type User struct{ ent.Schema }

// Annotations name the table.
func (User) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("uuidkit_users")}
}

// Fields are the columns.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", entid.ID{}).SchemaType(stored).Default(entid.New).Immutable(),
		field.String("name"),
	}
}

// Edges are the relations.
func (User) Edges() []ent.Edge { return []ent.Edge{edge.To("pets", Pet.Type)} }

// A Pet may have an owner, and a chip.
type Pet struct{ ent.Schema }

// Annotations name the table.
func (Pet) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("uuidkit_pets")}
}

// Fields are the columns. Those that may be NULL are pointers in the struct.
func (Pet) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", entid.ID{}).SchemaType(stored).Default(entid.New).Immutable(),
		field.UUID("owner_id", entid.ID{}).SchemaType(stored).Optional().Nillable(),
		field.String("chip").GoType(new(uuid.UUID)).ValueScanner(std).SchemaType(stored).Optional(),
		field.String("name"),
	}
}

// Edges are the relations.
func (Pet) Edges() []ent.Edge {
	return []ent.Edge{edge.From("owner", User.Type).Ref("pets").Field("owner_id").Unique()}
}
