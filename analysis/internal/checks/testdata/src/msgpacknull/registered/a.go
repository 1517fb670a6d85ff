package registered

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type Lease struct {
	ID    gofrs.UUID
	Prior gofrs.NullUUID
}

func setup() error {
	if err := msgpackx.Register[gofrs.UUID](); err != nil {
		return err
	}
	return msgpackx.RegisterNull[gofrs.NullUUID]()
}

func write(lease Lease) { msgpack.Unmarshal(nil, &lease) }
