// Package embeds has structs that embed a UUID.
package embeds

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"

	kit "github.com/uuidkit/uuidkit/uuid"
)

// Person is written as JSON.
type Person struct {
	uuid.UUID // WRONG(uuidembed): the struct inherits MarshalText: JSON is the UUID, without the name
	Name      string
}

func person(name string) ([]byte, error) {
	return json.Marshal(Person{uuid.New(), name}) // WRONG-ALSO
}

// Human is written as JSON.
type Human struct {
	ID   uuid.UUID
	Name string
}

func human(name string) ([]byte, error) {
	return json.Marshal(Human{uuid.New(), name})
}

// Money is an argument of a query.
type Money struct {
	gofrs.UUID        // WRONG(uuidembed): Value is the UUID's: the amount is not stored
	Amount     string `json:"amount"`
}

func pay(db *sql.DB, m Money) error {
	_, err := db.Exec(`INSERT INTO payments (data) VALUES ($1)`, m) // WRONG-ALSO
	return err
}

// Cash is an argument of a query.
type Cash struct {
	ID     gofrs.UUID `json:"id"`
	Amount string     `json:"amount"`
}

func payCash(db *sql.DB, c Cash) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = db.Exec(`INSERT INTO payments (data) VALUES ($1)`, data)
	return err
}

// Key has a MarshalText of its own, but inherits MarshalBSONValue.
type Key struct {
	kit.UUID // WRONG(uuidembed): BSON calls the inherited MarshalBSONValue, and drops Kind
	Kind     string
}

// MarshalText writes both.
func (k Key) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s/%s", k.Kind, k.UUID), nil
}

func key(k Key) ([]byte, error) {
	return bson.Marshal(bson.M{"key": k}) // WRONG-ALSO
}

// Label has a MarshalText of its own, and names the field.
type Label struct {
	ID   kit.UUID
	Kind string
}

// MarshalText writes both.
func (l Label) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s/%s", l.Kind, l.ID), nil
}

func label(l Label) ([]byte, error) {
	return bson.Marshal(bson.M{"key": l})
}

// Packet is written as MessagePack.
type Packet struct {
	*uuid.UUID // WRONG(uuidembed): the methods of an embedded pointer are inherited, too: Body is lost
	Body       []byte
}

func packet(id uuid.UUID, body []byte) ([]byte, error) {
	return msgpack.Marshal(&Packet{&id, body}) // WRONG-ALSO
}

// Frame is written as MessagePack.
type Frame struct {
	ID   *uuid.UUID
	Body []byte
}

func frame(id uuid.UUID, body []byte) ([]byte, error) {
	return msgpack.Marshal(&Frame{&id, body})
}

// ---- What looks like the above, and is right ----

// CityID has one field: it is a UUID in all formats, as it should be.
type CityID struct{ uuid.UUID }

func city(id CityID) ([]byte, error) { return json.Marshal(map[string]any{"city": id}) }

// Model has named fields, and is embedded itself.
type Model struct {
	ID  uuid.UUID `json:"id"`
	Rev int       `json:"rev"`
}

// Page embeds a struct without methods.
type Page struct {
	Model
	Title string `json:"title"`
}

func page(title string) ([]byte, error) {
	buf := new(bytes.Buffer)
	err := json.NewEncoder(buf).Encode(Page{Model{ID: uuid.New()}, title})
	return buf.Bytes(), err
}
