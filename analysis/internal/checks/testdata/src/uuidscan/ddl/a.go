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
	pets  = "CREATE TABLE pets (owner_id uuid NOT NULL, vet_id uuid NOT NULL, home_id uuid NOT NULL)"
	null  = "ALTER TABLE pets ALTER owner_id DROP NOT NULL, ALTER COLUMN vet_id DROP NOT NULL"
	again = "ALTER TABLE pets ALTER vet_id SET NOT NULL"
	guest = "ALTER TABLE guests ALTER COLUMN host_id TYPE uuid USING host_id::uuid"
	clubs = "ALTER TABLE people ADD COLUMN club_id uuid, ADD COLUMN home_id uuid"
)

func scans(db *sql.DB, boss, team, club, home uuid.UUID) {
	db.QueryRow("SELECT boss_id, team_id, club_id FROM people").Scan(&boss, &team, &club)
	db.QueryRow("SELECT home_id FROM people").Scan(&home) // want `may be NULL`
}

func dropped(db *sql.DB, owner, vet, home uuid.UUID) {
	db.QueryRow("SELECT owner_id FROM pets").Scan(&owner) // want `may be NULL`
	db.QueryRow("SELECT vet_id, home_id FROM pets").Scan(&vet, &home)
}

func undeclared(db *sql.DB) error {
	rows, err := db.Query("SELECT host_id FROM guests")
	if err != nil {
		return err
	}
	var host uuid.UUID
	for rows.Next() {
		rows.Scan(&host) // want `NULL leaves google's uuid.UUID as it is`
	}
	return rows.Err()
}
