// Package bunmy has models of bun in SQLite.
package bunmy

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uuidkit/uuidkit/sqlx"
	_ "modernc.org/sqlite"
)

type Song struct {
	bun.BaseModel `bun:"table:songs,alias:s"`

	ID     uuid.UUID   `bun:"id,pk,type:blob"` // WRONG(bunuuid): text in a BLOB
	Album  sqlx.Binary `bun:"album,type:blob"`
	Artist sqlx.Binary `bun:"artist,type:blob"`
	Track  uuid.UUID   `bun:"track,type:text"`
}

func connect(dsn string) (*bun.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	return bun.NewDB(db, sqlitedialect.New()), nil
}

func ofAlbum(ctx context.Context, db bun.IDB, album uuid.UUID) (songs []Song, err error) {
	err = db.NewSelect().Model(&songs).Where("album = ?", album).Scan(ctx) // WRONG(uuidtext): text for a BLOB
	return
}

func ofAlbumRight(ctx context.Context, db bun.IDB, album uuid.UUID) (songs []Song, err error) {
	err = db.NewSelect().Model(&songs).Where("album = ?", sqlx.Binary(album)).Scan(ctx)
	return
}

func setArtist(ctx context.Context, db bun.IDB, song, artist uuid.UUID) error {
	_, err := db.NewUpdate().Model((*Song)(nil)).
		Set("artist = ?", artist.String()). // WRONG(uuidtext): text for a BLOB
		Where("album = ?", sqlx.Binary(song)).
		Exec(ctx)
	return err
}

func setArtistRight(ctx context.Context, db bun.IDB, song, artist uuid.UUID) error {
	_, err := db.NewUpdate().Model((*Song)(nil)).
		Set("artist = ?", sqlx.Binary(artist)).
		Where("album = ?", sqlx.Binary(song)).
		Exec(ctx)
	return err
}
