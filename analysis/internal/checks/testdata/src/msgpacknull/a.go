package msgpacknull

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type Lease struct {
	ID    gofrs.UUID
	Prior gofrs.NullUUID
}

type Room struct{ ID gofrs.UUID }

type Key struct {
	ID    gofrs.UUID
	Prior gofrs.NullUUID `msgpack:"-"`
}

func setup() error { return msgpackx.Register[gofrs.UUID]() }

func write(lease Lease, room Room, key Key) {
	msgpack.Unmarshal(nil, &key)
	msgpack.Unmarshal(nil, &lease) // want `the NullUUID in it is not registered`
	msgpack.Unmarshal(nil, &room)
	marshal := msgpack.Marshal
	marshal(map[string]any{"lease": lease}) // want `the NullUUID in it is not registered`
	marshal(map[string]any{"room": room})
	msgpack.NewEncoder(nil).EncodeMulti("prior", lease.Prior) // want `the NullUUID in it is not registered`
	msgpack.NewEncoder(nil).EncodeMulti("id", lease.ID)
}
