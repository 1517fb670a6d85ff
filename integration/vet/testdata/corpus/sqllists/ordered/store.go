// Package ordered has a struct that embeds a UUID, beside a connector.
package ordered

import (
	"database/sql"

	"github.com/google/uuid"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

// CarID is an id of a car.
type CarID struct{ uuid.UUID }

// Open opens the database.
func Open(file string) (*sql.DB, error) {
	base, err := sqlite.NewConnector(file)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS cars (id BLOB PRIMARY KEY, plate TEXT)`)
	return db, err
}

// Plate reads one.
func Plate(db *sql.DB, id CarID) (plate string, err error) {
	err = db.QueryRow(`SELECT plate FROM cars WHERE id = ?`, id).Scan(&plate) // WRONG(uuidconnector): a struct that embeds a listed type is not listed: it goes out as text
	return plate, err
}
