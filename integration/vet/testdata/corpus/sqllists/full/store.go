// Package full has a connector that lists all types.
package full

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

const ddl = `CREATE TABLE assets (id BINARY(16) PRIMARY KEY, vendor BINARY(16) NOT NULL, lot BINARY(16))`

// Open opens the database.
func Open(config *mysql.Config) (*sql.DB, error) {
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	types := []sqlx.UUIDType{sqlx.Native[uuid.UUID]()}
	types = append(types, sqlx.Native[gofrs.UUID]())
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, types...)), nil
}

// OfVendor counts.
func OfVendor(ctx context.Context, db *sql.DB, vendor gofrs.UUID) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM assets WHERE vendor = ?`, vendor).Scan(&n)
	return n, err
}

// OfLot counts: uuidkit's own type is always listed, and the nullable types of listed ones are.
func OfLot(ctx context.Context, db *sql.DB, lot kit.UUID, not gofrs.NullUUID) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM assets WHERE lot = ? AND vendor <> ?`, lot, not).Scan(&n)
	return n, err
}
