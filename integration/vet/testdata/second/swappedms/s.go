// Package swappedms has a uniqueidentifier of SQL Server.
package swappedms

import (
	"context"
	"database/sql"

	"github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/sqlx"
)

const create = `IF OBJECT_ID('tickets') IS NULL
CREATE TABLE tickets (
	[id] UNIQUEIDENTIFIER NOT NULL DEFAULT NEWID() PRIMARY KEY,
	[title] NVARCHAR(200) NOT NULL
)`

type Tickets struct{ *sql.DB }

func (t Tickets) Setup(ctx context.Context) error {
	_, err := t.ExecContext(ctx, create)
	return err
}

func (t Tickets) find(ctx context.Context, title string) (id uuid.UUID, err error) {
	err = t.QueryRowContext(ctx, "SELECT id FROM tickets WHERE title = @p1", title).Scan(&id) // WRONG(uuidswapped): the driver's bytes are mixed
	return id, err
}

func (t Tickets) findRight(ctx context.Context, title string) (id uuid.UUID, err error) {
	err = t.QueryRowContext(ctx, "SELECT id FROM tickets WHERE title = @p1", title).Scan((*sqlx.GUID)(&id))
	return id, err
}
