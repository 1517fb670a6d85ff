package matrix

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/goccy/go-yaml"
	yaml3 "gopkg.in/yaml.v3"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// A codec is a format without a store: a document of one field x.
type codec struct {
	script
	name      string // the package of Marshal and Unmarshal
	marshal   func(doc any) ([]byte, error)
	unmarshal func(data []byte, doc any) error
	// before and after are what the document has around the value.
	before, after string
	binary        bool // the value's bytes are reported as hex
	// What has no Marshal and Unmarshal: how a user calls it, and where the value is.
	puts, gets string
	value      func(data []byte) []byte

	data []byte
}

const tags = `json:"x" xml:"x" cbor:"x" msgpack:"x" bson:"x" yaml:"x" toml:"x,omitempty"`

// document is a pointer to a new struct with a field X that holds v.
func document(v reflect.Value) reflect.Value {
	doc := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "X", Type: v.Type(), Tag: tags}}))
	doc.Elem().Field(0).Set(v)
	return doc
}

// fieldX decodes through a struct with a field X of dst's type, as programs do,
// and carries the receiver's old and new value over, also after an error.
func fieldX(dst any, decode func(doc any) error) error {
	x := reflect.ValueOf(dst).Elem()
	doc := document(x)
	err := decode(doc.Interface())
	x.Set(doc.Elem().Field(0))
	return err
}

func (c *codec) Put(v any) (err error) {
	c.write = cmp.Or(c.puts, c.name+".Marshal(struct{ X V }{v})")
	c.data, err = c.marshal(document(reflect.ValueOf(v)).Elem().Interface())
	return err
}

func (c *codec) Seed(literals ...string) {
	c.data = []byte(c.before + literals[0] + c.after)
	c.writes("data := %s", bytesLiteral(c.data, c.binary))
}

// bytesLiteral is Go code for b.
func bytesLiteral(b []byte, binary bool) string {
	if binary {
		return fmt.Sprintf("unhex(%q)", hexOf(b))
	}
	return fmt.Sprintf("`%s`", bytes.TrimSpace(b))
}

func (c *codec) Stored() string {
	v, ok := bytes.CutPrefix(c.data, []byte(c.before))
	v, ok2 := bytes.CutSuffix(v, []byte(c.after))
	if !ok || !ok2 {
		v = c.data
	}
	if c.value != nil {
		v = c.value(v)
	}
	if c.binary {
		return hexOf(v)
	}
	return string(v)
}

func (c *codec) Get(dst any) error {
	c.read = cmp.Or(c.gets, c.name+".Unmarshal(data, &doc)")
	return fieldX(dst, func(doc any) error { return c.unmarshal(c.data, doc) })
}

// Values of which a T is a part.
const (
	mapKey   = "map[T]string"
	mapValue = "map[string]T"
	nested   = "[]struct{ ID T }"
)

// partsOf are the shapes of these. The document must have the id in the native form, or at
// least its bytes where a format writes a part in another way than a value, as gob does.
func partsOf() (shapes []Shape) {
	for _, part := range []struct {
		name, value string
		of          func(t reflect.Type) reflect.Type
		set         func(v, id reflect.Value)
	}{
		{mapKey, "v := map[T]string{id: \"a\"}", func(t reflect.Type) reflect.Type { return reflect.MapOf(t, reflect.TypeFor[string]()) },
			func(v, id reflect.Value) { v.SetMapIndex(id, reflect.ValueOf("a")) }},
		{mapValue, "v := map[string]T{\"a\": id}", func(t reflect.Type) reflect.Type { return reflect.MapOf(reflect.TypeFor[string](), t) },
			func(v, id reflect.Value) { v.SetMapIndex(reflect.ValueOf("a"), id) }},
		{nested, "v := []struct{ ID T }{{id}}", func(t reflect.Type) reflect.Type {
			return reflect.SliceOf(reflect.StructOf([]reflect.StructField{{Name: "ID", Type: t}}))
		}, nil},
	} {
		shapes = append(shapes, Shape{Name: part.name, Value: part.value, Measure: func(m *measurement) *Cell {
			t, id := part.of(m.One), m.one(u)
			in := reflect.New(t).Elem()
			if t.Kind() == reflect.Map {
				in.Set(reflect.MakeMap(t))
				part.set(in, id)
			} else {
				in.Set(reflect.MakeSlice(t, 1, 1))
				in.Index(0).Field(0).Set(id)
			}
			check("", "write: ", m.store.Put(in.Interface()))
			stored, dst := m.store.Stored(), reflect.New(t)
			check(stored, "read: ", m.store.Get(dst.Interface()))
			if strings.Contains(stored, m.part()) {
				return compared(dst.Elem().Interface(), in.Interface(), stored, stored)
			}
			return compared(dst.Elem().Interface(), in.Interface(), stored, "")
		}})
	}
	return shapes
}

// part is what u is in a document, in whatever it is.
func (m *measurement) part() string {
	one := m.texts(m.One, m.row.One(u))
	if m.row.Store == "gob" {
		return hexOf(u[:])
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.Trim(one, `" `), "<x>"), "</x>")
}

// A formatRow's literal is the encoding of a value: one's and null's bytes, or
// their hex if the codec is binary.
func formatRow(store, library string, c codec, one func(b []byte) string, null string, many func(ones []string) string) Row {
	r := Row{
		Store: store, Column: "value", Library: library, Null: null, Texts: !c.binary,
		One:  func(u uuid.UUID) string { return one(u[:]) },
		Many: func(elems ...string) string { return many(elems) },
		Literal: func(b []byte) string {
			literal := null
			if b != nil {
				literal = one(b)
			}
			if c.binary {
				return string(kit.Unhex(literal))
			}
			return literal
		},
		Parts:    partsOf(),
		Converts: converted[uuid.UUID](list("[]uuid.UUID", is[[]uuid.UUID])),
		Open: func(testing.TB, Column) Session {
			c := c
			return &c
		},
	}
	r.Misfits = misfitsOf(r)
	return r
}

func formatRows() (rows []Row) {
	quote := func(b []byte) string { return `"` + text(b) + `"` }
	array := func(separator string) func([]string) string {
		return func(ones []string) string { return "[" + strings.Join(ones, separator) + "]" }
	}
	inJSON := func(library string, c codec) {
		c.before, c.after = `{"x":`, `}`
		rows = append(rows, formatRow("JSON", library, c, quote, "null", array(",")))
	}
	inJSON("encoding/json", codec{name: "json", marshal: json.Marshal, unmarshal: json.Unmarshal})
	if std.Present {
		inJSON("encoding/json/v2", codec{name: "json", marshal: std.MarshalJSON, unmarshal: std.UnmarshalJSON})
	}

	inXML := formatRow("XML", "encoding/xml", codec{name: "xml", before: "<doc>", after: "</doc>", unmarshal: xml.Unmarshal,
		marshal: func(doc any) ([]byte, error) {
			var b bytes.Buffer
			err := xml.NewEncoder(&b).EncodeElement(doc, xml.StartElement{Name: xml.Name{Local: "doc"}})
			return b.Bytes(), err
		}},
		func(b []byte) string { return "<x>" + text(b) + "</x>" }, "",
		func(ones []string) string { return strings.Join(ones, "") })
	inXML.Keeps = true // there is no null: an element that is not there
	inXML.Appends = true
	rows = append(rows, inXML)

	inYAML := func(library, item string, c codec) {
		c.name, c.before, c.after = "yaml", "x:", "\n"
		rows = append(rows, formatRow("YAML", library, c, func(b []byte) string {
			if len(b) == 0 {
				return ` ""` // nothing at all would be null
			}
			return " " + text(b)
		}, " null", func(ones []string) string { return item + strings.Join(ones, item) }))
	}
	inYAML("yaml.v3", "\n    -", codec{marshal: yaml3.Marshal, unmarshal: yaml3.Unmarshal})
	inYAML("goccy/go-yaml", "\n-", codec{marshal: yaml.Marshal, unmarshal: yaml.Unmarshal})

	inTOML := formatRow("TOML", "BurntSushi/toml",
		codec{name: "toml", marshal: toml.Marshal, unmarshal: toml.Unmarshal, before: "x = ", after: "\n"},
		quote, "", array(", "))
	inTOML.Keeps = true // there is no null: a field that is not there
	rows = append(rows, inTOML)

	rows = append(rows, cborRows()...)
	rows = append(rows, msgpackRows()...)
	return append(rows, gobRow())
}

// gobRow reports a gob as the value's fields: 01 is the first field, 00 ends
// the struct, and a nil or zero field is left out.
func gobRow() Row {
	r := formatRow("gob", "encoding/gob", codec{
		marshal: gobTwice, unmarshal: func(data []byte, doc any) error { return gob.NewDecoder(bytes.NewReader(data)).Decode(doc) },
		puts: "gob.NewEncoder(w).Encode(struct{ X V }{v})", gets: "gob.NewDecoder(r).Decode(&doc)", value: gobValue, binary: true},
		func(b []byte) string { return "0110" + hexOf(b) + "00" }, "00",
		func(ones []string) string {
			s := fmt.Sprintf("01%02x", len(ones))
			for _, one := range ones {
				s += strings.TrimPrefix(one, "01")[:max(2, len(one)-4)]
			}
			return s + "00"
		})
	r.Keeps, r.Literal, r.Misfits = true, nil, nil
	return r
}

// gobTwice is a stream of two equal documents: the first comes with the definition
// of its type, the second without.
func gobTwice(doc any) ([]byte, error) {
	var b bytes.Buffer
	enc := gob.NewEncoder(&b)
	err := enc.Encode(doc)
	if err == nil {
		err = enc.Encode(doc)
	}
	return b.Bytes(), err
}

// gobValue is the last document of a stream, without the number of its type.
func gobValue(b []byte) []byte {
	// A gob integer is a byte below 128, or how many bytes follow, negated.
	next := func() (n int) {
		head := b[0]
		b = b[1:]
		if head < 128 {
			return int(head)
		}
		for range -int(int8(head)) {
			n, b = n<<8|int(b[0]), b[1:]
		}
		return n
	}
	for size := next(); size < len(b); size = next() {
		b = b[size:]
	}
	next()
	return b
}
