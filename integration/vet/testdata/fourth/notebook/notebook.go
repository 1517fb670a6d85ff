// Package notebook keeps the curator's notes in SQLite with bun.
package notebook

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uuidkit/uuidkit/sqlx"
)

type Note struct {
	ID     uuid.UUID  `bun:"type:blob,pk"` // WRONG(bunuuid): text in a blob
	Parent *uuid.UUID `bun:"type:blob"`    // WRONG(bunuuid): text in a blob
	Text   string
}

type NoteRight struct {
	ID     sqlx.Binary  `bun:"type:blob,pk"`
	Parent *sqlx.Binary `bun:"type:blob"`
	Text   string
}

type Page struct {
	bun.BaseModel `bun:"table:pages"`
	Num           sqlx.Binary `bun:"num,type:blob,pk"`
	Sketch        sqlx.Binary `bun:"sketch_ref,type:blob"`
	Text          string
}

func New(db *sql.DB) *bun.DB { return bun.NewDB(db, sqlitedialect.New()) }

func page(ctx context.Context, db *bun.DB, sketch uuid.UUID) (p Page, err error) {
	err = db.NewSelect().Model(&p).Where("sketch_ref = ?", sketch).Scan(ctx) // WRONG(uuidtext): bun writes text
	return p, err
}

func pageRight(ctx context.Context, db *bun.DB, sketch uuid.UUID) (p Page, err error) {
	err = db.NewSelect().Model(&p).Where("sketch_ref = ?", sqlx.Binary(sketch)).Scan(ctx)
	return p, err
}

func erase(ctx context.Context, db *bun.DB, sketch uuid.UUID) error {
	_, err := db.NewDelete().Model((*Page)(nil)).Where("sketch_ref = ?", sketch.String()).Exec(ctx) // WRONG(uuidtext): text against a blob
	return err
}

func eraseRight(ctx context.Context, db *bun.DB, sketch uuid.UUID) error {
	_, err := db.NewDelete().Model((*Page)(nil)).Where("sketch_ref = ?", sqlx.Binary(sketch)).Exec(ctx)
	return err
}

func list(ctx context.Context, db *bun.DB, ids []uuid.UUID) (out []Page, err error) {
	keys := make([]sqlx.Binary, len(ids))
	for i, id := range ids {
		keys[i] = sqlx.Binary(id)
	}
	err = db.NewSelect().Model(&out).Where("num IN (?)", bun.List(keys)).Scan(ctx)
	return out, err
}

var _ = []any{page, pageRight, erase, eraseRight, list}
