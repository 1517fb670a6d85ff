// Command driver1 shows what a program with google/uuid and version 1 of MongoDB's driver does.
package main

import (
	"fmt"

	"example.com/behaviours/show"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
)

var id = uuid.MustParse("6ba7b810-9dad-41d1-80b4-00c04fd430c8")

type empty struct {
	ID uuid.UUID `bson:"id,omitempty"`
}

type maybe struct {
	ID uuid.NullUUID `bson:"id,omitempty"`
}

type null struct {
	ID uuid.NullUUID
}

func main() {
	show.Row("BSON of a UUID", func() string { return show.Bytes(bson.Marshal(bson.M{"id": id})) })
	show.Row("BSON of a UUID, read", func() string {
		var to struct{ ID uuid.UUID }
		b, err := bson.Marshal(bson.M{"id": id})
		return fmt.Sprint(bson.Unmarshal(b, &to), to.ID, err)
	})
	show.Row("BSON of a null `NullUUID`", func() string { return show.Bytes(bson.Marshal(null{})) })
	show.Row("BSON of a `NullUUID`", func() string { return show.Bytes(bson.Marshal(null{uuid.NullUUID{UUID: id, Valid: true}})) })
	show.Row("BSON `omitempty`, Nil", func() string { return show.Bytes(bson.Marshal(empty{})) })
	show.Row("BSON `omitempty`, a null `NullUUID`", func() string { return show.Bytes(bson.Marshal(maybe{})) })
	show.Row("BSON `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Bytes(bson.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
}
