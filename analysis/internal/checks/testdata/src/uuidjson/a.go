package uuidjson

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

type User struct {
	ID     uuid.UUID           `json:"id"`
	BossID sql.Null[uuid.UUID] `json:"boss_id"` // want `encoding/json writes a sql.Null\[uuid.UUID\] as an object .*: use uuid.NullUUID or a pointer`
	TeamID uuid.NullUUID       `json:"team_id"`
	Hidden sql.Null[uuid.UUID] `json:"-"`
}

type row struct {
	BossID sql.Null[uuid.UUID]
}

type own struct {
	BossID sql.Null[uuid.UUID] `json:"boss_id"`
}

func (own) MarshalJSON() ([]byte, error) { return nil, nil }

func write(u User, r row, o own, e *json.Encoder) {
	json.Marshal(r)                                      // want `as an object`
	e.Encode([]row{r})                                   // want `as an object`
	json.Marshal(r.BossID)                               // want `as an object`
	json.Marshal(&r.BossID)                              // want `as an object`
	json.MarshalIndent([]sql.Null[uuid.UUID]{}, "", " ") // want `as an object`
	json.Marshal([]uuid.NullUUID{})
	json.Marshal(r.BossID.V)
	json.Marshal(&u.ID)
	json.Marshal(u)
	json.Marshal(o)
}

type OrderID uuid.UUID

type InvoiceID = uuid.UUID

// A TraceID is named as ids are, and is none of the package's UUIDs.
type TraceID [16]byte

// A View has a method that is named as that of a web framework.
type View struct{}

func (View) JSON(status int, v any) {}

type Order struct {
	ID      OrderID   `json:"id"` // want `encoding/json writes a uuidjson.OrderID as 16 numbers, because it has no MarshalText`
	Invoice InvoiceID `json:"invoice"`
}

func bare(ids []OrderID, in []InvoiceID, span TraceID, view View) {
	json.Marshal(map[string]any{"ids": ids}) // want `encoding/json writes a uuidjson.OrderID as 16 numbers, because it has no MarshalText: make it an alias, or add the methods$`
	json.Marshal(struct{ ID OrderID }{})     // want `as 16 numbers`
	json.Marshal(map[string]any{"ids": in})
	json.Marshal(Order{}) // its field is reported

	json.Marshal(span)  // want `uuidjson.TraceID as 16 numbers.*; that TraceID is a UUID is a guess from its name$`
	view.JSON(200, ids) // want `uuidjson.OrderID as 16 numbers.*; that JSON writes JSON is a guess from its name$`
}

func reply(v any, status int) { json.Marshal(v) }

func more(r row) {
	reply(map[string]any{"boss": r.BossID}, 200) // want `as an object`
	reply(map[string]any{"boss": r.BossID.V}, 200)
}

// styled writes each kind in another way, and a UUID not as JSON.
func styled(v any) ([]byte, error) {
	if reflect.TypeOf(v).Kind() == reflect.Map {
		return object(v)
	}
	return []byte(fmt.Sprint(v)), nil
}

func object(v any) ([]byte, error) { return json.Marshal(v) }

func styles(id OrderID, names map[string]string) {
	styled(id)
	styled(names)
	object(names)
	object(id) // want `as 16 numbers`
}

func envelope[T any](v T) ([]byte, error) {
	return json.Marshal(struct {
		Data T `json:"data"`
	}{v})
}

func envelopes(id OrderID, invoice InvoiceID) {
	envelope(id) // want `encoding/json writes a uuidjson.OrderID as 16 numbers`
	envelope(uuid.UUID(id))
	envelope(invoice)
}

func pretty(c echo.Context, orders map[string]OrderID, invoices map[string]InvoiceID) {
	c.JSONPretty(200, orders, " ") // want `encoding/json writes a uuidjson.OrderID as 16 numbers.*methods$`
	c.JSONPretty(200, invoices, " ")
}
