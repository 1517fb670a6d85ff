package later // want package:"Mode:later/a.go:15 Registers:"

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func set(c *pgx.ConnConfig, bouncer bool) {
	mode := pgx.QueryExecModeCacheStatement
	if bouncer {
		mode = pgx.QueryExecModeExec
	}
	c.DefaultQueryExecMode = mode
}

func query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) {
	conn.Query(ctx, "select 1 where id = any($1)", ids) // want `in the mode which later/a.go:15 sets`
}
