// Package shelves has the book market's stock in PostgreSQL with bun.
package shelves

import (
	"context"
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Volume struct {
	bun.BaseModel `bun:"table:volumes,alias:v"`

	ID     uuid.UUID     `bun:",pk"`             // WRONG(bunuuid): bytea
	Author uuid.UUID     `bun:"author_id"`       // WRONG(bunuuid): bytea
	Donor  uuid.NullUUID `bun:"donor_id"`        // WRONG(bunuuid): jsonb
	Shelf  gofrs.UUID    `bun:",notnull"`        // WRONG(bunuuid): bytea
	Crate  *uuid.UUID    `bun:"crate"`           // WRONG(bunuuid): bytea behind a pointer
	Set    kit.NullUUID  `bun:"set_id,nullzero"` // WRONG(bunuuid): jsonb
	Title  string        `bun:",notnull"`
}

type VolumeRight struct {
	bun.BaseModel `bun:"table:volumes,alias:v"`

	ID     uuid.UUID     `bun:"type:uuid,pk"`
	Author uuid.UUID     `bun:"author_id,type:uuid"`
	Donor  uuid.NullUUID `bun:"donor_id,type:uuid"`
	Shelf  gofrs.UUID    `bun:"type:uuid,notnull"`
	Crate  *uuid.UUID    `bun:"crate,type:uuid"`
	Set    kit.NullUUID  `bun:"set_id,type:uuid,nullzero"`
	Tags   []uuid.UUID   `bun:"type:uuid[],array"`
	Title  string        `bun:",notnull"`
	Temp   uuid.UUID     `bun:"-"`
}

func New(db *sql.DB) *bun.DB { return bun.NewDB(db, pgdialect.New()) }

func some(ctx context.Context, db *bun.DB, ids []uuid.UUID) (n int64, err error) {
	return db.NewSelect().Model((*VolumeRight)(nil)).Where("id IN (?)", ids).Count(ctx) // WRONG(bunuuid): JSON
}

func someRight(ctx context.Context, db *bun.DB, ids []uuid.UUID) (n int64, err error) {
	return db.NewSelect().Model((*VolumeRight)(nil)).Where("id IN (?)", bun.List(ids)).Count(ctx)
}

func byAuthors(ctx context.Context, db bun.IDB, authors ...gofrs.UUID) error {
	_, err := db.NewDelete().
		Model((*VolumeRight)(nil)).
		Where("author_id = any(?)", authors). // WRONG(bunuuid): JSON
		Exec(ctx)
	return err
}

func byAuthorsRight(ctx context.Context, db bun.IDB, authors ...gofrs.UUID) error {
	_, err := db.NewDelete().
		Model((*VolumeRight)(nil)).
		Where("author_id = any(?)", pgdialect.Array(authors)).
		Exec(ctx)
	return err
}

func one(ctx context.Context, db *bun.DB, id uuid.UUID) (v VolumeRight, err error) {
	err = db.NewSelect().Model(&v).Where("v.id = ?", id).Scan(ctx)
	return v, err
}

// View is no model.
type View struct {
	ID    uuid.UUID `json:"id"`
	Title string    `json:"title"`
}

var _ = []any{some, someRight, byAuthors, byAuthorsRight, one}
