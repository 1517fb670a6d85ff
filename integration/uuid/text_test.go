package uuid_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/bytedance/sonic"
	gojson "github.com/goccy/go-json"
	goccy "github.com/goccy/go-yaml"
	jsoniter "github.com/json-iterator/go"
	gotoml "github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// A doc holds a T wherever these formats let it be.
type doc[T comparable] struct {
	XMLName struct{}     `json:"-" xml:"doc" yaml:"-" toml:"-"`
	Attr    T            `json:"-" xml:"attr,attr" yaml:"-" toml:"-"`
	ID      T            `json:"id" xml:"id" yaml:"id" toml:"id"`
	P       *T           `json:"p" xml:"p" yaml:"p" toml:"p"`
	L       []T          `json:"l" xml:"l" yaml:"l" toml:"l"`
	M       map[string]T `json:"m" xml:"-" yaml:"m" toml:"m"`
}

func newDoc[T comparable](u, o T) doc[T] {
	return doc[T]{Attr: u, ID: u, P: &u, L: []T{u, o}, M: map[string]T{"k": u}}
}

// A field is the document that the tests of reading read.
type field[T comparable] struct {
	XMLName struct{} `json:"-" xml:"doc" yaml:"-" toml:"-" schema:"-"`
	ID      T        `json:"id" xml:"id" yaml:"id" toml:"id" schema:"id"`
}

// attr is unmarshal for an ID that is an attribute.
func (f *field[T]) attr(b []byte) error {
	return xml.Unmarshal(b, &struct {
		XMLName struct{} `xml:"doc"`
		ID      *T       `xml:"id,attr"`
	}{ID: &f.ID})
}

func unmarshalAttr(b []byte, v any) error { return v.(interface{ attr([]byte) error }).attr(b) }

func tomlMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := toml.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func goccyUnmarshal(b []byte, v any) error { return goccy.Unmarshal(b, v) }

// An effect is what an input does to the value that is there already.
type effect int

const (
	fails  effect = iota // returns an error and leaves it unchanged
	reads                // makes it vectors.U
	nulls                // makes it null
	leaves               // leaves it unchanged, without an error
	breaks               // changes half of it, without an error: a fault of the package
)

// inputs have the same effect on a UUID, and the same on a NullUUID.
type inputs struct {
	uuid, nullUUID effect
	in             []string
}

func in(uuid, nullUUID effect, in ...string) inputs { return inputs{uuid, nullUUID, in} }
func accepted(texts ...string) inputs               { return in(reads, reads, texts...) }
func rejected(texts ...string) inputs               { return in(fails, fails, texts...) }

// A format is one that has UUIDs as text. Those that only read have no documents.
type format struct {
	name string
	kit.Codec
	doc    string // of what both types write, with %[1]s for vectors.U and %[2]s for the other
	nils   string // of NullUUID's null in each place
	field  string // the document around an input
	quote  string // what the format puts around text
	inputs []inputs
	escape func(string) string // what it does to text; nil: nothing
	floods bool                // its errors quote all of their input
}

// formats are all of them. With Go 1.27 encoding/json/v2 is one more: null makes a
// UUID zero, as it does every type.
func formats() []format {
	all := slices.Concat(textFormats, forms)
	if std.Present {
		all = append(all, jsonFormat("JSON v2", std.MarshalJSON, std.UnmarshalJSON, nulls))
	}
	return all
}

var textFormats = []format{
	// What null does to a UUID is each package's own rule. encoding/json leaves every
	// value unchanged that cannot be nil.
	jsonFormat("JSON", json.Marshal, json.Unmarshal, leaves),
	jsonFormat("goccy/go-json", gojson.Marshal, gojson.Unmarshal, leaves), // up to 0.10.5 it wrote a nil pointer into the UUID
	jsonFormat("json-iterator", jsoniter.Marshal, jsoniter.Unmarshal, fails),
	jsonFormat("sonic", sonic.Marshal, sonic.Unmarshal, leaves),
	{
		name: "XML", Codec: kit.Codec{Marshal: xml.Marshal, Unmarshal: xml.Unmarshal},
		doc:   `<doc attr="%[1]s"><id>%[1]s</id><p>%[1]s</p><l>%[1]s</l><l>%[2]s</l></doc>`,
		nils:  `<doc attr=""><id></id><p></p><l></l><l></l></doc>`,
		field: `<doc><id>%s</id></doc>`,
		inputs: []inputs{
			// encoding/xml leaves out the elements inside, such as those of gofrs's NullUUID.
			in(fails, nulls, "", "<UUID>"+vectors.Text+"</UUID><Valid>true</Valid>"),
			rejected("null", "\n\t"+vectors.Text+"\n"),
			accepted(vectors.Text+"<!-- no part of it -->", "<![CDATA["+vectors.Text+"]]>", "&#48;0112233-4455-6677-8899-aabbccddeeff"),
		},
	},
	{
		name: "yaml.v3", Codec: kit.Codec{Marshal: yaml.Marshal, Unmarshal: yaml.Unmarshal},
		doc:   "id: %[1]s\np: %[1]s\nl:\n    - %[1]s\n    - %[2]s\nm:\n    k: %[1]s\n",
		nils:  "id: \"\"\np: \"\"\nl:\n    - \"\"\n    - \"\"\nm:\n    k: \"\"\n",
		field: "id: %s\n", quote: `"`,
		inputs: yamlInputs,
	},
	{
		name: "goccy/go-yaml", Codec: kit.Codec{Marshal: goccy.Marshal, Unmarshal: goccyUnmarshal},
		doc:   "id: %[1]s\np: %[1]s\nl:\n- %[1]s\n- %[2]s\nm:\n  k: %[1]s\n",
		nils:  "id: \"\"\np: \"\"\nl:\n- \"\"\n- \"\"\nm:\n  k: \"\"\n",
		field: "id: %s\n", quote: `"`,
		inputs: yamlInputs,
	},
	{
		name: "TOML", Codec: kit.Codec{Marshal: tomlMarshal, Unmarshal: toml.Unmarshal},
		doc:   "id = \"%[1]s\"\np = \"%[1]s\"\nl = [\"%[1]s\", \"%[2]s\"]\n\n[m]\n  k = \"%[1]s\"\n",
		nils:  "id = \"\"\np = \"\"\nl = [\"\", \"\"]\n\n[m]\n  k = \"\"\n",
		field: "id = %s\n", quote: `"`,
		inputs: append(tomlInputs, rejected("[]", "{}")),
	},
	{
		name: "go-toml", Codec: kit.Codec{Marshal: gotoml.Marshal, Unmarshal: gotoml.Unmarshal},
		doc:   "id = '%[1]s'\np = '%[1]s'\nl = ['%[1]s', '%[2]s']\n\n[m]\nk = '%[1]s'\n",
		nils:  "id = ''\np = ''\nl = ['', '']\n\n[m]\nk = ''\n",
		field: "id = %s\n", quote: `"`,
		// It fills arrays of numbers and structs element by element, and calls no method.
		inputs: append(tomlInputs, in(breaks, fails, "[0, 17]"), in(leaves, fails, "[]"), in(fails, leaves, "{}")),
	},
	{
		name: "XML attribute", Codec: kit.Codec{Unmarshal: unmarshalAttr}, field: `<doc id="%s"></doc>`,
		inputs: []inputs{in(fails, nulls, "")},
	},
	{
		name: "flag", Codec: kit.Codec{Unmarshal: parseFlag}, field: "-id=%s", floods: true,
		inputs: []inputs{in(fails, nulls, ""), rejected("null")},
	},
}

// jsonFormat is a package that writes and reads JSON. null is what null does to a UUID.
func jsonFormat(name string, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, null effect) format {
	return format{
		name: name, Codec: kit.Codec{Marshal: marshal, Unmarshal: unmarshal},
		doc:   `{"id":"%[1]s","p":"%[1]s","l":["%[1]s","%[2]s"],"m":{"k":"%[1]s"}}`,
		nils:  `{"id":null,"p":null,"l":[null,null],"m":{"k":null}}`,
		field: `{"id":%s}`, quote: `"`,
		inputs: []inputs{
			in(null, nulls, "null"),
			accepted(`"\u0030\u0030112233-4455-6677-8899-aabbccddeef\u0046"`),
			rejected(`""`, `"null"`, `"\x30\x30112233-4455-6677-8899-aabbccddeeff"`, "17", "true", "[]", "{}", numbers,
				`"ABEiM0RVZneImaq7zN3u/w=="`, `{"UUID":"`+vectors.Text+`","Valid":true}`, ""),
		},
	}
}

const numbers = "[0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]"

// Both YAML packages handle null themselves, in all its spellings, and leave a value
// unchanged unless it is a pointer, slice or map.
var yamlInputs = []inputs{
	in(leaves, leaves, "null", "~", ""),
	in(fails, nulls, `""`, "''"),
	rejected(`"null"`, "17", "true", "!!binary ABEiM0RVZneImaq7zN3u/w==", "[]", "[1, 2]", numbers, strings.Replace(numbers, "0", "~", 1),
		"{}", "{valid: true}", "{uuid: "+vectors.Text+", valid: true}"), // gofrs's NullUUID is such a map
	accepted("'"+vectors.Text+"'", vectors.Text, strings.ToUpper(vectors.Text), "00112233445566778899aabbccddeeff", "urn:uuid:"+vectors.Text),
}

var tomlInputs = []inputs{
	in(fails, nulls, `""`),
	accepted("'"+vectors.Text+"'", `"\u00300112233-4455-6677-8899-aabbccddeeff"`),
	rejected("null", "17", "true", "2001-01-01", ""), // TOML has no null
}

// texts are inputs of every format, as text.
var texts = []inputs{
	accepted(vectors.Text, strings.ToUpper(vectors.Text), "{"+vectors.Text+"}", "urn:uuid:"+vectors.Text,
		"URN:UUID:"+strings.ToUpper(vectors.Text), strings.ReplaceAll(vectors.Text, "-", "")),
	rejected(" "+vectors.Text, vectors.Text+" ", vectors.Text[:35], vectors.Text+"0", "("+vectors.Text+")", "{"+vectors.Text,
		"0011223-34455-6677-8899-aabbccddeeff",
		"0011223344556677-8899-aabbccddeeff--",
		"g0112233-4455-6677-8899-aabbccddeeff",
		"００112233-4455-6677-8899-aabbccddee", // 36 bytes, with digits of full width
		strings.Repeat("0", 1<<16)),
}

// TestTextForms checks the exact documents that uuid.UUID and uuid.NullUUID
// become, and that they read back. The standard library's type becomes the same.
func TestTextForms(t *testing.T) {
	for _, f := range formats() {
		if f.doc == "" {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			want := fmt.Sprintf(f.doc, vectors.U, vectors.Other)
			textForm(t, f, newDoc(vectors.U, vectors.Other), want)
			textForm(t, f, newDoc(uuid.NullUUID{UUID: vectors.U, Valid: true}, uuid.NullUUID{UUID: vectors.Other, Valid: true}), want)
			textForm(t, f, newDoc(uuid.NullUUID{}, uuid.NullUUID{}), f.nils)
			if std.Present {
				textForm(t, f, newDoc(std.UUID(vectors.U), std.UUID(vectors.Other)), want)
			}
		})
	}
}

func textForm[T comparable](t *testing.T, f format, in doc[T], want string) {
	t.Helper()
	b, err := f.Marshal(&in)
	if err != nil || string(b) != want {
		t.Errorf("%T = %s, %v, want %s", in, b, err, want)
		return
	}
	if byValue, err := f.Marshal(in); err != nil || string(byValue) != want {
		t.Errorf("%T by value = %s, %v, want %s", in, byValue, err, want)
	}
	var out doc[T]
	err = f.Unmarshal(b, &out)
	if f.name == "XML" {
		in.M = nil
	} else {
		var zero T
		in.Attr = zero
	}
	if strings.Contains(want, "null") {
		in.P = nil // null makes every pointer nil
	}
	if err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%s: got %+v, %v, want %+v", b, out, err, in)
	}
}

func TestTextInputs(t *testing.T) {
	for _, f := range formats() {
		t.Run(f.name, func(t *testing.T) {
			testInputs(t, f, f.inputs, func(in string) string { return in })
			testInputs(t, f, texts, func(in string) string {
				if f.escape != nil {
					in = f.escape(in)
				}
				return f.quote + in + f.quote
			})
		})
	}
}

func testInputs(t *testing.T, f format, groups []inputs, quote func(string) string) {
	t.Helper()
	for _, group := range groups {
		for _, in := range group.in {
			if in = quote(in); !f.floods || len(in) <= 64 {
				testInput(t, f, in, group.uuid, vectors.Other, vectors.U)
				testInput(t, f, in, group.nullUUID, uuid.NullUUID{UUID: vectors.Other, Valid: true}, uuid.NullUUID{UUID: vectors.U, Valid: true})
			}
		}
	}
}

// testInput reads an input into old, with which it may do what want says.
func testInput[T comparable](t *testing.T, f format, in string, want effect, old, u T) {
	t.Helper()
	d := field[T]{ID: old}
	err := f.Unmarshal([]byte(fmt.Sprintf(f.field, in)), &d)
	got, in := d.ID, in[:min(len(in), 80)]
	var null T
	if want == breaks {
		if err != nil || got == old || got == null {
			t.Errorf("%T: %q = %v, %v: it used to change half of it", got, in, got, err)
		}
		return
	}
	wantValue := map[effect]T{fails: old, reads: u, nulls: null, leaves: old}[want]
	if (err != nil) != (want == fails) || got != wantValue {
		t.Errorf("%T: %q = %v, %v, want %v and an error: %t", got, in, got, err, wantValue, want == fails)
	}
	if err != nil && len(err.Error()) > 512 {
		t.Errorf("%T: %q: error of %d bytes", got, in, len(err.Error()))
	}
	var parse *uuid.ParseError
	if errors.As(err, &parse) && len(parse.Input) > 64 {
		t.Errorf("%T: %q: the error quotes %d bytes", got, in, len(parse.Input))
	}
}

// TestYAML checks that an alias is the text that its anchor is at, and that yaml.v3 reads what
// comes after a UUID that is none.
func TestYAML(t *testing.T) {
	in := []byte("a: &u " + vectors.Text + "\nid: *u\np: *u\nl: [*u, *u]\nm: {k: *u}\n")
	id, null := newDoc(vectors.U, vectors.U), newDoc(uuid.NullUUID{UUID: vectors.U, Valid: true}, uuid.NullUUID{UUID: vectors.U, Valid: true})
	id.Attr, null.Attr = uuid.UUID{}, uuid.NullUUID{} // for XML alone
	for _, c := range []kit.Codec{{Unmarshal: yaml.Unmarshal}, {Unmarshal: goccyUnmarshal}} {
		c.Reads(t, in, id)
		c.Reads(t, in, null)
	}
	var d doc[uuid.UUID]
	err := yaml.Unmarshal([]byte("id: {}\nl: ["+vectors.Text+"]\n"), &d)
	if want := []uuid.UUID{vectors.U}; err == nil || !reflect.DeepEqual(d.L, want) {
		t.Errorf("got %v, %v, want %v and an error", d.L, err, want)
	}
	// Only a pointer keeps the place of a null in a list.
	list := []byte("l: [" + vectors.Text + ", ~]\n")
	kit.Codec{Unmarshal: yaml.Unmarshal}.Reads(t, list, doc[uuid.NullUUID]{L: []uuid.NullUUID{{UUID: vectors.U, Valid: true}}})
	kit.Codec{Unmarshal: yaml.Unmarshal}.Reads(t, list, doc[*uuid.UUID]{L: []*uuid.UUID{&vectors.U, nil}})
}

// TestYAMLTypes has the types that are defined over a UUID, which inherit none of its methods,
// and the identifiers, for which a list of numbers is an error, too.
func TestYAMLTypes(t *testing.T) {
	for _, f := range textFormats {
		if !strings.Contains(f.name, "yaml") {
			continue
		}
		for _, group := range yamlInputs {
			for _, in := range group.in {
				yamlTypes[sqlx.Binary](t, f, in, group)
				yamlTypes[sqlx.Swapped](t, f, in, group)
				yamlTypes[sqlx.Text](t, f, in, group)
				yamlTypes[sqlx.GUID](t, f, in, group)
				yamlTypes[gormtype.UUID](t, f, in, group)
				yamlTypes[gormtype.Text](t, f, in, group)
				yamlTypes[gormtype.GUID](t, f, in, group)
				yamlTypes[cborx.Bare](t, f, in, group)
				yamlTypes[cborx.Tagged](t, f, in, group)
				testInput(t, f, in, group.nullUUID, gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(vectors.Other), Valid: true},
					gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(vectors.U), Valid: true})
			}
		}
		yamlID(t, f, ids.ULID{1}, 16)
		yamlID(t, f, ids.KSUID{1}, 20)
		yamlID(t, f, ids.PushID{1}, 15)
		yamlID(t, f, ids.XID{1}, 12)
		yamlID(t, f, ids.ObjectID{1}, 12)
	}
}

// yamlTypes reads an input into a T and into a Null of it.
func yamlTypes[T ~[16]byte](t *testing.T, f format, in string, want inputs) {
	testInput(t, f, in, want.uuid, T(vectors.Other), T(vectors.U))
	testInput(t, f, in, want.nullUUID, cborx.Null[T]{UUID: T(vectors.Other), Valid: true}, cborx.Null[T]{UUID: T(vectors.U), Valid: true})
}

// yamlID reads the text of an identifier of n bytes, and n numbers.
func yamlID[T interface {
	comparable
	fmt.Stringer
}](t *testing.T, f format, id T, n int) {
	var old T
	testInput(t, f, "'"+id.String()+"'", reads, old, id) // without quotes goccy takes XID's digits for an octal number
	testInput(t, f, "[1"+strings.Repeat(", 0", n-1)+"]", fails, old, id)
}

// TestTextMapKeys has UUIDs as the keys of maps, and pins what becomes of a null there,
// which no format has a word for.
func TestTextMapKeys(t *testing.T) {
	null, nulls := map[uuid.NullUUID]string{{}: "v"}, map[string]string{"JSON": `{"":"v"}`, "yaml.v3": "\"\": v\n", "goccy/go-yaml": "\"\": v\n"}
	for _, f := range formats() {
		if f.doc == "" || f.name == "XML" || f.name == "TOML" { // they have no such maps
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			for _, keys := range []any{map[uuid.UUID]string{vectors.U: "v"}, map[uuid.NullUUID]string{{UUID: vectors.U, Valid: true}: "v"}} {
				f.Exchange(t, keys, keys)
				f.Exchange(t, keys, map[string]string{vectors.Text: "v"})
			}
			if want := nulls[f.name]; want != "" {
				f.Write(t, null, hex.EncodeToString([]byte(want)))
				if f.name != "JSON" || std.Present {
					f.Reads(t, []byte(want), null)
				} else if err := f.Unmarshal([]byte(want), new(map[uuid.NullUUID]string)); err == nil { // Go 1.26 writes a key by MarshalText, and reads it by UnmarshalJSON
					t.Errorf("%s is read: it did not use to", want)
				}
			}
		})
	}
}

// TestOmit checks which option of which package leaves out what.
func TestOmit(t *testing.T) {
	type empties struct {
		ID   uuid.UUID     `json:"id,omitempty" yaml:"id,omitempty" toml:"id,omitempty"`
		Null uuid.NullUUID `json:"null,omitempty" yaml:"null,omitempty" toml:"null,omitempty"`
	}
	type zeros struct {
		ID   uuid.UUID     `json:"id,omitzero"`
		Null uuid.NullUUID `json:"null,omitzero"`
	}
	type elements struct {
		XMLName struct{}       `xml:"doc"`
		A       uuid.UUID      `xml:"a,attr,omitempty"`
		B       uuid.NullUUID  `xml:"b,attr,omitempty"`
		C       *uuid.UUID     `xml:"c,attr,omitempty"`
		D       *uuid.NullUUID `xml:"d,omitempty"`
		E       uuid.UUID      `xml:"e,omitempty"`
		F       uuid.NullUUID  `xml:"f,omitempty"`
		G       []uuid.UUID    `xml:"g,omitempty"`
	}
	const nilText = "00000000-0000-0000-0000-000000000000"
	for _, tt := range []struct {
		name    string
		marshal func(any) ([]byte, error)
		v       any
		want    string
	}{
		{"JSON omitempty", json.Marshal, empties{}, `{"id":"` + nilText + `","null":null}`}, // never for arrays and structs
		{"JSON omitzero", json.Marshal, zeros{}, "{}"},
		{"XML", xml.Marshal, elements{}, `<doc a="` + nilText + `" b=""><e>` + nilText + `</e><f></f></doc>`}, // only pointers and lists
		{"yaml.v3", yaml.Marshal, empties{}, "{}\n"},
		{"goccy/go-yaml", goccy.Marshal, empties{}, "{}\n"},
		{"TOML", tomlMarshal, empties{}, "id = \"" + nilText + "\"\n"},
	} {
		if b, err := tt.marshal(tt.v); err != nil || string(b) != tt.want {
			t.Errorf("%s = %q, %v, want %q", tt.name, b, err, tt.want)
		}
	}
}
