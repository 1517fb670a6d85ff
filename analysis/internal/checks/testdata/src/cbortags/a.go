package cbortags

import (
	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
)

type Order struct{ ID uuid.UUID }

type Local struct {
	ID    uuid.UUID `cbor:"-"`
	Other uuid.UUID `json:"-"` // which the cbor package reads if there is no tag cbor
}

func setup(tags any) error { return cborx.Register[uuid.UUID](tags) }

func write(order Order, mode cbor.EncMode, id uuid.UUID, g gofrs.UUID) {
	cbor.Marshal(order) // want `cbor.Marshal knows no TagSet, and writes the UUID without tag 37`
	e := cbor.NewEncoder(nil)
	e.Encode(order) // want `the Encoder of cbor.NewEncoder knows no TagSet`
	mode.NewEncoder(nil).Encode(order)
	mode.Marshal(order)
	cbor.Marshal(cborx.Bare(id))
	cbor.Marshal(g)
	cbor.Marshal(Local{})
}

func reply(id uuid.UUID, name string) {
	doc := map[string]any{"name": name}
	cbor.Marshal(doc)
	body := map[string]any{"id": id}
	cbor.Marshal(body) // want `cbor.Marshal knows no TagSet`
}

func send(v any) { cbor.Marshal(v) }

func sends(id uuid.UUID, order *Order, name string) {
	send(name)
	send([]uuid.UUID{id})          // want `cbor.Marshal knows no TagSet`
	send(order)                    // want `cbor.Marshal knows no TagSet`
	send(map[string]any{"id": id}) // want `cbor.Marshal knows no TagSet`
	send(map[string]any{"name": name})
}

func variable(ids []uuid.UUID, orders map[string]*Order, mode cbor.EncMode) {
	marshal := cbor.Marshal
	marshal(ids)                      // want `cbor.Marshal knows no TagSet`
	cbor.MarshalToBuffer(orders, nil) // want `cbor.MarshalToBuffer knows no TagSet`
	marshal = mode.Marshal
	marshal(ids)
}
