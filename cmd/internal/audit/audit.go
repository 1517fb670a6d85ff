package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// DefaultSample is how many rows of a table are read if nobody says.
const DefaultSample = 1000

// Options say what is read.
type Options struct {
	Filter store.Filter
	Sample int  // rows of each table; 0 is DefaultSample
	Full   bool // all rows

	Now      time.Time                        // zero is the time
	Progress func(t *store.Table, rows int64) // called now and then
}

// A column is what was read of one column, or of a path in it.
type column struct {
	table      *store.Table
	name, path string
	declared   *store.Column // nil in MongoDB
	tally      *tally.Tally
	nulls      int
	documents  bool // some value is not in a string of JSON: see store.Cell
	rare       int  // values of rows that the store has searched for
	compared   int  // rows whose primary key was compared with this column
	differs    bool // from the id of a row
	verdict    tally.Verdict
	byName     bool // that it holds ids rests on its name
	out        *Column
}

// where returns the column as the report names it.
func (c *column) where() string { return c.table.String() + "." + c.name + c.path }

// An audit is one that runs.
type audit struct {
	store   store.Store
	about   store.About
	options Options
	report  *Report
	tables  []*store.Table
	columns []*column              // that hold UUIDs
	rows    map[*store.Table]int64 // that were read

	unreadable map[*column]bool // keys in which a lookup failed
}

// Run audits a database. An error means that there is no report: what could not be
// read of a database that answers is in NotSeen.
func Run(ctx context.Context, s store.Store, o Options) (*Report, error) {
	if o.Sample <= 0 {
		o.Sample = DefaultSample
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	about := s.About()
	a := &audit{store: s, about: about, options: o, rows: make(map[*store.Table]int64), unreadable: make(map[*column]bool), report: &Report{
		Store: string(about.Dialect), Version: about.Version, Database: about.Database,
		Full: o.Full, Sample: o.Sample, Columns: []Column{}, Findings: []Finding{}, NotSeen: []store.NotSeen{},
	}}
	if o.Full {
		a.report.Sample = 0
	}
	a.server()
	tables, notSeen, err := s.Tables(ctx, o.Filter)
	if err == nil {
		err = unmatched(o.Filter, tables, notSeen)
	}
	if err != nil {
		return nil, err
	}
	a.report.NotSeen = append(a.report.NotSeen, notSeen...)
	if len(o.Filter.Tables) == 0 {
		tables = slices.DeleteFunc(tables, a.old)
	}
	a.tables = tables
	for _, t := range tables {
		a.read(ctx, t)
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	slices.SortStableFunc(a.columns, func(x, y *column) int { return cmp.Compare(x.where(), y.where()) })
	for _, c := range a.columns {
		a.describe(c)
	}
	a.references(ctx)
	a.galera()
	for _, c := range a.columns {
		a.values(c)
		a.keys(c)
		a.line(c)
		a.save(c)
		c.out.Migrates = a.migrates(c)
		a.report.Columns = append(a.report.Columns, *c.out)
		a.report.SavedBytes += c.out.SavedBytes
	}
	slices.SortStableFunc(a.report.Findings, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(rank(x.Severity), rank(y.Severity)), cmp.Compare(x.Where, y.Where), cmp.Compare(x.Kind, y.Kind))
	})
	a.report.Unread = a.unread()
	a.next()
	slices.SortStableFunc(a.report.NotSeen, func(x, y store.NotSeen) int { return cmp.Compare(x.Where, y.Where) })
	return a.report, nil
}

// server says what the server itself keeps from the audit.
func (a *audit) server() {
	if e := a.about.Engine; e != "" {
		a.report.Engine = e
		a.notSeen(e, fmt.Sprintf("it answers as %s; uuid audit was not tested with it, and may miss columns, such as BINARY(16) in Dolt", a.about.Dialect))
	}
	if a.about.Misses != "" {
		a.notSeen("the rest of the cluster", a.about.Misses)
	}
}

// unmatched returns an error for the names in a filter that no table has.
func unmatched(f store.Filter, tables []*store.Table, notSeen []store.NotSeen) error {
	var none []string
	find := func(flag string, names []string, of func(name string) store.Filter) {
		for _, name := range names {
			one := of(name)
			if !slices.ContainsFunc(tables, func(t *store.Table) bool { return one.Table(t.Schema, t.Name) }) &&
				!slices.ContainsFunc(notSeen, func(n store.NotSeen) bool {
					schema, table, _ := strings.Cut(n.Where, ".")
					return n.Why != store.Hides && (one.Table(schema, table) || one.Table("", n.Where))
				}) {
				none = append(none, flag+" "+strconv.Quote(name))
			}
		}
	}
	find("--schema", f.Schemas, func(name string) store.Filter { return store.Filter{Schemas: []string{name}} })
	find("--table", f.Tables, func(name string) store.Filter { return store.Filter{Tables: []string{name}} })
	if none != nil {
		return fmt.Errorf("no table matches %s", strings.Join(none, ", "))
	}
	return nil
}

// old reports whether uuid migrate keeps the table, by its name. The ids in it have the earlier form.
func (a *audit) old(t *store.Table) bool {
	is := strings.HasPrefix(t.Name, migrate.Reserved) || a.about.Dialect == store.PostgreSQL && strings.HasPrefix(t.String(), migrate.Reserved)
	if is {
		a.report.NotSeen = append(a.report.NotSeen, store.NotSeen{Where: t.String(), Why: "by its name, uuid migrate keeps it until cleanup; --table reads it"})
	}
	return is
}

func rank(s Severity) int { return slices.Index([]Severity{Error, Warning, Advice}, s) }

// read reads one table, in one pass.
func (a *audit) read(ctx context.Context, t *store.Table) {
	places := newPlaces(t, a.options.Now)
	nulls := make(map[string]int)
	var rows int64
	key := primary(t)
	limit := a.options.Sample
	if a.options.Full {
		limit = 0
	}
	err := a.store.Read(ctx, t, limit, func(r store.Row) error {
		if !r.Rare {
			rows++
		}
		for _, c := range r.Cells {
			if col := places.column(c.Column, c.Path); col != nil {
				col.tally.Add(c.Value, r.Key)
				col.documents = col.documents || !c.JSON
				col.compare(c.Value, key, r.Cells)
				if r.Rare {
					col.rare++
				}
			}
		}
		for _, c := range r.Nulls {
			nulls[c]++
		}
		if a.options.Progress != nil && rows%1024 == 0 {
			a.options.Progress(t, rows)
		}
		return nil
	})
	if a.options.Progress != nil {
		a.options.Progress(t, rows)
	}
	if err != nil {
		a.report.Full = false
		why := store.Reason(ctx, err)
		if rows > 0 {
			why = fmt.Sprintf("after %d rows: %s", rows, why)
		}
		a.notSeen(t.String(), why)
	}
	if places.lost {
		a.notSeen(t.String(), fmt.Sprintf("only the first %d different paths in its documents", maxPaths))
	}
	if err != nil && rows == 0 {
		return
	}
	a.report.Tables++
	a.report.Rows += rows
	a.rows[t] = rows
	if a.options.Full && err == nil && !t.View {
		t.Rows, t.Exact = rows, true
	}
	places.mergeMaps()
	if err == nil {
		a.empty(t, places)
	}
	a.judge(places, nulls)
}

// judge says of each column of a table whether it holds ids.
func (a *audit) judge(places *places, nulls map[string]int) {
	for _, c := range places.all {
		c.verdict = c.tally.Verdict()
		if !c.verdict.Holds && !c.hinted() {
			a.beside(c)
			continue
		}
		if c.byName = !c.verdict.Holds; c.byName {
			c.verdict.Why += "; that they are ids rests on the column's name"
		}
		c.nulls = nulls[c.name+c.path]
		a.columns = append(a.columns, c)
	}
}

// primary returns the column that is the primary key, if it is one column.
func primary(t *store.Table) string {
	for _, x := range t.Indexes {
		if x.Primary && len(x.Columns) == 1 {
			return x.Columns[0]
		}
	}
	return ""
}

// compare notes whether a value of the column is the id of its row, in whatever form.
func (c *column) compare(v layout.Value, key string, cells []store.Cell) {
	if key == "" || c.name == key || c.path != "" || c.differs {
		return
	}
	for _, cell := range cells {
		if cell.Column == key && cell.Path == "" {
			c.compared++
			c.differs = !sameID(v, cell.Value)
		}
	}
}

func sameID(a, b layout.Value) bool {
	var x, y [8]layout.Reading
	all := layout.Read(x[:0], a)
	for _, r := range layout.Read(y[:0], b) {
		if slices.ContainsFunc(all, func(o layout.Reading) bool { return o.UUID == r.UUID }) {
			return true
		}
	}
	return false
}

// copies reports whether c holds the id of its own row once more, which is k. In a few rows a reference does, too: the
// first user has made himself.
func (c *column) copies(k *column) bool {
	return c.table == k.table && k.path == "" && k.out.Key == "primary" && c.compared >= 16 && c.compared == c.verdict.N && !c.differs
}

func (a *audit) notSeen(where, why string) {
	a.report.NotSeen = append(a.report.NotSeen, store.NotSeen{Where: where, Why: why})
}

// describe fills what the report says of the column itself.
func (a *audit) describe(c *column) {
	v, t := &c.verdict, c.table
	out := &Column{
		Where: c.where(), Schema: t.Schema, Table: t.Name, Column: c.name, Path: c.path, View: t.View,
		Form: v.Form, Sure: v.Sure, Why: v.Why,
		Sampled: v.N, Nulls: c.nulls, Rows: t.Rows, Exact: t.Exact, Versions: versions(v), Nil: v.Nil, Max: v.Max,
		Key: keyOf(c), Order: order(a.about.Dialect, v),
	}
	c.out = out
	out.Form = c.shown(a.about.Dialect)
	switch {
	case c.declared != nil:
		out.Type = c.declared.Type
		if t.Virtual {
			out.Type = strings.TrimSpace(out.Type + " in a virtual table")
		}
	default:
		out.Type = bsonType(v)
	}
	if len(v.Subtypes) > 0 && a.about.Dialect == store.MongoDB {
		out.Subtypes = make(map[string]int)
		for s, n := range v.Subtypes {
			out.Subtypes[fmt.Sprint(s)] = n
		}
	}
	switch lower, upper, mixed := v.Cases[layout.Lower], v.Cases[layout.Upper], v.Cases[layout.MixedCase]; {
	case mixed > 0 || lower > 0 && upper > 0:
		out.Case = "mixed"
	case lower > 0:
		out.Case = "lower"
	case upper > 0:
		out.Case = "upper"
	}
	forms := make(map[layout.Form]int)
	for _, p := range v.Forms {
		forms[p.Form] += p.N
	}
	if len(forms) > 1 {
		out.Forms = forms
	}
	if !v.First.IsZero() {
		out.First, out.Last = &v.First, &v.Last
	}
}

// shown returns the form as the report names it: subtype 4 is MongoDB's own.
func (c *column) shown(d store.Dialect) layout.Form {
	v := &c.verdict
	if d == store.MongoDB && v.Form == layout.Bytes && v.Subtypes[4] > 0 && len(v.Subtypes) == 1 {
		return layout.Native
	}
	return v.Form
}

func versions(v *tally.Verdict) map[string]int {
	m := make(map[string]int)
	if v.Form == layout.None && len(v.Orders) > 0 {
		return m // which they are depends on the order
	}
	for i, n := range v.Versions {
		if n == 0 {
			continue
		}
		if i == 0 {
			m["other"] = n
		} else {
			m[fmt.Sprint(i)] = n
		}
	}
	return m
}

func bsonType(v *tally.Verdict) string {
	if len(v.Forms) > 0 && v.Forms[0].Form.Kind() == layout.KindText || len(v.Subtypes) == 0 {
		return "string"
	}
	return "binData"
}

// keyOf says what the column is a key of.
func keyOf(c *column) string {
	key := ""
	for _, x := range c.table.Indexes {
		if len(x.Columns) == 0 || x.Columns[0] != c.dotted() || x.Hidden {
			continue
		}
		switch {
		case x.Primary && len(x.Columns) == 1:
			return "primary"
		case x.Unique && len(x.Columns) == 1 && !x.Partial:
			key = "unique"
		case key == "":
			key = "index"
		}
	}
	return key
}

// dotted returns the name by which an index knows the column: in MongoDB a path
// without the elements of arrays.
func (c *column) dotted() string {
	if c.declared != nil {
		if c.path != "" && c.path != "[]" {
			return "\x00" // an index of an expression
		}
		return c.name
	}
	b := []byte(c.name)
	for i := 0; i < len(c.path); i++ {
		if c.path[i] == '[' {
			i++
			continue
		}
		b = append(b, c.path[i])
	}
	return string(b)
}
