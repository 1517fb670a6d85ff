package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// planner is a plan in the making.
type planner struct {
	facts
	store  *store
	tables []*sqliteTable
	byName map[string]*sqliteTable // in lower case
	file   int64                   // its size
}

// Plan reads the schema and all values in one read-only transaction.
func (s *store) Plan(ctx context.Context, r migrate.Request) (plan *migrate.Plan, err error) {
	if err := migrate.CheckRequest(&r); err != nil {
		return nil, err
	}
	bytes, err := migrate.BytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	defer func() {
		if isBusy(err) {
			err = s.failed("plan", migrate.Uncoded(err))
		}
	}()
	defer s.exec(context.WithoutCancel(ctx), "PRAGMA query_only = OFF")
	defer s.exec(context.WithoutCancel(ctx), "ROLLBACK")
	if err := s.exec(ctx, "PRAGMA query_only = ON", "BEGIN"); err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	p := &planner{store: s, byName: map[string]*sqliteTable{}}
	p.Plan = &migrate.Plan{Format: migrate.PlanFormat, To: r.To, Bytes: bytes, BadRows: r.BadRows, Accepted: r.Accept, Request: r, Created: map[string]string{}}
	for _, do := range []func() error{
		func() error { return p.catalog(ctx) },
		func() error { return p.choose(ctx, r.Columns) },
		func() error { return p.read(ctx) },
		migrate.Unless(p.Nothing, func() error { return p.dependents(ctx) }),
		func() error { return p.describe(ctx) },
	} {
		if err := do(); err != nil {
			return nil, migrate.Coded(migrate.CodeConnection, err)
		}
	}
	return p.Plan, nil
}

// catalog reads the file's size and its tables.
func (p *planner) catalog(ctx context.Context) (err error) {
	err = p.store.conn.QueryRowContext(ctx, "SELECT 'SQLite ' || sqlite_version(), page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&p.Store, &p.file)
	if err == nil {
		p.tables, err = p.store.tables(ctx)
	}
	for _, t := range p.tables {
		p.byName[sqltext.Fold(t.name)] = t
	}
	return err
}

// read reads all values.
func (p *planner) read(ctx context.Context) error {
	earlier, err := p.store.Status(ctx)
	if err != nil {
		return err
	}
	p.Follows = migrate.Latest(earlier)
	if p.Bytes, err = p.Now16(earlier); err != nil {
		return err
	}
	start := time.Now()
	for _, t := range p.migrated() {
		if err := p.scan(ctx, t); err != nil {
			return err
		}
	}
	p.Scan = time.Since(start)
	return nil
}

// choose resolves the named columns and adds those that foreign keys connect.
func (p *planner) choose(ctx context.Context, names []string) error {
	var keys []sqlkit.ForeignKey
	for _, t := range p.tables {
		keys = append(keys, t.keys...)
	}
	var chosen []sqlkit.ColumnName
	for _, n := range names {
		table, column, ok := sqlkit.CutLast(n)
		t := p.byName[sqltext.Fold(table)]
		if ok && t == nil && p.store.virtual(ctx, table) {
			return migrate.Errorf(migrate.CodeRefused, "migrate: %q is a virtual table, whose module keeps the values: name the tables from which you fill it, drop it, migrate, create it again and fill it", table)
		}
		if !ok || t == nil || t.column(column) == nil {
			return migrate.Errorf(migrate.CodeUsage, "migrate: there is no column %q: name TABLE.COLUMN", n)
		}
		chosen = append(chosen, sqlkit.ColumnName{Table: t.name, Column: t.column(column).name})
	}
	for _, c := range sqlkit.Connected(chosen, keys, sqltext.Fold) {
		t := p.byName[sqltext.Fold(c.Table)]
		if t == nil || t.column(c.Column) == nil {
			p.refuse(migrate.KindForeignKey, c.Table+"."+c.Column, "a foreign key refers to it, and it does not exist", "drop the foreign key")
			continue
		}
		col := t.column(c.Column)
		m := migrate.Column{Table: t.name, Name: col.name, OldType: col.typ, NewType: col.typ}
		upper := strings.ToUpper(col.typ)
		text := strings.Contains(upper, "CHAR") || strings.Contains(upper, "CLOB") || strings.Contains(upper, "TEXT")
		switch blob := strings.Contains(upper, "BLOB"); {
		case col.typ == "":
		case p.To == migrate.ToNative && !blob:
			m.NewType = "BLOB"
		case p.To == migrate.ToText && !text:
			m.NewType = "TEXT"
		}
		if !slices.ContainsFunc(p.Columns, func(o migrate.Column) bool { return o.Table == m.Table && o.Name == m.Name }) {
			p.Columns = append(p.Columns, m)
		}
	}
	return nil
}

func (p *planner) refuse(kind migrate.Kind, object, reason, manual string) {
	p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kind, Object: object, Reason: reason, Manual: manual})
}

// migrated returns the tables that have columns to migrate, in the catalog's order.
func (p *planner) migrated() (list []*sqliteTable) {
	for _, t := range p.tables {
		if p.ColumnsOf(t.name) != nil {
			list = append(list, t)
		}
	}
	return list
}

// scan reads all values of a table's columns.
func (p *planner) scan(ctx context.Context, t *sqliteTable) error {
	columns, key := p.ColumnsOf(t.name), t.key()
	var list []string // unary plus: the driver would parse a text of a column that is declared a time
	for _, c := range columns {
		list = append(list, "+"+sqlkit.QuoteID(c.Name))
	}
	for _, k := range key {
		list = append(list, "+"+sqlkit.QuoteID(k))
	}
	read, err := sqlkit.ReadColumns(ctx, p.store.conn, p.Plan, columns, key, sqlkit.AsRead, list, sqlkit.QuoteID(t.name))
	if err != nil {
		return err
	}
	p.Tables = append(p.Tables, migrate.Table{Name: t.name, Rows: read.Rows})
	for i, c := range columns {
		if r := read.Readers[i]; r.Bad > 0 && !r.Moves {
			continue
		}
		if err := p.collisions(ctx, t, c); err != nil {
			return err
		}
	}
	p.SetAside(t.name, read.Bad, read.Readers)
	return nil
}

// collisions looks for two spellings of one UUID in a unique key.
func (p *planner) collisions(ctx context.Context, t *sqliteTable, c *migrate.Column) error {
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
			expr := sqlkit.QuoteID(name)
			for _, m := range p.ColumnsOf(t.name) {
				if m.Name == name {
					expr = convert(sqlkit.QuoteID(name), m.Forms, layout.Bytes)
				}
			}
			group = append(group, expr)
			present = append(present, sqlkit.QuoteID(name)+" IS NOT NULL")
		}
		if p.BadRows != "" {
			present = append(present, p.good(t.name, ""))
		}
		if _, where := sqltext.Parenthesized(sqltext.Tokens(sqltext.SQLite, i.sql)); len(where) > 0 { // a partial index
			present = append(present, "("+i.sql[where[0].End:]+"\n)") // after a comment
		}
		shown := convert(sqlkit.QuoteID(c.Name), c.Forms, layout.Text)
		query := fmt.Sprintf("SELECT %s, count(*) FROM %s WHERE %s GROUP BY %s HAVING count(*) > 1",
			shown, sqlkit.QuoteID(t.name), strings.Join(present, " AND "), strings.Join(group, ", "))
		if err := sqlkit.RefuseCollisions(ctx, p.Plan, p.store.conn, t.name+"."+c.Name, i.name, query); err != nil {
			return err
		}
	}
	return nil
}

// dependents refuses what depends on the form of a column, or may.
func (p *planner) dependents(ctx context.Context) error {
	if _, err := p.store.brokenKeys(ctx); err != nil {
		p.refuse(migrate.KindForeignKey, "foreign keys", "PRAGMA foreign_key_check, by which run compares them, fails: "+err.Error(), "fix or drop that foreign key, even if its table is not in the plan")
	}
	if err := p.movable(ctx); err != nil {
		return err
	}
	for _, t := range p.migrated() {
		if old := p.byName[sqltext.Fold(oldName(t.name))]; old != nil {
			p.refuse(migrate.KindName, "table "+old.name, "run needs its name", "rename or drop it")
		}
		columns := p.ColumnsOf(t.name)
		defs, err := definitions(t.sql)
		if err != nil {
			return migrate.Errorf(migrate.CodeRefused, "migrate: the CREATE TABLE of %s is not understood: %w", t.name, err) // a bug in definitions: TestRetype
		}
		if t.hasID && t.rowid == "" {
			p.refuse(migrate.KindTable, "table "+t.name, "columns hide all names of its rowid, which would change", "rename one of the columns rowid, _rowid_ and oid")
		}
		for _, c := range columns {
			p.ownDefinition(t, c, defs)
		}
		for _, i := range t.indexes {
			used := sqltext.Expressions(sqltext.Tokens(sqltext.SQLite, i.sql))
			for _, c := range columns {
				if sqltext.Mentions(used, c.Name) {
					p.refuse(migrate.KindIndex, "index "+i.name, "it has an expression with column "+c.Name, "drop it, migrate, and create it again; it is: "+i.sql)
				}
			}
		}
	}
	users, err := p.users(ctx, p.store)
	for _, u := range users {
		if u.kind == migrate.KindTable {
			p.refuse(u.kind, u.object, u.reason, "keep a copy of what it alone has, drop it, migrate, create it again, and fill it, with FTS5's 'rebuild' if it has a content table; it is: "+u.sql)
			continue
		}
		p.refuse(u.kind, u.object, u.reason, "drop it, migrate, and create it again; it is: "+u.sql)
	}
	return err
}

// A user is a view, a trigger or a virtual table that may use a column.
type user struct {
	kind                migrate.Kind
	object, reason, sql string
}

// users returns them all: SQLite cannot say which columns they use.
func (p facts) users(ctx context.Context, s *store) (list []user, err error) {
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var kind, name, on, text string
		if err := r.Scan(&kind, &name, &on, &text); err != nil {
			return err
		}
		words := sqltext.Tokens(sqltext.SQLite, text)
		for i, w := range words { // where a name is expected, SQLite takes a literal for one
			if inside := strings.TrimPrefix(w.Text, `'`); !w.Quoted && inside != w.Text {
				words[i].Text, words[i].Quoted = strings.ReplaceAll(strings.TrimSuffix(inside, `'`), `''`, `'`), true
			}
		}
		virtual := kind == "table" && len(words) > 1 && words[1].Is("VIRTUAL")
		if kind == "table" && !virtual {
			return nil
		}
		for _, t := range p.Tables {
			uses := kind == "trigger" && sqltext.Fold(on) == sqltext.Fold(t.Name) || slices.ContainsFunc(words, func(w sqltext.Token) bool { return w.Names(t.Name) })
			column := slices.ContainsFunc(p.ColumnsOf(t.Name), func(c *migrate.Column) bool { return sqltext.MayUse(words, c.Name) })
			switch {
			case virtual && p.BadRows == "" && len(words) > 5 && words[5].Is("FTS5") && !slices.ContainsFunc(p.ColumnsOf(t.Name), func(c *migrate.Column) bool { return sqltext.Mentions(words, c.Name) }):
				// It has the columns that it names, and finds their rows by the rowid, which stays.
			case uses && virtual:
				list = append(list, user{migrate.KindTable, "virtual table " + name, "it uses table " + t.Name + ", and may depend on the form of its ids", text})
				return nil
			case uses && column:
				list = append(list, user{migrate.Kind(kind), kind + " " + name, "it uses table " + t.Name + ", and names a column that is converted, or all columns", text})
				return nil
			}
		}
		return nil
	}, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger', 'table') AND sql IS NOT NULL ORDER BY name")
	return list, err
}

// ownDefinition refuses what CREATE TABLE itself says about the column.
func (p *planner) ownDefinition(t *sqliteTable, c *migrate.Column, defs []definition) {
	object := t.name + "." + c.Name
	for _, d := range defs {
		for i, w := range d.rest {
			if !w.Is("CHECK", "AS") {
				continue
			}
			uses := migrate.KindCheck
			if w.Is("AS") {
				uses = migrate.KindGenerated
			}
			if in, _ := sqltext.Parenthesized(d.rest[i:]); sqltext.Mentions(in, c.Name) {
				p.refuse(uses, object, "a CHECK or generated column uses it", "make the table again without that, migrate, and put it back")
			}
		}
	}
	if upper := strings.ToUpper(c.OldType); c.OldType != c.NewType && p.Back(c, p.to()) == layout.Hex && !slices.ContainsFunc([]string{"CHAR", "CLOB", "TEXT", "BLOB"}, func(s string) bool { return strings.Contains(upper, s) }) {
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindColumn, Object: object, Accept: true,
			Reason: "its type " + c.OldType + " makes a number of a text like 12345678901234567890123456789012: undo would fail if an id has no letters",
			Manual: "make the table again with type TEXT first, or do without undo"})
	}
	for n, col := range t.columns {
		if col.name == c.Name && col.value != "" && !strings.EqualFold(col.value, "NULL") {
			p.refuse(migrate.KindDefault, object, "it has a default, which would have the old form", "make the table again without the default, migrate, and give it one of the new form")
		}
		if col.name == c.Name && col.pk == 1 && t.numbered() {
			p.refuse(migrate.KindColumn, object, fmt.Sprintf("column %d is the rowid, a number", n+1), "name another column")
		}
	}
}

// describe notes what run changes and undo must know, what a reader sees of both, and the hash.
func (p *planner) describe(ctx context.Context) error {
	before, err := p.store.snapshot(ctx)
	if err != nil {
		return err
	}
	for i := range p.Aside {
		a := &p.Aside[i]
		a.Create = p.byName[sqltext.Fold(a.Table)].copyWithout(a.Into)
		p.Changes = append(p.Changes, migrate.Change{Object: "table " + a.Into + " of " + a.Into, New: a.Create})
	}
	c := &conversion{facts: p.facts, store: p.store}
	for _, t := range p.migrated() {
		ddl, err := p.retyped(t)
		if err != nil {
			return err
		}
		c.tables = append(c.tables, t)
		p.Created[t.object()] = t.sql
		for _, i := range t.indexes {
			p.Created["index "+i.name] = i.sql
		}
		for _, g := range t.triggers {
			p.Created["trigger "+g.name] = g.sql
		}
		if ddl != t.sql {
			p.Changes = append(p.Changes, migrate.Change{Object: t.object(), Old: t.sql, New: ddl})
		}
		for _, c := range p.ColumnsOf(t.name) {
			if c.Spelling > 0 {
				p.Notes = append(p.Notes, fmt.Sprintf("%s.%s: %d values are in another form than %s, or in upper case; undo would write them in this form and in lower case", t.name, c.Name, c.Spelling, migrate.Mostly(c.Forms)))
			}
		}
	}
	p.Steps = c.work().Steps()
	c.undo = true
	p.Undo = c.work().Steps()
	p.Notes = append(p.Notes,
		"run and undo are one transaction each: killed, or without disk space, they leave the file as it was",
		fmt.Sprintf("the file of %.1f MB", float64(p.file)/1e6)+" grows by the size of the new tables, and so does its journal; VACUUM gives the space back, and needs the file's size once more; it may change the rowids of tables without INTEGER PRIMARY KEY",
		"stop the application, and start it with the new form afterwards: a query by the old form finds no row and reports no error",
		"copy the file first: sqlite3 FILE \"VACUUM INTO 'backup.db'\"")
	if p.Request.Online {
		p.refuse(migrate.KindOnline, "--online", "SQLite has one writer, and run is one transaction", "leave it out, and stop the application")
	}
	p.Refusals = migrate.DropAccepted(p.Refusals, p.Request.Accept)
	p.Hash = before.Hash(p.Plan)
	return nil
}
