// Package bouncer reads timetables through PgBouncer.
package bouncer

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

func Open(ctx context.Context, url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	return pgxpool.NewWithConfig(ctx, cfg)
}

type Timetable struct {
	pool *pgxpool.Pool
}

func (t *Timetable) names(ctx context.Context, ids []uuid.UUID) ([]string, error) {
	rows, err := t.pool.Query(ctx, `select name from sailing where id = any($1)`, ids) // WRONG(pgxmode): a list in mode exec
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func (t *Timetable) namesRight(ctx context.Context, ids []uuid.UUID) ([]string, error) {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	rows, err := t.pool.Query(ctx, `select name from sailing where id = any($1::uuid[])`, texts)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func cancel(ctx context.Context, q querier, sailings ...gofrs.UUID) (int64, error) {
	tag, err := q.Exec(ctx, "update sailing set cancelled = true where id = any($1)", sailings) // WRONG(pgxmode): a list in mode exec
	if err != nil {
		return 0, err
	}
	return tag.RowsAffected(), nil
}

func cancelRight(ctx context.Context, q querier, sailings ...gofrs.UUID) (int64, error) {
	tag, err := q.Exec(ctx, "update sailing set cancelled = true where id = any($1)", pgx.QueryExecModeCacheDescribe, sailings)
	if err != nil {
		return 0, err
	}
	return tag.RowsAffected(), nil
}

func (t *Timetable) ports(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) error {
	_, err := conn.Exec(ctx, "delete from port where id = any($1)", pgx.QueryExecModeSimpleProtocol, ids) // WRONG(pgxmode): the call names the mode
	return err
}

func (t *Timetable) portsRight(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) error {
	_, err := conn.Exec(ctx, "delete from port where id = any($1)", pgx.QueryExecModeDescribeExec, ids)
	return err
}

// BuoyID is 16 bytes.
type BuoyID [16]byte

func (t *Timetable) buoy(ctx context.Context, id BuoyID) (name string, err error) {
	err = t.pool.QueryRow(ctx, "select name from buoy where id = $1", id).Scan(&name) // WRONG(pgxmode): a type without methods
	return name, err
}

func (t *Timetable) buoyRight(ctx context.Context, id BuoyID) (name string, err error) {
	err = t.pool.QueryRow(ctx, "select name from buoy where id = $1", uuid.UUID(id)).Scan(&name)
	return name, err
}

func (t *Timetable) move(ctx context.Context, buoys []BuoyID) error {
	b := &pgx.Batch{}
	b.Queue("update buoy set moved = now() where id = any($1)", buoys) // WRONG(pgxmode): in a batch
	return t.pool.SendBatch(ctx, b).Close()
}

func (t *Timetable) moveRight(ctx context.Context, buoys []BuoyID) error {
	b := &pgx.Batch{}
	for _, id := range buoys {
		b.Queue("update buoy set moved = now() where id = $1", uuid.UUID(id))
	}
	return t.pool.SendBatch(ctx, b).Close()
}

func (t *Timetable) one(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = t.pool.QueryRow(ctx, `select name from sailing where id = $1`, id).Scan(&name)
	return name, err
}

func (t *Timetable) codes(ctx context.Context, codes []string) error {
	_, err := t.pool.Exec(ctx, `delete from port where code = any($1)`, codes)
	return err
}

func (t *Timetable) copyIn(ctx context.Context, ids []uuid.UUID) error {
	_, err := t.pool.CopyFrom(ctx, pgx.Identifier{"sailing"}, []string{"id"}, pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) {
		return []any{ids[i]}, nil
	}))
	return err
}

var _ = []any{(*Timetable).names, (*Timetable).namesRight, cancel, cancelRight, (*Timetable).ports, (*Timetable).portsRight, (*Timetable).buoy, (*Timetable).buoyRight, (*Timetable).move, (*Timetable).moveRight, (*Timetable).one, (*Timetable).codes, (*Timetable).copyIn}
