// Command gofrs shows what a program with gofrs/uuid does.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"

	"example.com/behaviours/show"
	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
)

var id = uuid.Must(uuid.FromString("6ba7b810-9dad-41d1-80b4-00c04fd430c8"))

type doc struct {
	ID uuid.UUID `json:"id" yaml:"id" bson:"id" msgpack:"id" cbor:"id"`
}

type null struct {
	ID uuid.NullUUID `json:"id" yaml:"id" bson:"id" msgpack:"id" cbor:"id"`
}

type empty struct {
	ID uuid.UUID `json:"id,omitempty" yaml:"id,omitempty" bson:"id,omitempty" msgpack:"id,omitempty" cbor:"id,omitempty"`
}

type maybe struct {
	ID uuid.NullUUID `json:"id,omitempty" xml:"id,omitempty" yaml:"id,omitempty" msgpack:"id,omitempty" cbor:"id,omitempty" bson:"id,omitempty"`
}

type zero struct {
	ID uuid.NullUUID `json:"id,omitzero" cbor:"id,omitzero"`
}

func main() {
	show.Row("`Bytes`", func() string { return show.Bytes(id.Bytes(), nil) })
	show.Row("`Value`", func() string { v, err := id.Value(); return fmt.Sprint(v, err) })
	show.Row("fmt `%v`", func() string { return fmt.Sprintf("%v", id) })
	show.Row("fmt `%q`", func() string { return fmt.Sprintf("%q", id) })
	show.Row("fmt `%x`", func() string { return fmt.Sprintf("%x", id) })
	show.Row("fmt `%#v`", func() string { return fmt.Sprintf("%#v", id) })
	show.Row("fmt `%S`", func() string { return fmt.Sprintf("%S", id) })
	show.Row("fmt `%d`", func() string { return fmt.Sprintf("%d", id) })
	show.Row("fmt `%v` of a null `NullUUID`", func() string { return fmt.Sprintf("%v", uuid.NullUUID{}) })
	show.Row("JSON of a UUID", func() string { return show.Text(json.Marshal(doc{id})) })
	show.Row("JSON of a null `NullUUID`", func() string { return show.Text(json.Marshal(null{})) })
	show.Row("JSON `omitempty`, Nil", func() string { return show.Text(json.Marshal(empty{})) })
	show.Row("XML of a UUID", func() string { return show.Text(xml.Marshal(doc{id})) })
	show.Row("XML of a null `NullUUID`", func() string { return show.Text(xml.Marshal(null{})) })
	show.Row("YAML of a UUID", func() string { return show.Text(yaml.Marshal(doc{id})) })
	show.Row("YAML of a null `NullUUID`", func() string { return show.Text(yaml.Marshal(null{})) })
	show.Row("YAML `omitempty`, Nil", func() string { return show.Text(yaml.Marshal(empty{})) })
	show.Row("gob of a UUID", func() string { return gobOf(doc{id}) })
	show.Row("gob of a null `NullUUID`", func() string { return gobOf(null{}) })
	show.Row("gob of a UUID in an `any`: the name is gofrs's", func() string {
		gob.Register(uuid.UUID{})
		return fmt.Sprint(strings.Contains(gobOf([]any{id}), fmt.Sprintf("%x", "gofrs/uuid/v5.UUID")))
	})
	show.Row("MessagePack of a UUID", func() string { return show.Bytes(msgpack.Marshal(doc{id})) })
	show.Row("MessagePack of a null `NullUUID`", func() string { return show.Bytes(msgpack.Marshal(null{})) })
	show.Row("MessagePack `omitempty`, Nil", func() string { return show.Bytes(msgpack.Marshal(empty{})) })
	show.Row("CBOR of a UUID", func() string { return show.Bytes(cbor.Marshal(doc{id})) })
	show.Row("CBOR of a null `NullUUID`", func() string { return show.Bytes(cbor.Marshal(null{})) })
	show.Row("CBOR `omitempty`, Nil", func() string { return show.Bytes(cbor.Marshal(empty{})) })
	show.Row("BSON of a UUID", func() string { return show.Bytes(bson.Marshal(doc{id})) })
	show.Row("BSON of a null `NullUUID`", func() string { return show.Bytes(bson.Marshal(null{})) })
	show.Row("BSON `omitempty`, Nil", func() string { return show.Bytes(bson.Marshal(empty{})) })
	show.Row("`Version` of another variant", func() string { return fmt.Sprint(uuid.UUID{6: 0x40}.Version() == 4) })
	show.Row("`Version` in an `any`", func() string { var v any = id.Version(); return fmt.Sprintf("%T", v) })
	show.Row("`Variant` as text", func() string { return fmt.Sprint(id.Variant()) })
	show.Row("an error's text", func() string { _, err := uuid.FromString("x"); return err.Error() })
	show.Row("`FromString` of `urn:uuid:` and 32 digits", func() string {
		_, err := uuid.FromString(fmt.Sprintf("urn:uuid:%x", id.Bytes()))
		return fmt.Sprint(err == nil)
	})
	show.Row("JSON, read from braces with 32 digits", func() string {
		var d doc
		err := json.Unmarshal([]byte(fmt.Sprintf(`{"id":"{%x}"}`, id.Bytes())), &d)
		return fmt.Sprint(d.ID == id, err == nil)
	})
	show.Row("`UnmarshalText` of `urn:uuid:` and 32 digits", func() string {
		var x uuid.UUID
		err := x.UnmarshalText([]byte(fmt.Sprintf("urn:uuid:%x", id.Bytes())))
		return fmt.Sprint(x == id, err == nil)
	})
	show.Row("`Scan` of NULL into a UUID", func() string { x := id; err := x.Scan(nil); return fmt.Sprint(x, err == nil) })
	show.Row("`Scan` of 16 bytes that begin a text", func() string { var x uuid.UUID; err := x.Scan([]byte(id.String()[:16])); return fmt.Sprint(err == nil) })
	show.Row("a `NullUUID` after a failed `Scan`", func() string { x := uuid.NullUUID{}; err := x.Scan("x"); return fmt.Sprint(x.Valid, err == nil) })
	show.Row("package log of a UUID", func() string { return show.Log(id) })
	show.Row("package log of a null `NullUUID`", func() string { return show.Log(uuid.NullUUID{}) })
	show.Row("package log of a `NullUUID`", func() string { return show.Log(uuid.NullUUID{UUID: id, Valid: true}) })
	show.Row("slog of a UUID", func() string { return show.Slog(id) })
	show.Row("slog of a null `NullUUID`", func() string { return show.Slog(uuid.NullUUID{}) })
	show.Row("slog of a `NullUUID`", func() string { return show.Slog(uuid.NullUUID{UUID: id, Valid: true}) })
	show.Row("zap of a UUID", func() string { return show.Zap(id) })
	show.Row("zap of a null `NullUUID`", func() string { return show.Zap(uuid.NullUUID{}) })
	show.Row("zap of a `NullUUID`", func() string { return show.Zap(uuid.NullUUID{UUID: id, Valid: true}) })
	show.Row("zerolog of a UUID", func() string { return show.Zerolog(id) })
	show.Row("zerolog of a null `NullUUID`", func() string { return show.Zerolog(uuid.NullUUID{}) })
	show.Row("zerolog of a `NullUUID`", func() string { return show.Zerolog(uuid.NullUUID{UUID: id, Valid: true}) })
	show.Row("logrus of a UUID", func() string { return show.Logrus(id) })
	show.Row("logrus of a null `NullUUID`", func() string { return show.Logrus(uuid.NullUUID{}) })
	show.Row("logrus of a `NullUUID`", func() string { return show.Logrus(uuid.NullUUID{UUID: id, Valid: true}) })
	show.Row("logr of a UUID", func() string { return show.Logr(id) })
	show.Row("logr of a null `NullUUID`", func() string { return show.Logr(uuid.NullUUID{}) })
	show.Row("logr of a `NullUUID`", func() string { return show.Logr(uuid.NullUUID{UUID: id, Valid: true}) })
	show.Row("JSON `omitempty`, a null `NullUUID`", func() string { return show.Text(json.Marshal(maybe{})) })
	show.Row("JSON `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Text(json.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
	show.Row("JSON `omitzero`, a null `NullUUID`", func() string { return show.Text(json.Marshal(zero{})) })
	show.Row("JSON `omitzero`, an invalid `NullUUID` with a UUID", func() string { return show.Text(json.Marshal(zero{uuid.NullUUID{UUID: id}})) })
	show.Row("XML `omitempty`, a null `NullUUID`", func() string { return show.Text(xml.Marshal(maybe{})) })
	show.Row("XML `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Text(xml.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
	show.Row("YAML `omitempty`, a null `NullUUID`", func() string { return show.Text(yaml.Marshal(maybe{})) })
	show.Row("YAML `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Text(yaml.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
	show.Row("MessagePack `omitempty`, a null `NullUUID`", func() string { return show.Bytes(msgpack.Marshal(maybe{})) })
	show.Row("MessagePack `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Bytes(msgpack.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
	show.Row("CBOR `omitempty`, a null `NullUUID`", func() string { return show.Bytes(cbor.Marshal(maybe{})) })
	show.Row("CBOR `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Bytes(cbor.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
	show.Row("CBOR `omitzero`, a null `NullUUID`", func() string { return show.Bytes(cbor.Marshal(zero{})) })
	show.Row("CBOR `omitzero`, an invalid `NullUUID` with a UUID", func() string { return show.Bytes(cbor.Marshal(zero{uuid.NullUUID{UUID: id}})) })
	show.Row("BSON `omitempty`, a null `NullUUID`", func() string { return show.Bytes(bson.Marshal(maybe{})) })
	show.Row("BSON `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Bytes(bson.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
	show.Row("XML of a `NullUUID`, as gofrs wrote it, read", func() string {
		var n null
		err := xml.Unmarshal([]byte("<null><ID><UUID>"+id.String()+"</UUID><Valid>true</Valid></ID></null>"), &n)
		return fmt.Sprint(n.ID.Valid, err)
	})
}

func gobOf(v any) string {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return show.Bytes(b.Bytes(), err)
}
