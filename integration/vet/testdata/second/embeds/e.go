// Package embeds has structs that embed UUIDs.
package embeds

import (
	"encoding/json"
	"fmt"

	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Versioned struct {
	google.UUID     // WRONG(uuidembed): JSON loses Version
	Version     int `json:"version"`
}

type VersionedRight struct {
	ID      google.UUID `json:"id"`
	Version int         `json:"version"`
}

type Tagged struct {
	*uuid.UUID          // WRONG(uuidembed): a pointer promotes the methods, too
	Labels     []string `json:"labels"`
}

type TaggedRight struct {
	UUID   *uuid.UUID `json:"uuid"`
	Labels []string   `json:"labels"`
}

// Wrapped has no field beside the UUID.
type Wrapped struct{ uuid.UUID }

type entity struct{ kit.UUID }

type User struct {
	entity        // WRONG(uuidembed): by a struct that embeds one
	Name   string `json:"name"`
}

type UserRight struct {
	Entity entity `json:"entity"`
	Name   string `json:"name"`
}

type Event struct {
	google.NullUUID        // WRONG(uuidembed): a NullUUID has the methods as well
	Kind            string `cbor:"kind"`
}

type EventRight struct {
	ID   *google.UUID `cbor:"id"`
	Kind string       `cbor:"kind"`
}

type Half struct {
	google.UUID        // WRONG(uuidembed): CBOR takes the UUID's MarshalBinary
	Kind        string `cbor:"kind"`
}

func (h Half) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"id": h.UUID, "kind": h.Kind})
}

type HalfRight struct {
	google.UUID
	Kind string
}

func (h HalfRight) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"id": h.UUID, "kind": h.Kind})
}

func (h *HalfRight) UnmarshalJSON(b []byte) error {
	var v struct {
		ID   google.UUID
		Kind string
	}
	err := json.Unmarshal(b, &v)
	h.UUID, h.Kind = v.ID, v.Kind
	return err
}

func (h HalfRight) MarshalText() ([]byte, error)   { return []byte(h.Kind + "/" + h.UUID.String()), nil }
func (h HalfRight) MarshalBinary() ([]byte, error) { return append(h.UUID[:], h.Kind...), nil }
func (h *HalfRight) UnmarshalBinary(b []byte) error {
	if len(b) < 16 {
		return fmt.Errorf("%d bytes", len(b))
	}
	h.Kind = string(b[16:])
	copy(h.UUID[:], b)
	return nil
}
func (h *HalfRight) UnmarshalText(b []byte) error { return h.UnmarshalJSON(b) }
func (h HalfRight) Value() (any, error)           { return h.UUID.String(), nil }
func (h *HalfRight) Scan(any) error               { return nil }

func write(h Half) ([]byte, error) { return cbor.Marshal(h) } // WRONG-ALSO(Half)
