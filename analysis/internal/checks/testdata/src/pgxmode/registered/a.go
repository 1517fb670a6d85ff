package registered // want package:`Registers:.\*.`

import (
	"context"
	_ "pgxmode/config"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) {
	conn.TypeMap().RegisterType(nil)
	conn.Query(ctx, "select 1", ids)
}
