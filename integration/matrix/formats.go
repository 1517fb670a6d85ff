package matrix

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/goccy/go-yaml"
	yaml3 "gopkg.in/yaml.v3"

	"github.com/uuidkit/uuidkit/uuid"
)

// A codec is a format without a store: a document of one field x.
type codec struct {
	marshal   func(doc any) ([]byte, error)
	unmarshal func(data []byte, doc any) error
	// before and after are what the document has around the value.
	before, after string
	// show is how the value's bytes are reported: hex, or as they are.
	show func(value []byte) string

	data []byte
}

func (c *codec) Put(v any) (err error) {
	doc := reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "X", Type: reflect.TypeOf(v), Tag: tags},
	})).Elem()
	doc.Field(0).Set(reflect.ValueOf(v))
	c.data, err = c.marshal(doc.Interface())
	return err
}

const tags = `json:"x" xml:"x" cbor:"x" msgpack:"x" bson:"x" yaml:"x" toml:"x,omitempty"`

func (c *codec) Seed(literals ...string) error {
	c.data = []byte(c.before + literals[0] + c.after)
	return nil
}

func (c *codec) Stored() (string, error) {
	v, ok := bytes.CutPrefix(c.data, []byte(c.before))
	v, ok2 := bytes.CutSuffix(v, []byte(c.after))
	if !ok || !ok2 {
		return c.show(c.data), nil
	}
	return c.show(v), nil
}

func (c *codec) Get(dst any) error {
	return fieldX(dst, func(doc any) error { return c.unmarshal(c.data, doc) })
}

// A formatRow's literal is the encoding of a value.
func formatRow(format, library string, one func(b []byte) string, null string, many func(ones []string) string) Row {
	r := Row{
		Store: format, Column: "value", Library: library,
		One:  func(u uuid.UUID) string { return one(u[:]) },
		Null: null,
		Many: func(us []uuid.UUID) string {
			var s []string
			for _, u := range us {
				s = append(s, one(u[:]))
			}
			return many(s)
		},
		Literal: func(b []byte) string {
			if b == nil {
				return null
			}
			return one(b)
		},
	}
	r.Misfits = r.misfit
	return r
}

// binaryRow is a formatRow whose bytes are reported, and given here, as hex.
func binaryRow(format, library, null, listOfTwo string, head func(n int) string) Row {
	r := formatRow(format, library,
		func(b []byte) string { return head(len(b)) + hexOf(b) }, null,
		func(ones []string) string { return listOfTwo + strings.Join(ones, "") })
	literal := r.Literal
	r.Literal = func(b []byte) string {
		raw, err := hex.DecodeString(literal(b))
		if err != nil {
			panic(err)
		}
		return string(raw)
	}
	r.Misfits = r.misfit
	return r
}

func asIs(b []byte) string { return string(b) }

func formatRows() []Row {
	js := formatRow("JSON", "encoding/json",
		func(b []byte) string { return `"` + text(b) + `"` }, "null",
		func(ones []string) string { return "[" + strings.Join(ones, ",") + "]" })
	js.Kit = edge[uuid.UUID, uuid.NullUUID]
	js.Open = func(testing.TB, Column) Session {
		return &codec{marshal: json.Marshal, unmarshal: json.Unmarshal, before: `{"x":`, after: `}`, show: asIs}
	}

	xm := formatRow("XML", "encoding/xml",
		func(b []byte) string { return "<x>" + text(b) + "</x>" }, "",
		func(ones []string) string { return strings.Join(ones, "") })
	xm.Keeps = true // there is no null: an element that is not there
	xm.Appends = true
	xm.Kit = edge[uuid.UUID, uuid.NullUUID]
	xm.Open = func(testing.TB, Column) Session {
		marshal := func(doc any) ([]byte, error) {
			var b bytes.Buffer
			err := xml.NewEncoder(&b).EncodeElement(doc, xml.StartElement{Name: xml.Name{Local: "doc"}})
			return b.Bytes(), err
		}
		return &codec{marshal: marshal, unmarshal: xml.Unmarshal, before: "<doc>", after: "</doc>", show: asIs}
	}

	y := formatRow("YAML", "yaml.v3",
		func(b []byte) string {
			if len(b) == 0 {
				return ` ""` // nothing at all would be null
			}
			return " " + text(b)
		},
		" null",
		func(ones []string) string { return "\n    -" + strings.Join(ones, "\n    -") })
	y.Kit = edge[uuid.UUID, uuid.NullUUID]
	y.Open = func(testing.TB, Column) Session {
		return &codec{
			marshal:   yaml3.Marshal,
			unmarshal: func(data []byte, doc any) error { return yaml3.Unmarshal(data, doc) },
			before:    "x:", after: "\n", show: asIs,
		}
	}
	y2 := y
	y2.Library = "goccy/go-yaml"
	y2.Many = func(us []uuid.UUID) string { return strings.ReplaceAll(y.Many(us), "\n    -", "\n-") }
	y2.Open = func(testing.TB, Column) Session {
		return &codec{
			marshal:   func(doc any) ([]byte, error) { return yaml.Marshal(doc) },
			unmarshal: func(data []byte, doc any) error { return yaml.Unmarshal(data, doc) },
			before:    "x:", after: "\n", show: asIs,
		}
	}

	tm := formatRow("TOML", "BurntSushi/toml",
		func(b []byte) string { return `"` + text(b) + `"` }, "",
		func(ones []string) string { return "[" + strings.Join(ones, ", ") + "]" })
	tm.Keeps = true // there is no null: a field that is not there
	tm.Kit = edge[uuid.UUID, uuid.NullUUID]
	tm.Open = func(testing.TB, Column) Session {
		return &codec{marshal: toml.Marshal, unmarshal: toml.Unmarshal, before: "x = ", after: "\n", show: asIs}
	}

	// A gob is reported as the value's fields: 01 is the first field, 00 ends
	// the struct, and a nil or zero field is left out.
	gb := Row{Store: "gob", Column: "value", Library: "encoding/gob", Null: "00", Keeps: true}
	gb.One = func(u uuid.UUID) string { return "0110" + hexOf(u[:]) + "00" }
	gb.Many = func(us []uuid.UUID) string {
		s := fmt.Sprintf("01%02x", len(us))
		for _, u := range us {
			s += "10" + hexOf(u[:])
		}
		return s + "00"
	}
	gb.Kit = edge[uuid.UUID, uuid.NullUUID]
	gb.Open = func(testing.TB, Column) Session { return &gobSession{} }

	return slices.Concat([]Row{js}, jsonv2Rows(js), []Row{xm, y, y2, tm}, cborRows(), msgpackRows(), []Row{gb})
}

// A gobSession keeps a stream of two equal documents: the first comes with the
// definition of its type, the second without.
type gobSession struct {
	stream []byte
	second int // where the second begins
}

func (s *gobSession) Put(v any) error {
	doc := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "X", Type: reflect.TypeOf(v)}})).Elem()
	doc.Field(0).Set(reflect.ValueOf(v))
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if err := enc.EncodeValue(doc); err != nil {
		return err
	}
	s.second = buf.Len()
	err := enc.EncodeValue(doc)
	s.stream = buf.Bytes()
	return err
}

func (s *gobSession) Seed(...string) error { panic("matrix: a gob has no literals") }

// Stored skips the length of the message and the number of its type, which are
// gob integers: a byte below 128, or how many bytes follow, negated.
func (s *gobSession) Stored() (string, error) {
	b := s.stream[s.second:]
	for range 2 {
		n := 1
		if b[0] >= 128 {
			n += -int(int8(b[0]))
		}
		b = b[n:]
	}
	return hexOf(b), nil
}

func (s *gobSession) Get(dst any) error {
	return fieldX(dst, func(doc any) error {
		return gob.NewDecoder(bytes.NewReader(s.stream)).Decode(doc)
	})
}
