// Package nulls scans columns that may be NULL into google's type.
package nulls

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	_ "github.com/lib/pq"
)

const ddl = `
CREATE TABLE employees (
	id         uuid PRIMARY KEY,
	name       text NOT NULL,
	boss       uuid REFERENCES employees (id),
	department uuid NOT NULL,
	badge      uuid UNIQUE
);
CREATE TABLE badges (
	id     uuid PRIMARY KEY,
	holder uuid NULL
);`

type Employee struct {
	ID         uuid.UUID
	Name       string
	Boss       uuid.UUID
	Department uuid.UUID
}

type DB struct{ *sql.DB }

func (db DB) setup(ctx context.Context) error {
	_, err := db.ExecContext(ctx, ddl)
	return err
}

func (db DB) list(ctx context.Context) (list []Employee, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, name, boss, department FROM employees`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var e Employee
	for rows.Next() {
		if err := rows.Scan(&e.ID, &e.Name, &e.Boss, &e.Department); err != nil { // WRONG(uuidscan): the boss of the row before
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

func (db DB) listRight(ctx context.Context) (list []Employee, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, name, boss, department FROM employees`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e Employee
		var boss uuid.NullUUID
		if err := rows.Scan(&e.ID, &e.Name, &boss, &e.Department); err != nil {
			return nil, err
		}
		e.Boss = boss.UUID
		list = append(list, e)
	}
	return list, rows.Err()
}

func (db DB) boss(ctx context.Context, id uuid.UUID) (boss uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT boss FROM employees WHERE id = $1`, id).Scan(&boss) // WRONG(uuidscan): boss may be NULL
	return boss, err
}

func (db DB) bossRight(ctx context.Context, id uuid.UUID) (boss uuid.NullUUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT boss FROM employees WHERE id = $1`, id).Scan(&boss)
	return boss, err
}

func (db DB) department(ctx context.Context, id uuid.UUID) (dep uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT department FROM employees WHERE id = $1`, id).Scan(&dep)
	return dep, err
}

func (db DB) badge(ctx context.Context, name string) (e Employee, badge uuid.UUID, err error) {
	const q = `SELECT e.id, b.id FROM employees e LEFT JOIN badges b ON b.holder = e.id WHERE e.name = $1`
	err = db.QueryRowContext(ctx, q, name).Scan(&e.ID, &badge) // WRONG(uuidscan): LEFT JOIN
	return
}

func (db DB) badgeRight(ctx context.Context, name string) (e Employee, badge *uuid.UUID, err error) {
	const q = `SELECT e.id, b.id FROM employees e LEFT JOIN badges b ON b.holder = e.id WHERE e.name = $1`
	err = db.QueryRowContext(ctx, q, name).Scan(&e.ID, &badge)
	return
}

func (db DB) joined(ctx context.Context, name string) (e Employee, badge uuid.UUID, err error) {
	const q = `SELECT e.id, b.id FROM employees e JOIN badges b ON b.holder = e.id WHERE e.name = $1`
	err = db.QueryRowContext(ctx, q, name).Scan(&e.ID, &badge)
	return
}

func (db DB) newest(ctx context.Context) (id uuid.UUID, err error) {
	return id, db.QueryRowContext(ctx, `SELECT max(holder::text)::uuid FROM badges`).Scan(&id) // WRONG(uuidscan): max of no rows is NULL
}

func (db DB) newestRight(ctx context.Context) (id uuid.UUID, err error) {
	return id, db.QueryRowContext(ctx, `SELECT id FROM badges ORDER BY id DESC LIMIT 1`).Scan(&id)
}

type scanner interface{ Scan(...any) error }

func scan(s scanner) (e Employee, err error) {
	err = s.Scan(&e.ID, &e.Name, &e.Boss)
	return e, err
}

func (db DB) get(ctx context.Context, id uuid.UUID) (Employee, error) {
	return scan(db.QueryRowContext(ctx, `SELECT id, name, boss FROM employees WHERE id = $1`, id)) // WRONG(uuidscan): by a helper
}

func (db DB) getRight(ctx context.Context, id uuid.UUID) (Employee, error) {
	return scan(db.QueryRowContext(ctx, `SELECT id, name, coalesce(boss, id) FROM employees WHERE id = $1`, id))
}

func (db DB) holders(ctx context.Context) (holders []uuid.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT holder FROM badges`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var holder uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&holder); err != nil { // WRONG(uuidscan): the holder of the badge before
			return nil, err
		}
		holders = append(holders, holder)
	}
	return holders, rows.Err()
}

func (db DB) holdersRight(ctx context.Context) (holders []uuid.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT holder FROM badges WHERE holder IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var holder uuid.UUID
		if err := rows.Scan(&holder); err != nil {
			return nil, err
		}
		holders = append(holders, holder)
	}
	return holders, rows.Err()
}

func (db DB) hire(ctx context.Context, e Employee) (badge uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `INSERT INTO employees (id, name, boss, department) VALUES ($1, $2, $3, $4) RETURNING badge`,
		e.ID, e.Name, e.Boss, e.Department).Scan(&badge) // WRONG(uuidscan): RETURNING of a column that may be NULL
	return badge, err
}

func (db DB) hireRight(ctx context.Context, e Employee) (dep uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `INSERT INTO employees (id, name, boss, department) VALUES ($1, $2, $3, $4) RETURNING department`,
		e.ID, e.Name, e.Boss, e.Department).Scan(&dep)
	return dep, err
}
