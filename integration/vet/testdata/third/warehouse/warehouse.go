// Package warehouse reads the database of the old warehouse, which is an SQL Server.
package warehouse

import (
	"context"
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

// ddl is what the tests create. Production has more columns.
var ddl = []string{
	`CREATE TABLE bins (
		bin_id uniqueidentifier NOT NULL PRIMARY KEY,
		shelf  uniqueidentifier NOT NULL,
		code   char(36)         NOT NULL,
		weight int              NOT NULL
	)`,
	`CREATE TABLE moves (bin uniqueidentifier NOT NULL, moved_to uniqueidentifier NOT NULL, at datetime2 NOT NULL)`,
}

// Create makes the tables of a test.
func Create(ctx context.Context, db *sql.DB) error {
	for _, statement := range ddl {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// A Bin is a row.
type Bin struct {
	ID, Shelf uuid.UUID
	Weight    int
}

// Heaviest returns the heaviest bin.
func Heaviest(ctx context.Context, db *sql.DB) (b Bin, err error) {
	row := db.QueryRowContext(ctx, `SELECT TOP 1 bin_id, weight FROM bins ORDER BY weight DESC`)
	err = row.Scan(&b.ID, &b.Weight) // WRONG(uuidswapped): a uniqueidentifier has its bytes in another order
	return b, err
}

// HeaviestRight returns the heaviest bin.
func HeaviestRight(ctx context.Context, db *sql.DB) (b Bin, err error) {
	row := db.QueryRowContext(ctx, `SELECT TOP 1 bin_id, weight FROM bins ORDER BY weight DESC`)
	err = row.Scan((*sqlx.GUID)(&b.ID), &b.Weight)
	return b, err
}

// Shelves returns the shelves that have bins.
func Shelves(ctx context.Context, db *sql.DB) ([]gofrs.UUID, error) {
	rows, err := db.QueryContext(ctx, `SELECT DISTINCT shelf FROM bins`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return collect(rows, func(id *gofrs.UUID) any { return id }) // WRONG(uuidswapped): a uniqueidentifier has its bytes in another order
}

// ShelvesRight returns the shelves that have bins.
func ShelvesRight(ctx context.Context, db *sql.DB) ([]gofrs.UUID, error) {
	rows, err := db.QueryContext(ctx, `SELECT DISTINCT shelf FROM bins`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return collect(rows, func(id *gofrs.UUID) any { return (*sqlx.GUID)(id) })
}

func collect[T any](rows *sql.Rows, dest func(*T) any) (list []T, err error) {
	for rows.Next() {
		var v T
		if err := rows.Scan(dest(&v)); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// Moves calls f with each move of a bin.
func Moves(ctx context.Context, db *sql.DB, bin uuid.UUID, f func(to uuid.UUID)) error {
	rows, err := db.QueryContext(ctx, `SELECT moved_to FROM moves WHERE bin = @p1 ORDER BY at`, bin.String())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var to uuid.UUID
		if err := rows.Scan(&to); err != nil { // WRONG(uuidswapped): a uniqueidentifier has its bytes in another order
			return err
		}
		f(to)
	}
	return rows.Err()
}

// MovesRight calls f with each move of a bin.
func MovesRight(ctx context.Context, db *sql.DB, bin uuid.UUID, f func(to uuid.UUID)) error {
	rows, err := db.QueryContext(ctx, `SELECT moved_to FROM moves WHERE bin = @p1 ORDER BY at`, bin.String())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var to sqlx.GUID
		if err := rows.Scan(&to); err != nil {
			return err
		}
		f(uuid.UUID(to))
	}
	return rows.Err()
}

// Code returns the code of a bin, which is text.
func Code(ctx context.Context, db *sql.DB, bin uuid.UUID) (code uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT code FROM bins WHERE bin_id = @p1`, bin.String()).Scan(&code)
	return code, err
}

// ByCode lets the server write the text.
func ByCode(ctx context.Context, db *sql.DB, code uuid.UUID) (bin uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT CONVERT(char(36), bin_id) FROM bins WHERE code = @p1`, code.String()).Scan(&bin)
	return bin, err
}
