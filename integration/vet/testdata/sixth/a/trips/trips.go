// Package trips exchanges trips as MessagePack and keeps them with GORM as text.
package trips

import (
	"errors"

	"github.com/gofrs/uuid/v5"
	"github.com/vmihailenco/msgpack/v5"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Trip struct {
	ID    uuid.UUID     `gorm:"type:char(36);primaryKey" msgpack:"id"`
	Guide uuid.NullUUID `gorm:"type:char(36)" msgpack:"guide"`
	Title string        `msgpack:"title"`
}

func Setup() error {
	return errors.Join(
		msgpackx.Register[uuid.UUID](),
		msgpackx.RegisterNull[uuid.NullUUID](),
	)
}

type Agency struct{ db *gorm.DB }

func (a *Agency) Import(b []byte) (int, error) {
	var list []Trip
	if err := msgpack.Unmarshal(b, &list); err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, nil
	}
	return len(list), a.db.CreateInBatches(list, 100).Error
}

func (a *Agency) Export(guide uuid.UUID) ([]byte, error) {
	var list []Trip
	if err := a.db.Where("guide = ?", guide).Find(&list).Error; err != nil {
		return nil, err
	}
	return msgpack.Marshal(list)
}

func (a *Agency) Trip(id uuid.UUID) (t Trip, err error) {
	err = a.db.First(&t, id).Error
	return t, err
}

func (a *Agency) Pick(ids []uuid.UUID) (list []Trip, err error) {
	err = a.db.Where("id IN ?", ids).Order("title").Find(&list).Error
	return list, err
}

func (a *Agency) Exists(title string) (n int64, err error) {
	err = a.db.Model(&Trip{}).Where(map[string]any{"title": title}).Count(&n).Error
	return n, err
}

func (a *Agency) Guided(guide uuid.UUID) (n int64, err error) {
	err = a.db.Model(&Trip{}).Where(map[string]any{"guide": guide}).Count(&n).Error
	return n, err
}

func (a *Agency) Cancel(id uuid.UUID) error {
	return a.db.Delete(&Trip{ID: id}).Error
}

func (a *Agency) Lead(id uuid.UUID, guide uuid.UUID) error {
	return a.db.Model(&Trip{ID: id}).Update("guide", guide).Error
}
