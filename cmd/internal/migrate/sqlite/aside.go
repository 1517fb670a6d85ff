package sqlite

import (
	"context"
	"fmt"
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

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
			p.refuse(migrate.KindBadRows, "--bad-rows", "there is "+a.Into+" already", "give it another name, or rename that")
		}
		if err := p.store.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+sqlkit.QuoteID(a.Table)+" WHERE NOT ("+p.good(a.Table, "")+")").Scan(&found); err != nil {
			return err
		}
		if found != a.Rows {
			p.refuse(migrate.KindBadRows, "--bad-rows", fmt.Sprintf("%d rows of %s are bad, and SQL finds %d", a.Rows, a.Table, found), fmt.Sprintf("do so with the rows that the plan lists: CREATE TABLE %s AS SELECT * FROM %s WHERE …; DELETE FROM %[2]s WHERE …; and leave --bad-rows out", sqlkit.QuoteID(a.Into), sqlkit.QuoteID(a.Table)))
		}
		for _, t := range p.tables {
			for _, k := range t.keys {
				if sqltext.Fold(k.ToTable) != sqltext.Fold(a.Table) || slices.Contains(k.ToColumn, "") {
					continue
				}
				err := sqlkit.RefuseLeft(ctx, p.Plan, p.store.conn, k, fmt.Sprintf("SELECT %s FROM %s AS c JOIN %s AS p ON %s WHERE %s AND NOT (%s)",
					t.shown("c."), sqlkit.QuoteID(t.name), sqlkit.QuoteID(a.Table), k.On(sqlkit.QuoteID), p.good(t.name, "c."), p.good(a.Table, "p.")))
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}
