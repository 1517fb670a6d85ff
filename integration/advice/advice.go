package advice

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Row is one piece of advice.
type Row struct {
	Key   string // of a template: {Key}
	Do    string // what to do
	Why   string // what happens otherwise, {Key: why}; it is what Today shows
	Error string // the error of Today, {Key: error}, in which … stands for anything. If it depends on the store, | is between the errors

	On    string     // the stores, with commas
	Today func(*Env) // a program without the advice. It is wrong
	Code  func(*Env) // with it: writes and finds ids
	Test  string     // "folder.TestName" of a test that runs the lines of another folder, where there is no Code
}

// A Table is made of rows. In a cell {key} is what the row of that key says to do, {key: why} what
// happens otherwise, and {key: error} what error it mends. Only rows name code, but for the first cell, which says what for, and
// for cells of the columns Said, which tell what libraries do.
type Table struct {
	Page, Header string
	Said         []int
	Cells        [][]string
}

var template = regexp.MustCompile(`\{([^{}]+?)(: why|: error)?\}`)

// Used returns the keys of the rows that the table is made of.
func (t Table) Used() (keys []string) {
	for _, line := range t.Cells {
		for _, m := range template.FindAllStringSubmatch(strings.Join(line, " "), -1) {
			keys = append(keys, m[1])
		}
	}
	return keys
}

// Markdown is the table as it stands in its page.
func (t Table) Markdown(rows []Row) (string, error) {
	columns := strings.Count(t.Header, " | ") + 1
	table := t.Header + "\n|" + strings.Repeat("---|", columns) + "\n"
	for _, line := range t.Cells {
		if len(line) != columns {
			return "", fmt.Errorf("%s: %q has %d cells, want %d", t.Page, line, len(line), columns)
		}
		cells := slices.Clone(line)
		for i, cell := range cells {
			if missing := Unsaid(template.ReplaceAllString(cell, ""), ""); missing != nil && i > 0 && !slices.Contains(t.Said, i) {
				return "", fmt.Errorf("%s: only a row may say what %q does: %w", t.Page, cell, missing[0])
			}
			var err error
			cells[i] = template.ReplaceAllStringFunc(cell, func(s string) string {
				m := template.FindStringSubmatch(s)
				j := slices.IndexFunc(rows, func(r Row) bool { return r.Key == m[1] })
				if j < 0 {
					err = fmt.Errorf("%s: no row %s", t.Page, s)
					return ""
				}
				text := rows[j].Do
				switch m[2] {
				case ": why":
					text = rows[j].Why
				case ": error":
					text = rows[j].Error
				}
				if text == "" {
					err = cmp.Or(err, fmt.Errorf("%s: %s says nothing", t.Page, s))
				}
				return text
			})
			if err != nil {
				return "", err
			}
			cells[i] = links(t.Page, cells[i])
		}
		for _, cell := range cells {
			table += strings.TrimRight("| "+cell, " ") + " "
		}
		table += "|\n"
	}
	return table, nil
}

// links makes links that begin at the top of the repository relative to a page.
func links(page, text string) string {
	return regexp.MustCompile(`\]\(docs/([^)#]*)(#[^)]*)?\)`).ReplaceAllStringFunc(text, func(s string) string {
		if page == "README.md" {
			return s
		}
		rest := strings.TrimPrefix(s, "](docs/")
		if here, ok := strings.CutPrefix(rest, strings.TrimPrefix(page, "docs/")); ok {
			rest = here
		}
		return "](" + strings.Repeat("../", strings.Count(page, "/")-1) + rest
	})
}

// Replace puts a table in the place of the one with the same header.
func (t Table) Replace(page, table string) (string, error) {
	before, rest, ok := strings.Cut("\n"+page, "\n"+t.Header+"\n")
	if !ok || strings.Contains(rest, "\n"+t.Header+"\n") {
		return "", fmt.Errorf("%s: want one table with the header %s", t.Page, t.Header)
	}
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	return strings.TrimPrefix(before+"\n"+table+rest, "\n"), nil
}
