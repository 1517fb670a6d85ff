package text

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type Lease struct {
	ID    uuid.UUID
	Prior uuid.NullUUID
}

func setup() error { return msgpackx.Register[uuid.UUID](msgpackx.Text) }

func write(lease Lease) {
	msgpack.Marshal(lease) // want `the NullUUID in it is not registered`
}
