package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// mysqlPlan is a plan in the making.
type mysqlPlan struct {
	*Plan
	store  *mysqlStore
	tables []*mysqlTable // those of Plan.Tables
}

// Plan reads the schema and all values. It takes no lock that a writer waits for.
func (s *mysqlStore) Plan(ctx context.Context, r Request) (plan *Plan, err error) {
	var more []string
	if s.maria {
		more = []string{ToUUID}
	}
	if err := checkRequest(&r, more...); err != nil {
		return nil, err
	}
	defer func() {
		if isLocked(err) || isLimited(err) {
			err = s.failed("plan", uncoded(err))
		}
	}()
	bytes, err := bytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	p := &mysqlPlan{Plan: &Plan{Store: s.about, To: r.To, Bytes: bytes, Online: r.Online, BadRows: r.BadRows, Accepted: r.Accept, Created: map[string]string{}, Expected: map[string]string{}, request: r}, store: s}
	earlier, err := s.Status(ctx)
	if err != nil {
		return nil, err
	}
	around, err := s.topology(ctx)
	if err != nil {
		return nil, coded(CodeConnection, err)
	}
	if unfinished := interrupted(earlier, r, bytes); unfinished != nil {
		unfinished.Refusals = append(unfinished.Refusals, accepted(around.refusals, unfinished.Accepted)...)
		return unfinished, nil
	}
	p.Refusals = accepted(around.refusals, r.Accept)
	for _, do := range []func() error{
		func() error { return p.choose(ctx, r.Columns) },
		func() (err error) {
			p.Bytes, err = p.now16(earlier)
			return err
		},
		func() error { return p.scan(ctx, r.Bytes != "") },
		func() error { return p.movable(ctx) },
		func() error { return p.storable(ctx) },
		unless(p.Nothing, func() error { return p.dependents(ctx) }),
		unless(p.Nothing, func() error { return p.privileges(ctx) }),
		unless(func() bool { return !r.Online || p.Nothing() }, func() error { return p.online(ctx) }),
	} {
		if err := do(); err != nil {
			return nil, coded(CodeConnection, err)
		}
	}
	p.define()
	steps := p.steps
	if r.Online {
		steps = p.onlineSteps
	}
	p.Steps, p.Undo = steps(false), steps(true)
	p.size()
	p.notes()
	p.Notes = append(p.Notes, around.notes...)
	before, err := s.snapshot(ctx, p.Plan)
	if err != nil {
		return nil, coded(CodeConnection, err)
	}
	p.Refusals = accepted(p.Refusals, r.Accept)
	p.Hash = before.hash(p.Plan)
	if err := p.measure(ctx); err != nil {
		return nil, coded(CodeConnection, err)
	}
	return p.Plan, nil
}

// choose resolves the named columns, adds those that foreign keys connect, and then all
// tables whose foreign keys refer to such a table: they would go on to refer to the old one.
func (p *mysqlPlan) choose(ctx context.Context, names []string) error {
	keys, err := p.store.foreignKeys(ctx)
	if err != nil {
		return err
	}
	var chosen []columnName
	for _, n := range names {
		table, column, _ := cutLast(n)
		var name, kind string
		err := p.store.conn.QueryRowContext(ctx, "SELECT table_name, LOWER(table_type) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?", table).Scan(&name, &kind)
		if err == sql.ErrNoRows {
			return errorf(CodeUsage, "migrate: there is no table %q: name TABLE.COLUMN", table)
		} else if err != nil {
			return err
		}
		if kind != "base table" && kind != "system versioned" { // the latter has its refusal
			return errorf(CodeUsage, "migrate: %q is no table but a %s: name the columns of tables", table, kind)
		}
		chosen = append(chosen, columnName{name, column})
	}
	connectedColumns := connected(chosen, keys, strings.ToLower)
	var tables []string
	add := func(name string) {
		if !slices.Contains(tables, name) {
			tables = append(tables, name)
		}
	}
	for _, c := range connectedColumns {
		add(c.table)
	}
	for i := 0; i < len(tables); i++ {
		for _, k := range keys {
			if k.toTable == tables[i] {
				add(k.table)
			}
		}
	}
	for _, name := range tables {
		if strings.Contains(name, ".") {
			return errorf(CodeRefused, "migrate: a foreign key connects the columns with table %s of another database: drop it, migrate, and add it again", name)
		}
		t, err := p.store.table(ctx, name)
		if err != nil {
			return err
		}
		p.tables = append(p.tables, t)
		p.Created[name] = t.create
		table := Table{Name: name}
		err = p.store.conn.QueryRowContext(ctx, "SELECT COALESCE(data_length + index_length, 0) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?", name).Scan(&table.Bytes)
		if err != nil {
			return err
		}
		p.Tables = append(p.Tables, table)
	}
	for _, c := range connectedColumns {
		t := p.tables[slices.Index(tables, c.table)]
		col := t.column(c.column)
		if col == nil {
			return errorf(CodeUsage, "migrate: table %s has no column %q", c.table, c.column)
		}
		m := columnLine.FindStringSubmatch(t.line(col.name))
		if m == nil {
			p.refuse(c.table+"."+col.name, "its definition is not one that is converted: "+strings.TrimSpace(t.line(col.name)),
				"only char, varchar, text, binary, varbinary, blob and MariaDB's uuid are, with a default that is a UUID or makes one by uuid(): take another one away, or convert the column by hand")
			continue
		}
		if col.charset == "ucs2" || strings.HasPrefix(col.charset, "utf16") || col.charset == "utf32" {
			p.refuse(c.table+"."+col.name, "its characters are "+col.charset+", which the expressions of a migration do not read", "change its character set to ascii first")
			continue
		}
		if shortest := map[bool]int{true: 16, false: 32}[col.binary()]; width(m[2]) < shortest {
			p.refuse(c.table+"."+col.name, "its type "+m[2]+" is too short for a UUID", "drop the column, or give it the type by hand")
			continue
		}
		p.Columns = append(p.Columns, Column{Table: c.table, Name: col.name, OldType: m[2], NewType: p.newType(col, m[2])})
	}
	return nil
}

func (p *mysqlPlan) refuse(object, reason, manual string) {
	p.Refusals = append(p.Refusals, Refusal{Object: object, Reason: reason, Manual: manual})
}

func (p *mysqlPlan) of(table string) (list []*Column) {
	for i := range p.Columns {
		if p.Columns[i].Table == table {
			list = append(list, &p.Columns[i])
		}
	}
	return list
}

// scan reads all values.
func (p *mysqlPlan) scan(ctx context.Context, named bool) error {
	start := time.Now()
	for n, t := range p.tables {
		columns := p.of(t.name)
		if len(columns) == 0 {
			if err := p.store.conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+backquote(t.name)).Scan(&p.Tables[n].Rows); err != nil {
				return err
			}
			continue
		}
		var list []string
		readers := make([]*reader, len(columns))
		for i, c := range columns {
			list = append(list, backquote(c.Name))
			readers[i] = newReader(p.Bytes)
			readers[i].moves, readers[i].known = p.BadRows != "", p.inOrder
		}
		for _, k := range t.primary {
			list = append(list, backquote(k))
		}
		values := make([]any, len(list))
		into := make([]any, len(list))
		for i := range values {
			into[i] = &values[i]
		}
		text := func(c *mysqlColumn, v any) any {
			if b, ok := v.([]byte); ok && !c.binary() {
				return string(b)
			}
			return v
		}
		key := func() string {
			var parts []string
			for i, k := range t.primary {
				parts = append(parts, k+"="+quote(text(t.column(k), values[len(columns)+i])))
			}
			return strings.Join(parts, ", ")
		}
		var moves int64
		err := each(ctx, p.store.conn, func(r *sql.Rows) error {
			p.Tables[n].Rows++
			err := r.Scan(into...)
			if err == nil && readRow(readers, func(i int) any { return text(t.column(columns[i].Name), values[i]) }, key) {
				moves++
			}
			return err
		}, "SELECT "+strings.Join(list, ", ")+" FROM "+backquote(t.name))
		if err != nil {
			return err
		}
		bad := false
		for i, c := range columns {
			r := readers[i]
			c.Nulls, c.Forms, c.Spelling = r.nulls, r.forms, r.spelling()
			if n := r.forms[layout.Text]; c.OldType == "uuid" && n > 0 {
				c.Forms = Forms{layout.Native: n}
			}
			p.Refusals = append(p.Refusals, r.refusals(t.name+"."+c.Name, named)...)
			bad = bad || r.bad > 0 && !r.moves
		}
		p.setAside(t.name, moves, readers)
		for _, c := range columns {
			if c.Spelling > 0 && !bad {
				if err := p.collisions(ctx, t, c); err != nil {
					return err
				}
			}
		}
	}
	p.Scan = time.Since(start)
	return nil
}

// to is the form of the new values.
func mysqlTo(p *Plan) layout.Form {
	switch p.To {
	case ToNative:
		return layout.Bytes
	case ToUUID:
		return layout.Native
	}
	return layout.Text
}

func (p *mysqlPlan) to() layout.Form { return mysqlTo(p.Plan) }

// collisions looks for two spellings of one UUID in a unique index.
func (p *mysqlPlan) collisions(ctx context.Context, t *mysqlTable, c *Column) error {
	indexes := map[string][]string{}
	err := each(ctx, p.store.conn, func(r *sql.Rows) error {
		var name, column string
		err := r.Scan(&name, &column)
		indexes[name] = append(indexes[name], column)
		return err
	}, "SELECT index_name, column_name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND NOT non_unique AND column_name IS NOT NULL ORDER BY index_name, seq_in_index", t.name)
	if err != nil {
		return err
	}
	for name, columns := range indexes {
		if !slices.Contains(columns, c.Name) {
			continue
		}
		var group []string
		for _, column := range columns {
			expr := backquote(column)
			for _, m := range p.of(t.name) {
				if m.Name == column {
					expr = "LOWER(" + mysqlDigits(expr, m.Forms) + ")"
				}
			}
			group = append(group, expr)
		}
		where := backquote(c.Name) + " IS NOT NULL"
		if p.BadRows != "" {
			where += " AND " + p.good(t.name, "")
		}
		query := fmt.Sprintf("SELECT CONCAT_WS(' ', %[1]s), COUNT(*) FROM %[2]s WHERE %[3]s GROUP BY %[1]s HAVING COUNT(*) > 1",
			strings.Join(group, ", "), backquote(t.name), where)
		if err := refuseCollisions(ctx, p.Plan, p.store.conn, t.name+"."+c.Name, name, query); err != nil {
			return err
		}
	}
	return nil
}

// define fills Expected.
func (p *mysqlPlan) define() {
	for _, t := range p.tables {
		lines := strings.Split(withoutCounter(t.create), "\n")
		for i, l := range lines {
			was := strings.TrimSpace(strings.TrimSuffix(l, ","))
			for _, c := range p.of(t.name) {
				if strings.HasPrefix(l, "  "+backquote(c.Name)+" ") {
					line, shown, reason := p.newLine(t, c)
					if lines[i] = "  " + shown; reason != "" {
						p.refuse(t.name+"."+c.Name, reason, "take the default away")
					} else if shown != was {
						p.Changes = append(p.Changes, Change{t.name + "." + c.Name, was, line})
					}
				}
			}
			if key := p.newKey(t, l); key != l && !strings.HasPrefix(l, "  `") {
				lines[i] = key
				p.Changes = append(p.Changes, Change{"table " + t.name, was, strings.TrimSpace(strings.TrimSuffix(key, ","))})
			}
		}
		p.Expected[t.name] = sortedLines(strings.Join(lines, "\n"))
	}
}

// steps writes the statements of run, or of undo.
func (p *mysqlPlan) steps(undo bool) []Step {
	const locks = "READ on all of these tables: others read them, and writers wait from the first step to the switch; then all wait for the RENAME, some milliseconds"
	var read, add []string
	list := []Step{{}}
	var put []Step
	n := 0
	for i, t := range p.tables {
		read = append(read, backquote(t.name)+" READ")
		step := Step{Does: "copy " + t.name, Locks: locks, Batch: t.name, Rows: p.Tables[i].Rows}
		into, from := p.values(t, undo, func(c *mysqlColumn) string { return backquote(c.name) }, p.value)
		insert := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", backquote(newName(t.name)), strings.Join(into, ", "), strings.Join(from, ", "), backquote(t.name))
		if a := p.aside(t.name); a != nil {
			out, back := p.move(a, into)
			out.Locks, back.Locks = locks, locks
			if undo {
				read = append(read, backquote(a.Into)+" READ")
				put = append(put, back)
			} else {
				list = append(list, out)
				step.Where, step.Rows = p.good(t.name, ""), step.Rows-a.Rows
				insert += " WHERE " + step.Where
			}
		}
		step.SQL = append(p.newTable(t, undo), insert)
		list = append(list, step)
		var keys []string
		for _, f := range foreign(t.create) {
			n++
			to := f[2]
			if slices.ContainsFunc(p.Tables, func(o Table) bool { return o.Name == unquote(to) }) {
				to = backquote(newName(unquote(to)))
			}
			keys = append(keys, fmt.Sprintf("ADD CONSTRAINT `uuidkit_fk_%d` %s%s%s", n, f[1], to, f[3]))
		}
		if keys != nil {
			add = append(add, "ALTER TABLE "+backquote(newName(t.name))+" "+strings.Join(keys, ", "))
		}
	}
	list = append(list, put...)
	aside := oldName
	if undo {
		aside = undoneName
	}
	list[0] = Step{Does: "lock", Locks: locks, SQL: []string{"LOCK TABLES " + strings.Join(read, ", ")}}
	return append(list,
		Step{Does: "add foreign keys", Locks: locks, SQL: add},
		Step{Does: "switch", Locks: locks, SQL: []string{renameTables(renames(p.Plan, undo, aside))}})
}

// newTable returns the statements that create the empty new table of t.
func (p *mysqlPlan) newTable(t *mysqlTable, undo bool) []string {
	base := t.name
	if undo {
		base = oldName(t.name)
	}
	var modify []string
	for _, c := range p.of(t.name) {
		if line, shown, _ := p.newLine(t, c); !undo && "  "+shown != t.line(c.Name) {
			modify = append(modify, "MODIFY "+line)
		}
	}
	modify = append(modify, t.ownKeys(func(line string) string {
		if undo {
			return line
		}
		return p.newKey(t, line)
	})...)
	list := []string{"CREATE TABLE " + backquote(newName(t.name)) + " LIKE " + backquote(base)}
	if modify != nil {
		list = append(list, "ALTER TABLE "+backquote(newName(t.name))+" "+strings.Join(modify, ", "))
	}
	return list
}

// values returns the columns of the new table that are written, and expressions of their
// values: name is the expression of an old value, and value makes a new one of it.
func (p *mysqlPlan) values(t *mysqlTable, undo bool, name func(*mysqlColumn) string, value func(c *Column, name string, undo bool) string) (columns, values []string) {
	for i := range t.columns {
		c := &t.columns[i]
		if c.generated {
			continue
		}
		expr := name(c)
		for _, m := range p.of(t.name) {
			if m.Name == c.name {
				expr = value(m, expr, undo)
			}
		}
		columns, values = append(columns, backquote(c.name)), append(values, expr)
	}
	return columns, values
}

// value is an expression of the new value, or in undo of the old one.
func (p *mysqlPlan) value(c *Column, name string, undo bool) string {
	if undo {
		return mysqlConvert(name, Forms{p.to(): 1}, p.back(c, p.to()))
	}
	return mysqlConvert(name, c.Forms, p.to())
}

func (p *mysqlPlan) notes() {
	for _, c := range p.Columns {
		if c.Spelling > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("%s.%s: %d values are not in lower case in the form %s; undo would write them so", c.Table, c.Name, c.Spelling, mostly(c.Forms)))
		}
	}
	p.Notes = append(p.Notes,
		"foreign keys are added with foreign_key_checks = 0: the server checks nothing again, and a row whose parent was missing before is carried over",
		"after the switch the foreign keys of the old tables are dropped, so that those of the new tables get their names",
		"the old tables stay as uuidkit_old_… until cleanup; undo copies the new rows back, and needs the space once more")
	if p.Online {
		p.Notes = append(p.Notes,
			"from the first trigger to the switch the server refuses a value of none of these forms (error 1406), and a second spelling of a UUID in a unique key (error 1048)",
			"a writer may get a deadlock (error 1213), and in the moment of the switch errors 1146 and 1615: nothing was written, and it repeats the statement",
			"killed before the switch, run goes on where it was; undo takes it back; killed after it, both end it first",
			"after the switch the application must use the new form, for example by asking for the column's type after an error: a query by the old form finds no row and reports no error")
	} else {
		p.Notes = append(p.Notes,
			"killed before the switch, run begins again; killed after it, run or status shows the rest, and run ends it",
			"stop the application, and start it with the new form afterwards: a query by the old form finds no row and reports no error")
	}
	p.Notes = append(p.Notes,
		"make a copy first, and restore it once as a test: mysqldump --single-transaction --routines --triggers --hex-blob")
}
