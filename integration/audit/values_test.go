package audit

import (
	"fmt"
	"maps"

	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

type textForm struct {
	form, letters string // as the report names them
	write         func(*gen, uuid.UUID) string
}

// anyCase writes letters of both cases in each row.
func anyCase(g *gen, u uuid.UUID) string {
	b := []byte(u.String())
	for i := range b {
		if b[i] >= 'a' && g.IntN(2) == 0 {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// rare are forms of text that an audit may know.
var rare = []form.Form{form.Parens, form.BracedHex, form.TypeIDSuffix, form.Base32Hex, form.Base32Human, form.Base64Sort,
	form.Base36, form.Base57, form.Base58Flickr, form.Base62, form.Decimal, form.OID, form.Z85, form.NCName32, form.NCName64}

// usual are the makers whose ids are planted in every form.
var usual = []string{"v1", "v1", "v3", "v4", "v4", "v4", "v5", "v6", "v7", "v7", "v7", "v8"}

// inText is a column of text with nothing wrong but, at most, the order.
func inText(g *gen, name string, ids *series) plant {
	f := texts[name]
	p := plant{name: name + " " + ids.maker, kind: text, ids: ids, want: want{form: f.form, letters: f.letters}}
	for _, u := range ids.ids {
		p.values = append(p.values, f.write(g, u))
	}
	if ids.maker == "v1" || strings.HasPrefix(name, "base64") {
		p.may = append(p.may, orderLost)
	}
	switch f.letters {
	case "upper":
		p.may = append(p.may, upperCase)
	case "mixed":
		p.findings = []string{mixedCase}
	}
	return p
}

// bytesForm are the report's words for orders.
var bytesForm = map[string]string{"rfc": "bytes", "swapped": "bytes-swapped", "mixed": "bytes-mixed", "java": "bytes-java", "reversed": "bytes-reversed"}

// inBytes is inText of bytes, in MongoDB of a subtype.
func inBytes(g *gen, order string, ids *series, subtype byte) plant {
	p := plant{name: order + " bytes " + ids.maker, kind: bytes, ids: ids, want: want{form: bytesForm[order]}}
	for _, u := range ids.ids {
		p.values = append(p.values, ordered(order, u))
	}
	if order != "rfc" || ids.maker == "v1" {
		p.may = append(p.may, orderLost)
	}
	if g.store == "mongo" {
		p.name += fmt.Sprintf(" of subtype %d", subtype)
		p.values = bsonBinary(subtype, p.values)
		if subtype == 4 && order == "rfc" {
			p.kind, p.form = native, "uuid|bytes"
		}
	}
	return p
}

// joined is a column whose values are of two plants, minor of them of the second.
func joined(g *gen, a, b plant, minor int, w want) plant {
	n := len(a.values)
	p := plant{name: fmt.Sprintf("%s, and %d of %d %s", a.name, minor, n, b.name), kind: a.kind, want: w}
	if a.kind != b.kind {
		p.kind = either
	}
	p.values = append(slices.Clone(a.values[minor:]), b.values[:minor]...)
	g.Shuffle(n, func(i, j int) { p.values[i], p.values[j] = p.values[j], p.values[i] })
	return p
}

func texter(value func(*gen) string) func(*gen, int) plant {
	return func(g *gen, n int) plant {
		p := plant{kind: text}
		for range n {
			p.values = append(p.values, value(g))
		}
		return p
	}
}

// found1 is texter of values with which a report finds one thing.
func found1(finding string, value func(*gen) string) func(*gen, int) plant {
	return func(g *gen, n int) plant {
		p := texter(value)(g, n)
		p.findings = []string{finding}
		return p
	}
}

func byter(value func(*gen) []byte) func(*gen, int) plant {
	return func(g *gen, n int) plant {
		p := plant{kind: bytes}
		for range n {
			p.values = append(p.values, value(g))
		}
		if g.store == "mongo" {
			p.values = bsonBinary(0, p.values)
		}
		return p
	}
}

// bsonBinary makes BSON of byte slices.
func bsonBinary(subtype byte, values []any) []any {
	bs := make([]any, len(values))
	for i, v := range values {
		bs[i] = bson.Binary{Subtype: subtype, Data: v.([]byte)}
	}
	return bs
}

func (g *gen) word(of string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = of[g.IntN(len(of))]
	}
	return string(b)
}

// keys returns the keys of a map in order, so that a seed means something.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
