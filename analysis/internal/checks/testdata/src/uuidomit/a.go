package uuidomit // want package:".*"

import (
	"uuid"

	google "github.com/google/uuid"
)

type User struct {
	ID     google.UUID     `json:"id"`
	BossID google.UUID     `json:"boss_id,omitempty"` // want `omitempty omits no uuid.UUID, and the Nil UUID is written: write omitzero, or use a pointer`
	Null   google.NullUUID `json:"null,omitempty"`    // want `omits no uuid.NullUUID`
	Std    uuid.UUID       `json:"std,omitempty"`     // want `omits no`
	Zero   google.UUID     `json:"zero,omitzero"`
	TeamID *google.UUID    `json:"team_id,omitempty"`
	IDs    []google.UUID   `json:"ids,omitempty"`
	Both   google.UUID     `json:"both,omitempty,omitzero"`
	Doc    google.UUID     `bson:"doc,omitempty"` // want `omits no uuid.UUID, and the Nil UUID is written: use a pointer`
	Not    google.UUID     `json:"-"`
}
