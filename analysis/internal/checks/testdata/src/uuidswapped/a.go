package uuidswapped

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"
	"github.com/uuidkit/uuidkit/sqlx"
)

func open(base driver.Connector) *sql.DB {
	return sql.OpenDB(sqlx.NewConnector[sqlx.Swapped](base, sqlx.Native[uuid.UUID]()))
}

func last(row *sql.Row) (id uuid.UUID) {
	row.Scan(&id) // want `the column has the bytes in the order of a Swapped: scanned so they are another UUID; scan into \(\*sqlx.Swapped\)\(&id\)$`
	row.Scan((*sqlx.Swapped)(&id))
	var n int
	row.Scan(&n)
	var p *uuid.UUID
	row.Scan(&p)                 // want `scan into a sql.Null\[sqlx.Swapped\]$`
	row.Scan(fields(&id, &n)...) // want `in the order of a Swapped`
	return id
}

func fields(id *uuid.UUID, n *int) []any {
	var other uuid.UUID
	return []any{&other, n}
}

func null(row *sql.Row) (id uuid.NullUUID, other sql.Null[uuid.UUID]) {
	row.Scan(&id)    // want `scan into a sql.Null\[sqlx.Swapped\]$`
	row.Scan(&other) // want `scan into a sql.Null\[sqlx.Swapped\]$`
	var into sql.Null[sqlx.Swapped]
	row.Scan(&into)
	var p *sqlx.Swapped
	row.Scan(&p)
	return id, other
}

type scanner interface{ Scan(...any) error }

func read(s scanner, m *machine) error { return s.Scan(&m.ID, &m.Serial) } // want `in the order of a Swapped`

func readRight(s scanner, m *machine) error { return s.Scan((*sqlx.Swapped)(&m.ID), &m.Serial) }

func through(db *sql.DB) (m machine) {
	read(db.QueryRow("SELECT id, serial FROM machines"), &m)
	readRight(db.QueryRow("SELECT id, serial FROM machines"), &m)
	dest := []any{&m.ID}
	db.QueryRow("SELECT id FROM machines").Scan(dest...) // want `in the order of a Swapped`
	dest2 := []any{(*sqlx.Swapped)(&m.ID)}
	db.QueryRow("SELECT id FROM machines").Scan(dest2...)
	return m
}

const schema = "CREATE TABLE machines (id BINARY(16) PRIMARY KEY, serial CHAR(36) NOT NULL)"

type machine struct {
	ID     uuid.UUID
	Serial uuid.UUID // which is text
}

type right struct {
	ID     sqlx.Swapped
	Serial uuid.UUID
}

func filled(ctx context.Context, db *jmoiron.DB) (m machine, list []machine, all []right, ids []uuid.UUID) {
	db.Get(&m, "SELECT id, serial FROM machines")          // want `in the order of a Swapped`
	db.SelectContext(ctx, &list, "SELECT * FROM machines") // want `in the order of a Swapped`
	db.SelectContext(ctx, &ids, "SELECT id FROM machines") // want `in the order of a Swapped`
	db.SelectContext(ctx, &all, "SELECT * FROM machines")
	db.Get(&m, "SELECT serial FROM machines")
	db.SelectContext(ctx, &ids, "SELECT serial FROM machines")
	db.SelectContext(ctx, &ids, "SELECT BIN_TO_UUID(id, 1) FROM machines")
	return m, list, all, ids
}

func text(db *sql.DB) (id uuid.UUID) {
	db.QueryRow("SELECT BIN_TO_UUID(id, 1) FROM machines").Scan(&id)
	db.QueryRow("SELECT serial FROM machines").Scan(&id)
	db.QueryRow("SELECT id FROM machines").Scan(&id) // want `in the order of a Swapped`
	return id
}
