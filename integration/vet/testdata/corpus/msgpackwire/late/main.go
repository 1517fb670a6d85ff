// Package late registers a type with msgpack, and drops the error.
package late

import (
	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

// Tuple is a message.
type Tuple struct {
	ID   uuid.UUID
	Name string
}

func init() {
	msgpackx.Register[uuid.UUID](msgpackx.Ext(msgpackx.Tarantool)) // WRONG(uuidregister): the error is dropped: if the ext id is taken the tuples stay bin
}

func encode(t Tuple) ([]byte, error) { return msgpack.Marshal(&t) }
