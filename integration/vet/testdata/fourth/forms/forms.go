// Package forms has what the admission desk sends and receives.
package forms

import (
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Admission struct {
	Patient  uuid.UUID     `json:"patient"`
	Referrer uuid.UUID     `json:"referrer,omitempty"` // WRONG(uuidomit): never empty
	Bed      uuid.NullUUID `json:"bed,omitempty"`      // WRONG(uuidomit): a struct
	Insurer  gofrs.UUID    `json:"insurer,omitempty"`  // WRONG(uuidomit): never empty
	Ward     kit.UUID      `json:"ward,omitempty"`     // WRONG(uuidomit): never empty
	Next     kit.NullUUID  `json:",omitempty"`         // WRONG(uuidomit): a struct
	At       time.Time     `json:"at"`
}

type AdmissionRight struct {
	Patient  uuid.UUID            `json:"patient"`
	Referrer uuid.UUID            `json:"referrer,omitzero"`
	Bed      *uuid.UUID           `json:"bed,omitempty"`
	Insurer  gofrs.UUID           `json:"insurer,omitzero"`
	Ward     kit.UUID             `json:"ward,omitempty,omitzero"`
	Next     kit.NullUUID         `json:",omitzero"`
	Doctors  []uuid.UUID          `json:"doctors,omitempty"`
	Seen     map[string]uuid.UUID `json:"seen,omitempty"`
	At       time.Time            `json:"at"`
}

type Chart struct {
	Nurse uuid.UUID  `cbor:"nurse,omitempty"`      // WRONG(uuidomit): cbor omits none
	Drug  gofrs.UUID `cbor:"3,keyasint,omitempty"` // WRONG(uuidomit): cbor omits none
}

type ChartRight struct {
	Nurse uuid.UUID   `cbor:"nurse,omitzero"`
	Drug  *gofrs.UUID `cbor:"3,keyasint,omitempty"`
}

type Sample struct {
	Lab    uuid.UUID  `bson:"lab,omitempty"`       // WRONG(uuidomit): google's has no IsZero
	Runner uuid.UUID  `msgpack:"runner,omitempty"` // WRONG(uuidomit): google's has no IsZero
	Key    uuid.UUID  `yaml:"key,omitempty"`       // WRONG(uuidomit): google's has no IsZero
	Site   kit.UUID   `bson:"site,omitempty"`
	Tech   gofrs.UUID `msgpack:"tech,omitempty"`
	Rack   kit.UUID   `yaml:"rack,omitempty"`
}

type SampleRight struct {
	Lab    *uuid.UUID   `bson:"lab,omitempty"`
	Runner *uuid.UUID   `msgpack:"runner,omitempty"`
	Key    *uuid.UUID   `yaml:"key,omitempty"`
	Site   kit.NullUUID `bson:"site,omitempty"`
}

type patch[T any] struct {
	Value T `json:"value,omitempty"`
}

// Note has a text id.
type Note struct {
	ID   string  `json:"id,omitempty"`
	Hash [16]int `json:"hash,omitempty"`
}

var _ = patch[*uuid.UUID]{}
