package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
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

// locking calls do in transactions until one gets its locks: lock_timeout is shorter than
// deadlock_timeout, so that it is not a writer who fails. It returns how long others may have
// waited for the longest one.
func (s *store) locking(ctx context.Context, progress io.Writer, do func(begin func()) error) (longest time.Duration, err error) {
	for try := 1; ; try++ {
		var begin time.Time
		err := s.transaction(ctx, "READ COMMITTED", func() error { return do(func() { begin = time.Now() }) })
		if !begin.IsZero() {
			longest = max(longest, time.Since(begin))
		}
		var e *pgconn.PgError
		if err == nil || !errors.As(err, &e) || e.Code != lockTimeout && e.Code != "40P01" || try == 100 {
			return longest, err
		}
		if try%10 == 0 {
			who := ""
			if l, ok := errors.AsType[*lockedError](err); ok {
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
	const next = "run or undo --online goes on from here, and undo takes back a run"
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

// unfinished returns the migration that a killed process has left.
func (s *store) unfinished(ctx context.Context) (st migrate.Status, err error) {
	list, err := s.Status(ctx)
	if err == nil && len(list) > 0 && list[len(list)-1].State != migrate.Switched {
		st = list[len(list)-1]
	}
	return st, err
}

// online copies and switches while others write, or goes on where a killed process was.
func (s *store) online(ctx context.Context, p *migrate.Plan, undo bool, pause time.Duration, progress io.Writer) error {
	copying, checking := onlineStates(undo)
	in := p.InPlace
	if undo {
		in = p.Undo
	}
	sh, err := s.shadow(ctx, p, in, undo)
	if err != nil {
		return s.stopped("reading the schema", err)
	}
	st, err := s.unfinished(ctx)
	if err != nil {
		return err
	}
	if st.Plan != nil && (undo || st.Plan.Hash == p.Hash) {
		p.ID = st.Plan.ID
		fmt.Fprintln(progress, "going on with what was interrupted")
	} else {
		if st.Plan != nil { // the schema has changed since
			if err := s.takeBack(ctx, st); err != nil {
				return err
			}
		}
		if err := s.prepare(ctx, p, sh, undo, copying, progress); err != nil {
			return s.failed("create the new tables", err)
		}
	}
	for i, m := range sh.mirrors {
		if err := s.fill(ctx, m, p.Tables[i].Rows, pause, progress); err != nil {
			var e *pgconn.PgError
			if errors.As(err, &e) && strings.HasPrefix(e.Code, "22") {
				return migrate.Errorf(migrate.CodeConflict, "migrate: copy %s: a value was written since the plan that is no UUID: correct it, and run again; undo takes the run back: %w", m.table, err)
			}
			return s.stopped("copy "+m.table, err)
		}
	}
	if err := s.alone(ctx, progress); err != nil {
		return s.stopped("waiting for older transactions", err)
	}
	var waited time.Duration
	for try := 1; ; try++ {
		files, err := s.verify(ctx, p, sh, undo, progress)
		if err != nil {
			return s.stopped("comparing", err)
		}
		meter := migrate.NewMeter(progress, "switch", 0)
		waited, err = s.locking(ctx, progress, func(begin func()) error { return s.swap(ctx, p, sh, undo, checking, files, begin) })
		if errors.Is(err, errRewritten) && try < 5 {
			continue
		}
		if err != nil {
			return s.stopped("switch", err)
		}
		meter.Done()
		break
	}
	fmt.Fprintf(progress, "writers waited %s\n", waited.Round(time.Millisecond))
	return s.finish(ctx, p, undo, progress)
}

// prepare makes all that is there in the state copying, in one transaction.
func (s *store) prepare(ctx context.Context, p *migrate.Plan, sh *shadow, undo bool, state migrate.State, progress io.Writer) error {
	meter := migrate.NewMeter(progress, "create the new tables", 0)
	waited, err := s.locking(ctx, progress, func(begin func()) error {
		if err := s.asUser(ctx, sh.create...); err != nil {
			return err
		}
		begin()
		if err := s.exec(ctx, sh.start[0]); err != nil {
			return err
		}
		if err := s.unchanged(ctx, p, undo); err != nil {
			return err
		}
		if err := s.asUser(ctx, sh.start[1:]...); err != nil {
			return err
		}
		return s.state(ctx, func() error {
			if undo {
				return sqlkit.SetState(ctx, s.conn, p.ID, state)
			}
			return sqlkit.Standard.Remember(ctx, s.conn, p, state)
		})
	})
	if err == nil {
		meter.Done()
		fmt.Fprintf(progress, "writers waited %s\n", waited.Round(time.Millisecond))
	}
	return err
}

// unchanged returns an error unless the schema is that of the plan. For undo it is whatever the
// user has made of it since.
func (s *store) unchanged(ctx context.Context, p *migrate.Plan, undo bool) error {
	if undo {
		return nil
	}
	now, err := s.snapshot(ctx, p)
	if err == nil && now.Hash(p) != p.Hash {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: the schema is not the one of the plan %s: run again", p.Hash)
	}
	return err
}

// batchRows is how many rows are copied in one transaction.
const batchRows = 1000

// fill copies a table, from where a killed process was.
func (s *store) fill(ctx context.Context, m *mirror, rows int64, pause time.Duration, progress io.Writer) error {
	var low sql.NullString
	const progressTable = postgresNew + ".uuidkit_progress"
	err := s.conn.QueryRowContext(ctx, "SELECT bound FROM "+progressTable+" WHERE name = $1", m.table).Scan(&low)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	meter := migrate.NewMeter(progress, "copy "+m.table, rows)
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
		meter.Add(copied)
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
	meter.Done()
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

// again repeats do, which takes locks, if the server ends a deadlock with an application by an
// error for us: writers lock the tables in another order. It goes back to a savepoint, so that it
// has no lock when it tries again.
func again(exec func(query string) error, do func() error) error {
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
