package uuidomit // want package:".*"

import (
	"database/sql"
	"uuid"

	google "github.com/google/uuid"
)

type User struct {
	ID     google.UUID           `json:"id"`
	BossID google.UUID           `json:"boss_id,omitempty"` // want `omitempty omits no uuid.UUID, and the Nil UUID is written: write omitzero, or use a pointer`
	Null   google.NullUUID       `json:"null,omitempty"`    // want `omits no uuid.NullUUID`
	Std    uuid.UUID             `json:"std,omitempty"`     // want `omits no`
	Zero   google.UUID           `json:"zero,omitzero"`
	TeamID *google.UUID          `json:"team_id,omitempty"`
	IDs    []google.UUID         `json:"ids,omitempty"`
	Both   google.UUID           `json:"both,omitempty,omitzero"`
	Doc    google.UUID           `bson:"doc,omitempty"` // want `omits no uuid.UUID, and the Nil UUID is written: use a pointer`
	Not    google.UUID           `json:"-"`
	Team   OwnUUID               `json:",omitempty"` // want `omits no uuidomit.OwnUUID` `16 numbers`
	Guid   itemGuid              `json:",omitempty"` // want `omits no uuidomit.itemGuid` `16 numbers`
	Guide  Guidance              `json:",omitempty"` // no UUID: its name only begins like one
	Name   string                `json:",omitempty"`
	Sum    [32]byte              `json:",omitempty"`
	Boss   google.UUID           `json:",omitempty"` // want `omits no uuid.UUID`
	Chief  google.UUID           `json:",omitzero"`
	Alias  AliasID               `json:",omitempty"` // want `omits no`
	Slot   Slot                  `json:",omitempty"` // want `omits no uuidomit.Slot` `16 numbers`
	Trace  TraceID               `json:",omitempty"` // want `omits no uuidomit.TraceID.*; that TraceID is a UUID is a guess from its name$` `16 numbers`
	SlotOf *Slot                 `json:",omitempty"` // want `16 numbers`
	SQL    sql.Null[google.UUID] `xml:"sql"`
}

type OwnUUID [16]byte

type itemGuid [16]byte

type Guidance [16]byte

type TraceID [16]byte

type AliasID = google.UUID

type Slot google.UUID
