// Package partial lists google's type, and sends gofrs's, too.
package partial

import (
	"database/sql"

	"github.com/go-sql-driver/mysql"
	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

type Pallet struct {
	ID    google.UUID
	Owner uuid.UUID // WRONG-ALSO
}

const ddl = `CREATE TABLE pallets (id BINARY(16) NOT NULL, owner BINARY(16) NOT NULL)`

func connect(dsn string) (*sql.DB, error) {
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](c, sqlx.Native[google.UUID]())) // WRONG-ALSO
	_, err = db.Exec(ddl)
	return db, err
}

func store(db *sql.DB, p Pallet) error {
	_, err := db.Exec(`INSERT INTO pallets (id, owner) VALUES (?, ?)`, p.ID, p.Owner) // WRONG(uuidconnector): gofrs's type is not listed
	return err
}
