// Package wards is the bed plan of the hospital.
package wards

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
	"gorm.io/gorm"
)

// BedID has no methods.
type BedID [16]byte

type WardID uuid.UUID

type Bed struct {
	ID     []byte `gorm:"type:binary(16);primaryKey"`
	WardID []byte `gorm:"type:binary(16)"`
	Number int
}

type Ward struct {
	ID   []byte `gorm:"type:binary(16);primaryKey"`
	Name string
}

type Store struct {
	db *gorm.DB
}

func (s *Store) Remove(ctx context.Context, id BedID) error {
	return s.db.WithContext(ctx).Delete(&Bed{}, id).Error // WRONG(gormid): a list of 16 numbers
}

func (s *Store) RemoveRight(ctx context.Context, id BedID) error {
	return s.db.WithContext(ctx).Delete(&Bed{}, "id = ?", id[:]).Error
}

func (s *Store) Bed(id uuid.UUID) (*Bed, error) {
	var b Bed
	key := sqlx.Binary(id)
	if err := s.db.First(&b, key).Error; err != nil { // WRONG(gormid): Value returns bytes
		return nil, err
	}
	return &b, nil
}

func (s *Store) BedRight(id uuid.UUID) (*Bed, error) {
	var b Bed
	key := sqlx.Binary(id)
	if err := s.db.First(&b, "id = ?", key).Error; err != nil {
		return nil, err
	}
	return &b, nil
}

func (s *Store) InWard(w WardID) (list []Bed, err error) {
	err = s.db.Where(map[string]any{"ward_id": w}).Order("number").Find(&list).Error // WRONG(gormid): the value of a map
	return list, err
}

func (s *Store) InWardRight(w WardID) (list []Bed, err error) {
	err = s.db.Where("ward_id = ?", w[:]).Order("number").Find(&list).Error
	return list, err
}

func (s *Store) Ward(id uuid.UUID) (w Ward, err error) {
	tx := s.db.Take(&w, id[:]) // WRONG(gormid): a []byte
	if errors.Is(tx.Error, gorm.ErrRecordNotFound) {
		return w, nil
	}
	return w, tx.Error
}

func (s *Store) WardRight(id uuid.UUID) (w Ward, err error) {
	tx := s.db.Take(&w, "id = ?", id[:])
	if errors.Is(tx.Error, gorm.ErrRecordNotFound) {
		return w, nil
	}
	return w, tx.Error
}

func (s *Store) Free(w uuid.UUID, number int) error {
	cond := map[string]any{
		"ward_id": w[:], // WRONG-ALSO(gormid)
		"number":  number,
	}
	return s.db.Where(cond).Delete(&Bed{}).Error // WRONG(gormid): bytes in a map
}

func (s *Store) FreeRight(w uuid.UUID, number int) error {
	cond := map[string]any{
		"number": number,
	}
	return s.db.Where(cond).Where("ward_id = ?", w[:]).Delete(&Bed{}).Error
}

func (s *Store) Others(w WardID) (n int64, err error) {
	err = s.db.Model(&Bed{}).Not(map[string]any{"ward_id": w}).Count(&n).Error // WRONG(gormid): Not with a map
	return n, err
}

func (s *Store) OthersRight(w WardID) (n int64, err error) {
	err = s.db.Model(&Bed{}).Not("ward_id = ?", w[:]).Count(&n).Error
	return n, err
}

func (s *Store) Both(a, b WardID) (list []Bed, err error) {
	err = s.db.Where("ward_id = ?", a[:]).Or(map[string]any{"ward_id": b}).Find(&list).Error // WRONG(gormid): Or with a map
	return list, err
}

func (s *Store) BothRight(a, b WardID) (list []Bed, err error) {
	err = s.db.Where("ward_id = ?", a[:]).Or("ward_id = ?", b[:]).Find(&list).Error
	return list, err
}

func (s *Store) Rename(id WardID, name string) error {
	return s.db.Model(&Ward{}).Where(id).Update("name", name).Error // WRONG(gormid): the whole condition of Where
}

func (s *Store) RenameRight(id WardID, name string) error {
	return s.db.Model(&Ward{}).Where("id = ?", id[:]).Update("name", name).Error
}

// Staff has text ids.
type Staff struct {
	ID   uuid.UUID `gorm:"type:char(36)"`
	Name string
}

func (s *Store) Person(id uuid.UUID) (p Staff, err error) {
	err = s.db.First(&p, id).Error
	return p, err
}

func (s *Store) People(m map[string]any) (list []Staff, err error) {
	err = s.db.Where(m).Find(&list).Error
	return list, err
}

func (s *Store) ByMap(id uuid.UUID) (list []Staff, err error) {
	err = s.db.Where(map[string]any{"id": id}).Find(&list).Error
	return list, err
}

func (s *Store) ByNumber(n uint) (list []Staff, err error) {
	err = s.db.Find(&list, n).Error
	return list, err
}

func (s *Store) ByStruct(w uuid.UUID) (list []Bed, err error) {
	err = s.db.Where(&Bed{Number: 3}).Where("ward_id = ?", w[:]).Find(&list).Error
	return list, err
}

func (s *Store) Swap(w WardID) error {
	return s.db.Model(&Bed{}).Where("number > ?", 10).Updates(map[string]any{"ward_id": w[:]}).Error
}
