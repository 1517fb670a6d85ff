// Package patches has requests that leave fields out.
package patches

import (
	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Patch struct {
	ID     google.UUID     `json:"id"`
	Parent google.UUID     `json:"parent,omitempty"` // WRONG(uuidomit): written as zeros
	Owner  google.NullUUID `json:"owner,omitempty"`  // WRONG(uuidomit): written as null
	Team   uuid.UUID       `json:"team,omitempty"`   // WRONG(uuidomit): gofrs's IsZero is not called
	Room   kit.UUID        `json:",omitempty"`       // WRONG(uuidomit): uuidkit's neither
}

type PatchRight struct {
	ID     google.UUID            `json:"id"`
	Parent google.UUID            `json:"parent,omitzero"`
	Owner  google.NullUUID        `json:"owner,omitzero"`
	Team   *uuid.UUID             `json:"team,omitempty"`
	Room   []kit.UUID             `json:"room,omitempty"`
	Text   string                 `json:"text,omitempty"`
	Any    any                    `json:"any,omitempty"`
	Both   kit.UUID               `json:"both,omitempty,omitzero"`
	Map    map[string]google.UUID `json:"map,omitempty"`
}

type Document struct {
	ID     uuid.UUID       `bson:"_id"`
	Parent google.UUID     `bson:"parent,omitempty"` // WRONG(uuidomit): google's type has no IsZero
	Owner  google.NullUUID `bson:"owner,omitempty"`  // WRONG(uuidomit): nor has its NullUUID
}

type DocumentRight struct {
	ID     uuid.UUID    `bson:"_id,omitempty"`
	Parent uuid.UUID    `bson:"parent,omitempty"`
	Owner  kit.NullUUID `bson:"owner,omitempty"`
	Room   kit.UUID     `bson:"room,omitempty"`
	Google *google.UUID `bson:"google,omitempty"`
}

type Message struct {
	To   google.UUID `msgpack:"to,omitempty"` // WRONG(uuidomit): msgpack writes zeros
	From google.UUID `msgpack:"from"`
}

type MessageRight struct {
	To   uuid.UUID    `msgpack:"to,omitempty"`
	From kit.UUID     `msgpack:"from,omitempty"`
	Copy *google.UUID `msgpack:"copy,omitempty"`
}

type Config struct {
	Tenant google.UUID `yaml:"tenant,omitempty"` // WRONG(uuidomit): yaml writes zeros
	Region string      `yaml:"region,omitempty"`
}

type ConfigRight struct {
	Tenant uuid.UUID `yaml:"tenant,omitempty"`
	Region kit.UUID  `yaml:"region,omitempty"`
	Zone   string    `yaml:"zone,omitempty"`
}

type Frame struct {
	Source google.UUID `cbor:"s,omitempty"` // WRONG(uuidomit): cbor writes zeros
	Target uuid.UUID   `cbor:"t,omitempty"` // WRONG(uuidomit): of gofrs, too
}

type FrameRight struct {
	Source google.UUID             `cbor:"s,omitzero"`
	Target *uuid.UUID              `cbor:"t,omitempty"`
	Reply  cborx.Null[google.UUID] `cbor:"r,omitzero"`
	Data   []byte                  `cbor:"d,omitempty"`
}

func FrameBytesRight(f FrameRight) ([]byte, error) { return cbor.Marshal(f) }

// ClearRight omits by hand.
func ClearRight(p PatchRight) map[string]any {
	m := map[string]any{"id": p.ID}
	if p.Parent != google.Nil {
		m["parent"] = p.Parent
	}
	return m
}

// TagsRight are tags of something else.
type TagsRight struct {
	ID   google.UUID `db:"id,omitempty" form:"id"`
	Name string      `json:"name"`
	Flag google.UUID `json:"omitempty"`
}
