package registered

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
	"github.com/uuidkit/uuidkit/pgxtype"
)

const schema = "CREATE TABLE staff (id uuid PRIMARY KEY, boss_id uuid)"

// NULL into the registered type is an error of pgx.
func read(ctx context.Context, conn *pgx.Conn, db *sqlx.DB) {
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	var boss uuid.UUID
	conn.QueryRow(ctx, "SELECT boss_id FROM staff").Scan(&boss)
	rows, _ := conn.Query(ctx, "SELECT boss_id FROM staff")
	pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	for rows.Next() {
		rows.Scan(&boss)
	}
	db.Get(&boss, "SELECT boss_id FROM staff") // want `scan boss into a uuid.NullUUID`
}
