package matrix

import (
	"fmt"
	"strings"
)

// A Line is a line of the headline: what becomes of google/uuid in one store and library.
type Line struct {
	Name  string
	Tried int
	// Today is without uuidkit, Kit with it. Both have as many as were tried.
	Today, Kit Outcome
	// BecameWrong are of those with uuidkit that are not right and were right without.
	BecameWrong int
	// Cells are the pairs in the order of what was tried: without uuidkit, and with it.
	Cells [][2]Verdict
}

// Plain is the name outside of Markdown.
func (l Line) Plain() string { return strings.ReplaceAll(l.Name, "`", "") }

// An Outcome counts what was tried.
type Outcome struct{ Right, Fails, Wrong int }

// add counts a verdict, and returns it as Native, Fails or Wrong.
func (o *Outcome) add(v Verdict) Verdict {
	switch v {
	case Native, Works:
		o.Right++
		return Native
	case Fails:
		o.Fails++
		return Fails
	}
	o.Wrong++
	return Wrong
}

// Measured is the verdict without the excuse: what is impossible works, fails or is wrong.
func (c *Cell) Measured() Verdict {
	if c.Verdict != Impossible {
		return c.Verdict
	}
	for _, v := range byRank {
		if strings.Contains(c.Note, "Measured: "+string(v)) {
			return v
		}
	}
	panic("not measured: " + c.Note)
}

// became is whether a cell that becomes wrong fails, or is silently wrong.
func (c *Cell) became() Verdict {
	if outcome(c.Note) == anError {
		return Fails
	}
	return Wrong
}

// headlineType is the type that the headline counts.
const headlineType = "google"

// headline are the rows that it has. Each is a store and a library.
var headline = []struct{ name, store, column, library string }{
	{"PostgreSQL, pgx", "PostgreSQL 18", "uuid", "pgx"},
	{"PostgreSQL, database/sql", "PostgreSQL 18", "uuid", "database/sql, pgx"},
	{"MySQL `BINARY(16)`, database/sql", "MySQL 9", "BINARY(16)", "database/sql, go-sql-driver"},
	{"MariaDB `BINARY(16)`, database/sql", "MariaDB", "BINARY(16)", "database/sql, go-sql-driver"},
	{"MariaDB `UUID`, database/sql", "MariaDB", "UUID", "database/sql, go-sql-driver"},
	{"SQLite `BLOB`, database/sql", "SQLite", "BLOB", "database/sql, modernc"},
	{"PostgreSQL, GORM", "PostgreSQL 18", "uuid", "GORM"},
	{"MySQL `BINARY(16)`, GORM", "MySQL 9", "BINARY(16)", "GORM"},
	{"MariaDB `BINARY(16)`, GORM", "MariaDB", "BINARY(16)", "GORM"},
	{"MariaDB `UUID`, GORM", "MariaDB", "UUID", "GORM"},
	{"SQLite `BLOB`, GORM", "SQLite", "BLOB", "GORM"},
	{"MongoDB", "MongoDB 8", "binary 4", "mongo-driver v2"},
}

// Headline are the lines of the statements of [Everyday].
func (r *Report) Headline() (lines []Line) {
	for _, h := range headline {
		lines = append(lines, r.Line(h.name, Everyday, h.store, h.column+statementsOf, h.library))
	}
	return lines
}

// FormatShapes are the values that the second table counts, each once.
var FormatShapes = []string{"T", "*T", "nil *T", "[]T", mapKey, mapValue, nested, "into any"}

// formats are the rows of the second table.
var formats = []struct{ name, store, column, library string }{
	{"JSON", "JSON", "value", "encoding/json"},
	{"JSON v2", "JSON", "value", "encoding/json/v2"},
	{"XML", "XML", "value", "encoding/xml"},
	{"YAML, yaml.v3", "YAML", "value", "yaml.v3"},
	{"YAML, goccy/go-yaml", "YAML", "value", "goccy/go-yaml"},
	{"TOML", "TOML", "value", "BurntSushi/toml"},
	{"CBOR", "CBOR", "tag 37", "fxamacker/cbor"},
	{"MessagePack", "MessagePack", "bin", "vmihailenco/msgpack"},
	{"gob", "gob", "value", "encoding/gob"},
}

// Formats are the lines of the values of [FormatShapes].
func (r *Report) Formats() (lines []Line) {
	for _, f := range formats {
		lines = append(lines, r.Line(f.name, FormatShapes, f.store, f.column, f.library))
	}
	return lines
}

// Line counts google's cells of these shapes in a row.
func (r *Report) Line(name string, shapes []string, store, column, library string) Line {
	type pair struct{ today, kit *Cell }
	found := map[string]pair{}
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Store == store && c.Column == column && c.Library == library && c.Type == headlineType {
			p := found[c.Shape]
			if c.Kit {
				p.kit = c
			} else {
				p.today = c
			}
			found[c.Shape] = p
		}
	}
	l := Line{Name: name}
	for _, shape := range shapes {
		p := found[shape]
		if p.today == nil && p.kit == nil {
			continue // MongoDB has no columns of text, and gob no nil
		}
		if p.today == nil || p.kit == nil {
			panic(fmt.Sprintf("%s: %s is not measured both without uuidkit and with it", name, shape))
		}
		l.Tried++
		today, with := l.Today.add(p.today.Measured()), p.kit.Measured()
		if with == BecomesWrong && today == Native {
			l.BecameWrong++
			l.Kit.add(p.kit.became())
		} else if with == BecomesWrong {
			with = l.Kit.add(p.kit.became())
		} else {
			with = l.Kit.add(with)
		}
		l.Cells = append(l.Cells, [2]Verdict{today, with})
	}
	return l
}

// Table is the Markdown of lines.
func Table(first string, lines []Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | tried | **today**: right | fails loudly | silently wrong | **with uuidkit**: right | fails loudly | silently wrong | became wrong |\n", first)
	b.WriteString("|---|" + strings.Repeat("--:|", 8) + "\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s | %d | **%d** | %d | %d | **%d** | %d | %d | %d |\n", l.Name, l.Tried,
			l.Today.Right, l.Today.Fails, l.Today.Wrong, l.Kit.Right, l.Kit.Fails, l.Kit.Wrong, l.BecameWrong)
	}
	return b.String()
}

// A Color is that of a verdict on a light page and on a dark one.
type Color struct{ Light, Dark string }

// Colors are those of the verdicts, in the pictures and in docs/matrix.html: each has one
// meaning. They are of Okabe and Ito, whom people with any kind of color blindness can follow.
var Colors = map[Verdict]Color{
	Native:       {"#0072b2", "#3a9bdc"},
	Works:        {"#8cc5e8", "#9fd0ee"},
	Fails:        {"#e6b93c", "#d9b64a"},
	Wrong:        {"#c44e00", "#f07030"},
	BecomesWrong: {"#a34f85", "#d68fb9"},
	Impossible:   {"#d5dbe1", "#57606a"},
}
