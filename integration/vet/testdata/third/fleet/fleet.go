// Package fleet has ent's schema of the vehicles, and the reports that ent cannot express.
package fleet

import (
	"context"
	"database/sql"
	"fmt"
	"io"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

var bytes16 = map[string]string{dialect.MySQL: "binary(16)"}

// Vehicle is a van or a bicycle.
type Vehicle struct{ ent.Schema }

// Annotations name the table.
func (Vehicle) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Annotation{Table: "vehicles"}}
}

// Fields are its columns.
func (Vehicle) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).SchemaType(bytes16).Default(uuid.New).Immutable(),
		field.UUID("depot_id", uuid.UUID{}).SchemaType(bytes16),
		field.UUID("ticket", uuid.UUID{}).Unique(), // char(36)
		field.String("plate"),
		field.Int("km"),
	}
}

// Report prints what the manager wants to see.
type Report struct {
	db *sql.DB
	w  io.Writer
}

// NewReport opens the database of the reports.
func NewReport(dsn string, w io.Writer) (*Report, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	return &Report{db, w}, nil
}

// Vehicle prints one line.
func (r *Report) Vehicle(ctx context.Context, id uuid.UUID) error {
	var plate string
	if err := r.db.QueryRowContext(ctx, "SELECT plate FROM vehicles WHERE id = ?", id).Scan(&plate); err != nil { // WRONG(uuidtext): text for a binary(16)
		return err
	}
	_, err := fmt.Fprintln(r.w, id, plate)
	return err
}

// VehicleRight prints one line.
func (r *Report) VehicleRight(ctx context.Context, id uuid.UUID) error {
	var plate string
	if err := r.db.QueryRowContext(ctx, "SELECT plate FROM vehicles WHERE id = ?", sqlx.Binary(id)).Scan(&plate); err != nil {
		return err
	}
	_, err := fmt.Fprintln(r.w, id, plate)
	return err
}

// Move moves all vehicles of a depot.
func (r *Report) Move(ctx context.Context, from, to uuid.UUID) (int64, error) {
	source := from.String()
	res, err := r.db.ExecContext(ctx, "UPDATE vehicles SET depot_id = ? WHERE depot_id = ?", sqlx.Binary(to), source) // WRONG(uuidtext): text for a binary(16)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// MoveRight moves all vehicles of a depot.
func (r *Report) MoveRight(ctx context.Context, from, to uuid.UUID) (int64, error) {
	source := sqlx.Binary(from)
	res, err := r.db.ExecContext(ctx, "UPDATE vehicles SET depot_id = ? WHERE depot_id = ?", sqlx.Binary(to), source)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Ticket finds a vehicle by the ticket of its insurance.
func (r *Report) Ticket(ctx context.Context, ticket uuid.UUID) (plate string, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT plate FROM vehicles WHERE ticket = ?", ticket[:]).Scan(&plate) // WRONG(uuidtext): bytes for the char(36) that ent makes
	return plate, err
}

// TicketRight sends text.
func (r *Report) TicketRight(ctx context.Context, ticket uuid.UUID) (plate string, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT plate FROM vehicles WHERE ticket = ?", ticket).Scan(&plate)
	return plate, err
}

// Distance sums the kilometers of each depot.
func (r *Report) Distance(ctx context.Context) (map[uuid.UUID]int, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT depot_id, SUM(km) FROM vehicles GROUP BY depot_id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sums := make(map[uuid.UUID]int)
	for rows.Next() {
		var depot uuid.UUID
		var km int
		if err := rows.Scan(&depot, &km); err != nil {
			return nil, err
		}
		sums[depot] = km
	}
	return sums, rows.Err()
}
