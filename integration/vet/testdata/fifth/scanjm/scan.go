// Package scanjm reads warehouses with jmoiron/sqlx.
package scanjm

import (
	"context"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
)

const schema = `
create table shelves (
	id uuid primary key,
	warehouse uuid not null,
	reserved_by uuid,
	above uuid null references shelves (id),
	label text not null
)`

type Shelf struct {
	ID         uuid.UUID
	Warehouse  uuid.UUID
	ReservedBy uuid.UUID `db:"reserved_by"`
	Label      string
}

type ShelfRight struct {
	ID         uuid.UUID
	Warehouse  uuid.UUID
	ReservedBy uuid.NullUUID `db:"reserved_by"`
	Above      *uuid.UUID
	Label      string
}

func Connect(dsn string) (*sqlx.DB, error) {
	db, err := sqlx.Connect("postgres", dsn)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(schema)
	return db, err
}

func Get(ctx context.Context, db *sqlx.DB, id uuid.UUID) (s Shelf, err error) {
	err = db.GetContext(ctx, &s, `select id, warehouse, reserved_by, label from shelves where id = $1`, id) // WRONG(uuidscan): reserved_by may be NULL
	return
}

func GetRight(ctx context.Context, db *sqlx.DB, id uuid.UUID) (s ShelfRight, err error) {
	err = db.GetContext(ctx, &s, `select id, warehouse, reserved_by, label from shelves where id = $1`, id)
	return
}

// GetFewRight does not select the column that may be NULL.
func GetFewRight(ctx context.Context, db *sqlx.DB, id uuid.UUID) (s Shelf, err error) {
	err = db.GetContext(ctx, &s, `select id, warehouse, label from shelves where id = $1`, id)
	return
}

func Reserved(db *sqlx.DB, warehouse uuid.UUID) (by []uuid.UUID, err error) {
	err = db.Select(&by, `select reserved_by from shelves where warehouse = $1`, warehouse) // WRONG(uuidscan): a list of one column
	return
}

func ReservedRight(db *sqlx.DB, warehouse uuid.UUID) (by []uuid.UUID, err error) {
	err = db.Select(&by, `select reserved_by from shelves where warehouse = $1 and reserved_by is not null`, warehouse)
	return
}

func ReservedNullRight(db *sqlx.DB, warehouse uuid.UUID) (by []uuid.NullUUID, err error) {
	err = db.Select(&by, `select reserved_by from shelves where warehouse = $1`, warehouse)
	return
}

func WarehousesRight(db *sqlx.DB) (ids []uuid.UUID, err error) {
	err = db.Select(&ids, `select distinct warehouse from shelves`)
	return
}

func Walk(db *sqlx.DB, visit func(Shelf) error) error {
	rows, err := db.Queryx(`select id, warehouse, reserved_by, label from shelves`)
	if err != nil {
		return err
	}
	defer rows.Close()
	s := Shelf{}
	for rows.Next() {
		if err := rows.StructScan(&s); err != nil { // WRONG(uuidscan): one struct for all rows
			return err
		}
		if err := visit(s); err != nil {
			return err
		}
	}
	return rows.Err()
}

func WalkRight(db *sqlx.DB, visit func(ShelfRight) error) error {
	rows, err := db.Queryx(`select * from shelves`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		s := ShelfRight{}
		if err := rows.StructScan(&s); err != nil {
			return err
		}
		if err := visit(s); err != nil {
			return err
		}
	}
	return rows.Err()
}

func Above(db *sqlx.DB, ids []uuid.UUID) (out []uuid.UUID, err error) {
	var above uuid.UUID
	for _, id := range ids {
		if err = db.Get(&above, `select above from shelves where id = $1`, id); err != nil { // WRONG(uuidscan): NULL keeps the shelf of the id before
			return
		}
		out = append(out, above)
	}
	return
}

func AboveRight(db *sqlx.DB, ids []uuid.UUID) (out []uuid.UUID, err error) {
	var above *uuid.UUID
	for _, id := range ids {
		above = nil
		if err = db.Get(&above, `select above from shelves where id = $1`, id); err != nil {
			return
		}
		if above != nil {
			out = append(out, *above)
		}
	}
	return
}

func AboveCoalesceRight(db *sqlx.DB, id uuid.UUID) (above uuid.UUID, err error) {
	err = db.Get(&above, `select coalesce(above, warehouse) from shelves where id = $1`, id)
	return
}
