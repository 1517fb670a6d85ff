package audit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	probe      = 16   // values that are looked up first
	compare    = 200  // and then, if one was found
	maxLookups = 3000 // in all
	leastShare = .5   // of the values of a reference are in the key
)

// references finds which columns refer to which, by foreign keys and by the values, and
// reports those whose forms differ.
func (a *audit) references(ctx context.Context) {
	var columns, primary, late []*column
	for _, c := range a.columns {
		switch {
		case c.table.View:
		case c.out.Key == "primary":
			primary = append(primary, c)
		default:
			columns = append(columns, c)
		}
	}
	keys := a.targets()
	lookups := 0
	// Of the primary keys each two are a pair, and few refer to each other: they come last.
	for _, c := range append(columns, primary...) {
		targets := slices.Clone(keys)
		// Names order the pairs, so that the likely ones are looked up first.
		slices.SortStableFunc(targets, func(x, y *column) int { return a.likeness(c, y) - a.likeness(c, x) })
		for _, k := range targets {
			if k == c || k.copies(c) || slices.Contains(k.out.RefersTo, c.where()) {
				continue
			}
			declared := a.foreignKey(c, k)
			if !declared && a.foreignKey(k, c) {
				continue // the other way round
			}
			if !declared && c.copies(k) {
				a.copied(c, k)
				continue
			}
			if c.out.Key == "primary" && k.out.Key != "primary" && a.likeness(c, k) == 0 {
				continue
			}
			if !declared && (!k.isKey() || !shareVersion(&c.verdict, &k.verdict)) {
				continue // no lookup is needed: those over a network take most of the time
			}
			if declared && (a.about.Dialect != store.SQLite || !k.isKey()) {
				// The database compares the columns, so that they have one form, but for keys that were not enforced.
				a.refer(c, k, 0, 0, 0)
				break
			}
			if lookups++; lookups > maxLookups && !declared {
				if len(late) == 0 || late[len(late)-1] != c {
					late = append(late, c)
				}
				continue
			}
			if a.lookUp(ctx, c, k) {
				break
			}
		}
	}
	if len(late) > 0 {
		a.notSeen(late[0].where(), fmt.Sprintf("whether it refers to other columns; it is the first of %s that audit did not look up in all keys, after %d lookups", plural(len(late), "column"), maxLookups))
	}
}

// targets returns the columns to which others can refer: the keys, and then those in keys of several columns that a
// foreign key names.
func (a *audit) targets() []*column {
	var keys, named []*column
	for _, c := range a.columns {
		switch {
		case c.table.View:
		case c.isKey():
			keys = append(keys, c)
		case c.path == "" && c.declared != nil && slices.ContainsFunc(a.columns, func(o *column) bool { return a.foreignKey(o, c) }):
			named = append(named, c)
		}
	}
	return append(keys, named...)
}

// isKey reports whether ids are looked up in the column.
func (c *column) isKey() bool {
	return (c.out.Key == "primary" || c.out.Key == "unique") && (c.path == "" || c.declared == nil)
}

// likeness says how much the names of c speak for a reference to the key k.
func (a *audit) likeness(c, k *column) int {
	if a.foreignKey(c, k) {
		return 3
	}
	name := strings.ToLower(c.name + c.path)
	table := strings.ToLower(k.table.Name)
	for _, t := range []string{table, strings.TrimSuffix(table, "s"), strings.TrimSuffix(table, "es"), strings.TrimSuffix(table, "ies") + "y"} {
		if len(t) > 2 && strings.Contains(name, t) {
			return 2
		}
	}
	if c.table == k.table {
		return 1 // a parent
	}
	return 0
}

// shareVersion reports whether some ids of both have the same version.
func shareVersion(a, b *tally.Verdict) bool {
	if a.Form == layout.None || b.Form == layout.None {
		return true
	}
	for i := range a.Versions {
		if a.Versions[i] > 0 && b.Versions[i] > 0 {
			return true
		}
	}
	return false
}

func (a *audit) foreignKey(c, k *column) bool {
	if c.path != "" || k.path != "" {
		return false
	}
	for _, f := range c.table.ForeignKeys {
		exact := func(t *store.Table) bool { return t.Name == f.Table && (f.Schema == "" || t.Schema == f.Schema) }
		// In another case it names the table only if none has this very name.
		if !strings.EqualFold(f.Table, k.table.Name) || f.Schema != "" && f.Schema != k.table.Schema || !exact(k.table) && slices.ContainsFunc(a.tables, exact) {
			continue
		}
		for i, name := range f.Columns {
			if name == c.name && (i < len(f.RefColumns) && strings.EqualFold(f.RefColumns[i], k.name) ||
				len(f.RefColumns) == 0 && slices.ContainsFunc(k.table.Indexes, func(x store.Index) bool { return x.Primary && i < len(x.Columns) && x.Columns[i] == k.name })) {
				return true
			}
		}
	}
	return false
}

// lookUp looks for ids of c in the key k, and reports whether c refers to it. If the
// order of c's bytes is not known, it tries each.
func (a *audit) lookUp(ctx context.Context, c, k *column) bool {
	if k.verdict.Form == layout.None || a.unreadable[k] {
		return false
	}
	forms := []layout.Form{c.verdict.Form}
	if c.verdict.Form == layout.None {
		if forms = c.verdict.Candidates; len(forms) == 0 {
			forms = c.verdict.Orders
		}
	}
	for _, f := range forms {
		ids := c.ids(f, compare)
		if len(forms) > 1 { // of which special ids say nothing: several read the same one
			ids = slices.DeleteFunc(ids, tally.Special)
		}
		n, joined, err := a.search(ctx, ids, k, f)
		if err != nil {
			a.unreadable[k] = true
			a.notSeen(k.where(), "which columns refer to it: "+store.Reason(ctx, err))
			return false
		}
		if len(ids) == 0 || float64(n) < leastShare*float64(len(ids)) || a.isChild(ctx, k, c, float64(n)/float64(len(ids))) {
			continue
		}
		if c.verdict.Form == layout.None && len(c.verdict.Orders) == 0 {
			copyOf := c.out.CopyOf
			c.verdict, c.byName = c.tally.Told(f), false
			a.describe(c)
			c.out.CopyOf = copyOf
			c.out.Why = fmt.Sprintf("read in this form, %d of %d ids are in %s", n, len(ids), k.where())
		}
		a.refer(c, k, n, joined, len(ids))
		return true
	}
	return false
}

// search returns how many of the ids are in the key k, and how many in form f.
func (a *audit) search(ctx context.Context, ids []uuid.UUID, k *column, f layout.Form) (n, joined int, err error) {
	if len(ids) == 0 {
		return 0, 0, nil
	}
	first := ids[:min(len(ids), probe)]
	n, joined, err = a.count(ctx, k, first, f)
	if rest := ids[len(first):]; err == nil && n > 0 && len(rest) > 0 {
		var more, ofForm int
		more, ofForm, err = a.count(ctx, k, rest, f)
		n, joined = n+more, joined+ofForm
	}
	return n, joined, err
}

// isChild reports whether of two primary keys k refers to c, and not c to k, in which a share of its ids is: the names say so, or
// else more of the ids of k are in c.
func (a *audit) isChild(ctx context.Context, k, c *column, share float64) bool {
	if c.out.Key != "primary" || k.out.Key != "primary" {
		return false
	}
	ids := k.ids(k.verdict.Form, compare)
	n, _, err := a.search(ctx, ids, c, k.verdict.Form)
	back := float64(n) / float64(max(len(ids), 1))
	names := a.likeness(k, c) - a.likeness(c, k)
	return err == nil && back >= leastShare && (names > 0 || names == 0 && back > share)
}

// ids returns up to n of the ids that c holds, from all over the sample: its first rows are often the oldest, and refer
// to what is deleted.
func (c *column) ids(f layout.Form, n int) (ids []uuid.UUID) {
	parts := map[group]layout.Form{}
	for _, p := range c.verdict.Forms {
		if p.Form.IsOrder() && c.verdict.Form != layout.None { // else it is a guess
			parts[group{p.Form.Kind(), p.Subtype}] = p.Form
		}
	}
	for _, v := range c.tally.Sample(tally.SampleSize) {
		var readings [8]layout.Reading
		for _, r := range layout.Read(readings[:0], v) {
			order, ok := parts[group{v.Kind, v.Subtype}]
			if r.Form == f || f != layout.None && r.Form != f && ok && r.Form == order && len(c.verdict.Orders) == 0 {
				if r.UUID != uuid.Nil() && r.UUID != uuid.Max() {
					ids = append(ids, r.UUID)
				}
				break
			}
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:min(n, len(ids))]
}

type group struct {
	kind    layout.Kind
	subtype byte
}

// count looks ids up in k, in each of the forms that k holds, and returns how many are there in all, and in form f.
func (a *audit) count(ctx context.Context, k *column, ids []uuid.UUID, f layout.Form) (total, ofForm int, err error) {
	v := &k.verdict
	seen := map[layout.Form]bool{}
	for _, p := range v.Forms {
		if seen[p.Form] && p.Form.Kind() != layout.KindBytes {
			continue
		}
		seen[p.Form] = true
		cases := []bool{false}
		if p.Form.Kind() == layout.KindText || p.Form == layout.BytesText || p.Form == layout.BytesHex {
			up := v.Cases[layout.Upper] > v.Cases[layout.Lower]
			cases[0] = up
			if v.Cases[layout.Upper] > 0 && v.Cases[layout.Lower] > 0 && k.compareCase(a.about.Dialect) {
				cases = []bool{up, !up}
			}
		}
		for _, up := range cases {
			values := make([]layout.Value, len(ids))
			for i, id := range ids {
				values[i] = p.Form.Encode(id)
				values[i].Subtype = p.Subtype
				if !p.Form.CaseSensitive() {
					recase(values[i].Data, up)
				}
			}
			n, err := a.store.Count(ctx, k.table, k.dotted(), values)
			if err != nil {
				return 0, 0, err
			}
			if total += n; p.Form == f {
				ofForm += n
			}
		}
	}
	return min(total, len(ids)), ofForm, nil
}

func recase(b []byte, upper bool) {
	for i, c := range b {
		switch {
		case upper && 'a' <= c && c <= 'z':
			b[i] = c - 'a' + 'A'
		case !upper && 'A' <= c && c <= 'Z':
			b[i] = c - 'A' + 'a'
		}
	}
}

// refer says that c refers to k, in which n of m ids were found, of these joined in c's form.
func (a *audit) refer(c, k *column, n, joined, m int) {
	c.out.RefersTo = append(c.out.RefersTo, k.where())
	c.out.Declared = a.foreignKey(c, k)
	cv, kv := &c.verdict, &k.verdict
	add := func(s Severity, text, do string) {
		f := Finding{Kind: Reference, Severity: s, Other: k.where(), Text: text, Do: do}
		a.find(c, f, example(cv, cv.Form))
	}
	one := "convert one of the columns, so that both have one form"
	switch {
	case cv.Form == layout.None || kv.Form == layout.None:
	case c.textOnly() && cv.Form.Kind() == layout.KindText && kv.Form.Kind() != layout.KindText:
		// JSON has no other form, and a program converts it before a lookup.
	case cv.Form != kv.Form && joined >= n && slices.ContainsFunc(kv.Forms, func(p tally.Part) bool { return p.Form == cv.Form }):
		// The key has several forms. A foreign key that was not enforced may join none.
	case (a.about.Dialect == store.MySQL || a.about.Dialect == store.MariaDB) && sameCharacters(cv.Form, kv.Form) && !otherCase(cv, kv):
		// A text and bytes are compared as bytes.
	case cv.Form != kv.Form && a.about.Dialect == store.MariaDB && (cv.Form == layout.Native || kv.Form == layout.Native) && (cv.Form == layout.Text || kv.Form == layout.Text):
		add(Advice, fmt.Sprintf("holds %s and refers to %s, which holds %s: MariaDB converts each value in a join", c.form(), k.where(), k.form()), one)
	case cv.Form != kv.Form:
		add(Error, fmt.Sprintf("holds %s and refers to %s, which holds %s: a join finds no row", c.form(), k.where(), k.form()), one)
	case cv.Form.IsOrder() && subtype(cv) != subtype(kv):
		add(Error, fmt.Sprintf("holds subtype %d and refers to %s, which holds subtype %d: a lookup finds no document", subtype(cv), k.where(), subtype(kv)), one)
	case cv.Form.Kind() == layout.KindText && (c.compareCase(a.about.Dialect) || k.compareCase(a.about.Dialect)) && otherCase(cv, kv):
		add(Error, fmt.Sprintf("holds %s and refers to %s, which holds %s: a join finds no row", c.form(), k.where(), k.form()), "write both in lower case")
	}
	if m > 0 && n < m && n*100 >= m*95 {
		do := "check whether they were deleted there"
		if c.declared != nil && c.path == "" && !c.out.Declared {
			do += ", and add a foreign key"
		}
		a.find(c, Finding{
			Kind: Orphans, Severity: Advice, Other: k.where(), Count: m - n,
			Text: fmt.Sprintf("%d of %d ids that were looked up are not in %s", m-n, m, k.where()),
			Do:   do,
		}, tally.Example{})
	}
}

// copied says that c holds the id of its row once more.
func (a *audit) copied(c, k *column) {
	c.out.CopyOf = k.where()
	if cv, kv := c.verdict.Form, k.verdict.Form; cv != kv && cv != layout.None && kv != layout.None {
		a.find(c, Finding{
			Kind: Copy, Severity: Advice, Other: k.where(),
			Text: fmt.Sprintf("holds the id of its own row once more, as %s; %s has it as %s", c.form(), k.where(), k.form()),
			Do:   "check whether a program needs it; if not, drop the column",
		}, example(&c.verdict, cv))
	}
}

// textOnly reports whether the column is a place in which nothing but text can be: in JSON, or the key of a map.
// It also is for a text of 16 characters of MySQL, in which a program can have put bytes.
func (c *column) textOnly() bool {
	scalar := c.path == "" && c.table.Selects[c.name] != ""
	return scalar || !c.documents || c.declared != nil && c.path != "" && c.path != "[]" || strings.HasSuffix(c.path, "{}")
}

func otherCase(a, b *tally.Verdict) bool {
	letters := func(v *tally.Verdict) bool { return v.Cases[layout.Lower]+v.Cases[layout.Upper] > 0 }
	upper := func(v *tally.Verdict) bool { return v.Cases[layout.Upper] > v.Cases[layout.Lower] }
	return letters(a) && letters(b) && upper(a) != upper(b)
}

// sameCharacters reports whether one form is a text, and the other one this text in bytes.
func sameCharacters(a, b layout.Form) bool {
	is := func(text, inBytes layout.Form) bool { return a == text && b == inBytes || a == inBytes && b == text }
	return is(layout.Text, layout.BytesText) || is(layout.Hex, layout.BytesHex)
}

// subtype returns that of most values.
func subtype(v *tally.Verdict) byte {
	for _, p := range v.Forms {
		if p.Form == v.Form {
			return p.Subtype
		}
	}
	return 0
}
