package mysql

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
)

// planner is a plan in the making.
type planner struct {
	*migrate.Plan
	store    *store
	tables   []*mysqlTable // those of Plan.Tables
	keys     []sqlkit.ForeignKey
	previous *migrate.Plan // or nil: see seen
}

// Plan reads the schema and all values. It takes no lock that a writer waits for.
func (s *store) Plan(ctx context.Context, r migrate.Request) (*migrate.Plan, error) {
	return s.plan(ctx, r, nil)
}

// plan is Plan. Of values that have the forms of the previous plan, it reads no more than that.
func (s *store) plan(ctx context.Context, r migrate.Request, previous *migrate.Plan) (plan *migrate.Plan, err error) {
	var more []string
	if s.maria {
		more = []string{migrate.ToUUID}
	}
	if err := migrate.CheckRequest(&r, more...); err != nil {
		return nil, err
	}
	defer func() {
		if isLocked(err) || isLimited(err) {
			err = s.failed("plan", migrate.Uncoded(err))
		}
	}()
	bytes, err := migrate.BytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	p := &planner{Plan: &migrate.Plan{Format: migrate.PlanFormat, Named: r.Columns, Store: s.about, To: r.To, Bytes: bytes, Online: r.Online, BadRows: r.BadRows, Accepted: r.Accept, Created: map[string]string{}, Expected: map[string]string{}, Request: r}, store: s, previous: previous}
	earlier, err := s.Status(ctx)
	if err != nil {
		return nil, err
	}
	around, err := s.topology(ctx)
	if err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	if unfinished := interrupted(earlier, r, bytes); unfinished != nil {
		return s.goesOn(ctx, unfinished, around)
	}
	p.Refusals = migrate.DropAccepted(around.refusals, r.Accept)
	for _, do := range []func() error{
		func() error { return p.choose(ctx, r.Columns) },
		func() (err error) {
			p.Bytes, err = p.Now16(earlier)
			return err
		},
		func() error { return p.read(ctx) },
		func() error { return p.movable(ctx) },
		func() error { return p.storable(ctx) },
		migrate.Unless(p.Nothing, func() error { return p.dependents(ctx) }),
		migrate.Unless(p.Nothing, func() error { return p.privileges(ctx) }),
		migrate.Unless(func() bool { return !r.Online || p.Nothing() }, func() error { return p.refuseOnline(ctx) }),
		func() error { return p.describe(ctx, around) },
	} {
		if err := do(); err != nil {
			return nil, migrate.Coded(migrate.CodeConnection, err)
		}
	}
	return p.Plan, nil
}

// describe notes what run changes, what a reader sees of run and undo, and the hash.
func (p *planner) describe(ctx context.Context, around topology) error {
	p.define()
	p.show()
	p.size()
	p.notes()
	p.Notes = append(p.Notes, around.notes...)
	if err := p.histograms(ctx); err != nil {
		return err
	}
	before, err := p.store.snapshot(ctx, p.Plan)
	if err != nil {
		return err
	}
	p.Refusals = migrate.DropAccepted(p.Refusals, p.Request.Accept)
	p.Hash = before.Hash(p.Plan)
	return nil
}

// goesOn returns the plan of a run that was interrupted.
func (s *store) goesOn(ctx context.Context, p *migrate.Plan, around topology) (*migrate.Plan, error) {
	if !p.NoFormat() {
		c, err := s.conversion(ctx, p, false, true)
		if err != nil {
			return nil, err
		}
		c.show()
	}
	p.Refusals = append(p.Refusals, migrate.DropAccepted(around.refusals, p.Accepted)...)
	return p, nil
}

// choose resolves the named columns, adds those that foreign keys connect, and then all
// tables whose foreign keys refer to such a table: they would go on to refer to the old one.
func (p *planner) choose(ctx context.Context, names []string) (err error) {
	if p.keys, err = p.store.foreignKeys(ctx); err != nil {
		return err
	}
	chosen, err := p.named(ctx, names)
	if err != nil {
		return err
	}
	connected := sqlkit.Connected(chosen, p.keys, strings.ToLower)
	var tables []string
	add := func(name string) {
		if !slices.Contains(tables, name) {
			tables = append(tables, name)
		}
	}
	for _, c := range connected {
		add(c.Table)
	}
	for i := 0; i < len(tables); i++ {
		for _, k := range p.keys {
			if k.ToTable == tables[i] {
				add(k.Table)
			}
		}
	}
	for _, name := range tables {
		if err := p.addTable(ctx, name); err != nil {
			return err
		}
	}
	for _, c := range connected {
		if err := p.addColumn(p.tables[slices.Index(tables, c.Table)], c); err != nil {
			return err
		}
	}
	return p.readActions(ctx)
}

// named finds the tables of the named columns.
func (p *planner) named(ctx context.Context, names []string) (chosen []sqlkit.ColumnName, err error) {
	for _, n := range names {
		table, column, _ := sqlkit.CutLast(n)
		var name, kind string
		err := p.store.each(ctx, func(r *sql.Rows) error { return r.Scan(&name, &kind) },
			"SELECT table_name, LOWER(table_type) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?", table)
		if err != nil {
			return nil, err
		} else if name == "" {
			return nil, migrate.Errorf(migrate.CodeUsage, "migrate: there is no table %q: name TABLE.COLUMN", table)
		}
		if kind != "base table" && kind != "system versioned" { // the latter has its refusal
			return nil, migrate.Errorf(migrate.CodeUsage, "migrate: %q is no table but a %s: name the columns of tables", table, kind)
		}
		chosen = append(chosen, sqlkit.ColumnName{Table: name, Column: column})
	}
	return chosen, nil
}

// addTable reads a table of the plan.
func (p *planner) addTable(ctx context.Context, name string) error {
	if name, is := isQualified(name); is {
		return migrate.Errorf(migrate.CodeRefused, "migrate: a foreign key connects the columns with table %s of another database: drop it, migrate, and add it again", name)
	}
	t, err := p.store.table(ctx, name)
	if err != nil {
		return err
	}
	table := migrate.Table{Name: name}
	err = p.store.each(ctx, func(r *sql.Rows) error {
		return r.Scan(&table.Bytes, &t.versioned, &t.engine, &t.partitioned, &t.comment)
	}, `SELECT COALESCE(data_length + index_length, 0), table_type = 'SYSTEM VERSIONED', COALESCE(engine, ''), COALESCE(create_options, '') LIKE '%partitioned%', COALESCE(table_comment, '')
FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?`, name)
	p.tables, p.Tables = append(p.tables, t), append(p.Tables, table)
	p.Created[name] = t.create
	return err
}

// addColumn adds a column to the plan, or its refusal.
func (p *planner) addColumn(t *mysqlTable, c sqlkit.ColumnName) error {
	col := t.column(c.Column)
	if col == nil {
		return migrate.Errorf(migrate.CodeUsage, "migrate: table %s has no column %q", c.Table, c.Column)
	}
	object := c.Table + "." + col.name
	shortest := 32
	if col.binary() {
		shortest = 16
	}
	switch _, _, known := col.taken(); {
	case !known:
		p.refuse(col.kind(), object, "its definition is not one that is converted: "+col.line,
			"only char, varchar, text, binary, varbinary, blob and MariaDB's uuid are, with a default that is a UUID or makes one by uuid(): take another one away, or convert the column by hand")
	case col.charset == "ucs2" || strings.HasPrefix(col.charset, "utf16") || col.charset == "utf32":
		p.refuse(migrate.KindColumn, object, "its characters are "+col.charset+", which the expressions of a migration do not read", "change its character set to ascii first")
	case width(col.full) < shortest:
		p.refuse(migrate.KindColumn, object, "its type "+col.full+" is too short for a UUID", "drop the column, or give it the type by hand")
	default:
		p.Columns = append(p.Columns, migrate.Column{Table: c.Table, Name: col.name, OldType: col.full, NewType: p.newType(col, col.full)})
	}
	return nil
}

func (p *planner) refuse(kind migrate.Kind, object, reason, manual string) {
	p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kind, Object: object, Reason: reason, Manual: manual})
}

// read reads all values.
func (p *planner) read(ctx context.Context) error {
	start := time.Now()
	for n, t := range p.tables {
		if p.ColumnsOf(t.name) == nil {
			if err := p.store.conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+backquote(t.name)).Scan(&p.Tables[n].Rows); err != nil {
				return err
			}
			continue
		}
		seen, err := p.seen(ctx, t, &p.Tables[n])
		if err == nil && !seen {
			p.Tables[n].Rows, err = p.scan(ctx, t)
		}
		if err != nil {
			return err
		}
	}
	p.Scan = time.Since(start)
	return nil
}

// seen reports whether all values of a table have the forms of the previous plan, and takes these from it.
// The server looks at the values, and sends none. It does not look for two spellings of one UUID in a unique
// key: the copy would fail. TestSince guards it.
func (p *planner) seen(ctx context.Context, t *mysqlTable, table *migrate.Table) (bool, error) {
	if p.previous == nil || p.previous.AsideOf(t.name) != nil {
		return false, nil
	}
	var was []migrate.Column
	var conditions []string
	for _, c := range p.ColumnsOf(t.name) {
		i := slices.IndexFunc(p.previous.Columns, func(k migrate.Column) bool {
			return k.Table == c.Table && k.Name == c.Name && k.OldType == c.OldType
		})
		if i < 0 || t.column(c.Name).binary() { // which byte order it is, a Reader says
			return false, nil
		}
		has := mysqlHas(backquote(c.Name), p.previous.Columns[i].Forms)
		if has == "" {
			return false, nil
		}
		was, conditions = append(was, p.previous.Columns[i]), append(conditions, has)
	}
	var odd int64
	err := p.store.conn.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*), COALESCE(SUM(NOT (%s)), 0) FROM %s", strings.Join(conditions, " AND "), backquote(t.name))).Scan(&table.Rows, &odd)
	if err != nil || odd > 0 {
		return false, err
	}
	for i, c := range p.ColumnsOf(t.name) {
		c.Nulls, c.Forms, c.Spelling = was[i].Nulls, was[i].Forms, was[i].Spelling
	}
	return true, nil
}

// scan reads all values of a table's columns.
func (p *planner) scan(ctx context.Context, t *mysqlTable) (rows int64, err error) {
	columns := p.ColumnsOf(t.name)
	var names, list []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	names = append(names, t.primary...)
	for _, name := range names {
		list = append(list, backquote(name))
	}
	text := func(i int, v any) any {
		if b, ok := v.([]byte); ok && !t.column(names[i]).binary() {
			return string(b)
		}
		return v
	}
	read, err := sqlkit.ReadColumns(ctx, p.store.conn, p.Plan, columns, t.primary, text, list, backquote(t.name))
	if err != nil {
		return 0, err
	}
	for _, c := range columns {
		if n := c.Forms[layout.Text]; c.OldType == "uuid" && n > 0 {
			c.Forms = migrate.Forms{layout.Native: n}
		}
	}
	p.SetAside(t.name, read.Bad, read.Readers)
	for _, c := range columns {
		if c.Spelling > 0 && !read.Stays() {
			if err := p.collisions(ctx, t, c); err != nil {
				return 0, err
			}
		}
	}
	return read.Rows, nil
}

// mysqlTo returns the form of the new values.
func mysqlTo(p *migrate.Plan) layout.Form {
	switch p.To {
	case migrate.ToNative:
		return layout.Bytes
	case migrate.ToUUID:
		return layout.Native
	}
	return layout.Text
}

func (p *planner) to() layout.Form { return mysqlTo(p.Plan) }

// collisions looks for two spellings of one UUID in a unique index. One of the two is not the usual one, so only rows
// with such a UUID are sorted first.
func (p *planner) collisions(ctx context.Context, t *mysqlTable, c *migrate.Column) error {
	digits, usual := "LOWER("+mysqlDigits(backquote(c.Name), c.Forms)+")", migrate.Mostly(c.Forms)
	odd := fmt.Sprintf("%[1]s IN (SELECT %[1]s FROM %[2]s WHERE NOT CAST(%[3]s AS BINARY) <=> CAST(%[4]s AS BINARY))", digits,
		backquote(t.name), backquote(c.Name), convert(backquote(c.Name), migrate.Forms{usual: 1}, usual))
	for _, x := range t.indexes {
		if x.part(c.Name) == nil || x.kind != "PRIMARY KEY" && x.kind != "UNIQUE KEY" {
			continue
		}
		var group, where []string
		for _, part := range x.parts {
			if part.column == "" {
				continue
			}
			expr := backquote(part.column)
			for _, m := range p.ColumnsOf(t.name) {
				if m.Name == part.column {
					expr = "LOWER(" + mysqlDigits(expr, m.Forms) + ")"
				}
			}
			group, where = append(group, expr), append(where, backquote(part.column)+" IS NOT NULL")
		}
		if p.BadRows != "" {
			where = append(where, p.goodRows(t.name, ""))
		}
		some, by, present := false, strings.Join(group, ", "), strings.Join(where, " AND ")
		err := sqlkit.Each(ctx, p.store.conn, func(*sql.Rows) error { some = true; return nil },
			fmt.Sprintf("SELECT 1 FROM %s WHERE %s AND %s GROUP BY %s HAVING COUNT(*) > 1 LIMIT 1", backquote(t.name), present, odd, by))
		if err != nil {
			return err
		} else if !some {
			continue
		}
		query := fmt.Sprintf("SELECT CONCAT_WS(' ', %[1]s), COUNT(*) FROM %[2]s WHERE %[3]s GROUP BY %[1]s HAVING COUNT(*) > 1", by, backquote(t.name), present)
		if err := sqlkit.RefuseCollisions(ctx, p.Plan, p.store.conn, t.name+"."+c.Name, x.name, query); err != nil {
			return err
		}
	}
	return nil
}

// define fills Expected.
func (p *planner) define() {
	for _, t := range p.tables {
		expected := withoutCounter(t.create)
		change := func(object, was, line, shown string) {
			if shown != was {
				expected = strings.Replace(expected, "\n  "+was, "\n  "+shown, 1)
				p.Changes = append(p.Changes, migrate.Change{Object: object, Old: was, New: line})
			}
		}
		for i := range t.columns {
			col := &t.columns[i]
			for _, c := range p.ColumnsOf(t.name) {
				if c.Name != col.name {
					continue
				}
				line, shown, reason := p.newLine(col, c)
				if reason != "" {
					p.refuse(migrate.KindDefault, t.name+"."+c.Name, reason, "take the default away")
				} else {
					change(t.name+"."+c.Name, col.line, line, shown)
				}
			}
		}
		for i := range t.indexes {
			key := p.newKey(t, &t.indexes[i])
			change("table "+t.name, t.indexes[i].line, key, key)
		}
		p.Expected[t.name] = sortedLines(expected)
	}
}

// show writes what a reader sees of the actions into the plan.
func (p *planner) show() {
	p.Steps = (&conversion{planner: p, live: p.Online}).work().Steps()
	p.Undo = (&conversion{planner: p, undo: true, live: p.Online}).work().Steps()
}

// newTable returns the statements that create the empty new table of t. If rows are copied before others write,
// keys adds the indexes that are made faster from all rows than row by row.
func (p *planner) newTable(t *mysqlTable, undo, live bool) (create, keys []string) {
	base, alter := t.name, "ALTER TABLE "+backquote(newName(t.name))+" "
	if undo {
		base = oldName(t.name)
	}
	var modify []string
	for _, c := range p.ColumnsOf(t.name) {
		col := t.column(c.Name)
		if line, shown, _ := p.newLine(col, c); !undo && shown != col.line {
			modify = append(modify, "MODIFY "+line)
		}
	}
	now, later := p.ownKeys(t, func(x *mysqlIndex) string {
		if undo {
			return x.line
		}
		return p.newKey(t, x)
	})
	if modify = append(modify, now...); live {
		modify = append(modify, later...)
	} else if later != nil {
		keys = []string{alter + strings.Join(later, ", ")}
	}
	create = []string{"CREATE TABLE " + backquote(newName(t.name)) + " LIKE " + backquote(base)}
	if modify != nil {
		create = append(create, alter+strings.Join(modify, ", "))
	}
	return create, keys
}

// values returns the columns of the new table that are written, and expressions of their
// values: name is the expression of an old value, and value makes a new one of it.
func (p *planner) values(t *mysqlTable, undo bool, name func(*mysqlColumn) string, value func(c *migrate.Column, name string, undo bool) string) (columns, values []string) {
	for i := range t.columns {
		c := &t.columns[i]
		if c.generated {
			continue
		}
		expr := name(c)
		for _, m := range p.ColumnsOf(t.name) {
			if m.Name == c.name {
				expr = value(m, expr, undo)
			}
		}
		columns, values = append(columns, backquote(c.name)), append(values, expr)
	}
	return columns, values
}

// value is an expression of the new value, or in undo of the old one. A text that undo leaves one stays as it is: the column
// takes other values, too.
func (p *planner) value(c *migrate.Column, name string, undo bool) string {
	if undo {
		if p.to() == layout.Text && p.Back(c, layout.Text) == layout.Text {
			return name
		}
		return convert(name, migrate.Forms{p.to(): 1}, p.Back(c, p.to()))
	}
	return convert(name, p.Found(c, p.to()), p.to())
}

func (p *planner) notes() {
	for _, c := range p.Columns {
		if c.Spelling > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("%s.%s: %d values are in another form than %s, or in upper case; undo would write them in this form and in lower case", c.Table, c.Name, c.Spelling, migrate.Mostly(c.Forms)))
		}
	}
	p.Notes = append(p.Notes,
		"foreign keys are added with foreign_key_checks = 0: the server checks nothing again, and a row whose parent was missing before is carried over",
		"after the switch the foreign keys of the old tables are dropped, so that those of the new tables get their names",
		"the old tables stay as uuidkit_old_… until cleanup; undo copies the new rows back, and needs the space once more")
	if p.Online {
		p.Notes = append(p.Notes,
			"from the first trigger to the switch the server refuses a value of none of these forms (error 1406), and a second spelling of a copied UUID in a unique key (error 1062, or 1048 or 1264 for an UPDATE)",
			"the application may get a deadlock (error 1213), in a transaction that is older than the new tables or a copied row error 1412 (MariaDB: 159 or 1020), and at the switch errors 1146 and 1615: nothing was written, and it must repeat the transaction",
			"if run is killed, run it again to continue, or undo to take it back; after the switch both finish it first",
			"after the switch the application must use the new form, for example by asking for the column's type after an error: a query by the old form finds no row, or with <>, NOT IN or NOT EXISTS too many, and reports no error",
			"before undo --online set interpolateParams=false in the application's DSN: with true, a text column that is not utf8mb4 can take 16 bytes")
	} else {
		p.Notes = append(p.Notes,
			"if run is killed, run it again: before the switch it starts over; after the switch it finishes, or switches back and starts over if the old tables were written meanwhile",
			"stop the application, and start it with the new form afterwards: a query by the old form finds no row and reports no error")
	}
	p.Notes = append(p.Notes,
		"make a copy first, and restore it once as a test: mysqldump --single-transaction --routines --triggers --hex-blob")
}
