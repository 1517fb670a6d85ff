package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// errRewritten says that a table was written anew since it was compared: by ALTER TABLE, which
// fires no trigger, or by TRUNCATE or VACUUM FULL.
var errRewritten = errors.New("a table was written anew since it was compared")

// files are what tells a table from one that was written anew.
func (s *postgresStore) files(ctx context.Context, p *Plan) ([]string, error) {
	return s.texts(ctx, "SELECT concat_ws(' ', oid, pg_relation_filenode(oid), (SELECT string_agg(attnum::text, ' ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped)) FROM pg_class c WHERE oid IN ("+postgresTables(p)+") ORDER BY oid")
}

// verify compares all rows in one snapshot, in which both tables have the same. Those that undo
// puts back with the switch are compared there.
func (s *postgresStore) verify(ctx context.Context, p *Plan, sh *shadow, undo bool, progress io.Writer) (files []string, err error) {
	err = s.transaction(ctx, "REPEATABLE READ READ ONLY", func() error {
		if files, err = s.files(ctx, p); err != nil {
			return err
		}
		tables := sources(p, !undo)
		if undo {
			for i := range tables {
				tables[i] = tables[i][:1]
			}
		}
		old, err := s.sums(ctx, p, tables, progress)
		if err != nil {
			return err
		}
		copies := sources(p, undo)
		for i, m := range sh.mirrors {
			copies[i][0].name = m.fresh
			if m.bad != "" {
				copies[i][1].name = m.bad
			}
		}
		fresh, err := s.sums(ctx, p, copies, progress)
		if err != nil {
			return err
		}
		for i, t := range p.Tables {
			if old[i] != fresh[i] {
				return errorf(CodeDiffers, "migrate: the copy of %s has not the same rows: count and checksum %s, and %s in the copy: say undo, and run again", t.Name, old[i], fresh[i])
			}
		}
		return nil
	})
	return files, err
}

// swap puts the new tables in the place of the old ones.
func (s *postgresStore) swap(ctx context.Context, p *Plan, sh *shadow, undo bool, state string, files []string, begin func()) error {
	begin()
	if err := s.exec(ctx, sh.lock); err != nil {
		return err
	}
	if err := s.unchanged(ctx, p, undo); err != nil {
		return err
	}
	in := p.inPlace
	if undo {
		in = p.Undo
	}
	now, err := s.shadow(ctx, p, in, undo)
	if err != nil {
		return err
	}
	if !slices.Equal(now.create, sh.create) || !slices.Equal(now.swap, sh.swap) || now.lock != sh.lock {
		return errorf(CodeConflict, "migrate: the schema has changed since the copy began: run again")
	}
	list, err := s.detached(ctx, p, map[address]bool{})
	if err != nil {
		return err
	}
	if list != nil {
		return errorf(CodeConflict, "migrate: since the plan: %s: %s: %s, and run again", list[0].Object, list[0].Reason, list[0].Manual)
	}
	var n int
	err = s.conn.QueryRowContext(ctx, "SELECT count(*) FROM pg_trigger WHERE tgrelid IN ("+postgresTables(p)+") AND tgname IN ('uuidkit_row', 'uuidkit_truncate') AND tgenabled = 'A'").Scan(&n)
	if err != nil {
		return err
	}
	if n != 2*len(p.Tables) {
		return errorf(CodeDiffers, "migrate: a trigger that fills the new tables is gone or was disabled: say undo, and run again")
	}
	if is, err := s.files(ctx, p); err != nil {
		return err
	} else if !slices.Equal(is, files) {
		return errRewritten
	}
	before, err := s.snapshot(ctx, p)
	if err != nil {
		return err
	}
	if err := s.asUser(ctx, sh.swap...); err != nil {
		return err
	}
	if err := s.left(ctx, sh, undo); err != nil {
		return err
	}
	after, err := s.snapshot(ctx, p)
	if err != nil {
		return err
	}
	for _, all := range [2]snapshot{before, after} { // keys are validated after the switch
		maps.DeleteFunc(all, func(object, _ string) bool { return strings.HasPrefix(object, "validity of ") })
	}
	if err := before.compare(after, p.Changes, undo); err != nil {
		return err
	}
	p.Finish = sh.finish
	return s.state(ctx, func() error {
		if err := standard.again(ctx, s.conn, p); err != nil {
			return err
		}
		return setState(ctx, s.conn, p.ID, state)
	})
}

// left returns an error if something refers to an old table, where it would write to. After undo
// these tables are gone, which PostgreSQL refuses then.
func (s *postgresStore) left(ctx context.Context, sh *shadow, undo bool) error {
	for _, m := range sh.mirrors {
		if undo {
			break
		}
		table := quoteText(m.old()) + "::regclass"
		list, err := s.objects(ctx, table, strings.ReplaceAll(postgresParts, "TABLES", table))
		if err != nil {
			return err
		}
		for _, o := range list {
			if !strings.HasPrefix(o.kind, "own") {
				return errorf(CodeDiffers, "migrate: %s would still use the old table %s: rolled back: drop it, say undo, and run again", o.name, m.old())
			}
		}
	}
	return nil
}

// finish does what is left after the switch. It can be repeated.
func (s *postgresStore) finish(ctx context.Context, p *Plan, undo bool, progress io.Writer) error {
	meter := newMeter(progress, "check the foreign keys", 0)
	_, err := s.locking(ctx, progress, func(func()) error {
		for _, q := range p.Finish {
			if err := s.unlessGone(ctx, q, progress); err != nil {
				return err
			}
		}
		return s.state(ctx, func() error {
			if undo {
				return cmp.Or(forget(ctx, s.conn, p.ID), s.exec(ctx, dropEmptyOld))
			}
			return setState(ctx, s.conn, p.ID, "switched")
		})
	})
	if err != nil {
		var e *pgconn.PgError
		if errors.As(err, &e) && e.Code == "23503" {
			return errorf(CodeConflict, "migrate: switched, but rows refer to rows that are missing: correct or delete these, or drop the foreign key, and run again: %w", err)
		}
		return coded(CodeInterrupted, fmt.Errorf("migrate: switched, but not all is checked: run again: %w%s", err, s.lasting(context.Background(), err)))
	}
	meter.done()
	return nil
}

// unlessGone executes a statement, unless its table, schema or foreign key was dropped since the
// switch. For ANALYZE see analyze.
func (s *postgresStore) unlessGone(ctx context.Context, statement string, progress io.Writer) error {
	if err := s.exec(ctx, "SAVEPOINT uuidkit_finish"); err != nil {
		return err
	}
	err := s.asUser(ctx, statement)
	var e *pgconn.PgError
	if errors.As(err, &e) && (e.Code == "42704" || e.Code == "42P01" || e.Code == "3F000" || e.Code == "42883" && strings.HasPrefix(statement, "ANALYZE ")) {
		fmt.Fprintf(progress, "not done: %s: %v\n", statement, err)
		err = s.exec(ctx, "ROLLBACK TO uuidkit_finish")
	}
	return err
}

// dropEmptyOld drops the schema of the old tables if it has none.
const dropEmptyOld = "DO $$ BEGIN DROP SCHEMA IF EXISTS " + postgresOld + " RESTRICT; EXCEPTION WHEN dependent_objects_still_exist THEN NULL; END $$"

// takeBack drops what an interrupted run or undo has made before its switch.
func (s *postgresStore) takeBack(ctx context.Context, st Status) error {
	if st.State != "copying" && st.State != "undoing" { // another process was faster
		return errorf(CodeConflict, "migrate: another process has switched the tables: look at status")
	}
	_, err := s.locking(ctx, io.Discard, func(func()) error {
		// DROP SCHEMA takes its locks in its own order: with busy writers each try ended in a deadlock.
		// TestPostgresOnlineKilled has such writers. A table may be gone since the plan.
		var names []string
		for _, t := range st.Plan.Tables {
			names = append(names, t.Name)
		}
		names, err := s.texts(ctx, "SELECT t FROM unnest($1::text[]) t WHERE to_regclass(t) IS NOT NULL", names)
		if err == nil && names != nil {
			err = s.exec(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN SHARE ROW EXCLUSIVE MODE")
		}
		if err != nil {
			return err
		}
		if err := s.asUser(ctx, "DROP SCHEMA IF EXISTS "+postgresNew+" CASCADE", dropEmptyOld); err != nil {
			return err
		}
		return s.state(ctx, func() error {
			if st.State == "undoing" {
				return setState(ctx, s.conn, st.Plan.ID, "switched")
			}
			return forget(ctx, s.conn, st.Plan.ID)
		})
	})
	return s.stopped("taking back", err)
}
