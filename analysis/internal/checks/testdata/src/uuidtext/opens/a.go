package opens

import (
	"database/sql"

	"github.com/google/uuid"
)

func open(id uuid.UUID) {
	db, _ := sql.Open("mysql", "x")
	db.Exec("CREATE TABLE IF NOT EXISTS users (id BINARY(16) PRIMARY KEY)")
	db.Exec("INSERT INTO users (id) VALUES (?)", id) // want `uuid.UUID is sent as text`
}
