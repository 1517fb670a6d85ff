// Package archive is a file of SQLite with scanned letters.
package archive

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

type Letter struct {
	ID    uuid.UUID `bun:"id,type:blob,pk"` // WRONG(bunuuid): SQLite stores text
	Title string    `bun:"title"`
	Pages int       `bun:"pages"`
}

type LetterRight struct {
	ID    sqlx.Binary `bun:"id,type:blob,pk"`
	Title string      `bun:"title"`
	Pages int         `bun:"pages"`
}

type Scan struct {
	bun.BaseModel `bun:"table:scans"`

	Nr     int64         `bun:"nr,pk,autoincrement"`
	Letter uuid.NullUUID `bun:"letter,type:blob"` // WRONG(bunuuid): SQLite stores text
	Path   string        `bun:"path"`
}

type ScanRight struct {
	bun.BaseModel `bun:"table:scans2"`

	Nr     int64        `bun:"nr,pk,autoincrement"`
	Letter *sqlx.Binary `bun:"letter,type:blob"`
	Path   string       `bun:"path"`
}

// A Shelf has text in a column of text.
type Shelf struct {
	ID   uuid.UUID `bun:"id,type:text,pk"`
	Room string    `bun:"room"`
}

type Archive struct {
	db *bun.DB
}

func Open(ctx context.Context, file string) (*Archive, error) {
	sqldb, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	a := &Archive{db: bun.NewDB(sqldb, sqlitedialect.New())}
	for _, m := range []any{(*Letter)(nil), (*LetterRight)(nil), (*Scan)(nil), (*ScanRight)(nil), (*Shelf)(nil)} {
		if _, err := a.db.NewCreateTable().Model(m).IfNotExists().Exec(ctx); err != nil {
			return nil, fmt.Errorf("archive: %w", err)
		}
	}
	return a, nil
}

func (a *Archive) Put(ctx context.Context, title string, pages int) (uuid.UUID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, err
	}
	l := LetterRight{ID: sqlx.Binary(id), Title: title, Pages: pages}
	_, err = a.db.NewInsert().Model(&l).Exec(ctx)
	return id, err
}

func (a *Archive) Get(ctx context.Context, id uuid.UUID) (*LetterRight, error) {
	l := new(LetterRight)
	err := a.db.NewSelect().Model(l).Where("id = ?", sqlx.Binary(id)).Scan(ctx)
	return l, err
}

func (a *Archive) Scans(ctx context.Context, letters []uuid.UUID) (list []ScanRight, err error) {
	keys := make([]sqlx.Binary, len(letters))
	for i, id := range letters {
		keys[i] = sqlx.Binary(id)
	}
	err = a.db.NewSelect().Model(&list).Where("letter IN (?)", bun.List(keys)).Scan(ctx)
	return list, err
}

func (a *Archive) Shelf(ctx context.Context, id uuid.UUID) (*Shelf, error) {
	s := new(Shelf)
	err := a.db.NewSelect().Model(s).Where("id = ?", id).Scan(ctx)
	return s, err
}
