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

func setup() error { return msgpackx.Register[gofrs.UUID]() }

func write(lease Lease, room Room) {
	msgpack.Unmarshal(nil, &lease) // want `the NullUUID in it is not registered`
	msgpack.Unmarshal(nil, &room)
}
