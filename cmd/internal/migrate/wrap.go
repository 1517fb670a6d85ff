package migrate

import (
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// sqlWidth is how many characters a line of a statement has, where it can be broken.
const sqlWidth = 100

// dialect says how to read the plan's statements. MongoDB's JSON escapes quotes as MySQL does.
func (p *Plan) dialect() sqltext.Dialect {
	switch {
	case strings.HasPrefix(p.Store, "SQLite"):
		return sqltext.SQLite
	case strings.HasPrefix(p.Store, "PostgreSQL"):
		return sqltext.PostgreSQL
	}
	return sqltext.MySQL
}

// wrap breaks the lines of a statement that are longer than width, where a clause or the next of a list
// begins, if there is such a place. It does so only between tokens, so that the statement stays the same.
func wrap(d sqltext.Dialect, sql string, width int) string {
	var b strings.Builder
	gaps := gaps(d, sql)
	for at, margin := 0, ""; at < len(sql); {
		end := at + strings.IndexByte(sql[at:]+"\n", '\n')
		var best *gap
		for i, g := range gaps {
			if g.start <= at || g.start >= end {
				continue
			}
			w := len(margin) + utf8.RuneCountInString(sql[at:g.start])
			if best != nil && w > width {
				break
			}
			if best == nil || g.cost <= best.cost || w < width/2 {
				best = &gaps[i]
			}
		}
		if best == nil || len(margin)+utf8.RuneCountInString(sql[at:end]) <= width {
			end = min(end+1, len(sql))
			b.WriteString(margin + sql[at:end])
			at, margin = end, ""
			continue
		}
		line := sql[at:best.start]
		b.WriteString(margin + line + "\n")
		if at = best.end; margin == "" {
			margin = line[:len(line)-len(strings.TrimLeft(line, " "))] + "    "
		}
	}
	return b.String()
}

// A gap is the spaces between two tokens, or nothing behind a comma. It costs more to break a line there the deeper it is in
// parentheses, and if no clause or member of a list begins behind it.
type gap struct{ start, end, cost int }

func gaps(d sqltext.Dialect, sql string) (list []gap) {
	var before sqltext.Token
	depth := 0
	for _, t := range sqltext.Tokens(d, sql) {
		if space := sql[before.End:t.Start]; before.End > 0 && (space != "" || before.Is(",")) && strings.Trim(space, " ") == "" {
			g := gap{before.End, t.Start, 2 * depth}
			if !before.Is(",") && !t.Is("ADD", "FROM", "INTO", "ON", "ORDER", "REFERENCES", "SELECT", "SET", "USING", "VALUES", "WHERE") {
				g.cost++
			}
			list = append(list, g)
		}
		switch before = t; {
		case t.Is("(", "[", "{"):
			depth++
		case t.Is(")", "]", "}"):
			depth--
		}
	}
	return list
}
