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
}
