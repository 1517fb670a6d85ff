package tenants

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Repo has the queries.
type Repo struct{ db *gorm.DB }

// Load returns a tenant with its seats.
func (r Repo) Load(ctx context.Context, id TenantID) (*Tenant, error) {
	var t Tenant
	err := r.db.WithContext(ctx).Preload("Seats").First(&t, id).Error // WRONG(gormid): a list of 16 numbers
	return &t, err
}

// LoadRight names the column.
func (r Repo) LoadRight(ctx context.Context, id TenantID) (*Tenant, error) {
	var t Tenant
	err := r.db.WithContext(ctx).Preload("Seats").First(&t, "id = ?", id).Error
	return &t, err
}

// Remove deletes a tenant and its seats.
func (r Repo) Remove(ctx context.Context, id TenantID) error {
	return r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Where("tenant_id = ?", id).Delete(&Seat{}).Error; err != nil {
			return err
		}
		return tx.Delete(&Tenant{}, id).Error // WRONG(gormid): a list of 16 numbers
	})
}

// RemoveRight deletes a tenant and its seats.
func (r Repo) RemoveRight(ctx context.Context, id TenantID) error {
	return r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Where("tenant_id = ?", id).Delete(&Seat{}).Error; err != nil {
			return err
		}
		return tx.Delete(&Tenant{ID: id}).Error
	})
}

// Rename changes a tenant's name.
func (r Repo) Rename(id TenantID, name string) error {
	key := map[string]any{"id": id[:]}
	return r.db.Model(&Tenant{}).Where(key).Update("name", name).Error // WRONG(gormid): GORM expands the bytes of a map
}

// RenameRight changes a tenant's name.
func (r Repo) RenameRight(id TenantID, name string) error {
	return r.db.Model(&Tenant{}).Where("id = ?", id[:]).Update("name", name).Error
}

// Plans returns the plans of an id.
func (r Repo) Plans(plan PlanID, max int) (plans []Plan, err error) {
	filter := map[string]any{}
	filter["plan_id"] = plan
	err = r.db.Table("plans").Where("price < ?", max).Where(filter).Find(&plans).Error // WRONG(gormid): PlanID has no Value, so it is a list of numbers
	return plans, err
}

// PlansRight returns the plans of an id.
func (r Repo) PlansRight(plan PlanID, max int) (plans []Plan, err error) {
	err = r.db.Table("plans").Where("price < ?", max).Where("plan_id = ?", TenantID(plan)).Find(&plans).Error
	return plans, err
}

// Get reads a row of any model by its key.
func Get[M any](db *gorm.DB, id TenantID) (M, error) {
	var row M
	err := db.Take(&row, id).Error // WRONG(gormid): a list of 16 numbers
	return row, err
}

// GetRight reads a row of any model by its key.
func GetRight[M any](db *gorm.DB, id TenantID) (M, error) {
	var row M
	err := db.Take(&row, "id = ?", id).Error
	return row, err
}

// Exists reports whether there is a tenant.
func (r Repo) Exists(id uuid.UUID) (bool, error) {
	var found []Tenant
	err := r.db.Limit(1).Find(&found, sqlx.Binary(id)).Error // WRONG(gormid): the Value of a Binary is bytes
	return len(found) == 1, err
}

// ExistsRight reports whether there is a tenant.
func (r Repo) ExistsRight(id uuid.UUID) (bool, error) {
	var found []Tenant
	err := r.db.Limit(1).Find(&found, "id = ?", TenantID(id)).Error
	return len(found) == 1, err
}

// Seat returns a seat.
func (r Repo) Seat(id uuid.UUID) (seat Seat, err error) {
	err = r.db.First(&seat, id.String()).Error // WRONG(gormstring): the text is SQL
	return seat, err
}

// SeatRight returns a seat.
func (r Repo) SeatRight(id uuid.UUID) (seat Seat, err error) {
	err = r.db.First(&seat, "id = ?", id.String()).Error
	return seat, err
}

// Card takes google's UUID alone, which GORM sends as text.
func (r Repo) Card(id uuid.UUID) (card Card, err error) {
	err = r.db.First(&card, id).Error
	return card, err
}

// Leave deletes a seat.
func (r Repo) Leave(badge uuid.UUID) error {
	seat := Seat{ID: badge.String()}
	return r.db.Delete(&Seat{}, seat.ID).Error // WRONG(gormstring): a text of digits alone deletes all seats
}

// LeaveRight deletes a seat by the key in the model.
func (r Repo) LeaveRight(badge uuid.UUID) error {
	seat := Seat{ID: badge.String()}
	return r.db.Delete(&seat).Error
}

// ServeHTTP answers with the name of a seat.
func (r Repo) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	id := req.PathValue("id")
	if err := uuid.Validate(id); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var seat Seat
	if err := r.db.Take(&seat, id).Error; err != nil { // WRONG(gormstring): the text of a request is SQL
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Write([]byte(seat.Name))
}

// ServeRight answers with the name of a seat.
func (r Repo) ServeRight(w http.ResponseWriter, req *http.Request) {
	id := req.PathValue("id")
	if err := uuid.Validate(id); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var seat Seat
	if err := r.db.Take(&seat, "id = ?", id).Error; err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Write([]byte(seat.Name))
}

// Rest returns all cards but one.
func (r Repo) Rest(id uuid.UUID) (cards []Card, err error) {
	conds := []any{id.String()}
	err = r.db.Not(conds[0]).Find(&cards).Error // WRONG(gormstring): the text is SQL
	return cards, err
}

// RestRight returns all cards but one.
func (r Repo) RestRight(id uuid.UUID) (cards []Card, err error) {
	err = r.db.Not("id = ?", id.String()).Find(&cards).Error
	return cards, err
}

func keyOf(c Card) string { return c.ID.String() }

// Renew reads a card again.
func (r Repo) Renew(c *Card) error {
	return r.db.Where(keyOf(*c)).First(c).Error // WRONG(gormstring): Where takes the text for SQL
}

// RenewRight reads a card again.
func (r Repo) RenewRight(c *Card) error {
	return r.db.Where(map[string]any{"id": keyOf(*c)}).First(c).Error
}

// Many takes texts in a slice, which is a list of keys.
func (r Repo) Many(ids []uuid.UUID) (seats []Seat, err error) {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	err = r.db.Where("id IN ?", texts).Find(&seats).Error
	return seats, err
}

// Staff counts the seats of a tenant.
func (r Repo) Staff(tenant uuid.UUID) (n int64, err error) {
	err = r.db.Model(&Seat{}).Where("tenant_id = ?", tenant.String()).Count(&n).Error // WRONG(uuidtext): text for a binary(16)
	return n, err
}

// StaffRight counts the seats of a tenant.
func (r Repo) StaffRight(tenant uuid.UUID) (n int64, err error) {
	err = r.db.Model(&Seat{}).Where("tenant_id = ?", TenantID(tenant)).Count(&n).Error
	return n, err
}

// Badge finds a seat by its badge.
func (r Repo) Badge(badge uuid.UUID) (seat Seat, err error) {
	err = r.db.Where("badge = ?", badge[:]).First(&seat).Error // WRONG(uuidtext): bytes for a char(36)
	return seat, err
}

// BadgeRight finds a seat by its badge.
func (r Repo) BadgeRight(badge uuid.UUID) (seat Seat, err error) {
	err = r.db.Where("badge = ?", badge).First(&seat).Error
	return seat, err
}
