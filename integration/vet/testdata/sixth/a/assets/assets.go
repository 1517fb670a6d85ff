package assets

import (
	"database/sql/driver"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/sqlx"
)

// An AssetID is stored as 16 bytes.
type AssetID [16]byte

func (id AssetID) Value() (driver.Value, error) { return id[:], nil }

func (id *AssetID) Scan(v any) error {
	b, ok := v.([]byte)
	if !ok || len(b) != len(id) {
		return fmt.Errorf("assets: no id: %T", v)
	}
	copy(id[:], b)
	return nil
}

func (id AssetID) String() string { return uuid.UUID(id).String() }

// A Fingerprint is what scanners send.
type Fingerprint [16]byte

type Asset struct {
	ID     AssetID     `gorm:"type:binary(16);primaryKey"`
	SiteID sqlx.Binary `gorm:"type:binary(16);index"`
	Print  []byte      `gorm:"type:binary(16);uniqueIndex"`
	Label  string
}

type Site struct {
	ID   sqlx.Binary `gorm:"type:binary(16);primaryKey"`
	Name string
}

type Store struct{ *gorm.DB }

func (s Store) Get(id AssetID) (a Asset, err error) {
	err = s.Take(&a, id).Error // WRONG(gormid): Value returns bytes, as the whole condition a list
	return a, err
}

func (s Store) GetRight(id AssetID) (a Asset, err error) {
	err = s.Take(&a, "id = ?", id).Error
	return a, err
}

func (s Store) Site(id uuid.UUID) (site Site, err error) {
	err = s.DB.First(&site, sqlx.Binary(id)).Error // WRONG(gormid): a list of 16 numbers
	return site, err
}

func (s Store) SiteRight(id uuid.UUID) (site Site, err error) {
	err = s.DB.First(&site, "id = ?", sqlx.Binary(id)).Error
	return site, err
}

func (s Store) ByPrint(p Fingerprint) (list []Asset, err error) {
	q := map[string]any{
		"print": p, // WRONG-ALSO(gormid)
	}
	err = s.Find(&list, q).Error // WRONG(gormid): no Value, so print IN 16 numbers
	return list, err
}

func (s Store) ByPrintRight(p Fingerprint) (list []Asset, err error) {
	q := map[string]any{
		"print": sqlx.Binary(p),
	}
	err = s.Find(&list, q).Error
	return list, err
}

type filter struct {
	site  *AssetID
	label string
}

func (f filter) apply(db *gorm.DB) *gorm.DB {
	if f.site != nil {
		db = db.Where(map[string]any{"site_id": f.site[:]}) // WRONG(gormid): site_id IN 16 numbers
	}
	if f.label != "" {
		db = db.Where(map[string]any{"label": f.label})
	}
	return db
}

func (f filter) applyRight(db *gorm.DB) *gorm.DB {
	if f.site != nil {
		db = db.Where(map[string]any{"site_id": *f.site})
	}
	if f.label != "" {
		db = db.Where(map[string]any{"label": f.label})
	}
	return db
}

func remove[T any, K any](db *gorm.DB, key K) error {
	return db.Delete(new(T), key).Error // WRONG-ALSO(gormid)
}

func removeWhere[T any, K any](db *gorm.DB, key K) error {
	return db.Delete(new(T), "id = ?", key).Error
}

func (s Store) Scrap(id AssetID) error {
	return s.Transaction(func(tx *gorm.DB) error {
		return remove[Asset](tx, id) // WRONG(gormid): remove makes it the whole condition
	})
}

func (s Store) ScrapRight(id AssetID) error {
	return s.Transaction(func(tx *gorm.DB) error {
		return removeWhere[Asset](tx, id)
	})
}

// Search is by label and site.
func (s Store) Search(site *AssetID, label string, modern bool) (list []Asset, err error) {
	f := filter{site: site, label: label}
	db := s.DB
	if modern {
		db = f.applyRight(db)
	} else {
		db = f.apply(db)
	}
	err = db.Limit(100).Find(&list).Error
	return list, err
}

// Move names both columns.
func (s Store) Move(id AssetID, site uuid.UUID) error {
	return s.Model(&Asset{}).Where("id = ?", id).Update("site_id", sqlx.Binary(site)).Error
}
