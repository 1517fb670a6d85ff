// Command lists shows what a program does with google's UUIDs and with maps that have UUIDs as their keys.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"example.com/behaviours/show"
	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
)

var id = uuid.MustParse("6ba7b810-9dad-41d1-80b4-00c04fd430c8")

type list struct {
	IDs uuid.UUIDs `bson:"ids"`
}

func main() {
	show.Row("fmt `%x` of `UUIDs`", func() string { return fmt.Sprintf("%x", uuid.UUIDs{id}) })
	show.Row("JSON of `UUIDs`", func() string { return show.Text(json.Marshal(uuid.UUIDs{id})) })
	show.Row("JSON of nil `UUIDs`", func() string { return show.Text(json.Marshal(list{})) })
	show.Row("JSON, read from a list into `UUIDs`", func() string {
		var ids uuid.UUIDs
		err := json.Unmarshal([]byte("[null]"), &ids)
		return fmt.Sprint(ids, err == nil)
	})
	show.Row("JSON, read from null into `UUIDs`", func() string {
		ids := uuid.UUIDs{id}
		err := json.Unmarshal([]byte("null"), &ids)
		return fmt.Sprint(ids, err == nil)
	})
	show.Row("CBOR of `UUIDs`", func() string { return show.Bytes(cbor.Marshal(uuid.UUIDs{id})) })
	show.Row("BSON of `UUIDs`", func() string { return show.Bytes(bson.Marshal(list{uuid.UUIDs{id}})) })
	show.Row("BSON of nil `UUIDs`", func() string { return show.Bytes(bson.Marshal(list{})) })
	show.Row("MessagePack of `UUIDs`", func() string { return show.Bytes(msgpack.Marshal(uuid.UUIDs{id})) })
	show.Row("MessagePack of nil `UUIDs`", func() string { return show.Bytes(msgpack.Marshal(list{})) })
	show.Row("YAML of `UUIDs`", func() string { return show.Text(yaml.Marshal(uuid.UUIDs{id})) })
	show.Row("gob of `UUIDs`", func() string { return gobOf(uuid.UUIDs{id}) })
	show.Row("fmt `%d` of a key", func() string { return fmt.Sprintf("%d", map[uuid.UUID]int{id: 1}) })
	show.Row("fmt `%v` of a null key", func() string { return fmt.Sprintf("%v", map[uuid.NullUUID]int{{}: 1}) })
	show.Row("JSON of a key", func() string { return show.Text(json.Marshal(map[uuid.UUID]int{id: 1})) })
	show.Row("CBOR of a key", func() string { return show.Bytes(cbor.Marshal(map[uuid.UUID]int{id: 1})) })
	show.Row("BSON of a key", func() string { return show.Bytes(bson.Marshal(map[uuid.UUID]int{id: 1})) })
	show.Row("MessagePack of a key", func() string { return show.Bytes(msgpack.Marshal(map[uuid.UUID]int{id: 1})) })
	show.Row("YAML of a key", func() string { return show.Text(yaml.Marshal(map[uuid.UUID]int{id: 1})) })
	show.Row("YAML of a null key", func() string { return show.Text(yaml.Marshal(map[uuid.NullUUID]int{{}: 1})) })
	show.Row("slog of a null key", func() string { return show.Slog(map[uuid.NullUUID]int{{}: 1}) })
	show.Row("zap of a null key", func() string { return show.Zap(map[uuid.NullUUID]int{{}: 1}) })
	show.Row("gob of a key", func() string { return gobOf(map[uuid.UUID]int{id: 1}) })
}

func gobOf(v any) string {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return show.Bytes(b.Bytes(), err)
}
