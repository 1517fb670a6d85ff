package mysql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// recheck checks that nobody has written or altered the old tables between the checks and the RENAME.
func (c *conversion) recheck() migrate.Action {
	return action("checksums of the old tables", func(ctx context.Context, _ *migrate.Progress) error {
		s := c.store
		if c.live {
			for _, t := range c.Tables {
				if err := s.dropTriggers(ctx, t.Name); err != nil {
					return s.failed("drop trigger", err)
				}
			}
		}
		changed, err := c.changed(ctx)
		if changed == nil && err == nil && c.live && !c.switched {
			changed, err = c.emptied(ctx)
		}
		if err != nil {
			return s.failed("checksum", err)
		}
		if changed != nil && !c.live { // the driver takes it back, now or in the next command
			return migrate.Errorf(migrate.CodeConflict, "%w: run again", changed)
		}
		if err := c.says(ctx, changed); err != nil {
			return s.failed("state", err)
		}
		checked := migrate.Checking
		if c.undo {
			checked = migrate.Undone
		}
		return s.failed("switch", sqlkit.SetState(ctx, s.conn, c.ID, checked))
	})
}

// end gives the foreign keys their names, and ends the migration. It can be repeated.
func (c *conversion) end() migrate.Action {
	var shown, tables []string
	for _, t := range c.Tables {
		tables = append(tables, "DROP TABLE IF EXISTS "+backquote(oldName(t.Name)), "DROP TABLE IF EXISTS "+backquote(undoneName(t.Name)), "DROP TABLE IF EXISTS "+backquote(badName(t.Name)))
	}
	for _, k := range keysOf(c.Plan) {
		shown = append(shown, dropKey(oldName(k.table), k.renamed(oldName)), k.rename())
	}
	if c.undo {
		shown = tables
		for _, k := range keysOf(c.Plan) {
			shown = append(shown, k.rename())
		}
	}
	return migrate.Action{Does: "name the foreign keys", SQL: shown, Do: func(ctx context.Context, _ *migrate.Progress) (err error) {
		s := c.store
		if c.undo {
			err = s.unchecked(ctx, tables...)
		} else {
			err = c.dropOldKeys(ctx)
		}
		if err == nil {
			err = c.nameKeys(ctx)
		}
		if err != nil {
			return s.failed("name the foreign keys", err)
		}
		if c.undo {
			err = sqlkit.Forget(ctx, s.conn, c.ID)
		} else {
			err = sqlkit.SetState(ctx, s.conn, c.ID, migrate.Switched)
		}
		if err == nil && c.Altered != "" {
			err = migrate.Errorf(migrate.CodeConflict, "%s", c.Altered)
		}
		return s.failed("state", err)
	}}
}

// dropOldKeys drops those of the old tables. RENAME has given other names to those that the server names.
func (c *conversion) dropOldKeys(ctx context.Context) error {
	for _, t := range c.Tables {
		names, err := c.store.foreignNames(ctx, oldName(t.Name))
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := c.store.unchecked(ctx, dropKey(oldName(t.Name), name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// nameKeys gives those of the new tables their names.
func (c *conversion) nameKeys(ctx context.Context) error {
	for _, k := range keysOf(c.Plan) {
		names, err := c.store.foreignNames(ctx, k.table)
		if err == nil && slices.Contains(names, k.temporary) {
			err = c.store.unchecked(ctx, k.rename())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func dropKey(table, key string) string {
	return "ALTER TABLE " + backquote(table) + " DROP FOREIGN KEY " + key
}

// renamed is the name of a foreign key when its table has got another one: the server gives another one to a key
// that it has named.
func (k foreignKey) renamed(table func(string) string) string {
	if number, is := strings.CutPrefix(unquote(k.name), k.table+"_ibfk_"); is {
		return backquote(table(k.table) + "_ibfk_" + number)
	}
	return k.name
}

// rename is the statement that gives a foreign key its name.
func (k foreignKey) rename() string {
	return fmt.Sprintf("ALTER TABLE %s DROP FOREIGN KEY %s, ADD CONSTRAINT %s %s%s%s", backquote(k.table), k.temporary, k.name, k.refers, k.to, k.acts)
}

// unrenamed are the parts of the RENAME that are not done: KILL can end it, and MariaDB leaves some tables
// renamed and others not. TestMariaDBRenameKilled guards it.
func (c *conversion) unrenamed(ctx context.Context) (list []renaming, err error) {
	there := func(name string) bool {
		exists, e := c.store.exists(ctx, name)
		err = errors.Join(err, e)
		return exists
	}
	for _, r := range c.renames() {
		done := !there(r.from)
		if hasTable(c.Plan, r.from) {
			done = there(r.to) // from is the new table then
		}
		if !done {
			list = append(list, r)
		}
	}
	return list, err
}

// switchRest does the rest of a RENAME that KILL has ended.
func (c *conversion) switchRest(ctx context.Context, _ *migrate.Progress) error {
	unrenamed, err := c.unrenamed(ctx)
	if err != nil || unrenamed == nil {
		return c.store.failed("switch", err)
	}
	for _, r := range unrenamed {
		if !c.live || !hasTable(c.Plan, r.from) {
			continue
		}
		err := c.wasFollowed(ctx, r.from)
		if err == nil {
			var altered bool
			if altered, err = c.wasAltered(ctx, r.from, ""); altered {
				err = migrate.Errorf(migrate.CodeConflict, "migrate: table %s was altered when other tables had been switched: undo the alteration, and run again", r.from)
			}
		}
		if err != nil {
			return c.store.failed("switch", err)
		}
	}
	return c.store.failed("switch", c.store.ddl(ctx, renameTables(unrenamed)))
}

// wasFollowed returns an error if a table has lost its triggers, with the file that MariaDB had
// emptied, and was written since. Nobody keeps others from writing after this: the message of
// error 1343 says to stop the application.
func (c *conversion) wasFollowed(ctx context.Context, table string) error {
	list, err := c.store.triggers(ctx, table)
	if err != nil || slices.Equal(list, ownTriggers(table)) {
		return err
	}
	old, err := c.sum(ctx, table, table, c.undo)
	if err != nil {
		return err
	}
	fresh, err := c.sum(ctx, table, newName(table), !c.undo)
	if err == nil && fresh != old {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: table %s was written without its triggers: make the rows of %s the same by hand, and run again", table, newName(table))
	}
	return err
}

// isSwitched reports whether the RENAME has happened, if only for some tables.
func (c *conversion) isSwitched(ctx context.Context) (bool, error) {
	for _, t := range c.Tables {
		if exists, err := c.store.exists(ctx, c.aside(t.Name)); err != nil || exists {
			return exists, c.store.failed("reading the schema", err)
		}
	}
	return false, nil
}

// changed says what has changed a table between the checks under the lock and the RENAME:
// a statement that waited for the lock longer, or a writer, if the connection with the lock
// was lost. MariaDB's CREATE TABLE with a foreign key to a table does not wait at all.
func (c *conversion) changed(ctx context.Context) (change, err error) {
	s, p := c.store, c.Plan
	if change, err := c.referred(ctx, c.aside); change != nil || err != nil {
		return change, err
	}
	for i, t := range p.Tables {
		altered, err := c.wasAltered(ctx, t.Name, c.aside(""))
		if err != nil {
			return nil, err
		}
		triggers, err := s.triggers(ctx, c.aside(t.Name))
		if err != nil {
			return nil, err
		}
		if altered = altered || triggers != nil; altered && c.live {
			return migrate.Errorf(migrate.CodeConflict, "migrate: another session altered table %s at the moment of the switch. The switch is done, without the alteration: make it again in the new table", t.Name), nil
		} else if altered {
			return migrate.Errorf(migrate.CodeConflict, "migrate: table %s was altered during the copy", t.Name), nil
		}
		if c.live {
			continue // its writers were followed until the RENAME
		}
		sum, err := c.sum(ctx, t.Name, c.aside(t.Name), c.undo)
		if err != nil {
			return nil, err
		}
		if sum == c.was(i) {
			continue
		}
		if now, err := c.sum(ctx, t.Name, t.Name, !c.undo); err != nil {
			return nil, err
		} else if now != sum { // else the user has made them the same
			return migrate.Errorf(migrate.CodeConflict, "migrate: a writer changed table %s during the copy, because the connection with the lock was lost", t.Name), nil
		}
	}
	return nil, nil
}

// wasAltered reports whether a table, whose name has a prefix now, was altered since the plan, or
// in undo since the migration.
func (c *conversion) wasAltered(ctx context.Context, table, prefix string) (bool, error) {
	cat, err := c.store.table(ctx, prefix+table)
	if err != nil {
		return false, err
	}
	want := c.Expected[table]
	if !c.undo {
		want = sortedLines(withoutCounter(c.Created[table]))
	}
	got := withoutCounter(cat.create)
	for _, name := range []func(string) string{oldName, undoneName} { // other tables can have been renamed
		got = unprefixed(c.Plan, got, name)
	}
	return sortedLines(got) != want, nil
}

// switchBack gives the tables their names of before the switch, if nobody has written them since.
func (c *conversion) switchBack(ctx context.Context, progress *migrate.Progress) error {
	s := c.store
	changed, err := c.changed(ctx)
	if err != nil {
		return s.failed("rename back", err)
	}
	if changed == nil {
		return migrate.Errorf(migrate.CodeConflict, "migrate: rename back: the rows of both tables are the same now: run again")
	}
	var names []string
	for _, t := range c.Tables {
		names = append(names, t.Name)
	}
	locks, err := s.lockTables(ctx, names)
	if err != nil {
		return s.failed("rename back", err)
	}
	defer locks.release()
	if err = c.untouched(ctx, changed); err == nil {
		err = locks.hold(finishing(ctx))
	}
	if err == nil {
		err = s.switchTables(ctx, renameTables(reversed(c.renames())), s.releaser(ctx, locks))
	}
	if err != nil {
		return s.failed("rename back", err)
	}
	fmt.Fprintf(progress, "%v: renamed back\n", changed)
	return nil
}

// was is the checksum of a table when it was compared with its copy.
func (c *conversion) was(i int) string {
	if i < len(c.Sums) {
		return c.Sums[i]
	}
	return ""
}

// untouched returns an error if the switched tables have been written, too.
func (c *conversion) untouched(ctx context.Context, changed error) error {
	for i, t := range c.Tables {
		sum, err := c.sum(ctx, t.Name, t.Name, !c.undo)
		if err != nil {
			return err
		}
		if sum != c.was(i) {
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
	p.Request = r
	switch {
	case other:
		p.Refusals = []migrate.Refusal{{Kind: migrate.KindUnfinished, Object: "table " + migrate.StateTable, Reason: "another run, which is --online, is not finished", Manual: "give its command again to go on, or undo to take it back"}}
	case p.NoFormat():
		p.Notes = append(p.Notes, "this run was interrupted: run takes it back, and begins again")
	default:
		p.Notes = append(p.Notes, "this run was interrupted: run goes on with it")
	}
	return p
}
