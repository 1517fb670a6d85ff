// Package payroll prints who works for whom: lib/pq and jmoiron's sqlx.
package payroll

import (
	"context"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

// Schema is for tests, too.
const Schema = `
CREATE TABLE employees (
	id      uuid PRIMARY KEY,
	name    text NOT NULL,
	boss_id uuid REFERENCES employees (id),
	team_id uuid NOT NULL
);
CREATE TABLE badges (
	employee_id uuid NOT NULL REFERENCES employees (id),
	badge       uuid NOT NULL
);`

// DB is the database.
type DB struct{ *sqlx.DB }

// Open opens the database.
func Open(dsn string) (DB, error) {
	db, err := sqlx.Open("postgres", dsn)
	return DB{db}, err
}

// Print prints the names and the bosses.
func (db DB) Print(ctx context.Context, w io.Writer) error {
	rows, err := db.QueryContext(ctx, `SELECT name, boss_id FROM employees`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var (
		name string
		boss uuid.UUID
	)
	for rows.Next() {
		if err := rows.Scan(&name, &boss); err != nil { // WRONG(uuidscan): NULL keeps the boss of the row before
			return err
		}
		fmt.Fprintf(w, "%s works for %s\n", name, boss)
	}
	return rows.Err()
}

// PrintRight prints the names and the bosses.
func (db DB) PrintRight(ctx context.Context, w io.Writer) error {
	rows, err := db.QueryContext(ctx, `SELECT name, boss_id FROM employees`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var (
		name string
		boss uuid.NullUUID
	)
	for rows.Next() {
		if err := rows.Scan(&name, &boss); err != nil {
			return err
		}
		if boss.Valid {
			fmt.Fprintf(w, "%s works for %s\n", name, boss.UUID)
		}
	}
	return rows.Err()
}

// PrintTeams has a variable outside of the loop, for a column that is NOT NULL.
func (db DB) PrintTeams(ctx context.Context, w io.Writer) error {
	rows, err := db.QueryContext(ctx, `SELECT name, team_id FROM employees`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var name string
	var team uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&name, &team); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s is in %s\n", name, team)
	}
	return rows.Err()
}

// Boss returns the boss of somebody.
func (db DB) Boss(ctx context.Context, id uuid.UUID) (boss uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT boss_id FROM employees WHERE id = $1`, id).Scan(&boss) // WRONG(uuidscan): NULL is the Nil UUID
	return boss, err
}

// BossRight returns the boss of somebody.
func (db DB) BossRight(ctx context.Context, id uuid.UUID) (boss uuid.NullUUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT boss_id FROM employees WHERE id = $1`, id).Scan(&boss)
	return boss, err
}

// Worker is a row of a report.
type Worker struct {
	Name  string    `db:"name"`
	Badge uuid.UUID `db:"badge"` // WRONG-ALSO(uuidscan)
}

// WorkerRight is a row of a report.
type WorkerRight struct {
	Name  string        `db:"name"`
	Badge uuid.NullUUID `db:"badge"`
}

const badges = `SELECT e.name, b.badge FROM employees e LEFT JOIN badges b ON b.employee_id = e.id WHERE e.team_id = $1`

// Team returns the people of a team.
func (db DB) Team(ctx context.Context, team uuid.UUID) (list []Worker, err error) {
	err = db.SelectContext(ctx, &list, badges, team) // WRONG(uuidscan): somebody without a badge has the Nil UUID
	return list, err
}

// TeamRight returns the people of a team.
func (db DB) TeamRight(ctx context.Context, team uuid.UUID) (list []WorkerRight, err error) {
	err = db.SelectContext(ctx, &list, badges, team)
	return list, err
}

// Each calls f for the people of a team.
func (db DB) Each(ctx context.Context, team uuid.UUID, f func(Worker)) error {
	rows, err := db.QueryxContext(ctx, badges, team)
	if err != nil {
		return err
	}
	defer rows.Close()
	var w Worker
	for rows.Next() {
		if err := rows.StructScan(&w); err != nil { // WRONG(uuidscan): NULL keeps the badge of the row before
			return err
		}
		f(w)
	}
	return rows.Err()
}

// EachRight calls f for the people of a team.
func (db DB) EachRight(ctx context.Context, team uuid.UUID, f func(WorkerRight)) error {
	rows, err := db.QueryxContext(ctx, badges, team)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var w WorkerRight
		if err := rows.StructScan(&w); err != nil {
			return err
		}
		f(w)
	}
	return rows.Err()
}

// Badge returns one of the badges of somebody.
func (db DB) Badge(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	var badge uuid.UUID
	err := db.GetContext(ctx, &badge, `SELECT (SELECT b.badge FROM badges b WHERE b.employee_id = e.id LIMIT 1) AS badge
		FROM employees e WHERE e.id = $1`, id) // WRONG(uuidscan): a subselect without a row is NULL
	return badge, err
}

// BadgeRight returns one of the badges of somebody, or nil.
func (db DB) BadgeRight(ctx context.Context, id uuid.UUID) (*uuid.UUID, error) {
	var badge *uuid.UUID
	err := db.GetContext(ctx, &badge, `SELECT (SELECT b.badge FROM badges b WHERE b.employee_id = e.id LIMIT 1) AS badge
		FROM employees e WHERE e.id = $1`, id)
	return badge, err
}

// Moved returns the team of somebody, unless it is the one that we know.
func (db DB) Moved(id, known uuid.UUID) (team uuid.UUID, err error) {
	err = db.QueryRow(`SELECT NULLIF(team_id, $2) FROM employees WHERE id = $1`, id, known).Scan(&team) // WRONG(uuidscan): NULLIF is NULL
	return team, err
}

// MovedRight returns the team of somebody, unless it is the one that we know.
func (db DB) MovedRight(id, known uuid.UUID) (team uuid.NullUUID, err error) {
	err = db.QueryRow(`SELECT NULLIF(team_id, $2) FROM employees WHERE id = $1`, id, known).Scan(&team)
	return team, err
}

// Head returns the boss, or the person itself, which is never NULL.
func (db DB) Head(id uuid.UUID) (head uuid.UUID, err error) {
	err = db.QueryRow(`SELECT COALESCE(boss_id, id) FROM employees WHERE id = $1`, id).Scan(&head)
	return head, err
}

// Names returns names. pq.Array calls the Value of each id.
func (db DB) Names(ctx context.Context, ids []uuid.UUID) (names []string, err error) {
	err = db.SelectContext(ctx, &names, `SELECT name FROM employees WHERE id = ANY($1)`, pq.Array(ids))
	return names, err
}
