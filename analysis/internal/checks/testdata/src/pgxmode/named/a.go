package named

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func query(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID, one [16]byte) {
	conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeSimpleProtocol, ids) // want `pgx has no encoding for \[\]uuid.UUID in the mode which this call names: register the type with pgxtype.Register \(measured: PostgreSQL 18 uuid, pgx \(simple`
	conn.Exec(ctx, "delete where id = $1", pgx.QueryExecModeExec, one)                   // want `no encoding for \[16\]byte`

	conn.Query(ctx, "select 1 where id = any($1)", ids)
	conn.Query(ctx, "select 1 where id = $1", pgx.QueryExecModeExec, ids[0])
	conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeCacheStatement, ids)
}

type key [16]byte

func keys(ctx context.Context, conn *pgx.Conn, list []key, names []string) {
	conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeSimpleProtocol, list) // want `no encoding for \[\]named.key`
	conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeSimpleProtocol, names)

	args := pgx.NamedArgs{"names": names}
	args["ids"] = list
	conn.Query(ctx, "select 1 where id = any(@ids)", pgx.QueryExecModeSimpleProtocol, args) // want `no encoding for \[\]named.key`
	right := pgx.NamedArgs{}
	right["names"] = names
	conn.Query(ctx, "select 1 where name = any(@names)", pgx.QueryExecModeSimpleProtocol, right)
}
