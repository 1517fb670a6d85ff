// Package bundles has the models of an API that embed things.
package bundles

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

type Order struct {
	google.UUID `json:"id"` // WRONG(uuidembed): JSON has the UUID alone
	Total       int         `json:"total"`
}

type OrderRight struct {
	ID    google.UUID `json:"id"`
	Total int         `json:"total"`
}

type Refund struct {
	uuid.UUID         // WRONG(uuidembed): without a tag, too
	Amount    int     `json:"amount"`
	Reason    *string `json:"reason"`
}

// BaseRight is embedded itself, and has its UUID in a field.
type BaseRight struct {
	ID      kit.UUID  `json:"id"`
	Created time.Time `json:"created"`
}

type RefundRight struct {
	BaseRight
	Amount int `json:"amount"`
}

type Line struct {
	*kit.UUID // WRONG(uuidembed): a pointer gives its methods, too
	Count     int
}

type LineRight struct {
	Product *kit.UUID
	Count   int
}

// Ref is a UUID with a name, and nothing else.
type Ref struct{ google.UUID }

func (r Ref) Known() bool { return r.UUID != google.Nil }

type RefRight = Ref

type Gift struct {
	Ref         // WRONG(uuidembed): the methods come from two levels below
	Text string `json:"text"`
}

type GiftRight struct {
	Ref  Ref    `json:"ref"`
	Text string `json:"text"`
}

type Coupon struct {
	google.NullUUID // WRONG(uuidembed): a NullUUID has the same methods
	Percent         int
}

type CouponRight struct {
	ID      google.NullUUID
	Percent int
}

// Stamp has MarshalJSON, but is still a UUID to database/sql.
type Stamp struct {
	google.UUID // WRONG(uuidembed): Value and Scan are inherited
	At          time.Time
}

func (s Stamp) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"id": s.UUID, "at": s.At})
}

func (s Stamp) Save(db *sql.DB) error {
	_, err := db.Exec(`INSERT INTO stamps (stamp) VALUES ($1)`, s)
	return err
}

// StampRight has a method of its own for each.
type StampRight struct {
	ID google.UUID
	At time.Time
}

func (s StampRight) Value() (driver.Value, error) {
	return s.ID.String() + "@" + s.At.Format(time.RFC3339), nil
}

func (s *StampRight) Scan(v any) error {
	text, ok := v.(string)
	if !ok || len(text) < 37 {
		return errors.New("bundles: no stamp")
	}
	id, err := google.Parse(text[:36])
	if err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, text[37:])
	s.ID, s.At = id, at
	return err
}

// LockerRight embeds an interface.
type LockerRight struct {
	fmt.Stringer
	Name string
}

func NewLockerRight(id google.UUID) LockerRight { return LockerRight{id, "locker"} }

// plainID has no methods to inherit.
type plainID uuid.UUID

type RawRight struct {
	plainID
	Name string `json:"name"`
}

func (r RawRight) TextRight() string { return uuid.UUID(r.plainID).String() }
