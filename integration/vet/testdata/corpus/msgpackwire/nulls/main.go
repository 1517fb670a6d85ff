// Package nulls has gofrs's nullable type in MessagePack.
package nulls

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

// Lease is a message.
type Lease struct {
	ID    gofrs.UUID
	Prior gofrs.NullUUID // WRONG-ALSO
}

// Setup registers the types.
func Setup() error {
	return msgpackx.Register[gofrs.UUID]() // WRONG(msgpacknull): without RegisterNull gofrs's NullUUID is a map of its two fields
}

func encode(l Lease) ([]byte, error) { return msgpack.Marshal(&l) } // WRONG-ALSO
