// Package bunpgs has models of bun in PostgreSQL.
package bunpgs

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

type Band struct {
	bun.BaseModel `bun:"table:bands"`

	ID      uuid.UUID     `bun:",pk"`           // WRONG(bunuuid): a column bytea with 36 characters
	Manager uuid.NullUUID `bun:"manager"`       // WRONG(bunuuid): a column jsonb
	Label   uuid.UUID     `bun:"type:uuid"`     //
	Owner   *uuid.UUID    `bun:"owner,notnull"` // WRONG(bunuuid): a column bytea
	Home    uuid.NullUUID `bun:"home,type:uuid"`
}

func db(pool *sql.DB) *bun.DB { return bun.NewDB(pool, pgdialect.New()) }

func labels(ctx context.Context, db *bun.DB, ids []uuid.UUID) (bands []Band, err error) {
	q := db.NewSelect().Model(&bands)
	q = q.Where("label IN (?)", ids) // WRONG(bunuuid): a plain slice is JSON
	return bands, q.Scan(ctx)
}

func labelsRight(ctx context.Context, db *bun.DB, ids []uuid.UUID) (bands []Band, err error) {
	q := db.NewSelect().Model(&bands)
	q = q.Where("label IN (?)", bun.List(ids))
	return bands, q.Scan(ctx)
}

func anyRight(ctx context.Context, db *bun.DB, ids []uuid.UUID) (bands []Band, err error) {
	return bands, db.NewSelect().Model(&bands).Where("label = ANY(?)", pgdialect.Array(ids)).Scan(ctx)
}
