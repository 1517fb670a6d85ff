package audit

import (
	"encoding/hex"
	"fmt"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// find adds a finding of a column. A view has none: its table has them.
func (a *audit) find(c *column, f Finding, ex tally.Example) {
	if c.table.View {
		return
	}
	f.Where = c.where()
	if c.byName {
		f.ByName = true
		f.Text += "; that these are ids rests on the column's name"
	}
	switch f.Kind {
	case MixedOrders, NoVersion, GoogleV6, Orphans: // of different ids
	default:
		if f.Count > 0 {
			f.Of = c.verdict.N
		}
	}
	if ex.Key != "" || ex.Value.Data != nil {
		f.Key, f.Value = ex.Key, show(ex.Value)
	}
	a.report.Findings = append(a.report.Findings, f)
}

// show returns a value as people write it, at most 64 bytes.
func show(v layout.Value) string {
	if v.Kind == layout.KindText || utf8.Valid(v.Data) && store.Printable(string(v.Data), 64) == string(v.Data) && len(v.Data) > 0 {
		return store.Printable(string(v.Data), 64)
	}
	return "x'" + hex.EncodeToString(v.Data[:min(len(v.Data), 32)]) + "'"
}

// values finds what is wrong with the values of a column.
func (a *audit) values(c *column) {
	v := &c.verdict
	for _, f := range v.Faults {
		a.fault(c, f)
	}
	if v.Others > v.UUIDs {
		a.few(c)
	}
	if len(v.Orders) > 0 {
		a.find(c, Finding{
			Kind: MixedOrders, Severity: Error, Count: v.Distinct,
			Text: "the bytes have several orders: " + names(v.Orders) + "; a single id does not say which it has",
			Do:   "find out which program wrote which rows, by time, tenant or the references to them, and convert those rows to one order",
		}, example(v, v.Orders[len(v.Orders)-1]))
	}
	if n, ex := minority(v); n > 0 {
		a.find(c, Finding{
			Kind: MixedForms, Severity: Error, Count: n,
			Text: fmt.Sprintf("holds several forms: %s", parts(v)),
			Do:   "convert the rows of the other forms: a lookup by one form does not find them",
		}, ex)
	}
	a.cases(c)
	a.subtypes(c)
	if v.GoogleV6 > 0 {
		a.find(c, Finding{
			Kind: GoogleV6, Severity: Warning, Count: v.GoogleV6,
			Text: "version 6 ids of google/uuid 1.5.0 or 1.6.0, which has put the version over four bits of the time: other programs read years from 1606 to 1625",
			Do:   "repair them with the function in docs/uuid.md, and stop making them: upgrade or use uuid.NewV6",
		}, v.GoogleV6Ex)
	}
	if v.Form == layout.BytesText || v.Form == layout.BytesHex {
		a.find(c, Finding{
			Kind: TextInBytes, Severity: Warning, Count: v.UUIDs,
			Text: "the characters of a UUID in a column of bytes, which a lookup by 16 bytes does not find",
			Do:   "convert them to 16 bytes, and give the program a type that writes bytes",
		}, example(v, v.Form))
	}
	if f, k, ok := defaultForm(c); ok && v.Form != layout.None && (f != v.Form || k != layout.NoCase && c.compareCase(a.about.Dialect) && differs(k, v.Cases)) {
		what := f.String()
		if k == layout.Upper {
			what += " in upper case"
		}
		named := c.namedDefault()
		if named {
			what += " by its name"
		}
		a.find(c, Finding{
			Kind: DefaultForm, Severity: Warning, ByName: named,
			Text: fmt.Sprintf("the default %s makes %s, and the column holds %s", store.Printable(c.declared.Default, 80), what, c.form()),
			Do:   "change the default to one that makes the column's form",
		}, tally.Example{})
	}
}

func (a *audit) fault(c *column, f tally.Fault) {
	out := Finding{Count: f.N}
	switch f.Kind {
	case tally.FaultCut:
		out.Kind, out.Severity = Cut, Error
		out.Text = "cut: only the beginning of the UUID is stored, and the rest is lost"
		out.Do = "restore them from a backup or from a column that refers to them, and make the column wide enough"
	case tally.FaultShort:
		out.Kind, out.Severity = Cut, Error
		out.Text = "shorter than 16 bytes: only a part of the UUID is stored, and the rest is lost"
		out.Do = "restore them from a backup or from a column that refers to them: a CHAR column removes bytes 0x20 at the end, and some programs remove bytes 0x00"
	case tally.FaultLostZero:
		out.Kind, out.Severity = Cut, Error
		out.Text = "shorter than 16 bytes, and with bytes 0x00 in front they have version and variant: a program that takes UUIDs for numbers removes these"
		out.Do = "put bytes 0x00 in front up to 16 bytes, and let the program write all 16"
	case tally.FaultLostByte:
		out.Kind, out.Severity = Cut, Error
		out.Text = "shorter than 16 bytes, and with bytes in front they have version and variant: a program that takes UUIDs for numbers removes bytes 0x00, and 0xff, too, if the numbers are signed"
		out.Do = "put bytes 0x00 in front up to 16 bytes; for signed numbers put 0xff before a first byte from 0x80 on. Compare the ids with a column that refers to them, and let the program write all 16"
	case tally.FaultEmpty:
		out.Kind, out.Severity = Malformed, Warning
		out.Text = "empty instead of NULL: programs cannot read an empty value as a UUID"
		out.Do = "set them to NULL"
	case tally.FaultSpace:
		out.Kind, out.Severity = Malformed, Warning
		out.Text = "with white space around the UUID, which few programs read"
		out.Do = "trim them; a char column that is wider than the text pads it: use varchar or the native type"
	case tally.FaultNoVersion:
		out.Kind, out.Severity = NoVersion, Advice
		out.Text = "16 bytes without a version and the variant of RFC 9562: ids of another kind, such as ULIDs or those of SYS_GUID(), or another byte order"
		out.Do = "if another program wrote them, find out its byte order; else leave them as they are"
	default:
		out.Kind, out.Severity = Malformed, Error
		out.Text = "not a UUID, in a column of UUIDs"
		out.Do = "look at these rows; a program that scans UUIDs fails on them"
	}
	a.find(c, out, f.Example)
}

func names(forms []layout.Form) string {
	s := ""
	for i, f := range forms {
		if i > 0 {
			s += ", "
		}
		s += f.String()
	}
	return s
}

func example(v *tally.Verdict, f layout.Form) tally.Example {
	for _, p := range v.Forms {
		if p.Form == f {
			return p.Example
		}
	}
	if len(v.Forms) > 0 {
		return v.Forms[0].Example
	}
	return tally.Example{}
}

// minority returns how many values have another form than most, and one of them. The
// same form in two subtypes is another finding, and so are orders that are mixed.
func minority(v *tally.Verdict) (n int, ex tally.Example) {
	for _, p := range v.Forms {
		if p.Form == v.Forms[0].Form || p.Form.IsOrder() && v.Forms[0].Form.IsOrder() && p.Subtype != v.Forms[0].Subtype {
			continue
		}
		if n == 0 {
			ex = p.Example
		}
		n += p.N
	}
	return n, ex
}

func parts(v *tally.Verdict) string {
	s := ""
	for i, p := range v.Forms {
		if i > 0 {
			s += ", "
		}
		name := p.Form.String()
		if p.Guessed() {
			name = "16 bytes in an order that audit cannot know"
		}
		s += fmt.Sprintf("%d as %s", p.N, name)
	}
	return s
}

// compareCase reports whether two spellings of a UUID are different to the database.
func (c *column) compareCase(d store.Dialect) bool {
	if c.declared == nil || c.path != "" {
		return true // MongoDB, JSON and arrays
	}
	if c.verdict.Form.Kind() != layout.KindText {
		return c.verdict.Form != layout.Native
	}
	return c.declared.CompareCase || d == store.PostgreSQL && c.declared.Collation == ""
}

func (a *audit) cases(c *column) {
	v := &c.verdict
	lower, upper, mixed := v.Cases[layout.Lower], v.Cases[layout.Upper], v.Cases[layout.MixedCase]
	if v.Form == layout.Native || lower+upper+mixed == 0 || !c.compareCase(a.about.Dialect) {
		return
	}
	written := layout.Lower // by Go, and by most programs
	switch v.Form {
	case layout.ULID, layout.Base32Hex, layout.Base32Human:
		if written = layout.Upper; lower > 0 && upper+mixed == 0 {
			return // as TypeIDs have it
		}
	}
	other, what := upper, "upper"
	if written == layout.Upper {
		other, what = lower, "lower"
	}
	switch {
	case mixed > 0 || lower > 0 && upper > 0:
		ex := v.OfCase[layout.MixedCase]
		n := mixed + min(lower, upper)
		if mixed == 0 {
			ex = v.OfCase[layout.Upper]
			if lower < upper {
				ex = v.OfCase[layout.Lower]
			}
		}
		a.find(c, Finding{
			Kind: MixedCase, Severity: Error, Count: n,
			Text: fmt.Sprintf("letters in lower case (%d) and upper case (%d), and the column compares case: two spellings of one UUID are two values", lower, upper+mixed),
			Do:   "write all in lower case, after a look for ids that are there twice",
		}, ex)
	case other > 0 && v.Form != layout.Base36:
		a.find(c, Finding{
			Kind: UpperCase, Severity: Warning, Count: other,
			Text: fmt.Sprintf("letters in %s case, and the column compares case: a lookup by what Go writes finds no row", what),
			Do:   "write all in lower case, or use the native type",
		}, v.OfCase[map[bool]layout.Case{true: layout.Upper, false: layout.Lower}[what == "upper"]])
	}
}

// subtypes finds what is wrong with MongoDB's binary.
func (a *audit) subtypes(c *column) {
	v := &c.verdict
	if a.about.Dialect != store.MongoDB || len(v.Subtypes) == 0 {
		return
	}
	least, most := byte(0), byte(0)
	for s, n := range v.Subtypes {
		if n > v.Subtypes[most] || n == v.Subtypes[most] && s > most {
			most = s
		}
	}
	least = most
	for s, n := range v.Subtypes {
		if s != most && (least == most || n > v.Subtypes[least]) {
			least = s
		}
	}
	ex := func(s byte) tally.Example {
		for _, p := range v.Forms {
			if p.Subtype == s && p.Form.Kind() == layout.KindBytes {
				return p.Example
			}
		}
		return tally.Example{}
	}
	switch {
	case len(v.Subtypes) > 1:
		a.find(c, Finding{
			Kind: MixedSubtypes, Severity: Error, Count: v.Subtypes[least],
			Text: fmt.Sprintf("binary of several subtypes (most are %d, others %d), which are different values to MongoDB: a lookup by one does not find the other", most, least),
			Do:   "convert all to subtype 4; until then ask with bsonx.In",
		}, ex(least))
	case most == 4 && v.Form.IsOrder() && v.Form != layout.Bytes && v.Sure != tally.Unsure:
		a.find(c, Finding{
			Kind: Subtype, Severity: Error, Count: v.Subtypes[4],
			Text: fmt.Sprintf("subtype 4 with bytes in another order (%s): every program reads another UUID", v.Form),
			Do:   "put the bytes into network order",
		}, ex(4))
	case most != 4 && v.Form != layout.BytesText && v.Form != layout.BytesHex:
		a.find(c, Finding{
			Kind: Subtype, Severity: Warning, Count: v.Subtypes[most],
			Text: fmt.Sprintf("binary of subtype %d, which other programs do not read as a UUID", most),
			Do:   "convert it to subtype 4 (docs/mongodb.md), or read it with the line below",
		}, ex(most))
	}
}

// leastAdvice is how many ids a column must have for advice on their order: in fewer rows
// nobody would notice it.
const leastAdvice = 100

// keys finds ids whose order is lost, and random ids where order was wanted.
func (a *audit) keys(c *column) {
	v, out := &c.verdict, c.out
	timed := v.Versions[6] + v.Versions[7]
	random := v.Versions[4]
	if v.COMB != tally.NoCOMB {
		random = 0
	}
	few := v.UUIDs < leastAdvice
	switch {
	case out.Key == "" || v.Form == layout.None:
	case v.COMB == tally.COMBLast:
		a.find(c, Finding{
			Kind: OrderLost, Severity: Warning, Count: v.Versions[4],
			Text: "COMBs in SQL Server's order, with the time in the last six bytes: only SQL Server sorts by it, and here they are random keys",
			Do:   "make new ids of version 7",
		}, v.RandomEx)
	case out.Order == lost && (timed > 0 || v.COMB == tally.COMBFirst):
		a.find(c, Finding{
			Kind: OrderLost, Severity: Warning, Count: max(timed, v.Versions[4]),
			Text: fmt.Sprintf("ids with the time in front, stored as %s, which does not sort by it", v.Form),
			Do:   "store them in network order or in the native type",
		}, example(v, v.Form))
	case few:
	case out.Order == lost:
		a.find(c, Finding{
			Kind: OrderLost, Severity: Advice, Count: v.Versions[1],
			Text: "version 1 ids begin with the low bits of the time, and do not sort by it",
			Do:   "make new ids of version 7, or of version 6 from the same fields",
		}, example(v, v.Form))
	case random > 2 && timed+v.Versions[1] > 2 && random*50 >= v.UUIDs && timed*50 >= v.UUIDs && timed > 0:
		a.find(c, Finding{
			Kind: MixedVersions, Severity: Advice, Count: min(random, timed),
			Text: fmt.Sprintf("random ids (%d of version 4) among ids that sort by time (%d)", random, timed),
			Do:   "make all new ids of version 7",
		}, v.RandomEx)
	case out.Key == "primary" && c.table.Clustered && random*2 > v.UUIDs:
		a.find(c, Finding{
			Kind: RandomKey, Severity: Advice, Count: random,
			Text: "random ids are the key by which the table is stored: each insert goes to another page",
			Do:   "make new ids of version 7; old ones can stay",
		}, v.RandomEx)
	}
}

// The values of Column.Order.
const (
	byTime   = "time"
	isRandom = "random"
	lost     = "lost"
)

// order says whether ids sort by their time as they are stored.
func order(d store.Dialect, v *tally.Verdict) string {
	n := v.UUIDs - v.Nil - v.Max
	if v.Form == layout.None || n < 3 {
		return ""
	}
	front := v.Versions[6] + v.Versions[7]
	if v.COMB == tally.COMBFirst {
		front += v.Versions[4]
	}
	if v.ULIDs {
		front = n
	}
	last := 0
	if v.COMB == tally.COMBLast {
		last = v.Versions[4]
	}
	sorts := true // texts and bytes sort as the UUIDs do
	switch v.Form {
	case layout.Swapped, layout.Mixed, layout.Java, layout.Reversed, layout.Base64URL, layout.Base64, layout.Decimal, layout.OID:
		sorts = false
	}
	switch {
	case front*10 >= n*9 && sorts:
		return byTime
	case v.Versions[1]*10 >= n*9 && (v.Form == layout.Swapped || v.Form == layout.Native && d == store.MariaDB):
		return byTime
	case (front+last+v.Versions[1])*10 >= n*9:
		return lost
	}
	return isRandom
}
