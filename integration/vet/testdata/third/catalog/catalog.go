// Package catalog has the products, with bun and PostgreSQL.
package catalog

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Stamp is in most tables.
type Stamp struct {
	CreatedBy uuid.UUID `bun:"created_by,notnull"` // WRONG(bunuuid): bytea
}

// StampRight is in most tables.
type StampRight struct {
	CreatedBy uuid.UUID `bun:"created_by,type:uuid,notnull"`
}

// Product is the first model.
type Product struct {
	bun.BaseModel `bun:"table:products,alias:p"`

	ID       uuid.UUID     `bun:",pk"`         // WRONG(bunuuid): bytea
	BrandID  uuid.NullUUID `bun:"brand_id"`    // WRONG(bunuuid): jsonb
	Supplier gofrs.UUID    `bun:"supplier_id"` // WRONG(bunuuid): bytea
	Parent   *uuid.UUID    `bun:"parent_id"`   // WRONG(bunuuid): bytea
	SKU      string        `bun:"sku,notnull"`
	Sum      [32]byte      `bun:"sum,type:bytea"`
}

// ProductRight is the model that we use.
type ProductRight struct {
	bun.BaseModel `bun:"table:products,alias:p"`
	StampRight

	ID       uuid.UUID     `bun:"type:uuid,pk"`
	BrandID  uuid.NullUUID `bun:"brand_id,type:uuid"`
	Supplier gofrs.UUID    `bun:"supplier_id,type:uuid"`
	Parent   *uuid.UUID    `bun:"parent_id,type:uuid"`
	Friends  []uuid.UUID   `bun:"friends,type:uuid[],array"`
	SKU      string        `bun:"sku,notnull"`
	Shelf    uuid.UUID     `bun:"-"`
}

// Catalog reads and writes products.
type Catalog struct{ db *bun.DB }

// Open opens the catalog.
func Open(dsn string) (*Catalog, error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	return &Catalog{bun.NewDB(db, pgdialect.New())}, nil
}

// Products returns products.
func (c *Catalog) Products(ctx context.Context, ids []uuid.UUID) (list []ProductRight, err error) {
	err = c.db.NewSelect().Model(&list).Where("p.id IN (?)", ids).OrderExpr("p.sku").Scan(ctx) // WRONG(bunuuid): a plain slice is JSON
	return list, err
}

// ProductsRight returns products.
func (c *Catalog) ProductsRight(ctx context.Context, ids []uuid.UUID) (list []ProductRight, err error) {
	err = c.db.NewSelect().Model(&list).Where("p.id IN (?)", bun.List(ids)).OrderExpr("p.sku").Scan(ctx)
	return list, err
}

// Discontinue deletes the products of brands.
func (c *Catalog) Discontinue(ctx context.Context, brands map[uuid.UUID]string) (err error) {
	keys := slices.Collect(maps.Keys(brands))
	_, err = c.db.NewDelete().Model((*ProductRight)(nil)).Where("brand_id = ANY(?)", keys).Exec(ctx) // WRONG(bunuuid): a plain slice is JSON
	return err
}

// DiscontinueRight deletes the products of brands.
func (c *Catalog) DiscontinueRight(ctx context.Context, brands map[uuid.UUID]string) (err error) {
	keys := slices.Collect(maps.Keys(brands))
	_, err = c.db.NewDelete().Model((*ProductRight)(nil)).Where("brand_id = ANY(?)", pgdialect.Array(keys)).Exec(ctx)
	return err
}

// Search has options.
type Search struct {
	Brand uuid.NullUUID
	Not   []uuid.UUID
}

func (s Search) apply(q *bun.SelectQuery) *bun.SelectQuery {
	if s.Brand.Valid {
		q = q.Where("brand_id = ?", s.Brand.UUID)
	}
	if len(s.Not) > 0 {
		q = q.Where("p.id NOT IN (?)", s.Not) // WRONG(bunuuid): a plain slice is JSON
	}
	return q
}

func (s Search) applyRight(q *bun.SelectQuery) *bun.SelectQuery {
	if s.Brand.Valid {
		q = q.Where("brand_id = ?", s.Brand.UUID)
	}
	if len(s.Not) > 0 {
		q = q.Where("p.id NOT IN (?)", bun.List(s.Not))
	}
	return q
}

// Count counts products.
func (c *Catalog) Count(ctx context.Context, old bool, s Search) (int64, error) {
	q := c.db.NewSelect().Model((*ProductRight)(nil))
	if old {
		return q.Apply(s.apply).Count(ctx)
	}
	return q.Apply(s.applyRight).Count(ctx)
}

// Brand gives a product a brand: one UUID in a condition is text, which PostgreSQL converts.
func (c *Catalog) Brand(ctx context.Context, id, brand uuid.UUID) error {
	_, err := c.db.NewUpdate().Model((*ProductRight)(nil)).Set("brand_id = ?", brand).Where("id = ?", id).Exec(ctx)
	return err
}
