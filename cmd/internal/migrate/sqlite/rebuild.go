package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// action executes its statements.
func (s *store) action(does string, statements ...string) migrate.Action {
	return migrate.Action{Does: does, SQL: statements, Do: func(ctx context.Context, _ *migrate.Progress) error {
		return s.failed(does, s.exec(ctx, statements...))
	}}
}

// object is the table's name in a snapshot.
func (t *sqliteTable) object() string { return "table " + t.name + " of " + t.name }

// retyped returns CREATE TABLE with the new types.
func (p facts) retyped(t *sqliteTable) (string, error) {
	types := map[string]string{}
	for _, c := range p.ColumnsOf(t.name) {
		if c.NewType != c.OldType {
			types[sqltext.Fold(c.Name)] = c.NewType
		}
	}
	return retype(t.sql, types)
}

// rebuilds make each table again with another CREATE TABLE.
func (c *conversion) rebuilds() (list []migrate.Action) {
	for _, t := range c.tables {
		create := c.Created[t.object()]
		if !c.undo {
			create, _ = c.retyped(t) // the plan refuses an error
		}
		expressions := map[string]string{}
		for _, m := range c.ColumnsOf(t.name) {
			name := sqlkit.QuoteID(m.Name)
			if c.undo {
				expressions[m.Name] = convert(name, migrate.Forms{c.to(): 1}, c.Back(m, c.to()))
			} else {
				expressions[m.Name] = convert(name, m.Forms, c.to())
			}
		}
		list = append(list, c.rebuild(t, create, expressions))
	}
	return list
}

// triggers drop those of the tables, which would fire, and make them again.
func (c *conversion) triggers() (drop, create []migrate.Action) {
	var drops, creates []string
	for _, t := range c.tables {
		for _, g := range t.triggers {
			drops, creates = append(drops, "DROP TRIGGER "+sqlkit.QuoteID(g.name)), append(creates, g.sql)
		}
	}
	if drops == nil {
		return nil, nil
	}
	return []migrate.Action{c.store.action("drop triggers", drops...)}, []migrate.Action{c.store.action("create the triggers again", creates...)}
}

// oldName is that of a table until all its rows are in the new one.
func oldName(table string) string { return "uuidkit_old_" + table }

// rebuild gives a table another CREATE TABLE, and the same indexes.
func (c *conversion) rebuild(t *sqliteTable, create string, expressions map[string]string) migrate.Action {
	old := oldName(t.name)
	insert := t.insert(old, expressions)
	first := []string{fmt.Sprintf("ALTER TABLE %s RENAME TO %s", sqlkit.QuoteID(t.name), sqlkit.QuoteID(old)), create}
	_, last := t.sequences()
	last = append(last, "DROP TABLE "+sqlkit.QuoteID(old))
	for _, i := range t.indexes {
		if i.sql != "" {
			last = append(last, i.sql)
		}
	}
	does, rows := "rebuild "+t.name, int64(0)
	for _, o := range c.Tables {
		if o.Name == t.name {
			rows = o.Rows
		}
	}
	if a := c.AsideOf(t.name); a != nil {
		rows -= a.Rows
	}
	return migrate.Action{Does: does, Rows: rows, SQL: slices.Concat(first, []string{insert}, last), Do: func(ctx context.Context, progress *migrate.Progress) error {
		err := c.store.exec(ctx, first...)
		if err == nil {
			err = c.store.copyRows(ctx, insert, old, t.rowid, progress)
		}
		if err == nil {
			err = c.store.exec(ctx, last...)
		}
		return c.store.failed(does, err)
	}}
}

// sequences are statements around those that insert rows with their rowids: the sequence, or that there is none, stays.
// The first is not needed if the table gets another name, and its sequence with it.
func (t *sqliteTable) sequences() (before, after []string) {
	if !slices.ContainsFunc(sqltext.Tokens(sqltext.SQLite, t.sql), func(w sqltext.Token) bool { return w.Is("AUTOINCREMENT") }) {
		return nil, nil
	}
	name, old := sqlkit.QuoteText(t.name), sqlkit.QuoteText(oldName(t.name))
	const rename = "UPDATE sqlite_sequence SET name = %s WHERE name = %s"
	return []string{fmt.Sprintf(rename, old, name)}, []string{"DELETE FROM sqlite_sequence WHERE name = " + name, fmt.Sprintf(rename, name, old)}
}

// insert copies the rows of the old table. If it has a rowid, ?1 and ?2 are the first and the last one.
func (t *sqliteTable) insert(old string, expressions map[string]string) string {
	var into, from []string
	order := sqlkit.QuoteIDs(t.primary())
	if t.rowid != "" {
		into, from = append(into, t.rowid), append(from, t.rowid)
		order = t.rowid
	}
	for _, c := range t.columns {
		expr, ok := expressions[c.name]
		if !ok {
			expr = sqlkit.QuoteID(c.name)
		}
		into, from = append(into, sqlkit.QuoteID(c.name)), append(from, expr)
	}
	q := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", sqlkit.QuoteID(t.name), strings.Join(into, ", "), strings.Join(from, ", "), sqlkit.QuoteID(old))
	if t.rowid != "" {
		q += " WHERE " + t.rowid + " BETWEEN ?1 AND ?2"
	}
	return q + " ORDER BY " + order
}

// batch is how many rows are copied between two lines of progress.
const batch = 20_000

// copyRows executes an insert for all rows.
func (s *store) copyRows(ctx context.Context, insert, from, rowid string, progress *migrate.Progress) error {
	if rowid == "" {
		return s.exec(ctx, insert)
	}
	next := "SELECT min(" + rowid + ") FROM " + sqlkit.QuoteID(from) + " WHERE " + rowid + " > ?1"
	last := fmt.Sprintf("SELECT max(k) FROM (SELECT %[1]s AS k FROM %[2]s WHERE %[1]s >= ?1 ORDER BY %[1]s LIMIT %[3]d)", rowid, sqlkit.QuoteID(from), batch)
	var low, high sql.NullInt64
	if err := s.conn.QueryRowContext(ctx, "SELECT min("+rowid+") FROM "+sqlkit.QuoteID(from)).Scan(&low); err != nil {
		return err
	}
	for low.Valid {
		if err := s.conn.QueryRowContext(ctx, last, low.Int64).Scan(&high); err != nil {
			return err
		}
		result, err := s.conn.ExecContext(ctx, insert, low.Int64, high.Int64)
		if err != nil {
			return err
		}
		n, _ := result.RowsAffected()
		progress.Add(n)
		if err := s.conn.QueryRowContext(ctx, next, high.Int64).Scan(&low); err != nil {
			return err
		}
	}
	return nil
}

// names are the columns of a statement that moves rows, with their rowid.
func (t *sqliteTable) names() string {
	var names []string
	if t.rowid != "" {
		names = append(names, t.rowid)
	}
	for _, c := range t.columns {
		names = append(names, sqlkit.QuoteID(c.name))
	}
	return strings.Join(names, ", ")
}

// copyWithout is CREATE TABLE for bad rows: the columns with their types, without constraints and indexes.
func (t *sqliteTable) copyWithout(name string) string {
	var columns []string
	for _, c := range t.columns {
		typ := c.typ
		if !regexp.MustCompile(`^[\w(), ]*$`).MatchString(typ) {
			typ = sqlkit.QuoteID(typ)
		}
		columns = append(columns, strings.TrimSpace(sqlkit.QuoteID(c.name)+" "+typ))
	}
	strict := ""
	if t.strict {
		strict = " STRICT"
	}
	return fmt.Sprintf("CREATE TABLE %s (%s)%s", sqlkit.QuoteID(name), strings.Join(columns, ", "), strict)
}

// moves move the bad rows to the new table, or back.
func (c *conversion) moves() (list []migrate.Action) {
	insert := func(into, from, names string) string {
		return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", sqlkit.QuoteID(into), names, names, sqlkit.QuoteID(from))
	}
	for _, t := range c.tables {
		a := c.AsideOf(t.name)
		switch {
		case a == nil:
		case c.undo:
			before, after := t.sequences()
			list = append(list, c.store.action("put the rows of "+a.Into+" back", slices.Concat(before, []string{insert(t.name, a.Into, t.names())}, after, []string{"DROP TABLE " + sqlkit.QuoteID(a.Into)})...))
		default:
			bad := " WHERE NOT (" + c.good(t.name, "") + ")"
			list = append(list, c.store.action(fmt.Sprintf("move %d rows of %s to %s", a.Rows, t.name, a.Into), a.Create,
				insert(a.Into, t.name, t.names())+bad, "DELETE FROM "+sqlkit.QuoteID(t.name)+bad))
		}
	}
	return list
}
