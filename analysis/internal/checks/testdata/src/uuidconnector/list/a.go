package list

import (
	"database/sql"
	"database/sql/driver"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

var google = sqlx.Native[uuid.UUID]()

func open(base driver.Connector, id uuid.UUID, other gofrs.UUID) {
	types := []sqlx.UUIDType{google}
	types = append(types, native[uuid.UUID]())
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, types...))
	db.Query("SELECT 1 FROM users WHERE id = ?", id)
	db.Query("SELECT 1 FROM users WHERE id = ?", other) // want `the connector does not list uuid.UUID`
}

func native[T ~[16]byte]() sqlx.UUIDType { return sqlx.Native[T]() }
