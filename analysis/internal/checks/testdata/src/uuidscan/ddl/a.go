package ddl

import (
	"database/sql"

	"github.com/google/uuid"
)

const (
	schema = `CREATE TABLE people (
		id uuid, -- the person
		boss_id uuid, -- another person
		team_id uuid,
		PRIMARY KEY (id, boss_id)
	)`
	later = "ALTER TABLE people ALTER COLUMN team_id SET NOT NULL, ALTER club_id SET NOT NULL"
	clubs = "ALTER TABLE people ADD COLUMN club_id uuid, ADD COLUMN home_id uuid"
)

func scans(db *sql.DB, boss, team, club, home uuid.UUID) {
	db.QueryRow("SELECT boss_id, team_id, club_id FROM people").Scan(&boss, &team, &club)
	db.QueryRow("SELECT home_id FROM people").Scan(&home) // want `may be NULL`
}
