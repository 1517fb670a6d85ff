package mongo

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

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
	from, digits := migrate.BytePlaces[layout.Bytes], any(v)
	switch {
	case f.kind == "text":
		digits = d("$replaceAll", bson.D{{Key: "input", Value: v}, {Key: "find", Value: "-"}, {Key: "replacement", Value: ""}})
	case f.kind != "hex":
		digits = d("$convert", bson.D{{Key: "input", Value: v}, {Key: "to", Value: "string"}, {Key: "format", Value: "hex"}})
	}
	if f.order != layout.None {
		from = migrate.BytePlaces[f.order]
	}
	places := from
	if to.order != layout.None { // byte i of the new value is byte at of the network order, which is from[at]
		for i, at := range migrate.BytePlaces[to.order] {
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

// among is an expression: whether the value v is one of ids, which are in the server's order. For $in it compares
// v with each of them: undo of an array of 20,000 would take minutes, and a transaction has 20 seconds.
func among(v string, ids bson.A) bson.D {
	half := len(ids) / 2
	if half < 8 {
		return d("$in", bson.A{v, ids})
	}
	return d("$cond", bson.A{d("$lt", bson.A{v, ids[half]}), among(v, ids[:half]), among(v, ids[half:])})
}

// compareNew compares two values of the new form, texts or binary data of 16 bytes, as the server does.
func compareNew(a, b any) int {
	if text, ok := a.(string); ok {
		return strings.Compare(text, b.(string))
	}
	return bytes.Compare(a.(bson.Binary).Data, b.(bson.Binary).Data)
}

// A mongoCase converts those values of a field that is finds.
type mongoCase struct {
	is       func(v string) bson.D
	from, to mongoForm
}

// stage is the part of a pipeline that converts the values at the path by the first case that
// suits, and no others: also in arrays of ids, in documents, and in arrays of documents.
func stage(path string, cases []mongoCase) bson.D {
	leaf := func(v string) any {
		var branches bson.A
		for _, c := range cases {
			then := any(v)
			if c.from != c.to {
				then = c.from.convert(v, c.to)
			}
			if len(cases) == 1 {
				return d("$cond", bson.A{c.is(v), then, v})
			}
			branches = append(branches, bson.D{{Key: "case", Value: c.is(v)}, {Key: "then", Value: then}})
		}
		return d("$switch", bson.D{{Key: "branches", Value: branches}, {Key: "default", Value: v}})
	}
	names := strings.Split(path, ".")
	return d("$set", d(names[0], stageAt("$"+names[0], names[1:], 1, leaf)))
}

// stageAt takes a value v that is no array for an array of one, or of none if it is missing: so it has leaf once at
// each depth. Leaf can have thousands of ids, and a statement 16 MB.
func stageAt(v string, rest []string, depth int, leaf func(v string) any) any {
	each, list := fmt.Sprintf("e%d", depth), fmt.Sprintf("l%d", depth)
	value := "$$" + each
	in := leaf(value)
	if len(rest) > 0 {
		inner := value + "." + rest[0]
		is := d("$and", bson.A{d("$eq", bson.A{d("$type", value), "object"}), d("$ne", bson.A{d("$type", inner), "missing"})})
		in = d("$cond", bson.A{is, d("$mergeObjects", bson.A{value, d(rest[0], stageAt(inner, rest[1:], depth+1, leaf))}), value})
	}
	isArray := d("$isArray", bson.A{v})
	one := d("$cond", bson.A{d("$eq", bson.A{d("$type", v), "missing"}), bson.A{}, bson.A{v}})
	mapped := d("$map", bson.D{{Key: "input", Value: d("$cond", bson.A{isArray, v, one})}, {Key: "as", Value: each}, {Key: "in", Value: in}})
	return d("$let", bson.D{{Key: "vars", Value: d(list, mapped)}, {Key: "in", Value: d("$cond", bson.A{isArray, "$$" + list, d("$arrayElemAt", bson.A{"$$" + list, 0})})}})
}

// update returns the filter and the pipeline by which a collection's fields are converted;
// the pipeline is nil if there is nothing to convert. Undo gives the ids in kept another form
// than the others.
func (t *mongoTable) update(undo bool, kept []keptForm) (filter bson.D, pipeline bson.A) {
	var filters bson.A
	for i := range t.columns {
		c := &t.columns[i]
		if c.Name == "_id" {
			continue
		}
		var cases []mongoCase
		if undo {
			for _, k := range kept {
				if k.Column == c.Name {
					ids := slices.SortedFunc(slices.Values(k.IDs), compareNew)
					is := func(v string) bson.D { return among(v, ids) }
					cases = append(cases, mongoCase{is, c.new, parseMongoForm(k.Form)})
				}
			}
			if c.olds[0] != c.new {
				cases = append(cases, mongoCase{c.new.is, c.new, c.olds[0]})
			}
		}
		for _, f := range c.olds {
			if !undo && f != c.new {
				cases = append(cases, mongoCase{f.is, f, c.new})
			}
		}
		if cases != nil {
			pipeline = append(pipeline, stage(c.Name, cases))
		}
		if f := c.filters(undo); f != nil {
			filters = append(filters, f...)
		}
	}
	return d("$or", filters), pipeline
}

// filters find the documents in which the column has values to convert.
func (c *mongoColumn) filters(undo bool) (list bson.A) {
	switch {
	case undo && (c.olds[0] != c.new || len(c.olds) > 1):
		return bson.A{c.new.filter(c.Name)}
	case undo:
		return nil
	}
	for _, f := range c.olds {
		if f != c.new {
			list = append(list, f.filter(c.Name))
		}
	}
	return list
}
