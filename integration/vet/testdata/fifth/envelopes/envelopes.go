// Package envelopes writes the messages of a service as JSON.
package envelopes

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"

	"github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type OrderID uuid.UUID

type CustomerID uuid.UUID

func (c CustomerID) MarshalJSON() ([]byte, error) { return json.Marshal(uuid.UUID(c)) }

func (c *CustomerID) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, (*uuid.UUID)(c)) }

type SellerID = uuid.UUID

type shop struct{}

func (shop) Prefix() string { return "shop" }

type ShopID = typed.ID[shop]

type Message struct {
	Order    OrderID                `json:"order"` // WRONG(uuidjson): 16 numbers
	Customer CustomerID             `json:"customer"`
	Voucher  sql.Null[uuid.UUID]    `json:"voucher"` // WRONG(uuidjson): an object of V and Valid
	Related  []OrderID              `json:"related"` // WRONG(uuidjson): a list of lists
	Seller   SellerID               `json:"seller"`
	Gift     *sql.Null[kit.UUID]    `json:"gift"` // WRONG(uuidjson): a pointer to it
	Attrs    map[string]interface{} `json:"attrs"`
}

type MessageRight struct {
	Order    uuid.UUID        `json:"order"`
	Customer CustomerID       `json:"customer"`
	Voucher  uuid.NullUUID    `json:"voucher"`
	Gift     *kit.UUID        `json:"gift"`
	Related  []uuid.UUID      `json:"related"`
	Shop     ShopID           `json:"shop"`
	Seller   SellerID         `json:"seller"`
	Internal OrderID          `json:"-"`
	Name     sql.Null[string] `json:"-"`
}

// Row is of the database, and no JSON.
type RowRight struct {
	Order   OrderID
	Voucher sql.Null[uuid.UUID]
}

func (r RowRight) MessageRight() MessageRight {
	return MessageRight{
		Order:   uuid.UUID(r.Order),
		Voucher: uuid.NullUUID{UUID: r.Voucher.V, Valid: r.Voucher.Valid},
	}
}

// MarshalJSON makes the row right by itself.
func (r RowRight) MarshalJSON() ([]byte, error) { return json.Marshal(r.MessageRight()) }

func Write(w io.Writer, id OrderID) error {
	return json.NewEncoder(w).Encode(id) // WRONG(uuidjson): the value alone
}

func WriteRight(w io.Writer, id OrderID) error { return json.NewEncoder(w).Encode(uuid.UUID(id)) }

func WriteRowRight(w io.Writer, r RowRight) error { return json.NewEncoder(w).Encode(r) }

func Reply(w http.ResponseWriter, v sql.Null[uuid.UUID]) {
	body := map[string]any{"voucher": v}
	b, err := json.MarshalIndent(body, "", "  ") // WRONG(uuidjson): the value of a map
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(b)
}

func ReplyRight(w http.ResponseWriter, v sql.Null[uuid.UUID]) {
	body := map[string]any{"voucher": nil}
	if v.Valid {
		body["voucher"] = v.V
	}
	b, err := json.MarshalIndent(body, "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(b)
}

func encode[T any](v T) ([]byte, error) {
	var buf bytes.Buffer
	err := json.NewEncoder(&buf).Encode(struct {
		Data T `json:"data"`
	}{v})
	return buf.Bytes(), err
}

func Order(id OrderID) ([]byte, error) {
	return encode(id) // WRONG(uuidjson): through a generic envelope
}

func OrderRight(id OrderID) ([]byte, error) { return encode(uuid.UUID(id)) }

func CustomerRight(id CustomerID) ([]byte, error) { return encode(id) }

func ShopRight(id ShopID) ([]byte, error) { return encode(id) }

// TextRight is text already.
func TextRight(id OrderID) ([]byte, error) { return json.Marshal(uuid.UUID(id).String()) }

// StructsRight is a struct without tags, of types that are right.
func StructsRight(id uuid.UUID, ids []kit.UUID) ([]byte, error) {
	return json.Marshal(struct {
		ID  uuid.UUID
		IDs []kit.UUID
	}{id, ids})
}

// KeyRight: the keys of a map are text.
func KeyRight(m map[uuid.UUID]int) ([]byte, error) { return json.Marshal(m) }
