package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A source has the rows of a table, in their old form or the new one.
type source struct {
	table string // whose columns the plan has
	name  string
	old   bool
	plain bool   // values that plainly says so count as texts, without REPLACE of their hyphens
	odd   string // a condition to count rows by, or ""
}

// A tableSum is what one pass over the rows of a table, and of that of its bad rows, has found.
type tableSum struct {
	rows string // the count and the checksum
	odd  int64
}

// sources are the tables, and if they have the new form those with the bad rows.
func sources(p *migrate.Plan, old bool) (all [][]source) {
	for _, t := range p.Tables {
		list := []source{{table: t.Name, name: t.Name, old: old}}
		if a := p.AsideOf(t.Name); a != nil && !old {
			list = append(list, source{table: t.Name, name: a.Into, old: true})
		}
		all = append(all, list)
	}
	return all
}

// sources are those of a run or an undo in one transaction. In it all values have a form of the plan.
func (c *conversion) sources(old bool) [][]source {
	all := sources(c.Plan, old)
	for i := range all {
		for j := range all[i] {
			all[i][j].plain = true
		}
		if first := &all[i][0]; old && !c.undo {
			first.odd = c.unsure(first.table)
		}
	}
	return all
}

// plainly reports whether all values of a column are canonical texts, if only in upper case, or of type
// uuid, before and after.
func (c *conversion) plainly(m *migrate.Column) bool {
	if c.undo {
		return !c.NoFormat() && c.To == migrate.ToNative && c.Back(m, layout.Text) == layout.Text
	}
	return len(m.Forms) == 1 && m.Forms[layout.Text] > 0
}

// sums returns the count and checksum of the rows of each table, computed by the server. Each id
// has the digits of its UUID.
func (c *conversion) sums(ctx context.Context, tables [][]source, progress io.Writer) (list []tableSum, err error) {
	for _, sources := range tables {
		meter := migrate.NewMeter(progress, "checksum of "+sources[0].name, 0)
		var queries []string
		for _, from := range sources {
			q, err := c.sumRows(ctx, from)
			if err != nil {
				return nil, err
			}
			queries = append(queries, q)
		}
		var sum tableSum
		q := "SELECT count(*) || ' ' || coalesce(sum(h), 0), count(*) FILTER (WHERE odd) FROM (" + strings.Join(queries, " UNION ALL ") + ") x"
		if err := c.s.read(ctx, q, &sum.rows, &sum.odd); err != nil {
			return nil, err
		}
		meter.Done()
		list = append(list, sum)
	}
	return list, nil
}

// sumRows is a query of a hash of each row of a table.
func (c *conversion) sumRows(ctx context.Context, from source) (query string, err error) {
	var exprs []string
	err = sqlkit.Each(ctx, c.s.conn, func(r *sql.Rows) error {
		var column, typ string
		if err := r.Scan(&column, &typ); err != nil {
			return err
		}
		expr := sqlkit.QuoteID(column)
		for i := range c.Columns {
			m := &c.Columns[i]
			if m.Table != from.table || m.Name != column {
				continue
			}
			bytes := c.Bytes
			if !from.old {
				bytes = layout.Bytes
			}
			switch {
			case !from.plain || !c.plainly(m):
				expr = postgresHex(expr, typ, bytes)
			case typ != "uuid": // whose text it is
				expr = postgresLower(expr)
			}
		}
		exprs = append(exprs, expr)
		return nil
	}, "SELECT attname, atttypid::regtype::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", from.name)
	return fmt.Sprintf("SELECT hashtextextended(ROW(%s)::text, 0) AS h, %s AS odd FROM ONLY %s", strings.Join(exprs, ", "), cmp.Or(from.odd, "false"), from.name), err
}
