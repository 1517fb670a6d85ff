package unseen

import (
	"database/sql"
	"database/sql/driver"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/sqlx"
)

func Open(base driver.Connector, other gofrs.UUID, types ...sqlx.UUIDType) {
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, types...)) // only the caller knows the types
	db.Query("SELECT 1 FROM users WHERE id = ?", other)
	db.Query("SELECT 1 FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", other)
}
