// Package clips is the offline store of the camera app: bun and SQLite.
package clips

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Clip is the model of the first release.
type Clip struct {
	bun.BaseModel `bun:"table:clips"`

	ID    uuid.UUID     `bun:"id,pk,type:blob"` // WRONG(bunuuid): bun writes text into the blob
	Album uuid.NullUUID `bun:"album,type:blob"` // WRONG(bunuuid): bun writes text into the blob
	Title string        `bun:"title"`
}

// ClipRight has bytes.
type ClipRight struct {
	bun.BaseModel `bun:"table:clips"`

	ID    sqlx.Binary  `bun:"id,pk,type:blob"`
	Album *sqlx.Binary `bun:"album,type:blob"`
	Title string       `bun:"title"`
}

// Tag has text in both of its columns, which is right.
type Tag struct {
	bun.BaseModel `bun:"table:tags"`

	ID   uuid.UUID `bun:"id,pk,type:text"`
	Name string    `bun:"name"`
}

// Store is the database.
type Store struct{ db *bun.DB }

// Open makes the tables.
func Open(ctx context.Context, path string) (*Store, error) {
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	db := bun.NewDB(raw, sqlitedialect.New())
	for _, model := range []any{(*ClipRight)(nil), (*Tag)(nil)} {
		if _, err := db.NewCreateTable().Model(model).IfNotExists().Exec(ctx); err != nil {
			return nil, err
		}
	}
	return &Store{db}, nil
}

// Clip returns a clip.
func (s *Store) Clip(ctx context.Context, id uuid.UUID) (*ClipRight, error) {
	clip := new(ClipRight)
	err := s.db.NewSelect().Model(clip).Where("id = ?", id).Scan(ctx) // WRONG(uuidtext): bun writes text, which equals no blob
	return clip, err
}

// ClipRight returns a clip.
func (s *Store) ClipRight(ctx context.Context, id uuid.UUID) (*ClipRight, error) {
	clip := new(ClipRight)
	err := s.db.NewSelect().Model(clip).Where("id = ?", sqlx.Binary(id)).Scan(ctx)
	return clip, err
}

// Empty deletes the clips of an album.
func (s *Store) Empty(ctx context.Context, album uuid.UUID) error {
	text := album.String()
	_, err := s.db.NewDelete().Model((*ClipRight)(nil)).Where("album = ?", text).Exec(ctx) // WRONG(uuidtext): text equals no blob
	return err
}

// EmptyRight deletes the clips of an album.
func (s *Store) EmptyRight(ctx context.Context, album uuid.UUID) error {
	_, err := s.db.NewDelete().Model((*ClipRight)(nil)).Where("album = ?", sqlx.Binary(album)).Exec(ctx)
	return err
}

// Titles returns the titles of clips.
func (s *Store) Titles(ctx context.Context, ids []uuid.UUID) (titles []string, err error) {
	keys := make([]sqlx.Binary, 0, len(ids))
	for _, id := range ids {
		keys = append(keys, sqlx.Binary(id))
	}
	err = s.db.NewSelect().Model((*ClipRight)(nil)).Column("title").Where("id IN (?)", keys).Scan(ctx, &titles) // WRONG(bunuuid): a plain slice is JSON
	return titles, err
}

// TitlesRight returns the titles of clips.
func (s *Store) TitlesRight(ctx context.Context, ids []uuid.UUID) (titles []string, err error) {
	keys := make([]sqlx.Binary, 0, len(ids))
	for _, id := range ids {
		keys = append(keys, sqlx.Binary(id))
	}
	err = s.db.NewSelect().Model((*ClipRight)(nil)).Column("title").Where("id IN (?)", bun.List(keys)).Scan(ctx, &titles)
	return titles, err
}

// Tag returns a tag by its id, which is text.
func (s *Store) Tag(ctx context.Context, id uuid.UUID) (*Tag, error) {
	tag := new(Tag)
	err := s.db.NewSelect().Model(tag).Where("id = ?", id).Scan(ctx)
	return tag, err
}

// Retag changes the id of a tag.
func (s *Store) Retag(ctx context.Context, from, to uuid.UUID) error {
	_, err := s.db.NewUpdate().Model((*Tag)(nil)).Set("id = ?", to).Where("id = ?", from[:]).Exec(ctx) // WRONG(uuidtext): bytes equal no text
	return err
}

// RetagRight changes the id of a tag.
func (s *Store) RetagRight(ctx context.Context, from, to uuid.UUID) error {
	_, err := s.db.NewUpdate().Model((*Tag)(nil)).Set("id = ?", to).Where("id = ?", from.String()).Exec(ctx)
	return err
}
