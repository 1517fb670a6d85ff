package unseen // want package:`Registers:.\*.`

import (
	"context"
	_ "pgxmode/config"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func Query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID, v any) {
	conn.TypeMap().RegisterDefaultPgType(v, "_uuid") // only the caller knows the type
	conn.Query(ctx, "select 1", ids)
}
