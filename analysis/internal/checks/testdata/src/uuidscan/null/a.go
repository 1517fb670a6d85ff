package null

import (
	"database/sql"

	"github.com/google/uuid"
)

const schema = "CREATE TABLE staff (id BINARY(16) PRIMARY KEY, boss_id BINARY(16), team_id BINARY(16) NOT NULL)"

func wrong(db *sql.DB, id uuid.UUID) (boss uuid.UUID) {
	row := db.QueryRow("SELECT boss_id FROM staff WHERE id = ?", id) // boss_id may be NULL
	row.Scan(&boss)                                                  // want `this column may be NULL, which leaves google's uuid.UUID as it is`
	var max, team uuid.UUID
	db.QueryRow("SELECT MAX(id) FROM staff").Scan(&max)                                                  // want `may be NULL`
	db.QueryRow("SELECT s.id, t.id FROM staff s LEFT JOIN teams t ON t.id = s.team_id").Scan(&id, &team) // want `may be NULL`
	db.QueryRow("SELECT dept, MIN(boss_id) FROM staff GROUP BY dept").Scan(nil, &boss)                   // want `may be NULL`
	for range 3 {
		db.QueryRow("SELECT boss_id FROM staff").Scan(&boss) // want `this column may be NULL`
	}
	return boss
}

func right(db *sql.DB, id uuid.UUID) {
	var team uuid.UUID
	var null uuid.NullUUID
	db.QueryRow("SELECT team_id FROM staff WHERE id = ?", id).Scan(&team)
	db.QueryRow("SELECT owner_id FROM pets WHERE id = ?", id).Scan(&team)
	db.QueryRow("SELECT COALESCE(boss_id, id) FROM staff WHERE id = ?", id).Scan(&team)
	db.QueryRow("SELECT dept, MIN(team_id) AS team FROM staff GROUP BY dept").Scan(&null, &team)
	row := db.QueryRow("SELECT boss_id FROM staff WHERE id = ?", id)
	row.Scan(&null) // a uuid.NullUUID
	rows, _ := db.Query("SELECT team_id FROM staff")
	for rows.Next() {
		rows.Scan(&team)
	}
}
