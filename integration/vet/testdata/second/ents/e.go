// Package ents has a schema of ent, in MySQL, and SQL beside it.
package ents

import (
	"context"
	"database/sql"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
)

type Invoice struct{ ent.Schema }

func (Invoice) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.New),
		field.UUID("customer", uuid.UUID{}).
			SchemaType(map[string]string{dialect.MySQL: "binary(16)"}), // WRONG(uuidtext): google's Value is text for binary(16)
		field.String("number"),
	}
}

type InvoiceRight struct{ ent.Schema }

func (InvoiceRight) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.New),
		field.UUID("reseller", uuid.UUID{}),
		field.String("number"),
	}
}

func open(dsn string) (*sql.DB, error) { return sql.Open("mysql", dsn) }

func number(ctx context.Context, db *sql.DB, customer uuid.UUID) (n string, err error) {
	err = db.QueryRowContext(ctx, "SELECT number FROM invoices WHERE customer = ?", customer.String()).Scan(&n) // WRONG(uuidtext): text for binary(16)
	return n, err
}

func numberRight(ctx context.Context, db *sql.DB, customer uuid.UUID) (n string, err error) {
	err = db.QueryRowContext(ctx, "SELECT number FROM invoices WHERE customer = ?", customer[:]).Scan(&n)
	return n, err
}
