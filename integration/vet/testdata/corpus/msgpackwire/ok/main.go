// Package ok has gofrs's types in MessagePack.
package ok

import (
	"errors"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

// Lease is a message.
type Lease struct {
	ID    gofrs.UUID
	Prior gofrs.NullUUID
	By    *gofrs.UUID `msgpack:",omitempty"`
}

// Setup registers the types.
func Setup() error {
	return errors.Join(msgpackx.Register[gofrs.UUID](), msgpackx.RegisterNull[gofrs.NullUUID]())
}

func encode(l Lease) ([]byte, error) { return msgpack.Marshal(&l) }
