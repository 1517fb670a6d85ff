package mysql

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// mysqlIs is a condition that a value, which is not NULL, has a form. It looks at the digits of
// the bytes: so no collation and no line end makes a difference.
func mysqlIs(column string, f layout.Form) string {
	const digit = sqlkit.TextDigit
	const text = digit + "{8}2D(" + digit + "{4}2D){3}" + digit + "{12}"
	pattern := text
	switch f {
	case layout.Hex, layout.BytesHex:
		pattern = digit + "{32}"
	case layout.Braces:
		pattern = "7B" + text + "7D"
	case layout.URN:
		pattern = "[57]5[57]2[46]E3A[57]5[57]5[46]9[46]43A" + text
	case layout.Native:
		return "TRUE"
	case layout.Text, layout.BytesText:
	default:
		return fmt.Sprintf("LENGTH(%[1]s) = 16 AND (HEX(%[1]s) NOT REGEXP '%[2]s' OR HEX(%[1]s) = REPEAT(LEFT(HEX(%[1]s), 1), 32))", column, sqlkit.CutText)
	}
	return "HEX(" + column + ") REGEXP '^" + pattern + "$'"
}

// mysqlHas is a condition that a text is NULL or has one of the forms, or "" if there is none for one of them. It is
// faster than that of mysqlIs.
func mysqlHas(column string, forms migrate.Forms) string {
	has := column + " IS NULL"
	for _, f := range forms.List() {
		switch digits := mysqlHex(column, f); f {
		case layout.Native:
			return "TRUE"
		case layout.Text: // with the right length of the digits there are no other hyphens
			has += fmt.Sprintf(" OR %s LIKE '________-____-____-____-____________' AND LENGTH(%[2]s) = 32 AND UNHEX(%[2]s) IS NOT NULL", column, digits)
		case layout.Hex:
			has += fmt.Sprintf(" OR LENGTH(%[1]s) = 32 AND UNHEX(%[1]s) IS NOT NULL", digits)
		default:
			return ""
		}
	}
	return "(" + has + ")"
}

// mysqlGood is a condition that a value has one of the forms, or is NULL.
func mysqlGood(column string, forms migrate.Forms) string {
	good := column + " IS NULL"
	for _, f := range forms.List() {
		good += " OR " + mysqlIs(column, f)
	}
	return "(" + good + ")"
}

// goodRows is a condition that all migrated values of a row of the table have forms of the plan,
// or are NULL. The prefix stands before the columns.
func (p *planner) goodRows(table, prefix string) string {
	var all []string
	for _, c := range p.ColumnsOf(table) {
		all = append(all, mysqlGood(prefix+backquote(c.Name), c.Forms))
	}
	if all == nil {
		return "TRUE"
	}
	return strings.Join(all, " AND ")
}

// movable refuses --bad-rows if the table exists, if the condition does not find the rows that
// reading the values has found, and if rows that stay refer to them.
func (p *planner) movable(ctx context.Context) error {
	keys, err := p.store.foreignKeys(ctx)
	if err != nil {
		return err
	}
	for _, a := range p.Aside {
		for _, name := range []string{a.Into, badName(a.Table)} {
			if exists, err := p.store.exists(ctx, name); err != nil {
				return err
			} else if exists || tooLong(name) {
				p.refuse(migrate.KindBadRows, "--bad-rows", "there is a table "+name+" already, or its name is too long", "give it another name, or rename that")
			}
		}
		var found int64
		if err := p.store.conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+backquote(a.Table)+" WHERE NOT ("+p.goodRows(a.Table, "")+")").Scan(&found); err != nil {
			return err
		}
		if found != a.Rows {
			p.refuse(migrate.KindBadRows, "--bad-rows", fmt.Sprintf("%d rows of %s were bad, and then SQL has found %d", a.Rows, a.Table, found), "somebody writes them now: stop that, and plan again")
		}
		for _, k := range keys {
			i := slices.IndexFunc(p.tables, func(t *mysqlTable) bool { return t.name == k.Table })
			if k.ToTable != a.Table || i < 0 {
				continue
			}
			err := sqlkit.RefuseLeft(ctx, p.Plan, p.store.conn, k, fmt.Sprintf("SELECT %s FROM %s AS c JOIN %s AS p ON %s WHERE %s AND NOT (%s)",
				p.tables[i].shown("c."), backquote(k.Table), backquote(a.Table), k.On(backquote), p.goodRows(k.Table, "c."), p.goodRows(a.Table, "p.")))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// move returns the statements that copy the bad rows of a table to another one, and back. The names
// are those of the columns that are not generated.
func (p *planner) move(a *migrate.Aside, names []string) (out, back []string) {
	list := strings.Join(names, ", ")
	insert := func(into, from string) string {
		return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", backquote(into), list, list, backquote(from))
	}
	a.Create = "CREATE TABLE " + backquote(badName(a.Table)) + " LIKE " + backquote(a.Table)
	return []string{a.Create, insert(badName(a.Table), a.Table) + " WHERE NOT (" + p.goodRows(a.Table, "") + ")"}, []string{insert(newName(a.Table), a.Into)}
}

// returnable returns an error if undo cannot put the bad rows back.
func (s *store) returnable(ctx context.Context, p *migrate.Plan) error {
	for _, a := range p.Aside {
		if exists, err := s.exists(ctx, a.Into); err != nil {
			return s.failed("reading the schema", err)
		} else if !exists {
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and it is gone: if they are not to come back, create it without rows: CREATE TABLE %s LIKE %s",
				a.Into, backquote(a.Into), backquote(oldName(a.Table)))
		}
		bad, err := s.table(ctx, a.Into)
		t, err2 := s.table(ctx, a.Table)
		if err := cmp.Or(err, err2); err != nil {
			return s.failed("reading the schema", err)
		}
		for _, col := range bad.columns { // the rows come back without it, and then the table is dropped
			if t.column(col.name) == nil {
				return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and would lose its column %s, which table %s does not have: if that table has lost it since run, undo that first; if not, keep what you need of it, and ALTER TABLE %s DROP %s",
					a.Into, col.name, a.Table, backquote(a.Into), backquote(col.name))
			}
		}
	}
	return nil
}

// stranded returns an error if undo has put rows back that refer to rows which were deleted since. The table to which they
// refer may be none of the plan, and keeps its rows.
func (s *store) stranded(ctx context.Context, p *migrate.Plan) error {
	keys, err := s.foreignKeys(ctx)
	if err != nil {
		return err
	}
	for _, k := range keys {
		a := p.AsideOf(k.Table)
		if a == nil {
			continue
		}
		in := func(table string) string {
			return "EXISTS (SELECT 1 FROM " + backquote(table) + " AS p WHERE " + k.On(backquote) + ")"
		}
		lost := in(oldName(k.ToTable)) + " AND NOT " + in(newName(k.ToTable))
		if !hasTable(p, k.ToTable) {
			lost = "NOT " + in(k.ToTable)
			for _, column := range k.Columns {
				lost += " AND c." + backquote(column) + " IS NOT NULL"
			}
		}
		var n int64
		err := s.conn.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*) FROM %s AS c WHERE %s", backquote(a.Into), lost)).Scan(&n)
		if err != nil {
			return err
		}
		if n > 0 {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %d rows of %s refer to rows of %s that are not there: delete them from %s, too, or insert those first", n, a.Into, k.ToTable, a.Into)
		}
	}
	return nil
}

// moved returns the name that the table with the bad rows has now.
func (s *store) moved(ctx context.Context, a *migrate.Aside) (string, error) {
	exists, err := s.exists(ctx, badName(a.Table))
	if exists {
		return badName(a.Table), err
	}
	return a.Into, err
}
