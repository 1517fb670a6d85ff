// Package msgpright registers both.
package msgpright

import (
	"errors"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Lease struct {
	ID     uuid.UUID
	Holder uuid.NullUUID
}

// Slot is an id without methods.
type Slot uuid.UUID

func setup() error {
	return errors.Join(msgpackx.Register[uuid.UUID](), msgpackx.RegisterNull[uuid.NullUUID]())
}

func setupQuiet() {
	msgpackx.Register[uuid.UUID]() // WRONG(uuidregister): the error is dropped
	if err := msgpackx.RegisterNull[uuid.NullUUID](); err != nil {
		panic(err)
	}
}

func decode(b []byte) (l Lease, err error) {
	return l, msgpack.Unmarshal(b, &l)
}

func slots(b []byte) (s []Slot, err error) {
	err = msgpack.Unmarshal(b, &s) // WRONG(uuidlength): shorter bytes leave old ones
	return s, err
}
