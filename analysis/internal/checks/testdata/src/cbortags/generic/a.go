package generic

import (
	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
)

func register[T ~[16]byte](tags any) error { return cborx.Register[T](tags) }

func setup(tags any) error { return register[uuid.UUID](tags) }

func write(id uuid.UUID, other gofrs.UUID) {
	cbor.Marshal(id) // want `cbor.Marshal knows no TagSet`
	cbor.Marshal(other)
}
