package mongo

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
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

// newForm is the form to which a request converts.
func newForm(to string) mongoForm {
	if to == migrate.ToText {
		return mongoForm{kind: "text"}
	}
	return mongoForm{kind: "uuid"}
}

// layout is the form by which a [migrate.Plan] counts.
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
		if layout.Refused(data) {
			return u, false
		}
		for i, at := range migrate.BytePlaces[f.order] {
			u[i] = data[at]
		}
		return u, true
	}
	text, is := v.StringValueOK()
	if !is || f.subtype() >= 0 || f.upper && text != strings.ToUpper(text) || !f.upper && text != strings.ToLower(text) {
		return u, false
	}
	u, form := migrate.Decode(migrate.TextForms[len(text)], layout.KindText, []byte(text))
	return u, form != layout.None && form == f.layout()
}

// value is the inverse of read.
func (f mongoForm) value(u uuid.UUID) bson.RawValue {
	var v any
	switch {
	case f.subtype() >= 0:
		b := bson.Binary{Subtype: byte(f.subtype()), Data: slices.Clone(u[:])}
		if f.order != layout.None {
			for i, at := range migrate.BytePlaces[f.order] {
				b.Data[at] = u[i]
			}
		}
		v = b
	case f.kind == "hex":
		v = strings.ReplaceAll(u.String(), "-", "")
	default:
		v = u.String()
	}
	if text, ok := v.(string); ok && f.upper {
		v = strings.ToUpper(text)
	}
	typ, data, err := bson.MarshalValue(v)
	if err != nil {
		panic(err) // it is a string or binary data
	}
	return bson.RawValue{Type: typ, Value: data}
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
