// Package tenants manages the companies that rent the depot. GORM has no plugin here.
package tenants

import (
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"
)

// TenantID is stored in 16 bytes.
type TenantID [16]byte

// NewTenantID returns an id of version 7.
func NewTenantID() TenantID { return TenantID(uuid.Must(uuid.NewV7())) }

// Value writes the bytes.
func (t TenantID) Value() (driver.Value, error) { return t[:], nil }

// Scan reads the bytes.
func (t *TenantID) Scan(src any) error {
	b, ok := src.([]byte)
	if !ok || len(b) != len(t) {
		return fmt.Errorf("tenants: scan %T into a TenantID", src)
	}
	copy(t[:], b)
	return nil
}

func (t TenantID) String() string { return uuid.UUID(t).String() }

// PlanID has no methods at all.
type PlanID [16]byte

// Tenant is a company.
type Tenant struct {
	ID      TenantID `gorm:"type:binary(16);primaryKey"`
	Name    string
	Created time.Time
	Seats   []Seat
}

// Seat is a person of a company.
type Seat struct {
	ID       string   `gorm:"type:char(36);primaryKey"`
	TenantID TenantID `gorm:"type:binary(16)"`
	Name     string
	Badge    uuid.UUID `gorm:"type:char(36)"`
}

// Card opens doors. google's UUID is text to GORM, also as a whole condition.
type Card struct {
	ID     uuid.UUID `gorm:"type:char(36);primaryKey"`
	SeatID string    `gorm:"type:char(36)"`
}

// Plan is what a company pays for. Its rows are read by other means.
type Plan struct {
	Code  string
	Price int
}

// Door is a door, in the old model.
type Door struct {
	Key   string `gorm:"type:binary(16);primaryKey"` // WRONG(uuidtext): a string for 16 bytes
	Floor int
}

// DoorRight is a door.
type DoorRight struct {
	Key   string `gorm:"type:char(36);primaryKey"`
	Floor int
}

// Open opens the database.
func Open(dsn string) (*gorm.DB, error) {
	return gorm.Open(mysql.Open(dsn+"?parseTime=true"), &gorm.Config{})
}
