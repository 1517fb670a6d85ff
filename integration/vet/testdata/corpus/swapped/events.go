// Package swapped has columns of UUID_TO_BIN(x, 1), and one of SQL Server's.
package swapped

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

func open(config *mysql.Config) (*sql.DB, error) {
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(sqlx.NewConnector[sqlx.Swapped](base, sqlx.Native[uuid.UUID]())), nil
}

func last(ctx context.Context, db *sql.DB) (id uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT id FROM events ORDER BY id DESC LIMIT 1`).Scan(&id) // WRONG(uuidswapped): the column is swapped: scanned so it is another UUID, without an error
	return id, err
}

func latest(ctx context.Context, db *sql.DB) (id uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT id FROM events ORDER BY id DESC LIMIT 1`).Scan((*sqlx.Swapped)(&id))
	return id, err
}

type event struct {
	ID   uuid.UUID
	Name string
}

func all(ctx context.Context, db *sql.DB) (list []event, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, name FROM events`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e event
		if err := rows.Scan(&e.ID, &e.Name); err != nil { // WRONG(uuidswapped): the swapped bytes become another UUID
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

func every(ctx context.Context, db *sql.DB) (list []event, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, name FROM events`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e event
		if err := rows.Scan((*sqlx.Swapped)(&e.ID), &e.Name); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}
