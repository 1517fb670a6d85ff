package matrix

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A Report is all that was measured, and in what: the content of matrix.json.
type Report struct {
	Stores    map[string]string `json:"stores"`    // each one's version, by its own word
	Libraries map[string]string `json:"libraries"` // the version of each Go module
	Cells     []Cell            `json:"cells"`
}

// JSON is the content of matrix.json: a cell a line.
func (r *Report) JSON() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	field := func(before string, value any) {
		b.WriteString(before)
		enc.Encode(value)
		b.Truncate(b.Len() - 1)
	}
	field("{\n\"stores\": ", r.Stores)
	field(",\n\"libraries\": ", r.Libraries)
	b.WriteString(",\n\"cells\": [")
	comma := "\n"
	for _, c := range r.Cells {
		field(comma, c)
		comma = ",\n"
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

// Parse reads matrix.json.
func Parse(b []byte) (r Report, err error) {
	err = json.Unmarshal(b, &r)
	return r, err
}

// Markdown is the content of MATRIX.md.
func (r *Report) Markdown(rows []Row, columns []Column) []byte {
	cells := r.Cells
	var b bytes.Buffer
	b.WriteString(`# What becomes of a UUID

Written by ` + "`go -C integration test ./matrix -update`" + `, and compared by every test run with what that measures: nothing
here is filled in by hand. MySQL 9 runs only on request: a run without it keeps the cells of the last run with it.

A column is a Go type: first as it is used today, then with uuidkit, by which it is registered or converted; the line above
each table says which. A row is a kind of value. A receiver holds another value before it is read into, as in a loop over
rows, unless the library skips nulls (GORM, gob, TOML). "null into T" stands where it has to be an error, in SQL and BSON;
elsewhere, and in GORM, the library has one rule for all types. What a cell means:

| verdict | |
|---|---|
| native | stored in the store's own form, as the store itself reports it, and read back; for "null into T" and "wrong length into T": refused with an error, and the receiver is unchanged |
| works | reads back, but is stored or handed over in another form |
| fails loudly | an error |
| **silently wrong** | a wrong value or a wrong row and no error, or an error of the type that spoils the receiver |
| impossible | the library leaves no way; why, and what is measured instead, stands below the table |

## Totals

`)
	verdicts := []Verdict{Native, Works, Fails, Wrong, Impossible}
	b.WriteString("| type |")
	for _, v := range verdicts {
		fmt.Fprintf(&b, " %s |", v)
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(verdicts)) + "\n")
	for _, c := range columns {
		fmt.Fprintf(&b, "| %s |", c.Title())
		for _, v := range verdicts {
			n := 0
			for _, cell := range cells {
				if cell.Type == c.Name && cell.Kit == c.Kit && cell.Verdict == v {
					n++
				}
			}
			fmt.Fprintf(&b, " %d |", n)
		}
		b.WriteString("\n")
	}
	// Stores in which all came out alike share a table.
	var sections []*section
	for _, r := range rows {
		if r.Library == gormInline || r.Library == gormOperations {
			continue // they have tables of their own
		}
		table := table(r, columns, cells)
		i := slices.IndexFunc(sections, func(s *section) bool {
			return s.row.Column == r.Column && s.row.Library == r.Library && s.table == table
		})
		if i < 0 {
			i, sections = len(sections), append(sections, &section{row: r, table: table})
		}
		sections[i].stores = append(sections[i].stores, r.Store)
	}
	b.WriteString("\n## The worst of each\n\nA line is a table below. A cell is the worst verdict of a type in it, and how often it stands there; \"native but 1\" is\nall native but for one impossible.\n\n| store |")
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.Title())
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "| [%s](#%s) |", s.name(), anchor(s.name()))
		for _, c := range columns {
			fmt.Fprintf(&b, " %s |", s.worst(c, cells))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## Measured with\n\n| store or library | version |\n|---|---|\n")
	for _, versions := range []map[string]string{r.Stores, r.Libraries} {
		for _, name := range slices.Sorted(maps.Keys(versions)) {
			fmt.Fprintf(&b, "| %s | %s |\n", name, versions[name])
		}
	}
	for _, s := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s", s.name(), s.table)
	}
	gormTables(&b, rows, columns, cells)
	return b.Bytes()
}

// Carry adds the cells of a row that were measured another time: for want of its
// server, which runs only on request. It is an error if they cannot be those of
// today's row.
func (r *Report) Carry(row Row, columns []Column, last Report) error {
	of := func(cells []Cell, store string) (found []Cell) {
		for _, c := range cells {
			if c.Store == store && c.Column == row.Column && c.Library == row.Library &&
				slices.ContainsFunc(columns, func(col Column) bool { return col.Name == c.Type && col.Kit == c.Kit }) {
				found = append(found, c)
			}
		}
		return found
	}
	cells, twins := of(last.Cells, row.Store), of(r.Cells, Twin)
	if !slices.EqualFunc(cells, twins, func(a, b Cell) bool { return a.Type == b.Type && a.Kit == b.Kit && a.Shape == b.Shape }) {
		return fmt.Errorf("%s is not in matrix.json as it would be measured now: start a server with up -mysql9", row.Name())
	}
	for i := range cells {
		recall(&cells[i])
	}
	r.Cells = append(r.Cells, cells...)
	return nil
}

// A section is the table of a row, and of its twins in other stores.
type section struct {
	row    Row
	stores []string
	table  string
}

func (s *section) name() string {
	return fmt.Sprintf("%s, %s, %s", strings.Join(s.stores, " and "), s.row.Column, s.row.Library)
}

// anchor is what GitHub makes of a heading for links to it.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// worst returns the worst verdict of a column, and how often it stands there.
func (s *section) worst(c Column, cells []Cell) string {
	count := map[Verdict]int{}
	for _, cell := range cells {
		if cell.Store == s.row.Store && cell.Column == s.row.Column && cell.Library == s.row.Library && cell.Type == c.Name && cell.Kit == c.Kit {
			count[cell.Verdict]++
		}
	}
	switch {
	case count[Wrong] > 0:
		return fmt.Sprintf("**%s** %d", Wrong, count[Wrong])
	case count[Fails] > 0:
		return fmt.Sprintf("%s %d", Fails, count[Fails])
	case count[Works] > 0:
		return fmt.Sprintf("%s %d", Works, count[Works])
	case count[Impossible] > 0:
		return fmt.Sprintf("%s but %d", Native, count[Impossible])
	}
	return string(Native)
}

// written says as which Go types the columns with uuidkit go into the row.
func written(r Row, columns []Column) string {
	var registered []string
	converted := map[string][]string{}
	for _, c := range columns {
		if !c.Kit {
			continue
		}
		if one := r.Kit(c.Type).One; one == c.One {
			registered = append(registered, c.Name)
		} else {
			converted[one.String()] = append(converted[one.String()], c.Name)
		}
	}
	var s []string
	if registered != nil {
		s = append(s, strings.Join(registered, ", ")+" as they are")
	}
	for _, one := range slices.Sorted(maps.Keys(converted)) {
		s = append(s, strings.Join(converted[one], ", ")+" converted to `"+one+"`")
	}
	return strings.Join(s, "; ")
}

// table is one row of the matrix: shapes down, types across, notes below.
func table(r Row, columns []Column, cells []Cell) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Native: `%s`. With uuidkit: %s.\n\n| value |", strings.TrimSpace(r.One(u)), written(r, columns))
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.Title())
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	var notes []string
	for _, s := range r.shapes() {
		var line []string
		for _, c := range columns {
			i := slices.IndexFunc(cells, func(cell Cell) bool {
				return cell.Store == r.Store && cell.Column == r.Column && cell.Library == r.Library &&
					cell.Type == c.Name && cell.Kit == c.Kit && cell.Shape == s.Name
			})
			if i < 0 {
				continue
			}
			cell := cells[i]
			text := string(cell.Verdict)
			if cell.Verdict == Wrong {
				text = "**" + text + "**"
			}
			if cell.Note != "" {
				n := slices.Index(notes, cell.Note)
				if n < 0 {
					n, notes = len(notes), append(notes, cell.Note)
				}
				text += fmt.Sprintf(" %d", n+1)
			}
			line = append(line, text)
		}
		if line != nil {
			fmt.Fprintf(&b, "| %s | %s |\n", s.Name, strings.Join(line, " | "))
		}
	}
	b.WriteString("\n")
	for i, n := range notes {
		fmt.Fprintf(&b, "%d. `%s`\n", i+1, strings.ReplaceAll(n, "`", "'"))
	}
	return b.String()
}
