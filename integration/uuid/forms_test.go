package uuid_test

import (
	"bytes"
	"encoding"
	"flag"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/go-playground/form/v4"
	"github.com/gorilla/schema"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// parseFlag reads a command line of one argument into the ID of a field.
func parseFlag(b []byte, v any) error {
	id := reflect.ValueOf(v).Elem().FieldByName("ID")
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.TextVar(id.Addr().Interface().(encoding.TextUnmarshaler), "id", id.Interface().(encoding.TextMarshaler), "")
	return fs.Parse([]string{string(b)})
}

// TestFlag checks a default: it is there without the flag, and in the usage.
func TestFlag(t *testing.T) {
	for _, tt := range []struct {
		value, got any
		usage      string
	}{
		{&vectors.U, new(uuid.UUID), "(default " + vectors.Text + ")\n"},
		{new(uuid.UUID), &uuid.UUID{1}, "(default 00000000-0000-0000-0000-000000000000)\n"}, // only empty text is none
		{&uuid.NullUUID{UUID: vectors.U, Valid: true}, new(uuid.NullUUID), "(default " + vectors.Text + ")\n"},
		{new(uuid.NullUUID), &uuid.NullUUID{Valid: true}, "an id\n"},
	} {
		var out bytes.Buffer
		fs := flag.NewFlagSet("test", flag.ContinueOnError)
		fs.SetOutput(&out)
		fs.TextVar(tt.got.(encoding.TextUnmarshaler), "id", tt.value.(encoding.TextMarshaler), "an id")
		fs.PrintDefaults()
		if err := fs.Parse(nil); err != nil || !reflect.DeepEqual(tt.got, tt.value) || !strings.HasSuffix(out.String(), tt.usage) {
			t.Errorf("%T %v: got %v, %v, usage %q, want %q", tt.value, tt.value, tt.got, err, out.String(), tt.usage)
		}
	}
}

// forms read the query of a URL as their users have them do it. Of a field that is
// there twice they read the first value, gorilla/schema the last.
var forms = []format{
	queryFormat("gorilla/schema", query(schemaDecode), "x&id="+vectors.Text),
	queryFormat("go-playground/form", query(formDecode), vectors.Text+"&id=x"),
}

func queryFormat(name string, unmarshal func([]byte, any) error, twice string) format {
	return format{
		name: name, Codec: kit.Codec{Unmarshal: unmarshal}, field: "id=%s", escape: url.QueryEscape,
		inputs: []inputs{in(fails, nulls, ""), rejected("null", "%00"), accepted(twice)},
	}
}

func query(decode func(any, url.Values) error) func([]byte, any) error {
	return func(b []byte, v any) error {
		values, err := url.ParseQuery(string(b))
		if err != nil {
			return err
		}
		return decode(v, values)
	}
}

func schemaDecode(v any, values url.Values) error { return schema.NewDecoder().Decode(v, values) }

// formDecode tells the package of the types, as it knows no TextUnmarshaler.
func formDecode(v any, values url.Values) error {
	d := form.NewDecoder()
	d.SetTagName("schema")
	d.RegisterCustomTypeFunc(func(s []string) (any, error) { return uuid.Parse(s[0]) }, uuid.UUID{})
	d.RegisterCustomTypeFunc(func(s []string) (any, error) {
		var n uuid.NullUUID
		err := n.UnmarshalText([]byte(s[0]))
		return n, err
	}, uuid.NullUUID{})
	return d.Decode(v, values)
}

// TestForms checks the shapes that forms have besides one field.
func TestForms(t *testing.T) {
	type shapes struct {
		P *uuid.UUID      `schema:"p"`
		L []uuid.UUID     `schema:"l"`
		N []uuid.NullUUID `schema:"n"`
	}
	u, null := vectors.U, uuid.NullUUID{UUID: vectors.U, Valid: true}
	for _, f := range forms {
		for _, tt := range []struct {
			query string
			want  shapes
		}{
			{"", shapes{}},
			{"p=" + vectors.Text, shapes{P: &u}},
			{"l=" + vectors.Text + "&l=" + vectors.Other.String(), shapes{L: []uuid.UUID{vectors.U, vectors.Other}}},
			{"n=" + vectors.Text + "&n=", shapes{N: []uuid.NullUUID{null, {}}}},
		} {
			if f.name != "gorilla/schema" || tt.query == "" || tt.query[0] == 'p' {
				f.Reads(t, []byte(tt.query), tt.want)
				continue
			}
			// gorilla/schema looks at the elements of a list for a converter only.
			var got shapes
			if err := f.Unmarshal([]byte(tt.query), &got); err == nil {
				t.Errorf("%s: %q: got %v: it did not use to", f.name, tt.query, got)
			}
		}
	}
}

// TestFormsAlone pins what the packages do that must be told of a type, and are not.
func TestFormsAlone(t *testing.T) {
	type fields struct {
		ID   uuid.UUID
		Null uuid.NullUUID
	}
	old := fields{vectors.Other, uuid.NullUUID{UUID: vectors.Other, Valid: true}}
	playground := query(func(v any, values url.Values) error { return form.NewDecoder().Decode(v, values) })
	for _, tt := range []struct {
		unmarshal func([]byte, any) error
		field     string
		silent    bool
	}{
		{playground, "ID", false},
		{playground, "Null", true}, // a NullUUID is a struct to it, whose two fields the form does not have
	} {
		kit.Codec{Unmarshal: tt.unmarshal}.Read(t, []byte(tt.field+"="+vectors.Text), old, old, tt.silent)
	}
}

// TestFormsFields pins that a form can have the two fields of a NullUUID. A pointer has none.
func TestFormsFields(t *testing.T) {
	type fields struct {
		Null uuid.NullUUID
		P    *uuid.UUID
	}
	playground := query(func(v any, values url.Values) error { return form.NewDecoder().Decode(v, values) })
	for name, unmarshal := range map[string]func([]byte, any) error{"gorilla/schema": query(schemaDecode), "go-playground/form": playground, "go-playground/form with functions": query(formDecode)} {
		var got fields
		err := unmarshal([]byte("Null.Valid=true"), &got)
		if want := (fields{Null: uuid.NullUUID{Valid: true}}); err != nil || got != want {
			t.Errorf("%s: got %v, %v: it used to set the field Valid", name, got, err)
		}
		got = fields{}
		if unmarshal([]byte("P.Valid=true"), &got); got != (fields{}) {
			t.Errorf("%s: a pointer: got %v, want nil", name, got)
		}
	}
}

// TestSlog checks what a UUID is in a log.
func TestSlog(t *testing.T) {
	type order struct{ ID uuid.UUID }
	null := uuid.NullUUID{UUID: vectors.U, Valid: true}
	for _, tt := range []struct {
		value      any
		text, json string
	}{
		{vectors.U, vectors.Text, `"` + vectors.Text + `"`},
		{&vectors.U, vectors.Text, `"` + vectors.Text + `"`},
		{(*uuid.UUID)(nil), "<nil>", "null"},
		{null, vectors.Text, `"` + vectors.Text + `"`},
		{uuid.NullUUID{}, `""`, "null"},
		{[]uuid.UUID{vectors.U}, "[" + vectors.Text + "]", `["` + vectors.Text + `"]`},
		{order{vectors.U}, "{ID:" + vectors.Text + "}", `{"ID":"` + vectors.Text + `"}`},
		{map[uuid.UUID]int{vectors.U: 1}, "map[" + vectors.Text + ":1]", `{"` + vectors.Text + `":1}`},
	} {
		var text, json bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("", "id", tt.value)
		slog.New(slog.NewJSONHandler(&json, nil)).Info("", "id", tt.value)
		if want := ` msg="" id=` + tt.text + "\n"; !strings.HasSuffix(text.String(), want) {
			t.Errorf("%T: got %q, want %q at the end", tt.value, &text, want)
		}
		if want := `,"msg":"","id":` + tt.json + "}\n"; !strings.HasSuffix(json.String(), want) {
			t.Errorf("%T: got %q, want %q at the end", tt.value, &json, want)
		}
	}
}
