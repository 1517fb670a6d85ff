// Package mssql has a table in SQL Server.
package mssql

import (
	"context"
	"database/sql"

	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = `CREATE TABLE users (id uniqueidentifier NOT NULL PRIMARY KEY, raw binary(16) NOT NULL, name nvarchar(100) NOT NULL)`

func open(ctx context.Context, dsn string) (*sql.DB, error) {
	db, err := sql.Open("sqlserver", dsn)
	if err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, schema)
	return db, err
}

func byName(ctx context.Context, db *sql.DB, name string) (id uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT id FROM users WHERE name = @p1`, name).Scan(&id) // WRONG(uuidswapped): a uniqueidentifier comes in another byte order: another UUID, no error
	return id, err
}

func ofName(ctx context.Context, db *sql.DB, name string) (id uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT id FROM users WHERE name = @p1`, name).Scan((*sqlx.GUID)(&id))
	return id, err
}

// raw is binary(16), in network order.
func rawOf(ctx context.Context, db *sql.DB, name string) (id uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT raw FROM users WHERE name = @p1`, name).Scan(&id)
	return id, err
}
