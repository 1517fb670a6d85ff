// Package sqlserver reads customers of an ERP system in SQL Server.
package sqlserver

import (
	"context"
	"database/sql"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const create = `
CREATE TABLE customers (
	id uniqueidentifier NOT NULL PRIMARY KEY,
	parent uniqueidentifier NULL,
	import_id char(36) NOT NULL,
	hash binary(16) NOT NULL,
	name nvarchar(100) NOT NULL
)`

type Customers struct{ db *sql.DB }

func (c Customers) Create(ctx context.Context) error {
	_, err := c.db.ExecContext(ctx, create)
	return err
}

func (c Customers) ID(ctx context.Context, name string) (id google.UUID, err error) {
	err = c.db.QueryRowContext(ctx, `SELECT id FROM customers WHERE name = @p1`, name).Scan(&id) // WRONG(uuidswapped): SQL Server's order
	return
}

func (c Customers) IDRight(ctx context.Context, name string) (id google.UUID, err error) {
	err = c.db.QueryRowContext(ctx, `SELECT id FROM customers WHERE name = @p1`, name).Scan((*sqlx.GUID)(&id))
	return
}

func (c Customers) IDConvertRight(ctx context.Context, name string) (id google.UUID, err error) {
	err = c.db.QueryRowContext(ctx, `SELECT CONVERT(char(36), id) FROM customers WHERE name = @p1`, name).Scan(&id)
	return
}

func (c Customers) IDCastRight(ctx context.Context, name string) (id google.UUID, err error) {
	err = c.db.QueryRowContext(ctx, `SELECT CAST(id AS char(36)) FROM customers WHERE name = @p1`, name).Scan(&id)
	return
}

func (c Customers) Gofrs(ctx context.Context) (ids []uuid.UUID, err error) {
	rows, err := c.db.QueryContext(ctx, `SELECT id FROM customers`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		ids = append(ids, uuid.Nil)
		if err := rows.Scan(&ids[len(ids)-1]); err != nil { // WRONG(uuidswapped): the element of a list
			return nil, err
		}
	}
	return ids, rows.Err()
}

func (c Customers) GofrsRight(ctx context.Context) (ids []uuid.UUID, err error) {
	rows, err := c.db.QueryContext(ctx, `SELECT id FROM customers`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		ids = append(ids, uuid.Nil)
		if err := rows.Scan((*sqlx.GUID)(&ids[len(ids)-1])); err != nil {
			return nil, err
		}
	}
	return ids, rows.Err()
}

func (c Customers) Parent(ctx context.Context, name string) (parent google.NullUUID, err error) {
	dest := []any{&parent}
	err = c.db.QueryRowContext(ctx, `SELECT parent FROM customers WHERE name = @p1`, name).Scan(dest...) // WRONG(uuidswapped): a NullUUID, through a list
	return
}

func (c Customers) ParentRight(ctx context.Context, name string) (parent *sqlx.GUID, err error) {
	dest := []any{&parent}
	err = c.db.QueryRowContext(ctx, `SELECT parent FROM customers WHERE name = @p1`, name).Scan(dest...)
	return
}

// ImportRight is a column of text.
func (c Customers) ImportRight(ctx context.Context, name string) (id google.UUID, err error) {
	err = c.db.QueryRowContext(ctx, `SELECT import_id FROM customers WHERE name = @p1`, name).Scan(&id)
	return
}

// HashRight reads 16 bytes that are no UUID.
func (c Customers) HashRight(ctx context.Context, name string) (hash []byte, err error) {
	err = c.db.QueryRowContext(ctx, `SELECT hash FROM customers WHERE name = @p1`, name).Scan(&hash)
	return
}

// WriteRight: SQL Server converts the text of an argument.
func (c Customers) WriteRight(ctx context.Context, id google.UUID, name string) error {
	_, err := c.db.ExecContext(ctx, `UPDATE customers SET name = @p1 WHERE id = @p2`, name, id)
	return err
}
