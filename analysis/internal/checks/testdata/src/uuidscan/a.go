package uuidscan

import (
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

type user struct {
	ID     uuid.UUID
	TeamID uuid.UUID
}

func rows(rows *sql.Rows, users map[string]*user) (all []user) {
	var u user
	var id, team uuid.UUID
	var other gofrs.UUID
	var null uuid.NullUUID
	for rows.Next() {
		rows.Scan(&id, &team, &other, &null) // want `NULL leaves google's uuid.UUID as it is, so that team keeps the id of the row before: scan into a uuid.NullUUID, or declare it in the loop \(measured: PostgreSQL 18 uuid`
		rows.Scan(&u.ID, &u.TeamID)          // want `so that TeamID keeps`
		all = append(all, u)
	}
	for rows.Next() {
		var u user
		var team uuid.UUID
		rows.Scan(&u.TeamID, &team)
		p := users["x"]
		rows.Scan(&p.TeamID, &all[0].TeamID)
	}
	for rows.Next() {
		team = uuid.Nil
		u = user{}
		rows.Scan(&u.TeamID, &team)
	}
	rows.Scan(&team)
	return all
}

func forEach(rows pgx.Rows) {
	var id, team uuid.UUID
	var n int
	pgx.ForEachRow(rows, []any{&id, &team, &n}, func() error { // want `so that team keeps`
		return nil
	})
	pgx.ForEachRow(rows, []any{&id, &team}, func() error {
		team = uuid.Nil
		return nil
	})
	for rows.Next() {
		func() {
			rows.Scan(&team)
		}()
	}
}

func retried(db *sql.DB, conn *pgx.Conn, n int) (owner uuid.UUID) {
	for range n {
		if err := db.QueryRow("SELECT owner_id FROM pets").Scan(&owner); err == nil {
			break
		}
	}
	for i := 0; i < n; i++ {
		row := db.QueryRow("SELECT owner_id FROM pets")
		if err := row.Scan(&owner); err == nil {
			break
		}
	}
	return owner
}
