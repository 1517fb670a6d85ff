// Package attachments has the files of messages, with GORM on MySQL.
package attachments

import (
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type Attachment struct {
	ID      gormtype.UUID `gorm:"primaryKey"`
	Message gormtype.UUID `gorm:"type:binary(16);index"`
	Name    string
}

// Thumb refers to an attachment.
type Thumb struct {
	ID         uint
	Attachment string `gorm:"type:binary(16)"` // WRONG(uuidtext): a text of 36 characters in 16 bytes
	Width      int
}

type ThumbRight struct {
	ID         uint
	Attachment string `gorm:"type:char(36)"`
	Width      int
}

type Repo struct{ db *gorm.DB }

func Open(dsn string) (*Repo, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{TranslateError: true})
	if err != nil {
		return nil, err
	}
	return &Repo{db: db}, db.AutoMigrate(&Attachment{}, &ThumbRight{})
}

func (r *Repo) Get(id uuid.UUID) (a Attachment, err error) {
	err = r.db.First(&a, "id = ?", id).Error // WRONG(uuidtext): google's type is text here
	return a, err
}

func (r *Repo) GetRight(id uuid.UUID) (a Attachment, err error) {
	err = r.db.First(&a, "id = ?", gormtype.UUID(id)).Error
	return a, err
}

func (r *Repo) Of(message uuid.UUID) (list []Attachment, err error) {
	err = r.db.Where("message = ?", message.String()).Order("name").Find(&list).Error // WRONG(uuidtext): text for binary(16)
	return list, err
}

func (r *Repo) OfRight(message uuid.UUID) (list []Attachment, err error) {
	err = r.db.Where("message = ?", gormtype.UUID(message)).Order("name").Find(&list).Error
	return list, err
}

func (r *Repo) Add(message uuid.UUID, names ...string) error {
	list := make([]Attachment, 0, len(names))
	for _, name := range names {
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		list = append(list, Attachment{ID: gormtype.UUID(id), Message: gormtype.UUID(message), Name: name})
	}
	return r.db.Create(&list).Error
}

// Thumbs are found by text.
func (r *Repo) Thumbs(id uuid.UUID) (list []ThumbRight, err error) {
	err = r.db.Where("attachment = ?", id.String()).Find(&list).Error
	return list, err
}

func (r *Repo) Remove(ids []uuid.UUID) error {
	keys := make([]gormtype.UUID, len(ids))
	for i, id := range ids {
		keys[i] = gormtype.UUID(id)
	}
	return r.db.Delete(&Attachment{}, "id IN ?", keys).Error
}
