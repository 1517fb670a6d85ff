// Package mixed has a connector that lacks a type.
package mixed

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const ddl = `CREATE TABLE assets (id BINARY(16) PRIMARY KEY, vendor BINARY(16) NOT NULL)`

// Open opens the database.
func Open(config *mysql.Config) (*sql.DB, error) {
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]())), nil // WRONG-ALSO
}

// OfVendor counts.
func OfVendor(ctx context.Context, db *sql.DB, vendor gofrs.UUID) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM assets WHERE vendor = ?`, vendor).Scan(&n) // WRONG(uuidconnector): gofrs's type is not in the connector's list: text
	return n, err
}

// Has counts.
func Has(ctx context.Context, db *sql.DB, id uuid.UUID) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM assets WHERE id = ?`, id).Scan(&n)
	return n, err
}
