package audit

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// A Style puts text into the colours of a terminal. The zero Style does not.
type Style struct {
	Bold, Dim, Red, Yellow func(string) string
}

func styled(f func(string) string, s string) string {
	if f == nil {
		return s
	}
	return f(s)
}

// Print writes the report for people: the columns, then what is wrong, worst first.
func (r *Report) Print(w io.Writer, style Style) error {
	p := printer{w: w, Style: style}
	how := fmt.Sprintf("a sample of %s rows of each", thousands(int64(r.Sample)))
	switch {
	case r.Full:
		how = "all rows"
	case r.Sample == 0:
		how = "not all rows, see Not seen"
	}
	database := clean(r.Database)
	if database == "" {
		database = "all databases"
	}
	name := r.Store
	if r.Engine != "" {
		name = r.Engine + ", which answers as " + r.Store
	}
	p.line("%s %s, %s: %s, %s", name, r.Version, database, plural(r.Tables, r.unit()), how)
	p.line("")
	r.printColumns(&p)
	r.printFindings(&p)
	if len(r.NotSeen) > 0 {
		p.line("")
		p.line("%s", styled(p.Bold, "Not seen"))
	}
	for _, n := range r.NotSeen {
		p.line("  %s: %s", clean(n.Where), clean(n.Why))
	}
	if len(r.Unread) > 0 {
		p.line("")
		p.line("%s", styled(p.Bold, "Not looked at"))
	}
	for _, s := range r.Unread {
		p.line("  %s", s)
	}
	p.line("")
	p.line("%s", r.summary())
	r.printNext(&p)
	return p.err
}

func (r *Report) printColumns(p *printer) {
	if len(r.Columns) == 0 {
		p.line("No column holds UUIDs.")
	}
	var rows [][]string
	for _, c := range r.Columns {
		rows = append(rows, []string{clean(c.Where), clean(c.Type), c.describe(), string(c.Sure), c.versions(), c.rows(), saves(c.SavedBytes)})
	}
	for i, cells := range aligned(rows) {
		c := r.Columns[i]
		p.line("%s", styled(p.Bold, cells[0])+strings.TrimRight(strings.Join(cells[1:], ""), " "))
		why := c.Why
		if len(c.RefersTo) > 0 {
			why += "; refers to " + strings.Join(c.RefersTo, ", ")
			if !c.Declared && r.Store != string(store.MongoDB) {
				why += " without a foreign key"
			}
		}
		if c.CopyOf != "" {
			why += "; the id of its own row, " + c.CopyOf
		}
		if c.Key != "" {
			why += "; " + map[string]string{"primary": "primary key", "unique": "unique", "index": "with an index"}[c.Key]
		}
		p.line("    %s", styled(p.Dim, clean(why)))
		for _, line := range []string{c.Line, c.Argument} {
			if line != "" {
				p.line("    %s", styled(p.Dim, clean(line)))
			}
		}
	}
}

func (r *Report) printFindings(p *printer) {
	if len(r.Findings) > 0 {
		p.line("")
		p.line("%s", styled(p.Bold, plural(len(r.Findings), "finding")))
	}
	for _, f := range r.Findings {
		severity := fmt.Sprintf("%-7s", f.Severity)
		switch f.Severity {
		case Error:
			severity = styled(p.Red, severity)
		case Warning:
			severity = styled(p.Yellow, severity)
		}
		of := ""
		if f.Of > 0 {
			of = " (" + thousands(int64(f.Count)) + " of " + plural(f.Of, "value") + ")"
		} else if f.Kind == MixedOrders || f.Kind == NoVersion || f.Kind == GoogleV6 {
			of = " (" + plural(f.Count, "different id") + ")"
		}
		p.line("  %s %s: %s%s", severity, styled(p.Bold, clean(f.Where)), clean(f.Text), of)
		if f.Value != "" {
			key := f.Key
			if key != "" {
				key += ": "
			}
			p.line("          for example %s%s", clean(key), clean(f.Value))
		}
		p.line("          → %s", f.Do)
	}
}

// unit is what the database calls a table.
func (r *Report) unit() string {
	if r.Store == string(store.MongoDB) {
		return "collection"
	}
	return "table"
}

func (r *Report) summary() string {
	s := fmt.Sprintf("%s with UUIDs", plural(len(r.Columns), map[bool]string{true: "column", false: "field"}[r.unit() == "table"]))
	count := map[Severity]int{}
	for _, f := range r.Findings {
		count[f.Severity]++
	}
	for _, k := range []Severity{Error, Warning} {
		if n := count[k]; n > 0 {
			s += ", " + plural(n, string(k))
		}
	}
	switch {
	case r.Tables == 0:
		s += "; no " + r.unit() + " was read"
	case len(r.Findings) == 0:
		s += ", nothing wrong"
	}
	if r.SavedBytes > 0 {
		s += fmt.Sprintf("; the native form would save about %s", size(r.SavedBytes))
	}
	return s + "."
}

// clean keeps the names in a database from writing to the terminal's controls.
func clean(s string) string { return store.Printable(s, 1000) }

type printer struct {
	w   io.Writer
	err error
	Style
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

// aligned pads cells to columns.
func aligned(rows [][]string) [][]string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
	}
	return rows
}

// describe names the form with what belongs to it.
func (c *Column) describe() string {
	var s string
	switch {
	case c.Form == layout.None && len(c.Forms) > 1:
		s = "mixed"
	default:
		s = c.Form.String()
	}
	if c.Case == "upper" || c.Case == "mixed" {
		s += ", " + c.Case + " case"
	}
	for _, k := range sortedKeys(c.Subtypes) {
		if c.Form == layout.Native {
			break // which is subtype 4
		}
		s += ", subtype " + k
	}
	if len(c.Forms) > 1 {
		s += ", and others"
	}
	return s
}

// versions prints {"4": 90, "7": 10} as "v4 90%, v7 10%".
func (c *Column) versions() string {
	keys := sortedKeys(c.Versions)
	total := 0
	for _, k := range keys {
		total += c.Versions[k]
	}
	sort.SliceStable(keys, func(i, j int) bool { return c.Versions[keys[i]] > c.Versions[keys[j]] })
	var all []string
	for _, k := range keys {
		s := "v" + k
		if k == "other" {
			s = k
		}
		if len(keys) > 1 {
			s += fmt.Sprintf(" %.3g%%", 100*float64(c.Versions[k])/float64(total))
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func sortedKeys(m map[string]int) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (c *Column) rows() string {
	if c.Exact || c.Rows < 0 {
		return rowCount(c.Rows)
	}
	return "about " + rowCount(c.Rows)
}

func rowCount(n int64) string {
	if n < 0 {
		return ""
	}
	if n == 1 {
		return "1 row"
	}
	return thousands(n) + " rows"
}

func saves(n int64) string {
	if n == 0 {
		return ""
	}
	return "saves " + size(n)
}

func size(n int64) string {
	switch f := float64(n); {
	case f < 1e3:
		return fmt.Sprintf("%d bytes", n)
	case f < 1e6:
		return fmt.Sprintf("%.3g kB", f/1e3)
	case f < 1e9:
		return fmt.Sprintf("%.3g MB", f/1e6)
	default:
		return fmt.Sprintf("%.3g GB", f/1e9)
	}
}

func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return thousands(int64(n)) + " " + word + "s"
}
