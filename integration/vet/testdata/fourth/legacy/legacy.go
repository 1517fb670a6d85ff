// Package legacy reads the hospital's old MySQL, whose ids were written by UUID_TO_BIN(x, 1).
package legacy

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	jsqlx "github.com/jmoiron/sqlx"
	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Case struct {
	ID   gofrs.UUID `db:"id"` // WRONG-ALSO(uuidswapped)
	Note string     `db:"note"`
}

type CaseRight struct {
	ID   sqlx.Swapped `db:"id"`
	Note string       `db:"note"`
}

type Old struct{ db *sql.DB }

func Open(dsn string) (*Old, error) {
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return &Old{sql.OpenDB(sqlx.NewConnector[sqlx.Swapped](base, sqlx.Native[gofrs.UUID]()))}, nil
}

func (o *Old) first(ctx context.Context) (id gofrs.UUID, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT id FROM cases ORDER BY id LIMIT 1`).Scan(&id) // WRONG(uuidswapped): another UUID
	return id, err
}

func (o *Old) firstRight(ctx context.Context) (id gofrs.UUID, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT id FROM cases ORDER BY id LIMIT 1`).Scan((*sqlx.Swapped)(&id))
	return id, err
}

func (o *Old) all(ctx context.Context) (out []kit.UUID, err error) {
	rows, err := o.db.QueryContext(ctx, `SELECT id FROM cases`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id kit.UUID
		if err := rows.Scan(&id); err != nil { // WRONG(uuidswapped): another UUID
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}

func (o *Old) allRight(ctx context.Context) (out []kit.UUID, err error) {
	rows, err := o.db.QueryContext(ctx, `SELECT id FROM cases`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id sqlx.Swapped
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, kit.UUID(id))
	}
	return out, rows.Err()
}

func (o *Old) cases() (list []Case, err error) {
	x := jsqlx.NewDb(o.db, "mysql")
	err = x.Select(&list, `SELECT id, note FROM cases`) // WRONG(uuidswapped): a field
	return list, err
}

func (o *Old) casesRight() (list []CaseRight, err error) {
	x := jsqlx.NewDb(o.db, "mysql")
	err = x.Select(&list, `SELECT id, note FROM cases`)
	return list, err
}

func (o *Old) doctor(ctx context.Context, id gofrs.UUID) (n gofrs.NullUUID, note string, err error) {
	row := o.db.QueryRowContext(ctx, `SELECT doctor, note FROM cases WHERE id = ?`, id)
	err = row.Scan(&n, &note) // WRONG(uuidswapped): a NullUUID
	return n, note, err
}

func (o *Old) doctorRight(ctx context.Context, id gofrs.UUID) (n *sqlx.Swapped, note string, err error) {
	row := o.db.QueryRowContext(ctx, `SELECT doctor, note FROM cases WHERE id = ?`, id)
	err = row.Scan(&n, &note)
	return n, note, err
}

func (o *Old) note(ctx context.Context, id gofrs.UUID) (note string, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT note FROM cases WHERE id = ?`, id).Scan(&note)
	return note, err
}

var _ = []any{(*Old).first, (*Old).firstRight, (*Old).all, (*Old).allRight, (*Old).cases, (*Old).casesRight, (*Old).doctor, (*Old).doctorRight, (*Old).note}
