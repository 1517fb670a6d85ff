// Package swapped has columns that UUID_TO_BIN(x, 1) fills.
package swapped

import (
	"database/sql"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

type Repo struct{ db *sql.DB }

func NewRepo(cfg *mysql.Config) (*Repo, error) {
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return &Repo{sql.OpenDB(sqlx.NewConnector[sqlx.Swapped](base, sqlx.Native[uuid.UUID]()))}, nil
}

type Machine struct {
	ID   uuid.UUID
	Name string
}

func (m *Machine) fields() []any { return []any{&m.ID, &m.Name} }

func (r *Repo) all() (ms []Machine, err error) {
	rows, err := r.db.Query(`SELECT id, name FROM machines`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m Machine
		if err := rows.Scan(&m.ID, &m.Name); err != nil { // WRONG(uuidswapped): another UUID
			return nil, err
		}
		ms = append(ms, m)
	}
	return ms, rows.Err()
}

func (r *Repo) allRight() (ms []Machine, err error) {
	rows, err := r.db.Query(`SELECT id, name FROM machines`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m Machine
		if err := rows.Scan((*sqlx.Swapped)(&m.ID), &m.Name); err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return ms, rows.Err()
}

func (r *Repo) get(id uuid.UUID) (m Machine, err error) {
	return m, r.db.QueryRow(`SELECT id, name FROM machines WHERE id = ?`, id).Scan(m.fields()...) // WRONG(uuidswapped): by a list of fields
}

func (r *Repo) getRight(id uuid.UUID) (m Machine, err error) {
	m.ID = id
	return m, r.db.QueryRow(`SELECT name FROM machines WHERE id = ?`, id).Scan(&m.Name)
}

func (r *Repo) newest() (id *uuid.UUID, err error) {
	err = r.db.QueryRow(`SELECT id FROM machines ORDER BY id DESC LIMIT 1`).Scan(&id) // WRONG(uuidswapped): a pointer
	return id, err
}

func (r *Repo) newestRight() (uuid.UUID, error) {
	var id sqlx.Swapped
	err := r.db.QueryRow(`SELECT id FROM machines ORDER BY id DESC LIMIT 1`).Scan(&id)
	return uuid.UUID(id), err
}

func (r *Repo) textRight() (id uuid.UUID, err error) {
	err = r.db.QueryRow(`SELECT BIN_TO_UUID(id, 1) FROM machines ORDER BY id DESC LIMIT 1`).Scan(&id)
	return id, err
}
