// Package registered registers a type, which then checks the length.
package registered

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type (
	NodeID uuid.UUID
	PodID  uuid.UUID
)

type start struct{ Node NodeID }

func setup() error { return msgpackx.Register[NodeID]() }

func read(data []byte) {
	var starts []start
	msgpack.Unmarshal(data, &starts)
	var pod PodID
	msgpack.Unmarshal(data, &pod) // want `msgpack reads up to 16 bytes into registered.PodID, which has no methods`
}
