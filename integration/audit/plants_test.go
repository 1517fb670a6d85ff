package audit

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"fmt"

	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A plant is what a column holds, and what an honest audit says of it.
type plant struct {
	name   string // for people
	kind   kind
	values []any   // string, []byte, bson.Binary or nil
	ids    *series // if every value is a form of one of these
	bad    []int   // values that an example may show
	decl   string  // the column's type, if it must be this one
	want
}

// A kind is what a column must be able to hold.
type kind string

const (
	text   kind = "text"
	bytes  kind = "bytes"
	native kind = "native" // the database's own type; values are text, in MongoDB bson.Binary
	either kind = "either" // text and bytes in one column, as in SQLite and MongoDB
)

// want is what is expected of the report, in its words. A string of several words with |
// between them stands for any of them.
type want struct {
	form     string   // of the ids; "" if the column holds none, "*" for any
	letters  string   // their case
	unsure   bool     // the report may also say that it is unsure, or nothing
	findings []string // that must be there
	may      []string // that may be there, too
}

// The kinds of findings.
const (
	malformed     = "cut|malformed"
	mixedForms    = "mixed-forms"
	mixedOrders   = "mixed-orders"
	mixedCase     = "mixed-case"
	upperCase     = "upper-case"
	mixedSubtypes = "mixed-subtypes"
	subtype       = "subtype"
	textInBytes   = "text-in-bytes"
	reference     = "reference"
	orphans       = "orphans"
	defaultForm   = "default-form"
	googleV6      = "google-v6"
	orderLost     = "order-lost"
	mixedVersions = "mixed-versions"
	randomKey     = "random-key"
	insideText    = "inside-text"
	fewUUIDs      = "few-uuids"
)

// texts are the forms of text that an audit must know.
var texts = map[string]textForm{
	"canonical":  {"text", "lower", func(_ *gen, u uuid.UUID) string { return u.String() }},
	"upper":      {"text", "upper", func(_ *gen, u uuid.UUID) string { return strings.ToUpper(u.String()) }},
	"mixed case": {"text", "mixed", anyCase},
	"hex":        {"hex", "lower", func(_ *gen, u uuid.UUID) string { return hex.EncodeToString(u[:]) }},
	"hex upper":  {"hex", "upper", func(_ *gen, u uuid.UUID) string { return fmt.Sprintf("%X", u[:]) }},
	"braces":     {"braces", "lower", func(_ *gen, u uuid.UUID) string { return "{" + u.String() + "}" }},
	"urn":        {"urn", "lower", func(_ *gen, u uuid.UUID) string { return "urn:uuid:" + u.String() }},
	"ulid":       {"ulid", "*", func(_ *gen, u uuid.UUID) string { return form.ULID.Text(u) }},
	"base64url":  {"base64url", "", func(_ *gen, u uuid.UUID) string { return base64.RawURLEncoding.EncodeToString(u[:]) }},
	"base64":     {"base64", "", func(_ *gen, u uuid.UUID) string { return base64.StdEncoding.EncodeToString(u[:]) }},
	"base58":     {"base58", "", func(_ *gen, u uuid.UUID) string { return form.Base58.Text(u) }},
}

// A planter makes n values for a column.
type planter struct {
	name   string
	stores string // all if empty
	make   func(g *gen, n int) plant
}

func (p planter) of(store string) bool { return p.stores == "" || strings.Contains(p.stores, store) }

// good are columns with nothing wrong in them: at most, a better form exists.
var good = []planter{
	{"text", "", func(g *gen, n int) plant { return inText(g, pick(g, keys(texts)...), g.ids(pick(g, usual...), n)) }},
	{"canonical", "", func(g *gen, n int) plant { return inText(g, "canonical", g.ids(pick(g, usual...), n)) }},
	{"bytes", "postgres mysql mariadb sqlite", func(g *gen, n int) plant {
		return inBytes(g, pick(g, keys(orders)...), g.ids(pick(g, usual...), n), 0)
	}},
	{"native", "postgres mariadb", func(g *gen, n int) plant {
		maker := pick(g, usual...)
		if g.store == "mariadb" && maker == "v8" { // some of which it refuses
			maker = "v7"
		}
		p := inText(g, "canonical", g.ids(maker, n))
		p.kind, p.form, p.letters = native, "uuid", "*"
		return p
	}},
	{"subtype 4", "mongo", func(g *gen, n int) plant { return inBytes(g, "rfc", g.ids(pick(g, usual...), n), 4) }},
	{"Nil and Max", "", func(g *gen, n int) plant {
		ids := g.ids("v4", n)
		for i := range n / 10 {
			ids.ids[i*9], ids.ids[i*9+5] = uuid.Nil(), uuid.Max()
		}
		p := inText(g, pick(g, "canonical", "hex"), ids)
		p.name, p.ids = p.name+" with Nil and Max", nil
		return p
	}},
	{"nulls", "", func(g *gen, n int) plant {
		p := inText(g, pick(g, "canonical", "hex", "ulid"), g.ids("v4", n))
		for range n {
			p.values[g.IntN(n)] = nil
		}
		p.name += ", many null"
		return p
	}},
	{"rare text", "", func(g *gen, n int) plant {
		f := pick(g, rare...)
		p := plant{name: f.String() + " v4", kind: text, want: want{form: "*", unsure: true, may: []string{"*"}}}
		for _, u := range g.ids("v4", n).ids {
			p.values = append(p.values, f.Text(u))
		}
		return p
	}},
}

// wrong are columns with something wrong in them.
var wrong = []planter{
	{"mixed text", "", func(g *gen, n int) plant {
		a, b := pick(g, keys(texts)...), pick(g, keys(texts)...)
		for len(texts[a].write(g, uuid.Max())) == len(texts[b].write(g, uuid.Max())) {
			b = pick(g, keys(texts)...)
		}
		ids := g.ids("v4", n)
		return joined(g, inText(g, a, ids), inText(g, b, ids), max(n/pick(g, 2, 5, 20), 5), want{
			form: texts[a].form + "|" + texts[b].form, letters: "*", findings: []string{mixedForms}, may: []string{mixedCase, upperCase}})
	}},
	{"lower and upper", "", func(g *gen, n int) plant {
		ids, name := g.ids("v4", n), pick(g, "canonical", "hex")
		upper := map[string]string{"canonical": "upper", "hex": "hex upper"}[name]
		return joined(g, inText(g, name, ids), inText(g, upper, ids), n/pick(g, 2, 5), want{
			form: texts[name].form, letters: "mixed", findings: []string{mixedCase}})
	}},
	{"mixed bytes", "postgres mysql mariadb sqlite", func(g *gen, n int) plant {
		a, b, ids := "rfc", pick(g, "swapped", "mixed", "java"), g.ids("v4", n)
		return joined(g, inBytes(g, a, ids, 0), inBytes(g, b, ids, 0), n/pick(g, 2, 3), want{
			form: "none|" + bytesForm[a] + "|" + bytesForm[b], findings: []string{mixedOrders}})
	}},
	{"mixed subtypes", "mongo", func(g *gen, n int) plant {
		ids, other := g.ids("v4", n), pick[byte](g, 0, 3)
		order := "rfc"
		if other == 3 {
			order = pick(g, "java", "mixed", "rfc")
		}
		return joined(g, inBytes(g, "rfc", ids, 4), inBytes(g, order, ids, other), n/pick(g, 2, 3, 10), want{
			form: "uuid|none|bytes|" + bytesForm[order], findings: []string{mixedSubtypes}, may: []string{subtype, mixedOrders, mixedForms}})
	}},
	{"wrong subtype", "mongo", func(g *gen, n int) plant {
		of, order := pick[byte](g, 0, 3, 3, 4, 5), "rfc"
		if of == 3 {
			order = pick(g, "rfc", "java", "mixed") // of Python, Java and C#
		} else if of == 4 {
			order = pick(g, "java", "mixed")
		}
		p := inBytes(g, order, g.ids(pick(g, usual...), n), of)
		p.findings = []string{subtype}
		return p
	}},
	{"text and bytes", "sqlite mongo", func(g *gen, n int) plant {
		ids := g.ids("v4", n)
		return joined(g, inBytes(g, "rfc", ids, 4), inText(g, "canonical", ids), n/pick(g, 2, 5, 20), want{
			form: "uuid|bytes|text", letters: "*", findings: []string{mixedForms}})
	}},
	{"malformed text", "", func(g *gen, n int) plant {
		p := inText(g, pick(g, "canonical", "upper", "hex", "braces"), g.ids(pick(g, usual...), n))
		how := pick(g, "cut", "letter", "word", "space", "digit", "line feed", "quotes", "longer", "empty")
		for range pick(g, 1, 3) {
			i := g.IntN(n)
			s := p.values[i].(string)
			switch how {
			case "cut":
				s = s[:max(8, len(s)-1-g.IntN(8))]
			case "letter":
				s = s[:5] + "g" + s[6:]
			case "word":
				s = pick(g, "unknown", "n/a", "test", "0")
			case "space":
				s = s[:7] + " " + s[8:]
			case "digit":
				s = s[:len(s)-2] + "O" + s[len(s)-1:]
			case "line feed":
				s = s[:len(s)-1] + "\n"
			case "quotes":
				s = `'` + s[1:len(s)-1] + `'`
			case "longer":
				s += "0"
			case "empty":
				s = ""
			}
			p.values[i], p.bad = s, append(p.bad, i)
		}
		p.name, p.ids, p.findings = p.name+", some malformed: "+how, nil, []string{malformed}
		return p
	}},
	{"some cut to 16 characters", "postgres mysql mariadb sqlite", func(g *gen, n int) plant {
		p := inBytes(g, "rfc", g.ids("v4", n), 0)
		for range pick(g, 1, 3) { // which MySQL does if it is not strict
			i := g.IntN(n)
			whole := texts[pick(g, "canonical", "hex", "braces", "urn")].write(g, g.ids("v4", 1).ids[0])
			p.values[i], p.bad = []byte(whole[:16]), append(p.bad, i)
		}
		p.name, p.ids, p.findings = p.name+", some the start of the text", nil, []string{malformed}
		return p
	}},
	{"all cut to 16 characters", "postgres mysql mariadb sqlite", func(g *gen, n int) plant {
		p := plant{name: "bytes, all the start of the text", kind: bytes, want: want{form: "*", findings: []string{malformed}}}
		for _, u := range g.ids("v4", n).ids {
			p.values = append(p.values, []byte(u.String()[:16]))
		}
		return p
	}},
	{"cut bytes", "", func(g *gen, n int) plant {
		p := inBytes(g, "rfc", g.ids("v4", n), 4)
		for range 3 { // a column of text has cut the space at the end
			i := g.IntN(n)
			p.bad = append(p.bad, i)
			if b, ok := p.values[i].(bson.Binary); ok {
				b.Data = b.Data[:15]
				p.values[i] = b
			} else {
				p.values[i] = p.values[i].([]byte)[:15]
			}
		}
		p.name, p.ids, p.findings = p.name+", some of 15", nil, []string{malformed}
		return p
	}},
	{"text in bytes", "", func(g *gen, n int) plant {
		p := plant{kind: bytes}
		name := pick(g, "canonical", "hex")
		for _, v := range inText(g, name, g.ids(pick(g, usual...), n)).values {
			p.values = append(p.values, []byte(v.(string)))
		}
		p.name, p.want = name+" in bytes", want{form: "bytes-" + texts[name].form, letters: "*", findings: []string{textInBytes}, may: []string{orderLost, subtype}}
		if g.store == "mongo" {
			p.values = bsonBinary(0, p.values)
		}
		return p
	}},
	{"google's version 6", "", func(g *gen, n int) plant {
		ids := g.ids("google v6", n)
		p := inText(g, "canonical", ids)
		if g.IntN(2) == 0 {
			p = inBytes(g, "rfc", ids, 4)
		}
		p.findings, p.may = []string{googleV6}, []string{orderLost}
		return p
	}},
	{"COMB", "", func(g *gen, n int) plant {
		p := inText(g, pick(g, "canonical", "hex"), g.ids("COMB", n))
		if g.IntN(2) == 0 {
			p = inBytes(g, "rfc", g.ids("COMB", n), 4)
		}
		p.findings = []string{orderLost}
		return p
	}},
	{"COMB in front", "", func(g *gen, n int) plant {
		return inText(g, "canonical", g.ids(pick(g, "COMB in front", "Laravel"), n))
	}},
	{"COMB of days", "", func(g *gen, n int) plant {
		p := inText(g, "canonical", g.ids("COMB of days", n))
		p.may = append(p.may, orderLost)
		return p
	}},
	{"versions 6, google's and others", "", func(g *gen, n int) plant { // before and after an upgrade
		p := joined(g, inText(g, "canonical", g.ids("google v6", n)), inText(g, "canonical", g.ids("v6", n)), n/pick(g, 2, 4), want{form: "text", letters: "lower"})
		p.findings, p.may = []string{googleV6}, []string{orderLost, mixedVersions}
		return p
	}},
	{"numbers", "sqlite", func(g *gen, n int) plant { // of a column declared UUID, whose affinity is that of numbers
		p := inText(g, "hex", g.ids("v4", n))
		i, j := g.IntN(n), g.IntN(n)
		p.values[i], p.values[j] = "1234567890123456e890123456789012", "00000000000000000000000000000001"
		p.name, p.ids, p.bad, p.findings = "hex v4 that affinity makes numbers", nil, []int{i, j}, []string{malformed}
		p.decl = "UUID"
		return p
	}},
	{"two versions", "", func(g *gen, n int) plant {
		a, b := inText(g, "canonical", g.ids("v7", n)), inText(g, "canonical", g.ids("v4", n))
		p := joined(g, a, b, n/pick(g, 2, 5), a.want)
		p.findings = []string{mixedVersions}
		return p
	}},
}

// decoys look like UUIDs and are none.
var decoys = []planter{
	{"MD5", "", texter(func(g *gen) string { s := md5.Sum(g.fill(make([]byte, 8))); return hex.EncodeToString(s[:]) })},
	{"SHA-1", "", texter(func(g *gen) string { s := sha1.Sum(g.fill(make([]byte, 8))); return hex.EncodeToString(s[:]) })},
	{"MD5 bytes", "", byter(func(g *gen) []byte { s := md5.Sum(g.fill(make([]byte, 8))); return s[:] })},
	{"AES keys", "", byter(func(g *gen) []byte { return g.fill(make([]byte, 16)) })},
	{"AES-256 keys", "", byter(func(g *gen) []byte { return g.fill(make([]byte, 32)) })},
	{"salts of 22 characters", "", texter(func(g *gen) string { return base64.RawURLEncoding.EncodeToString(g.fill(make([]byte, 16))) })},
	{"IPv6 addresses", "", byter(func(g *gen) []byte { // of several networks, with addresses for privacy
		b := g.fill(make([]byte, 16))
		copy(b, []byte{0x20, 0x01, 0x0d, 0xb8})
		return b
	})},
	{"IPv4 addresses in IPv6", "", byter(func(g *gen) []byte {
		b := g.fill(make([]byte, 16))
		copy(b, []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff})
		return b
	})},
	{"counters of 16 bytes", "", func(g *gen, n int) plant {
		p, from := plant{name: "counters of 16 bytes", kind: bytes}, g.IntN(1<<20)
		for i := range n {
			p.values = append(p.values, kit.Unhex(fmt.Sprintf("%032x", from+i)))
		}
		return p
	}},
	{"ULIDs", "", func(g *gen, n int) plant { // the report may say what they are
		p, s := plant{kind: text, want: want{form: "ulid", unsure: true, may: []string{"*"}}}, g.span()
		for range n {
			b := g.fill(make([]byte, 16))
			milliseconds(b, g.time(s))
			p.values = append(p.values, form.ULID.Text(uuid.UUID(b)))
		}
		return p
	}},
	{"ObjectIDs as text", "", texter(func(g *gen) string { return "65" + hex.EncodeToString(g.fill(make([]byte, 11))) })},
	{"KSUIDs", "", texter(func(g *gen) string {
		return "2" + form.Base62.Text(uuid.UUID(g.fill(make([]byte, 16)))) + g.word("0123456789ABCabc", 4)
	})},
	{"codes of 22 letters", "", texter(func(g *gen) string { return g.word("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789", 22) })},
	{"codes of 26 letters", "", texter(func(g *gen) string { return g.word("abcdefghijklmnopqrstuvwxyz", 26) })},
	{"codes of 32 letters", "", texter(func(g *gen) string { return g.word("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 32) })},
	{"words of 36 characters", "", texter(func(g *gen) string {
		return g.word("abcdefghijklmnop", 8) + "-" + g.word("rstuvw", 4) + "-" + g.word("rstuvw", 4) + "-" + g.word("xyzgh", 4) + "-" + g.word("abcdefghij", 12)
	})},
	{"licence keys", "", texter(func(g *gen) string {
		const c = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
		return g.word(c, 5) + "-" + g.word(c, 5) + "-" + g.word(c, 5) + "-" + g.word(c, 5) + "-" + g.word(c, 5)
	})},
	{"decimals", "", texter(func(g *gen) string { return fmt.Sprint(1_000_000_000_000_000_000 + g.Int64N(1<<60)) })},
	{"base64 of 24 bytes", "", texter(func(g *gen) string { return base64.StdEncoding.EncodeToString(g.fill(make([]byte, 24))) })},
	{"base64 of 16 bytes", "", texter(func(g *gen) string { return base64.StdEncoding.EncodeToString(g.fill(make([]byte, 16))) })},
	{"ciphertexts", "", byter(func(g *gen) []byte { return g.fill(make([]byte, 16*(1+g.IntN(3)))) })},
	{"sentences with a UUID", "", found1(insideText, func(g *gen) string {
		return "request " + g.ids("v4", 1).ids[0].String() + pick(g, " failed", " was repeated", " succeeded")
	})},
	{"sessions", "", found1(insideText, func(g *gen) string { return "sess:" + g.ids("v4", 1).ids[0].String() })},
	{"sentences with a UUID without hyphens", "", texter(func(g *gen) string { // for which audit does not look, as it says
		return "request " + texts["hex"].write(g, g.ids("v4", 1).ids[0]) + pick(g, " failed", " was repeated", " succeeded")
	})},
	{"pairs", "", found1(insideText, func(g *gen) string {
		return g.ids("v7", 1).ids[0].String() + ":" + g.ids("v4", 1).ids[0].String()
	})},
	{"words, and few UUIDs", "", func(g *gen, n int) plant {
		p := texter(func(g *gen) string { return g.word("abcdefghijklmnopqrstuvwxyz ", 3+g.IntN(40)) })(g, n)
		p.values[g.IntN(n)] = g.ids("v4", 1).ids[0].String()
		if n >= 20 {
			p.findings = []string{fewUUIDs}
		} else {
			p.form, p.unsure, p.may = "text", true, []string{fewUUIDs}
		}
		return p
	}},
	{"prose with hex", "", texter(func(g *gen) string {
		return "commit " + g.word("0123456789abcdef", 8) + "-" + g.word("0123456789abcdef", 4) + " of " + g.word("0123456789abcdef", 40) + ", face-to-face"
	})},
	{"MD5 in dashes", "", func(g *gen, n int) plant { // it may be called text of UUIDs, of no version
		p := plant{kind: text, want: want{form: "text", unsure: true, may: []string{"*"}}}
		for range n {
			p.values = append(p.values, uuid.UUID(g.fill(make([]byte, 16))).String())
		}
		return p
	}},
	{"SHA-256", "", texter(func(g *gen) string { return hex.EncodeToString(g.fill(make([]byte, 32))) })},
	{"SHA-256 bytes", "", byter(func(g *gen) []byte { return g.fill(make([]byte, 32)) })},
	{"nano ids", "", texter(func(g *gen) string {
		return g.word("_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 21)
	})},
	{"CUIDs", "", texter(func(g *gen) string { return "c" + g.word("0123456789abcdefghijklmnopqrstuvwxyz", 24) })},
	{"push ids", "", texter(func(g *gen) string {
		return "-N" + g.word("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", 18)
	})},
	{"XIDs", "", texter(func(g *gen) string { return "cl" + g.word("0123456789abcdefghijklmnopqrstuv", 17) + pick(g, "0", "g") })},
	{"IBANs", "", texter(func(g *gen) string { return "DE" + g.word("0123456789", 20) })},
	{"web addresses with a UUID", "", found1(insideText, func(g *gen) string { return "https://example.com/orders/" + g.ids("v4", 1).ids[0].String() })},
	{"bcrypt", "", texter(func(g *gen) string {
		return "$2a$10$" + g.word("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 53)
	})},
	{"upper-case hex keys", "", texter(func(g *gen) string { return fmt.Sprintf("%X", g.fill(make([]byte, 16))) })},
	{"sessions of PHP", "", texter(func(g *gen) string { return g.word("0123456789abcdefghijklmnopqrstuv", 26) })},
	{"numbers of 32 digits", "", texter(func(g *gen) string { return g.word("123456789", 32) })},
	{"numbers of orders", "", texter(func(g *gen) string {
		return fmt.Sprintf("202601%02d-%04d-%02d", 1+g.IntN(31), g.IntN(10000), 1+g.IntN(9))
	})},
	{"MAC addresses", "", byter(func(g *gen) []byte { return g.fill(make([]byte, 6)) })},
	{"floats", "", byter(func(g *gen) []byte { // two numbers of 8 bytes
		b := g.fill(make([]byte, 16))
		b[0], b[1], b[8], b[9] = 0x40, b[1]&0x3f|0x40, 0xc0, b[9]&0x3f|0x40
		return b
	})},
	{"times and counters", "", byter(func(g *gen) []byte { // 8 bytes each, least first
		b := make([]byte, 16)
		copy(b, g.fill(make([]byte, 5)))
		b[5] = 1
		copy(b[8:], g.fill(make([]byte, 3)))
		return b
	})},
	{"prices", "", texter(func(g *gen) string { return fmt.Sprintf("%d.%02d", g.IntN(1000), g.IntN(100)) })},
	{"16 letters as bytes", "", byter(func(g *gen) []byte { return []byte(g.word("abcdefghijklmnopqrstuvwxyz ", 16)) })},
}
