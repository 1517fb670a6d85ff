package queries // want package:"Mode:config"

import (
	"context"
	_ "pgxmode/config"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

type DBTX interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func query(ctx context.Context, db DBTX, ids []uuid.UUID, id uuid.UUID) {
	db.QueryRow(ctx, "select 1", ids) // want `in the mode which config/a.go:6 sets`
	db.QueryRow(ctx, "select 1", id)
	db.QueryRow(ctx, "select 1", pgx.QueryExecModeCacheStatement, ids)
	db.QueryRow(ctx, "select 1", pgx.QueryExecModeExec, ids) // want `in the mode which this call names`
}

func inMode(ctx context.Context, db DBTX, mode pgx.QueryExecMode, ids []uuid.UUID) {
	db.QueryRow(ctx, "select 1", mode, ids)
}

func variable(ctx context.Context, db DBTX, ids []uuid.UUID) {
	mode := pgx.QueryExecModeSimpleProtocol
	db.QueryRow(ctx, "select 1", mode, ids) // want `in the mode which this call names`
	mode = pgx.QueryExecModeCacheStatement
	db.QueryRow(ctx, "select 1", mode, ids)
}
