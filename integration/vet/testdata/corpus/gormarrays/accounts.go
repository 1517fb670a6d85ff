// Package gormarrays has models whose ids are arrays of bytes without a Value method.
package gormarrays

import (
	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

// AccountID is an id without methods.
type AccountID [16]byte

// PlanID is defined over google's type, and has none of its methods.
type PlanID uuid.UUID

// Account is stored with the bytes of its id.
type Account struct {
	ID     []byte `gorm:"primaryKey;type:binary(16)"`
	PlanID []byte `gorm:"type:binary(16)"`
	Owner  string
}

// Voucher has the field type of gormtype.
type Voucher struct {
	ID   gormtype.UUID `gorm:"primaryKey"`
	Used bool
}

type repo struct{ db *gorm.DB }

func (r repo) account(id AccountID) (a Account, err error) {
	err = r.db.First(&a, id).Error // WRONG(gormid): GORM makes a list of 16 numbers of the array
	return a, err
}

func (r repo) accountOf(id AccountID) (a Account, err error) {
	err = r.db.First(&a, "id = ?", id[:]).Error
	return a, err
}

func (r repo) close(id AccountID) error {
	key := id[:]
	return r.db.Delete(&Account{}, key).Error // WRONG(gormid): a []byte as the only condition is a list of numbers, and MySQL deletes other rows
}

func (r repo) closeOf(id AccountID) error {
	key := id[:]
	return r.db.Where("id = ?", key).Delete(&Account{}).Error
}

func (r repo) byPlan(plan PlanID) (list []Account, err error) {
	err = r.db.Where(map[string]any{"plan_id": plan}).Find(&list).Error // WRONG(gormid): in a map the array is IN of 16 numbers
	return list, err
}

func (r repo) byPlanOf(plan PlanID) (list []Account, err error) {
	err = r.db.Where(map[string]any{"plan_id": gormtype.UUID(plan)}).Find(&list).Error
	return list, err
}

func (r repo) voucher(id uuid.UUID) (v Voucher, err error) {
	err = r.db.First(&v, sqlx.Binary(id)).Error // WRONG(gormid): the Value of sqlx.Binary is a []byte, which GORM expands into 16 numbers
	return v, err
}

func (r repo) voucherOf(id uuid.UUID) (v Voucher, err error) {
	err = r.db.First(&v, gormtype.UUID(id)).Error
	return v, err
}

func (r repo) use(code uuid.UUID) error {
	key := sqlx.Binary(code)
	return r.db.Model(&Voucher{}).Where(key).Update("used", true).Error // WRONG(gormid): sqlx.Binary as the only condition is a list of 16 numbers to GORM
}

func (r repo) useOf(code uuid.UUID) error {
	key := gormtype.UUID(code)
	return r.db.Model(&Voucher{}).Where(key).Update("used", true).Error
}

type closing struct {
	account AccountID
	reason  string
}

func (r repo) run(jobs []closing) error {
	for _, job := range jobs {
		if job.reason == "" {
			continue
		}
		target := job.account
		if err := r.db.Delete(&Account{}, target).Error; err != nil { // WRONG(gormid): the array from the field of the job is 16 numbers
			return err
		}
	}
	return nil
}

func (r repo) runAll(jobs []closing) error {
	for _, job := range jobs {
		if job.reason == "" {
			continue
		}
		target := job.account
		if err := r.db.Delete(&Account{}, "id = ?", target[:]).Error; err != nil {
			return err
		}
	}
	return nil
}

// ---- What looks like the above, and is right ----

// A list of keys that are numbers.
type Level struct {
	ID   uint8
	Name string
}

func (r repo) levels(ids []int) (l []Level, err error) {
	err = r.db.Find(&l, ids).Error
	return l, err
}

// The array is bytes of a checksum, set as a value.
func (r repo) sum(id AccountID, plan PlanID) error {
	return r.db.Model(&Account{}).Where("id = ?", id[:]).Update("plan_id", plan[:]).Error
}

// A list of gormtype's.
func (r repo) some(a, b uuid.UUID) (v []Voucher, err error) {
	err = r.db.Find(&v, []gormtype.UUID{gormtype.UUID(a), gormtype.UUID(b)}).Error
	return v, err
}
