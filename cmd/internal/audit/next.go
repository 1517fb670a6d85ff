package audit

import (
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// A Next is columns that one call of uuid migrate converts to the native form: those that refer
// to each other.
type Next struct {
	Columns []string `json:"columns"`         // as the command takes them; those that foreign keys connect with them are not named
	With    []string `json:"with,omitempty"`  // that refer to them without a foreign key
	Bytes   string   `json:"bytes,omitempty"` // the form of their 16 bytes, if it is not network order
	Command string   `json:"command"`         // the command that plans it, without a password
}

// next sets what can be converted.
func (a *audit) next() {
	a.report.Next = []Next{}
	if a.about.Engine != "" {
		return
	}
	var can []*column
	group := map[*column]*column{} // the first of those that refer to each other
	byWhere := map[string]*column{}
	for _, c := range a.columns {
		if a.convertible(c) {
			can = append(can, c)
			group[c], byWhere[c.where()] = c, c
		}
	}
	for _, c := range can {
		for _, to := range c.out.RefersTo {
			if k := byWhere[to]; k != nil && group[k] != group[c] {
				from, into := group[c], group[k]
				for _, o := range can {
					if group[o] == from {
						group[o] = into
					}
				}
			}
		}
	}
	refers := func(c *column) bool {
		return slices.ContainsFunc(c.out.RefersTo, func(to string) bool { return byWhere[to] != nil })
	}
	for _, first := range can {
		var members, last []*column
		for _, c := range can {
			switch {
			case group[c] != first:
			case refers(c):
				last = append(last, c)
			default:
				members = append(members, c)
			}
		}
		a.calls(append(members, last...), refers)
	}
	slices.SortStableFunc(a.report.Next, func(x, y Next) int { return len(y.With) + len(y.Columns) - len(x.With) - len(x.Columns) })
}

// calls adds what converts the columns of a group. A call takes 16 bytes of one order, and no field inside of another one that it takes.
func (a *audit) calls(group []*column, refers func(*column) bool) {
	var all []Next
	var orders [][]layout.Form // of each call at most one
	call := map[string]int{}   // of each column
	for _, c := range group {
		name, order := a.argument(c), c.orders()
		i := 0
		for ; i < len(all); i++ {
			inside := func(o string) bool {
				return o != name && (strings.HasPrefix(o, name+".") || strings.HasPrefix(name, o+"."))
			}
			same := len(order) == 0 || len(orders[i]) == 0 || order[0] == orders[i][0]
			if same && !slices.ContainsFunc(all[i].Columns, inside) && !slices.ContainsFunc(all[i].With, inside) {
				break
			}
		}
		if i == len(all) {
			all, orders = append(all, Next{}), append(orders, nil)
		}
		n := &all[i]
		call[c.where()] = i
		if len(order) > 0 {
			if orders[i] = order; order[0] != layout.Bytes {
				n.Bytes = order[0].String()
			}
		}
		switch {
		case slices.Contains(n.Columns, name) || slices.Contains(n.With, name):
		case c.out.Declared && refers(c): // its foreign key brings it into the call of its key
		case refers(c) && len(n.Columns) > 0:
			n.With = append(n.With, name)
		default:
			n.Columns = append(n.Columns, name)
		}
	}
	for _, c := range group { // uuid migrate refuses a call into which a foreign key brings another order
		for _, to := range c.out.RefersTo {
			if i, ok := call[to]; ok && i != call[c.where()] && c.out.Declared && len(c.orders()) > 0 {
				all[i].Columns = nil
			}
		}
	}
	for _, n := range all {
		if len(n.Columns) > 0 {
			a.report.Next = append(a.report.Next, n)
		}
	}
}

// orders returns those in which the column has 16 bytes. Of subtype 4 it is known.
func (c *column) orders() (all []layout.Form) {
	for _, p := range c.verdict.Forms {
		if p.Form.IsOrder() && p.Subtype != 4 && !slices.Contains(all, p.Form) {
			all = append(all, p.Form)
		}
	}
	return all
}

// refused are the names in a path that uuid migrate does not convert in MongoDB.
var refused = regexp.MustCompile(`^([0-9]*$|\$)`)

// migratable are the types of which uuid migrate converts columns.
var migratable = map[store.Dialect]*regexp.Regexp{
	store.PostgreSQL: regexp.MustCompile(`^(text|character varying|character|bytea)(\(|$)`),
	store.MySQL:      regexp.MustCompile(`^(char|varchar|\w*text|binary|varbinary|\w*blob)(\(|$)`),
	store.MariaDB:    regexp.MustCompile(`^(char|varchar|\w*text|binary|varbinary|\w*blob)(\(|$)`),
	store.SQLite:     regexp.MustCompile(``),
}

// migrates reports whether uuid migrate converts the column, to whatever form.
func (a *audit) migrates(c *column) bool {
	v, d := &c.verdict, a.about.Dialect
	if c.table.View || c.table.Virtual || v.Form == layout.None || v.Sure == tally.Unsure || len(v.Orders) > 0 || len(v.Forms) == 0 || len(c.orders()) > 1 || slices.ContainsFunc(v.Forms, tally.Part.Guessed) {
		return false
	}
	if v.Others*9 > v.UUIDs { // more than one in ten: nobody deletes so many rows, or moves them away
		return false
	}
	switch {
	case d == store.MongoDB:
		names := strings.Split(c.dotted(), ".")
		if c.table.Schema != a.about.Database || c.textOnly() || a.ambiguous(c) || strings.Contains(c.path, "[][]") || strings.ContainsAny(c.path, "{*") || c.name == "_id" && c.path != "" ||
			strings.Contains(c.name, ".") || len(names) > 5 || slices.ContainsFunc(names, refused.MatchString) {
			return false
		}
		// Forms that are not read there; if few values have one, plan refuses these, so that the others are not forgotten.
		if slices.Contains([]layout.Form{layout.Braces, layout.URN, layout.BytesText, layout.BytesHex}, v.Form) || 2*v.Cases[layout.MixedCase] > v.N {
			return false
		}
	case c.path != "" || c.textOnly() || c.declared == nil || c.declared.Generated || strings.Contains(c.table.Schema+c.name, "."): // in a table's name a dot is no matter
		return false
	case v.Form != layout.Native && !migratable[d].MatchString(c.declared.Type):
		return false
	case (d == store.MySQL || d == store.MariaDB) && c.table.Schema != a.about.Database:
		return false
	}
	return !slices.ContainsFunc(v.Forms, func(p tally.Part) bool {
		switch p.Form {
		case layout.Native, layout.Text, layout.Hex, layout.Braces, layout.URN, layout.BytesText, layout.BytesHex,
			layout.Bytes, layout.Swapped, layout.Mixed, layout.Java, layout.Reversed:
			return p.Subtype != 0 && p.Subtype != 3 && p.Subtype != 4
		}
		return true
	})
}

// convertible reports whether uuid migrate converts the column, which has another form than the
// native one.
func (a *audit) convertible(c *column) bool {
	return c.out.Migrates && slices.ContainsFunc(c.verdict.Forms, func(p tally.Part) bool {
		switch d := a.about.Dialect; p.Form {
		case layout.Native:
			return false
		case layout.Bytes: // which is native in MySQL and SQLite
			return d == store.PostgreSQL || d == store.MongoDB && p.Subtype != 4
		}
		return true
	})
}

// ambiguous reports whether the column of another collection has the same argument: uuid migrate refuses both.
func (a *audit) ambiguous(c *column) bool {
	name := a.argument(c)
	return slices.ContainsFunc(a.tables, func(t *store.Table) bool {
		return t != c.table && t.Schema == c.table.Schema && strings.HasPrefix(name, t.Name+".") &&
			slices.ContainsFunc(a.columns, func(o *column) bool { return o.table == t && a.argument(o) == name })
	})
}

// argument names the column as uuid migrate takes it, in PostgreSQL with its schema: the user's search_path can have another first.
func (a *audit) argument(c *column) string {
	table := c.table.Name
	if a.about.Dialect == store.PostgreSQL {
		table = c.table.String()
	}
	return table + "." + c.name + strings.ReplaceAll(c.path, "[]", "")
}

// Address sets the commands of Next for the database that was opened with this URL or path.
func (r *Report) Address(url string) {
	for i := range r.Next {
		n := &r.Next[i]
		var flags []string
		for _, c := range n.With {
			flags = append(flags, "--with", c)
		}
		if n.Bytes != "" {
			flags = append(flags, "--bytes", n.Bytes)
		}
		n.Command = dsn.Migrate("plan", append([]string{dsn.WithoutPassword(url)}, n.Columns...), flags...)
	}
}

// printNext prints the next commands.
func (r *Report) printNext(p *printer) {
	const most = 5
	several := slices.Contains([]store.Dialect{store.MySQL, store.MariaDB, store.MongoDB}, store.Dialect(r.Store)) // databases in a report
	p.line("")
	switch {
	case r.Engine != "":
		p.line("Next: nothing. %s answers as %s, and uuid migrate was not tested with it.", r.Engine, r.Store)
		return
	case several && len(r.Columns) > 0 && !slices.ContainsFunc(r.Columns, func(c Column) bool { return c.Schema == r.Database }):
		p.line("Next: audit one of the databases, with its name in the URL. uuid migrate converts one at a time.")
		return
	case len(r.Next) == 0:
		p.line("Next: nothing. There is no column that uuid migrate would convert.")
		return
	}
	p.line("Next, to convert to the native form (a plan writes nothing; it takes the password as audit does):")
	for i, n := range r.Next {
		if i == most {
			p.line("  and %d more, which -o json has", len(r.Next)-most)
			break
		}
		p.line("  %s", store.Printable(n.Command, 10_000))
	}
}
