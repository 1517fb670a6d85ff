// Package bunlite keeps files in SQLite, with bun.
package bunlite

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

type File struct {
	ID   uuid.UUID `bun:"type:blob,pk"` // WRONG(bunuuid): bun writes text into the blob
	Name string
}

type FileRight struct {
	ID     sqlx.Binary  `bun:"type:blob,pk"`
	Folder *sqlx.Binary `bun:"type:blob"`
	Upload uuid.UUID    `bun:"type:text"`
	Name   string
}

// NoteRight has text ids: bun's own column of a UUID in SQLite.
type NoteRight struct {
	ID     uuid.UUID     `bun:",pk"`
	Answer uuid.NullUUID `bun:"answer"`
	Text   string
}

func Open(path string) (*bun.DB, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	return bun.NewDB(db, sqlitedialect.New()), nil
}

func Get(ctx context.Context, db *bun.DB, id uuid.UUID) (f FileRight, err error) {
	err = db.NewSelect().Model(&f).Where("id = ?", id).Scan(ctx) // WRONG(uuidtext): text matches no bytes
	return
}

func GetRight(ctx context.Context, db *bun.DB, id uuid.UUID) (f FileRight, err error) {
	err = db.NewSelect().Model(&f).Where("id = ?", sqlx.Binary(id)).Scan(ctx)
	return
}

func In(ctx context.Context, db *bun.DB, folders []uuid.UUID) (files []FileRight, err error) {
	err = db.NewSelect().Model(&files).Where("folder IN (?)", bun.List(folders)).Scan(ctx) // WRONG(uuidtext): a list of texts for blobs
	return
}

func InRight(ctx context.Context, db *bun.DB, folders []uuid.UUID) (files []FileRight, err error) {
	list := make([]sqlx.Binary, len(folders))
	for i, f := range folders {
		list[i] = sqlx.Binary(f)
	}
	err = db.NewSelect().Model(&files).Where("folder IN (?)", bun.List(list)).Scan(ctx)
	return
}

func Move(ctx context.Context, db *bun.DB, id, folder uuid.UUID) error {
	_, err := db.NewUpdate().Model((*FileRight)(nil)).
		Set("folder = ?", folder). // WRONG(uuidtext): text in a blob
		Where("id = ?", sqlx.Binary(id)).Exec(ctx)
	return err
}

func MoveRight(ctx context.Context, db *bun.DB, id, folder uuid.UUID) error {
	_, err := db.NewUpdate().Model((*FileRight)(nil)).
		Set("folder = ?", sqlx.Binary(folder)).
		Where("id = ?", sqlx.Binary(id)).Exec(ctx)
	return err
}

// UploadRight is a column of text.
func UploadRight(ctx context.Context, db *bun.DB, upload uuid.UUID) (f FileRight, err error) {
	err = db.NewSelect().Model(&f).Where("upload = ?", upload).Scan(ctx)
	return
}

// NoteByIDRight asks by the model's own id.
func NoteByIDRight(ctx context.Context, db *bun.DB, id uuid.UUID) (NoteRight, error) {
	n := NoteRight{ID: id}
	err := db.NewSelect().Model(&n).WherePK().Scan(ctx)
	return n, err
}
