// Package crm has the contacts, with GORM and the plugin of gormtype.
package crm

import (
	"context"
	"fmt"
	"log"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// Contact is somebody whom we call.
type Contact struct {
	ID      uuid.UUID     `gorm:"type:binary(16);primaryKey"`
	OwnerID uuid.NullUUID `gorm:"type:binary(16)"`
	Legacy  string        `gorm:"type:char(36)"`
	Note    string
	Name    string
}

// Open opens the database of the contacts.
func Open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidregister): after an error there is no plugin
	return db, nil
}

// OpenRight opens the database of the contacts.
func OpenRight(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, fmt.Errorf("crm: %w", err)
	}
	return db, nil
}

// Migrate makes the tables.
func Migrate(db *gorm.DB) error {
	if err := gormtype.Check(db, &Contact{}); err != nil { // WRONG(uuidregister): it is logged, and the migration goes on
		log.Printf("crm: check: %v", err)
	}
	return db.AutoMigrate(&Contact{})
}

// MigrateRight makes the tables.
func MigrateRight(db *gorm.DB) error {
	if err := gormtype.Check(db, &Contact{}); err != nil {
		log.Printf("crm: check: %v", err)
		return err
	}
	return db.AutoMigrate(&Contact{})
}

// Service is what the handlers call.
type Service struct{ db *gorm.DB }

// Name returns the name of a contact.
func (s *Service) Name(id uuid.UUID) (name string, err error) {
	err = s.db.Raw("SELECT name FROM contacts WHERE id = UNHEX(REPLACE(?, '-', ''))", id).Scan(&name).Error // WRONG(uuidconnector): the plugin sends bytes
	return name, err
}

// NameRight returns the name of a contact.
func (s *Service) NameRight(id uuid.UUID) (name string, err error) {
	err = s.db.Raw("SELECT name FROM contacts WHERE id = ?", id).Scan(&name).Error
	return name, err
}

// Legacy finds a contact by the id that it had in the old program.
func (s *Service) Legacy(ctx context.Context, id uuid.UUID) (c Contact, err error) {
	err = s.db.WithContext(ctx).Where("legacy = ?", id).Take(&c).Error // WRONG(uuidconnector): bytes for a char(36)
	return c, err
}

// LegacyRight finds a contact by the id that it had in the old program.
func (s *Service) LegacyRight(ctx context.Context, id uuid.UUID) (c Contact, err error) {
	err = s.db.WithContext(ctx).Where("legacy = ?", gormtype.Text(id)).Take(&c).Error
	return c, err
}

// Merge notes where a contact comes from.
func (s *Service) Merge(from, to uuid.UUID) error {
	return s.db.Exec("UPDATE contacts SET note = CONCAT('merged ', ?) WHERE id = ?", from, to).Error // WRONG(uuidconnector): 16 bytes in a note
}

// MergeRight notes where a contact comes from.
func (s *Service) MergeRight(from, to uuid.UUID) error {
	return s.db.Exec("UPDATE contacts SET note = CONCAT('merged ', ?) WHERE id = ?", from.String(), to).Error
}

// Shop finds the contact of a customer of the shop, which has gofrs's ids.
func (s *Service) Shop(id gofrs.UUID) (c Contact, err error) {
	err = s.db.First(&c, "id = ?", id).Error // WRONG(uuidconnector): gofrs's type is not listed, and is sent as text
	return c, err
}

// ShopRight finds the contact of a customer of the shop.
func (s *Service) ShopRight(id gofrs.UUID) (c Contact, err error) {
	err = s.db.First(&c, "id = ?", uuid.UUID(id)).Error
	return c, err
}

// Owned returns the contacts of an owner.
func (s *Service) Owned(owner uuid.UUID) (list []Contact, err error) {
	err = s.db.Where("owner_id = ?", owner.String()).Order("name").Find(&list).Error // WRONG(uuidtext): in SQL text stays text
	return list, err
}

// OwnedRight returns the contacts of an owner.
func (s *Service) OwnedRight(owner uuid.UUID) (list []Contact, err error) {
	err = s.db.Where("owner_id = ?", owner).Order("name").Find(&list).Error
	return list, err
}

// OwnedByMapRight names the field, for which the plugin parses text.
func (s *Service) OwnedByMapRight(owner uuid.UUID) (list []Contact, err error) {
	err = s.db.Where(map[string]any{"owner_id": owner.String()}).Order("name").Find(&list).Error
	return list, err
}

// Delete deletes contacts. The plugin takes a list of google's UUIDs as keys.
func (s *Service) Delete(ids ...uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	return s.db.Delete(&Contact{}, ids).Error
}

// Purge deletes contacts.
func (s *Service) Purge(ids []uuid.UUID) error {
	var texts []string
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	return s.db.Where("id IN ?", texts).Delete(&Contact{}).Error // WRONG(uuidtext): texts for a binary(16)
}

// PurgeRight deletes contacts.
func (s *Service) PurgeRight(ids []uuid.UUID) error {
	return s.db.Where("id IN ?", ids).Delete(&Contact{}).Error
}
