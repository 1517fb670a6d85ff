package migrate

import (
	"context"
	"database/sql"
	"fmt"
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

// collide refuses the column if there are rows that a unique index would take for the same
// after the conversion. The query selects the text of their keys, and how many they are.
func (p *Plan) collide(ctx context.Context, conn *sql.Conn, column, index, query string) error {
	var keys []string
	err := each(ctx, conn, func(r *sql.Rows) error {
		var id sql.NullString
		var n int64
		err := r.Scan(&id, &n)
		keys = append(keys, fmt.Sprintf("%s: %d rows", id.String, n))
		return err
	}, query+fmt.Sprintf(" LIMIT %d", maxKeys))
	if err == nil && keys != nil {
		p.Refusals = append(p.Refusals, Refusal{Object: column, Keys: keys,
			Reason: "rows that are different to the unique index " + index + " have the same UUID in different spellings",
			Manual: "merge or delete these rows; all of them: " + query})
	}
	return err
}
