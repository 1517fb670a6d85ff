package postgres

import (
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
}

// sources are the tables, and if they have the new form those with the bad rows.
func sources(p *migrate.Plan, old bool) (all [][]source) {
	for _, t := range p.Tables {
		list := []source{{t.Name, t.Name, old}}
		if a := p.AsideOf(t.Name); a != nil && !old {
			list = append(list, source{t.Name, a.Into, true})
		}
		all = append(all, list)
	}
	return all
}

// sums returns the count and checksum of the rows of each table, computed by the server. Each id
// has the digits of its UUID.
func (s *store) sums(ctx context.Context, p *migrate.Plan, tables [][]source, progress io.Writer) (list []string, err error) {
	for _, sources := range tables {
		meter := migrate.NewMeter(progress, "checksum of "+sources[0].name, 0)
		var queries []string
		for _, from := range sources {
			var exprs []string
			err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
				var column, typ string
				if err := r.Scan(&column, &typ); err != nil {
					return err
				}
				expr := sqlkit.QuoteID(column)
				for _, c := range p.Columns {
					if c.Table == from.table && c.Name == column {
						bytes := p.Bytes
						if !from.old {
							bytes = layout.Bytes
						}
						expr = postgresHex(expr, typ, bytes)
					}
				}
				exprs = append(exprs, expr)
				return nil
			}, "SELECT attname, atttypid::regtype::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", from.name)
			if err != nil {
				return nil, err
			}
			queries = append(queries, fmt.Sprintf("SELECT hashtextextended(ROW(%s)::text, 0) AS h FROM ONLY %s", strings.Join(exprs, ", "), from.name))
		}
		var sum string
		q := "SELECT count(*) || ' ' || coalesce(sum(h), 0) FROM (" + strings.Join(queries, " UNION ALL ") + ") x"
		if err := s.read(ctx, q, &sum); err != nil {
			return nil, err
		}
		meter.Done()
		list = append(list, sum)
	}
	return list, nil
}
