package codec // want package:`Registers:.github.com/google/uuid.UUID.`

import (
	"context"
	_ "pgxmode/config"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID, id uuid.UUID) {
	conn.TypeMap().RegisterType(nil) // says nothing of a type of Go
	conn.TypeMap().RegisterDefaultPgType(id, "uuid")
	conn.Query(ctx, "select 1", ids) // want `no encoding for \[\]uuid.UUID`
}
