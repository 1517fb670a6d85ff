// Package connlate is a small library around a connector. Its callers list their types of ids.
package connlate

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

// OpenRight opens a database whose columns are all of 16 bytes.
func OpenRight(base driver.Connector, types ...sqlx.UUIDType) *sql.DB {
	return sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, types...))
}

// NamedRight registers a driver for libraries that open by name.
func NamedRight(types ...sqlx.UUIDType) error {
	if err := sqlx.RegisterDriver[sqlx.Binary]("mysql+uuid", "mysql", types...); err != nil {
		return fmt.Errorf("connlate: %w", err)
	}
	return nil
}

func Named(types ...sqlx.UUIDType) {
	sqlx.RegisterDriver[sqlx.Binary]("sqlite+uuid", "sqlite", types...) // WRONG(uuidregister): the error is dropped
}

// MustNamedRight panics, as sql.Register does.
func MustNamedRight(types ...sqlx.UUIDType) {
	if err := sqlx.RegisterDriver[sqlx.Binary]("sqlite+bytes", "sqlite", types...); err != nil {
		panic(err)
	}
}

// ExistsRight asks by id.
func ExistsRight(ctx context.Context, db *sql.DB, id uuid.UUID) (ok bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM things WHERE id = ?)`, id).Scan(&ok)
	return
}

// LogRight writes text on purpose.
func LogRight(ctx context.Context, db *sql.DB, id uuid.UUID) error {
	_, err := db.ExecContext(ctx, `INSERT INTO log (line) VALUES (CONCAT('deleted ', ?))`, id.String())
	return err
}
