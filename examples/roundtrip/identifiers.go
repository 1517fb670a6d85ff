package main

import (
	"context"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// A UserID cannot be passed for another type's id. As text it is a TypeID.
type UserID = typed.ID[User]

type User struct{}

func (User) Prefix() string { return "user" }

// identifiers are other identifiers in a column of UUIDs. A ULID and a typed id have
// the bits of a UUID, and so the code for them is that of every UUID type.
func identifiers(ctx context.Context, id uuid.UUID) []cell {
	return []cell{
		store[ids.ULID]{native: binary("blob"), trip: sqliteBlob[ids.ULID]}.send(ctx, id, "ids.ULID"),
		store[UserID]{native: binary("blob"), trip: sqliteBlob[UserID]}.send(ctx, id, "typed.ID[User]"),
		objectID(ctx),
	}
}

// objectID sends an identifier of 12 bytes, which is converted to a UUID of version 8
// and back.
func objectID(ctx context.Context) cell {
	id, err := ids.ParseObjectID("507f1f77bcf86cd799439011")
	if err != nil {
		return cell{kit: outcome{err: err}}
	}
	c := store[uuid.UUID]{native: binary("blob"), trip: sqliteBlob[uuid.UUID]}.send(ctx, id.UUID(), "ids.ObjectID")
	c.text = id.String()
	if back, err := ids.ObjectIDFromUUID(c.kit.back); c.kit.err == nil && (err != nil || back != id) {
		c.kit.err = fmt.Errorf("another ObjectID came back: %v, %v", back, err)
	}
	return c
}
