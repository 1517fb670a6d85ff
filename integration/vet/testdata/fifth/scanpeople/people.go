// Package scanpeople reads the people of a company from MySQL.
package scanpeople

import (
	"context"
	"database/sql"
	"errors"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

const Schema = `
CREATE TABLE people (
	id CHAR(36) NOT NULL PRIMARY KEY,
	boss CHAR(36) NULL,
	team CHAR(36) NOT NULL,
	mentor CHAR(36),
	name VARCHAR(80) NOT NULL
);
CREATE TABLE desks (
	id CHAR(36) NOT NULL PRIMARY KEY,
	person CHAR(36) NOT NULL,
	room CHAR(36) NOT NULL
);`

type Person struct {
	ID, Boss, Team, Mentor google.UUID
	Name                   string
}

func Bosses(ctx context.Context, db *sql.DB) (map[string]google.UUID, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, boss FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[string]google.UUID)
	var name string
	var boss google.UUID
	for rows.Next() {
		if err := rows.Scan(&name, &boss); err != nil { // WRONG(uuidscan): NULL reads as the boss of the row before
			return nil, err
		}
		out[name] = boss
	}
	return out, rows.Err()
}

func BossesRight(ctx context.Context, db *sql.DB) (map[string]google.UUID, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, boss FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[string]google.UUID)
	var name string
	var boss google.NullUUID
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

// BossesResetRight sets the variable to Nil before each Scan.
func BossesResetRight(ctx context.Context, db *sql.DB) (out []google.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT COALESCE(boss, '') FROM people WHERE boss IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var boss google.UUID
	for rows.Next() {
		boss = google.Nil
		if err := rows.Scan(&boss); err != nil {
			return nil, err
		}
		out = append(out, boss)
	}
	return out, rows.Err()
}

// BossesPointerRight: database/sql makes the pointer nil for NULL.
func BossesPointerRight(ctx context.Context, db *sql.DB) (out []*google.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT boss FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var boss *google.UUID
		if err := rows.Scan(&boss); err != nil {
			return nil, err
		}
		out = append(out, boss)
	}
	return out, rows.Err()
}

// BossesGofrsRight: gofrs's type returns an error for NULL.
func BossesGofrsRight(ctx context.Context, db *sql.DB) (out []uuid.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT boss FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var boss uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&boss); err != nil {
			return nil, err
		}
		out = append(out, boss)
	}
	return out, rows.Err()
}

// BossesKitRight: so does uuidkit's.
func BossesKitRight(ctx context.Context, db *sql.DB) (out []kit.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT boss FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var boss kit.UUID
	for rows.Next() {
		if err := rows.Scan(&boss); err != nil {
			return nil, err
		}
		out = append(out, boss)
	}
	return out, rows.Err()
}

func All(ctx context.Context, db *sql.DB) (people []Person, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, team, mentor, name FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var p Person
	for rows.Next() {
		err = rows.Scan(&p.ID, &p.Team, &p.Mentor, &p.Name) // WRONG(uuidscan): one struct for all rows, and mentor may be NULL
		if err != nil {
			return nil, err
		}
		people = append(people, p)
	}
	return people, rows.Err()
}

func AllRight(ctx context.Context, db *sql.DB) (people []Person, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, team, mentor, name FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var p Person
	for rows.Next() {
		var mentor google.NullUUID
		if err = rows.Scan(&p.ID, &p.Team, &mentor, &p.Name); err != nil {
			return nil, err
		}
		p.Mentor = mentor.UUID // Nil if nobody
		people = append(people, p)
	}
	return people, rows.Err()
}

// TeamsRight: team is NOT NULL, and id is the key.
func TeamsRight(ctx context.Context, db *sql.DB) (teams map[google.UUID]google.UUID, err error) {
	rows, err := db.QueryContext(ctx, `SELECT id, team FROM people`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	teams = make(map[google.UUID]google.UUID)
	var id, team google.UUID
	for rows.Next() {
		if err := rows.Scan(&id, &team); err != nil {
			return nil, err
		}
		teams[id] = team
	}
	return teams, rows.Err()
}

func Boss(db *sql.DB, name string) (boss google.UUID, err error) {
	err = db.QueryRow(`SELECT boss FROM people WHERE name = ?`, name).Scan(&boss) // WRONG(uuidscan): NULL is the Nil UUID, without an error
	return
}

func BossRight(db *sql.DB, name string) (google.UUID, error) {
	var boss sql.Null[google.UUID]
	err := db.QueryRow(`SELECT boss FROM people WHERE name = ?`, name).Scan(&boss)
	if err == nil && !boss.Valid {
		err = errors.New("people: no boss")
	}
	return boss.V, err
}

func BossNotNullRight(db *sql.DB, name string) (boss google.UUID, err error) {
	err = db.QueryRow(`SELECT boss FROM people WHERE name = ? AND boss IS NOT NULL`, name).Scan(&boss)
	return
}

func BossCoalesceRight(db *sql.DB, name string) (boss google.UUID, err error) {
	err = db.QueryRow(`SELECT COALESCE(boss, id) FROM people WHERE name = ?`, name).Scan(&boss)
	return
}

func BossIfNullRight(db *sql.DB, name string) (boss google.UUID, err error) {
	err = db.QueryRow(`SELECT IFNULL(boss, '00000000-0000-0000-0000-000000000000') FROM people WHERE name = ?`, name).Scan(&boss)
	return
}

func Room(db *sql.DB, person google.UUID) (room google.UUID, err error) {
	err = db.QueryRow(`SELECT d.room FROM people p LEFT JOIN desks d ON d.person = p.id WHERE p.id = ?`, person).Scan(&room) // WRONG(uuidscan): the other table of a LEFT JOIN
	return
}

func RoomRight(db *sql.DB, person google.UUID) (room google.UUID, err error) {
	err = db.QueryRow(`SELECT d.room FROM people p JOIN desks d ON d.person = p.id WHERE p.id = ?`, person).Scan(&room)
	return
}

// TeamOfRight is a column of the left table.
func TeamOfRight(db *sql.DB, desk google.UUID) (team google.UUID, err error) {
	err = db.QueryRow(`SELECT p.team FROM people p LEFT JOIN desks d ON d.person = p.id WHERE d.id = ? OR d.id IS NULL LIMIT 1`, desk).Scan(&team)
	return
}

func Last(db *sql.DB, team google.UUID) (id google.UUID, err error) {
	const q = `SELECT MAX(id) FROM people WHERE team = ?`
	row := db.QueryRow(q, team)
	err = row.Scan(&id) // WRONG(uuidscan): MAX of no rows is NULL
	return
}

func LastRight(db *sql.DB, team google.UUID) (id google.UUID, err error) {
	const q = `SELECT id FROM people WHERE team = ? ORDER BY id DESC LIMIT 1`
	err = db.QueryRow(q, team).Scan(&id)
	return
}

func LastNullRight(db *sql.DB, team google.UUID) (id google.NullUUID, err error) {
	err = db.QueryRow(`SELECT MAX(id) FROM people WHERE team = ?`, team).Scan(&id)
	return
}

func Sub(db *sql.DB, team google.UUID) (p Person, err error) {
	err = db.QueryRow(`SELECT p.id, (SELECT q.boss FROM people q WHERE q.id = p.mentor) FROM people p WHERE team = ?`, team).
		Scan(&p.ID, &p.Boss) // WRONG(uuidscan): a subselect
	return
}

func SubRight(db *sql.DB, team google.UUID) (p Person, err error) {
	var boss google.NullUUID
	err = db.QueryRow(`SELECT p.id, (SELECT q.boss FROM people q WHERE q.id = p.mentor) FROM people p WHERE team = ?`, team).
		Scan(&p.ID, &boss)
	p.Boss = boss.UUID
	return
}
