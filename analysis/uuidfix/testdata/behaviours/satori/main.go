// Command satori shows what a program with satori/go.uuid does.
package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"

	"example.com/behaviours/show"
	"github.com/satori/go.uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
)

var id = uuid.Must(uuid.FromString("6ba7b810-9dad-41d1-80b4-00c04fd430c8"))

type doc struct {
	ID uuid.UUID `json:"id" yaml:"id" bson:"id"`
}

type null struct {
	ID uuid.NullUUID `json:"id" yaml:"id" bson:"id"`
}

type maybe struct {
	ID uuid.NullUUID `json:"id,omitempty" xml:"id,omitempty" yaml:"id,omitempty" bson:"id,omitempty"`
}

type zero struct {
	ID uuid.NullUUID `json:"id,omitzero"`
}

func main() {
	show.Row("`Value`", func() string { v, err := id.Value(); return fmt.Sprint(v, err) })
	show.Row("`Equal`", func() string { return fmt.Sprint(uuid.Equal(id, uuid.Nil)) })
	show.Row("fmt `%v`", func() string { return fmt.Sprintf("%v", id) })
	show.Row("fmt `%x`", func() string { return fmt.Sprintf("%x", id) })
	show.Row("fmt `%d`", func() string { return fmt.Sprintf("%d", id) })
	show.Row("fmt `%v` of a null `NullUUID`", func() string { return fmt.Sprintf("%v", uuid.NullUUID{}) })
	show.Row("JSON of a UUID", func() string { return show.Text(json.Marshal(doc{id})) })
	show.Row("JSON of a null `NullUUID`", func() string { return show.Text(json.Marshal(null{})) })
	show.Row("XML of a UUID", func() string { return show.Text(xml.Marshal(doc{id})) })
	show.Row("XML of a null `NullUUID`", func() string { return show.Text(xml.Marshal(null{})) })
	show.Row("YAML of a UUID", func() string { return show.Text(yaml.Marshal(doc{id})) })
	show.Row("YAML of a null `NullUUID`", func() string { return show.Text(yaml.Marshal(null{})) })
	show.Row("BSON of a UUID", func() string { return show.Bytes(bson.Marshal(doc{id})) })
	show.Row("BSON of a null `NullUUID`", func() string { return show.Bytes(bson.Marshal(null{})) })
	show.Row("an error's text", func() string { _, err := uuid.FromString("x"); return err.Error() })
	show.Row("JSON, read from `urn:uuid:` and 32 digits", func() string {
		var d doc
		err := json.Unmarshal([]byte(fmt.Sprintf(`{"id":"urn:uuid:%x"}`, id.Bytes())), &d)
		return fmt.Sprint(d.ID == id, err == nil)
	})
	show.Row("`Version` of another variant", func() string { return fmt.Sprint(uuid.UUID{6: 0x40}.Version() == 4) })
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
	show.Row("BSON `omitempty`, a null `NullUUID`", func() string { return show.Bytes(bson.Marshal(maybe{})) })
	show.Row("BSON `omitempty`, an invalid `NullUUID` with a UUID", func() string { return show.Bytes(bson.Marshal(maybe{uuid.NullUUID{UUID: id}})) })
}
