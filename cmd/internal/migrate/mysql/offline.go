package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// mysqlState keeps plans in a longer text, with no backslash that sql_mode could change. The database's character set
// may not have all characters of a plan.
var mysqlState = sqlkit.StateDialect{Type: "LONGTEXT", Options: " ENGINE=InnoDB CHARACTER SET utf8mb4", Quote: func(s string) string {
	return "CONVERT(X'" + hex.EncodeToString([]byte(s)) + "' USING utf8mb4)"
}}

// remember writes the row of a migration, also into the table of an earlier version, which had the database's defaults.
func (s *store) remember(ctx context.Context, p *migrate.Plan) error {
	exists, err := s.exists(ctx, migrate.StateTable)
	if err == nil && exists {
		err = s.exec(ctx, "ALTER TABLE "+migrate.StateTable+" ENGINE=InnoDB, CONVERT TO CHARACTER SET utf8mb4")
	}
	if err != nil {
		return err
	}
	return mysqlState.Remember(ctx, s.conn, p, migrate.Copying)
}

// mysqlRunner is the name of the lock of the runner.
const mysqlRunner = "CONCAT('uuidkit ', LEFT(SHA2(DATABASE(), 256), 16))"

// offlineActions keep writers from the tables, copy them, and switch.
func (c *conversion) offlineActions() (list []migrate.Action) {
	const locks = "READ on all of these tables: others read them, and writers wait from the first step to the switch; then all wait for the RENAME, some milliseconds"
	begin := action("plan again", c.beginRun)
	if c.undo {
		begin = action("compare the schema with that of the migration", c.beginUndo)
	}
	list = append(list, migrate.Action{Does: "lock", SQL: []string{c.readLocks()}, Do: c.lockAll}, begin)
	add := []migrate.Action{{Does: "add foreign keys", SQL: c.addKeys(), Do: c.addForeign}}
	var put, compare []migrate.Action
	for i, t := range c.tables {
		columns, values := c.values(t, c.undo, func(c *mysqlColumn) string { return backquote(c.name) }, c.value)
		where, rows := "", c.Tables[i].Rows
		if a := c.AsideOf(t.name); a != nil {
			out, back := c.move(a, columns)
			if c.undo {
				put = append(put, c.executes("put the rows of "+a.Into+" back", back...))
			} else {
				list = append(list, c.executes(fmt.Sprintf("copy %d bad rows of %s", a.Rows, a.Table), out...))
				where, rows = c.goodRows(t.name, ""), rows-a.Rows
			}
		}
		list = append(list, c.copyAction(t, columns, values, where, rows))
		compare = append(compare, action("checksum of "+t.name, func(ctx context.Context, _ *migrate.Progress) error {
			sum, err := c.compare(ctx, t.name)
			c.Sums = append(c.Sums, sum)
			return err
		}))
	}
	if put != nil { // with the keys, for which no parent is deleted from now on
		add = append(add, action("look for rows that have lost their parent", func(ctx context.Context, _ *migrate.Progress) error {
			return c.store.failed("bad rows", c.store.stranded(ctx, c.Plan))
		}))
	}
	list = append(slices.Concat(list, put, add, compare), migrate.Action{Does: "switch", SQL: []string{renameTables(c.renames())}, Do: c.switchOffline})
	for i := range list {
		list[i].Locks = locks
	}
	return list
}

// copyAction makes the new table of t, copies the rows that meet a condition, or all if it is "", and adds
// the other indexes.
func (c *conversion) copyAction(t *mysqlTable, columns, values []string, where string, rows int64) migrate.Action {
	create, keys := c.newTable(t, c.undo, false)
	insert := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", backquote(newName(t.name)), strings.Join(columns, ", "), strings.Join(values, ", "), backquote(t.name))
	does, shown := "copy "+t.name, insert
	if len(t.primary) > 0 {
		does += fmt.Sprintf(" in batches of %d rows, in key order", batchRows)
	}
	if where != "" {
		shown += " WHERE " + where
	}
	return migrate.Action{Does: does, SQL: slices.Concat(create, []string{shown}, keys), Rows: rows, Do: func(ctx context.Context, progress *migrate.Progress) error {
		return c.store.failed("copy "+t.name, c.copyOffline(ctx, t.name, create, insert, where, keys, progress))
	}}
}

// executes is an action that executes what a reader sees.
func (c *conversion) executes(does string, statements ...string) migrate.Action {
	return migrate.Action{Does: does, SQL: statements, Do: func(ctx context.Context, _ *migrate.Progress) error {
		return c.store.failed(does, c.store.exec(ctx, statements...))
	}}
}

// lockNames are the tables that are locked.
func (c *conversion) lockNames() (names []string) {
	for _, t := range c.Tables {
		names = append(names, t.Name)
	}
	for _, a := range c.Aside {
		if c.undo {
			names = append(names, a.Into)
		}
	}
	return names
}

// readLocks is the statement that says so.
func (c *conversion) readLocks() string {
	var read []string
	for _, name := range c.lockNames() {
		read = append(read, backquote(name)+" READ")
	}
	return "LOCK TABLES " + strings.Join(read, ", ")
}

func (c *conversion) lockAll(ctx context.Context, _ *migrate.Progress) (err error) {
	c.locks, err = c.store.lockTables(ctx, c.lockNames())
	err = c.store.failed("lock", err)
	if c.undo { // of the locked tables; it also names one that is gone
		err = cmp.Or(c.store.returnable(ctx, c.Plan), err)
	}
	return err
}

// beginRun checks that the plan still holds. No row changes any more: what is true now stays so
// until the switch.
func (c *conversion) beginRun(ctx context.Context, _ *migrate.Progress) error {
	s := c.store
	now, err := s.plan(ctx, c.Request, c.Plan)
	if err != nil {
		return err
	}
	if err := now.Refused(); err != nil {
		return migrate.Errorf(migrate.CodeConflict, "since the plan: %w", err)
	}
	if now.Hash != c.Hash {
		return migrate.Errorf(migrate.CodeConflict, "migrate: the schema or the forms of the values are not those of the plan %s: plan again", c.Hash)
	}
	c.Sums = nil
	return s.failed("state", s.remember(ctx, c.Plan))
}

// beginUndo is beginRun for undo.
func (c *conversion) beginUndo(ctx context.Context, _ *migrate.Progress) error {
	if err := c.store.undoable(ctx, c.Plan); err != nil {
		return err
	}
	c.Sums = nil
	return c.store.failed("state", c.beginsUndo(ctx))
}

// beginsUndo writes to the journal first what undo is, and then that it has begun.
func (c *conversion) beginsUndo(ctx context.Context) error {
	if err := mysqlState.UpdatePlan(ctx, c.store.conn, c.Plan); err != nil {
		return err
	}
	return sqlkit.SetState(ctx, c.store.conn, c.ID, migrate.Undoing)
}

// switchOffline checks that the definitions are those of the plan, and switches.
func (c *conversion) switchOffline(ctx context.Context, _ *migrate.Progress) error {
	s := c.store
	if err := c.defined(ctx); err != nil {
		return err
	}
	if err := mysqlState.UpdatePlan(ctx, s.conn, c.Plan); err != nil {
		return s.failed("state", err)
	}
	if err := cmp.Or(s.alone(ctx, c.Accepted), c.unused(ctx)); err != nil {
		return err
	}
	if err := c.locks.hold(finishing(ctx)); err != nil {
		return s.failed("switch", err)
	}
	if err := s.switchTables(ctx, renameTables(c.renames()), s.releaser(ctx, c.locks)); err != nil {
		return s.failed("switch", err)
	}
	c.switched = true
	return nil
}

// undoLeaves reports whether undo leaves what plan would refuse: routines and events, and views with a text that the user
// may not read, if they were accepted and so are older than the migration.
func undoLeaves(p *migrate.Plan, r migrate.Refusal) bool {
	return r.Accept && (r.Kind != migrate.KindView || slices.Contains(p.Accepted, r.Object))
}

// undoable returns an error if undo would lose what was made since the migration, or leave what plan would refuse
// and nobody has accepted: views and triggers, which may be for the new form.
func (s *store) undoable(ctx context.Context, p *migrate.Plan) error {
	err := s.asPlanned(ctx, p, true)
	if err == nil {
		err = cmp.Or(s.unrestored(ctx, p), s.textsSince(ctx, p))
	}
	if err != nil {
		return err
	}
	list, err := s.hanging(ctx, p)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	programs, err := s.programs(ctx, p)
	if err != nil {
		return err
	}
	for _, r := range programs {
		if undoLeaves(p, r) || slices.ContainsFunc(list, func(object string) bool { return strings.HasPrefix(object, r.Object+" on ") }) {
			continue
		}
		if r.Accept {
			r.Object += ", whose text the user may not read without the privilege SHOW VIEW"
		}
		list = append(list, r.Object)
	}
	if list != nil {
		return migrate.Errorf(migrate.CodeConflict, "migrate: undo would drop what was made since the migration, or leave it in the new form: %s: keep the text of SHOW CREATE, drop it, undo, and create it again for the old form", strings.Join(list, ", "))
	}
	return nil
}

// unrestored returns an error if a table is one of before run, whose definition does not say so since its types stay.
func (s *store) unrestored(ctx context.Context, p *migrate.Plan) error {
	for _, c := range p.Columns {
		if p.Bytes == layout.Bytes || c.OldType != c.NewType {
			continue
		}
		reader := migrate.NewReader(layout.Bytes)
		err := s.each(ctx, func(r *sql.Rows) error {
			var v any
			err := r.Scan(&v)
			reader.Read(v, func() string { return "" })
			return err
		}, "SELECT "+backquote(c.Name)+" FROM "+backquote(c.Table))
		if err != nil {
			return s.failed("reading the rows", err)
		}
		if err := p.Unrestored(reader, c.Table+"."+c.Name); err != nil {
			return err
		}
	}
	return nil
}

// textsSince returns an error if a text column has values that undo would make other texts of: something has written them
// since run, and the checksums, which count digits, would be equal.
func (s *store) textsSince(ctx context.Context, p *migrate.Plan) error {
	for i := range p.Columns {
		c := &p.Columns[i]
		if p.To != migrate.ToText || p.Back(c, layout.Text) == layout.Text {
			continue
		}
		t, err := s.table(ctx, c.Table)
		if err != nil {
			return s.failed("reading the schema", err)
		}
		name := backquote(c.Name)
		rows, err := sqlkit.List(ctx, s.conn, func(r *[2]string) []any { return []any{&r[0], &r[1]} }, fmt.Sprintf("SELECT %s, QUOTE(LEFT(%s, 80)) FROM %s WHERE NOT %s LIMIT %d",
			t.shown(""), name, backquote(c.Table), mysqlGood(name, migrate.Forms{layout.Text: 1}), migrate.ShownKeys))
		if err != nil {
			return s.failed("reading the rows", err)
		}
		if rows == nil {
			continue
		}
		says := ""
		for _, r := range rows {
			says += "\n  " + strings.TrimSpace(r[0]) + ": " + r[1]
		}
		return migrate.Errorf(migrate.CodeRefused, "migrate: undo: %s.%s has values that are no UUIDs in the form %s; something has written them since run: correct these rows first, here are up to %d:%s",
			c.Table, c.Name, layout.Text, migrate.ShownKeys, says)
	}
	return nil
}

// asPlanned returns an error if a table has been altered since the plan, or in undo since the migration.
func (s *store) asPlanned(ctx context.Context, p *migrate.Plan, undo bool) error {
	for _, t := range p.Tables {
		cat, err := s.table(ctx, t.Name)
		if err != nil {
			return s.failed("reading the schema", err)
		}
		got, want := sortedLines(withoutCounter(cat.create)), p.Expected[t.Name]
		if !undo {
			want = sortedLines(withoutCounter(p.Created[t.Name]))
		}
		says := difference(got, want)
		if got == want {
			if slices.Equal(columnNames.FindAllString(cat.create, -1), columnNames.FindAllString(p.Created[t.Name], -1)) {
				continue
			}
			says = "its columns have another order" // the checksums would differ
		}
		if undo {
			return migrate.Errorf(migrate.CodeConflict, "migrate: table %s has been altered since the migration: %s: take that back first, or go back by hand", t.Name, says)
		}
		return migrate.Errorf(migrate.CodeConflict, "migrate: table %s has been altered since the plan: plan again", t.Name)
	}
	return nil
}

// A renaming is a part of RENAME TABLE.
type renaming struct{ from, to string }

// renames are the parts of the RENAME that switches.
func (c *conversion) renames() (list []renaming) {
	for _, t := range c.Tables {
		list = append(list, renaming{t.Name, c.aside(t.Name)}, renaming{newName(t.Name), t.Name})
	}
	for _, a := range c.Aside {
		r := renaming{badName(a.Table), a.Into}
		if c.undo {
			r = renaming{r.to, r.from}
		}
		list = append(list, r)
	}
	return list
}

// reversed takes back what the parts do.
func reversed(parts []renaming) (list []renaming) {
	for _, r := range slices.Backward(parts) {
		list = append(list, renaming{r.to, r.from})
	}
	return list
}

func renameTables(parts []renaming) string {
	var list []string
	for _, r := range parts {
		list = append(list, backquote(r.from)+" TO "+backquote(r.to))
	}
	return "RENAME TABLE " + strings.Join(list, ", ")
}

// unchecked executes statements that add foreign keys: no row can have lost its parent,
// since equal ids stay equal, and a check would be a copy of the table.
func (s *store) unchecked(ctx context.Context, statements ...string) error {
	if err := s.exec(ctx, "SET SESSION foreign_key_checks = 0"); err != nil {
		return err
	}
	defer s.exec(finishing(ctx), "SET SESSION foreign_key_checks = 1")
	// MySQL 8.4 keeps a key to columns that are not unique, and adds none. Who may not set this, or whose server does
	// not know it, learns from the ALTER TABLE if it matters.
	s.exec(ctx, "SET SESSION restrict_fk_on_non_standard_key = OFF")
	return s.ddl(ctx, statements...)
}

// defined compares the definitions of the new tables with those that are planned.
func (c *conversion) defined(ctx context.Context) error {
	for _, t := range c.Tables {
		cat, err := c.store.table(ctx, newName(t.Name))
		if err != nil {
			return c.store.failed("reading the schema", err)
		}
		want := c.Expected[t.Name]
		if c.undo {
			want = sortedLines(withoutCounter(c.Created[t.Name]))
		}
		if got := sortedLines(withFinalNames(c.Plan, cat.create)); got != want {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: table %s would not be what the plan says; nothing changed:\n%s\nplanned:%s", t.Name, got, want)
		}
	}
	return nil
}

// A foreignKey is one of a plan's table. The copy's has a temporary name, until the old table has
// no foreign keys any more.
type foreignKey struct {
	table, temporary string
	name             string // quoted, as the parts of its line in SHOW CREATE TABLE: the reference, its table, the actions
	refers, to, acts string
}

// keysOf reads them in the texts of a plan, and not in the catalog: when a killed run or undo is finished, the catalog
// has other names for them, and plans of earlier versions have nothing but these texts.
func keysOf(p *migrate.Plan) (list []foreignKey) {
	for _, t := range p.Tables {
		for line := range strings.SplitSeq(p.Created[t.Name], "\n") {
			if f := foreignLine.FindStringSubmatch(line); f != nil {
				list = append(list, foreignKey{t.Name, fmt.Sprintf("`uuidkit_fk_%d`", len(list)+1), f[1], f[2], f[3], f[4]})
			}
		}
	}
	return list
}

// addKeys are statements, each for a new table that has foreign keys.
func (c *conversion) addKeys() (list []string) {
	for _, t := range c.Tables {
		if q := c.addKeysOf(t.Name); q != "" {
			list = append(list, q)
		}
	}
	return list
}

// addKeysOf is that of a table, or "".
func (c *conversion) addKeysOf(table string) string {
	var add []string
	for _, k := range keysOf(c.Plan) {
		to := k.to
		if hasTable(c.Plan, unquote(to)) {
			to = backquote(newName(unquote(to)))
		}
		if k.table == table {
			add = append(add, "ADD CONSTRAINT "+k.temporary+" "+k.refers+to+k.acts)
		}
	}
	if add == nil {
		return ""
	}
	return "ALTER TABLE " + backquote(newName(table)) + " " + strings.Join(add, ", ")
}

// addForeign adds the foreign keys of the new tables, unless an earlier try has.
func (c *conversion) addForeign(ctx context.Context, _ *migrate.Progress) error {
	for _, t := range c.Tables {
		q := c.addKeysOf(t.Name)
		if q == "" {
			continue
		}
		names, err := c.store.foreignNames(ctx, newName(t.Name))
		if err == nil && names == nil {
			err = c.store.unchecked(ctx, q)
		}
		if err != nil {
			return c.store.failed("add foreign keys", err)
		}
	}
	return nil
}

// withFinalNames returns SHOW CREATE TABLE of a new table with the names that it will have.
func withFinalNames(p *migrate.Plan, create string) string {
	create = withoutCounter(create)
	for _, k := range keysOf(p) {
		create = strings.ReplaceAll(create, k.temporary, k.name)
	}
	return unprefixed(p, create, newName)
}

// unprefixed returns SHOW CREATE TABLE with the names of the tables, and of the checks and foreign keys that
// the server names after them, as they are without what name puts before. Columns and keys can begin so, too.
func unprefixed(p *migrate.Plan, create string, name func(string) string) string {
	for _, t := range p.Tables {
		from, to := strings.TrimSuffix(backquote(name(t.Name)), "`"), strings.TrimSuffix(backquote(t.Name), "`")
		create = strings.NewReplacer(from+"`", to+"`", from+"_chk_", to+"_chk_", from+"_ibfk_", to+"_ibfk_").Replace(create)
	}
	return create
}
