package ecosystem

import (
	"fmt"
	"slices"
	"strings"
)

// A Group is a folder of this module.
type Group struct{ Folder, Title, Intro string }

// Page is docs/works-with.md.
func Page(groups []Group, results map[string][]Result) string {
	var b strings.Builder
	b.WriteString(head)
	for _, g := range groups {
		if rs := results[g.Folder]; len(rs) > 0 {
			b.WriteString(g.section(rs))
		}
	}
	return b.String()
}

const head = `# Libraries that work with UUIDs

What a UUID of Go's standard library (1.27), google, gofrs and uuidkit becomes in other libraries, and the line that makes it
right. **Bold** is silently wrong: no error, and a wrong value, row or receiver. "In another form" is text in a column of bytes, and
the like: a program that looks for the bytes finds nothing. All of it is measured, by
[integration/ecosystem](../integration/ecosystem), which also writes this page. Each library is tried with: writing, reading, finding
by one id and by a list, NULL as a pointer and as a NullUUID, lists, maps, and input that is no UUID.

google's Scan takes NULL without an error, and leaves the UUID as it was: read NULL into a pointer or a NullUUID.

The databases, drivers and formats that uuidkit has packages for are in the [matrix](../integration/MATRIX.md). The faults behind this
page are in [upstream.md](upstream.md), with programs and sketches. [examples/std](../examples/std) has complete programs with Go 1.27's
type for ent, bun, ogen and oapi-codegen.
`

func (g Group) section(rs []Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n", g.Title)
	var fine []string
	table, reasons := "", 0
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
	for _, r := range rs {
		for _, reason := range r.reasons() {
			b.WriteString(strings.Repeat("\n", max(0, 1-reasons)))
			reasons++
			fmt.Fprintf(&b, "- %s: %s\n", r.name(), reason)
		}
	}
	if len(fine) > 0 {
		if table != "" {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "Nothing to write, with all four types: %s.\n", strings.Join(fine, "; "))
	}
	if g.Intro != "" {
		fmt.Fprintf(&b, "\n%s\n", g.Intro)
	}
	return b.String()
}

// reasons are why what is impossible is so.
func (r Result) reasons() (reasons []string) {
	for _, c := range r.Cells {
		reason, _, _ := strings.Cut(c.Note, measured)
		if c.Verdict == Impossible && !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

func (r Result) title() string {
	library := r.Library
	if r.Link != "" {
		library = fmt.Sprintf("[%s](%s)", r.Library, r.Link)
	}
	title := library + " " + strings.TrimPrefix(r.Version, "v")
	if r.Store != "" {
		title += ", " + r.Store
	}
	return title
}

func (r Result) line() string {
	today := make([]string, 0, 4)
	for _, typ := range []string{"std", "google", "gofrs", "uuidkit"} {
		today = append(today, summary(r.of(typ, false)))
	}
	var with []Cell
	for _, typ := range []string{"std", "google", "gofrs", "uuidkit"} {
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
