// Command gofrs3 shows what a program does with a gofrs/uuid that has neither IsZero nor Format.
package main

import (
	"encoding/json"
	"fmt"

	"example.com/behaviours/show"
	"github.com/gofrs/uuid"
	"github.com/vmihailenco/msgpack/v5"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
)

var id = uuid.Must(uuid.FromString("6ba7b810-9dad-41d1-80b4-00c04fd430c8"))

type empty struct {
	ID uuid.UUID `json:"id,omitempty" yaml:"id,omitempty" bson:"id,omitempty" msgpack:"id,omitempty"`
}

type zero struct {
	ID uuid.UUID `json:"id,omitzero"`
}

func main() {
	show.Row("fmt `%v`", func() string { return fmt.Sprintf("%v", id) })
	show.Row("fmt `%q`", func() string { return fmt.Sprintf("%q", id) })
	show.Row("fmt `%10s`", func() string { return fmt.Sprintf("%40s", id) })
	show.Row("fmt `%x`", func() string { return fmt.Sprintf("%x", id) })
	show.Row("fmt `%d`", func() string { return fmt.Sprintf("%d", id) })
	show.Row("fmt `%S`", func() string { return fmt.Sprintf("%S", id) })
	show.Row("fmt `%#v`", func() string { return fmt.Sprintf("%#v", id) })
	show.Row("JSON `omitempty`, Nil", func() string { return show.Text(json.Marshal(empty{})) })
	show.Row("JSON `omitzero`, Nil", func() string { return show.Text(json.Marshal(zero{})) })
	show.Row("YAML `omitempty`, Nil", func() string { return show.Text(yaml.Marshal(empty{})) })
	show.Row("MessagePack `omitempty`, Nil", func() string { return show.Bytes(msgpack.Marshal(empty{})) })
	show.Row("BSON `omitempty`, Nil", func() string { return show.Bytes(bson.Marshal(empty{})) })
	show.Row("BSON `omitempty`, Nil, with driver 1", func() string { return show.Bytes(bson1.Marshal(empty{})) })
}
