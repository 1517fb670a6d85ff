package mysql

import (
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

// runOnline copies while the application writes, or goes on with that, and switches.
//
// Each change of an old table is in the new one when its statement ends, because triggers make
// it. So two checksums in one snapshot are equal, whoever writes. The snapshot's transaction
// also keeps others from altering the tables, until LOCK TABLES keeps them from writing:
// what was compared is what is switched.
func (s *store) runOnline(ctx context.Context, p *migrate.Plan, undo bool, progress io.Writer) (err error) {
	steps, state := p.Steps, migrate.Copying
	if undo {
		steps, state = p.Undo, migrate.Undoing
	}
	n := len(steps)
	switched := false
	defer func() {
		var e *migrate.Error
		if err == nil || switched {
			return
		}
		on, unknown := s.isSwitched(finishing(ctx), migrate.Status{Plan: p, State: state})
		if on {
			return // Resume goes on
		}
		if unknown == nil && errors.As(err, &e) && (e.Code == migrate.CodeDiffers || e.Code == migrate.CodeConflict) && !isLocked(err) {
			if back := s.takeBack(finishing(ctx), p, undo); back == nil {
				return
			}
		}
		if p.Copied != nil {
			err = fmt.Errorf("%w\nmigrate: the triggers and the new tables stay: give the same command again to go on, or the opposite one (undo, or run) to drop them", err)
		}
	}()
	if err := s.impatient(ctx, s.conn); err != nil {
		return s.failed("connect", err)
	}
	if p.Copied != nil && !s.allThere(ctx, p) {
		p.Copied = nil
	}
	if p.Copied == nil {
		if err := s.begin(ctx, p, undo, state, progress); err != nil {
			return err
		}
	}
	for _, step := range steps[1 : n-3] {
		if err := s.copyOnline(ctx, p, step, progress); err != nil {
			return s.failed(step.Does, unconvertible(err))
		}
	}
	if err := s.programsSince(ctx, p, undo); err != nil {
		return err
	}
	for try := 1; !switched; try++ {
		if switched, err = s.switchOnline(ctx, p, undo, steps[n-3:], progress); err != nil {
			return err
		}
		if !switched && try == 10 {
			return s.failed("switch", fmt.Errorf("transactions of others hold the tables: end them: %s", s.blockers()))
		}
	}
	_, err = s.settle(ctx, migrate.Status{Plan: p, State: state}, progress)
	return err
}

// unconvertible explains an error that a row gives which was written after the plan, and
// before the triggers were there.
func unconvertible(err error) error {
	var e *driver.MySQLError
	switch {
	case !errors.As(err, &e):
		return err
	case e.Number == 1048 || e.Number == 1062:
		return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan a row has got the UUID of another one, in another spelling, and both are in a unique key: plan again to see them: %w", err)
	case e.Number == 1406 || e.Number == 1366 || e.Number == 1292:
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

// begin writes the state and creates the new tables.
func (s *store) begin(ctx context.Context, p *migrate.Plan, undo bool, state migrate.State, progress io.Writer) (err error) {
	steps := p.Steps
	if p.ID != "" { // or undoable would find the triggers of an undo that was killed
		if err := s.dropNew(ctx, p); err != nil {
			return s.failed("drop", err)
		}
	}
	if undo {
		steps, err = p.Undo, s.undoable(ctx, p)
	} else {
		err = s.asPlanned(ctx, p, false)
	}
	if err != nil {
		return err
	}
	// A user who may not lock the tables is told now, and not after the copy.
	if err := s.ddl(ctx, steps[len(steps)-3].SQL[0], "UNLOCK TABLES"); err != nil {
		return s.failed("lock", err)
	}
	if p.ID == "" {
		err = mysqlState.Remember(ctx, s.conn, p, state)
	} else if err = mysqlState.Again(ctx, s.conn, p); err == nil {
		err = sqlkit.SetState(ctx, s.conn, p.ID, state)
	}
	if err != nil {
		return s.failed("state", err)
	}
	meter := migrate.NewMeter(progress, steps[0].Does, 0)
	for _, q := range steps[0].SQL {
		if err := s.ddl(ctx, q); err != nil {
			return s.failed(steps[0].Does, err)
		}
	}
	p.Copied = map[string]*migrate.Copied{}
	if err := mysqlState.Again(ctx, s.conn, p); err != nil {
		return s.failed("state", err)
	}
	meter.Done()
	return nil
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

// programsSince refuses what was made during the copy and depends on a table.
func (s *store) programsSince(ctx context.Context, p *migrate.Plan, undo bool) error {
	if undo {
		return nil // undo allows for views and routines of the new form
	}
	m := &planner{Plan: &migrate.Plan{Columns: p.Columns}, store: s}
	for _, t := range p.Tables {
		m.tables = append(m.tables, &mysqlTable{name: t.Name})
	}
	if err := m.programs(ctx); err != nil {
		return s.failed("reading the schema", err)
	}
	for _, r := range migrate.DropAccepted(m.Refusals, p.Request.Accept) {
		if !strings.HasPrefix(r.Object, "trigger uuidkit_") {
			return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan: %s: %s", r.Object, r.Reason)
		}
	}
	return nil
}

// sameSoFar begins a transaction and compares all rows, the definitions and the triggers in it.
// Until it ends, nobody can alter the tables or drop a trigger.
func (s *store) sameSoFar(ctx context.Context, p *migrate.Plan, undo bool, progress io.Writer) error {
	for _, q := range []string{"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "START TRANSACTION WITH CONSISTENT SNAPSHOT"} {
		if err := s.exec(ctx, q); err != nil {
			return s.failed("checksum", err)
		}
	}
	// Before the checksums, whose statements need the columns, and when they have read all tables.
	if err := s.asPlanned(ctx, p, undo); err != nil {
		return err
	}
	if _, err := s.verify(ctx, p, undo, progress); err != nil {
		return err
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

// switchOnline compares the rows while others write, and switches when nobody does. It
// reports whether it has: another transaction may hold a table for too long.
func (s *store) switchOnline(ctx context.Context, p *migrate.Plan, undo bool, steps []migrate.Step, progress io.Writer) (switched bool, err error) {
	defer s.exec(finishing(ctx), "COMMIT")
	if err := s.sameSoFar(ctx, p, undo, progress); err != nil {
		return false, err
	}
	locker, err := s.lockSession(ctx)
	if err != nil {
		return false, s.failed("connect", err)
	}
	defer locker.Close()
	defer locker.unkeep()
	var begin time.Time
	err = s.retry(ctx, func() error {
		begin = time.Now()
		_, err := locker.ExecContext(ctx, steps[0].SQL[0])
		return err
	})
	if err != nil {
		return false, s.failed("lock", err)
	}
	defer locker.ExecContext(finishing(ctx), "UNLOCK TABLES")
	if err := s.exec(ctx, "COMMIT"); err != nil { // others wait for locker now
		return false, s.failed("switch", err)
	}
	keys, err := s.foreignKeys(ctx)
	if err != nil {
		return false, s.failed("reading the schema", err)
	}
	for _, k := range keys {
		if hasTable(p, k.ToTable) && !hasTable(p, k.Table) {
			table, _ := abroad(k.Table)
			return false, migrate.Errorf(migrate.CodeConflict, "migrate: table %s has got a foreign key during the copy, %s, to table %s: drop it, and add it again afterwards", table, k.Name, k.ToTable)
		}
	}
	for _, t := range p.Tables {
		cat, err := s.table(ctx, t.Name)
		if err == nil {
			err = s.counter(ctx, cat)
		}
		if err != nil {
			return false, s.failed("switch", err)
		}
	}
	for _, q := range steps[1].SQL {
		if err := s.addForeign(ctx, q); err != nil {
			return false, s.failed(steps[1].Does, err)
		}
	}
	if err := s.defined(ctx, p, undo); err != nil {
		return false, err
	}
	if err := s.alone(ctx, p.Accepted); err != nil {
		return false, err
	}
	if err := locker.alive(ctx, "the tables"); err != nil {
		return false, err
	}
	err = s.switchTables(ctx, steps[2].SQL[0], func() error {
		_, err := locker.ExecContext(ctx, "UNLOCK TABLES")
		return err
	})
	if isLocked(err) {
		fmt.Fprintf(progress, "switch: another transaction has used a table for %s; again\n", time.Since(begin).Round(time.Millisecond))
		return false, nil
	} else if err != nil {
		return false, s.failed("switch", err)
	}
	fmt.Fprintf(progress, "switch: writers waited %s\n", time.Since(begin).Round(time.Millisecond))
	return true, nil
}

// hasTable reports whether a table is one of the plan.
func hasTable(p *migrate.Plan, table string) bool {
	return slices.ContainsFunc(p.Tables, func(t migrate.Table) bool { return t.Name == table })
}

// addForeign executes a statement that adds the foreign keys of a table, unless an earlier
// try has.
func (s *store) addForeign(ctx context.Context, query string) error {
	name, _, _ := strings.Cut(strings.TrimPrefix(query, "ALTER TABLE `"), "` ADD CONSTRAINT ")
	cat, err := s.table(ctx, strings.ReplaceAll(name, "``", "`"))
	if err != nil || len(foreign(cat.create)) > 0 {
		return err
	}
	return s.unchecked(ctx, query)
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
func (s *store) dropNew(ctx context.Context, p *migrate.Plan) error {
	if p.Online {
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
func (s *store) takeBack(ctx context.Context, p *migrate.Plan, undo bool) error {
	for _, t := range p.Tables { // never without them
		err := s.exec(ctx, "DO (SELECT COUNT(*) FROM (SELECT 1 FROM "+backquote(t.Name)+" LIMIT 1) x)")
		if e := (*driver.MySQLError)(nil); errors.As(err, &e) && e.Number == 1146 {
			var copied bool
			if copied, err = s.exists(ctx, newName(t.Name)); copied {
				return migrate.Errorf(migrate.CodeConflict, "migrate: table %s is gone, and %s is there: drop the second, or make the first of it, and call it again", t.Name, newName(t.Name))
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
	if err := s.dropNew(ctx, p); err != nil {
		return s.failed("drop", err)
	}
	p.Copied = nil
	if !undo {
		return s.failed("state", sqlkit.Forget(ctx, s.conn, p.ID))
	}
	return s.failed("state", sqlkit.SetState(ctx, s.conn, p.ID, migrate.Switched))
}
