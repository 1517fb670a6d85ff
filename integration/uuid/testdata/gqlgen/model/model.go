// Package model has the types that gqlgen.yml names.
package model

import (
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type User struct{}

func (User) Prefix() string { return "user" }

type UserID = typed.ID[User]

type Node struct {
	ID           uuid.UUID
	Parent, Root uuid.NullUUID
	List         []uuid.UUID
	User         UserID
	Google       google.UUID
}
