// Package stock has models of GORM whose tags declare columns of bytes, without the plugin.
package stock

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/sqlx"
)

type Base struct {
	ID string `gorm:"primaryKey;type:binary(16)"` // WRONG(uuidtext): a string for BINARY(16)
}

type BaseRight struct {
	ID sqlx.Binary `gorm:"primaryKey;type:binary(16)"`
}

type Item struct {
	ID    sqlx.Binary `gorm:"primaryKey;type:binary(16)"`
	Shelf sqlx.Binary `gorm:"type:BINARY(16);not null"`
	Batch string      `gorm:"type:char(36)"`
	Title string
}

type Shelf struct {
	ID    uuid.UUID `gorm:"type:binary(16);primaryKey"` // WRONG(uuidtext): google's Value is text for BINARY(16)
	Label string
}

type ShelfRight struct {
	ID    uuid.UUID `gorm:"type:char(36);primaryKey"`
	Label string
}

type Supplier struct {
	ID   gofrs.NullUUID `gorm:"column:id;type:blob"` // WRONG(uuidtext): gofrs's Value is text for blob
	Name string
}

type Stock struct{ db *gorm.DB }

func New(dsn string) (*Stock, error) {
	db, err := gorm.Open(mysql.Open(dsn))
	return &Stock{db}, err
}

func (s *Stock) onShelf(ctx context.Context, shelf uuid.UUID) (items []Item, err error) {
	err = s.db.WithContext(ctx).Where("shelf = ?", shelf.String()).Find(&items).Error // WRONG(uuidtext): text for BINARY(16)
	return
}

func (s *Stock) onShelfRight(ctx context.Context, shelf uuid.UUID) (items []Item, err error) {
	err = s.db.WithContext(ctx).Where("shelf = ?", shelf[:]).Find(&items).Error
	return
}

func (s *Stock) find(id uuid.UUID) (*Item, error) {
	item := new(Item)
	return item, s.db.First(item, "id = ?", id).Error // WRONG(uuidtext): google's Value is text
}

func (s *Stock) findRight(id uuid.UUID) (*Item, error) {
	item := new(Item)
	return item, s.db.First(item, "id = ?", sqlx.Binary(id)).Error
}

func onShelves(ids ...uuid.UUID) func(*gorm.DB) *gorm.DB {
	texts := make([]string, 0, len(ids))
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	return func(db *gorm.DB) *gorm.DB {
		return db.Where("shelf IN ?", texts) // WRONG(uuidtext): a scope with texts
	}
}

func onShelvesRight(ids ...uuid.UUID) func(*gorm.DB) *gorm.DB {
	keys := make([]sqlx.Binary, 0, len(ids))
	for _, id := range ids {
		keys = append(keys, sqlx.Binary(id))
	}
	return func(db *gorm.DB) *gorm.DB {
		return db.Where("shelf IN ?", keys)
	}
}

func (s *Stock) listed(ids ...uuid.UUID) (items []Item, err error) {
	return items, s.db.Scopes(onShelves(ids...)).Find(&items).Error
}

func (s *Stock) listedRight(ids ...uuid.UUID) (items []Item, err error) {
	return items, s.db.Scopes(onShelvesRight(ids...)).Find(&items).Error
}

func (s *Stock) move(id, shelf uuid.UUID) error {
	return s.db.Model(&Item{}).
		Where("id = ?", id[:]).
		Update("shelf", shelf.String()). // WRONG(uuidtext): Update writes text
		Error
}

func (s *Stock) moveRight(id, shelf uuid.UUID) error {
	return s.db.Model(&Item{}).
		Where("id = ?", id[:]).
		Update("shelf", sqlx.Binary(shelf)).
		Error
}

func (s *Stock) batch(batch uuid.UUID) (items []Item, err error) {
	return items, s.db.Where("batch = ?", batch.String()).Find(&items).Error
}

func (s *Stock) raw(shelf uuid.UUID) (n int64, err error) {
	err = s.db.Raw("SELECT count(*) FROM items WHERE shelf = ?", shelf.String()).Scan(&n).Error // WRONG(uuidtext): in Raw
	return n, err
}

func (s *Stock) rawRight(shelf uuid.UUID) (n int64, err error) {
	err = s.db.Raw("SELECT count(*) FROM items WHERE shelf = UUID_TO_BIN(?)", shelf.String()).Scan(&n).Error
	return n, err
}
