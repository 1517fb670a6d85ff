// Package schema has an entity for each of the types that are measured. Each has the
// columns of internal/table.
//
//	go run entgo.io/ent/cmd/ent@v0.14.5 generate ./schema --target made
package schema

import (
	"database/sql/driver"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

type (
	Google struct{ ent.Schema }
	Gofrs  struct{ ent.Schema }
	Ours   struct{ ent.Schema }
)

func (Google) Fields() []ent.Field { return fields(types.G{}, types.GN{}, "G") }
func (Gofrs) Fields() []ent.Field  { return fields(types.F{}, types.FN{}, "F") }
func (Ours) Fields() []ent.Field   { return fields(types.U{}, types.UN{}, "U") }

// The tables are views of one, because ent refuses a table that two entities have.
func (Google) Annotations() []schema.Annotation { return table("google") }
func (Gofrs) Annotations() []schema.Annotation  { return table("gofrs") }
func (Ours) Annotations() []schema.Annotation   { return table("ours") }

func table(name string) []schema.Annotation {
	return []schema.Annotation{entsql.Annotation{Table: name}}
}

// fields have a UUID, a pointer and a nullable, whose types have these names in package types.
func fields(u, nullable driver.Valuer, name string) []ent.Field {
	return []ent.Field{
		field.Int("id").StorageKey("k"),
		named{field.UUID("v", u).Immutable(), name},
		named{field.UUID("p", u).Optional().Nillable().Immutable(), name},
		named{field.UUID("n", nullable).Optional().Immutable(), name + "N"},
	}
}

// A named field has its type's name of package types in the generated code: all packages are
// called uuid, and ent does not rename imports.
type named struct {
	ent.Field
	name string
}

func (f named) Descriptor() *field.Descriptor {
	d := f.Field.Descriptor()
	d.Info.Ident, d.Info.PkgPath, d.Info.PkgName = "types."+f.name, "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types", "types"
	d.Info.RType.Ident = d.Info.Ident
	return d
}
