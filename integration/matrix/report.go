package matrix

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// JSON is the content of matrix.json: a cell a line.
func JSON(cells []Cell) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteString("[\n")
	for i, c := range cells {
		if i > 0 {
			b.Truncate(b.Len() - 1)
			b.WriteString(",\n")
		}
		enc.Encode(c)
	}
	b.WriteString("]\n")
	return b.Bytes()
}

// Markdown is the content of MATRIX.md.
func Markdown(rows []Row, columns []Column, cells []Cell) []byte {
	var b bytes.Buffer
	b.WriteString(`# What becomes of a UUID

Measured by ` + "`go -C integration test ./matrix -update`" + ` and compared by every test run: nothing here is
filled in by hand. A column is a Go type, first as it is used today, then with uuidkit: registered and used as it is, or
converted where the store is used, as it says above each table. A row is a kind of value. Receivers hold another value
before they are read into, as that of the row before does, unless the library skips nulls (GORM, gob, TOML). "null into T"
stands where that has to be an error, in SQL and BSON; elsewhere, and in GORM, the library has one rule for all types.
What a cell means:

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
	for _, r := range rows {
		table(&b, r, columns, cells)
	}
	return b.Bytes()
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
func table(b *bytes.Buffer, r Row, columns []Column, cells []Cell) {
	fmt.Fprintf(b, "\n## %s\n\nNative: `%s`. With uuidkit: %s.\n\n| value |", r.Name(), strings.TrimSpace(r.One(u)), written(r, columns))
	for _, c := range columns {
		fmt.Fprintf(b, " %s |", c.Title())
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
			fmt.Fprintf(b, "| %s | %s |\n", s.Name, strings.Join(line, " | "))
		}
	}
	b.WriteString("\n")
	for i, n := range notes {
		fmt.Fprintf(b, "%d. `%s`\n", i+1, strings.ReplaceAll(n, "`", "'"))
	}
}
