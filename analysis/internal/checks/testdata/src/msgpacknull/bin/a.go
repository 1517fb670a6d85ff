package bin

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type Lease struct {
	ID    uuid.UUID
	Prior uuid.NullUUID
}

func setup() error { return msgpackx.Register[uuid.UUID]() }

func write(lease Lease) {
	msgpack.Marshal(lease)
}
