package right

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uuidkit/uuidkit/pgxtype"
)

func query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID, others []gofrs.UUID) {
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeSimpleProtocol, ids)
	conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeSimpleProtocol, others) // want `no encoding for \[\]uuid.UUID`
}
