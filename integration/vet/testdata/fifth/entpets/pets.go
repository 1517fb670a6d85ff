// Package entpets has ent's schemas of pets, for MySQL and SQLite.
package entpets

import (
	"database/sql"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/schema/field"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

var bytes = map[string]string{
	dialect.MySQL:  "binary(16)",
	dialect.SQLite: "blob",
}

type Pet struct {
	ent.Schema
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (Pet) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(bytes).Default(newID).Immutable(),
		field.UUID("owner_id", uuid.UUID{}).SchemaType(bytes).Optional().Nillable(),
		field.UUID("chip", uuid.UUID{}),
		field.String("name"),
	}
}

// Open has no connector: ids are converted in each query.
func Open(dsn string) (*sql.DB, error) { return sql.Open("mysql", dsn) }

func Name(db *sql.DB, id uuid.UUID) (name string, err error) {
	err = db.QueryRow("SELECT name FROM pets WHERE owner_id = ?", id.String()).Scan(&name) // WRONG(uuidtext): ent's schema says binary(16)
	return
}

func NameRight(db *sql.DB, id uuid.UUID) (name string, err error) {
	err = db.QueryRow("SELECT name FROM pets WHERE owner_id = ?", sqlx.Binary(id)).Scan(&name)
	return
}

// ChipRight is char(36): ent's own column of a UUID in MySQL.
func ChipRight(db *sql.DB, chip uuid.UUID) (name string, err error) {
	err = db.QueryRow("SELECT name FROM pets WHERE chip = ?", chip.String()).Scan(&name)
	return
}

func Owned(s *entsql.Selector, owner uuid.UUID) {
	s.Where(entsql.EQ(s.C("owner_id"), owner.String())) // WRONG(uuidtext): in a predicate of ent
}

func OwnedRight(s *entsql.Selector, owner uuid.UUID) {
	s.Where(entsql.EQ(s.C("owner_id"), sqlx.Binary(owner)))
}

func NamedRight(s *entsql.Selector, chip uuid.UUID) {
	s.Where(entsql.EQ(s.C("chip"), chip.String()))
}
