package migrate

import (
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

// A mongoForm is how all values of a field are stored. Column.OldType and NewType have its
// name: undo makes exactly the old values from it.
type mongoForm struct {
	kind  string      // uuid, which is subtype 4, binary-0, binary-3, text or hex
	order layout.Form // of binary-0 and binary-3
	upper bool        // of text and hex: no letter is in lower case
}

func (f mongoForm) String() string {
	switch {
	case f.upper:
		return f.kind + "-upper"
	case f.order != layout.None:
		return f.kind + " " + f.order.String()
	}
	return f.kind
}

// parseMongoForm is the inverse of String.
func parseMongoForm(s string) (f mongoForm) {
	f.kind, f.upper = strings.CutSuffix(s, "-upper")
	if kind, order, ok := strings.Cut(s, " "); ok {
		f.kind = kind
		if err := f.order.UnmarshalText([]byte(order)); err != nil {
			return mongoForm{}
		}
	}
	return f
}

// layout is the form by which a [Plan] counts.
func (f mongoForm) layout() layout.Form {
	switch f.kind {
	case "text":
		return layout.Text
	case "hex":
		return layout.Hex
	case "uuid":
		return layout.Bytes
	}
	return f.order
}

// subtype is that of the kinds of binary data, and -1 of the others.
func (f mongoForm) subtype() int {
	switch f.kind {
	case "binary-0":
		return 0
	case "binary-3":
		return 3
	case "uuid":
		return 4
	}
	return -1
}

// read returns the UUID of a value that has the form.
func (f mongoForm) read(v bson.RawValue) (u uuid.UUID, ok bool) {
	if subtype, data, is := v.BinaryOK(); is {
		if int(subtype) != f.subtype() || len(data) != 16 {
			return u, false
		}
		if f.kind == "uuid" {
			return uuid.UUID(data), true
		}
		for i, at := range order[f.order] {
			u[i] = data[at]
		}
		return u, true
	}
	text, is := v.StringValueOK()
	if !is || f.subtype() >= 0 || f.upper && text != strings.ToUpper(text) || !f.upper && text != strings.ToLower(text) {
		return u, false
	}
	u, form := decode(textForms[len(text)], layout.KindText, []byte(text))
	return u, form == f.layout()
}

// findForm returns the form of a value, with 16 bytes in the order.
func findForm(v bson.RawValue, order layout.Form) (f mongoForm, u uuid.UUID, ok bool) {
	for _, f = range []mongoForm{{kind: "uuid"}, {kind: "binary-0", order: order}, {kind: "binary-3", order: order},
		{kind: "text"}, {kind: "text", upper: true}, {kind: "hex"}, {kind: "hex", upper: true}} {
		if u, ok = f.read(v); ok {
			return f, u, true
		}
	}
	return mongoForm{}, u, false
}

// d is a document of one element.
func d(key string, value any) bson.D { return bson.D{{Key: key, Value: value}} }

// relaxed is a value in MongoDB's extended JSON.
func relaxed(v any) string {
	text, err := bson.MarshalExtJSON(d("", v), false, false)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(text), `{"":`), "}")
}

// limits are the least and the greatest value of a binary form. There is no operator for the
// subtype, but values are ordered by length, subtype and bytes.
func (f mongoForm) limits() (least, greatest bson.Binary) {
	b := slices.Repeat([]byte{0xff}, 16)
	return bson.Binary{Subtype: byte(f.subtype()), Data: make([]byte, 16)}, bson.Binary{Subtype: byte(f.subtype()), Data: b}
}

// pattern is a regular expression for a text form.
func (f mongoForm) pattern() string {
	digit := "[0-9a-f]"
	if f.upper {
		digit = "[0-9A-F]"
	}
	if f.kind == "hex" {
		return "^" + digit + `{32}\z`
	}
	return "^" + digit + "{8}(-" + digit + "{4}){3}-" + digit + `{12}\z`
}

// filter finds documents with a value of the form at the path.
func (f mongoForm) filter(path string) bson.D {
	if f.subtype() < 0 {
		return d(path, d("$regex", f.pattern()))
	}
	least, greatest := f.limits()
	return d(path, bson.D{{Key: "$gte", Value: least}, {Key: "$lte", Value: greatest}})
}

// is is an expression: whether the value v has the form.
func (f mongoForm) is(v string) bson.D {
	if f.subtype() < 0 {
		return d("$and", bson.A{d("$eq", bson.A{d("$type", v), "string"}), d("$regexMatch", bson.D{{Key: "input", Value: v}, {Key: "regex", Value: f.pattern()}})})
	}
	least, greatest := f.limits()
	return d("$and", bson.A{d("$gte", bson.A{v, least}), d("$lte", bson.A{v, greatest})})
}

// join is an expression that joins the digits of h at the places, with dashes or without.
func join(h string, places [16]int, dashes bool) any {
	var parts bson.A
	start, n := 0, 0
	flush := func() {
		if n > 0 {
			parts = append(parts, d("$substrBytes", bson.A{h, start, n}))
		}
		n = 0
	}
	for i, at := range places {
		if dashes && (i == 4 || i == 6 || i == 8 || i == 10) {
			flush()
			parts = append(parts, "-")
		}
		if n == 0 || start+n != at*2 {
			flush()
			start = at * 2
		}
		n += 2
	}
	flush()
	if len(parts) == 1 {
		return h
	}
	return d("$concat", parts)
}

// convert is an expression: the value v, which has the form f, in the form to.
func (f mongoForm) convert(v string, to mongoForm) any {
	if f.kind == "text" && to.kind == "uuid" {
		return d("$toUUID", v)
	}
	if f.kind == "uuid" && to.kind == "text" && !to.upper {
		return d("$toString", v)
	}
	from, digits := order[layout.Bytes], any(v)
	switch {
	case f.kind == "text":
		digits = d("$replaceAll", bson.D{{Key: "input", Value: v}, {Key: "find", Value: "-"}, {Key: "replacement", Value: ""}})
	case f.kind != "hex":
		digits = d("$convert", bson.D{{Key: "input", Value: v}, {Key: "to", Value: "string"}, {Key: "format", Value: "hex"}})
	}
	if f.order != layout.None {
		from = order[f.order]
	}
	places := from
	if to.order != layout.None { // byte i of the new value is byte at of the network order, which is from[at]
		for i, at := range order[to.order] {
			places[at] = from[i]
		}
	}
	var in any
	switch joined := join("$$h", places, to.kind == "uuid" || to.kind == "text"); {
	case to.kind == "uuid":
		in = d("$toUUID", joined)
	case to.subtype() >= 0:
		in = d("$convert", bson.D{{Key: "input", Value: joined}, {Key: "to", Value: bson.D{{Key: "type", Value: "binData"}, {Key: "subtype", Value: to.subtype()}}}, {Key: "format", Value: "hex"}})
	case to.upper:
		in = d("$toUpper", joined)
	default:
		in = d("$toLower", joined)
	}
	return d("$let", bson.D{{Key: "vars", Value: d("h", digits)}, {Key: "in", Value: in}})
}

// stage is the part of a pipeline that converts the values at the path, and no others:
// also in arrays of ids, in documents, and in arrays of documents.
func (f mongoForm) stage(path string, to mongoForm) bson.D {
	names := strings.Split(path, ".")
	return d("$set", d(names[0], f.at("$"+names[0], names[1:], 1, to)))
}

func (f mongoForm) at(v string, rest []string, depth int, to mongoForm) any {
	one := func(v string) any {
		if len(rest) == 0 {
			return d("$cond", bson.A{f.is(v), f.convert(v, to), v})
		}
		inner := v + "." + rest[0]
		is := d("$and", bson.A{d("$eq", bson.A{d("$type", v), "object"}), d("$ne", bson.A{d("$type", inner), "missing"})})
		return d("$cond", bson.A{is, d("$mergeObjects", bson.A{v, d(rest[0], f.at(inner, rest[1:], depth+1, to))}), v})
	}
	each := fmt.Sprintf("e%d", depth)
	list := d("$map", bson.D{{Key: "input", Value: v}, {Key: "as", Value: each}, {Key: "in", Value: one("$$" + each)}})
	return d("$cond", bson.A{d("$isArray", bson.A{v}), list, one(v)})
}

// A mongoPath is a name in the paths of a collection's fields.
type mongoPath struct {
	inner map[string]*mongoPath
	field int // the index of the field that ends here, or -1
}

func newMongoPath(paths []string) *mongoPath {
	root := &mongoPath{map[string]*mongoPath{}, -1}
	for i, path := range paths {
		at := root
		for name := range strings.SplitSeq(path, ".") {
			if at.inner[name] == nil {
				at.inner[name] = &mongoPath{map[string]*mongoPath{}, -1}
			}
			at = at.inner[name]
		}
		at.field = i
	}
	return root
}

// first is a field at or below p.
func (p *mongoPath) first() int {
	least := p.field
	for _, inner := range p.inner {
		if n := inner.first(); least < 0 || n < least {
			least = n
		}
	}
	return least
}

// A visitor is called with each value of a field. It reports the UUID of one that has a known form.
type visitor func(field int, v bson.RawValue) (u uuid.UUID, ok bool)

// document writes what a document is but for the forms of its ids.
func (p *mongoPath) document(h hash.Hash, doc bson.Raw, visit visitor) error {
	elements, err := doc.Elements()
	if err != nil {
		return err
	}
	for _, e := range elements {
		fmt.Fprintf(h, "%q", e.Key())
		if inner := p.inner[e.Key()]; inner == nil {
			other(h, e.Value())
		} else if err := inner.value(h, e.Value(), visit, false); err != nil {
			return err
		}
	}
	h.Write([]byte{'.'})
	return nil
}

func (p *mongoPath) value(h hash.Hash, v bson.RawValue, visit visitor, inArray bool) error {
	switch {
	case v.Type == bson.TypeArray && !inArray:
		h.Write([]byte{'['})
		values, err := bson.RawArray(v.Value).Values()
		for _, v := range values {
			if err == nil {
				err = p.value(h, v, visit, true)
			}
		}
		h.Write([]byte{']'})
		return err
	case v.Type == bson.TypeEmbeddedDocument && p.field < 0:
		h.Write([]byte{'{'})
		return p.document(h, v.Document(), visit)
	case v.Type == bson.TypeArray || p.field >= 0: // an array in an array is not converted
		if u, ok := visit(p.first(), v); ok {
			h.Write(append([]byte{'u'}, u[:]...))
			return nil
		}
	}
	other(h, v)
	return nil
}

func other(h hash.Hash, v bson.RawValue) {
	h.Write(binary.BigEndian.AppendUint64([]byte{'=', byte(v.Type)}, uint64(len(v.Value))))
	h.Write(v.Value)
}
