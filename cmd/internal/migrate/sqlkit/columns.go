package sqlkit

import (
	"strings"
)

// A ColumnName names a column in the catalog's spelling.
type ColumnName struct{ Table, Column string }

// CutLast splits TABLE.COLUMN at the last dot.
func CutLast(s string) (table, column string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// Connected returns the columns and all that foreign keys connect with them, in both
// directions. spelling gives equal names the same spelling.
func Connected(columns []ColumnName, keys []ForeignKey, spelling func(string) string) []ColumnName {
	type pair struct{ a, b ColumnName }
	var pairs []pair
	for _, k := range keys {
		for i := range k.Columns {
			pairs = append(pairs, pair{ColumnName{k.Table, k.Columns[i]}, ColumnName{k.ToTable, k.ToColumn[i]}})
		}
	}
	seen := map[ColumnName]bool{}
	fold := func(c ColumnName) ColumnName {
		return ColumnName{spelling(c.Table), spelling(c.Column)}
	}
	var list []ColumnName
	add := func(c ColumnName) {
		if !seen[fold(c)] {
			seen[fold(c)] = true
			list = append(list, c)
		}
	}
	for _, c := range columns {
		add(c)
	}
	for i := 0; i < len(list); i++ {
		for _, p := range pairs {
			if fold(p.a) == fold(list[i]) {
				add(p.b)
			}
			if fold(p.b) == fold(list[i]) {
				add(p.a)
			}
		}
	}
	return list
}

// A ForeignKey refers from columns of a table to columns of another.
type ForeignKey struct {
	Name     string
	Table    string
	Columns  []string
	ToTable  string
	ToColumn []string
	OnDelete string // MySQL, as OnUpdate: CASCADE, SET NULL, …
	OnUpdate string
	Def      string // PostgreSQL: as ADD CONSTRAINT takes it
	Comment  string
	Period   bool // PostgreSQL 18: the last columns are ranges, after PERIOD
}

// On is the condition that row c of a foreign key refers to row p. Rows with a period do so if they have a
// part of it in common.
func (k *ForeignKey) On(quote func(name string) string) string {
	var on []string
	for i, c := range k.Columns {
		operator := " = "
		if k.Period && i == len(k.Columns)-1 {
			operator = " && "
		}
		on = append(on, "p."+quote(k.ToColumn[i])+operator+"c."+quote(c))
	}
	return strings.Join(on, " AND ")
}
