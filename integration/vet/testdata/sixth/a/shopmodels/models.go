// Package shopmodels has the tables of the shop.
package shopmodels

import (
	"context"
	"database/sql"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

type Customer struct {
	bun.BaseModel `bun:"table:customers,alias:c"`

	ID        uuid.UUID `bun:",pk"` // WRONG(bunuuid): bytea with 36 characters
	Email     string    `bun:"email,unique,notnull"`
	CreatedAt time.Time `bun:"created_at,nullzero,default:now()"`
}

type CustomerRight struct {
	bun.BaseModel `bun:"table:customers2,alias:c"`

	ID        uuid.UUID `bun:"type:uuid,pk"`
	Email     string    `bun:"email,unique,notnull"`
	CreatedAt time.Time `bun:"created_at,nullzero,default:now()"`
}

type Category struct {
	bun.BaseModel `bun:"table:categories"`

	ID       int64         `bun:"id,pk,autoincrement"`
	ParentID uuid.NullUUID `bun:"parent_id"` // WRONG(bunuuid): jsonb
	Title    string        `bun:"title"`
}

type CategoryRight struct {
	bun.BaseModel `bun:"table:categories2"`

	ID       int64         `bun:"id,pk,autoincrement"`
	ParentID uuid.NullUUID `bun:"parent_id,type:uuid"`
	Title    string        `bun:"title"`
}

// audit is part of other models.
type audit struct {
	Editor gofrs.UUID `bun:"editor,notnull"` // WRONG(bunuuid): bytea with 36 characters
	Edited time.Time  `bun:"edited,notnull"`
}

type auditRight struct {
	Editor gofrs.UUID `bun:"editor,type:uuid,notnull"`
	Edited time.Time  `bun:"edited,notnull"`
}

type Page struct {
	Slug string `bun:"slug,pk"`
	audit
}

type PageRight struct {
	Slug string `bun:"slug,pk"`
	auditRight
}

type Basket struct {
	Token  string     `bun:"token,pk"`
	Buyer  *uuid.UUID `bun:"buyer,nullzero"` // WRONG(bunuuid): bytea with 36 characters
	Amount int64      `bun:"amount"`
}

type BasketRight struct {
	Token  string     `bun:"token,pk"`
	Buyer  *uuid.UUID `bun:"buyer,nullzero,type:uuid"`
	Amount int64      `bun:"amount"`
}

type Voucher struct {
	Code   string         `bun:"code,pk"`
	UsedBy gofrs.NullUUID // WRONG(bunuuid): jsonb
	Cents  int
}

type VoucherRight struct {
	Code   string         `bun:"code,pk"`
	UsedBy gofrs.NullUUID `bun:"type:uuid"`
	Cents  int
}

// Supplier keeps its foreign id as text on purpose.
type Supplier struct {
	ID      uuid.UUID    `bun:"id,pk,type:uuid,default:gen_random_uuid()"`
	Foreign string       `bun:"foreign_id"`
	Tags    []uuid.UUID  `bun:"tags,array,type:uuid[]"`
	Since   sql.NullTime `bun:"since"`
}

// A draft is no table.
type draft struct {
	ID    uuid.UUID
	Title string
}

func Open(sqldb *sql.DB) *bun.DB {
	return bun.NewDB(sqldb, pgdialect.New())
}

func CreateTables(ctx context.Context, db *bun.DB) error {
	for _, m := range []any{
		(*Customer)(nil), (*CustomerRight)(nil), (*Category)(nil), (*CategoryRight)(nil), (*Page)(nil), (*PageRight)(nil),
		(*Basket)(nil), (*BasketRight)(nil), (*Voucher)(nil), (*VoucherRight)(nil), (*Supplier)(nil),
	} {
		if _, err := db.NewCreateTable().Model(m).IfNotExists().Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func Publish(ctx context.Context, db *bun.DB, d draft, editor gofrs.UUID) error {
	p := PageRight{Slug: d.Title, auditRight: auditRight{Editor: editor, Edited: time.Now()}}
	_, err := db.NewInsert().Model(&p).Exec(ctx)
	return err
}
