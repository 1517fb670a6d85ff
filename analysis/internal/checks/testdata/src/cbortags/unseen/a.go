package unseen

import (
	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
)

// Register registers what only its caller knows.
func Register[T ~[16]byte](tags any) error { return cborx.Register[T](tags) }

func write(id uuid.UUID, name string) {
	cbor.Marshal(id)
	cbor.Marshal(name)
}
