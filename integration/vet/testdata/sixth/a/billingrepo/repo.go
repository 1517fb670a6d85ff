// Package billingrepo stores invoices in MySQL.
package billingrepo

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"
)

type Invoice struct {
	ID         []byte `gorm:"type:binary(16);primaryKey"`
	CustomerID []byte `gorm:"type:binary(16);index"`
	Cents      int64
	PaidAt     *time.Time
}

type Customer struct {
	ID   []byte `gorm:"type:binary(16);primaryKey"`
	Name string
}

type Repo struct {
	db *gorm.DB
}

func Open(dsn string) (*Repo, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	return &Repo{db: db}, nil
}

func (r *Repo) Create(ctx context.Context, customer uuid.UUID, cents int64) (uuid.UUID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, err
	}
	inv := Invoice{ID: id[:], CustomerID: customer[:], Cents: cents}
	return id, r.db.WithContext(ctx).Create(&inv).Error
}

func (r *Repo) Delete(ctx context.Context, id uuid.UUID) error {
	return r.db.WithContext(ctx).Delete(&Invoice{}, id[:]).Error // WRONG(gormid): a list of 16 numbers
}

func (r *Repo) DeleteRight(ctx context.Context, id uuid.UUID) error {
	return r.db.WithContext(ctx).Delete(&Invoice{}, "id = ?", id[:]).Error
}

func (r *Repo) ByID(ctx context.Context, id uuid.UUID) (*Invoice, error) {
	var inv Invoice
	key := id[:]
	err := r.db.WithContext(ctx).First(&inv, key).Error // WRONG(gormid): a list of 16 numbers
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return &inv, err
}

func (r *Repo) ByIDRight(ctx context.Context, id uuid.UUID) (*Invoice, error) {
	var inv Invoice
	key := id[:]
	err := r.db.WithContext(ctx).Where("id = ?", key).First(&inv).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return &inv, err
}

func (r *Repo) OfCustomer(ctx context.Context, customer uuid.UUID) (list []Invoice, err error) {
	cond := map[string]any{"customer_id": customer[:], "paid_at": nil}    // WRONG-ALSO(gormid)
	err = r.db.WithContext(ctx).Where(cond).Order("id").Find(&list).Error // WRONG(gormid): customer_id IN 16 numbers
	return list, err
}

func (r *Repo) OfCustomerRight(ctx context.Context, customer uuid.UUID) (list []Invoice, err error) {
	cond := Invoice{CustomerID: customer[:]}
	err = r.db.WithContext(ctx).Where(&cond).Where("paid_at IS NULL").Order("id").Find(&list).Error
	return list, err
}

func (r *Repo) Pay(ctx context.Context, inv *Invoice) error {
	return r.db.WithContext(ctx).Model(&Invoice{}).
		Where(inv.ID). // WRONG(gormid): a list of 16 numbers
		Update("paid_at", time.Now()).Error
}

func (r *Repo) PayRight(ctx context.Context, inv *Invoice) error {
	return r.db.WithContext(ctx).Model(&Invoice{}).
		Where("id", inv.ID).
		Update("paid_at", time.Now()).Error
}

// Rename changes a customer by its struct.
func (r *Repo) Rename(ctx context.Context, id uuid.UUID, name string) error {
	c := Customer{ID: id[:]}
	return r.db.WithContext(ctx).Model(&c).Update("name", name).Error
}

// Several takes many ids.
func (r *Repo) Several(ctx context.Context, ids []uuid.UUID) (list []Invoice, err error) {
	keys := make([][]byte, len(ids))
	for i := range ids {
		keys[i] = ids[i][:]
	}
	err = r.db.WithContext(ctx).Find(&list, "id IN ?", keys).Error
	return list, err
}

func (r *Repo) Total(ctx context.Context, customer uuid.UUID) (cents int64, err error) {
	err = r.db.WithContext(ctx).Model(&Invoice{}).Select("COALESCE(SUM(cents), 0)").
		Where("customer_id = ?", customer[:]).Scan(&cents).Error
	return cents, err
}
