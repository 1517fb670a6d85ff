package sqlite

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// sqliteIs is a condition that a value has a form.
func sqliteIs(column string, f layout.Form) string {
	const dashes = "________-____-____-____-____________"
	is, text, like := "text", column, dashes
	switch {
	case f.IsOrder(): // and no text that was cut
		digits := func(n int) string { return strings.Repeat("[0-9a-fA-F]", n) }
		return fmt.Sprintf("typeof(%[1]s) = 'blob' AND length(%[1]s) = 16 AND CAST(%[1]s AS TEXT) NOT GLOB '%[2]s-%[3]s-%[4]s'", column, digits(8), digits(4), digits(2))
	case f == layout.BytesText || f == layout.BytesHex:
		is, text = "blob", "CAST("+column+" AS TEXT)"
	case f == layout.Braces:
		like = "{" + dashes + "}"
	case f == layout.URN:
		like = "urn:uuid:" + dashes
	}
	if f == layout.Hex || f == layout.BytesHex {
		like = strings.Repeat("_", 32)
	}
	return fmt.Sprintf("typeof(%s) = '%s' AND %s LIKE '%s' AND length(unhex(%s)) IS 16", column, is, text, like, sqliteHex(column, f))
}

// good is a condition that all migrated values of a row of the table have forms of the plan,
// or are NULL. The prefix stands before the columns.
func (p *planner) good(table, prefix string) string {
	all := []string{"TRUE"}
	for _, c := range p.columnsOf(table) {
		name := prefix + sqlkit.QuoteID(c.Name)
		one := name + " IS NULL"
		for _, f := range c.Forms.List() {
			one += " OR " + sqliteIs(name, f)
		}
		all = append(all, "("+one+")")
	}
	return strings.Join(all[min(1, len(all)-1):], " AND ")
}

// movable refuses --bad-rows if the table exists, if the condition does not find the rows that
// reading the values has found, and if rows that stay refer to them.
func (p *planner) movable(ctx context.Context) error {
	for _, a := range p.Aside {
		var exists bool
		var found int64
		if err := p.store.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = ? COLLATE NOCASE", a.Into).Scan(&exists); err != nil {
			return err
		}
		if exists {
			p.refuse("--bad-rows", "there is "+a.Into+" already", "give it another name, or rename that")
		}
		if err := p.store.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+sqlkit.QuoteID(a.Table)+" WHERE NOT ("+p.good(a.Table, "")+")").Scan(&found); err != nil {
			return err
		}
		if found != a.Rows {
			p.refuse("--bad-rows", fmt.Sprintf("%d rows of %s are bad, and SQL finds %d", a.Rows, a.Table, found), "move them by hand")
		}
		for _, t := range p.tables {
			for _, k := range t.keys {
				if sqltext.Fold(k.ToTable) != sqltext.Fold(a.Table) || slices.Contains(k.ToColumn, "") {
					continue
				}
				keys := t.primary()
				if len(keys) == 0 {
					keys = []string{t.rowid}
				}
				var show, on []string
				for _, key := range keys {
					show = append(show, sqlkit.QuoteText(key+"=")+" || quote(c."+sqlkit.QuoteID(key)+")")
				}
				for i, c := range k.Columns {
					on = append(on, "p."+sqlkit.QuoteID(k.ToColumn[i])+" = c."+sqlkit.QuoteID(c))
				}
				err := sqlkit.RefuseLeft(ctx, p.Plan, p.store.conn, k, fmt.Sprintf("SELECT %s FROM %s AS c JOIN %s AS p ON %s WHERE %s AND NOT (%s)",
					strings.Join(show, " || ', ' || "), sqlkit.QuoteID(t.name), sqlkit.QuoteID(a.Table), strings.Join(on, " AND "), p.good(t.name, "c."), p.good(a.Table, "p.")))
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// move returns the steps that move the bad rows to the new table, and back. It has the columns
// with their types, and no constraints and indexes.
func (t *sqliteTable) move(a *migrate.Aside, good string) (out, back migrate.Step) {
	var columns, names []string
	if t.rowid != "" {
		names = append(names, t.rowid)
	}
	for _, c := range t.columns {
		typ := c.typ
		if !regexp.MustCompile(`^[\w(), ]*$`).MatchString(typ) {
			typ = sqlkit.QuoteID(typ)
		}
		columns = append(columns, strings.TrimSpace(sqlkit.QuoteID(c.name)+" "+typ))
		names = append(names, sqlkit.QuoteID(c.name))
	}
	strict := ""
	if t.strict {
		strict = " STRICT"
	}
	list := strings.Join(names, ", ")
	a.Create = fmt.Sprintf("CREATE TABLE %s (%s)%s", sqlkit.QuoteID(a.Into), strings.Join(columns, ", "), strict)
	insert := func(into, from string) string {
		return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", sqlkit.QuoteID(into), list, list, sqlkit.QuoteID(from))
	}
	return migrate.Step{Does: fmt.Sprintf("move %d rows of %s to %s", a.Rows, t.name, a.Into), SQL: []string{a.Create,
			insert(a.Into, t.name) + " WHERE NOT (" + good + ")",
			"DELETE FROM " + sqlkit.QuoteID(t.name) + " WHERE NOT (" + good + ")"}},
		migrate.Step{Does: "put the rows of " + a.Into + " back", SQL: []string{insert(t.name, a.Into), "DROP TABLE " + sqlkit.QuoteID(a.Into)}}
}

// moved returns an error if run has moved away other rows than the plan says.
func (s *store) moved(ctx context.Context, p *migrate.Plan) error {
	for _, a := range p.Aside {
		var n int64
		if err := s.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+sqlkit.QuoteID(a.Into)).Scan(&n); err != nil {
			return s.failed("bad rows", err)
		}
		if n != a.Rows {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %d rows of %s are bad, and %d in the plan: plan again", n, a.Table, a.Rows)
		}
	}
	return nil
}

// returnable gives the moved rows other rowids where these are taken since, and the table has
// no name for them. It returns an error if the table with the rows is gone.
func (s *store) returnable(ctx context.Context, p *migrate.Plan) error {
	for _, a := range p.Aside {
		t, err := s.table(ctx, a.Table)
		if err != nil {
			return err
		}
		from, err := s.table(ctx, a.Into)
		if err != nil {
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and it is gone: if they are not to come back, create it without rows: %s", a.Into, a.Create)
		}
		if t.rowid == "" || from.rowid == "" || t.numbered() {
			continue
		}
		_, err = s.conn.ExecContext(ctx, fmt.Sprintf("UPDATE %[1]s SET %[2]s = %[2]s + (SELECT max(m) FROM (SELECT max(%[2]s) AS m FROM %[1]s UNION ALL SELECT max(%[3]s) FROM %[4]s)) WHERE %[2]s IN (SELECT %[3]s FROM %[4]s)",
			sqlkit.QuoteID(a.Into), from.rowid, t.rowid, sqlkit.QuoteID(t.name)))
		if err != nil {
			return s.failed("bad rows", err)
		}
	}
	return nil
}
