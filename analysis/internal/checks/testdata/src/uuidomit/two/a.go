// Package two writes JSON with version 2 of the package, whose omitempty omits null.
package two

import (
	"database/sql"

	"github.com/go-json-experiment/json"
	"github.com/google/uuid"
	satori "github.com/satori/go.uuid"
)

type user struct {
	ID   uuid.UUID           `json:"id,omitempty"` // want `omits no uuid.UUID`
	Boss uuid.NullUUID       `json:"boss,omitempty"`
	Part satori.NullUUID     `json:"part,omitempty"` // want `omits no uuid.NullUUID, which is a struct`
	Team sql.Null[uuid.UUID] `json:"team,omitempty"` // want `omits no sql.Null` `writes a sql.Null`
	Note uuid.NullUUID       `cbor:"note,omitempty"` // want `omits no uuid.NullUUID, which is a struct` `cannot read back`
}

func write(u user) { json.Marshal(u) }
