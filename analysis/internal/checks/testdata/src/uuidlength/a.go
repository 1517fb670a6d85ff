package uuidlength

import (
	"uuid"

	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

type UserID google.UUID

type Sum [16]byte

type Slot google.UUID

type TraceID [16]byte // named as ids are

type Order struct {
	ID uuid.UUID `cbor:"1,keyasint"`
}

type Tree struct {
	Sum      Sum
	Children map[string]*Tree
	User     UserID
}

type Own struct{ ID uuid.UUID }

func (*Own) UnmarshalCBOR([]byte) error { return nil }

func read(data []byte, d *msgpack.Decoder) {
	var order Order
	cbor.Unmarshal(data, &order) // want `cbor reads bytes of any length into uuid.UUID, which has no UnmarshalBinary`
	var id uuid.UUID             // of Go 1.27
	cbor.Unmarshal(data, &id)    // want `cbor reads bytes`
	var tree []Tree
	cbor.Unmarshal(data, &tree) // want `cbor reads bytes of any length into uuidlength.UserID`
	d.Decode(&tree)             // want `msgpack reads up to 16 bytes into uuidlength.UserID, which has no methods`

	msgpack.Unmarshal(data, &order)
	var g struct {
		ID     google.UUID
		hidden UserID
	}
	cbor.Unmarshal(data, &g)
	msgpack.Unmarshal(data, &g)
	var local struct {
		ID UserID `cbor:"-" msgpack:"-"`
	}
	cbor.Unmarshal(data, &local)
	msgpack.Unmarshal(data, &local)
	var own Own
	cbor.Unmarshal(data, &own)
	var sum Sum
	cbor.Unmarshal(data, &sum)
	var slots []Slot
	msgpack.Unmarshal(data, &slots) // want `msgpack reads up to 16 bytes into uuidlength.Slot`
	var span TraceID
	cbor.Unmarshal(data, &span)    // want `cbor reads bytes of any length into uuidlength.TraceID.*; that TraceID is a UUID is a guess from its name$`
	msgpack.Unmarshal(data, &span) // want `msgpack reads up to 16 bytes into uuidlength.TraceID.*; that TraceID is a UUID is a guess from its name$`
	var v any
	cbor.Unmarshal(data, &v)
}

func right(data []byte) {
	var id kit.UUID // of uuidkit
	cbor.Unmarshal(data, &id)
}

func decode[T any](data []byte) (v T) {
	cbor.Unmarshal(data, &v)
	return v
}

func pages[T any](data []byte) {
	var page struct{ Items []T }
	msgpack.Unmarshal(data, &page)
}

func decodes(data []byte) {
	decode[UserID](data) // want `cbor reads bytes of any length into uuidlength.UserID`
	decode[google.UUID](data)
	decode[string](data)
	pages[UserID](data) // want `msgpack reads up to 16 bytes into uuidlength.UserID`
	pages[google.UUID](data)
}

// It calls itself with its own type parameters, in another order: no check may follow them for ever.
func alternates[K, V any](data []byte, k K, v V) {
	if cbor.Unmarshal(data, &k) != nil {
		alternates(data, v, k)
	}
}
