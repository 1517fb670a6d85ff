// Package profile is the public profile of a user.
package profile

import (
	"encoding/json"
	"io"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// TeamID is another name of google's type.
type TeamID = uuid.UUID

type Profile struct {
	ID     uuid.UUID `json:"id"`
	Name   string    `json:"name"`
	Avatar uuid.UUID `json:"avatar,omitempty"` // WRONG(uuidomit): writes the Nil UUID
	Bio    string    `json:"bio,omitempty"`
}

type ProfileRight struct {
	ID     uuid.UUID  `json:"id"`
	Name   string     `json:"name"`
	Avatar *uuid.UUID `json:"avatar,omitempty"`
	Bio    string     `json:"bio,omitempty"`
}

type Membership struct {
	Team  TeamID `json:",omitempty"` // WRONG(uuidomit): an alias is the same array
	Role  string
	Since int64 `json:",omitempty"`
}

type MembershipRight struct {
	Team  TeamID `json:",omitzero"`
	Role  string
	Since int64 `json:",omitempty"`
}

type Settings struct {
	Theme     string        `json:"theme"`
	Successor uuid.NullUUID `json:"successor,omitempty"` // WRONG(uuidomit): writes null
}

type SettingsRight struct {
	Theme     string        `json:"theme"`
	Successor uuid.NullUUID `json:"successor,omitzero"`
}

type Invitation struct {
	Code    string     `json:"code"`
	Inviter gofrs.UUID `json:"inviter,omitempty"` // WRONG(uuidomit): gofrs's type is an array, too
}

type InvitationRight struct {
	Code    string     `json:"code"`
	Inviter gofrs.UUID `json:"inviter,omitempty,omitzero"`
}

type Device struct {
	Label string   `json:"label"`
	Owner kit.UUID `json:"owner,omitempty"` // WRONG(uuidomit): encoding/json does not ask IsZero for omitempty
}

type DeviceRight struct {
	Label string   `json:"label"`
	Owner kit.UUID `json:"owner,omitzero"`
}

type Link struct {
	Rel    string         `json:"rel"`
	Target kit.NullUUID   `json:"target,omitempty"` // WRONG(uuidomit): a struct is never empty
	Others []uuid.UUID    `json:"others,omitempty"`
	Counts map[TeamID]int `json:"counts,omitempty"`
}

type LinkRight struct {
	Rel    string         `json:"rel"`
	Target *kit.UUID      `json:"target,omitempty"`
	Others []uuid.UUID    `json:"others,omitempty"`
	Counts map[TeamID]int `json:"counts,omitempty"`
}

// patch is what the client may change.
type patch struct {
	Name   *string        `json:"name,omitempty"`
	Avatar *uuid.NullUUID `json:"avatar,omitempty"`
}

func (p patch) apply(to *ProfileRight) {
	if p.Name != nil {
		to.Name = *p.Name
	}
	if p.Avatar == nil {
		return
	}
	to.Avatar = nil
	if p.Avatar.Valid {
		to.Avatar = &p.Avatar.UUID
	}
}

func Update(r io.Reader, p *ProfileRight) error {
	var change patch
	if err := json.NewDecoder(r).Decode(&change); err != nil {
		return err
	}
	change.apply(p)
	return nil
}

func Public(w io.Writer, p Profile, m []Membership, next uuid.UUID) error {
	return json.NewEncoder(w).Encode(struct {
		Profile Profile      `json:"profile"`
		Teams   []Membership `json:"teams,omitempty"`
		Next    uuid.UUID    `json:"next,omitempty"` // WRONG(uuidomit): the last page has a next of zeros
	}{p, m, next})
}

func PublicRight(w io.Writer, p ProfileRight, m []MembershipRight, next uuid.UUID) error {
	return json.NewEncoder(w).Encode(struct {
		Profile ProfileRight      `json:"profile"`
		Teams   []MembershipRight `json:"teams,omitempty"`
		Next    uuid.UUID         `json:"next,omitzero"`
	}{p, m, next})
}
