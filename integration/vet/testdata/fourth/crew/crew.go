// Package crew lists who sails on which ship.
package crew

import (
	"context"
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

const schema = `
CREATE TABLE sailor (
	id UUID PRIMARY KEY,
	name TEXT NOT NULL,
	mentor_id UUID,
	ship_id UUID NOT NULL,
	cabin_id UUID NULL REFERENCES cabin (id)
);
CREATE TABLE cabin (id UUID PRIMARY KEY, deck INT);`

type Row struct {
	Name   string
	Mentor uuid.UUID
}

type RowRight struct {
	Name   string
	Mentor uuid.NullUUID
}

type Repo struct{ db *sql.DB }

func (r *Repo) Init(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, schema)
	return err
}

func (r *Repo) mentors(ctx context.Context) (map[string]uuid.UUID, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, mentor_id FROM sailor`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]uuid.UUID{}
	var name string
	var mentor uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&name, &mentor); err != nil { // WRONG(uuidscan): NULL reads as the row before
			return nil, err
		}
		out[name] = mentor
	}
	return out, rows.Err()
}

func (r *Repo) mentorsRight(ctx context.Context) (map[string]uuid.UUID, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, mentor_id FROM sailor`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]uuid.UUID{}
	for rows.Next() {
		var name string
		var mentor uuid.NullUUID
		if err := rows.Scan(&name, &mentor); err != nil {
			return nil, err
		}
		if mentor.Valid {
			out[name] = mentor.UUID
		}
	}
	return out, rows.Err()
}

func (r *Repo) list(ctx context.Context) (out []Row, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT s.name, s.mentor_id FROM sailor s ORDER BY s.name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	row := Row{}
	for rows.Next() {
		if err = rows.Scan(&row.Name, &row.Mentor); err != nil { // WRONG(uuidscan): a struct outside of the loop
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

func (r *Repo) listRight(ctx context.Context) (out []RowRight, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT s.name, s.mentor_id FROM sailor s ORDER BY s.name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	row := RowRight{}
	for rows.Next() {
		if err = rows.Scan(&row.Name, &row.Mentor); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

func (r *Repo) cabin(ctx context.Context, sailor uuid.UUID) (cabin uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT cabin_id FROM sailor WHERE id = $1`, sailor).Scan(&cabin) // WRONG(uuidscan): the column may be NULL
	return cabin, err
}

func (r *Repo) cabinRight(ctx context.Context, sailor uuid.UUID) (cabin *uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT cabin_id FROM sailor WHERE id = $1`, sailor).Scan(&cabin)
	return cabin, err
}

func (r *Repo) pilot(ctx context.Context, ship uuid.UUID) (name string, pilot uuid.UUID, err error) {
	const q = `SELECT sh.name, p.pilot_code FROM ship sh LEFT JOIN pilotage p ON p.ship_id = sh.id WHERE sh.id = $1`
	err = r.db.QueryRowContext(ctx, q, ship).Scan(&name, &pilot) // WRONG(uuidscan): the other table of a LEFT JOIN
	return name, pilot, err
}

func (r *Repo) pilotRight(ctx context.Context, ship uuid.UUID) (name string, pilot uuid.NullUUID, err error) {
	const q = `SELECT sh.name, p.pilot_code FROM ship sh LEFT JOIN pilotage p ON p.ship_id = sh.id WHERE sh.id = $1`
	err = r.db.QueryRowContext(ctx, q, ship).Scan(&name, &pilot)
	return name, pilot, err
}

func (r *Repo) newest(ctx context.Context) (uuid.UUID, error) {
	var last uuid.UUID
	row := r.db.QueryRowContext(ctx, `SELECT MAX(ship_id) FROM sailor`)
	if err := row.Scan(&last); err != nil { // WRONG(uuidscan): MAX of no rows
		return uuid.Nil, err
	}
	return last, nil
}

func (r *Repo) newestRight(ctx context.Context) (uuid.NullUUID, error) {
	var last uuid.NullUUID
	row := r.db.QueryRowContext(ctx, `SELECT MAX(ship_id) FROM sailor`)
	if err := row.Scan(&last); err != nil {
		return last, err
	}
	return last, nil
}

func (r *Repo) captain(ctx context.Context, name string) (id uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT (SELECT c.master_ref FROM charter c WHERE c.ship = s.ship_id LIMIT 1) FROM sailor s WHERE s.name = $1`, name).Scan(&id) // WRONG(uuidscan): a subselect
	return id, err
}

func (r *Repo) captainRight(ctx context.Context, name string) (id sql.Null[uuid.UUID], err error) {
	err = r.db.QueryRowContext(ctx, `SELECT (SELECT c.master_ref FROM charter c WHERE c.ship = s.ship_id LIMIT 1) FROM sailor s WHERE s.name = $1`, name).Scan(&id)
	return id, err
}

func (r *Repo) agent(ctx context.Context, ship uuid.UUID) (agent uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT NULLIF(agent_ref, home_ref) FROM ship WHERE id = $1`, ship).Scan(&agent) // WRONG(uuidscan): NULLIF
	return agent, err
}

func (r *Repo) agentRight(ctx context.Context, ship uuid.UUID) (agent gofrs.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT NULLIF(agent_ref, home_ref) FROM ship WHERE id = $1`, ship).Scan(&agent)
	return agent, err
}

func (r *Repo) ids(ctx context.Context) (out []uuid.UUID, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id FROM sailor`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var id uuid.UUID
	for rows.Next() {
		if err = rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}

func (r *Repo) ships(ctx context.Context) (out []uuid.UUID, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT ship_id FROM sailor`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ship uuid.UUID
	for rows.Next() {
		if err = rows.Scan(&ship); err != nil {
			return nil, err
		}
		out = append(out, ship)
	}
	return out, rows.Err()
}

func (r *Repo) inside(ctx context.Context) (out []uuid.UUID, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT mate_ref FROM watch`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var mate uuid.UUID
		if err = rows.Scan(&mate); err != nil {
			return nil, err
		}
		out = append(out, mate)
	}
	return out, rows.Err()
}

func (r *Repo) ship(ctx context.Context, name string) (ship uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT ship_id FROM sailor WHERE name = $1`, name).Scan(&ship)
	return ship, err
}

func (r *Repo) gofrsLoop(ctx context.Context) (n int, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT mate_ref FROM watch`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var mate gofrs.UUID
	for rows.Next() {
		if err = rows.Scan(&mate); err != nil {
			return n, err
		}
		n += int(mate[0])
	}
	return n, rows.Err()
}

var _ = []any{(*Repo).mentors, (*Repo).mentorsRight, (*Repo).list, (*Repo).listRight, (*Repo).cabin, (*Repo).cabinRight, (*Repo).pilot, (*Repo).pilotRight, (*Repo).newest, (*Repo).newestRight, (*Repo).captain, (*Repo).captainRight, (*Repo).agent, (*Repo).agentRight, (*Repo).ids, (*Repo).ships, (*Repo).inside, (*Repo).ship, (*Repo).gofrsLoop}
