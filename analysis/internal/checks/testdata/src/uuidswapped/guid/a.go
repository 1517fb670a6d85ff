package guid

import (
	"database/sql"

	"github.com/google/uuid"
)

const schema = "CREATE TABLE users (id uniqueidentifier NOT NULL PRIMARY KEY, raw binary(16) NOT NULL)"

func read(db *sql.DB) (id uuid.UUID) {
	db.QueryRow("SELECT id FROM users").Scan(&id) // want `in the order of a GUID`
	db.QueryRow("SELECT raw FROM users").Scan(&id)
	db.QueryRow("SELECT TOP 1 id FROM users").Scan(&id)            // want `in the order of a GUID`
	db.QueryRow("SELECT DISTINCT TOP (5) id FROM users").Scan(&id) // want `in the order of a GUID`
	db.QueryRow("SELECT TOP 1 raw FROM users").Scan(&id)
	return id
}
