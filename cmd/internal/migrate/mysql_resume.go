package migrate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Resume ends what a killed process has left.
func (s *mysqlStore) Resume(ctx context.Context, _ bool) (*Plan, error) {
	list, err := s.Status(ctx)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	last := list[len(list)-1]
	if last.State == "switched" {
		return nil, nil
	}
	if err := s.runner(ctx); err != nil {
		return nil, err
	}
	if list, err = s.Status(ctx); err != nil || len(list) == 0 { // while we waited
		return nil, err
	}
	if last = list[len(list)-1]; last.State == "switched" {
		return nil, nil
	}
	on, err := s.settle(ctx, last, io.Discard)
	if err != nil || !on {
		return nil, err
	}
	return last.Plan, nil
}

// settle asks the catalog whether the tables are switched. If so, it does what is left after
// that; if not, it drops the new tables. It can be repeated.
//
// A run goes from copying to naming to switched, an undo from undoing to undone to no state.
// Until naming and undone, a change of the tables that were switched aside takes it back.
func (s *mysqlStore) settle(ctx context.Context, st Status, progress io.Writer) (on bool, err error) {
	p := st.Plan
	undo, aside, checked := false, oldName, "naming"
	if st.State == "undoing" || st.State == "undone" {
		undo, aside, checked = true, undoneName, "undone"
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
	on = st.State == checked
	for _, t := range p.Tables {
		exists, err := s.exists(ctx, aside(t.Name))
		if err != nil {
			return false, s.failed("reading the schema", err)
		}
		on = on || exists
	}
	var changed error
	if on && st.State != checked {
		meter := newMeter(progress, "checksums of the old tables", 0)
		if changed, err = s.changed(ctx, p, undo, aside); err != nil {
			return on, s.failed("checksum", err)
		}
		if changed == nil {
			err = setState(ctx, s.conn, p.ID, checked)
		} else if err = s.untouched(ctx, p, undo, changed); err == nil {
			on, err = false, s.exec(ctx, reverse(p, undo, aside))
		}
		if err != nil {
			return true, s.failed("switch", err)
		}
		meter.done()
	}
	if !on {
		if err := drop(newName, badName); err != nil {
			return on, err
		}
		if undo {
			err = setState(ctx, s.conn, p.ID, "switched")
		} else {
			err = forget(ctx, s.conn, p.ID)
		}
		return on, cmp.Or(s.failed("state", err), changed)
	}
	meter := newMeter(progress, "name the foreign keys", 0)
	defer meter.done()
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
	if !undo {
		return on, s.failed("state", setState(ctx, s.conn, p.ID, "switched"))
	}
	return on, s.failed("state", forget(ctx, s.conn, p.ID))
}

// changed says what has changed a table between the checks under the lock and the RENAME:
// a statement that waited for the lock longer, or a writer, if the connection with the lock
// was lost.
func (s *mysqlStore) changed(ctx context.Context, p *Plan, undo bool, aside func(string) string) (change, err error) {
	for i, t := range p.Tables {
		cat, err := s.table(ctx, aside(t.Name))
		if err != nil {
			return nil, err
		}
		want := p.Expected[t.Name]
		if !undo {
			want = sortedLines(withoutCounter(p.Created[t.Name]))
		}
		got := sortedLines(strings.ReplaceAll(withoutCounter(cat.create), "`"+aside(""), "`"))
		triggers, err := s.triggers(ctx, aside(t.Name))
		if err != nil {
			return nil, err
		}
		if got != want || triggers != nil {
			return errorf(CodeConflict, "migrate: table %s was altered during the copy: renamed back; run again", t.Name), nil
		}
		sum, err := s.sum(ctx, p, t.Name, aside(t.Name), undo, undo)
		if err != nil {
			return nil, err
		}
		if sum != p.Sums[i] {
			return errorf(CodeConflict, "migrate: a writer changed table %s during the copy, because the connection with the lock was lost: renamed back; run again", t.Name), nil
		}
	}
	return nil, nil
}

// untouched returns an error if the switched tables have been written, too.
func (s *mysqlStore) untouched(ctx context.Context, p *Plan, undo bool, changed error) error {
	for i, t := range p.Tables {
		sum, err := s.sum(ctx, p, t.Name, t.Name, undo, !undo)
		if err != nil {
			return err
		}
		if sum != p.Sums[i] {
			return errorf(CodeConflict, "%w: but not renamed back, since table %s has changed after the switch: make the rows of both tables the same by hand, and run again", changed, t.Name)
		}
	}
	return nil
}
