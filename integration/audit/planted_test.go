package audit

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// A score counts what was planted in a store, and found.
type score struct {
	forms, found             int
	findings, foundFindings  int
	falseFindings, falseCols int
	unsure                   int // columns of which nobody can tell
	wrongDetails             int
	few, likely              int // columns of few rows, and what was likely of them and is wrong
}

// TestPlanted audits databases that are made at random, and compares each report with
// what was planted.
func TestPlanted(t *testing.T) {
	n := 3
	if *all {
		n = 50
	}
	fmt.Printf("seed %d, %d databases of each kind\n", *seed, n)
	const line = "%-9s %13v %6v %8v %17v %6v %8v %15v %14v %14v %7v\n"
	fmt.Printf(line, "store", "forms planted", "found", "recall", "findings planted", "found", "recall", "false findings", "false columns", "wrong details", "unsure")
	for i, store := range stored {
		t.Run(store, func(t *testing.T) {
			d, sc := newDealer(*seed<<8|uint64(i), store), score{}
			for number := range n {
				s := d.next()
				if *only >= 0 && number != *only {
					continue
				}
				t.Run(fmt.Sprint(number), func(t *testing.T) {
					db := newDatabase(t, store)
					db.build(t, s)
					r, o := audit(t, db.url)
					c := comparison{t, s, &sc, r, fmt.Sprintf("-seed %d -run Planted/%s -only %d", *seed, store, number)}
					c.compare()
					if number == 0 {
						c.prints(db.url)
					}
					if o.stderr != "" {
						c.errorf("standard error: %.500s", o.stderr)
					}
				})
			}
			if sc.likely > 1+sc.few/50 {
				t.Errorf("%d of %d columns with few rows are likely something that they are not", sc.likely, sc.few)
			}
			fmt.Printf(line, store, sc.forms, sc.found, percent(sc.found, sc.forms), sc.findings, sc.foundFindings, percent(sc.foundFindings, sc.findings),
				sc.falseFindings, sc.falseCols, sc.wrongDetails, sc.unsure)
		})
	}
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }

// A comparison is that of one report with its schema.
type comparison struct {
	*testing.T
	*schema
	*score
	report
	again string // the flags that make the same database
}

func (c comparison) errorf(format string, args ...any) {
	c.T.Helper()
	c.T.Errorf("%s: %s", c.again, fmt.Sprintf(format, args...))
}

// answers are the report's words for stores.
var answers = map[string]string{"postgres": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB", "sqlite": "SQLite", "mongo": "MongoDB"}

func (c comparison) compare() {
	taken := map[int]bool{}
	explained := map[int]bool{}
	c.leaves(func(t *table, col *column, l *leaf) {
		at := slices.IndexFunc(c.Columns, func(f found) bool {
			return f.Table == t.name && f.Column+f.Path == col.name+l.path && !f.View
		})
		where := t.where(c.schema, col) + l.path
		label := fmt.Sprintf("%s, %s %s, %s (%d rows)", where, col.decl, l.kind, l.name, t.n)
		var f *found
		if at >= 0 {
			taken[at], f = true, &c.Columns[at]
			where = f.Where
		}
		c.column(t, l, f, label)

		// What the report says is wrong with it.
		var kinds []string
		for i, of := range c.Findings {
			if of.Where == where || at < 0 && strings.HasSuffix(of.Where, where) {
				explained[i] = true
				kinds = append(kinds, of.Kind)
				if !slices.ContainsFunc(slices.Concat(l.findings, l.may), func(words string) bool { return oneOf(words, of.Kind) }) {
					c.falseFindings++
					c.errorf("%s: false finding %+v", label, of)
				}
			}
		}
		for _, of := range c.Findings {
			if of.Where == where && oneOf(malformed, of.Kind) && len(l.bad) > 0 {
				c.example(t, l, of, label)
			}
		}
		for _, words := range l.findings {
			c.findings++
			if slices.ContainsFunc(kinds, func(kind string) bool { return oneOf(words, kind) }) {
				c.foundFindings++
			} else {
				c.errorf("%s: no finding %s; got %q", label, words, kinds)
			}
		}
	})
	const most = 3 // lines: a map's keys can be thousands of columns
	n := 0
	for i, f := range c.Columns {
		if !taken[i] {
			c.falseCols++
			if n++; n <= most {
				c.errorf("%s is no column of ids: %+v", f.Where, f)
			}
		}
	}
	for i, f := range c.Findings {
		if !explained[i] {
			c.falseFindings++
			if n++; n <= most {
				c.errorf("a finding about no column of ids: %+v", f)
			}
		}
	}
	if n > most {
		c.errorf("and %d more", n-most)
	}
	for _, n := range c.NotSeen {
		if !c.isEmpty(fmt.Sprint(n["where"])) {
			c.errorf("not seen: %v", n)
		}
	}
	if c.Tables != len(c.tables) || c.Store != answers[c.store] {
		c.errorf("%d tables of %s were read, want %d of %s", c.Tables, c.Store, len(c.tables), answers[c.store])
	}
	if len(c.Unread) == 0 { // such as the UUIDs without hyphens of a decoy
		c.errorf("it says of nothing that it has not looked there")
	}
}

// isEmpty reports whether the report's name of a column is that of one without values.
func (c comparison) isEmpty(where string) (is bool) {
	c.leaves(func(t *table, col *column, l *leaf) {
		is = is || t.n == 0 && strings.HasSuffix(where, t.where(c.schema, col))
	})
	return is
}

// prints checks what people and spreadsheets get of the same database: each column and
// finding, no colours, and the same status.
func (c comparison) prints(url string) {
	status := map[bool]int{true: 1}[slices.ContainsFunc(c.Findings, func(f finding) bool { return f.Severity != "advice" })]
	forPeople, table := run(c.T, nil, "audit", url), run(c.T, nil, "audit", url, "-o", "csv")
	if forPeople.status != status || table.status != status || strings.Contains(forPeople.stdout+forPeople.stderr, "\x1b") {
		c.errorf("got status %d and %d, want %d, and no colours:\n%.500q", forPeople.status, table.status, status, forPeople.stdout)
	}
	rows, err := csv.NewReader(strings.NewReader(table.stdout)).ReadAll()
	if err != nil || len(rows) < len(c.Columns) {
		c.errorf("-o csv: got %d rows of %d columns, %v", len(rows), len(c.Columns), err)
	}
	// A sample may differ a little from another, but not in these small tables.
	for _, f := range c.Columns {
		if !strings.Contains(forPeople.stdout, "\n"+f.Where+"  ") || !slices.ContainsFunc(rows, func(row []string) bool { return row[0] == f.Where }) {
			c.errorf("%s is not printed", f.Where)
		}
	}
	for _, f := range c.Findings {
		if !strings.Contains(forPeople.stdout, f.Text) {
			c.errorf("the finding %q is not printed", f.Text)
		}
	}
}

// example checks that a finding shows a row that is one of the bad ones.
func (c comparison) example(t *table, l *leaf, f finding, label string) {
	if l.path != "" || t.primary == "" || t.columns[0].leaves != nil {
		return
	}
	i := slices.IndexFunc(l.bad, func(i int) bool { return strings.HasSuffix(strings.Trim(f.Key, `"}`), fmt.Sprint(i+1)) })
	if i < 0 {
		c.wrongDetails++
		c.errorf("%s: the example is row %s, %q; want one of %v", label, f.Key, f.Value, l.bad)
		return
	}
	if want, ok := l.values[l.bad[i]].(string); ok && l.decl == "" && f.Value != strings.ReplaceAll(want, "\n", "?") {
		c.wrongDetails++
		c.errorf("%s: the example's value is %q; want %q", label, f.Value, want)
	}
}

// column compares what the report says of a column, or nil, with what is in it.
func (c comparison) column(t *table, l *leaf, f *found, label string) {
	switch {
	case l.several: // certain is to be right, likely in 99 of 100
		c.few++
		if f == nil || f.Sure == "unsure" {
			c.unsure++
		} else if !oneOf(l.form, f.Form) && f.Sure == "likely" {
			c.likely++
		} else if !oneOf(l.form, f.Form) {
			c.falseCols++
			c.errorf("%s: got %s, %s (%s); want %q or unsure", label, f.Form, f.Sure, f.Why, l.form)
		}
		return
	case l.form == "few":
		c.unsure++
		if f != nil && f.Sure != "unsure" {
			c.falseCols++
			c.errorf("%s: got %s, %s; want nothing, or unsure", label, f.Form, f.Sure)
		}
		return
	case l.unsure:
		c.unsure++
		if f != nil && !oneOf(l.form+"|none", f.Form) {
			c.falseCols++
			c.errorf("%s: got %s, %s; want %s, or nothing", label, f.Form, f.Sure, l.form)
		}
		if f != nil && f.Sure == "certain" && l.form != "*" && t.n < 4 && f.Form != "uuid" {
			c.errorf("%s: got %s, certain; want unsure", label, f.Form)
		}
		return
	case l.form == "":
		if f != nil {
			c.falseCols++
			c.errorf("%s: got %+v; want nothing", label, *f)
		}
		return
	}
	c.forms++
	if f == nil {
		c.errorf("%s: not found", label)
		return
	}
	if !oneOf(l.form, f.Form) {
		c.errorf("%s: got form %s, %s (%s); want %s", label, f.Form, f.Sure, f.Why, l.form)
		return
	}
	c.found++

	wrong := func(format string, args ...any) {
		c.wrongDetails++
		c.errorf("%s: %s", label, fmt.Sprintf(format, args...))
	}
	if l.letters != "*" && f.Case != l.letters {
		wrong("got case %q, want %q", f.Case, l.letters)
	}
	if f.Sure == "unsure" && len(l.findings) == 0 && t.n > 100 {
		wrong("unsure: %s", f.Why)
	}
	if n := len(l.values); f.Sampled+f.Nulls > n && n > 0 || f.Sampled == 0 && n > 0 {
		wrong("%d values and %d nulls were read, want %d", f.Sampled, f.Nulls, n)
	}
	if f.Rows >= 0 && f.Rows != int64(t.n) && c.store != "mysql" && c.store != "mariadb" { // InnoDB estimates
		wrong("%d rows, want %d", f.Rows, t.n)
	}
	if f.Line == "" && f.Form != "none" {
		wrong("no line that reads it")
	}
	if l.refersTo != "" && !slices.ContainsFunc(f.RefersTo, func(where string) bool { return strings.HasSuffix(where, l.refersTo) }) {
		wrong("refers to %q, want %s", f.RefersTo, l.refersTo)
	}
	if l.ids == nil || t.n < 100 {
		return
	}
	if v := l.ids.version(); f.Versions[v] != f.Sampled || len(f.Versions) != 1 {
		wrong("got versions %v of %d, want %s", f.Versions, f.Sampled, v)
	}
	if v := l.ids.maker; v == "v1" || v == "v6" || v == "v7" {
		from, to := time.Unix(0, int64(l.ids.from)), time.Unix(0, int64(l.ids.from+l.ids.for_))
		if f.First == nil || f.Last == nil || f.First.Before(from.Add(-time.Millisecond)) || f.Last.After(to) {
			wrong("got times from %v to %v, want between %v and %v", f.First, f.Last, from.UTC(), to.UTC())
		}
	}
	// JSON has no other form, nor have keys of documents.
	if l.kind == text && f.SavedBytes <= 0 && !strings.HasSuffix(l.path, "{}") && (l.path == "" || c.store == "mongo") {
		wrong("a native column saves nothing")
	}
}
