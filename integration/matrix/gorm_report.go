package matrix

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// gormTables are the tables of the rows that are the same operations in several
// stores: a line is an operation.
func gormTables(b *bytes.Buffer, rows []Row, columns []Column, cells []Cell) {
	find := func(r Row, c Column, shape string) *Cell {
		i := slices.IndexFunc(cells, func(cell Cell) bool {
			return cell.Store == r.Store && cell.Column == r.Column && cell.Library == r.Library &&
				cell.Type == c.Name && cell.Kit == c.Kit && cell.Shape == shape
		})
		if i < 0 {
			return nil
		}
		return &cells[i]
	}
	heading := func(first string, columns []Column) {
		fmt.Fprintf(b, "| %s |", first)
		for _, c := range columns {
			fmt.Fprintf(b, " %s |", c.Title())
		}
		b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	}
	bold := func(v Verdict) string {
		if v == Wrong {
			return "**" + string(v) + "**"
		}
		return string(v)
	}
	of := func(library string) (found []Row) {
		for _, r := range rows {
			if r.Library == library && find(r, columns[0], r.Shapes[0].Name) != nil {
				found = append(found, r)
			}
		}
		return found
	}

	fmt.Fprintf(b, "\n## GORM, an inline id\n\n"+
		"Each of %d rows is asked for once by its id alone. The numbers are statements that had no row or other rows than the one named, "+
		"and the most rows that one of them had: an error was not among them. \"native\" is all right. "+
		"With uuidkit: gormtype.UUID or gormtype.Text, and the others with gormtype.Plugin.\n\n", gormInlineRows)
	inline := of(gormInline)
	if len(inline) > 0 {
		kit := slices.IndexFunc(columns, func(c Column) bool { return c.Kit })
		all := slices.Concat(columns[:kit], inline[0].More, columns[kit:])
		heading("statement", all)
		for _, shape := range inline[0].Shapes {
			// Stores in which all came out alike share a line.
			var lines []string
			in := map[string][]string{}
			for _, r := range inline {
				line := r.Column + " |"
				for _, c := range all {
					text := "–"
					if cell := find(r, c, shape.Name); cell != nil {
						text = bold(cell.Verdict)
						if cell.Verdict == Wrong {
							text += ": " + cell.Note
						}
					}
					line += " " + text + " |"
				}
				if in[line] == nil {
					lines = append(lines, line)
				}
				in[line] = append(in[line], r.Store)
			}
			for _, line := range lines {
				fmt.Fprintf(b, "| %s in %s, %s\n", shape.Name, strings.Join(in[line], " and "), line)
			}
		}
	}

	var stores []string
	operations := of(gormOperations)
	for _, r := range operations {
		stores = append(stores, r.Store+" ("+r.Column+")")
	}
	fmt.Fprintf(b, "\n## GORM, operations\n\nIn %s; where a cell names no store, it is the same in all. "+
		"With uuidkit: gormtype.UUID, and the others with gormtype.Plugin.\n\n", strings.Join(stores, ", "))
	heading("operation", columns)
	var notes []string
	for _, shape := range gormOperationNames {
		fmt.Fprintf(b, "| %s |", strings.ReplaceAll(shape, "|", `\|`))
		for _, c := range columns {
			var verdicts []string
			in := map[string][]string{}
			for _, r := range operations {
				cell := find(r, c, shape)
				if cell == nil {
					continue
				}
				v := bold(cell.Verdict)
				if cell.Verdict == Impossible {
					n := slices.Index(notes, cell.Note)
					if n < 0 {
						n, notes = len(notes), append(notes, cell.Note)
					}
					v += fmt.Sprint(" ", n+1)
				}
				if !slices.Contains(verdicts, v) {
					verdicts = append(verdicts, v)
				}
				in[v] = append(in[v], r.Store)
			}
			for i, v := range verdicts {
				if len(verdicts) > 1 {
					verdicts[i] += " in " + strings.Join(in[v], ", ")
				}
			}
			fmt.Fprintf(b, " %s |", strings.Join(verdicts, "; "))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	for i, n := range notes {
		fmt.Fprintf(b, "%d. `%s`\n", i+1, strings.ReplaceAll(n, "`", "'"))
	}
}
