package sqlite

import (
	"context"
	"errors"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// locks are those of all actions.
const locks = "BEGIN IMMEDIATE: other writers wait until the end, and fail after their busy_timeout; readers in WAL mode read the old data"

// A conversion is a run or an undo.
type conversion struct {
	facts
	store  *store
	tables []*sqliteTable // as they are at its begin
	undo   bool

	// Its transaction reads this at its begin.
	before migrate.Snapshot
	broken int64 // rows that refer to missing rows
	old    tableSums
}

// Run converts.
func (s *store) Run(ctx context.Context, p *migrate.Plan, _ migrate.How) (migrate.Work, error) {
	return s.conversion(ctx, p, false)
}

// Undo converts back.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How) (migrate.Work, error) {
	if how.Online {
		return migrate.Work{}, migrate.Errorf(migrate.CodeRefused, "migrate: SQLite has one writer, and undo is one transaction: leave --online out, and stop the application")
	}
	return s.conversion(ctx, st.Plan, true)
}

func (s *store) conversion(ctx context.Context, p *migrate.Plan, undo bool) (migrate.Work, error) {
	c := &conversion{facts: facts{p}, store: s, undo: undo}
	for _, t := range p.Tables {
		now, err := s.table(ctx, t.Name)
		if err != nil {
			return migrate.Work{}, s.failed("reading the schema", err)
		}
		c.tables = append(c.tables, now)
	}
	return c.work(), nil
}

// work is one transaction: what it reads first is compared with what it reads last.
func (c *conversion) work() migrate.Work {
	var rows int64
	for _, t := range c.Tables {
		rows += t.Rows
	}
	list := []migrate.Action{{Does: "read the rows", Rows: rows, Do: c.begin}}
	drop, create := c.triggers()
	switch {
	case !c.undo:
		list = slices.Concat(list, drop, c.moves(), c.rebuilds(), create)
	case c.NoFormat():
		list = append(list, c.stored()...)
	default: // first the old tables, then their rows
		list = slices.Concat(list, drop, c.rebuilds(), c.moves(), create)
	}
	list = append(list, migrate.Action{Does: "compare the rows and the schema", Rows: rows, Do: c.end})
	for i := range list {
		list[i].Locks = locks
	}
	return migrate.Work{Actions: list, Within: c.store.transaction}
}

// transaction calls do in one, whose lock no other writer passes.
func (s *store) transaction(ctx context.Context, _ *migrate.Progress, do func(context.Context) error) (err error) {
	// The first two settings have no effect inside a transaction. With the second, RENAME leaves the
	// references of other tables as they are.
	for _, q := range []string{"PRAGMA foreign_keys = OFF", "PRAGMA legacy_alter_table = ON", "BEGIN IMMEDIATE", "PRAGMA defer_foreign_keys = ON"} {
		if err := s.exec(ctx, q); err != nil {
			return s.failed(q, err)
		}
	}
	defer func() {
		if err != nil {
			s.exec(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	if err := do(ctx); err != nil {
		return err
	}
	var e *sqlite.Error
	if err := s.exec(ctx, "COMMIT"); err == nil || errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
		return s.failed("COMMIT", err)
	} else {
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: COMMIT: it failed, and may have been done: see uuid migrate status: %w", err)
	}
}

// begin checks that all is as planned, and reads all rows.
func (c *conversion) begin(ctx context.Context, progress *migrate.Progress) (err error) {
	if c.before, err = c.store.snapshot(ctx); err != nil {
		return c.store.failed("reading the schema", err)
	}
	if c.broken, err = c.store.brokenKeys(ctx); err != nil {
		return c.store.failed("foreign_key_check", err)
	}
	list, err := c.store.Status(ctx)
	if err != nil {
		return err
	}
	if c.undo {
		return c.beginUndo(ctx, list, progress)
	}
	if migrate.Latest(list) != c.Follows { // the values of a column without a type do not say that they are new
		return migrate.Errorf(migrate.CodeConflict, "migrate: another process has changed the migrations since the plan: plan again")
	}
	if got := c.before.Hash(c.Plan); got != c.Hash {
		return migrate.Errorf(migrate.CodeConflict, "migrate: the schema or the forms are not those of the plan %s: plan again", c.Hash)
	}
	if c.old, err = c.sums(ctx, c.Bytes, false, progress); err != nil {
		return c.store.failed("reading the old rows", err)
	}
	return c.old.planned(c.Plan)
}

func (c *conversion) beginUndo(ctx context.Context, list []migrate.Status, progress *migrate.Progress) (err error) {
	if migrate.Latest(list) != c.ID {
		return migrate.ErrEnded
	}
	if err := c.returnable(ctx); err != nil {
		return err
	}
	if c.old, err = c.sums(ctx, layout.Bytes, true, progress); err != nil {
		return c.store.failed("reading the new rows", err)
	}
	return c.undoable(ctx)
}

// end compares all rows and the schema with what they were, and writes the journal.
func (c *conversion) end(ctx context.Context, progress *migrate.Progress) error {
	form := layout.Bytes
	if c.undo {
		form = c.Bytes
	} else if err := c.moved(ctx); err != nil {
		return err
	}
	fresh, err := c.sums(ctx, form, !c.undo, progress)
	if err != nil {
		return c.store.failed("reading the rows again", err)
	}
	if err := c.old.compare(fresh); err != nil {
		return err
	}
	after, err := c.store.snapshot(ctx)
	if err != nil {
		return c.store.failed("reading the schema", err)
	}
	if err := c.before.Compare(after, c.Changes, c.undo); err != nil {
		return err
	}
	now, err := c.store.brokenKeys(ctx)
	if err != nil {
		return c.store.failed("foreign_key_check", err)
	}
	if now > c.broken+c.Orphans {
		return migrate.Errorf(migrate.CodeDiffers, "migrate: %d rows refer to rows that are missing, and %d before: rolled back", now, c.broken+c.Orphans)
	}
	if c.Orphans = c.broken - now; c.undo {
		err = sqlkit.Forget(ctx, c.store.conn, c.ID)
	} else {
		err = sqlkit.Standard.Remember(ctx, c.store.conn, c.Plan, migrate.Switched)
	}
	return c.store.failed("writing the state", err)
}

// exec executes statements.
func (s *store) exec(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}
