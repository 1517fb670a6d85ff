package mysql

import (
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// size estimates the size afterwards: a value is in the rows, and in each index that has its
// column; all indexes have those of the primary key. The new pages are fuller, too.
func (p *planner) size() {
	for i, t := range p.tables {
		p.After += p.Tables[i].Bytes
		for _, c := range p.ColumnsOf(t.name) {
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
