// Package pgxsimple2 asks in a simple mode, and registers nothing.
package pgxsimple2

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/sqlx"
)

const tokens = `create table if not exists tokens (id bytea primary key, who uuid not null)`

func names(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) (pgx.Rows, error) {
	return conn.Query(ctx, `select name from users where id = any($1)`, pgx.QueryExecModeSimpleProtocol, ids) // WRONG(pgxmode): in this mode pgx cannot encode a []uuid.UUID
}

func namesOf(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) (pgx.Rows, error) {
	return conn.Query(ctx, `select name from users where id = any($1)`, ids)
}

func save(ctx context.Context, conn *pgx.Conn, id, who uuid.UUID) error {
	_, err := conn.Exec(ctx, `insert into tokens (id, who) values ($1, $2)`, pgx.QueryExecModeSimpleProtocol, id, who) // WRONG(uuidtext): id is bytea: this mode stores the 36 characters of the text
	return err
}

func put(ctx context.Context, conn *pgx.Conn, id, who uuid.UUID) error {
	_, err := conn.Exec(ctx, `insert into tokens (id, who) values ($1, $2)`, pgx.QueryExecModeSimpleProtocol, sqlx.Binary(id), who)
	return err
}

// One UUID for a uuid is text in this mode, which the server reads.
func one(ctx context.Context, conn *pgx.Conn, id uuid.UUID) (pgx.Rows, error) {
	return conn.Query(ctx, `select name from users where id = $1`, pgx.QueryExecModeSimpleProtocol, id)
}
