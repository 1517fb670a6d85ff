package uuid_test

import (
	"bytes"
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

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
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

// A field is the document that the tests of reading read. gin takes a type by its
// methods only if told to.
type field[T comparable] struct {
	XMLName struct{} `json:"-" xml:"doc" yaml:"-" toml:"-" schema:"-" form:"-" query:"-"`
	ID      T        `json:"id" xml:"id" yaml:"id" toml:"id" schema:"id" form:"id,parser=encoding.TextUnmarshaler" query:"id"`
}

// unmarshalAttr reads a field's ID from an attribute.
func unmarshalAttr(b []byte, v any) error {
	switch v := v.(type) {
	case *field[uuid.UUID]:
		return readAttr(b, &v.ID)
	case *field[uuid.NullUUID]:
		return readAttr(b, &v.ID)
	}
	return fmt.Errorf("no field but a %T", v)
}

func readAttr[T any](b []byte, id *T) error {
	doc := struct {
		XMLName struct{} `xml:"doc"`
		ID      T        `xml:"id,attr"`
	}{ID: *id}
	err := xml.Unmarshal(b, &doc)
	*id = doc.ID
	return err
}

func tomlMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := toml.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func goccyUnmarshal(b []byte, v any) error { return goccy.Unmarshal(b, v) }

// read is what an input may do to a value that is there already.
type read int

const (
	fails  read = iota // is an error, and leaves it unchanged
	reads              // makes it vectors.U
	nulls              // makes it null
	leaves             // leaves it unchanged, without an error
	breaks             // changes half of it, without an error: a fault of the package
)

// A format is one that has UUIDs as text. Those that only read have no documents.
type format struct {
	name      string
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
	doc       string // of what both types write, with %[1]s for vectors.U and %[2]s for the other
	nils      string // of NullUUID's null in each place
	field     string // the document around an input
	quote     string // what the format puts around text
	inputs    []input
	escape    func(string) string // what it does to text; nil: nothing
	floods    bool                // its errors quote all of their input
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
	// Null into a UUID is each package's own rule. That of encoding/json is to
	// leave every value that can't be nil as it is.
	jsonFormat("JSON", json.Marshal, json.Unmarshal, leaves),
	jsonFormat("goccy/go-json", gojson.Marshal, gojson.Unmarshal, leaves), // up to 0.10.5 it wrote a nil pointer into the UUID
	jsonFormat("json-iterator", jsoniter.Marshal, jsoniter.Unmarshal, fails),
	jsonFormat("sonic", sonic.Marshal, sonic.Unmarshal, leaves),
	{
		name: "XML", marshal: xml.Marshal, unmarshal: xml.Unmarshal,
		doc:   `<doc attr="%[1]s"><id>%[1]s</id><p>%[1]s</p><l>%[1]s</l><l>%[2]s</l></doc>`,
		nils:  `<doc attr=""><id></id><p></p><l></l><l></l></doc>`,
		field: `<doc><id>%s</id></doc>`,
		inputs: []input{
			{"", fails, nulls},
			{"null", fails, fails},
			{"\n\t" + vectors.Text + "\n", fails, fails},
			{vectors.Text + "<!-- no part of it -->", reads, reads},
			{"<![CDATA[" + vectors.Text + "]]>", reads, reads},
			{"&#48;0112233-4455-6677-8899-aabbccddeeff", reads, reads},
		},
	},
	{
		name: "yaml.v3", marshal: yaml.Marshal, unmarshal: yaml.Unmarshal,
		doc:   "id: %[1]s\np: %[1]s\nl:\n    - %[1]s\n    - %[2]s\nm:\n    k: %[1]s\n",
		nils:  "id: \"\"\np: \"\"\nl:\n    - \"\"\n    - \"\"\nm:\n    k: \"\"\n",
		field: "id: %s\n", quote: `"`,
		inputs: append(yamlInputs,
			input{"{}", fails, leaves},
			input{"[]", fails, fails},
			input{"[1, 2]", fails, fails},
		),
	},
	{
		name: "goccy/go-yaml", marshal: goccy.Marshal, unmarshal: goccyUnmarshal,
		doc:   "id: %[1]s\np: %[1]s\nl:\n- %[1]s\n- %[2]s\nm:\n  k: %[1]s\n",
		nils:  "id: \"\"\np: \"\"\nl:\n- \"\"\n- \"\"\nm:\n  k: \"\"\n",
		field: "id: %s\n", quote: `"`,
		inputs: append(yamlInputs,
			input{"{}", fails, fails},
			input{"[]", fails, fails},
			input{"[0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]", fails, fails},
		),
	},
	{
		name: "TOML", marshal: tomlMarshal, unmarshal: toml.Unmarshal,
		doc:   "id = \"%[1]s\"\np = \"%[1]s\"\nl = [\"%[1]s\", \"%[2]s\"]\n\n[m]\n  k = \"%[1]s\"\n",
		nils:  "id = \"\"\np = \"\"\nl = [\"\", \"\"]\n\n[m]\n  k = \"\"\n",
		field: "id = %s\n", quote: `"`,
		inputs: []input{
			{"null", fails, fails}, // TOML has none
			{`""`, fails, nulls},
			{"'" + vectors.Text + "'", reads, reads},
			{`"\u00300112233-4455-6677-8899-aabbccddeeff"`, reads, reads},
			{"17", fails, fails},
			{"true", fails, fails},
			{"[]", fails, fails},
			{"{}", fails, fails},
			{"2001-01-01", fails, fails},
			{"", fails, fails},
		},
	},
	{
		name: "go-toml", marshal: gotoml.Marshal, unmarshal: gotoml.Unmarshal,
		doc:   "id = '%[1]s'\np = '%[1]s'\nl = ['%[1]s', '%[2]s']\n\n[m]\nk = '%[1]s'\n",
		nils:  "id = ''\np = ''\nl = ['', '']\n\n[m]\nk = ''\n",
		field: "id = %s\n", quote: `"`,
		inputs: []input{
			{"null", fails, fails},
			{`""`, fails, nulls},
			{"'" + vectors.Text + "'", reads, reads},
			{`"\u00300112233-4455-6677-8899-aabbccddeeff"`, reads, reads},
			{"17", fails, fails},
			{"true", fails, fails},
			// It fills arrays of numbers and structs element by element, and calls no method.
			{"[0, 17]", breaks, fails},
			{"[]", leaves, fails},
			{"{}", fails, leaves},
			{"2001-01-01", fails, fails},
			{"", fails, fails},
		},
	},
	{
		name: "XML attribute", unmarshal: unmarshalAttr, field: `<doc id="%s"></doc>`,
		inputs: []input{{"", fails, nulls}},
	},
	{
		name: "flag", unmarshal: parseFlag, field: "-id=%s", floods: true,
		inputs: []input{{"", fails, nulls}, {"null", fails, fails}},
	},
}

// jsonFormat is a package that writes and reads JSON, and does null to a UUID.
func jsonFormat(name string, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, null read) format {
	return format{
		name: name, marshal: marshal, unmarshal: unmarshal,
		doc:   `{"id":"%[1]s","p":"%[1]s","l":["%[1]s","%[2]s"],"m":{"k":"%[1]s"}}`,
		nils:  `{"id":null,"p":null,"l":[null,null],"m":{"k":null}}`,
		field: `{"id":%s}`, quote: `"`,
		inputs: []input{
			{"null", null, nulls},
			{`""`, fails, fails},
			{`"null"`, fails, fails},
			{`"\u0030\u0030112233-4455-6677-8899-aabbccddeef\u0046"`, reads, reads},
			{`"\x30\x30112233-4455-6677-8899-aabbccddeeff"`, fails, fails},
			{"17", fails, fails},
			{"true", fails, fails},
			{"[]", fails, fails},
			{"{}", fails, fails},
			{"[0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255]", fails, fails},
			{`"ABEiM0RVZneImaq7zN3u/w=="`, fails, fails},
			{`{"UUID":"` + vectors.Text + `","Valid":true}`, fails, fails},
			{"", fails, fails},
		},
	}
}

type input struct {
	in       string
	uuid     read
	nullUUID read
}

var yamlInputs = []input{
	// Both packages keep null, in all its spellings, from the type it is for,
	// and leave what is there unless it is a pointer, slice or map.
	{"null", leaves, leaves},
	{"~", leaves, leaves},
	{"", leaves, leaves},
	{`""`, fails, nulls},
	{"''", fails, nulls},
	{`"null"`, fails, fails},
	{"17", fails, fails},
	{"true", fails, fails},
	{"!!binary ABEiM0RVZneImaq7zN3u/w==", fails, fails},
	{"'" + vectors.Text + "'", reads, reads},
	{vectors.Text, reads, reads},
	{strings.ToUpper(vectors.Text), reads, reads},
	{"00112233445566778899aabbccddeeff", reads, reads},
	{"urn:uuid:" + vectors.Text, reads, reads},
}

// texts are inputs of every format, as text.
var texts = []input{
	{vectors.Text, reads, reads},
	{strings.ToUpper(vectors.Text), reads, reads},
	{"{" + vectors.Text + "}", reads, reads},
	{"urn:uuid:" + vectors.Text, reads, reads},
	{"URN:UUID:" + strings.ToUpper(vectors.Text), reads, reads},
	{strings.ReplaceAll(vectors.Text, "-", ""), reads, reads},
	{" " + vectors.Text, fails, fails},
	{vectors.Text + " ", fails, fails},
	{vectors.Text[:35], fails, fails},
	{vectors.Text + "0", fails, fails},
	{"(" + vectors.Text + ")", fails, fails},
	{"{" + vectors.Text, fails, fails},
	{"0011223-34455-6677-8899-aabbccddeeff", fails, fails},
	{"0011223344556677-8899-aabbccddeeff--", fails, fails},
	{"g0112233-4455-6677-8899-aabbccddeeff", fails, fails},
	{"００112233-4455-6677-8899-aabbccddee", fails, fails}, // 36 bytes, with digits of full width
	{strings.Repeat("0", 1<<16), fails, fails},
}

// TestTextForms checks the exact documents that uuid.UUID and uuid.NullUUID
// become, and that they read back.
func TestTextForms(t *testing.T) {
	for _, f := range formats() {
		if f.doc == "" {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			u, o := vectors.U, vectors.Other
			want := fmt.Sprintf(f.doc, u, o)
			textForm(t, f, doc[uuid.UUID]{struct{}{}, u, u, &u, []uuid.UUID{u, o}, map[string]uuid.UUID{"k": u}}, want)
			n, m := uuid.NullUUID{UUID: u, Valid: true}, uuid.NullUUID{UUID: o, Valid: true}
			textForm(t, f, doc[uuid.NullUUID]{struct{}{}, n, n, &n, []uuid.NullUUID{n, m}, map[string]uuid.NullUUID{"k": n}}, want)
			var z uuid.NullUUID
			textForm(t, f, doc[uuid.NullUUID]{struct{}{}, z, z, &z, []uuid.NullUUID{z, z}, map[string]uuid.NullUUID{"k": z}}, f.nils)
		})
	}
}

func textForm[T comparable](t *testing.T, f format, in doc[T], want string) {
	t.Helper()
	b, err := f.marshal(&in)
	if err != nil || string(b) != want {
		t.Errorf("%T = %s, %v, want %s", in, b, err, want)
		return
	}
	if byValue, err := f.marshal(in); err != nil || string(byValue) != want {
		t.Errorf("%T by value = %s, %v, want %s", in, byValue, err, want)
	}
	var out doc[T]
	err = f.unmarshal(b, &out)
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
			inputs := slices.Clone(f.inputs)
			for _, in := range texts {
				if f.escape != nil {
					in.in = f.escape(in.in)
				}
				in.in = f.quote + in.in + f.quote
				inputs = append(inputs, in)
			}
			for _, in := range inputs {
				if f.floods && len(in.in) > 64 {
					continue
				}
				testInput(t, f, in.in, in.uuid, vectors.Other, vectors.U)
				testInput(t, f, in.in, in.nullUUID, uuid.NullUUID{UUID: vectors.Other, Valid: true}, uuid.NullUUID{UUID: vectors.U, Valid: true})
			}
		})
	}
}

// testInput reads an input into old, with which it may do what want says.
func testInput[T comparable](t *testing.T, f format, in string, want read, old, u T) {
	t.Helper()
	d := field[T]{ID: old}
	err := f.unmarshal([]byte(fmt.Sprintf(f.field, in)), &d)
	got, in := d.ID, in[:min(len(in), 80)]
	var null T
	if want == breaks {
		if err != nil || got == old || got == null {
			t.Errorf("%T: %q = %v, %v: it used to change half of it", got, in, got, err)
		}
		return
	}
	wantValue := map[read]T{fails: old, reads: u, nulls: null, leaves: old}[want]
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

// TestYAMLSequence pins what yaml.v3 does with a sequence before it asks
// anybody: a UUID is an array of 16 numbers to it, and one that it finds bad
// half way is half read.
func TestYAMLSequence(t *testing.T) {
	var d field[uuid.UUID]
	err := yaml.Unmarshal([]byte("id: [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]"), &d)
	if err != nil || d.ID != vectors.U {
		t.Errorf("got %v, %v", d.ID, err)
	}
	err = yaml.Unmarshal([]byte("id: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 300]"), &d)
	if err == nil || d.ID[0] != 1 || d.ID[15] != vectors.U[15] {
		t.Errorf("got %v, %v", d.ID, err)
	}
}

// TestYAMLAnchors checks that an alias is the text that its anchor is at.
func TestYAMLAnchors(t *testing.T) {
	in := []byte("a: &u " + vectors.Text + "\nid: *u\np: *u\nl: [*u, *u]\nm: {k: *u}\n")
	u := vectors.U
	n := uuid.NullUUID{UUID: u, Valid: true}
	wantU := doc[uuid.UUID]{ID: u, P: &u, L: []uuid.UUID{u, u}, M: map[string]uuid.UUID{"k": u}}
	wantN := doc[uuid.NullUUID]{ID: n, P: &n, L: []uuid.NullUUID{n, n}, M: map[string]uuid.NullUUID{"k": n}}
	for name, unmarshal := range map[string]func([]byte, any) error{"yaml.v3": yaml.Unmarshal, "goccy/go-yaml": goccyUnmarshal} {
		var gotU doc[uuid.UUID]
		var gotN doc[uuid.NullUUID]
		err := errors.Join(unmarshal(in, &gotU), unmarshal(in, &gotN))
		if err != nil || !reflect.DeepEqual(gotU, wantU) || !reflect.DeepEqual(gotN, wantN) {
			t.Errorf("%s: got %+v and %+v, %v, want %+v", name, gotU, gotN, err, wantU)
		}
	}
}

func TestTextMapKeys(t *testing.T) {
	for _, f := range formats() {
		if f.doc == "" || f.name == "XML" || f.name == "TOML" { // they have no such maps
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			mapKeys(t, f, vectors.U)
			mapKeys(t, f, uuid.NullUUID{UUID: vectors.U, Valid: true})
		})
	}
}

func mapKeys[T comparable](t *testing.T, f format, key T) {
	t.Helper()
	b, err := f.marshal(map[T]string{key: "v"})
	var out map[T]string
	var names map[string]string
	err = errors.Join(err, f.unmarshal(b, &out), f.unmarshal(b, &names))
	if err != nil || len(out) != 1 || out[key] != "v" || len(names) != 1 || names[vectors.Text] != "v" {
		t.Errorf("%T: %s = %v and %v, %v, want the key %s", key, b, out, names, err, vectors.Text)
	}
}

// TestNullMapKeys pins what becomes of a null as the key of a map, which no
// format has a good word for.
func TestNullMapKeys(t *testing.T) {
	for _, tt := range []struct {
		name      string
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
		want      string
		back      bool // whether it reads back
	}{
		{"JSON", json.Marshal, json.Unmarshal, `{"":"v"}`, std.Present}, // Go 1.26 asks a key for UnmarshalJSON, though for MarshalText
		{"yaml.v3", yaml.Marshal, yaml.Unmarshal, "\"\": v\n", true},
		{"goccy/go-yaml", goccy.Marshal, goccyUnmarshal, "\"\": v\n", true},
	} {
		b, err := tt.marshal(map[uuid.NullUUID]string{{}: "v"})
		if err != nil || string(b) != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.name, b, err, tt.want)
		}
		var out map[uuid.NullUUID]string
		err = tt.unmarshal(b, &out)
		if got := err == nil && len(out) == 1 && out[uuid.NullUUID{}] == "v"; got != tt.back {
			t.Errorf("%s: %q reads back as %v, %v, want %t", tt.name, b, out, err, tt.back)
		}
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
