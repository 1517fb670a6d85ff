package audit

import (
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// save estimates the bytes that the native form would save: those of each value in
// the table, and in each index that has it. TestSaved in integration/audit compares it with
// what a conversion saves: InnoDB saves more, since it gives space to a table in larger pieces.
func (a *audit) save(c *column) {
	v, t := &c.verdict, c.table
	if t.View || t.Virtual || c.textOnly() || v.Form == layout.None || t.Rows <= 0 || a.rows[t] == 0 {
		return
	}
	var stored int
	switch f := v.Form; {
	case f == layout.Native || f.IsOrder():
		return
	case f == layout.Hex || f == layout.BytesHex:
		stored = 32
	default:
		stored = len(v.Forms[0].Example.Value.Data)
	}
	if c.declared != nil && c.declared.TextBytes > 0 && v.Form == layout.Text {
		stored = c.declared.TextBytes
	} else if a.about.Dialect != store.SQLite {
		stored++ // its length
	}
	if a.about.Dialect == store.MongoDB {
		stored += 4 - 5 // length and end of a string, but length and subtype of binary
	}
	perRow := float64(v.UUIDs) * float64(v.N-c.rare) / float64(v.N) / float64(a.rows[t])
	inTable, inIndex := float64(stored-16), float64(stored-16)
	switch a.about.Dialect {
	case store.PostgreSQL: // an index entry is a multiple of 8 bytes with its header of 8, and a page 90 % full
		inIndex = float64((8+stored+7)/8*8-(8+16)) / 0.9
	case store.MySQL, store.MariaDB: // InnoDB fills a page to 15/16
		inTable, inIndex = inTable*16/15, inIndex*16/15
	}
	if c.path == "" || c.declared == nil {
		inTable += inIndex * float64(a.indexCopies(c))
	}
	c.out.SavedBytes = max(0, int64(float64(t.Rows)*perRow*inTable))
}

// indexCopies returns how many indexes have the column's values.
func (a *audit) indexCopies(c *column) (n int) {
	primary := false
	for _, x := range c.table.Indexes {
		if x.Primary && slices.Contains(x.Columns, c.dotted()) {
			primary = true
		}
	}
	for _, x := range c.table.Indexes {
		switch {
		case x.Partial:
		case x.Primary && c.table.Clustered: // the table itself
		case slices.Contains(x.Columns, c.dotted()), primary && c.table.Clustered:
			n++ // a secondary index has the key by which the table is stored
		}
	}
	return n
}
