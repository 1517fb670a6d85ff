package migrate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A Store is a database that can be migrated. It makes actions; the driver decides which.
type Store interface {
	// Plan writes nothing. Its Steps and Undo are what a reader sees of the actions.
	Plan(context.Context, Request) (*Plan, error)
	// Status reads the journal: the migrations that have not been cleaned up, latest last.
	Status(context.Context) ([]Status, error)
	// Lock takes the lock that one process has, until Close. With it, no statement of a process that was
	// killed takes effect any more. It can be called again, and writes what it has to say to out.
	Lock(ctx context.Context, out io.Writer) error
	// Where is called with the lock, for a migration in state Copying or Undoing.
	Where(context.Context, Status) (Where, error)

	// Run brings a plan to Switched: from None if it has no ID, and else from Copying. It first checks
	// that the plan still holds.
	Run(ctx context.Context, p *Plan, how How) (Work, error)
	// Undo brings a migration to None: from Switched, Undoing or, where documents are mixed, Copying.
	Undo(ctx context.Context, st Status, how How) (Work, error)
	// TakeBack brings a migration from Copying to None, or from Undoing to Switched.
	TakeBack(ctx context.Context, st Status) (Work, error)
	// Finish brings a migration whose tables are switched from Copying or Checking to Switched, or from
	// Undoing or Undone to None.
	Finish(ctx context.Context, st Status) (Work, error)
	// Cleanup empties the journal, and drops what undo would need.
	Cleanup(ctx context.Context, list []Status) (Work, error)

	Close() error
}

// Unbegun is for a store that knows of a process that has the lock, or was killed with it, and has not
// written to the journal yet.
type Unbegun interface {
	// Unbegun returns an error that names the process, if there is one. It drops an empty journal.
	Unbegun(context.Context) error
}

// A Driver does the verbs on a store. By [Rules] it alone decides what happens to the work that a killed process left:
// each verb calls look, which takes that back or finishes it, and then does its own actions.
type Driver struct {
	Store Store
	Rules []Rule    // Rules(), unless a test plants a fault
	Out   io.Writer // progress, for people

	locked bool
}

// NewDriver returns one that reports to out.
func NewDriver(s Store, out io.Writer) *Driver { return &Driver{Store: s, Rules: Rules(), Out: out} }

// Run converts what r names, and returns the plan. If hash is not "", it runs only this plan.
func (d *Driver) Run(ctx context.Context, r Request, hash string) (*Plan, error) {
	was, err := d.look(ctx, VerbRun, "", func(st Status, w Where) bool { return st.Plan.asked(r) && (w == Mixed || r.Online == st.Online()) })
	if err != nil {
		return nil, err
	}
	if was.latest.State == Copying {
		p := was.latest.Plan
		p.Request = r
		if err := p.Is(hash); err != nil {
			return nil, err
		}
		return p, d.work(ctx, func() (Work, error) { return d.Store.Run(ctx, p, r.How) })
	}
	p, err := d.Store.Plan(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := p.Refused(); err != nil {
		p.Print(d.Out)
		return nil, err
	}
	// The plan may be done already: look has just finished it, or its process was killed after its last action.
	// The values alone say whether somebody has written another form since, if r asks for the same.
	done := was.latest.State == Switched && was.latest.Plan.Hash == hash && was.latest.Plan.asked(r)
	switch err := p.Is(hash); {
	case p.Nothing() && done:
		return was.latest.Plan, nil
	case p.Nothing():
		return p, nil
	case err != nil && done:
		return p, Errorf(CodeConflict, "migrate: the plan %s was done at %s, and values have been written in another form since: plan again", hash, was.latest.Switched.UTC().Format(time.RFC3339))
	case err != nil:
		return p, err
	}
	// A process that has changed the journal since may have changed the tables, too.
	if err := d.lock(ctx, was.latest); err != nil {
		return nil, err
	}
	return p, d.work(ctx, func() (Work, error) { return d.Store.Run(ctx, p, r.How) })
}

// Undo goes back by the latest migration, and returns its plan. If id is not "", it has to be that one.
func (d *Driver) Undo(ctx context.Context, id string, how How) (*Plan, error) {
	list, err := d.Store.Status(ctx)
	if err != nil {
		return nil, err
	}
	latest := lastOf(list)
	if latest.Plan != nil && id != "" && id != latest.Plan.ID {
		return nil, Errorf(CodeRefused, "migrate: %s is not the latest migration: look at status", id)
	}
	was, err := d.look(ctx, VerbUndo, latest.id(), func(st Status, _ Where) bool { return st.Online() == how.Online })
	if err != nil || was.gone {
		return latest.Plan, err
	}
	if err := d.lock(ctx, was.latest); err != nil {
		return nil, err
	}
	return latest.Plan, d.work(ctx, func() (Work, error) { return d.Store.Undo(ctx, was.latest, how) })
}

// Cleanup forgets how to go back, and returns what it did.
func (d *Driver) Cleanup(ctx context.Context) (did []string, err error) {
	was, err := d.look(ctx, VerbCleanup, "", func(Status, Where) bool { return true })
	if err != nil {
		return nil, err
	}
	if err := d.lock(ctx, was.latest); err != nil {
		return nil, err
	}
	list, err := d.Store.Status(ctx)
	if err != nil {
		return nil, err
	}
	var work Work
	err = d.work(ctx, func() (w Work, err error) {
		work, err = d.Store.Cleanup(ctx, list)
		return work, err
	})
	if err != nil {
		return nil, err
	}
	for _, a := range work.Actions {
		did = append(did, a.SQL...)
	}
	return append(did, Kept(list)...), nil
}

// A lookResult is the latest migration after look.
type lookResult struct {
	latest Status
	gone   bool // the migration of undo is not in the journal any more
}

// look takes back or finishes what a killed process has left, until the verb can begin or go on.
// target is the ID of the migration that undo is for.
func (d *Driver) look(ctx context.Context, verb Verb, target string, same func(Status, Where) bool) (r lookResult, err error) {
	for after, rounds := Refuse, 0; ; rounds++ {
		s, st, err := d.situation(ctx, verb, same)
		if err != nil {
			return r, err
		}
		if r.latest = st; target != "" && st.id() != target {
			if after == Refuse {
				return r, ErrEnded
			}
			r.gone = true
			return r, nil
		}
		s.After = after
		rule, err := decide(d.Rules, s)
		if err != nil {
			return r, err
		}
		switch {
		case rule.Then == Refuse:
			if u, ok := d.Store.(Unbegun); ok && s.State == None {
				if err := u.Unbegun(ctx); err != nil {
					return r, err
				}
			}
			return r, Errorf(rule.Code, "migrate: %s", rule.Why)
		case rule.Then == GoOn:
			return r, nil
		case rounds == 4:
			return r, fmt.Errorf("migrate: %s of %q comes to no end: this is a fault of the command", verb, s)
		}
		after = rule.Then
		if err := d.recover(ctx, rule.Then, st); err != nil {
			return r, err
		}
		if rule.Then == Finish && (s.State == Copying || s.State == Checking) {
			fmt.Fprintln(d.Out, "a run that was interrupted after the switch is finished")
		}
	}
}

// situation reads the journal, and if a migration is unfinished, it asks the store where it is: with
// the lock, and after the journal was read again.
func (d *Driver) situation(ctx context.Context, verb Verb, same func(Status, Where) bool) (s Situation, st Status, err error) {
	list, err := d.Store.Status(ctx)
	if err == nil && !d.locked && lastOf(list).State.Unfinished() {
		if err = d.Store.Lock(ctx, d.Out); err == nil {
			d.locked = true
			list, err = d.Store.Status(ctx)
		}
	}
	if err != nil {
		return s, st, err
	}
	st = lastOf(list)
	s = Situation{Verb: verb, State: st.State, Asks: AsksOther, Mode: Offline}
	// Unfinished work of a plan without a format cannot be continued: it counts as offline.
	if st.Plan != nil && st.Online() && (!st.Plan.NoFormat() || !s.State.Unfinished()) {
		s.Mode = Online
	}
	if s.State == Copying || s.State == Undoing {
		s.Where, err = d.Store.Where(ctx, st)
	}
	if st.Plan != nil && same(st, s.Where) {
		s.Asks = AsksSame
	}
	return s, st, err
}

// recover takes back or finishes a migration.
func (d *Driver) recover(ctx context.Context, then Decision, st Status) error {
	work, err := Work{}, error(nil)
	if then == TakeBack {
		work, err = d.Store.TakeBack(ctx, st)
	} else {
		work, err = d.Store.Finish(ctx, st)
	}
	if err != nil {
		return err
	}
	return work.do(ctx, d.Out)
}

// ErrEnded is the error of a process that finds another journal than it has read.
var ErrEnded = Errorf(CodeConflict, "migrate: another process has begun or ended a migration: look at status")

// lock takes the lock, and returns an error if the journal has changed since the latest migration was read.
func (d *Driver) lock(ctx context.Context, latest Status) error {
	if d.locked {
		return nil
	}
	if err := d.Store.Lock(ctx, d.Out); err != nil {
		return err
	}
	d.locked = true
	list, err := d.Store.Status(ctx)
	if now := lastOf(list); err == nil && (now.id() != latest.id() || now.State != latest.State) {
		err = ErrEnded
	}
	return err
}

// work does the actions. If one fails, the table says what becomes of those before.
func (d *Driver) work(ctx context.Context, make func() (Work, error)) error {
	w, err := make()
	if err == nil {
		err = w.do(ctx, d.Out)
	}
	if err == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx) // after Ctrl-C, too, the work is taken back
	var e *Error
	goesOn := !errors.As(err, &e) || !e.Stale
	s, st, unknown := d.situation(ctx, VerbFailed, func(Status, Where) bool { return goesOn })
	if unknown != nil { // the connection is lost: the next command looks
		return err
	}
	if rule, _ := decide(d.Rules, s); rule.Then == TakeBack {
		if back := d.recover(ctx, TakeBack, st); back != nil {
			fmt.Fprintln(d.Out, back)
		}
	}
	return err
}

// lastOf returns the latest migration, whose Plan is nil if there is none.
func lastOf(list []Status) (st Status) {
	if len(list) > 0 {
		st = list[len(list)-1]
	}
	return st
}

// Online reports whether the work that is unfinished is --online, or else the run.
func (st Status) Online() bool {
	if st.State == Undoing || st.State == Undone {
		return st.Plan.UndoesOnline
	}
	return st.Plan.Online
}

// id returns the ID of the plan, or "".
func (st Status) id() string {
	if st.Plan == nil {
		return ""
	}
	return st.Plan.ID
}

// asked reports whether r asks for this plan, but for --online.
func (p *Plan) asked(r Request) bool {
	if r.To == "" || r.To == ToUUID && strings.HasPrefix(p.Store, "PostgreSQL") {
		r.To = ToNative
	}
	bytes, err := BytesForm(r.Bytes)
	return err == nil && r.To == p.To && bytes == p.Bytes && r.BadRows == p.BadRows &&
		!slices.ContainsFunc(r.Columns, func(name string) bool {
			return !slices.Contains(p.Named, name) && !slices.ContainsFunc(p.Columns, func(c Column) bool { return strings.EqualFold(name, c.Table+"."+c.Name) })
		})
}
