// Package gormplugin has GORM with the plugin for google's type.
package gormplugin

import (
	"database/sql"

	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// Ticket is stored as bytes.
type Ticket struct {
	ID       uuid.UUID           `gorm:"type:binary(16);primaryKey"`
	Assignee uuid.NullUUID       `gorm:"type:binary(16);column:assignee_id"`
	Parent   *uuid.UUID          `gorm:"type:binary(16)"`
	Reviewer sql.Null[uuid.UUID] `gorm:"type:binary(16);column:reviewer_id"`
	Legacy   gormtype.Text       `gorm:"type:char(36);column:legacy_id"`
	Title    string
	Labels   string `gorm:"type:json"`
}

func open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, err
	}
	if err := gormtype.Check(db, &Ticket{}); err != nil {
		return nil, err
	}
	return db, db.AutoMigrate(&Ticket{})
}

type tickets struct{ db *gorm.DB }

func (t tickets) byText(id string) (x Ticket, err error) {
	err = t.db.Where("id = ?", id).First(&x).Error // WRONG(uuidtext): in SQL a string stays a string, and tickets.id is binary(16)
	return x, err
}

func (t tickets) byID(id string) (x Ticket, err error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return x, err
	}
	err = t.db.Where("id = ?", key).First(&x).Error
	return x, err
}

func (t tickets) assignedTo(user uuid.UUID) (n int64, err error) {
	err = t.db.Model(&Ticket{}).Where("assignee_id = UNHEX(REPLACE(?, '-', ''))", user).Count(&n).Error // WRONG(uuidconnector): the plugin has made 16 bytes of the argument, UNHEX of which is NULL
	return n, err
}

func (t tickets) countFor(user uuid.UUID) (n int64, err error) {
	err = t.db.Model(&Ticket{}).Where("assignee_id = ?", user).Count(&n).Error
	return n, err
}

func (t tickets) assign(ticket, user uuid.UUID) error {
	return t.db.Exec("UPDATE tickets SET assignee_id = UUID_TO_BIN(?) WHERE id = ?", user, ticket).Error // WRONG(uuidconnector): UUID_TO_BIN gets 16 bytes instead of text
}

func (t tickets) give(ticket, user uuid.UUID) error {
	return t.db.Exec("UPDATE tickets SET assignee_id = ? WHERE id = ?", user, ticket).Error
}

func (t tickets) byLegacy(old uuid.UUID) (x Ticket, err error) {
	err = t.db.Where("legacy_id = ?", old).First(&x).Error // WRONG(uuidconnector): the plugin sends bytes, and legacy_id is char(36)
	return x, err
}

func (t tickets) ofLegacy(old uuid.UUID) (x Ticket, err error) {
	err = t.db.Where("legacy_id = ?", gormtype.Text(old)).First(&x).Error
	return x, err
}

func (t tickets) labelled(id uuid.UUID) (list []Ticket, err error) {
	err = t.db.Where("JSON_UNQUOTE(JSON_EXTRACT(labels, '$.topic')) = ?", id).Find(&list).Error // WRONG(uuidconnector): 16 bytes against text of a JSON document
	return list, err
}

func (t tickets) topic(id uuid.UUID) (list []Ticket, err error) {
	err = t.db.Where("JSON_UNQUOTE(JSON_EXTRACT(labels, '$.topic')) = ?", id.String()).Find(&list).Error
	return list, err
}

func (t tickets) reviewed(by uuid.UUID) (list []Ticket, err error) {
	who := by.String()
	err = t.db.Joins("JOIN users ON users.id = tickets.reviewer_id").Where("tickets.reviewer_id = ?", who).Find(&list).Error // WRONG(uuidtext): text against reviewer_id, a binary(16)
	return list, err
}

func (t tickets) reviewedBy(by uuid.UUID) (list []Ticket, err error) {
	who := by
	err = t.db.Joins("JOIN users ON users.id = tickets.reviewer_id").Where("tickets.reviewer_id = ?", who).Find(&list).Error
	return list, err
}

// ---- What looks like the above, and is right ----

// A map names the field: the plugin parses text for a field of bytes.
func (t tickets) mapped(id string) (x Ticket, err error) {
	err = t.db.Where(map[string]any{"id": id}).First(&x).Error
	return x, err
}

// Update names the field, too.
func (t tickets) reassign(ticket uuid.UUID, user string) error {
	return t.db.Model(&Ticket{}).Where("id = ?", ticket).Update("assignee_id", user).Error
}

// The inline id is of a listed type.
func (t tickets) inline(id uuid.UUID) (x Ticket, err error) {
	err = t.db.First(&x, id).Error
	return x, err
}

// Text for the column of text.
func (t tickets) legacy(old uuid.UUID) (n int64, err error) {
	err = t.db.Model(&Ticket{}).Where("legacy_id IN ?", []string{old.String()}).Count(&n).Error
	return n, err
}

// The title has text of a UUID in it.
func (t tickets) titled(id uuid.UUID) (n int64, err error) {
	err = t.db.Model(&Ticket{}).Where("title LIKE CONCAT('%', ?, '%')", id.String()).Count(&n).Error
	return n, err
}
