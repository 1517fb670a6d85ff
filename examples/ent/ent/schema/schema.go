// Package schema has the entities, of which ent makes the code.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	uuidkit "github.com/uuidkit/uuidkit/uuid"
)

// bytes are the columns of a database that is opened with a connector of 16 bytes. By
// itself ent makes char(36) in MySQL, and a column of the type uuid in SQLite.
var bytes = map[string]string{
	dialect.MySQL:  "binary(16)",
	dialect.SQLite: "blob",
}

func newID() uuid.UUID { return uuid.UUID(uuidkit.NewV7()) }

// A User has pets.
type User struct{ ent.Schema }

// Annotations name the table.
func (User) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("uuidkit_users")}
}

// Fields are the columns.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(bytes).Default(newID).Immutable(),
		field.String("name"),
	}
}

// Edges are the relations.
func (User) Edges() []ent.Edge {
	return []ent.Edge{edge.To("pets", Pet.Type)}
}

// A Pet may have an owner.
type Pet struct{ ent.Schema }

// Annotations name the table.
func (Pet) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("uuidkit_pets")}
}

// Fields are the columns. Those that may be NULL are a pointer or a NullUUID in the
// struct.
func (Pet) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(bytes).Default(newID).Immutable(),
		field.UUID("owner_id", uuid.UUID{}).SchemaType(bytes).Optional().Nillable(),
		field.UUID("chip", uuid.NullUUID{}).SchemaType(bytes).Optional(),
		field.String("name"),
	}
}

// Edges are the relations.
func (Pet) Edges() []ent.Edge {
	return []ent.Edge{edge.From("owner", User.Type).Ref("pets").Field("owner_id").Unique()}
}
