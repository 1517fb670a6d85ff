// Package pgx has bytes of texts, which pgx takes for a uuid or for another type.
package pgx

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const schema = "CREATE TABLE lamps (id uuid PRIMARY KEY, note bytea)"

func wrong(ctx context.Context, conn *pgx.Conn, id uuid.UUID) {
	conn.Exec(ctx, "DELETE FROM lamps WHERE id = $1", []byte(id.String())) // want `pgx takes these bytes for a uuid`
	conn.Exec(ctx, "SELECT $1::uuid", []byte(id.String()))                 // want `pgx takes these bytes for a uuid`
}

func right(ctx context.Context, conn *pgx.Conn, id uuid.UUID) {
	conn.Exec(ctx, "DELETE FROM lamps WHERE id = $1", id)
	conn.Exec(ctx, "UPDATE lamps SET note = $1", []byte(id.String()))
	conn.Exec(ctx, "UPDATE logs SET note = $1", []byte(id.String()))
	conn.Exec(ctx, "DELETE FROM lamps WHERE id::text = $1", []byte(id.String()))
	conn.Exec(ctx, "DELETE FROM lamps WHERE id = $1::text::uuid", []byte(id.String()))
}
