// Package crm has the contacts, with GORM on PostgreSQL.
package crm

import (
	"context"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

type Contact struct {
	ID      uuid.UUID `gorm:"type:uuid;primaryKey"`
	Account uuid.UUID `gorm:"type:uuid;not null"`
	Partner uuid.UUID `gorm:"type:uuid;default:null"` // WRONG(uuidscan): google's type does not see NULL
	Name    string
}

type ContactRight struct {
	ID      uuid.UUID     `gorm:"type:uuid;primaryKey"`
	Account uuid.UUID     `gorm:"type:uuid;not null"`
	Partner uuid.NullUUID `gorm:"type:uuid"`
	Name    string
}

// visits is made by hand, because of its partitions.
const visits = `CREATE TABLE visits (
	id uuid PRIMARY KEY,
	contact_id uuid NOT NULL,
	guide_id uuid,
	note text NOT NULL DEFAULT ''
)`

type Visit struct {
	ID        uuid.UUID `gorm:"type:uuid"`
	ContactID uuid.UUID `gorm:"type:uuid"`
	GuideID   uuid.UUID `gorm:"type:uuid"` // WRONG(uuidscan): guide_id may be NULL
	Note      string
}

// VisitRight is the same table.
type VisitRight struct {
	ID        uuid.UUID  `gorm:"type:uuid"`
	ContactID uuid.UUID  `gorm:"type:uuid"`
	GuideID   *uuid.UUID `gorm:"type:uuid"`
	Note      string
}

func (VisitRight) TableName() string { return "visits" }

func Migrate(db *gorm.DB) error {
	if err := db.Exec(visits).Error; err != nil {
		return err
	}
	return db.AutoMigrate(&Contact{}, &ContactRight{})
}

type Repo struct{ DB *gorm.DB }

func (r Repo) Contact(ctx context.Context, id uuid.UUID) (c Contact, err error) {
	err = r.DB.WithContext(ctx).First(&c, "id = ?", id).Error
	return c, err
}

func (r Repo) ContactRight(ctx context.Context, id uuid.UUID) (c ContactRight, err error) {
	err = r.DB.WithContext(ctx).First(&c, "id = ?", id).Error
	return c, err
}

func (r Repo) Visits(contact uuid.UUID) (list []Visit, err error) {
	err = r.DB.Where("contact_id = ?", contact).Find(&list).Error
	return list, err
}

func (r Repo) VisitsRight(contact uuid.UUID) (list []VisitRight, err error) {
	err = r.DB.Where("contact_id = ?", contact).Find(&list).Error
	return list, err
}

func (r Repo) Add(name string, account uuid.UUID, partner uuid.NullUUID) (c ContactRight, err error) {
	c = ContactRight{ID: uuid.New(), Account: account, Partner: partner, Name: name}
	err = r.DB.Create(&c).Error
	return c, err
}

func (r Repo) Leave(account uuid.UUID, ids []uuid.UUID) error {
	return r.DB.Model(&ContactRight{}).Where("account = ? AND id IN ?", account, ids).
		Updates(map[string]any{"partner": nil}).Error
}
