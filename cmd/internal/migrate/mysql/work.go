package mysql

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A conversion is a run or an undo. It makes the actions from the plan, and from the definitions
// that the tables had before.
type conversion struct {
	*planner
	undo, live bool          // live: this run or undo is --online. Online of the plan is that of the run
	pause      time.Duration // between two batches

	locks    mysqlLocks // offline
	switched bool       // by this process
}

// conversion reads the definitions of a plan that is done, or goes on.
func (s *store) conversion(ctx context.Context, p *migrate.Plan, undo, live bool) (*conversion, error) {
	c := &conversion{planner: &planner{Plan: p, store: s}, undo: undo, live: live}
	var err error
	if c.keys, err = s.foreignKeys(ctx); err == nil {
		err = c.readActions(ctx)
	}
	if err != nil {
		return nil, s.failed("reading the schema", err)
	}
	for _, t := range p.Tables {
		name := t.Name
		if undo {
			name = oldName(t.Name)
			if exists, err := s.exists(ctx, name); err != nil {
				return nil, s.failed("reading the schema", err)
			} else if !exists {
				return nil, migrate.Errorf(migrate.CodeRefused, "migrate: undo needs the definition of table %s, and it is gone", name)
			}
		}
		cat, err := s.table(ctx, name)
		if err != nil {
			return nil, s.failed("reading the schema", err)
		}
		cat.name, cat.create = t.Name, p.Created[t.Name]
		c.tables = append(c.tables, cat)
	}
	return c, nil
}

// unfinished is the conversion that a process has left, to be taken back or finished.
func (s *store) unfinished(st migrate.Status) *conversion {
	return &conversion{planner: &planner{Plan: st.Plan, store: s}, undo: st.State == migrate.Undoing || st.State == migrate.Undone, live: wasOnline(st)}
}

// aside is the name that a table gets in the switch.
func (c *conversion) aside(table string) string {
	if c.undo {
		return undoneName(table)
	}
	return oldName(table)
}

// work is all actions, from the first to the last.
func (c *conversion) work() (w migrate.Work) {
	if c.live {
		w = migrate.Work{Actions: c.onlineActions(), Within: c.followed}
	} else {
		w = migrate.Work{Actions: c.offlineActions(), Within: c.locked}
	}
	for _, a := range []migrate.Action{c.recheck(), c.end()} {
		a.Locks = "then each table for some milliseconds, in which its foreign keys get their names"
		w.Actions = append(w.Actions, a)
	}
	return w
}

// Lock takes the lock that only one process has. It is held by the session in which all statements
// run, so that a killed process loses it when its last statement has ended.
func (s *store) Lock(ctx context.Context, out io.Writer) error {
	s.progress = out
	if s.locked {
		return nil
	}
	var got int
	err := s.conn.QueryRowContext(ctx, "SELECT COALESCE(GET_LOCK("+mysqlRunner+", 15), 0)").Scan(&got)
	if e := (*driver.MySQLError)(nil); errors.As(err, &e) && e.Number == 1235 { // no node of a Galera cluster has such locks
		return cmp.Or(s.alone(ctx, nil), s.failed("lock", err))
	} else if err != nil {
		return s.failed("lock", err)
	}
	if got != 1 {
		return migrate.Errorf(migrate.CodeConflict, "migrate: another uuid migrate runs in this database, or its last statement does. If it is lost, end %s", s.holder(ctx))
	}
	s.locked = true
	return nil
}

// Unbegun drops an empty journal.
func (s *store) Unbegun(ctx context.Context) error {
	exists, err := s.exists(ctx, migrate.StateTable)
	if err != nil || !exists {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	if err := s.alone(ctx, nil); err != nil {
		return err
	}
	if err := s.Lock(ctx, s.progress); err != nil { // it may be another process's, which has no row yet
		return err
	}
	return s.dropEmpty(ctx)
}

// dropEmpty drops table uuidkit_migration if a process was killed between CREATE TABLE and the first
// row, or between the last row and DROP TABLE.
func (s *store) dropEmpty(ctx context.Context) error {
	if list, err := s.Status(ctx); err != nil || len(list) > 0 {
		return err
	}
	return s.failed("drop", s.exec(ctx, "DROP TABLE IF EXISTS "+migrate.StateTable))
}

// Where asks the catalog whether the RENAME has happened, if only for some tables. Offline it also
// checks whether the old tables have been written since they were compared.
func (s *store) Where(ctx context.Context, st migrate.Status) (migrate.Where, error) {
	c := s.unfinished(st)
	if err := s.alone(ctx, c.Accepted); err != nil { // before the driver says how to go on
		return migrate.Anywhere, err
	}
	if on, err := c.isSwitched(ctx); err != nil || !on {
		return migrate.Before, err
	}
	unrenamed, err := c.unrenamed(ctx)
	if err != nil {
		return migrate.Anywhere, s.failed("reading the schema", err)
	}
	if c.live || unrenamed != nil {
		return migrate.Over, nil
	}
	changed, err := c.changed(ctx)
	switch {
	case err != nil:
		return migrate.Anywhere, s.failed("checksum", err)
	case changed != nil:
		return migrate.Written, nil
	}
	return migrate.Over, nil
}

// Run copies into new tables and switches.
func (s *store) Run(ctx context.Context, p *migrate.Plan, how migrate.How) (w migrate.Work, err error) {
	if err := s.alone(ctx, p.Accepted); err != nil {
		return w, err
	}
	c, err := s.conversion(ctx, p, false, how.Online)
	if err != nil {
		return w, err
	}
	c.pause = how.Pause
	return c.work(), nil
}

// Undo copies back into tables of the old form and switches.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How) (w migrate.Work, err error) {
	p := st.Plan
	if err := s.alone(ctx, p.Accepted); err != nil {
		return w, err
	}
	c, err := s.conversion(ctx, p, true, how.Online)
	if err != nil {
		return w, err
	}
	c.pause = how.Pause
	if st.State != migrate.Undoing {
		p.UndoesOnline, p.Copied, p.Altered = how.Online, nil, ""
	}
	if how.Online {
		asks := *p
		now := &planner{Plan: &asks, store: s, tables: c.tables, keys: c.keys}
		if err := now.refuseOnline(ctx); err != nil {
			return w, s.failed("reading the schema", err)
		}
		if err := asks.Refused(); err != nil {
			return w, err
		}
	}
	return c.work(), nil
}

// TakeBack drops what an interrupted run or undo has made. If the tables are switched, they get
// their names of before first.
func (s *store) TakeBack(ctx context.Context, st migrate.Status) (w migrate.Work, err error) {
	c := s.unfinished(st)
	on, err := c.isSwitched(ctx)
	if err != nil {
		return w, err
	}
	if on {
		w.Actions = append(w.Actions, action("rename back", c.switchBack))
	}
	w.Actions = append(w.Actions, action("take back", c.takeBack))
	w.Within = c.waiting
	return w, nil
}

// Finish does what is left after the switch.
func (s *store) Finish(ctx context.Context, st migrate.Status) (w migrate.Work, err error) {
	c := s.unfinished(st)
	if err := s.alone(ctx, c.Accepted); err != nil {
		return w, err
	}
	if st.State == migrate.Copying || st.State == migrate.Undoing {
		w.Actions = append(w.Actions, action("switch the other tables", c.switchRest), c.recheck())
	}
	w.Actions = append(w.Actions, c.end())
	w.Within = c.waiting
	return w, nil
}

// Cleanup drops the old tables and the journal.
func (s *store) Cleanup(ctx context.Context, list []migrate.Status) (w migrate.Work, err error) {
	var accept []string
	for i := len(list) - 1; i >= 0; i-- {
		p := list[i].Plan
		accept = append(accept, p.Accepted...)
		var drop []string
		for _, t := range p.Tables {
			drop = append(drop, "DROP TABLE IF EXISTS "+backquote(oldName(t.Name)))
		}
		w.Actions = append(w.Actions, migrate.Action{Does: "drop the old tables", SQL: drop, Do: func(ctx context.Context, _ *migrate.Progress) error {
			if err := s.exec(ctx, drop...); err != nil {
				return s.failed("cleanup", err)
			}
			return s.failed("cleanup", sqlkit.Forget(ctx, s.conn, p.ID))
		}})
	}
	exists, err := s.exists(ctx, migrate.StateTable)
	if err != nil || !exists {
		return w, migrate.Coded(migrate.CodeConnection, err)
	}
	if list == nil {
		w.Actions = append(w.Actions, action("drop the empty journal", func(ctx context.Context, _ *migrate.Progress) error { return s.dropEmpty(ctx) }))
	}
	return w, s.alone(ctx, accept)
}

// action is one without SQL that a reader sees.
func action(does string, do func(context.Context, *migrate.Progress) error) migrate.Action {
	return migrate.Action{Does: does, Do: do}
}

// waiting calls do, which waits for the locks of others only so long as others can wait behind it. After it the session
// is as before: it can do the work of a run without --online, whose RENAME waits for our own locks, too.
func (c *conversion) waiting(ctx context.Context, _ *migrate.Progress, do func(context.Context) error) error {
	if c.live {
		if err := c.store.impatient(ctx, c.store.conn); err != nil {
			return c.store.failed("connect", err)
		}
		defer c.store.exec(finishing(ctx), patience...)
	}
	return do(ctx)
}

// locked calls do, and ends the locks that it has taken.
func (c *conversion) locked(ctx context.Context, _ *migrate.Progress, do func(context.Context) error) error {
	err := do(ctx)
	if err != nil && !c.switched {
		if lost := c.locks.alive(ctx); ctx.Err() == nil && lost != nil {
			err = lost // why the rows differ, for one
		}
	}
	c.locks.release()
	return err
}

// followed calls do while triggers follow the writers, and says what becomes of the copies if it fails.
func (c *conversion) followed(ctx context.Context, progress *migrate.Progress, do func(context.Context) error) error {
	err := c.waiting(ctx, progress, do)
	if err == nil || c.switched {
		return err
	}
	if on, _ := c.isSwitched(finishing(ctx)); on {
		return err // the next command finishes it
	}
	var e *migrate.Error
	if errors.As(err, &e) && (e.Code == migrate.CodeDiffers || e.Code == migrate.CodeConflict) && !isLocked(err) {
		return &migrate.Error{Code: e.Code, Err: err, Stale: true}
	}
	if c.Copied != nil {
		err = fmt.Errorf("%w\nmigrate: the triggers and the new tables stay: give the same command again to go on, or the opposite one (undo, or run) to drop them", err)
	}
	return err
}
