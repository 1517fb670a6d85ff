package postgres

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

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// The states of a run or an undo while others write. Each changes in the transaction that makes
// it true.
//
//	copying   undoing   the new tables and the triggers are there
//	checking  undone    switched; foreign keys have to be validated
//	switched            an undo leaves no state
func onlineStates(undo bool) (copying, checking migrate.State) {
	if undo {
		return migrate.Undoing, migrate.Undone
	}
	return migrate.Copying, migrate.Checking
}

// runner takes the lock that only one process has, until its connection ends.
func (s *store) runner(ctx context.Context) error {
	if err := s.exec(ctx, "SET row_security = off"); err != nil {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	for begin := time.Now(); !s.locked; time.Sleep(50 * time.Millisecond) {
		if err := s.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtextextended('"+migrate.StateTable+"', 0))").Scan(&s.locked); err != nil {
			return migrate.Coded(migrate.CodeConnection, err)
		}
		if s.locked || time.Since(begin) < 10*time.Second {
			continue
		}
		list, err := s.runners(ctx)
		if err != nil {
			return migrate.Coded(migrate.CodeConnection, err)
		}
		if list != nil { // else it has ended just now
			return migrate.Errorf(migrate.CodeConflict, "migrate: another uuid migrate runs in this database, or its last statement does. If it is lost, end %s", strings.Join(list, ", "))
		}
	}
	return nil
}

// transaction calls do in one.
func (s *store) transaction(ctx context.Context, isolation string, do func() error) (err error) {
	if err := s.exec(ctx, "BEGIN ISOLATION LEVEL "+isolation, "SET LOCAL lock_timeout = '200ms'"); err != nil {
		return err
	}
	named := s.blockers(ctx)
	defer func() {
		err = named(err)
		if err != nil {
			s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	if err := do(); err != nil {
		return err
	}
	return s.commit(ctx)
}

func (s *store) exec(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// patient sets a lock_timeout after which PostgreSQL has cancelled an autovacuum: it does so for who has waited for
// deadlock_timeout, which a superuser may make shorter.
const patient = "SELECT set_config('deadlock_timeout', '100ms', true) FROM pg_roles WHERE rolname = current_user AND rolsuper; SELECT set_config('lock_timeout', setting::int + 200 || 'ms', true) FROM pg_settings WHERE name = 'deadlock_timeout'"

// locking calls do in transactions until one gets its locks: lock_timeout is shorter than
// deadlock_timeout, so that it is not a writer who fails. If an autovacuum is in the way, one try in ten is patient;
// one that prevents wraparound is not cancelled. It returns how long others may have waited for the longest one.
func (s *store) locking(ctx context.Context, progress io.Writer, do func(begin func()) error) (longest time.Duration, err error) {
	vacuumed, next := false, 1 // the next try that may be patient
	for try := 1; ; try++ {
		var begin time.Time
		err := s.transaction(ctx, "READ COMMITTED", func() error {
			if vacuumed && try >= next {
				next = try + 10
				if err := s.exec(ctx, patient); err != nil {
					return err
				}
			}
			return do(func() { begin = time.Now() })
		})
		if !begin.IsZero() {
			longest = max(longest, time.Since(begin))
		}
		var e *pgconn.PgError
		if err == nil || !errors.As(err, &e) || e.Code != lockTimeout && e.Code != "40P01" || try == 100 {
			return longest, err
		}
		l, named := errors.AsType[*lockedError](err)
		vacuumed = named && strings.Contains(strings.Join(l.holders, " "), " ("+autovacuum)
		if try%10 == 0 {
			who := ""
			if named {
				who = ": " + strings.Join(l.holders, ", ")
			}
			fmt.Fprintln(progress, "waiting for other transactions that use these tables"+who)
		}
		select {
		case <-ctx.Done():
			return longest, ctx.Err()
		case <-time.After(min(time.Duration(try)*50*time.Millisecond, 2*time.Second)):
		}
	}
}

// stopped gives an error its code: what was done until then stays.
func (s *store) stopped(what string, err error) error {
	var e *pgconn.PgError
	const next = "the same command continues from here, and undo takes back a run"
	switch {
	case err == nil || errors.As(err, new(*migrate.Error)):
		return err
	case errors.As(err, &e) && (e.Code == lockTimeout || e.Code == "40P01"):
		return migrate.Errorf(migrate.CodeConflict, "migrate: %s: another transaction holds a lock on the tables: end it; %s: %w", what, next, err)
	}
	if why := s.lasting(context.Background(), err); why != "" {
		return migrate.Coded(migrate.CodeRefused, fmt.Errorf("migrate: %s: stopped; %s: %w%s", what, next, err, why))
	}
	return migrate.Coded(migrate.CodeInterrupted, fmt.Errorf("migrate: %s: interrupted; %s: %w", what, next, err))
}

// onlineWork is a run or an undo while others write, or goes on with it.
func (s *store) onlineWork(ctx context.Context, p *migrate.Plan, undo bool, pause time.Duration) (w migrate.Work, err error) {
	if undo {
		if err := s.undoable(ctx, p); err != nil {
			return w, err
		}
	}
	c, err := s.conversion(ctx, p, undo)
	if err != nil {
		return w, s.stopped("reading the schema", err)
	}
	sh, err := s.shadow(ctx, c)
	if err != nil {
		return w, s.stopped("reading the schema", err)
	}
	w.Actions = c.onlineActions(sh, pause)
	if p.Steps == nil && !undo { // it is of the journal, and the hash is of them, too
		p.Steps = w.Steps()
	}
	return w, nil
}

// undoable refuses an undo that cannot be --online.
func (s *store) undoable(ctx context.Context, p *migrate.Plan) error {
	if err := cmp.Or(s.returnable(ctx, p), s.textsSince(ctx, p)); err != nil {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	for _, t := range p.Tables {
		parts, err := s.parts(ctx, p, t.Name)
		if err != nil {
			return migrate.Coded(migrate.CodeConnection, err)
		}
		for _, o := range parts {
			if o.taken && !(p.Online && o.own) { // it is of an earlier migration, and in the way
				return migrate.Errorf(migrate.CodeRefused, "migrate: undo: %s %s.%s is there from an earlier migration: undo without --online", o.kind, postgresOld, o.name)
			}
		}
	}
	now, err := s.snapshot(ctx, p)
	if err == nil {
		err = defaultsSince(p, now)
	}
	if err != nil {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	list, err := s.detached(ctx, p, map[address]bool{})
	if err == nil && list != nil {
		err = migrate.Errorf(migrate.CodeRefused, "migrate: undo: %s: %s: %s", list[0].Object, list[0].Reason, list[0].Manual)
	}
	return migrate.Coded(migrate.CodeConnection, err)
}

// onlineActions copy and switch.
func (c *conversion) onlineActions(sh *shadow, pause time.Duration) (list []migrate.Action) {
	const none = "none that others wait for"
	list = append(list, migrate.Action{Does: "create the new tables, and fill them with triggers", SQL: append(sh.create, sh.start...),
		Locks: "SHARE ROW EXCLUSIVE for some milliseconds: writers wait; run waits for open transactions, at most 200 ms for each at a time",
		Do: func(ctx context.Context, progress *migrate.Progress) error {
			return c.prepare(ctx, sh, progress)
		}})
	for i, m := range sh.mirrors {
		list = append(list, migrate.Action{Does: fmt.Sprintf("copy %s in batches of %d rows, in key order", m.table, batchRows), SQL: m.copy("(?1)", "(?2)"), Rows: c.Tables[i].Rows,
			Locks: "FOR SHARE on the rows of a batch: who changes one of them waits some milliseconds",
			Do: func(ctx context.Context, progress *migrate.Progress) error {
				err := c.s.fill(ctx, m, pause, progress)
				var e *pgconn.PgError
				if errors.As(err, &e) && strings.HasPrefix(e.Code, "22") {
					return migrate.Errorf(migrate.CodeConflict, "migrate: copy %s: a value was written since the plan that is no UUID: correct it, and run again; undo takes the run back: %w", m.table, err)
				}
				return c.s.stopped("copy "+m.table, err)
			}})
	}
	validate, analyze := c.checks(sh.validate)
	return append(list,
		migrate.Action{Does: "wait for transactions that began before the copy ended", Locks: none, Do: func(ctx context.Context, progress *migrate.Progress) error {
			return c.s.stopped("waiting for older transactions", c.s.alone(ctx, progress))
		}},
		migrate.Action{Does: "compare counts and checksums, and switch", SQL: slices.Concat(sh.lock, sh.swap),
			Locks: "ACCESS EXCLUSIVE on all of these tables for some milliseconds: all wait; run waits for open transactions, at most 200 ms for each at a time",
			Do: func(ctx context.Context, progress *migrate.Progress) error {
				return c.switchTables(ctx, sh, progress)
			}},
		migrate.Action{Does: "check the foreign keys", SQL: append(validate, analyze...), Locks: none, Do: c.finish})
}

// switchTables compares while others write, and switches, unless a table was written anew meanwhile.
func (c *conversion) switchTables(ctx context.Context, sh *shadow, progress *migrate.Progress) error {
	for try := 1; ; try++ {
		files, err := c.verify(ctx, sh, progress)
		if err != nil {
			return c.s.stopped("comparing", differs(err))
		}
		waited, err := c.s.locking(ctx, progress, func(begin func()) error { return c.swap(ctx, sh, files, begin) })
		if errors.Is(err, errRewritten) && try < 5 {
			continue
		}
		if err == nil {
			fmt.Fprintf(progress, "writers waited %s\n", waited.Round(time.Millisecond))
		}
		return c.s.stopped("switch", differs(err))
	}
}

// differs says of the error of a check that the copies are of no use any more.
func differs(err error) error {
	var e *migrate.Error
	if errors.As(err, &e) && e.Code == migrate.CodeDiffers {
		return &migrate.Error{Code: e.Code, Err: err, Stale: true}
	}
	return err
}

// prepare makes all that is there in the state copying or undoing, in one transaction, unless a killed
// process has.
func (c *conversion) prepare(ctx context.Context, sh *shadow, progress *migrate.Progress) error {
	s := c.s
	there, err := s.texts(ctx, "SELECT CASE WHEN NOT "+trustedRole+" THEN quote_ident(rolname) ELSE '' END FROM pg_namespace JOIN pg_roles r ON r.oid = nspowner WHERE nspname = '"+postgresNew+"'")
	if err != nil {
		return s.failed("create the new tables", err)
	}
	if there != nil && there[0] != "" { // what is in it becomes part of statements
		return migrate.Errorf(migrate.CodeRefused, "migrate: schema "+postgresNew+" belongs to %s, who is neither you, nor a superuser, nor the owner of the database: drop it, and run again", there[0])
	}
	if there != nil {
		fmt.Fprintln(progress, "going on with what was interrupted")
		return s.unchanged(ctx, c.Plan, c.undo)
	}
	if c.undo {
		if err := c.made(ctx, progress); err != nil {
			return s.failed("reading the schema", err)
		}
	}
	waited, err := s.locking(ctx, progress, func(begin func()) error {
		if err := s.asUser(ctx, sh.create...); err != nil {
			return err
		}
		begin()
		if err := s.exec(ctx, sh.start[0]); err != nil {
			return err
		}
		if err := s.unchanged(ctx, c.Plan, c.undo); err != nil {
			return err
		}
		if err := s.asUser(ctx, sh.start[1:]...); err != nil {
			return err
		}
		if !c.undo {
			return s.remember(ctx, c.Plan, migrate.Copying)
		}
		return s.state(ctx, func(bool) error {
			c.UndoesOnline = true
			return cmp.Or(sqlkit.Standard.UpdatePlan(ctx, s.conn, c.Plan), sqlkit.SetState(ctx, s.conn, c.ID, migrate.Undoing))
		})
	})
	if err == nil {
		fmt.Fprintf(progress, "writers waited %s\n", waited.Round(time.Millisecond))
	}
	return s.failed("create the new tables", err)
}

// unchanged returns an error unless the schema is that of the plan. For undo it is whatever the
// user has made of it since.
func (s *store) unchanged(ctx context.Context, p *migrate.Plan, undo bool) error {
	if undo {
		return nil
	}
	now, err := s.snapshot(ctx, p)
	if err == nil && now.Hash(p) != p.Hash {
		err = stale(migrate.CodeConflict, "migrate: the schema is not the one of the plan %s: run again", p.Hash)
	}
	return err
}

// batchRows is how many rows are copied in one transaction.
const batchRows = 1000

// fill copies a table, from where a killed process was.
func (s *store) fill(ctx context.Context, m *mirror, pause time.Duration, progress *migrate.Progress) error {
	var low sql.NullString
	const progressTable = postgresNew + ".uuidkit_progress"
	err := s.conn.QueryRowContext(ctx, "SELECT bound FROM "+progressTable+" WHERE name = $1", m.table).Scan(&low)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	for said := time.Now(); low.String != "done"; {
		var copied, missing int64
		var next string
		_, err := s.locking(ctx, progress, func(func()) (err error) {
			if copied, next, missing, err = s.batch(ctx, m, low.String); err != nil || missing > 0 {
				return err
			}
			return s.exec(ctx, "INSERT INTO "+progressTable+" VALUES ("+sqlkit.QuoteText(m.table)+", "+sqlkit.QuoteText(next)+") ON CONFLICT (name) DO UPDATE SET bound = EXCLUDED.bound")
		})
		if err != nil {
			return err
		}
		progress.Add(copied)
		// What another transaction holds now is copied when it has ended, if it has not changed
		// the row.
		wait := pause
		if missing == 0 {
			low.String, said = next, time.Now()
		} else if wait = max(wait, 20*time.Millisecond); time.Since(said) > 5*time.Second {
			said = time.Now()
			list, err := s.writers(ctx, m.table)
			if err != nil {
				return err
			}
			fmt.Fprintf(progress, "waiting for transactions that hold %d rows of %s; the oldest that write to it: %s\n", missing, m.table, strings.Join(list, ", "))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
	s.analyze(ctx, m.fresh, progress)
	return ctx.Err()
}

// batch copies the rows behind low. It returns the bound of the next batch, which is "done"
// after the last one, and how many rows other transactions hold.
func (s *store) batch(ctx context.Context, m *mirror, low string) (copied int64, next string, missing int64, err error) {
	// The new table has no statistics: without this each batch may read all of it.
	if err := s.exec(ctx, "SET LOCAL enable_seqscan = off", "SET LOCAL enable_hashjoin = off", "SET LOCAL enable_mergejoin = off"); err != nil {
		return 0, "", 0, err
	}
	var literals []string
	for _, k := range m.key {
		literals = append(literals, "quote_literal(o."+k+"::text)")
	}
	q := fmt.Sprintf("SELECT '(' || concat_ws(', ', %s) || ')' FROM ONLY %s o WHERE %s ORDER BY %s OFFSET %d LIMIT 1",
		strings.Join(literals, ", "), m.table, m.between(low, ""), m.of("o", m.key, false), batchRows-1)
	var high string
	if err := s.read(ctx, q, &high); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, "", 0, err
	}
	err = s.in(ctx, s.calls, func() error {
		for _, q := range m.copy(low, high) {
			r, err := s.conn.ExecContext(ctx, q)
			if err != nil {
				return err
			}
			n, _ := r.RowsAffected()
			copied += n
		}
		return nil
	})
	if err != nil {
		return 0, "", 0, err
	}
	err = s.read(ctx, m.missing(low, high), &missing)
	return copied, cmp.Or(high, "done"), missing, err
}

// alone waits until no transaction has a snapshot from before the last batch: after the switch
// it would not see the rows that were copied since. A prepared transaction reads no more, and what it
// has written to these tables the switch waits for, as its locks say. Of the sessions of other roles a user may see
// no backend_type.
func (s *store) alone(ctx context.Context, progress io.Writer) error {
	var mark string
	if err := s.conn.QueryRowContext(ctx, "SELECT pg_current_xact_id()::xid::text").Scan(&mark); err != nil {
		return err
	}
	for last := (time.Time{}); ; time.Sleep(10 * time.Millisecond) {
		list, err := s.texts(ctx, "SELECT "+postgresSession+" FROM pg_stat_activity a WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid() AND age(backend_xmin) > age($1::xid)", mark)
		if err != nil || list == nil {
			return err
		}
		if time.Since(last) > 5*time.Second {
			if !last.IsZero() {
				fmt.Fprintf(progress, "waiting for transactions that began before the copy ended: %s\n", strings.Join(list, ", "))
			}
			last = time.Now()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// retryLocks repeats do, which takes locks, if the server ends a deadlock with an application by an
// error for us: writers lock the tables in another order. It goes back to a savepoint, so that it
// has no lock when it tries again.
func retryLocks(exec func(query string) error, do func() error) error {
	for try := 1; ; try++ {
		if err := exec("SAVEPOINT uuidkit_locks"); err != nil {
			return err
		}
		err := do()
		var e *pgconn.PgError
		if try == 10 || !errors.As(err, &e) || e.Code != "40P01" {
			return err
		}
		if err := exec("ROLLBACK TO SAVEPOINT uuidkit_locks"); err != nil {
			return err
		}
	}
}
