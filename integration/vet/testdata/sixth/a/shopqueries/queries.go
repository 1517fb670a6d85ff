package shopqueries

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

type Product struct {
	bun.BaseModel `bun:"table:products,alias:p"`

	ID      uuid.UUID     `bun:"id,pk,type:uuid"`
	Brand   uuid.UUID     `bun:"brand,type:uuid,notnull"`
	Replace uuid.NullUUID `bun:"replace,type:uuid"`
	Title   string        `bun:"title"`
	Price   int64         `bun:"price"`
}

type Queries struct {
	db bun.IDB
}

func (q *Queries) ByIDs(ctx context.Context, ids []uuid.UUID) (list []Product, err error) {
	err = q.db.NewSelect().Model(&list).Where("p.id IN (?)", ids).Scan(ctx) // WRONG(bunuuid): the slice becomes JSON
	return list, err
}

func (q *Queries) ByIDsRight(ctx context.Context, ids []uuid.UUID) (list []Product, err error) {
	err = q.db.NewSelect().Model(&list).Where("p.id IN (?)", bun.List(ids)).Scan(ctx)
	return list, err
}

func (q *Queries) Discount(ctx context.Context, brands uuid.UUIDs, percent int) error {
	_, err := q.db.NewUpdate().Model((*Product)(nil)).
		Set("price = price * (100 - ?) / 100", percent).
		Where("brand = ANY(?)", brands). // WRONG(bunuuid): the slice becomes JSON
		Exec(ctx)
	return err
}

func (q *Queries) DiscountRight(ctx context.Context, brands uuid.UUIDs, percent int) error {
	_, err := q.db.NewUpdate().Model((*Product)(nil)).
		Set("price = price * (100 - ?) / 100", percent).
		Where("brand = ANY(?)", pgdialect.Array(brands)).
		Exec(ctx)
	return err
}

type Filter struct {
	Not   []uuid.UUID
	Title string
}

func (f Filter) apply(sel *bun.SelectQuery) *bun.SelectQuery {
	if len(f.Not) > 0 {
		sel = sel.Where("p.id NOT IN (?)", f.Not) // WRONG(bunuuid): the slice becomes JSON
	}
	if f.Title != "" {
		sel = sel.Where("p.title ILIKE ?", "%"+f.Title+"%")
	}
	return sel
}

func (f Filter) applyRight(sel *bun.SelectQuery) *bun.SelectQuery {
	if len(f.Not) > 0 {
		sel = sel.Where("p.id NOT IN (?)", bun.List(f.Not))
	}
	if f.Title != "" {
		sel = sel.Where("p.title ILIKE ?", "%"+f.Title+"%")
	}
	return sel
}

func (q *Queries) Search(ctx context.Context, f Filter, legacy bool) (list []Product, err error) {
	apply := f.applyRight
	if legacy {
		apply = f.apply
	}
	err = q.db.NewSelect().Model(&list).Apply(apply).OrderExpr("p.title").Scan(ctx)
	return list, err
}

func (q *Queries) Purge(ctx context.Context, ids []uuid.UUID) (int64, error) {
	res, err := q.db.NewDelete().Model((*Product)(nil)).Where("id IN (?)", ids).Exec(ctx) // WRONG(bunuuid): the slice becomes JSON
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (q *Queries) PurgeRight(ctx context.Context, ids []uuid.UUID) (int64, error) {
	res, err := q.db.NewDelete().Model((*Product)(nil)).Where("id IN (?)", bun.List(ids)).Exec(ctx)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (q *Queries) One(ctx context.Context, id uuid.UUID) (*Product, error) {
	p := new(Product)
	err := q.db.NewSelect().Model(p).Where("id = ?", id).Scan(ctx)
	return p, err
}

func (q *Queries) Cheap(ctx context.Context, prices []int64) (int64, error) {
	return q.db.NewSelect().Model((*Product)(nil)).Where("price IN (?)", bun.List(prices)).Count(ctx)
}

func (q *Queries) Replaced(ctx context.Context) (int64, error) {
	return q.db.NewSelect().Model((*Product)(nil)).Where("replace IS NOT NULL").Count(ctx)
}
