// Package variable has modes in variables, of which one is not the default of a connection.
package variable

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uuidkit/uuidkit/pgxtype"
)

type options struct{ mode pgx.QueryExecMode }

var modes = map[string]pgx.QueryExecMode{"exec": pgx.QueryExecModeExec}

func query(ctx context.Context, conn *pgx.Conn, ids []gofrs.UUID) {
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	mode := pgx.QueryExecModeSimpleProtocol
	conn.Query(ctx, "select 1 where id = any($1)", mode, ids) // want `in the mode which this call names`
	o := options{mode: pgx.QueryExecModeExec}
	conn.Query(ctx, "select 1 where id = any($1)", o.mode, ids) // want `in the mode which this call names`
	conn.Query(ctx, "select 1 where id = any($1)", ids)
}
