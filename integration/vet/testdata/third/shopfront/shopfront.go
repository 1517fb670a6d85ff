// Package shopfront has the JSON of the shop, and its handlers.
package shopfront

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gofrs/uuid/v5"

	"example.com/depot/ids"
)

// A Page is a part of a list.
type Page[T any] struct {
	Items []T        `json:"items"`
	Next  *uuid.UUID `json:"next,omitempty"`
}

// Order is what the shop shows.
type Order struct {
	ID      ids.OrderID         `json:"id"`                // WRONG(uuidjson): 16 numbers
	Cart    ids.CartID          `json:"cart"`              // has MarshalText
	Buyer   sql.Null[uuid.UUID] `json:"buyer"`             // WRONG(uuidjson): an object of V and Valid
	Voucher uuid.UUID           `json:"voucher,omitempty"` // WRONG(uuidomit): never empty
	Gift    uuid.NullUUID       `json:"gift,omitempty"`    // WRONG(uuidomit): a struct is never empty
	Made    time.Time           `json:"made"`
}

// OrderRight is what the shop shows.
type OrderRight struct {
	ID      uuid.UUID     `json:"id"`
	Cart    ids.CartID    `json:"cart"`
	Buyer   uuid.NullUUID `json:"buyer"`
	Voucher uuid.UUID     `json:"voucher,omitzero"`
	Gift    *uuid.UUID    `json:"gift,omitempty"`
	Secret  ids.OrderID   `json:"-"`
	Made    time.Time     `json:"made"`
}

// Line is a row of an order.
type Line struct {
	uuid.UUID `json:"id"` // WRONG(uuidembed): JSON writes the UUID alone
	Count     int         `json:"count"`
	Title     string      `json:"title"`
}

// LineRight is a row of an order.
type LineRight struct {
	ID    uuid.UUID `json:"id"`
	Count int       `json:"count"`
	Title string    `json:"title"`
}

// Shop has the database.
type Shop struct{ db *sql.DB }

// Latest answers with the ids of the latest orders.
func (s *Shop) Latest(w http.ResponseWriter, list []uuid.UUID) error {
	latest := make([]ids.OrderID, len(list))
	for i, id := range list {
		latest[i] = ids.OrderID(id)
	}
	return json.NewEncoder(w).Encode(latest) // WRONG(uuidjson): lists of 16 numbers
}

// LatestRight answers with the ids of the latest orders.
func (s *Shop) LatestRight(w http.ResponseWriter, list []uuid.UUID) error {
	return json.NewEncoder(w).Encode(list)
}

// Event is what a hook of a customer gets.
func Event(kind string, order ids.OrderID) ([]byte, error) {
	body := map[string]any{"kind": kind, "order": order}
	return json.Marshal(body) // WRONG(uuidjson): 16 numbers
}

// EventRight is what a hook of a customer gets.
func EventRight(kind string, order ids.OrderID) ([]byte, error) {
	body := map[string]any{"kind": kind, "order": uuid.UUID(order)}
	return json.Marshal(body)
}

// Show answers with an order.
func (s *Shop) Show(w http.ResponseWriter, r *http.Request) {
	id := uuid.FromStringOrNil(r.PathValue("id"))
	if id == uuid.Nil {
		http.NotFound(w, r)
		return
	}
	var o OrderRight
	if err := s.db.QueryRowContext(r.Context(), `SELECT id, made FROM orders WHERE id = $1`, id).Scan(&o.ID, &o.Made); err != nil {
		http.NotFound(w, r)
		return
	}
	json.NewEncoder(w).Encode(o)
}

// Claim gives an order to a buyer.
func (s *Shop) Claim(w http.ResponseWriter, r *http.Request) {
	order, err := uuid.FromString(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	buyer, _ := uuid.FromString(r.FormValue("buyer"))
	if _, err := s.db.ExecContext(r.Context(), `UPDATE orders SET buyer = $1 WHERE id = $2`, buyer, order); err != nil { // WRONG(uuiderror): the buyer may be Nil
		http.Error(w, "sorry", http.StatusInternalServerError)
	}
}

// ClaimRight gives an order to a buyer.
func (s *Shop) ClaimRight(w http.ResponseWriter, r *http.Request) {
	order, err := uuid.FromString(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	buyer, err := uuid.FromString(r.FormValue("buyer"))
	if err != nil {
		http.Error(w, "no buyer", http.StatusBadRequest)
		return
	}
	if _, err := s.db.ExecContext(r.Context(), `UPDATE orders SET buyer = $1 WHERE id = $2`, buyer, order); err != nil {
		http.Error(w, "sorry", http.StatusInternalServerError)
	}
}

// Mine reports whether the user of a request is the buyer of an order.
func Mine(o *OrderRight, r *http.Request) bool {
	var user uuid.UUID
	user.UnmarshalText([]byte(r.Header.Get("X-User")))
	return o.Buyer.UUID == user // WRONG(uuiderror): a bad header is Nil, which is the buyer of an order without one
}

// MineRight reports whether the user of a request is the buyer of an order.
func MineRight(o *OrderRight, r *http.Request) bool {
	var user uuid.UUID
	if err := user.UnmarshalText([]byte(r.Header.Get("X-User"))); err != nil {
		return false
	}
	return o.Buyer.Valid && o.Buyer.UUID == user
}
