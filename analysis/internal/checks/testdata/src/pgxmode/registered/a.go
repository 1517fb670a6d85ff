package registered // want package:`Registers:.\[\]github.com/google/uuid.UUID.`

import (
	"context"
	_ "pgxmode/config"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

func query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID, others []gofrs.UUID) {
	register(conn.TypeMap(), []uuid.UUID{})
	conn.Query(ctx, "select 1", ids)
	conn.Query(ctx, "select 1", others) // want `no encoding for \[\]uuid.UUID`
}

func register(m *pgtype.Map, v any) { m.RegisterDefaultPgType(v, "_uuid") }
