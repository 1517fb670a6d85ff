package migrate

import (
	"strings"
)

// A columnName names a column in the catalog's spelling.
type columnName struct{ table, column string }

// cutLast splits TABLE.COLUMN at the last dot.
func cutLast(s string) (table, column string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// connected returns the columns and all that foreign keys connect with them, in both
// directions. spelling gives equal names the same spelling.
func connected(columns []columnName, keys []foreignKey, spelling func(string) string) []columnName {
	type pair struct{ a, b columnName }
	var pairs []pair
	for _, k := range keys {
		for i := range k.columns {
			pairs = append(pairs, pair{columnName{k.table, k.columns[i]}, columnName{k.toTable, k.toColumn[i]}})
		}
	}
	seen := map[columnName]bool{}
	fold := func(c columnName) columnName {
		return columnName{spelling(c.table), spelling(c.column)}
	}
	var list []columnName
	add := func(c columnName) {
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

// A foreignKey refers from columns of a table to columns of another.
type foreignKey struct {
	name     string
	table    string
	columns  []string
	toTable  string
	toColumn []string
	def      string // PostgreSQL: as ADD CONSTRAINT takes it
	comment  string
}
