// Package gormfiles keeps files in MySQL.
package gormfiles

import (
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type File struct {
	ID     string `gorm:"type:binary(16);primaryKey"` // WRONG(uuidtext): a string in a column of 16 bytes
	Folder string `gorm:"type:char(36)"`
	Name   string
}

type FileRight struct {
	ID       gormtype.UUID `gorm:"type:binary(16);primaryKey"`
	Folder   string        `gorm:"type:char(36)"`
	Previous *gormtype.UUID
	Checksum []byte `gorm:"type:binary(16)"`
	Name     string
}

func (FileRight) TableName() string { return "files" }

func Open(dsn string) (*gorm.DB, error) { return gorm.Open(mysql.Open(dsn), &gorm.Config{}) }

func Get(db *gorm.DB, id uuid.UUID) (f FileRight, err error) {
	err = db.First(&f, "id = ?", id.String()).Error // WRONG(uuidtext): text for binary(16)
	return
}

func GetRight(db *gorm.DB, id uuid.UUID) (f FileRight, err error) {
	err = db.First(&f, "id = ?", gormtype.UUID(id)).Error
	return
}

func GetBytesRight(db *gorm.DB, id uuid.UUID) (f FileRight, err error) {
	err = db.First(&f, "id = ?", id[:]).Error
	return
}

func GetInlineRight(db *gorm.DB, id uuid.UUID) (f FileRight, err error) {
	err = db.First(&f, gormtype.UUID(id)).Error
	return
}

func Versions(db *gorm.DB, id uuid.UUID) (files []FileRight, err error) {
	err = db.Where("previous = ?", id).Find(&files).Error // WRONG(uuidtext): GORM sends google's UUID as text, without the plugin
	return
}

func VersionsRight(db *gorm.DB, id uuid.UUID) (files []FileRight, err error) {
	err = db.Where("previous = ?", gormtype.UUID(id)).Find(&files).Error
	return
}

func FolderRight(db *gorm.DB, folder uuid.UUID) (files []FileRight, err error) {
	err = db.Where("folder = ?", folder).Order("name").Find(&files).Error
	return
}

func FolderTextRight(db *gorm.DB, folder uuid.UUID) (files []FileRight, err error) {
	err = db.Where("folder = ? AND name <> ''", folder.String()).Find(&files).Error
	return
}

func HexRight(db *gorm.DB, id uuid.UUID) error {
	return db.Exec("DELETE FROM files WHERE id = UNHEX(REPLACE(?, '-', ''))", id.String()).Error
}

func ListRight(db *gorm.DB, ids []uuid.UUID) (files []FileRight, err error) {
	conv := make([]gormtype.UUID, len(ids))
	for i, id := range ids {
		conv[i] = gormtype.UUID(id)
	}
	err = db.Where("id IN ?", conv).Find(&files).Error
	return
}
