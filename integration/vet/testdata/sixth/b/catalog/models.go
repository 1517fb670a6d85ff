// Package catalog has the models of the product catalog and their API.
package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

// Product is one line of the catalog.
type Product struct {
	uuid.UUID `json:"id"` // WRONG(uuidembed): JSON writes the id alone
	Name      string      `json:"name"`
	Price     int64       `json:"price"`
}

type ProductRight struct {
	ID    uuid.UUID `json:"id"`
	Name  string    `json:"name"`
	Price int64     `json:"price"`
}

// Brand has an id of the old service, which uses gofrs.
type Brand struct {
	gofrs.UUID // WRONG(uuidembed): Name and Country are lost
	Name       string
	Country    string
}

type BrandRight struct {
	ID      gofrs.UUID
	Name    string
	Country string
}

// Category may have no parent.
type Category struct {
	Title         string             `json:"title"`
	UpdatedAt     time.Time          `json:"updated_at"`
	uuid.NullUUID `json:"parent_id"` // WRONG(uuidembed): the category is written as its parent's id
}

type CategoryRight struct {
	Title     string        `json:"title"`
	UpdatedAt time.Time     `json:"updated_at"`
	ParentID  uuid.NullUUID `json:"parent_id"`
}

// Entity is the head of all models, an id alone.
type Entity struct {
	uuid.UUID
}

type Supplier struct {
	Entity         // WRONG(uuidembed): Entity has the methods of its UUID, and so has Supplier
	Company string `json:"company"`
	VAT     string `json:"vat"`
}

type SupplierRight struct {
	Entity  Entity `json:"id"`
	Company string `json:"company"`
	VAT     string `json:"vat"`
}

// Price writes its own JSON, but database/sql sees the Value of the UUID.
type Price struct {
	uuid.UUID // WRONG(uuidembed): as an argument it is the id, without Cents
	Cents     int64
}

func (p Price) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"product": p.UUID, "cents": p.Cents})
}

type PriceRight struct {
	Product uuid.UUID
	Cents   int64
}

func (p PriceRight) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"product": p.Product, "cents": p.Cents})
}

// Page is one page of a list.
type Page[T any] struct {
	Items []T        `json:"items"`
	Next  *uuid.UUID `json:"next,omitempty"`
}

type Repo struct{ db *sql.DB }

func (r Repo) Products(ctx context.Context, after uuid.UUID) (Page[ProductRight], error) {
	var page Page[ProductRight]
	rows, err := r.db.QueryContext(ctx, `SELECT id, name, price FROM products WHERE id > $1 ORDER BY id LIMIT 50`, after)
	if err != nil {
		return page, err
	}
	defer rows.Close()
	for rows.Next() {
		var p ProductRight
		if err := rows.Scan(&p.ID, &p.Name, &p.Price); err != nil {
			return page, err
		}
		page.Items = append(page.Items, p)
	}
	if n := len(page.Items); n == 50 {
		page.Next = &page.Items[n-1].ID
	}
	return page, rows.Err()
}

func (r Repo) Save(ctx context.Context, p PriceRight) error {
	_, err := r.db.ExecContext(ctx, `UPDATE products SET price = $1 WHERE id = $2`, p.Cents, p.Product)
	return err
}

// List answers with a page of products.
func (r Repo) List(w http.ResponseWriter, req *http.Request) {
	after := uuid.Nil
	if text := req.URL.Query().Get("after"); text != "" {
		id, err := uuid.Parse(text)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		after = id
	}
	page, err := r.Products(req.Context(), after)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(page)
}
