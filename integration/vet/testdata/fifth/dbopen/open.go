// Package dbopen opens the databases of the factory. All ids are 16 bytes there.
package dbopen

import (
	"database/sql"
	"fmt"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

func native() sqlx.UUIDType { return sqlx.Native[uuid.UUID]() }

// MySQLRight is for production.
func MySQLRight(dsn string) (*sql.DB, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, fmt.Errorf("dbopen: %w", err)
	}
	config.ParseTime = true
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, native())), nil
}

// SQLiteRight is for tests.
func SQLiteRight() (*sql.DB, error) {
	base, err := sqlite.NewConnector(":memory:")
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, native()))
	db.SetMaxOpenConns(1)
	return db, nil
}
