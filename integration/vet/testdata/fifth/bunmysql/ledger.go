// Package bunmysql keeps a ledger in MySQL, with bun over a connector that the rest of the program needs.
package bunmysql

import (
	"context"

	"github.com/gofrs/uuid/v5"
	"github.com/uptrace/bun"

	"github.com/uuidkit/uuidkit/sqlx"
)

type Entry struct {
	ID      uuid.UUID `bun:"type:binary(16),pk"`      // WRONG(bunuuid): bun writes text, whatever the connector does
	Account uuid.UUID `bun:"account,type:binary(16)"` // WRONG(bunuuid): the same
	Cents   int64
}

type EntryRight struct {
	ID      sqlx.Binary  `bun:"type:binary(16),pk"`
	Account sqlx.Binary  `bun:"account,type:binary(16)"`
	Undoes  *sqlx.Binary `bun:"type:binary(16)"`
	Trace   uuid.UUID    `bun:"type:char(36)"`
	Cents   int64
}

func SaveRight(ctx context.Context, db *bun.DB, id, account uuid.UUID, cents int64) error {
	_, err := db.NewInsert().Model(&EntryRight{ID: sqlx.Binary(id), Account: sqlx.Binary(account), Cents: cents}).Exec(ctx)
	return err
}

func UndoRight(ctx context.Context, db *bun.DB, id uuid.UUID, e EntryRight) error {
	undo := EntryRight{ID: sqlx.Binary(id), Account: e.Account, Undoes: &e.ID, Trace: e.Trace, Cents: -e.Cents}
	_, err := db.NewInsert().Model(&undo).Exec(ctx)
	return err
}

func Sum(ctx context.Context, db *bun.DB, account uuid.UUID) (cents int64, err error) {
	q := db.NewSelect().Model((*EntryRight)(nil)).ColumnExpr("SUM(cents)")
	q.Where("account = ?", account) // WRONG(uuidtext): text for binary(16)
	err = q.Scan(ctx, &cents)
	return
}

func SumRight(ctx context.Context, db *bun.DB, account uuid.UUID) (cents int64, err error) {
	q := db.NewSelect().Model((*EntryRight)(nil)).ColumnExpr("SUM(cents)")
	q.Where("account = ?", sqlx.Binary(account))
	err = q.Scan(ctx, &cents)
	return
}

func TraceRight(ctx context.Context, db *bun.DB, trace uuid.UUID) (entries []EntryRight, err error) {
	err = db.NewSelect().Model(&entries).Where("trace = ?", trace).Order("id").Scan(ctx)
	return
}
