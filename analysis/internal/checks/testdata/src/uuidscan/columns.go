package uuidscan

import (
	"database/sql"

	"github.com/google/uuid"
)

// columns are named id, or the variables are.
func columns(db *sql.DB) {
	var id, userID uuid.UUID
	rows, _ := db.Query("SELECT boss, id FROM users")
	for rows.Next() {
		rows.Scan(&id, &userID) // want `so that id keeps the id of the row before`
	}
	rows, _ = db.Query("SELECT u.id AS user_id FROM users u")
	for rows.Next() {
		rows.Scan(&userID)
	}
}
