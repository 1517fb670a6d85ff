// Package scannull reads columns that may be NULL.
package scannull

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	_ "github.com/lib/pq"

	kit "github.com/uuidkit/uuidkit/uuid"
)

const schema = `
CREATE TABLE IF NOT EXISTS staff (
	id      uuid PRIMARY KEY,
	boss_id uuid REFERENCES staff (id),
	team_id uuid NOT NULL,
	name    text NOT NULL
)`

func setup(db *sql.DB) error {
	_, err := db.Exec(schema)
	return err
}

type person struct {
	ID   uuid.UUID
	Boss uuid.UUID
	Name string
}

type member struct {
	ID   uuid.UUID
	Boss uuid.NullUUID
	Name string
}

func bosses(ctx context.Context, db *sql.DB) (map[string]uuid.UUID, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, boss_id FROM staff`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]uuid.UUID{}
	var (
		name string
		boss uuid.UUID
	)
	for rows.Next() {
		if err := rows.Scan(&name, &boss); err != nil { // WRONG(uuidscan): boss_id may be NULL: boss keeps the value of the row before
			return nil, err
		}
		out[name] = boss
	}
	return out, rows.Err()
}

func leaders(ctx context.Context, db *sql.DB) (map[string]uuid.UUID, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, boss_id FROM staff`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]uuid.UUID{}
	var (
		name string
		boss uuid.NullUUID
	)
	for rows.Next() {
		if err := rows.Scan(&name, &boss); err != nil {
			return nil, err
		}
		if boss.Valid {
			out[name] = boss.UUID
		}
	}
	return out, rows.Err()
}

func get(ctx context.Context, db *sql.DB, id uuid.UUID) (p person, err error) {
	err = db.QueryRowContext(ctx, `SELECT id, boss_id, name FROM staff WHERE id = $1`, id).Scan(&p.ID, &p.Boss, &p.Name) // WRONG(uuidscan): NULL in boss_id becomes the Nil UUID, without an error
	return p, err
}

func load(ctx context.Context, db *sql.DB, id uuid.UUID) (m member, err error) {
	err = db.QueryRowContext(ctx, `SELECT id, boss_id, name FROM staff WHERE id = $1`, id).Scan(&m.ID, &m.Boss, &m.Name)
	return m, err
}

// refresh reads into a person who has a boss already.
func (p *person) refresh(ctx context.Context, db *sql.DB) error {
	return db.QueryRowContext(ctx, `SELECT boss_id, name FROM staff WHERE id = $1`, p.ID).Scan(&p.Boss, &p.Name) // WRONG(uuidscan): if boss_id is NULL now, the person keeps the old boss
}

// reload reads into a member who has a boss already.
func (m *member) reload(ctx context.Context, db *sql.DB) error {
	return db.QueryRowContext(ctx, `SELECT boss_id, name FROM staff WHERE id = $1`, m.ID).Scan(&m.Boss, &m.Name)
}

func grand(ctx context.Context, db *sql.DB, id uuid.UUID) (uuid.UUID, error) {
	var grandboss uuid.UUID
	row := db.QueryRowContext(ctx, `SELECT b.boss_id FROM staff s JOIN staff b ON b.id = s.boss_id WHERE s.id = $1`, id)
	if err := row.Scan(&grandboss); err != nil { // WRONG(uuidscan): b.boss_id may be NULL, and then the result is the Nil UUID
		return uuid.Nil, err
	}
	return grandboss, nil
}

func grander(ctx context.Context, db *sql.DB, id uuid.UUID) (uuid.NullUUID, error) {
	var grandboss uuid.NullUUID
	row := db.QueryRowContext(ctx, `SELECT b.boss_id FROM staff s JOIN staff b ON b.id = s.boss_id WHERE s.id = $1`, id)
	if err := row.Scan(&grandboss); err != nil {
		return grandboss, err
	}
	return grandboss, nil
}

func fields(p *person) []any { return []any{&p.Name, &p.Boss} }

func each(ctx context.Context, db *sql.DB, f func(person)) error {
	rows, err := db.QueryContext(ctx, `SELECT name, boss_id FROM staff`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var p person
	for rows.Next() {
		if err := rows.Scan(fields(&p)...); err != nil { // WRONG(uuidscan): p.Boss, which fields passes on, keeps the boss of the row before
			return err
		}
		f(p)
	}
	return rows.Err()
}

func slots(m *member) []any { return []any{&m.Name, &m.Boss} }

func every(ctx context.Context, db *sql.DB, f func(member)) error {
	rows, err := db.QueryContext(ctx, `SELECT name, boss_id FROM staff`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var m member
	for rows.Next() {
		if err := rows.Scan(slots(&m)...); err != nil {
			return err
		}
		f(m)
	}
	return rows.Err()
}

// ---- What looks like the above, and is right ----

// team_id is NOT NULL.
func teams(ctx context.Context, db *sql.DB) (n map[uuid.UUID]int, err error) {
	rows, err := db.QueryContext(ctx, `SELECT team_id FROM staff`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	n = map[uuid.UUID]int{}
	var team uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&team); err != nil {
			return nil, err
		}
		n[team]++
	}
	return n, rows.Err()
}

// The condition lets no NULL through.
func reports(ctx context.Context, db *sql.DB) (n map[uuid.UUID]int, err error) {
	rows, err := db.QueryContext(ctx, `SELECT boss_id FROM staff WHERE boss_id IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	n = map[uuid.UUID]int{}
	var boss uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&boss); err != nil {
			return nil, err
		}
		n[boss]++
	}
	return n, rows.Err()
}

// COALESCE makes the id itself of NULL.
func chief(ctx context.Context, db *sql.DB, id uuid.UUID) (boss uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(boss_id, id) FROM staff WHERE id = $1`, id).Scan(&boss)
	return boss, err
}

// uuidkit's type returns an error for NULL.
func strict(ctx context.Context, db *sql.DB, id kit.UUID) (boss kit.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT boss_id FROM staff WHERE id = $1`, id).Scan(&boss)
	return boss, err
}

// A pointer to a pointer is nil for NULL.
func pointer(ctx context.Context, db *sql.DB, id uuid.UUID) (boss *uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT boss_id FROM staff WHERE id = $1`, id).Scan(&boss)
	return boss, err
}
