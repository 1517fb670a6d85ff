// Package payload has the messages between the book market and its sellers.
package payload

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type SellerID uuid.UUID

type ListingID gofrs.UUID

type Listing struct {
	ID     ListingID           `json:"id"`     // WRONG(uuidjson): 16 numbers
	Seller SellerID            `json:"seller"` // WRONG(uuidjson): 16 numbers
	Parent sql.Null[uuid.UUID] `json:"parent"` // WRONG(uuidjson): an object
	Batch  sql.Null[kit.UUID]  `json:"batch"`  // WRONG(uuidjson): an object
	Also   []SellerID          `json:"also"`   // WRONG(uuidjson): lists of numbers
	Main   *SellerID           `json:"main"`   // WRONG(uuidjson): 16 numbers behind a pointer
	Price  int                 `json:"price"`
}

type ListingRight struct {
	ID     gofrs.UUID    `json:"id"`
	Seller uuid.UUID     `json:"seller"`
	Parent uuid.NullUUID `json:"parent"`
	Batch  kit.NullUUID  `json:"batch"`
	Also   []uuid.UUID   `json:"also"`
	Main   *uuid.UUID    `json:"main"`
	Price  int           `json:"price"`
}

func encode(id SellerID) ([]byte, error) {
	return json.Marshal(id) // WRONG(uuidjson): 16 numbers
}

func encodeRight(id SellerID) ([]byte, error) {
	return json.Marshal(uuid.UUID(id))
}

func stream(w io.Writer, ids []ListingID) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(ids) // WRONG(uuidjson): lists of numbers
}

func streamRight(w io.Writer, ids []ListingID) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	out := make([]gofrs.UUID, len(ids))
	for i, id := range ids {
		out[i] = gofrs.UUID(id)
	}
	return enc.Encode(out)
}

func ginSeller(c *gin.Context, s SellerID) {
	c.JSON(http.StatusOK, s) // WRONG(uuidjson): 16 numbers
}

func ginSellerRight(c *gin.Context, s SellerID) {
	c.JSON(http.StatusOK, uuid.UUID(s))
}

func echoParent(c echo.Context, p sql.Null[uuid.UUID]) error {
	return c.JSON(http.StatusOK, p) // WRONG(uuidjson): an object
}

func echoParentRight(c echo.Context, p sql.Null[uuid.UUID]) error {
	return c.JSON(http.StatusOK, uuid.NullUUID{UUID: p.V, Valid: p.Valid})
}

func index(m map[string]SellerID) (string, error) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(m); err != nil { // WRONG(uuidjson): values of numbers
		return "", err
	}
	return b.String(), nil
}

func indexRight(m map[string]SellerID) (string, error) {
	var b bytes.Buffer
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[k] = uuid.UUID(v).String()
	}
	if err := json.NewEncoder(&b).Encode(out); err != nil {
		return "", err
	}
	return b.String(), nil
}

// OfferID writes text.
type OfferID uuid.UUID

func (o OfferID) MarshalText() ([]byte, error) { return uuid.UUID(o).MarshalText() }

func (o *OfferID) UnmarshalText(b []byte) error { return (*uuid.UUID)(o).UnmarshalText(b) }

// BuyerID is an alias.
type BuyerID = uuid.UUID

type Offer struct {
	ID    OfferID  `json:"id"`
	Buyer BuyerID  `json:"buyer"`
	Old   SellerID `json:"-"`
	null  sql.Null[uuid.UUID]
}

func (o Offer) known() bool { return o.null.Valid }

func offer(c *gin.Context, o Offer) { c.JSON(http.StatusOK, o) }

func number(n sql.Null[int64]) ([]byte, error) { return json.Marshal(n) }

var _ = []any{encode, encodeRight, stream, streamRight, ginSeller, ginSellerRight, echoParent, echoParentRight, index, indexRight, Offer.known, offer, number}
