package mysql

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// Resume ends what a killed process has left. An online run or undo that has not switched
// stays for its next process, and the opposite verb takes it back.
func (s *store) Resume(ctx context.Context, undo bool) (*migrate.Plan, error) {
	list, err := s.Status(ctx)
	if err == nil && len(list) == 0 && (undo || s.locked) {
		err = s.dropEmpty(ctx)
	}
	if err != nil || len(list) == 0 {
		return nil, err
	}
	last := list[len(list)-1]
	if last.State == migrate.Switched {
		return nil, nil
	}
	if err := s.runner(ctx, last.Plan.Accepted); err != nil {
		return nil, err
	}
	if list, err = s.Status(ctx); err != nil || len(list) == 0 { // while we waited
		return nil, err
	}
	if last = list[len(list)-1]; last.State == migrate.Switched {
		return nil, nil
	}
	if last.Plan.Online {
		if on, err := s.isSwitched(ctx, last); err != nil || !on && (last.State == migrate.Undoing) == undo {
			return nil, err
		}
		if err := s.impatient(ctx, s.conn); err != nil {
			return nil, s.failed("connect", err)
		}
	}
	on, err := s.settle(ctx, last, io.Discard)
	if err != nil || !on || last.State == migrate.Undoing || last.State == migrate.Undone {
		return nil, err
	}
	return last.Plan, nil
}

// dropEmpty drops table uuidkit_migration if a process was killed between CREATE TABLE and the first
// row, or between the last row and DROP TABLE.
func (s *store) dropEmpty(ctx context.Context) error {
	if exists, err := s.exists(ctx, migrate.StateTable); err != nil || !exists {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	if err := s.runner(ctx, nil); err != nil { // it may be another process's, which has no row yet
		return err
	}
	if list, err := s.Status(ctx); err != nil || len(list) > 0 {
		return err
	}
	return s.failed("drop", s.exec(ctx, "DROP TABLE IF EXISTS "+migrate.StateTable))
}

// settle asks the catalog whether the tables are switched. If so, it does what is left after
// that; if not, it drops the new tables. It can be repeated.
//
// A run goes from copying to checking to switched, an undo from undoing to undone to no state.
// Until checking and undone, a change of the tables that were switched aside takes it back.
func (s *store) settle(ctx context.Context, st migrate.Status, progress io.Writer) (on bool, err error) {
	p := st.Plan
	undo, aside, checked := false, oldName, migrate.Checking
	if st.State == migrate.Undoing || st.State == migrate.Undone {
		undo, aside, checked = true, undoneName, migrate.Undone
	}
	drop := func(names ...func(string) string) error {
		for _, t := range p.Tables {
			for _, name := range names {
				if err := s.unchecked(ctx, "DROP TABLE IF EXISTS "+backquote(name(t.Name))); err != nil {
					return s.failed("drop", err)
				}
			}
		}
		return nil
	}
	if on, err = s.isSwitched(ctx, st); err != nil {
		return false, err
	}
	var changed error
	if on && st.State != checked {
		if err := s.finish(ctx, p, undo, aside); err != nil {
			return on, s.failed("switch", err)
		}
	}
	if on && p.Online {
		for _, t := range p.Tables {
			if err := s.dropTriggers(ctx, t.Name); err != nil {
				return on, s.failed("drop trigger", err)
			}
		}
	}
	if on && st.State != checked {
		meter := migrate.NewMeter(progress, "checksums of the old tables", 0)
		if changed, err = s.changed(ctx, p, undo, aside); err != nil {
			return on, s.failed("checksum", err)
		}
		if changed == nil || p.Online {
			err = sqlkit.SetState(ctx, s.conn, p.ID, checked)
		} else {
			on, err = false, s.switchBack(ctx, p, undo, aside, changed)
		}
		if err != nil {
			return true, s.failed("switch", err)
		}
		meter.Done()
	}
	if !on {
		return on, cmp.Or(s.takeBack(ctx, p, undo), changed)
	}
	meter := migrate.NewMeter(progress, "name the foreign keys", 0)
	defer meter.Done()
	if !undo {
		for _, t := range p.Tables {
			cat, err := s.table(ctx, oldName(t.Name))
			if err != nil {
				return on, s.failed("reading the schema", err)
			}
			for _, f := range foreign(cat.create) {
				if err := s.unchecked(ctx, "ALTER TABLE "+backquote(oldName(t.Name))+" DROP FOREIGN KEY "+f[0]); err != nil {
					return on, s.failed("drop foreign key", err)
				}
			}
		}
	} else {
		if err := drop(oldName, undoneName, badName); err != nil {
			return on, err
		}
	}
	n := 0
	for _, t := range p.Tables {
		cat, err := s.table(ctx, t.Name)
		if err != nil {
			return on, s.failed("reading the schema", err)
		}
		for _, f := range foreign(p.Created[t.Name]) {
			n++
			temporary := fmt.Sprintf("`uuidkit_fk_%d`", n)
			if !slices.ContainsFunc(foreign(cat.create), func(g []string) bool { return g[0] == temporary }) {
				continue
			}
			q := fmt.Sprintf("ALTER TABLE %s DROP FOREIGN KEY %s, ADD CONSTRAINT %s %s%s%s", backquote(t.Name), temporary, f[0], f[1], f[2], f[3])
			if err := s.unchecked(ctx, q); err != nil {
				return on, s.failed("name a foreign key", err)
			}
		}
	}
	if undo {
		err = sqlkit.Forget(ctx, s.conn, p.ID)
	} else {
		err = sqlkit.SetState(ctx, s.conn, p.ID, migrate.Switched)
	}
	return on, cmp.Or(s.failed("state", err), changed)
}

// finish does the rest of a RENAME that KILL has ended: MariaDB leaves some tables renamed and
// others not. TestMariaDBRenameKilled guards it.
func (s *store) finish(ctx context.Context, p *migrate.Plan, undo bool, aside func(string) string) (err error) {
	there := func(name string) bool {
		exists, e := s.exists(ctx, name)
		err = errors.Join(err, e)
		return exists
	}
	var left []renaming
	for _, r := range renames(p, undo, aside) {
		done := !there(r.from)
		if hasTable(p, r.from) {
			done = there(r.to) // from is the new table then
		}
		if !done {
			left = append(left, r)
		}
	}
	if err != nil || left == nil {
		return err
	}
	for _, r := range left {
		if p.Online && hasTable(p, r.from) {
			if err := s.followed(ctx, p, undo, r.from); err != nil {
				return err
			}
			if altered, err := s.altered(ctx, p, undo, r.from, ""); err != nil {
				return err
			} else if altered {
				return migrate.Errorf(migrate.CodeConflict, "migrate: table %s was altered when other tables had been switched: undo the alteration, and run again", r.from)
			}
		}
	}
	return s.ddl(ctx, renameTables(left))
}

// followed returns an error if a table has lost its triggers, with the file that MariaDB had
// emptied, and was written since. Nobody keeps others from writing after this: the message of
// error 1343 says to stop the application.
func (s *store) followed(ctx context.Context, p *migrate.Plan, undo bool, table string) error {
	list, err := s.triggers(ctx, table)
	if err != nil || slices.Equal(list, ownTriggers(table)) {
		return err
	}
	old, err := s.sum(ctx, p, table, table, undo, undo)
	if err != nil {
		return err
	}
	fresh, err := s.sum(ctx, p, table, newName(table), undo, !undo)
	if err == nil && fresh != old {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: table %s was written without its triggers: make the rows of %s the same by hand, and run again", table, newName(table))
	}
	return err
}

// isSwitched reports whether the RENAME has happened, if only for some tables.
func (s *store) isSwitched(ctx context.Context, st migrate.Status) (bool, error) {
	aside := oldName
	switch st.State {
	case migrate.Checking, migrate.Undone:
		return true, nil
	case migrate.Undoing:
		aside = undoneName
	}
	for _, t := range st.Plan.Tables {
		if exists, err := s.exists(ctx, aside(t.Name)); err != nil || exists {
			return exists, s.failed("reading the schema", err)
		}
	}
	return false, nil
}

// changed says what has changed a table between the checks under the lock and the RENAME:
// a statement that waited for the lock longer, or a writer, if the connection with the lock
// was lost.
func (s *store) changed(ctx context.Context, p *migrate.Plan, undo bool, aside func(string) string) (change, err error) {
	for i, t := range p.Tables {
		altered, err := s.altered(ctx, p, undo, t.Name, aside(""))
		if err != nil {
			return nil, err
		}
		triggers, err := s.triggers(ctx, aside(t.Name))
		if err != nil {
			return nil, err
		}
		if altered = altered || triggers != nil; altered && p.Online {
			return migrate.Errorf(migrate.CodeConflict, "migrate: table %s was altered in the moment of the switch, and is now %s: all is switched, without the alteration: do it again", t.Name, aside(t.Name)), nil
		} else if altered {
			return migrate.Errorf(migrate.CodeConflict, "migrate: table %s was altered during the copy: renamed back; run again", t.Name), nil
		}
		if p.Online {
			continue // its writers were followed until the RENAME
		}
		sum, err := s.sum(ctx, p, t.Name, aside(t.Name), undo, undo)
		if err != nil {
			return nil, err
		}
		if sum == p.Sums[i] {
			continue
		}
		if now, err := s.sum(ctx, p, t.Name, t.Name, undo, !undo); err != nil {
			return nil, err
		} else if now != sum { // else the user has made them the same
			return migrate.Errorf(migrate.CodeConflict, "migrate: a writer changed table %s during the copy, because the connection with the lock was lost: renamed back; run again", t.Name), nil
		}
	}
	return nil, nil
}

// altered reports whether a table, whose name has a prefix now, was altered since the plan, or
// in undo since the migration.
func (s *store) altered(ctx context.Context, p *migrate.Plan, undo bool, table, prefix string) (bool, error) {
	cat, err := s.table(ctx, prefix+table)
	if err != nil {
		return false, err
	}
	want := p.Expected[table]
	if !undo {
		want = sortedLines(withoutCounter(p.Created[table]))
	}
	got := withoutCounter(cat.create)
	for _, name := range []func(string) string{oldName, undoneName} { // other tables can have been renamed
		got = unprefixed(p, got, name)
	}
	return sortedLines(got) != want, nil
}

// switchBack gives the tables their names of before the switch, if nobody has written them since.
func (s *store) switchBack(ctx context.Context, p *migrate.Plan, undo bool, aside func(string) string, changed error) error {
	var names []string
	for _, t := range p.Tables {
		names = append(names, t.Name)
	}
	locks, err := s.lockTables(ctx, names)
	if err != nil {
		return err
	}
	defer locks.release()
	if err := s.untouched(ctx, p, undo, changed); err != nil {
		return err
	}
	if err := locks.hold(finishing(ctx)); err != nil {
		return err
	}
	return s.switchTables(ctx, renameTables(reversed(renames(p, undo, aside))), s.releaser(ctx, locks))
}

// untouched returns an error if the switched tables have been written, too.
func (s *store) untouched(ctx context.Context, p *migrate.Plan, undo bool, changed error) error {
	for i, t := range p.Tables {
		sum, err := s.sum(ctx, p, t.Name, t.Name, undo, !undo)
		if err != nil {
			return err
		}
		if sum != p.Sums[i] {
			return migrate.Errorf(migrate.CodeConflict, "%w: but not renamed back, since table %s has changed after the switch: make the rows of both tables the same by hand, and run again", changed, t.Name)
		}
	}
	return nil
}

// interrupted returns the plan of a run --online that was interrupted, if the request is for
// the same columns. Run goes on with it.
func interrupted(earlier []migrate.Status, r migrate.Request, bytes layout.Form) *migrate.Plan {
	if len(earlier) == 0 {
		return nil
	}
	last := earlier[len(earlier)-1]
	p := last.Plan
	if !p.Online || last.State != migrate.Copying {
		return nil
	}
	other := r.To != p.To || bytes != p.Bytes || r.BadRows != p.BadRows || !r.Online
	for _, name := range r.Columns {
		other = other || !slices.ContainsFunc(p.Columns, func(c migrate.Column) bool { return strings.EqualFold(name, c.Table+"."+c.Name) })
	}
	p.Notes = append(p.Notes, "this run was interrupted: run goes on with it")
	if p.Request = r; other {
		p.Refusals = []migrate.Refusal{{Object: "table " + migrate.StateTable, Reason: "another run, which is --online, is not finished", Manual: "give its command again to go on, or undo to take it back"}}
	}
	return p
}
