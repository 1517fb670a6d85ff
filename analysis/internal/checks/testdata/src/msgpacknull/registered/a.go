package registered

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

func setup() error {
	if err := msgpackx.Register[gofrs.UUID](); err != nil {
		return err
	}
	return msgpackx.RegisterNull[gofrs.NullUUID]()
}

func write(id gofrs.NullUUID) { msgpack.Unmarshal(nil, &id) }
