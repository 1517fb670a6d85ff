// Package bunpg has the models of a job board in PostgreSQL, with bun.
package bunpg

import (
	"context"
	"crypto/md5"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

type Job struct {
	bun.BaseModel `bun:"table:jobs"`

	ID      uuid.UUID     `bun:",pk"`                // WRONG(bunuuid): a bytea column, with text in it
	Company uuid.UUID     `bun:"company_id"`         // WRONG(bunuuid): no type
	Parent  uuid.NullUUID `bun:"parent_id,nullzero"` // WRONG(bunuuid): jsonb
	Title   string        `bun:"title"`
}

type JobRight struct {
	bun.BaseModel `bun:"table:jobs_v2"`

	ID       uuid.UUID     `bun:"type:uuid,pk,default:gen_random_uuid()"`
	Company  uuid.UUID     `bun:"company_id,type:uuid,notnull"`
	Parent   uuid.NullUUID `bun:"parent_id,type:uuid"`
	Boss     *uuid.UUID    `bun:"type:uuid"`
	External uuid.UUID     `bun:"external,type:varchar(36)"`
	Tags     []uuid.UUID   `bun:"type:uuid[],array"`
	Cached   uuid.UUID     `bun:"-"`
	Text     string        `bun:"ref"`
	Title    string        `bun:"title"`
	Company_ *CompanyRight `bun:"rel:belongs-to,join:company_id=id"`
}

type CompanyRight struct {
	ID   uuid.UUID `bun:"type:uuid,pk"`
	Name string
}

// A view is no model of bun.
type view struct {
	ID    uuid.UUID
	Title string
}

func Open(db *sql.DB) *bun.DB { return bun.NewDB(db, pgdialect.New()) }

func List(ctx context.Context, db *bun.DB, ids []uuid.UUID) (jobs []JobRight, err error) {
	err = db.NewSelect().Model(&jobs).Where("id IN (?)", ids).Scan(ctx) // WRONG(bunuuid): a plain slice is JSON
	return
}

func ListRight(ctx context.Context, db *bun.DB, ids []uuid.UUID) (jobs []JobRight, err error) {
	err = db.NewSelect().Model(&jobs).Where("id IN (?)", bun.List(ids)).Scan(ctx)
	return
}

func ListInRight(ctx context.Context, db *bun.DB, ids []uuid.UUID) (jobs []JobRight, err error) {
	err = db.NewSelect().Model(&jobs).Where("id IN (?)", bun.In(ids)).Scan(ctx)
	return
}

func ListArrayRight(ctx context.Context, db *bun.DB, ids []uuid.UUID) (jobs []JobRight, err error) {
	list := pgdialect.Array(ids)
	err = db.NewSelect().Model(&jobs).Where("id = ANY (?)", list).Scan(ctx)
	return
}

func Any(ctx context.Context, db *bun.DB, ids ...uuid.UUID) error {
	q := db.NewDelete().Model((*JobRight)(nil))
	q = q.Where("company_id = ANY(?)", ids) // WRONG(bunuuid): JSON is no array
	_, err := q.Exec(ctx)
	return err
}

func AnyRight(ctx context.Context, db *bun.DB, ids ...uuid.UUID) error {
	q := db.NewDelete().Model((*JobRight)(nil))
	for _, id := range ids {
		q = q.WhereOr("company_id = ?", id)
	}
	_, err := q.Exec(ctx)
	return err
}

func OneRight(ctx context.Context, db *bun.DB, id uuid.UUID) (v view, err error) {
	err = db.NewSelect().Table("jobs_v2").Column("id", "title").Where("id = ?", id).Scan(ctx, &v.ID, &v.Title)
	return
}

func TextRight(ctx context.Context, db *bun.DB, id uuid.UUID) (n int64, err error) {
	return db.NewSelect().Model((*JobRight)(nil)).Where("ref = ?", id.String()).WhereOr("id = ?", id.String()).Count(ctx)
}

// NamesRight is a list of text.
func NamesRight(ctx context.Context, db *bun.DB, names []string) (n int64, err error) {
	return db.NewSelect().Model((*JobRight)(nil)).Where("title IN (?)", bun.List(names)).Count(ctx)
}

type blobRight struct {
	Sum  [md5.Size]byte `bun:"-"`
	Data []byte         `bun:"type:bytea"`
	Key  uuid.UUID      `bun:"type:uuid,pk"`
}

func SumRight(b blobRight) bool { return md5.Sum(b.Data) == b.Sum }
