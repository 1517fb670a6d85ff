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
	var p *uuid.UUID
	row.Scan(&p)                 // want `in the order of a Swapped`
	row.Scan(fields(&id, &n)...) // want `in the order of a Swapped`
	return id
}

func fields(id *uuid.UUID, n *int) []any {
	var other uuid.UUID
	return []any{&other, n}
}

func text(db *sql.DB) (id uuid.UUID) {
	db.QueryRow("SELECT BIN_TO_UUID(id, 1) FROM machines").Scan(&id)
	return id
}
