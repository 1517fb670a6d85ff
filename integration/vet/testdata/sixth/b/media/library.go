// Package media is a library of pictures in SQLite, with bun.
package media

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

type Picture struct {
	bun.BaseModel `bun:"table:pictures"`

	ID    sqlx.Binary  `bun:"type:blob,pk"`
	Album *sqlx.Binary `bun:"type:blob"`
	Title string
}

type Library struct{ db *bun.DB }

func Open(ctx context.Context, file string) (*Library, error) {
	raw, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	db := bun.NewDB(raw, sqlitedialect.New())
	_, err = db.NewCreateTable().Model((*Picture)(nil)).IfNotExists().Exec(ctx)
	return &Library{db: db}, err
}

func (l *Library) Get(ctx context.Context, id uuid.UUID) (p Picture, err error) {
	err = l.db.NewSelect().Model(&p).Where("id = ?", id).Scan(ctx) // WRONG(uuidtext): bun writes text, the column has 16 bytes
	return p, err
}

func (l *Library) GetRight(ctx context.Context, id uuid.UUID) (p Picture, err error) {
	err = l.db.NewSelect().Model(&p).Where("id = ?", sqlx.Binary(id)).Scan(ctx)
	return p, err
}

func (l *Library) Remove(ctx context.Context, ids []uuid.UUID) error {
	_, err := l.db.NewDelete().Model((*Picture)(nil)).Where("id IN (?)", bun.List(ids)).Exec(ctx) // WRONG(uuidtext): a list of texts
	return err
}

func (l *Library) RemoveRight(ctx context.Context, ids []uuid.UUID) error {
	list := make([]sqlx.Binary, len(ids))
	for i, id := range ids {
		list[i] = sqlx.Binary(id)
	}
	_, err := l.db.NewDelete().Model((*Picture)(nil)).Where("id IN (?)", bun.List(list)).Exec(ctx)
	return err
}

func (l *Library) Count(ctx context.Context, album uuid.UUID) (int64, error) {
	return l.db.NewSelect().Model((*Picture)(nil)).
		Where("album = ?", album.String()). // WRONG(uuidtext): text for a blob
		Count(ctx)
}

func (l *Library) CountRight(ctx context.Context, album uuid.UUID) (int64, error) {
	return l.db.NewSelect().Model((*Picture)(nil)).
		Where("album = ?", sqlx.Binary(album)).
		Count(ctx)
}

func (l *Library) Add(ctx context.Context, title string, album uuid.UUID) (uuid.UUID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return id, err
	}
	p := Picture{ID: sqlx.Binary(id), Album: (*sqlx.Binary)(&album), Title: title}
	_, err = l.db.NewInsert().Model(&p).Exec(ctx)
	return id, err
}

func (l *Library) Rename(ctx context.Context, id uuid.UUID, title string) error {
	_, err := l.db.NewUpdate().Model(&Picture{ID: sqlx.Binary(id), Title: title}).Column("title").WherePK().Exec(ctx)
	return err
}

func (l *Library) Loose(ctx context.Context) (list []Picture, err error) {
	err = l.db.NewSelect().Model(&list).Where("album IS NULL").OrderExpr("id").Scan(ctx)
	return list, err
}
