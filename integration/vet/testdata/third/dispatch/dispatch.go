// Package dispatch gives rides to drivers. It reaches PostgreSQL through PgBouncer.
package dispatch

import (
	"context"
	"fmt"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = `
create table if not exists rides (
	id        uuid primary key,
	driver_id uuid,
	parent    uuid references rides (id),
	zone_id   uuid not null,
	title     text not null
)`

// Key is 16 bytes that the radio sends. It has no methods.
type Key [16]byte

// DB has the pool.
type DB struct{ pool *pgxpool.Pool }

// Open opens the pool in the mode that every PgBouncer can stand.
func Open(ctx context.Context, url string) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := pool.Exec(ctx, schema); err != nil {
		pool.Close()
		return nil, fmt.Errorf("dispatch: %w", err)
	}
	return &DB{pool}, nil
}

// Titles returns the titles of rides.
func (db *DB) Titles(ctx context.Context, ids []google.UUID) ([]string, error) {
	rows, err := db.pool.Query(ctx, `select title from rides where id = any($1)`, ids) // WRONG(pgxmode): the simple protocol cannot encode the list
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// TitlesRight makes the array itself.
func (db *DB) TitlesRight(ctx context.Context, ids []google.UUID) ([]string, error) {
	rows, err := db.pool.Query(ctx, `select title from rides where id = any($1)`, sqlx.Array[google.UUID](ids))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// TitlesInModeRight names a mode that asks for the types.
func (db *DB) TitlesInModeRight(ctx context.Context, ids []google.UUID) ([]string, error) {
	rows, err := db.pool.Query(ctx, `select title from rides where id = any($1)`, pgx.QueryExecModeCacheDescribe, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Free takes rides away from drivers.
func (db *DB) Free(ctx context.Context, drivers map[string]uuid.UUID) error {
	list := make([]uuid.UUID, 0, len(drivers))
	for _, d := range drivers {
		list = append(list, d)
	}
	_, err := db.pool.Exec(ctx, `update rides set driver_id = null where driver_id = any($1)`, list) // WRONG(pgxmode): a list
	return err
}

// FreeRight sends a list of texts.
func (db *DB) FreeRight(ctx context.Context, drivers map[string]uuid.UUID) error {
	list := make([]string, 0, len(drivers))
	for _, d := range drivers {
		list = append(list, d.String())
	}
	_, err := db.pool.Exec(ctx, `update rides set driver_id = null where driver_id = any($1::uuid[])`, list)
	return err
}

// Move moves rides to another zone.
func (db *DB) Move(ctx context.Context, ids []google.UUID, zone google.UUID) error {
	args := pgx.NamedArgs{"zone": zone}
	args["ids"] = ids
	_, err := db.pool.Exec(ctx, `update rides set zone_id = @zone where id = any(@ids)`, args) // WRONG(pgxmode): a list among the named arguments
	return err
}

// MoveRight moves rides to another zone, in a batch of one statement for each ride.
func (db *DB) MoveRight(ctx context.Context, ids []google.UUID, zone google.UUID) error {
	var batch pgx.Batch
	for _, id := range ids {
		batch.Queue(`update rides set zone_id = $1 where id = $2`, zone, id)
	}
	return db.pool.SendBatch(ctx, &batch).Close()
}

// Purge deletes the rides of zones.
func (db *DB) Purge(ctx context.Context, zones ...uuid.UUID) error {
	var batch pgx.Batch
	batch.Queue(`delete from rides where parent in (select id from rides where zone_id = any($1))`, zones) // WRONG(pgxmode): a list in a batch
	return db.pool.SendBatch(ctx, &batch).Close()
}

// PurgeRight deletes the rides of zones.
func (db *DB) PurgeRight(ctx context.Context, zones ...uuid.UUID) error {
	var batch pgx.Batch
	batch.Queue(`delete from rides where parent in (select id from rides where zone_id = any($1))`, sqlx.Array[uuid.UUID](zones))
	return db.pool.SendBatch(ctx, &batch).Close()
}

// Radio counts the rides that the radio names.
func (db *DB) Radio(ctx context.Context, keys []Key) (n int, err error) {
	err = db.pool.QueryRow(ctx, `select count(*) from rides where id = any($1)`, keys).Scan(&n) // WRONG(pgxmode): a list of arrays without methods
	return n, err
}

// RadioRight counts the rides that the radio names.
func (db *DB) RadioRight(ctx context.Context, keys []Key) (n int, err error) {
	err = db.pool.QueryRow(ctx, `select count(*) from rides where id = any($1)`, sqlx.Array[Key](keys)).Scan(&n)
	return n, err
}

// Add adds rides. COPY asks for the types of the columns.
func (db *DB) Add(ctx context.Context, zone google.UUID, titles []string) error {
	_, err := db.pool.CopyFrom(ctx, pgx.Identifier{"rides"}, []string{"id", "zone_id", "title"},
		pgx.CopyFromSlice(len(titles), func(i int) ([]any, error) {
			return []any{google.New(), zone, titles[i]}, nil
		}))
	return err
}
