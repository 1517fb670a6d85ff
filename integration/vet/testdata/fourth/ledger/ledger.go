// Package ledger has one repository for all tables of the ferry line's accounts.
package ledger

import (
	"context"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"gorm.io/gorm"
)

// Key is the primary key of every table, 16 bytes.
type Key [16]byte

type Entry struct {
	ID    []byte `gorm:"type:binary(16);primaryKey"`
	Cents int64
}

type Account struct {
	ID   string `gorm:"type:char(36);primaryKey"`
	Name string
}

type Repo[T any] struct {
	db *gorm.DB
}

func (r Repo[T]) Get(ctx context.Context, k Key) (*T, error) {
	v := new(T)
	if err := r.db.WithContext(ctx).First(v, k).Error; err != nil { // WRONG(gormid): a list of 16 numbers
		return nil, fmt.Errorf("get: %w", err)
	}
	return v, nil
}

func (r Repo[T]) GetRight(ctx context.Context, k Key) (*T, error) {
	v := new(T)
	if err := r.db.WithContext(ctx).First(v, "id = ?", k[:]).Error; err != nil {
		return nil, fmt.Errorf("get: %w", err)
	}
	return v, nil
}

func (r Repo[T]) All(ks ...Key) (out []T, err error) {
	for _, k := range ks {
		var part []T
		if err = r.db.Find(&part, k).Error; err != nil { // WRONG(gormid): in a loop
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

func (r Repo[T]) AllRight(ks ...Key) (out []T, err error) {
	for _, k := range ks {
		var part []T
		if err = r.db.Find(&part, "id = ?", k[:]).Error; err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

type Entries struct {
	Repo[Entry]
}

// Accounts have ids of text.
type Accounts struct {
	db *gorm.DB
}

func (a Accounts) Close(id gofrs.UUID) error {
	return a.db.Where(id.String()).Delete(&Account{}).Error // WRONG(gormstring): the whole condition of Where
}

func (a Accounts) CloseRight(id gofrs.UUID) error {
	return a.db.Where("id = ?", id.String()).Delete(&Account{}).Error
}

func (a Accounts) Transfer(from, to gofrs.UUID) error {
	return a.db.Transaction(func(tx *gorm.DB) error {
		var x, y Account
		if err := tx.First(&x, "id = ?", from.String()).Error; err != nil {
			return err
		}
		return tx.First(&y, to.String()).Error // WRONG(gormstring): in a transaction
	})
}

func (a Accounts) TransferRight(from, to gofrs.UUID) error {
	return a.db.Transaction(func(tx *gorm.DB) error {
		var x, y Account
		if err := tx.First(&x, "id = ?", from.String()).Error; err != nil {
			return err
		}
		return tx.First(&y, "id = ?", to.String()).Error
	})
}

func (a Accounts) Named(name string) (list []Account, err error) {
	err = a.db.Where(&Account{Name: name}).Find(&list).Error
	return list, err
}

func (a Accounts) Several(ids []string) (list []Account, err error) {
	err = a.db.Find(&list, "id IN ?", ids).Error
	return list, err
}

func (a Accounts) Scoped(id gofrs.UUID) func(*gorm.DB) *gorm.DB {
	return func(tx *gorm.DB) *gorm.DB { return tx.Where("id = ?", id.String()) }
}
