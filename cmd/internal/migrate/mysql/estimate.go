package mysql

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// size estimates the size afterwards: a value is in the rows, and in each index that has its
// column; all indexes have those of the primary key. The new pages are fuller, too.
func (p *planner) size() {
	for i, t := range p.tables {
		p.After += p.Tables[i].Bytes
		for _, c := range p.of(t.name) {
			var saved, places int64
			for f, n := range c.Forms {
				saved += n * int64(longest(migrate.Forms{f: 1})-longest(migrate.Forms{p.to(): 1}))
			}
			for _, x := range t.indexes {
				if x.plain() && (x.part(c.Name) != nil || slices.Contains(t.primary, c.Name)) {
					places++
				}
			}
			if !slices.Contains(t.primary, c.Name) {
				places++ // the row; else it is in the primary key
			}
			p.After -= saved * places
		}
	}
	p.After = max(p.After, 0)
}

// measure estimates the time of run. It computes three checksums, and writes the rows and indexes,
// which takes as long again.
func (p *planner) measure(ctx context.Context) error {
	return p.Trial(6, func(table *migrate.Table) (n int64, err error) {
		t := p.tables[slices.IndexFunc(p.tables, func(t *mysqlTable) bool { return t.name == table.Name })]
		columns, values := p.values(t, false, func(c *mysqlColumn) string { return backquote(c.name) }, p.value)
		var sum sql.NullString
		err = p.store.conn.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*), BIT_XOR(CRC32(SHA2(CONCAT_WS('#', HEX(%s)), 256))) FROM (SELECT %s FROM %s WHERE %s LIMIT %d) AS x",
			strings.Join(values, "), HEX("), strings.Join(columns, ", "), backquote(t.name), p.good(t.name, ""), migrate.TrialRows)).Scan(&n, &sum)
		return n, err
	})
}
