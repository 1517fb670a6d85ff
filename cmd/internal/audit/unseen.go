package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// beside finds the UUIDs in a column that is none of ids: some of its values are, or they are
// inside longer texts.
func (a *audit) beside(c *column) {
	v := &c.verdict
	if v.Inside > 0 {
		a.find(c, Finding{
			Kind: InsideText, Severity: Advice, Count: v.Inside,
			Text: "UUIDs inside longer texts",
			Do:   "if programs look rows up by them, store them in a column of their own; uuid migrate leaves them as they are",
		}, v.InsideEx)
	}
	a.few(c)
}

// few finds UUIDs among more values of another kind.
func (a *audit) few(c *column) {
	v := &c.verdict
	var forms []layout.Form
	n := 0
	for _, p := range v.Forms {
		if p.Form.Kind() == layout.KindText || p.Form == layout.BytesText {
			forms, n = append(forms, p.Form), n+p.N
		}
	}
	if n > 0 {
		a.find(c, Finding{
			Kind: FewUUIDs, Severity: Advice, Count: n,
			Text: "UUIDs (" + names(forms) + ") among values of another kind",
			Do:   "check whether these rows refer to another table; uuid migrate does not convert a column with such other values",
		}, v.Forms[0].Example)
	}
}

// ofIDs are the types that are those of ids, whatever the column's name: SQLite's are as they
// were declared. maybeIDs are those of other things, too.
var (
	ofIDs    = regexp.MustCompile(`(?i)^(n?char|character|n?varchar|character varying)\(36\)|^(var)?binary\(16\)|^raw\(16\)|guid|uniqueidentifier|^uuid$`)
	maybeIDs = regexp.MustCompile(`(?i)^(n?char|character|n?varchar|character varying)\((22|24|26|32|38)\)|^(tiny)?(text|blob)$|^bytea$|^(n?varchar|character varying)(\(255\))?$`)
)

// empty says which columns have no values and look like ids: nobody can say in which form.
func (a *audit) empty(t *store.Table, p *places) {
	if t.View {
		return
	}
	for _, c := range t.Columns {
		native := strings.EqualFold(c.Type, "uuid") && a.about.Dialect != store.SQLite
		if !c.Read || native || slices.ContainsFunc(p.all, func(o *column) bool { return o.name == c.Name }) {
			continue
		}
		where, none := t.String()+"."+c.Name, "no values yet"
		if n := a.rows[t]; n < t.Rows || t.Rows < 0 {
			none = fmt.Sprintf("no values in the %s that were read", rowCount(n))
		}
		switch {
		case ofIDs.MatchString(c.Type):
			a.notSeen(where, fmt.Sprintf("%s; its type %s suggests ids, in a form that audit cannot know", none, c.Type))
		case maybeIDs.MatchString(c.Type) && hints.MatchString(c.Name) && inKey(t, c.Name):
			a.notSeen(where, fmt.Sprintf("%s; its name and its type %s suggest ids, in a form that audit cannot know", none, c.Type))
		}
	}
}

// inKey reports whether a column is part of a primary or unique key, or of a foreign one.
func inKey(t *store.Table, name string) bool {
	return slices.ContainsFunc(t.Indexes, func(x store.Index) bool { return x.Unique && slices.Contains(x.Columns, name) }) ||
		slices.ContainsFunc(t.ForeignKeys, func(k store.ForeignKey) bool { return slices.Contains(k.Columns, name) })
}

// unread says what nobody looked at in the tables that were read.
func (a *audit) unread() (all []string) {
	var tables int
	var rows int64
	uncounted := false // the rows of a view
	for t, n := range a.rows {
		switch {
		case t.Rows > n:
			tables, rows = tables+1, rows+t.Rows-n
		case !t.Exact && (t.View || t.Rows < 0) && n >= int64(a.options.Sample):
			tables, uncounted = tables+1, true
		}
	}
	if tables > 0 && !a.options.Full {
		some := fmt.Sprintf("about %s rows", thousands(rows))
		if uncounted {
			some = "an unknown number of rows"
		}
		all = append(all, fmt.Sprintf("%s of %s that are not in the sample: --full reads them", some, plural(tables, a.report.unit())))
	}
	for _, c := range a.columns {
		if len(c.out.RefersTo) == 0 && !c.table.View && !c.isKey() && slices.ContainsFunc(c.table.Indexes, func(x store.Index) bool {
			return x.Unique && !x.Partial && len(x.Columns) > 1 && slices.Contains(x.Columns, c.dotted())
		}) {
			all = append(all, "what refers without a foreign key to a key of several columns, such as that of "+c.where())
			break
		}
	}
	all = append(all, "UUIDs without hyphens inside longer texts, and encrypted or compressed ones")
	switch a.about.Dialect {
	case store.SQLite:
		return append(all, "what follows the first 65 bytes of a binary value, unless it is JSON of at most 64 kB")
	case store.MongoDB:
		return append(all, "what follows the first 65 bytes of a binary value, and JSON in one")
	}
	return append(all, "what follows the first 256 characters of a text of more than 64 kB, or the first 128 bytes of a binary value, and JSON in one")
}
