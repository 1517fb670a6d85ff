package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// onlineActions copy while the application writes, or go on with that, and switch.
//
// Each change of an old table is in the new one when its statement ends, because triggers make
// it. So two checksums in one snapshot are equal, whoever writes. The snapshot's transaction
// also keeps others from altering the tables, until LOCK TABLES keeps them from writing:
// what was compared is what is switched.
func (c *conversion) onlineActions() (list []migrate.Action) {
	const waits = "CREATE TRIGGER waits for the transactions that use its table, and others wait with it, at most a second at a time; a batch locks its rows against writers until it is copied"
	var create []string
	for _, t := range c.order() {
		if len(t.primary) == 0 || slices.ContainsFunc(t.primary, func(k string) bool { return t.column(k).generated }) {
			continue // refused
		}
		made, _ := c.newTable(t, c.undo, true)
		create = append(create, made...)
		source := backquote(t.name) + "."
		columns, values := c.values(t, c.undo, func(c *mysqlColumn) string { return source + backquote(c.name) }, c.strict)
		triggers, batch := c.triggersOf(t, c.undo), func(where string) string {
			return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s WHERE %s LOCK IN SHARE MODE ON DUPLICATE KEY UPDATE %s", backquote(newName(t.name)),
				strings.Join(columns, ", "), strings.Join(values, ", "), backquote(t.name), where, onlySame(t, columns))
		}
		list = append(list, migrate.Action{Does: fmt.Sprintf("copy %s in batches of %d rows, in key order", t.name, onlineBatchRows), Locks: waits, Rows: c.Tables[slices.Index(c.tables, t)].Rows,
			SQL: append(slices.Clone(triggers), batch("TRUE")),
			Do: func(ctx context.Context, progress *migrate.Progress) error {
				return c.store.failed("copy "+t.name, c.unconvertible(t, c.copyOnline(ctx, t.name, triggers, batch, progress)))
			}})
	}
	list = slices.Insert(list, 0, migrate.Action{Does: "create the new tables", Locks: waits, SQL: create, Do: func(ctx context.Context, _ *migrate.Progress) error {
		return c.prepare(ctx, create)
	}})
	return append(list, migrate.Action{Does: "compare the rows, and switch", SQL: slices.Concat([]string{c.readLocks()}, c.addKeys(), []string{renameTables(c.renames())}),
		Locks: "READ on all of these tables: writers wait from lock to switch, mostly less than a second; then all wait for the RENAME, some milliseconds",
		Do:    c.switchAtLast})
}

// switchAtLast compares and switches. Another transaction may hold a table for too long: then it does so again.
func (c *conversion) switchAtLast(ctx context.Context, progress *migrate.Progress) error {
	for try := 1; ; try++ {
		err := c.switchOnline(ctx, progress)
		if !errors.Is(err, errUsed) {
			return err
		}
		if try == 10 {
			return c.store.failed("switch", fmt.Errorf("transactions of others hold the tables: end them: %s", c.store.blockers()))
		}
		fmt.Fprintln(progress, "switch: another transaction uses a table; again")
	}
}

// errUsed says that another transaction has used a table for too long.
var errUsed = errors.New("another transaction uses a table")

// used is errUsed for an error because of others' locks, or because a table was rebuilt since the snapshot, or another error.
func used(err error) error {
	if isLocked(err) || isRebuilt(err) {
		return errUsed
	}
	return err
}

// unconvertible explains an error that a row gives which was written after the plan, and
// before the triggers were there. The error of a column that is not converted is one that stays.
func (c *conversion) unconvertible(t *mysqlTable, err error) error {
	var e *driver.MySQLError
	switch {
	case !errors.As(err, &e):
		return err
	case e.Number == 1048 || e.Number == 1062 || e.Number == 1264:
		return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan a row got the UUID of another row in another spelling, in a unique key: plan again to see both: %w", err)
	case (e.Number == 1406 || e.Number == 1366 || e.Number == 1292) && slices.ContainsFunc(c.ColumnsOf(t.name), func(c *migrate.Column) bool {
		return strings.Contains(e.Message, "'"+c.Name+"'") || strings.Contains(e.Message, "`"+c.Name+"`")
	}):
		return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan a value was written that has none of its forms: plan again to see it: %w", err)
	}
	return err
}

// impatient makes a connection wait for locks only so long as others can wait behind it.
func (s *store) impatient(ctx context.Context, conn *sql.Conn) error {
	for _, q := range []string{"SET SESSION lock_wait_timeout = 1", "SET SESSION innodb_lock_wait_timeout = 1"} {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// prepare writes the journal and creates the new tables, unless a killed process has.
func (c *conversion) prepare(ctx context.Context, create []string) (err error) {
	s, p := c.store, c.Plan
	if p.Copied != nil && p.Ours() && s.allThere(ctx, p) { // the triggers of another version may do other things
		return s.asPlanned(ctx, p, c.undo)
	}
	p.Copied = nil
	if p.ID != "" { // or undoable would find the triggers of an undo that was killed
		if err := c.dropNew(ctx); err != nil {
			return s.failed("drop", err)
		}
	}
	if c.undo {
		if err = s.undoable(ctx, p); err == nil {
			err = c.mayFollow(ctx)
		}
	} else {
		err = s.asPlanned(ctx, p, false)
	}
	if err != nil {
		return err
	}
	// A user who may not lock the tables is told now, and not after the copy.
	if err := s.ddl(ctx, c.readLocks(), "UNLOCK TABLES"); err != nil {
		return s.failed("lock", err)
	}
	switch {
	case c.undo:
		err = c.beginsUndo(ctx)
	case p.ID == "":
		err = s.remember(ctx, p)
	}
	if err != nil {
		return s.failed("state", err)
	}
	if err := s.ddl(ctx, create...); err != nil {
		return s.failed("create the new tables", err)
	}
	p.Copied = map[string]*migrate.Copied{}
	return s.failed("state", mysqlState.UpdatePlan(ctx, s.conn, p))
}

// allThere reports whether the new tables and the triggers of an interrupted process are there.
func (s *store) allThere(ctx context.Context, p *migrate.Plan) bool {
	for _, t := range p.Tables {
		if exists, err := s.exists(ctx, newName(t.Name)); err != nil || !exists {
			return false
		}
		if p.Copied[t.Name] != nil {
			if list, err := s.triggers(ctx, t.Name); err != nil || !slices.Equal(list, ownTriggers(t.Name)) {
				return false
			}
		}
	}
	return true
}

// ownTriggers returns what triggers returns for a table that has those of an online run, and no others.
func ownTriggers(table string) (list []string) {
	for _, name := range triggerNames(table) {
		list = append(list, "trigger "+name+" on "+table)
	}
	slices.Sort(list)
	return list
}

// programs returns what plan would refuse now of the objects that depend on the tables.
func (s *store) programs(ctx context.Context, p *migrate.Plan) ([]migrate.Refusal, error) {
	m := &planner{Plan: &migrate.Plan{Columns: p.Columns}, store: s}
	for _, t := range p.Tables {
		m.tables = append(m.tables, &mysqlTable{name: t.Name})
	}
	err := m.programs(ctx)
	return m.Refusals, s.failed("reading the schema", err)
}

// sameSoFar begins a transaction and compares all rows, the definitions and the triggers in it.
// Until it ends, nobody can alter the tables or drop a trigger.
func (c *conversion) sameSoFar(ctx context.Context, progress io.Writer) error {
	s, p, undo := c.store, c.Plan, c.undo
	if err := s.exec(ctx, beginSnapshot...); err != nil {
		return s.failed("checksum", err)
	}
	// Before the checksums, whose statements need the columns, and when they have read all tables.
	if err := s.asPlanned(ctx, p, undo); err != nil {
		return err
	}
	for _, t := range p.Tables {
		meter := migrate.NewMeter(progress, "checksum of "+t.Name, 0)
		if _, err := c.compare(ctx, t.Name); err != nil {
			return err
		}
		meter.Done()
	}
	if err := s.asPlanned(ctx, p, undo); err != nil {
		return err
	}
	for _, t := range p.Tables {
		list, err := s.triggers(ctx, t.Name)
		if err != nil {
			return s.failed("reading the schema", err)
		}
		if !slices.Equal(list, ownTriggers(t.Name)) {
			return migrate.Errorf(migrate.CodeConflict, "migrate: the triggers of table %s have changed during the copy: %s", t.Name, strings.Join(list, ", "))
		}
	}
	return nil
}

// switchOnline compares the rows while others write, and switches when nobody does.
func (c *conversion) switchOnline(ctx context.Context, progress io.Writer) error {
	s := c.store
	defer s.exec(finishing(ctx), "COMMIT")
	if err := c.sameSoFar(ctx, progress); err != nil {
		return used(err)
	}
	locker, err := s.lockSession(ctx)
	if err != nil {
		return s.failed("connect", err)
	}
	defer locker.end()
	frozen, err := s.lockSession(ctx)
	if err != nil {
		return s.failed("connect", err)
	}
	defer frozen.end()
	defer frozen.ExecContext(finishing(ctx), "ROLLBACK")
	var begin time.Time
	err = s.retry(ctx, func() error {
		begin = time.Now()
		_, err := locker.ExecContext(ctx, c.readLocks())
		if isLocked(err) {
			err = cmp.Or(s.conn.PingContext(ctx), c.inTheWay(ctx), err) // s.conn waits, too
		}
		return err
	})
	if err != nil {
		return s.failed("lock", err)
	}
	defer locker.ExecContext(finishing(ctx), "UNLOCK TABLES")
	if err := s.exec(ctx, "COMMIT"); err != nil { // others wait for locker now
		return s.failed("switch", err)
	}
	if err := c.switchLocked(ctx, locker, frozen); err != nil {
		return err
	}
	fmt.Fprintf(progress, "switch: writers waited %s\n", time.Since(begin).Round(time.Millisecond))
	change, err := c.rewritten(ctx, frozen)
	return s.failed("switch", cmp.Or(err, c.says(ctx, change)))
}

// inTheWay returns errUsed if another session wants to alter a table: it waits for the snapshot of the checksums, and
// all others wait behind it.
func (c *conversion) inTheWay(ctx context.Context) error {
	for _, t := range c.Tables {
		if waits, err := c.store.awaited(ctx, t.Name); err != nil || waits {
			return cmp.Or(err, errUsed)
		}
	}
	return nil
}

// switchLocked switches while locker keeps others from writing, and lets frozen see the rows of before.
func (c *conversion) switchLocked(ctx context.Context, locker, frozen *mysqlLock) error {
	s := c.store
	for _, do := range []func() error{
		func() error { return c.unused(ctx) },
		func() error { return c.noteFull(ctx, locker) },
		// With native foreign keys, who prepares a statement holds the new tables, by the triggers, and waits for the old ones.
		func() error { return used(c.counters(ctx)) },
		func() error { return c.addForeign(ctx, nil) },
		func() error { return c.defined(ctx) },
		func() error { return s.alone(ctx, c.Accepted) },
		func() error { return frozen.beginSnapshot(ctx) },
		func() error { return locker.alive(ctx, "the tables") },
	} {
		if err := do(); err != nil {
			return s.failed("switch", err)
		}
	}
	err := s.switchTables(ctx, renameTables(c.renames()), func() error {
		_, err := locker.ExecContext(ctx, "UNLOCK TABLES")
		return err
	})
	if err != nil {
		return s.failed("switch", used(err))
	}
	c.switched = true
	return nil
}

// rewritten says which table was emptied or exchanged between the lock and the RENAME. TRUNCATE and EXCHANGE PARTITION
// can wait for the lock, and so come before the RENAME, and fire no trigger. frozen has a snapshot of the moment before
// that: a table that is as it was then has as many rows in it as its copy, and InnoDB does not show one that was
// made since (error 1412). The count of a large table takes longer than the server lets the other session be silent.
func (c *conversion) rewritten(ctx context.Context, frozen *mysqlLock) (change, err error) {
	defer keep(ctx, c.store.conn)()
	for _, t := range c.Tables {
		var is bool
		err := c.store.retry(ctx, func() error {
			return frozen.scan(ctx, &is, fmt.Sprintf("SELECT (SELECT COUNT(*) FROM %s) <> (SELECT COUNT(*) FROM %s)", backquote(c.aside(t.Name)), backquote(t.Name)))
		})
		if isRebuilt(err) {
			is, err = true, nil
		}
		if err != nil {
			return nil, err
		}
		if is {
			return rewrittenError(t.Name), nil
		}
	}
	return nil, nil
}

func rewrittenError(table string) error {
	return migrate.Errorf(migrate.CodeConflict, "migrate: another session emptied, exchanged or rebuilt table %s at the moment of the switch. The switch is done, and the table has the rows from before that: if it was TRUNCATE or EXCHANGE PARTITION, do it again", table)
}

// noteFull notes for emptied which tables have rows. Others than locker would wait behind a TRUNCATE that waits.
func (c *conversion) noteFull(ctx context.Context, locker *mysqlLock) error {
	for _, t := range c.Tables {
		if err := locker.scan(ctx, &c.Copied[t.Name].Full, "SELECT EXISTS (SELECT 1 FROM "+backquote(t.Name)+")"); err != nil {
			return err
		}
	}
	return mysqlState.UpdatePlan(ctx, c.store.conn, c.Plan)
}

// emptied is rewritten for a process that has no snapshot, since it finishes the switch of one that was killed. It does
// not see an EXCHANGE PARTITION that has put other rows into the old table.
func (c *conversion) emptied(ctx context.Context) (change, err error) {
	for _, t := range c.Tables {
		var is bool
		if far := c.Copied[t.Name]; far != nil && far.Full {
			err = c.store.conn.QueryRowContext(ctx, fmt.Sprintf("SELECT NOT EXISTS (SELECT 1 FROM %s) AND EXISTS (SELECT 1 FROM %s)", backquote(c.aside(t.Name)), backquote(t.Name))).Scan(&is)
		}
		if err != nil {
			return nil, err
		}
		if is {
			return rewrittenError(t.Name), nil
		}
	}
	return nil, nil
}

// says keeps a change in the journal until end says it, also in a process that comes after a kill. The first one counts.
func (c *conversion) says(ctx context.Context, change error) error {
	if change == nil || c.Altered != "" {
		return nil
	}
	c.Altered = change.Error()
	return mysqlState.UpdatePlan(ctx, c.store.conn, c.Plan)
}

// counters give the new tables the next numbers of AUTO_INCREMENT.
func (c *conversion) counters(ctx context.Context) error {
	for _, t := range c.Tables {
		cat, err := c.store.table(ctx, t.Name)
		if err == nil {
			err = c.store.counter(ctx, cat)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// referred says which other table has got a foreign key to one of the plan's, since the plan. name is what the plan's
// tables are called now.
func (c *conversion) referred(ctx context.Context, name func(string) string) (change, err error) {
	keys, err := c.store.foreignKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		for _, t := range c.Tables {
			if k.ToTable == name(t.Name) && !hasTable(c.Plan, k.Table) {
				table, _ := isQualified(k.Table)
				return migrate.Errorf(migrate.CodeConflict, "migrate: table %s has got a foreign key during the copy, %s, to table %s: drop it, and add it again afterwards", table, k.Name, k.ToTable), nil
			}
		}
	}
	elsewhere, err := c.store.referring(ctx, c.Plan, name)
	switch {
	case isDenied(err): // the user has accepted that
		return nil, nil
	case len(elsewhere) > 0:
		k := elsewhere[0]
		return migrate.Errorf(migrate.CodeConflict, "migrate: table %s of another database has got a foreign key during the copy, to table %s: drop it, and add it again afterwards", k.from, k.to), nil
	}
	return nil, err
}

// unused returns an error if something that uses a table was made since the plan. Only what is made after this is too
// late: LOCK TABLES keeps nobody from making a view, or a trigger of another table.
func (c *conversion) unused(ctx context.Context) error {
	change, err := c.referred(ctx, func(name string) string { return name })
	if err = cmp.Or(change, c.store.failed("reading the schema", err)); err != nil {
		return err
	}
	since := "the plan"
	if c.undo {
		since = "the migration"
	}
	list, err := c.store.programs(ctx, c.Plan)
	for _, r := range migrate.DropAccepted(list, c.Request.Accept) {
		if !strings.HasPrefix(r.Object, "trigger uuidkit_") && !(c.undo && undoLeaves(c.Plan, r)) {
			return migrate.Errorf(migrate.CodeConflict, "migrate: since %s: %s: %s", since, r.Object, r.Reason)
		}
	}
	return err
}

// hasTable reports whether a table is one of the plan.
func hasTable(p *migrate.Plan, table string) bool {
	return slices.ContainsFunc(p.Tables, func(t migrate.Table) bool { return t.Name == table })
}

// dropTriggers drops those of a table, wherever it is now.
func (s *store) dropTriggers(ctx context.Context, table string) error {
	names := triggerNames(table)
	for i := range names {
		if err := s.ddl(ctx, "DROP TRIGGER IF EXISTS "+backquote(names[len(names)-1-i])); err != nil {
			return err
		}
	}
	return nil
}

// dropNew drops all triggers, and then the tables to which they write.
func (c *conversion) dropNew(ctx context.Context) error {
	s, p := c.store, c.Plan
	if c.live {
		for _, t := range p.Tables {
			if err := s.dropTriggers(ctx, t.Name); err != nil {
				return err
			}
		}
		time.Sleep(time.Second) // a statement may have opened a table with its trigger
	}
	for _, t := range p.Tables {
		for _, name := range []string{newName(t.Name), badName(t.Name)} {
			if err := s.unchecked(ctx, "DROP TABLE IF EXISTS "+backquote(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeBack drops what an interrupted run, or undo, has made.
func (c *conversion) takeBack(ctx context.Context, _ *migrate.Progress) error {
	s, p, undo := c.store, c.Plan, c.undo
	for _, t := range p.Tables { // never without them
		err := s.exec(ctx, "DO (SELECT COUNT(*) FROM (SELECT 1 FROM "+backquote(t.Name)+" LIMIT 1) x)")
		if e := (*driver.MySQLError)(nil); errors.As(err, &e) && e.Number == 1146 {
			var copied bool
			if copied, err = s.exists(ctx, newName(t.Name)); copied {
				return migrate.Errorf(migrate.CodeConflict, "migrate: table %s is gone, and its copy %s is there: drop the copy, or give it the name of the table, and give the command again", t.Name, newName(t.Name))
			}
		}
		if err != nil {
			return s.failed("reading the old tables", err)
		}
	}
	for _, a := range p.Aside {
		if !undo {
			break
		}
		// A RENAME that was ended can have moved the only copy of the bad rows.
		there, err := s.exists(ctx, a.Into)
		moved, err2 := s.exists(ctx, badName(a.Table))
		if err = errors.Join(err, err2); err == nil && moved && !there {
			err = s.ddl(ctx, renameTables([]renaming{{badName(a.Table), a.Into}}))
		}
		if err != nil {
			return s.failed("bad rows", err)
		}
	}
	if err := c.dropNew(ctx); err != nil {
		return s.failed("drop", err)
	}
	p.Copied = nil
	if !undo {
		return s.failed("state", sqlkit.Forget(ctx, s.conn, p.ID))
	}
	return s.failed("state", sqlkit.SetState(ctx, s.conn, p.ID, migrate.Switched))
}
