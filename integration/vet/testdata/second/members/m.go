// Package members uses the plugin of gormtype.
package members

import (
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type Member struct {
	ID      uuid.UUID     `gorm:"type:binary(16);primaryKey"`
	Club    uuid.NullUUID `gorm:"type:binary(16)"`
	Ref     gormtype.Text
	Profile string `gorm:"type:json"`
}

func Open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{TranslateError: true})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	return db, gormtype.Check(db, &Member{})
}

func Second(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	_ = db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidregister): the error of Use is dropped
	return db, nil
}

func Third(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	err = db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]()))
	gormtype.Check(db, &Member{}) // WRONG(uuidregister): the error of Check is dropped
	return db, err
}

type Members struct{ db *gorm.DB }

func (m Members) get(id uuid.UUID) (v Member, err error) {
	return v, m.db.First(&v, id).Error
}

func (m Members) byHex(id uuid.UUID) (v Member, err error) {
	return v, m.db.Where("id = UNHEX(REPLACE(?, '-', ''))", id).First(&v).Error // WRONG(uuidconnector): the plugin sends bytes
}

func (m Members) byHexRight(id uuid.UUID) (v Member, err error) {
	return v, m.db.Where("id = ?", id).First(&v).Error
}

func (m Members) profile(id uuid.UUID) (vs []Member, err error) {
	err = m.db.Raw("SELECT * FROM members WHERE JSON_EXTRACT(profile, '$.friend') = ?", id).Scan(&vs).Error // WRONG(uuidconnector): JSON has text
	return
}

func (m Members) profileRight(id uuid.UUID) (vs []Member, err error) {
	err = m.db.Raw("SELECT * FROM members WHERE JSON_EXTRACT(profile, '$.friend') = ?", id.String()).Scan(&vs).Error
	return
}

func (m Members) ofClub(club string) (vs []Member, err error) {
	id, err := uuid.Parse(club)
	if err != nil {
		return nil, err
	}
	return vs, m.db.Where("club = ?", id.String()).Find(&vs).Error // WRONG(uuidtext): text for BINARY(16)
}

func (m Members) ofClubRight(club string) (vs []Member, err error) {
	id, err := uuid.Parse(club)
	if err != nil {
		return nil, err
	}
	return vs, m.db.Where("club = ?", id).Find(&vs).Error
}

func (m Members) import_(old gofrs.UUID) (v Member, err error) {
	return v, m.db.Where("id = ?", old).First(&v).Error // WRONG(uuidconnector): the plugin does not list gofrs's type
}

func (m Members) importRight(old gofrs.UUID) (v Member, err error) {
	return v, m.db.Where("id = ?", uuid.UUID(old)).First(&v).Error
}
