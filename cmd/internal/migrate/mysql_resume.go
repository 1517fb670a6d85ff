package migrate

import (
	"context"
	"fmt"
	"slices"
)

// Resume ends what a killed process has left.
func (s *mysqlStore) Resume(ctx context.Context) (*Plan, error) {
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
	on, err := s.settle(ctx, last)
	if err != nil || !on {
		return nil, err
	}
	return last.Plan, nil
}

// settle asks the catalog whether the tables are switched. If so, it does what is left after
// that; if not, it drops the new tables. It can be repeated.
func (s *mysqlStore) settle(ctx context.Context, st Status) (on bool, err error) {
	p := st.Plan
	drop := func(name func(string) string) error {
		for _, t := range p.Tables {
			if err := s.unchecked(ctx, "DROP TABLE IF EXISTS "+backquote(name(t.Name))); err != nil {
				return s.failed("drop", err)
			}
		}
		return nil
	}
	first, err := s.exists(ctx, oldName(p.Tables[0].Name))
	if err != nil {
		return false, s.failed("reading the schema", err)
	}
	on = first
	if st.State == "undoing" {
		on = !first
		for _, t := range p.Tables {
			exists, err := s.exists(ctx, undoneName(t.Name))
			if err != nil {
				return false, s.failed("reading the schema", err)
			}
			on = on || exists
		}
	}
	switch {
	case !on && st.State == "copying":
		if err := drop(newName); err != nil {
			return on, err
		}
		return on, s.failed("state", forget(ctx, s.conn, p.ID))
	case !on:
		if err := drop(newName); err != nil {
			return on, err
		}
		return on, s.failed("state", setState(ctx, s.conn, p.ID, "switched"))
	case st.State == "copying":
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
	default:
		// The old tables first: while there is one of the others, the switch is known.
		if err := drop(oldName); err != nil {
			return on, err
		}
		if err := drop(undoneName); err != nil {
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
	if st.State == "copying" {
		return on, s.failed("state", setState(ctx, s.conn, p.ID, "switched"))
	}
	return on, s.failed("state", forget(ctx, s.conn, p.ID))
}
