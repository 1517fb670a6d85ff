package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// sqlitePlan is a plan in the making.
type sqlitePlan struct {
	*Plan
	store  *sqliteStore
	tables []*sqliteTable
	byName map[string]*sqliteTable // in lower case
	native bool
	file   int64 // its size
}

// Plan reads the schema and all values in one read-only transaction.
func (s *sqliteStore) Plan(ctx context.Context, r Request) (plan *Plan, err error) {
	if err := checkRequest(&r); err != nil {
		return nil, err
	}
	bytes, err := bytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	defer func() {
		if isBusy(err) {
			err = s.failed("plan", uncoded(err))
		}
	}()
	if _, err := s.conn.ExecContext(ctx, "PRAGMA query_only = ON"); err != nil {
		return nil, coded(CodeConnection, err)
	}
	defer s.conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = OFF")
	if _, err := s.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return nil, coded(CodeConnection, err)
	}
	defer s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")

	p := &sqlitePlan{Plan: &Plan{To: r.To, Bytes: bytes, Online: r.Online, BadRows: r.BadRows, request: r}, store: s, byName: map[string]*sqliteTable{}, native: r.To == ToNative}
	var version string
	if err := s.conn.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version); err != nil {
		return nil, coded(CodeConnection, err)
	}
	p.Store = "SQLite " + version
	if err := s.conn.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&p.file); err != nil {
		return nil, coded(CodeConnection, err)
	}
	if p.tables, err = s.tables(ctx); err != nil {
		return nil, coded(CodeConnection, err)
	}
	for _, t := range p.tables {
		p.byName[sqltext.Fold(t.name)] = t
	}
	if err := p.choose(r.Columns); err != nil {
		return nil, err
	}
	earlier, err := s.Status(ctx)
	if err != nil {
		return nil, err
	}
	p.latest = latest(earlier)
	if p.Bytes, err = p.now16(earlier); err != nil {
		return nil, err
	}
	start := time.Now()
	for _, t := range p.migrated() {
		if err := p.scan(ctx, t, r.Bytes != ""); err != nil {
			return nil, coded(CodeConnection, err)
		}
	}
	p.Scan = time.Since(start)
	before, err := s.snapshot(ctx)
	if err != nil {
		return nil, coded(CodeConnection, err)
	}
	if err := unless(p.Nothing, func() error { return p.dependents(ctx) })(); err != nil {
		return nil, coded(CodeConnection, err)
	}
	p.steps()
	if r.Online {
		p.refuse("--online", "SQLite has one writer, and run is one transaction", "leave it out, and stop the application")
	}
	p.Refusals = accepted(p.Refusals, r.Accept)
	p.Hash = before.hash(p.Plan)
	// Run reads the rows twice, and writes them and their indexes, which takes longer.
	err = p.trial(5, func(t *Table) (int64, error) {
		sum, err := s.sum(ctx, p.Plan, t.Name, t.Name, p.Bytes, trialRows, newMeter(io.Discard, "", 0))
		if err != nil {
			return 0, err
		}
		return sum.lines, nil
	})
	if err != nil {
		return nil, coded(CodeConnection, err)
	}
	return p.Plan, nil
}

// choose resolves the named columns and adds those that foreign keys connect.
func (p *sqlitePlan) choose(names []string) error {
	var keys []foreignKey
	for _, t := range p.tables {
		keys = append(keys, t.keys...)
	}
	var chosen []columnName
	for _, n := range names {
		table, column, ok := cutLast(n)
		t := p.byName[sqltext.Fold(table)]
		if !ok || t == nil || t.column(column) == nil {
			return errorf(CodeUsage, "migrate: there is no column %q: name TABLE.COLUMN", n)
		}
		chosen = append(chosen, columnName{t.name, t.column(column).name})
	}
	for _, c := range connected(chosen, keys, sqltext.Fold) {
		t := p.byName[sqltext.Fold(c.table)]
		if t == nil || t.column(c.column) == nil {
			p.refuse(c.table+"."+c.column, "a foreign key refers to it, and it does not exist", "drop the foreign key")
			continue
		}
		col := t.column(c.column)
		m := Column{Table: t.name, Name: col.name, OldType: col.typ, NewType: col.typ}
		upper := strings.ToUpper(col.typ)
		text := strings.Contains(upper, "CHAR") || strings.Contains(upper, "CLOB") || strings.Contains(upper, "TEXT")
		switch blob := strings.Contains(upper, "BLOB"); {
		case col.typ == "":
		case p.native && !blob:
			m.NewType = "BLOB"
		case !p.native && !text:
			m.NewType = "TEXT"
		}
		if !slices.ContainsFunc(p.Columns, func(o Column) bool { return o.Table == m.Table && o.Name == m.Name }) {
			p.Columns = append(p.Columns, m)
		}
	}
	return nil
}

func (p *sqlitePlan) refuse(object, reason, manual string) {
	p.Refusals = append(p.Refusals, Refusal{Object: object, Reason: reason, Manual: manual})
}

// migrated returns the tables that have columns to migrate, in the catalog's order.
func (p *sqlitePlan) migrated() (list []*sqliteTable) {
	for _, t := range p.tables {
		if p.columnsOf(t.name) != nil {
			list = append(list, t)
		}
	}
	return list
}

// columnsOf returns the columns of a table that are migrated.
func (p *sqlitePlan) columnsOf(table string) (list []*Column) {
	for i := range p.Columns {
		if p.Columns[i].Table == table {
			list = append(list, &p.Columns[i])
		}
	}
	return list
}

// to is the form of the new values.
func (p *sqlitePlan) to() layout.Form {
	if p.native {
		return layout.Bytes
	}
	return layout.Text
}

// scan reads all values of a table's columns.
func (p *sqlitePlan) scan(ctx context.Context, t *sqliteTable, named bool) error {
	columns := p.columnsOf(t.name)
	var list []string
	readers := make([]*reader, len(columns))
	for i, c := range columns {
		list = append(list, "+"+quoteID(c.Name))
		readers[i] = newReader(p.Bytes)
		readers[i].moves, readers[i].known = p.BadRows != "", p.inOrder
	}
	keys := t.primary()
	if len(keys) == 0 {
		keys = []string{t.rowid}
	}
	for _, k := range keys {
		list = append(list, "+"+quoteID(k))
	}
	values := make([]any, len(list))
	into := make([]any, len(list))
	for i := range values {
		into[i] = &values[i]
	}
	key := func() string {
		var parts []string
		for i, k := range keys {
			parts = append(parts, k+"="+quote(values[len(columns)+i]))
		}
		return strings.Join(parts, ", ")
	}
	var n, bad int64
	err := each(ctx, p.store.conn, func(r *sql.Rows) error {
		n++
		err := r.Scan(into...)
		if err == nil && readRow(readers, func(i int) any { return values[i] }, key) {
			bad++
		}
		return err
	}, "SELECT "+strings.Join(list, ", ")+" FROM "+quoteID(t.name))
	if err != nil {
		return err
	}
	p.Tables = append(p.Tables, Table{Name: t.name, Rows: n})
	for i, c := range columns {
		r := readers[i]
		c.Nulls, c.Forms, c.Spelling = r.nulls, r.forms, r.spelling()
		p.Refusals = append(p.Refusals, r.refusals(t.name+"."+c.Name, named)...)
		if r.bad > 0 && !r.moves {
			continue
		}
		if err := p.collisions(ctx, t, c); err != nil {
			return err
		}
	}
	p.setAside(t.name, bad, readers)
	return nil
}

// collisions looks for two spellings of one UUID in a unique key.
func (p *sqlitePlan) collisions(ctx context.Context, t *sqliteTable, c *Column) error {
	if c.Spelling == 0 {
		return nil
	}
	for _, i := range t.indexes {
		if !i.unique || !slices.Contains(i.columns, c.Name) || slices.Contains(i.columns, "") {
			continue
		}
		var group []string
		var present []string
		for _, name := range i.columns {
			expr := quoteID(name)
			for _, m := range p.columnsOf(t.name) {
				if m.Name == name {
					expr = sqliteConvert(quoteID(name), m.Forms, layout.Bytes)
				}
			}
			group = append(group, expr)
			present = append(present, quoteID(name)+" IS NOT NULL")
		}
		if p.BadRows != "" {
			present = append(present, p.good(t.name, ""))
		}
		shown := sqliteConvert(quoteID(c.Name), c.Forms, layout.Text)
		query := fmt.Sprintf("SELECT %s, count(*) FROM %s WHERE %s GROUP BY %s HAVING count(*) > 1",
			shown, quoteID(t.name), strings.Join(present, " AND "), strings.Join(group, ", "))
		if err := refuseCollisions(ctx, p.Plan, p.store.conn, t.name+"."+c.Name, i.name, query); err != nil {
			return err
		}
	}
	return nil
}

// dependents refuses what depends on the form of a column, or may.
func (p *sqlitePlan) dependents(ctx context.Context) error {
	if _, err := p.store.brokenKeys(ctx); err != nil {
		p.refuse("foreign keys", "PRAGMA foreign_key_check, by which run compares them, fails: "+err.Error(), "mend or drop that key, of whatever table")
	}
	if err := p.movable(ctx); err != nil {
		return err
	}
	for _, t := range p.migrated() {
		if old := p.byName[sqltext.Fold("uuidkit_old_"+t.name)]; old != nil {
			p.refuse("table "+old.name, "run needs its name", "rename or drop it")
		}
		columns := p.columnsOf(t.name)
		defs, err := definitions(t.sql)
		if err != nil {
			p.refuse("table "+t.name, "its CREATE TABLE is not understood: "+err.Error(), "make the table again by hand")
			continue
		}
		if t.hasID && t.rowid == "" {
			p.refuse("table "+t.name, "columns hide all names of its rowid, which would change", "rename one of the columns rowid, _rowid_ and oid")
		}
		for _, c := range columns {
			p.ownDefinition(t, c, defs)
		}
		for _, i := range t.indexes {
			used := sqltext.Expressions(sqltext.Tokens(i.sql))
			for _, c := range columns {
				if sqltext.Mentions(used, c.Name) {
					p.refuse("index "+i.name, "it has an expression with column "+c.Name, "drop it, migrate, and create it again; it is: "+i.sql)
				}
			}
		}
	}
	// Views and triggers: SQLite cannot say which columns they use, or how.
	return each(ctx, p.store.conn, func(r *sql.Rows) error {
		var kind, name, on, text string
		if err := r.Scan(&kind, &name, &on, &text); err != nil {
			return err
		}
		words := sqltext.Tokens(text)
		for _, t := range p.migrated() {
			uses := on == t.name && kind == "trigger" || slices.ContainsFunc(words, func(w sqltext.Token) bool {
				return sqltext.Fold(strings.Trim(w.Text, `'`)) == sqltext.Fold(t.name)
			})
			if uses && (kind != "table" || len(words) > 1 && words[1].Is("VIRTUAL")) {
				if kind == "table" {
					kind = "virtual table"
				}
				p.refuse(kind+" "+name, "it uses table "+t.name+", and may depend on the form of its ids",
					"drop it, migrate, and create it again; it is: "+text)
				break
			}
		}
		return nil
	}, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger', 'table') AND sql IS NOT NULL ORDER BY name")
}

// ownDefinition refuses what CREATE TABLE itself says about the column.
func (p *sqlitePlan) ownDefinition(t *sqliteTable, c *Column, defs []definition) {
	object := t.name + "." + c.Name
	for _, d := range defs {
		own := sqltext.Fold(d.name) == sqltext.Fold(c.Name)
		for i, w := range d.rest {
			switch {
			case w.Is("CHECK", "AS"):
				if in, _ := sqltext.Parenthesized(d.rest[i:]); sqltext.Mentions(in, c.Name) {
					p.refuse(object, "a CHECK or generated column uses it", "make the table again without that, migrate, and put it back")
				}
			case own && w.Is("DEFAULT") && (i+1 == len(d.rest) || !d.rest[i+1].Is("NULL")):
				p.refuse(object, "it has a default, which would have the old form", "make the table again without the default, migrate, and give it one of the new form")
			}
		}
	}
	if upper := strings.ToUpper(c.OldType); c.OldType != c.NewType && p.back(c, p.to()) == layout.Hex && !slices.ContainsFunc([]string{"CHAR", "CLOB", "TEXT", "BLOB"}, func(s string) bool { return strings.Contains(upper, s) }) {
		p.Refusals = append(p.Refusals, Refusal{Object: object, Accept: true,
			Reason: "its type " + c.OldType + " makes a number of a text like 12345678901234567890123456789012: undo would fail if an id has no letters",
			Manual: "make the table again with type TEXT first, or do without undo"})
	}
	for n, col := range t.columns {
		if col.name == c.Name && col.pk == 1 && t.numbered() {
			p.refuse(object, fmt.Sprintf("column %d is the rowid, a number", n+1), "name another column")
		}
	}
}

// steps writes the statements of run and undo.
func (p *sqlitePlan) steps() {
	const locks = "BEGIN IMMEDIATE: other writers wait until the end, and fail after their busy_timeout; readers in WAL mode read the old data"
	for i := range p.Aside {
		a := &p.Aside[i]
		out, back := p.byName[sqltext.Fold(a.Table)].move(a, p.good(a.Table, ""))
		out.Locks, back.Locks = locks, locks
		p.Steps, p.Undo = append(p.Steps, out), append(p.Undo, back)
		p.Changes = append(p.Changes, Change{Object: "table " + a.Into + " of " + a.Into, New: a.Create})
	}
	moved := len(p.Undo)
	for _, t := range p.migrated() {
		types, oldTypes := map[string]string{}, map[string]string{}
		forward, back := map[string]string{}, map[string]string{}
		for _, c := range p.columnsOf(t.name) {
			if c.NewType != c.OldType {
				types[sqltext.Fold(c.Name)] = c.NewType
				oldTypes[sqltext.Fold(c.Name)] = c.OldType
			}
			forward[c.Name] = sqliteConvert(quoteID(c.Name), c.Forms, p.to())
			back[c.Name] = sqliteConvert(quoteID(c.Name), Forms{p.to(): 1}, p.back(c, p.to()))
			if c.Spelling > 0 {
				p.Notes = append(p.Notes, fmt.Sprintf("%s.%s: %d values are not in lower case in the form %s; undo would write them so", t.name, c.Name, c.Spelling, mostly(c.Forms)))
			}
		}
		ddl, err := retype(t.sql, types)
		if err != nil {
			continue // refused already
		}
		if ddl != t.sql {
			p.Changes = append(p.Changes, Change{Object: "table " + t.name + " of " + t.name, Old: t.sql, New: ddl})
		}
		var n int64
		for _, o := range p.Tables {
			if o.Name == t.name {
				n = o.Rows
			}
		}
		if a := p.aside(t.name); a != nil {
			n -= a.Rows
		}
		p.Steps = append(p.Steps, t.rebuild(ddl, forward, n))
		p.Undo = append(p.Undo, t.rebuild(t.sql, back, n))
		p.Steps[len(p.Steps)-1].Locks = locks
		p.Undo[len(p.Undo)-1].Locks = locks
	}
	p.Undo = append(p.Undo[moved:], p.Undo[:moved]...) // first the old tables, then their rows
	p.Notes = append(p.Notes,
		"run and undo are one transaction each: killed, or without disk space, they leave the file as it was",
		fmt.Sprintf("the file of %.1f MB", float64(p.file)/1e6)+" grows by the size of the new tables, and so does its journal; VACUUM gives the space back, and needs the file's size once more; it may change the rowids of tables without INTEGER PRIMARY KEY",
		"stop the application, and start it with the new form afterwards: a query by the old form finds no row and reports no error",
		"copy the file first: sqlite3 FILE \"VACUUM INTO 'backup.db'\"")
}

// rebuild makes the table again with another CREATE TABLE, and its indexes with the same.
func (t *sqliteTable) rebuild(ddl string, convert map[string]string, rows int64) Step {
	old := "uuidkit_old_" + t.name
	var into, from []string
	if t.rowid != "" {
		into, from = append(into, t.rowid), append(from, t.rowid)
	}
	for _, c := range t.columns {
		expr, ok := convert[c.name]
		if !ok {
			expr = quoteID(c.name)
		}
		into, from = append(into, quoteID(c.name)), append(from, expr)
	}
	insert := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", quoteID(t.name), strings.Join(into, ", "), strings.Join(from, ", "), quoteID(old))
	step := Step{Does: "rebuild " + t.name, Rows: rows}
	if t.rowid != "" {
		step.Batch, step.Key = old, t.rowid
		insert += fmt.Sprintf(" WHERE %[1]s BETWEEN ?1 AND ?2 ORDER BY %[1]s", t.rowid)
	} else {
		insert += " ORDER BY " + quoteIDs(t.primary())
	}
	step.SQL = []string{
		fmt.Sprintf("ALTER TABLE %s RENAME TO %s", quoteID(t.name), quoteID(old)),
		ddl,
		insert,
	}
	if slices.ContainsFunc(sqltext.Tokens(t.sql), func(w sqltext.Token) bool { return w.Is("AUTOINCREMENT") }) {
		step.SQL = append(step.SQL,
			fmt.Sprintf("DELETE FROM sqlite_sequence WHERE name = %s AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = %s)", quoteText(t.name), quoteText(old)),
			fmt.Sprintf("UPDATE sqlite_sequence SET name = %s WHERE name = %s", quoteText(t.name), quoteText(old)))
	}
	step.SQL = append(step.SQL, "DROP TABLE "+quoteID(old))
	for _, i := range t.indexes {
		if i.sql != "" {
			step.SQL = append(step.SQL, i.sql)
		}
	}
	return step
}
