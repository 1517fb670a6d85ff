// Package crates packs works of art.
package crates

import (
	"database/sql"
	"encoding/json"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Crate struct {
	uuid.UUID `json:"id"` // WRONG(uuidembed): Weight is lost
	Weight    int         `json:"weight"`
}

type CrateRight struct {
	ID     uuid.UUID `json:"id"`
	Weight int       `json:"weight"`
}

type Seal struct {
	Number     int
	gofrs.UUID // WRONG(uuidembed): Number is lost
}

type SealRight struct {
	Number int
	UUID   gofrs.UUID
}

type Label struct {
	kit.UUID // WRONG(uuidembed): Text is lost
	Text     string
}

type LabelRight struct {
	UUID kit.UUID
	Text string
}

type Parcel struct {
	*uuid.UUID // WRONG(uuidembed): a pointer has the methods, too
	From, To   string
}

type ParcelRight struct {
	ID       *uuid.UUID
	From, To string
}

type Receipt struct {
	uuid.UUID `db:"receipt_id"` // WRONG(uuidembed): Value and Scan of the UUID
	Total     int               `db:"total"`
}

func (r Receipt) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"id": r.UUID, "total": r.Total})
}

type ReceiptRight struct {
	Key   uuid.UUID `db:"receipt_id"`
	Total int       `db:"total"`
}

func (r ReceiptRight) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"id": r.Key, "total": r.Total})
}

// Only has nothing else to lose.
type Only struct {
	uuid.UUID
}

type base struct {
	ID      uuid.UUID `json:"id"`
	Created int64     `json:"created"`
}

// Pallet embeds a struct with a named id.
type Pallet struct {
	base
	Height int `json:"height"`
}

func save(db *sql.DB, r ReceiptRight) error {
	_, err := db.Exec(`INSERT INTO receipt (receipt_id, total) VALUES ($1, $2)`, r.Key, r.Total)
	return err
}

var _ = save
