package helpdesk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

type Ticket struct {
	ID       string `gorm:"type:char(36);primaryKey"`
	AgentID  string `gorm:"type:char(36)"`
	Subject  string
	Priority int
}

type Agent struct {
	ID   string `gorm:"type:char(36);primaryKey"`
	Name string
}

func NewTicket(subject string) *Ticket {
	return &Ticket{ID: uuid.NewString(), Subject: subject, Priority: 3}
}

type Desk struct{ DB *gorm.DB }

func (d *Desk) Open(ctx context.Context, subject string) (*Ticket, error) {
	t := NewTicket(subject)
	return t, d.DB.WithContext(ctx).Create(t).Error
}

func (d *Desk) Reload(ctx context.Context, t *Ticket) error {
	var fresh Ticket
	if err := d.DB.WithContext(ctx).Take(&fresh, t.ID).Error; err != nil { // WRONG(gormstring): SQL, not an id
		return err
	}
	*t = fresh
	return nil
}

func (d *Desk) ReloadRight(ctx context.Context, t *Ticket) error {
	var fresh Ticket
	if err := d.DB.WithContext(ctx).Take(&fresh, "id = ?", t.ID).Error; err != nil {
		return err
	}
	*t = fresh
	return nil
}

func (d *Desk) Find(ctx context.Context, text string) (*Ticket, error) {
	if err := uuid.Validate(text); err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	t := new(Ticket)
	err := d.DB.WithContext(ctx).Last(t, text).Error // WRONG(gormstring): SQL, not an id
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return t, err
}

func (d *Desk) FindRight(ctx context.Context, text string) (*Ticket, error) {
	if err := uuid.Validate(text); err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	t := new(Ticket)
	err := d.DB.WithContext(ctx).Last(t, map[string]any{"id": text}).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return t, err
}

func load[T any](db *gorm.DB, id string) (v T, err error) {
	err = db.First(&v, id).Error // WRONG-ALSO(gormstring)
	return v, err
}

func loadBy[T any](db *gorm.DB, id string) (v T, err error) {
	err = db.First(&v, "id = ?", id).Error
	return v, err
}

func (d *Desk) Agent(id uuid.UUID) (Agent, error) {
	return load[Agent](d.DB, id.String()) // WRONG(gormstring): load makes SQL of it
}

func (d *Desk) AgentRight(id uuid.UUID) (Agent, error) {
	return loadBy[Agent](d.DB, id.String())
}

func (d *Desk) Close(ids ...uuid.UUID) error {
	for _, id := range ids {
		key := fmt.Sprint(id)
		if err := d.DB.Where(key).Delete(&Ticket{}).Error; err != nil { // WRONG(gormstring): SQL, not an id
			return err
		}
	}
	return nil
}

func (d *Desk) CloseRight(ids ...uuid.UUID) error {
	for _, id := range ids {
		key := fmt.Sprint(id)
		if err := d.DB.Where("id = ?", key).Delete(&Ticket{}).Error; err != nil {
			return err
		}
	}
	return nil
}

// Urgent orders and counts without ids.
func (d *Desk) Urgent() (list []Ticket, err error) {
	err = d.DB.Where("priority < 2").Order("priority").Find(&list).Error
	return list, err
}

// Assign names its columns.
func (d *Desk) Assign(t *Ticket, agent uuid.UUID) error {
	return d.DB.Model(t).Updates(map[string]any{"agent_id": agent.String()}).Error
}

// Many takes a list of keys.
func (d *Desk) Many(ids []string) (list []Ticket, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = d.DB.Find(&list, "id IN ?", ids).Error
	return list, err
}
