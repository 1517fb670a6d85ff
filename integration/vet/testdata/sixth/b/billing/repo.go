// Package billing has the invoices, with GORM on MySQL.
package billing

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type Invoice struct {
	ID       uuid.UUID     `gorm:"type:binary(16);primaryKey"`
	Customer uuid.UUID     `gorm:"type:binary(16);index"`
	Replaces uuid.NullUUID `gorm:"type:binary(16)"`
	Ref      string        `gorm:"type:char(36)"` // id in the old system
	Meta     string        `gorm:"type:json"`
	Cents    int64
}

func (i *Invoice) BeforeCreate(*gorm.DB) (err error) {
	if i.ID == uuid.Nil {
		i.ID, err = uuid.NewV7()
	}
	return err
}

type Repo struct{ db *gorm.DB }

func Open(dsn string) (*Repo, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, err
	}
	if err := gormtype.Check(db, &Invoice{}); err != nil {
		return nil, err
	}
	return &Repo{db: db}, db.AutoMigrate(&Invoice{})
}

func (r *Repo) Find(ctx context.Context, id uuid.UUID) (*Invoice, error) {
	var inv Invoice
	err := r.db.WithContext(ctx).Where("id = UNHEX(REPLACE(?, '-', ''))", id).Take(&inv).Error // WRONG(uuidconnector): the plugin sends bytes
	return &inv, err
}

func (r *Repo) FindRight(ctx context.Context, id uuid.UUID) (*Invoice, error) {
	var inv Invoice
	err := r.db.WithContext(ctx).Where("id = ?", id).Take(&inv).Error
	return &inv, err
}

func (r *Repo) Total(customer uuid.UUID) (cents int64, err error) {
	err = r.db.Raw("SELECT COALESCE(SUM(cents), 0) FROM invoices WHERE BIN_TO_UUID(customer) = ?", customer).Scan(&cents).Error // WRONG(uuidconnector): text beside bytes
	return cents, err
}

func (r *Repo) TotalRight(customer uuid.UUID) (cents int64, err error) {
	err = r.db.Raw("SELECT COALESCE(SUM(cents), 0) FROM invoices WHERE customer = ?", customer).Scan(&cents).Error
	return cents, err
}

func (r *Repo) ByRef(ref uuid.UUID) (list []Invoice, err error) {
	err = r.db.Find(&list, "ref = ?", ref).Error // WRONG(uuidconnector): ref is char(36)
	return list, err
}

func (r *Repo) ByRefRight(ref uuid.UUID) (list []Invoice, err error) {
	err = r.db.Find(&list, "ref = ?", ref.String()).Error
	return list, err
}

func (r *Repo) Drop(tx *gorm.DB, order uuid.UUID) error {
	return tx.Where("JSON_UNQUOTE(JSON_EXTRACT(meta, '$.order')) = ?", order).Delete(&Invoice{}).Error // WRONG(uuidconnector): JSON has text
}

func (r *Repo) DropRight(tx *gorm.DB, order uuid.UUID) error {
	return tx.Where("JSON_UNQUOTE(JSON_EXTRACT(meta, '$.order')) = ?", order.String()).Delete(&Invoice{}).Error
}

// Accounts are gofrs's in the CRM.
func (r *Repo) CountFor(account gofrs.UUID) (n int64, err error) {
	err = r.db.Model(&Invoice{}).Where("customer = ?", account).Count(&n).Error // WRONG(uuidconnector): the plugin does not list gofrs's type
	return n, err
}

func (r *Repo) CountForRight(account gofrs.UUID) (n int64, err error) {
	err = r.db.Model(&Invoice{}).Where("customer = ?", uuid.UUID(account)).Count(&n).Error
	return n, err
}

func (r *Repo) Replace(old, by uuid.UUID) error {
	return r.db.Exec("UPDATE invoices SET replaces = ? WHERE id = ?", old, by).Error
}

func (r *Repo) Create(inv *Invoice) error { return r.db.Create(inv).Error }

func (r *Repo) Of(customers []uuid.UUID) (list []Invoice, err error) {
	err = r.db.Where("customer IN ?", customers).Order("id").Find(&list).Error
	return list, err
}

func (r *Repo) Rename(id uuid.UUID, ref uuid.UUID) error {
	return r.db.Model(&Invoice{}).Where("id = ?", id).Update("ref", ref.String()).Error
}

// Search gets text from the search page.
func (r *Repo) Search(text string) (list []Invoice, err error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return nil, err
	}
	err = r.db.Where("customer = ? OR id = ?", id, id).Find(&list).Error
	return list, err
}
