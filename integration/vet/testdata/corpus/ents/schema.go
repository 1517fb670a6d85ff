// Package ents has schemas of ent, and opens their database without a connector.
package ents

import (
	"context"
	"database/sql"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/schema/field"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
)

// Pet is a table.
type Pet struct{ ent.Schema }

// Fields are its columns.
func (Pet) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("id").SchemaType(map[string]string{dialect.MySQL: "binary(16)"}),
		field.Bytes("owner_id").SchemaType(map[string]string{dialect.MySQL: "binary(16)"}).Optional(),
		field.String("chip").SchemaType(map[string]string{dialect.MySQL: "char(36)"}),
		field.String("name"),
	}
}

// Walk is a table.
type Walk struct{ ent.Schema }

// Fields are its columns.
func (Walk) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(map[string]string{dialect.MySQL: "binary(16)"}).Default(uuid.New), // WRONG(uuidtext): the package opens MySQL without a connector, so that ent sends text for binary(16)
		field.Int("minutes"),
	}
}

// Toy is a table.
type Toy struct{ ent.Schema }

// Fields are its columns.
func (Toy) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.New), // char(36) by itself
		field.String("kind"),
	}
}

// Open opens the database.
func Open(dsn string) (*entsql.Driver, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	return entsql.OpenDB(dialect.MySQL, db), nil // WRONG-ALSO(Walk.Fields)
}

func name(ctx context.Context, db *sql.DB, id uuid.UUID) (name string, err error) {
	err = db.QueryRowContext(ctx, `SELECT name FROM pets WHERE id = ?`, id.String()).Scan(&name) // WRONG(uuidtext): Pet's id is binary(16) by its schema, and the argument is text
	return name, err
}

func nameOf(ctx context.Context, db *sql.DB, id uuid.UUID) (name string, err error) {
	err = db.QueryRowContext(ctx, `SELECT name FROM pets WHERE id = ?`, id[:]).Scan(&name)
	return name, err
}

func owned(s *entsql.Selector, owner uuid.UUID) {
	text := owner.String()
	s.Where(entsql.EQ("owner_id", text)) // WRONG(uuidtext): owner_id is binary(16) by Pet's schema, the predicate is of text
}

func ownedBy(s *entsql.Selector, owner uuid.UUID) {
	s.Where(entsql.EQ("owner_id", owner[:]))
}

// chip is char(36).
func chipped(ctx context.Context, db *sql.DB, chip uuid.UUID) (name string, err error) {
	err = db.QueryRowContext(ctx, `SELECT name FROM pets WHERE chip = ?`, chip.String()).Scan(&name)
	return name, err
}
