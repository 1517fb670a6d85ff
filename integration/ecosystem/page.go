package ecosystem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Group is a folder of this module. Its rows are lines if its libraries ask a value for no more
// than text or bytes: then a row has no today.
type Group struct {
	Folder, Title, Intro string
	Lines                bool
}

// Page is docs/works-with.md.
func Page(groups []Group, results map[string][]Result) string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(head, "^", "`"))
	var all []Result
	for _, g := range groups {
		if !g.Lines {
			all = append(all, results[g.Folder]...)
		}
	}
	fmt.Fprintf(&b, "\nNumber of rows, of %d, in which every operation is right, native or in another form:\n\n", len(all))
	b.WriteString("| | std | google | gofrs | `uuid.UUID` |\n|---|---|---|---|---|\n")
	fmt.Fprintf(&b, "| today | %s |\n| with the line to write | %s |\n", right(all, false), right(all, true))
	for _, g := range groups {
		if rs := results[g.Folder]; len(rs) > 0 {
			b.WriteString(g.section(rs))
		}
	}
	return b.String()
}

const head = `# Libraries that work with UUIDs

What other libraries do with a UUID of Go's standard library (1.27), google, gofrs and uuidkit, and the line that makes it right. **Bold** is
silently wrong: a wrong value, row or receiver, and no error. "In another form" is, for example, text in a column of bytes, in which a
program that looks for bytes finds nothing. "Impossible: X": no line makes X right, and the notes below the table say what to do.
[integration/ecosystem](../integration/ecosystem) measures all of this, and writes this page. With each library it tries writing, reading,
finding by one id and by a list, NULL as a pointer and as a NullUUID, lists, maps, and bad input: text or bytes that are no UUID, and NULL
into a plain UUID.

In the lines to write, ^uuid.UUID^ is of ^github.com/uuidkit/uuidkit/uuid^, ^sqlx^ is ^github.com/uuidkit/uuidkit/sqlx^, and ^gormtype^ and
^pgxtype^ are beside it.

The [matrix](../integration/MATRIX.md) has the databases, drivers and formats for which uuidkit has packages. [upstream.md](upstream.md)
has the faults behind this page, with programs and sketches. [examples/std](../examples/std) has complete programs with Go 1.27's type.
`

// kinds are the types that are measured.
var kinds = []string{"std", "google", "gofrs", "uuidkit"}

// right counts the rows of each type all of whose cells are right.
func right(rs []Result, with bool) string {
	var counts []string
	for _, typ := range kinds {
		n := 0
		for _, r := range rs {
			cells := r.of(typ, with && r.Say != "")
			if len(cells) > 0 && worst(cells...).Verdict != Impossible && worst(cells...).Verdict != Fails && worst(cells...).Verdict != Wrong {
				n++
			}
		}
		counts = append(counts, strconv.Itoa(n))
	}
	return strings.Join(counts, " | ")
}

func (g Group) section(rs []Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n", g.Title)
	if g.Lines {
		fmt.Fprintf(&b, "%s\n\n| library | asks for | write | then, with all four types |\n|---|---|---|---|\n", g.Intro)
		for _, r := range rs {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.library(), r.Store, r.Say, summary(r.Cells))
		}
		return b.String()
	}
	rs = slices.SortedStableFunc(slices.Values(rs), func(a, b Result) int { return strings.Compare(a.Library, b.Library) })
	var fine []string
	table := ""
	for _, r := range rs {
		if r.Say == "" {
			fine = append(fine, r.title())
			continue
		}
		table += r.line()
	}
	if table != "" {
		b.WriteString("| library | today: std | google | gofrs | `uuid.UUID` | write | then |\n|---|---|---|---|---|---|---|\n" + table)
	}
	b.WriteString(reasons(rs))
	if len(fine) > 0 {
		if table != "" {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "No line to write, with all four types: %s.\n", strings.Join(fine, "; "))
	}
	if g.Intro != "" {
		fmt.Fprintf(&b, "\n%s\n", g.Intro)
	}
	return b.String()
}

// reasons are why what is impossible is so, each with the rows that have it.
func reasons(rs []Result) string {
	var reasons []string
	rows := map[string][]string{}
	for _, r := range rs {
		for _, c := range r.Cells {
			reason, _, _ := strings.Cut(c.Note, measured)
			if c.Verdict != Impossible || slices.Contains(rows[reason], r.name()) {
				continue
			}
			if rows[reason] == nil {
				reasons = append(reasons, reason)
			}
			rows[reason] = append(rows[reason], r.name())
		}
	}
	var b strings.Builder
	for i, reason := range reasons {
		b.WriteString(strings.Repeat("\n", max(0, 1-i)))
		fmt.Fprintf(&b, "- %s: %s\n", strings.Join(rows[reason], "; "), reason)
	}
	return b.String()
}

func (r Result) library() string {
	name := r.Library
	if r.Link != "" {
		name = fmt.Sprintf("[%s](%s)", r.Library, r.Link)
	}
	return name + " " + strings.TrimPrefix(r.Version, "v")
}

func (r Result) title() string { return strings.TrimSuffix(r.library()+", "+r.Store, ", ") }

func (r Result) line() string {
	today := make([]string, 0, 4)
	for _, typ := range kinds {
		today = append(today, summary(r.of(typ, false)))
	}
	var with []Cell
	for _, typ := range kinds {
		with = append(with, r.of(typ, true)...)
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", r.title(), strings.Join(today, " | "), r.Say, summary(with))
}

func (r Result) of(typ string, with bool) (cells []Cell) {
	for _, c := range r.Cells {
		if c.Type == typ && c.With == with {
			cells = append(cells, c)
		}
	}
	return cells
}

// summary names what is not right. Where all is, it says in which form.
func summary(cells []Cell) string {
	if len(cells) == 0 {
		return "–"
	}
	ops := map[Verdict][]string{}
	for _, c := range cells {
		if !slices.Contains(ops[c.Verdict], string(c.Op)) {
			ops[c.Verdict] = append(ops[c.Verdict], string(c.Op))
		}
	}
	var parts []string
	if wrong := ops[Wrong]; wrong != nil {
		parts = append(parts, "**"+strings.Join(wrong, ", ")+"**")
	}
	if fails := ops[Fails]; fails != nil {
		parts = append(parts, "error: "+strings.Join(fails, ", "))
	}
	if no := ops[Impossible]; no != nil {
		parts = append(parts, "impossible: "+strings.Join(no, ", ")+of(cells))
	}
	switch {
	case parts != nil:
		return strings.Join(parts, "; ")
	case ops[Works] != nil:
		return "in another form"
	}
	return "native"
}

// of names the types of what is impossible, unless it is so for all that are measured.
func of(cells []Cell) string {
	var all, no []string
	for _, c := range cells {
		all = append(all, c.Type)
		if c.Verdict == Impossible {
			no = append(no, c.Type)
		}
	}
	if no = slices.Compact(no); len(no) == len(slices.Compact(all)) {
		return ""
	}
	return " (" + strings.Join(no, ", ") + ")"
}
