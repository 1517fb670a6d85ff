package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// save estimates the bytes that the native form would save: those of each value in
// the table, and in each index that has it. TestSaved in integration/audit compares it with
// what a conversion saves: InnoDB saves more, since it gives space to a table in larger pieces.
func (a *audit) save(c *column) {
	v, t := &c.verdict, c.table
	if t.View || c.textOnly() || v.Form == layout.None || t.Rows <= 0 || a.rows[t] == 0 {
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
	perRow := float64(v.UUIDs) / float64(a.rows[t])
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

// line sets the line of Go that reads the column as it is.
func (a *audit) line(c *column) {
	f := c.verdict.Form
	if f == layout.None {
		return
	}
	if a.about.Dialect == store.MongoDB {
		c.out.Line = mongoLine(c)
		return
	}
	spaces := false
	for _, x := range c.verdict.Faults {
		spaces = spaces || x.Kind == tally.FaultSpace
	}
	switch {
	case c.path != "" && c.path != "[]":
		c.out.Line = parseLine(f, "s", "a string in the document")
	case a.about.Dialect == store.PostgreSQL && f == layout.Native,
		a.about.Dialect == store.PostgreSQL && f == layout.Text && c.path == "[]":
		c.out.Line = "pgxtype.Register[uuid.UUID](conn.TypeMap()) // then Scan(&id); with database/sql no more than Scan(&id)"
		if c.path == "[]" {
			c.out.Line = "pgxtype.Register[uuid.UUID](conn.TypeMap()) // then Scan(&ids); with database/sql Scan((*sqlx.Array[uuid.UUID])(&ids))"
		}
	case spaces:
		c.out.Line = "id, err := uuid.Parse(strings.TrimSpace(s)) // s was scanned"
	default:
		c.out.Line = scanLine(c, f)
	}
}

// scanLine returns the line for database/sql.
func scanLine(c *column, f layout.Form) string {
	scanner := ""
	switch f {
	case layout.Native, layout.Text, layout.Hex, layout.Braces, layout.URN, layout.BytesText, layout.BytesHex:
		scanner = "sqlx.Text"
		if slices.ContainsFunc(formsOf(c), func(f layout.Form) bool { return f == layout.Bytes }) {
			scanner = "sqlx.Binary" // it takes canonical text, too
		}
	case layout.Bytes:
		scanner = "sqlx.Binary"
	case layout.Swapped:
		scanner = "sqlx.Swapped"
	case layout.Mixed:
		scanner = "sqlx.GUID"
	case layout.Java:
		return "id, err := bsonx.FromBinary[uuid.UUID](bson.Binary{Subtype: 3, Data: b}, bsonx.JavaLegacy) // b was scanned"
	case layout.Reversed:
		return "slices.Reverse(b); id, err := uuid.FromBytes(b) // b was scanned"
	default:
		return parseLine(f, "s", "s was scanned")
	}
	if c.nulls > 0 {
		return fmt.Sprintf("var id sql.Null[%s]; err := row.Scan(&id)", scanner)
	}
	return fmt.Sprintf("err := row.Scan((*%s)(&id)) // id is a uuid.UUID, google's or any [16]byte", scanner)
}

func formsOf(c *column) (all []layout.Form) {
	for _, p := range c.verdict.Forms {
		all = append(all, p.Form)
	}
	return all
}

// parseLine returns the line that parses text.
func parseLine(f layout.Form, s, comment string) string {
	switch f {
	case layout.Text, layout.Hex, layout.Braces, layout.URN:
		return fmt.Sprintf("id, err := uuid.Parse(%s) // %s", s, comment)
	case layout.Base64:
		return fmt.Sprintf("b, err := base64.StdEncoding.DecodeString(%s) // then uuid.FromBytes(b)", s)
	}
	if name := f.GoName(); name != "" {
		return fmt.Sprintf("id, err := form.%s.Parse(%s) // %s", name, s, comment)
	}
	return fmt.Sprintf("id, err := uuid.Parse(%s) // %s", s, comment)
}

// mongoLine returns the line for the registry of MongoDB's driver.
func mongoLine(c *column) string {
	if c.verdict.Form.Kind() == layout.KindText {
		return parseLine(c.verdict.Form, "s", "the field is a string")
	}
	if c.verdict.Form == layout.BytesText || c.verdict.Form == layout.BytesHex {
		return "id, err := uuid.Parse(string(b.Data)) // the field is a bson.Binary"
	}
	var options []string
	standard, legacy := false, false
	for _, p := range c.verdict.Forms {
		switch {
		case p.Form == layout.Bytes && p.Subtype != 3:
			standard = true
		case p.Subtype != 3 && p.Form == layout.Mixed:
			return "id := uuid.FromGUIDBytes([16]byte(b.Data)) // the field is a bson.Binary"
		case p.Subtype != 3 && p.Form == layout.Java:
			return "id, err := bsonx.FromBinary[uuid.UUID](bson.Binary{Subtype: 3, Data: b.Data}, bsonx.JavaLegacy) // b is the field"
		case p.Subtype == 3:
			name := map[layout.Form]string{layout.Bytes: "PythonLegacy", layout.Mixed: "CSharpLegacy", layout.Java: "JavaLegacy"}[p.Form]
			if name == "" {
				return ""
			}
			options = append(options, "bsonx."+name)
			legacy = true
		}
	}
	if standard && legacy {
		options = append([]string{"bsonx.Standard"}, options...)
	}
	return "err := bsonx.Register[uuid.UUID](" + strings.Join(append([]string{"reg"}, options...), ", ") + ")"
}
