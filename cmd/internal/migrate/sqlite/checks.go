package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// undoable returns an error if there is what undo would lose: another definition of a table, values in
// another form than the one of the columns, and indexes that were created since run.
func (c *conversion) undoable(ctx context.Context) error {
	for _, m := range c.Columns {
		if err := c.oneForm(ctx, m); err != nil {
			return err
		}
		if err := c.Unrestored(c.old[m.Table].ids[m.Name], m.Table+"."+m.Name); err != nil {
			return err
		}
	}
	for _, t := range c.tables {
		was := c.Created[t.object()]
		for _, change := range c.Changes {
			if change.Object == t.object() {
				was = change.New
			}
		}
		if !c.NoFormat() && t.sql != was {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %s was altered since run: undo the alteration first: it is %q, and was %q", t.name, t.sql, was)
		}
	}
	return c.createdSince(ctx)
}

// createdSince returns an error if there are indexes and triggers of the tables that were created since run, or
// objects that plan would have refused: the SQL of both may be for the new form.
func (c *conversion) createdSince(ctx context.Context) error {
	var since []string
	add := func(object, def string) {
		if line := object + ": " + def; c.Created[object] != def && !c.createdStored(def) && !slices.Contains(since, line) {
			since = append(since, line)
		}
	}
	err := sqlkit.Each(ctx, c.store.conn, func(r *sql.Rows) error {
		var object, table, def string
		if err := r.Scan(&object, &table, &def); err != nil {
			return err
		}
		if slices.ContainsFunc(c.Tables, func(t migrate.Table) bool { return sqltext.Fold(t.Name) == sqltext.Fold(table) }) ||
			slices.ContainsFunc(c.Aside, func(a migrate.Aside) bool { return sqltext.Fold(a.Into) == sqltext.Fold(table) }) {
			add(object, def)
		}
		return nil
	}, "SELECT type || ' ' || name, tbl_name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
	if err != nil {
		return c.store.failed("reading the schema", err)
	}
	users, err := c.users(ctx, c.store)
	for _, u := range users {
		add(u.object, u.sql)
	}
	if err == nil && since != nil {
		err = migrate.Errorf(migrate.CodeRefused, "migrate: these were created since run: drop them, undo, create them again for the old form, and fill virtual tables again:\n  %s", strings.Join(since, "\n  "))
	}
	return c.store.failed("reading the schema", err)
}

// oneForm returns an error if a column has values in another form than that of run. It looks for them if the sums
// have seen some.
func (c *conversion) oneForm(ctx context.Context, m migrate.Column) error {
	if r := c.old[m.Table].ids[m.Name]; r.Bad == 0 && r.Forms[c.to()]+r.Nulls == r.Rows {
		return nil
	}
	n := 16
	if c.To == migrate.ToText {
		n = 36
	}
	name := sqlkit.QuoteID(m.Name)
	t, err := c.store.table(ctx, m.Table)
	if err != nil {
		return c.store.failed("reading the schema", err)
	}
	// SQLite's functions read a text to a zero, and so take it for a UUID: its bytes are more than 36.
	rows, err := sqlkit.List(ctx, c.store.conn, sqlkit.Text, fmt.Sprintf("SELECT %s || ': ' || substr(quote(iif(instr(CAST(%[2]s AS BLOB), x'00'), CAST(%[2]s AS BLOB), %[2]s)), 1, 80) FROM %s WHERE %[2]s IS NOT NULL AND NOT (%[4]s AND length(CAST(%[2]s AS BLOB)) = %[5]d) LIMIT %[6]d",
		t.shown(""), name, sqlkit.QuoteID(t.name), isForm(name, c.to()), n, migrate.ShownKeys))
	if err == nil && rows != nil {
		err = migrate.Errorf(migrate.CodeRefused, "migrate: %s.%s has values that are no UUIDs in the form %s; something has written them since run: correct these rows first, here are up to %d:\n  %s",
			m.Table, m.Name, c.to(), migrate.ShownKeys, strings.Join(rows, "\n  "))
	}
	return c.store.failed("reading the rows", err)
}

// moved returns an error if run has moved away other rows than the plan says.
func (c *conversion) moved(ctx context.Context) error {
	for _, a := range c.Aside {
		var n int64
		if err := c.store.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+sqlkit.QuoteID(a.Into)).Scan(&n); err != nil {
			return c.store.failed("bad rows", err)
		}
		if n != a.Rows {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %d rows of %s are bad, and %d in the plan: plan again", n, a.Table, a.Rows)
		}
	}
	return nil
}

// returnable gives the moved rows other rowids where these are taken since, and the table has
// no name for them. It returns an error if the table with the rows is gone, or has a column more.
func (c *conversion) returnable(ctx context.Context) error {
	for _, a := range c.Aside {
		t, err := c.store.table(ctx, a.Table)
		if err != nil {
			return err
		}
		from, err := c.store.table(ctx, a.Into)
		if err != nil {
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and it is gone: if they are not to come back, create it without rows: %s", a.Into, a.Create)
		}
		for _, col := range from.columns { // the rows come back without it, and then the table is dropped
			if !slices.ContainsFunc(t.columns, func(o sqliteColumn) bool { return sqltext.Fold(o.name) == sqltext.Fold(col.name) }) {
				return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and would lose its column %s, which table %s does not have: if that table has lost it since run, undo that first; if not, keep what you need of it, and ALTER TABLE %s DROP %s",
					a.Into, col.name, a.Table, sqlkit.QuoteID(a.Into), sqlkit.QuoteID(col.name))
			}
		}
		if t.rowid == "" || from.rowid == "" || t.numbered() {
			continue
		}
		_, err = c.store.conn.ExecContext(ctx, fmt.Sprintf("UPDATE %[1]s SET %[2]s = %[2]s + (SELECT max(m) FROM (SELECT max(%[2]s) AS m FROM %[1]s UNION ALL SELECT max(%[3]s) FROM %[4]s)) WHERE %[2]s IN (SELECT %[3]s FROM %[4]s)",
			sqlkit.QuoteID(a.Into), from.rowid, t.rowid, sqlkit.QuoteID(t.name)))
		if err != nil {
			return c.store.failed("bad rows", err)
		}
	}
	return nil
}

// brokenKeys counts the rows that refer to missing rows.
func (s *store) brokenKeys(ctx context.Context) (n int64, err error) {
	err = s.conn.QueryRowContext(ctx, "SELECT count(*) FROM pragma_foreign_key_check").Scan(&n)
	return n, err
}

// sums reads all rows of the plan's tables, and if aside says so, the rows that were moved away.
func (c *conversion) sums(ctx context.Context, bytes layout.Form, aside bool, progress *migrate.Progress) (tableSums, error) {
	all := tableSums{}
	for _, t := range c.Tables {
		sum, err := c.store.sum(ctx, c.Plan, t.Name, t.Name, bytes, progress)
		if err != nil {
			return nil, err
		}
		if a := c.AsideOf(t.Name); a != nil && aside {
			moved, err := c.store.sum(ctx, c.Plan, t.Name, a.Into, c.Bytes, progress)
			if err != nil {
				return nil, err
			}
			sum.plus(moved)
		}
		all[t.Name] = sum
	}
	return all, nil
}

// sum reads the first rows of a table that has the columns of the plan's; limit -1 is all.
func (s *store) sum(ctx context.Context, p *migrate.Plan, table, from string, bytes layout.Form, progress *migrate.Progress) (*tableSum, error) {
	cat, err := s.table(ctx, from)
	if err != nil {
		return nil, err
	}
	of, err := s.table(ctx, table)
	if err != nil {
		return nil, err
	}
	sum := &tableSum{ids: map[string]*migrate.Reader{}}
	// Unary plus: the driver would parse a text of a column that is declared a time.
	var list []string
	ids := make([]*migrate.Reader, 0, len(cat.columns)+1)
	if of.rowid != "" {
		list, ids = append(list, cat.rowid), append(ids, nil)
	}
	for _, c := range cat.columns {
		list = append(list, "+"+sqlkit.QuoteID(c.name))
		var reader *migrate.Reader
		if slices.ContainsFunc(p.Columns, func(m migrate.Column) bool { return m.Table == table && m.Name == c.name }) {
			reader = migrate.NewReader(bytes)
			sum.ids[c.name] = reader
		}
		ids = append(ids, reader)
	}
	rows, err := s.conn.QueryContext(ctx, "SELECT "+strings.Join(list, ", ")+" FROM "+sqlkit.QuoteID(from))
	if err != nil {
		return nil, err
	}
	return sum, sum.add(rows, ids, progress)
}
