package uuidswapped

import (
	"database/sql"
	"database/sql/driver"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

func open(base driver.Connector) *sql.DB {
	return sql.OpenDB(sqlx.NewConnector[sqlx.Swapped](base, sqlx.Native[uuid.UUID]()))
}

func last(row *sql.Row) (id uuid.UUID) {
	row.Scan(&id) // want `the column has the bytes in the order of a Swapped: scanned so they are another UUID`
	row.Scan((*sqlx.Swapped)(&id))
	var n int
	row.Scan(&n)
	return id
}
