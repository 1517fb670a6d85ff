package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// errRewritten says that a table was written anew since it was compared: by ALTER TABLE, which
// fires no trigger, or by TRUNCATE or VACUUM FULL.
var errRewritten = errors.New("a table was written anew since it was compared")

// stale is the error of copies that are of no use any more.
func stale(code int, format string, args ...any) error {
	return &migrate.Error{Code: code, Err: fmt.Errorf(format, args...), Stale: true}
}

// files are what tells a table from one that was written anew.
func (s *store) files(ctx context.Context, p *migrate.Plan) ([]string, error) {
	return s.texts(ctx, "SELECT concat_ws(' ', oid, pg_relation_filenode(oid), (SELECT string_agg(attnum::text, ' ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped)) FROM pg_class c WHERE oid IN ("+postgresTables(p)+") ORDER BY oid")
}

// verify compares all rows in one snapshot, in which both tables have the same. Those that undo
// puts back with the switch are compared there.
func (c *conversion) verify(ctx context.Context, sh *shadow, progress io.Writer) (files []string, err error) {
	s, p, undo := c.s, c.Plan, c.undo
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
		oldSums, err := c.sums(ctx, tables, progress)
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
		newSums, err := c.sums(ctx, copies, progress)
		if err != nil {
			return err
		}
		for i, t := range p.Tables {
			if oldSums[i].rows != newSums[i].rows {
				return migrate.Errorf(migrate.CodeDiffers, "migrate: the copy of %s has not the same rows: count and checksum %s, and %s in the copy: run again", t.Name, oldSums[i].rows, newSums[i].rows)
			}
		}
		return nil
	})
	return files, err
}

// swap puts the new tables in the place of the old ones.
func (c *conversion) swap(ctx context.Context, sh *shadow, files []string, begin func()) error {
	s, p := c.s, c.Plan
	begin()
	if err := s.asUser(ctx, sh.lock...); err != nil {
		return err
	}
	if err := c.holds(ctx, sh, files); err != nil {
		return err
	}
	before, err := s.snapshot(ctx, p)
	if err != nil {
		return err
	}
	if err := s.asUser(ctx, sh.swap...); err != nil {
		return err
	}
	if err := s.usesOld(ctx, sh, c.undo); err != nil {
		return err
	}
	after, err := s.snapshot(ctx, p)
	if err != nil {
		return err
	}
	for _, all := range [2]migrate.Snapshot{before, after} { // keys are validated after the switch
		maps.DeleteFunc(all, func(object, _ string) bool { return strings.HasPrefix(object, "validity of ") })
	}
	if err := before.Compare(after, p.Changes, c.undo); err != nil {
		return err
	}
	_, checking := onlineStates(c.undo)
	return s.state(ctx, func(bool) error {
		if err := c.remember(ctx, sh.validate); err != nil {
			return err
		}
		if err := sqlkit.Standard.UpdatePlan(ctx, s.conn, p); err != nil {
			return err
		}
		return sqlkit.SetState(ctx, s.conn, p.ID, checking)
	})
}

// holds returns an error if the locked tables are not those that were compared, or the swap is not that of now.
func (c *conversion) holds(ctx context.Context, sh *shadow, files []string) error {
	s, p := c.s, c.Plan
	if err := s.unchanged(ctx, p, c.undo); err != nil {
		return err
	}
	if c.undo {
		if err := s.returnable(ctx, p); err != nil {
			return err
		}
	}
	now, err := s.conversion(ctx, p, c.undo)
	if err != nil {
		return err
	}
	current, err := s.shadow(ctx, now)
	if err != nil {
		return err
	}
	if !slices.Equal(current.create, sh.create) || !slices.Equal(current.swap, sh.swap) || !slices.Equal(current.lock, sh.lock) {
		return stale(migrate.CodeConflict, "migrate: the schema has changed since the copy began: run again")
	}
	sh.validate = current.validate // a key that was validated meanwhile is made by the same statement
	list, err := s.detached(ctx, p, map[address]bool{})
	if err != nil {
		return err
	}
	if list != nil {
		return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan: %s: %s: %s, and run again", list[0].Object, list[0].Reason, list[0].Manual)
	}
	var n int
	err = s.conn.QueryRowContext(ctx, "SELECT count(*) FROM pg_trigger WHERE tgrelid IN ("+postgresTables(p)+") AND tgname IN ('uuidkit_row', 'uuidkit_truncate') AND tgenabled = 'A'").Scan(&n)
	if err != nil {
		return err
	}
	if n != 2*len(p.Tables) {
		return migrate.Errorf(migrate.CodeDiffers, "migrate: a trigger that fills the new tables is gone or was disabled: run again")
	}
	is, err := s.files(ctx, p)
	if err == nil && !slices.Equal(is, files) {
		err = errRewritten
	}
	return err
}

// usesOld returns an error if something refers to an old table, where it would write to. After undo
// these tables are gone, which PostgreSQL refuses then.
func (s *store) usesOld(ctx context.Context, sh *shadow, undo bool) error {
	for _, m := range sh.mirrors {
		if undo {
			break
		}
		table := sqlkit.QuoteText(m.oldName()) + "::regclass"
		list, err := s.objects(ctx, table, strings.ReplaceAll(postgresParts, "TABLES", table))
		if err != nil {
			return err
		}
		for _, o := range list {
			if !strings.HasPrefix(o.kind, "own") {
				return migrate.Errorf(migrate.CodeDiffers, "migrate: %s would still use the old table %s: rolled back: drop it, and run again", o.name, m.oldName())
			}
		}
	}
	return nil
}

// Finish does what is left after the switch.
func (s *store) Finish(ctx context.Context, st migrate.Status) (w migrate.Work, err error) {
	c := &conversion{Plan: st.Plan, s: s, undo: st.State == migrate.Undone}
	w.Actions = []migrate.Action{{Does: "check the foreign keys", Do: c.finish}}
	return w, nil
}

// finish validates the foreign keys, unless their table or they themselves were dropped since the switch.
// It can be repeated. For ANALYZE see analyze.
func (c *conversion) finish(ctx context.Context, progress *migrate.Progress) error {
	_, err := c.s.locking(ctx, progress, func(func()) error {
		there, validate, analyze, err := c.rest(ctx)
		if err == nil {
			err = c.s.asUser(ctx, there...)
		}
		if err != nil {
			return err
		}
		if err := c.s.unless(ctx, validate, progress, "42704", "42P01", "3F000"); err != nil {
			return err
		}
		if err := c.s.unless(ctx, analyze, progress, "42704", "42P01", "3F000", "42883"); err != nil {
			return err
		}
		return c.s.state(ctx, func(bool) error {
			if c.undo {
				return cmp.Or(sqlkit.Forget(ctx, c.s.conn, c.ID), c.s.exec(ctx, dropEmptyOld))
			}
			return sqlkit.SetState(ctx, c.s.conn, c.ID, migrate.Switched)
		})
	})
	var e *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e) && e.Code == "23503":
		return migrate.Errorf(migrate.CodeConflict, "migrate: switched, but rows refer to rows that are missing: correct or delete these, or drop the foreign key, and run again: %w", err)
	}
	code, why := migrate.CodeInterrupted, c.s.lasting(context.Background(), err)
	if why != "" {
		code = migrate.CodeRefused
	}
	return migrate.Coded(code, fmt.Errorf("migrate: switched, but not all is checked; the same command goes on from here: %w%s", err, why))
}

// rest are the statements of finish. There validates the keys that are still NOT VALID; they or their tables may have
// other names since the switch. By name comes first: a restored database has other oids. The others are valid or gone,
// but a plan of an earlier version has no oids.
func (c *conversion) rest(ctx context.Context) (there, validate, analyze []string, err error) {
	if c.NoFormat() {
		validate, analyze = c.storedRest()
		return nil, validate, analyze, nil
	}
	d, err := c.detail()
	var now, other []foreignKeyName
	for _, k := range d.Validate {
		list, err := sqlkit.List(ctx, c.s.conn, func(k *foreignKeyName) []any { return []any{&k.Table, &k.Name} }, `SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE contype = 'f' AND NOT convalidated AND (conrelid = to_regclass($1) AND conname = $2 OR oid = $3) ORDER BY oid = $3 LIMIT 1`, k.Table, k.Name, k.OID)
		if err != nil {
			return nil, nil, nil, err
		}
		if now = append(now, list...); list == nil {
			other = append(other, k)
		}
	}
	there, _ = c.checks(now)
	validate, analyze = c.checks(other)
	return there, validate, analyze, err
}

// remember notes in the plan which keys finish validates.
func (c *conversion) remember(ctx context.Context, keys []foreignKeyName) error {
	if c.NoFormat() {
		c.rememberStored(keys)
		return nil
	}
	d, err := c.detail()
	for i := range keys {
		k := &keys[i]
		err = cmp.Or(err, c.s.conn.QueryRowContext(ctx, "SELECT oid FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2", k.Table, k.Name).Scan(&k.OID))
	}
	if err != nil {
		return err
	}
	d.Validate = keys
	c.Plan.Detail, err = json.Marshal(d)
	return err
}

// checks are the statements that validate foreign keys, and those that read the new tables.
func (c *conversion) checks(keys []foreignKeyName) (validate, analyze []string) {
	for _, k := range keys {
		validate = append(validate, fmt.Sprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s", k.Table, sqlkit.QuoteID(k.Name)))
	}
	for _, t := range c.Tables {
		analyze = append(analyze, "ANALYZE "+t.Name)
	}
	return validate, analyze
}

// unless executes statements, but for those with one of these errors.
func (s *store) unless(ctx context.Context, statements []string, progress io.Writer, codes ...string) error {
	for _, q := range statements {
		if err := s.exec(ctx, "SAVEPOINT uuidkit_finish"); err != nil {
			return err
		}
		err := s.asUser(ctx, q)
		var e *pgconn.PgError
		if errors.As(err, &e) && slices.Contains(codes, e.Code) {
			fmt.Fprintf(progress, "not done: %s: %v\n", q, err)
			err = s.exec(ctx, "ROLLBACK TO uuidkit_finish")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dropEmptyOld drops the schema of the old tables if it has none.
const dropEmptyOld = "DO $$ BEGIN DROP SCHEMA IF EXISTS " + postgresOld + " RESTRICT; EXCEPTION WHEN dependent_objects_still_exist THEN NULL; END $$"

// TakeBack drops what an interrupted run or undo has made before its switch.
func (s *store) TakeBack(_ context.Context, st migrate.Status) (w migrate.Work, err error) {
	w.Actions = []migrate.Action{{Does: "take back", Do: func(ctx context.Context, progress *migrate.Progress) error {
		return s.takeBack(ctx, st, progress)
	}}}
	return w, nil
}

func (s *store) takeBack(ctx context.Context, st migrate.Status, progress io.Writer) error {
	_, err := s.locking(ctx, progress, func(func()) error {
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
		return s.state(ctx, func(bool) error {
			if st.State == migrate.Undoing {
				return sqlkit.SetState(ctx, s.conn, st.Plan.ID, migrate.Switched)
			}
			return sqlkit.Forget(ctx, s.conn, st.Plan.ID)
		})
	})
	return s.stopped("taking back", err)
}
