// Package migratetest says what every store must do, and has a store in memory whose processes die.
//
//	run.go        Run, what every store must do, and Sweep: each verb dies at each point, and each verb
//	              comes after it
//	dying.go      a real store that dies at an action
//	child.go      a process that SIGKILL ends there
//	sql.go        a Subject in a database of SQL
//	forms.go      a UUID in all forms, the expressions that convert it, and the SQL of a plan
//	fake.go       a database in memory, and what becomes of a statement
//	fake_work.go  the actions of four kinds of stores on it
package migratetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A Subject is a database with some rows, which commands migrate. The application's rows are
// compared by what does not change: their ids, whatever the form, and the other values.
type Subject interface {
	Open(*Point) migrate.Store // in a process that dies at the point
	Request() migrate.Request
	Rows() []string // all of the application
	Want() []string // those that there must be
	Form() string   // of all ids: Old, New, or anything else if they are mixed
	Left() []string // what no migration needs that is finished
	Write()         // the application deletes a row and writes another
}

// A Mortal is a Subject whose commands SIGKILL can end: it calls Kill.
type Mortal interface {
	Kill(Command, *Point) (id string, err error)
}

// The forms of all ids.
const Old, New = "old", "new"

// A Sweep is all ways in which a command can die, or fail, and another one come after it.
type Sweep struct {
	Rules  []migrate.Rule
	Open   func() Subject
	Whens  []When
	Online bool
	Next   migrate.Verb // this one alone comes after it
	Both   bool         // the other command can also have the flag --online or not
	// InPlace says that tables have rows of both forms during a verb.
	InPlace       bool
	UndoesOffline bool // undo --online is refused: an _id
	// Fixed says that the application writes nothing while a migration is unfinished.
	Fixed bool

	// Of Run, whose points are actions: before one is after the one before it.
	actions bool
	short   bool         // some ways
	log     func(...any) // or nil
}

// All is whether Run goes all ways in a store that is slow.
var All = flag.Bool("all", false, "kill commands at all actions, and not at some")

// Run does on a store what every one must do: it dies at each action of each verb, each verb comes
// after it, and nothing is lost. If the store is slow, it goes only some ways without -all.
func Run(t *testing.T, s Sweep, slow bool) {
	t.Helper()
	s.Rules, s.actions, s.short, s.log = migrate.Rules(), true, slow && !*All, t.Log
	if s.Whens == nil {
		s.Whens = ActionWhens
	}
	ways, err := s.Run()
	if err != nil {
		t.Error(err)
	}
	if t.Log(ways, "ways"); ways == 0 {
		t.Error("the sweep went no way")
	}
}

var verbs = []migrate.Verb{migrate.VerbRun, migrate.VerbUndo, migrate.VerbCleanup}

// Run returns an error for the first way in which rows are lost or a command does not end. It
// returns how many ways there are.
func (w Sweep) Run() (ways int, err error) {
	ends := map[string]int{} // the number behind the last action
	for _, first := range verbs {
		for _, next := range verbs {
			if w.Next != migrate.VerbAny && w.Next != next || w.short && next != first {
				continue
			}
			for _, other := range []bool{false, true} {
				if other && !w.Both {
					continue
				}
				for _, when := range w.Whens {
					if w.short && (other || when != After || first == migrate.VerbCleanup) {
						continue
					}
					for n, end := 1, fmt.Sprint(first, when); n != ends[end]; n++ {
						if w.actions && when == Before && n > 1 {
							break
						}
						if w.short && n != 2 {
							if n > 2 {
								break
							}
							continue
						}
						c := &course{Sweep: w, first: first, next: next, other: other, point: &Point{N: n, When: when}}
						what := fmt.Sprintf("%s: %s at %d, then %s (other %t)", first, when, n, next, other)
						if w.log != nil {
							w.log(what)
						}
						if err := c.run(); err != nil {
							return ways, fmt.Errorf("%s: %w", what, err)
						}
						if ways++; !c.point.Hit {
							if w.actions && (n == 1 || w.short) {
								return ways, fmt.Errorf("%s: there is no such action", what) // nothing would be killed
							}
							ends[end] = n
							break
						}
					}
				}
			}
		}
	}
	return ways, nil
}

// A course is one way.
type course struct {
	Sweep
	first, next migrate.Verb
	other       bool // next has not the --online of first, and in place not its columns
	point       *Point
	s           Subject
	strange     bool   // the command names other columns
	id          string // of the migration, or of none
	tables      int    // that may be made
}

func (c *course) run() error {
	c.s, c.id = c.Open(), "none"
	if c.first != migrate.VerbRun {
		if err := c.command(migrate.VerbRun, c.Online, &Point{}); err != nil {
			return fmt.Errorf("run: %w", err)
		}
	}
	c.tables = c.made() + len(fakeTables) // it is a Fake that counts them
	err := c.command(c.first, c.Online, c.point)
	if !c.point.Hit || err == nil {
		return errors.Join(err, c.done(c.first))
	}
	if err := c.failed(err); err != nil {
		return err
	}
	if !c.Fixed {
		c.s.Write()
	}
	if err := c.goOn(c.next); err != nil {
		return err
	}
	if c.Online && c.first == c.next && !c.other && c.point.When.kills() && c.made() > c.tables {
		return fmt.Errorf("it made %d new tables, of %d", c.made(), c.tables)
	}
	if f, ok := c.s.(interface{ Settle() }); ok && c.point.When.late() { // a command that had nothing to do did not wait for it
		f.Settle()
		if err := c.goOn(c.next); err != nil {
			return err
		}
	}
	return c.epilogue()
}

func (c *course) made() int {
	if f, ok := c.s.(interface{ Made() int }); ok {
		return f.Made()
	}
	return 0
}

// A Command is what a process does.
type Command struct {
	Verb    migrate.Verb
	Request migrate.Request
	ID      string // of the migration that undo is for
}

// Do does it on a store, and returns the ID of the migration that run has made.
func (c Command) Do(s migrate.Store, rules []migrate.Rule, out io.Writer) (id string, err error) {
	d := &migrate.Driver{Store: s, Rules: rules, Out: out}
	switch ctx := context.Background(); c.Verb {
	case migrate.VerbRun:
		var plan *migrate.Plan
		if plan, err = d.Run(ctx, c.Request, ""); err == nil {
			id = plan.ID
		}
	case migrate.VerbUndo:
		_, err = d.Undo(ctx, c.ID, c.Request.How)
	default:
		_, err = d.Cleanup(ctx)
	}
	return id, err
}

// command is a process. It returns errKilled if it dies.
func (c *course) command(verb migrate.Verb, online bool, p *Point) (err error) {
	cmd := Command{verb, c.s.Request(), c.id}
	if cmd.Request.Online = online; c.strange {
		cmd.Request.Columns = []string{"another.column"}
	}
	for try := 1; ; try++ {
		id := ""
		if m, ok := c.s.(Mortal); ok && p.N > 0 && p.When.kills() {
			id, err = m.Kill(cmd, p)
		} else {
			id, err = c.process(cmd, p)
		}
		if id != "" {
			c.id = id
		}
		// A server can be too busy to answer in time.
		if c.log == nil || p.N > 0 || code(err) != migrate.CodeInterrupted || try == 3 {
			return err
		}
		c.log(verb, ": ", err)
		if s, ok := c.s.(interface{ Settle() }); ok {
			s.Settle()
		}
	}
}

// process is a command in this process, which dies by a panic.
func (c *course) process(cmd Command, p *Point) (id string, err error) {
	s := c.s.Open(p)
	defer s.Close()
	defer func() {
		switch r := recover(); {
		case r == errKilled:
			err = errKilled
		case r != nil:
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return cmd.Do(s, c.Rules, io.Discard)
}

// latest is the end of the journal, after its statements.
func (c *course) latest() (migrate.Status, error) {
	s := c.s.Open(&Point{})
	defer s.Close()
	list, err := s.Status(context.Background())
	if err != nil || len(list) == 0 || list[len(list)-1].Plan.Columns == nil { // it is the earlier one
		return migrate.Status{}, err
	}
	last := list[len(list)-1]
	c.id = last.Plan.ID
	return last, nil
}

func code(err error) int {
	var e *migrate.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code
}

// same returns an error unless all rows are there.
func (c *course) same() error {
	if got, want := c.s.Rows(), c.s.Want(); !slices.Equal(got, want) {
		return fmt.Errorf("rows are lost or doubled: %v, not %v", got, want)
	}
	return nil
}

// was is the form before the first verb, if it is not cleanup.
func (c *course) was() string {
	if c.first == migrate.VerbRun {
		return Old
	}
	return New
}

// failed looks at what a command leaves that has died, or not done its work.
func (c *course) failed(err error) error {
	if err := c.same(); err != nil {
		return err
	}
	if err == errKilled || c.InPlace || c.point.When == Lost || c.point.When == Cut {
		return nil
	}
	if code(err) == 0 {
		return err
	}
	st, e := c.latest()
	unfinished, isSwitched := st.State.Unfinished(), c.s.Form() != c.was()
	switch goesOn := c.Online && code(err) == migrate.CodeInterrupted; {
	case e != nil:
		return e
	case unfinished && !isSwitched && !goesOn:
		return fmt.Errorf("it did not take back what it had begun: %v: %w", c.s.Left(), err)
	case !unfinished && goesOn && c.first != migrate.VerbCleanup && !isSwitched && c.made() > 0 && c.made() == c.tables:
		return fmt.Errorf("it took back what can go on: %w", err)
	case !unfinished && c.s.Left() != nil:
		return fmt.Errorf("it has left %v: %w", c.s.Left(), err)
	}
	return nil
}

// goOn gives commands until one has ended.
func (c *course) goOn(verb migrate.Verb) error {
	for try := range 5 {
		st, err := c.latest()
		if err != nil {
			return err
		}
		left, form := fmt.Sprint(c.s.Left()), c.s.Form()
		refuses, late := c.refuses(verb, st), c.point.When.late() && try == 0
		c.strange = c.InPlace && c.other && (!c.actions || st.State.Unfinished()) // another column is no fault of a Fake
		err = c.command(verb, c.Online != c.other, &Point{})
		c.strange = false
		if err := c.same(); err != nil {
			return err
		}
		switch {
		case err == nil && refuses && !late:
			return fmt.Errorf("%s was not refused in state %q", verb, st.State)
		case err == nil:
			return c.done(verb)
		case !refuses && !late:
			return fmt.Errorf("%s in state %q: %w", verb, st.State, err)
		case code(err) != migrate.CodeRefused && code(err) != migrate.CodeConflict || strings.HasPrefix(err.Error(), "fake:"):
			return err // no rule refused it
		}
		if now, _ := c.latest(); !late && (fmt.Sprint(c.s.Left()) != left || c.s.Form() != form) && now.State != migrate.Switched {
			return fmt.Errorf("%s was refused, and has left %v, not %v: %w", verb, c.s.Left(), left, err)
		}
		if verb == migrate.VerbUndo && st.State == migrate.None {
			return c.clean()
		}
		if c.UndoesOffline && verb == migrate.VerbUndo {
			c.other = c.Online
		}
		if late || verb == migrate.VerbUndo {
			continue
		}
		// The refusal names the command that goes on.
		goesOn := migrate.VerbRun
		if st.State == migrate.Undoing {
			goesOn = migrate.VerbUndo
		}
		if err := c.command(goesOn, st.Plan.Online, &Point{}); err != nil {
			return fmt.Errorf("%s after the refusal of %s: %w", goesOn, verb, err)
		}
	}
	return fmt.Errorf("%s comes to no end", verb)
}

// refuses says whether a command must refuse what is left.
func (c *course) refuses(verb migrate.Verb, st migrate.Status) bool {
	state, isSwitched := st.State, c.s.Form() != c.was() && !c.InPlace
	isOther := st.Plan != nil && st.Plan.Online != (c.Online != c.other)
	switch {
	case state == migrate.None:
		return verb == migrate.VerbUndo
	case c.UndoesOffline && verb == migrate.VerbUndo && c.Online != c.other:
		return true
	case state == migrate.Copying && !isSwitched:
		return verb == migrate.VerbRun && isOther && st.Plan.Online && !c.InPlace || verb == migrate.VerbRun && c.InPlace && c.other || verb == migrate.VerbCleanup && (c.InPlace || st.Plan.Online)
	case state == migrate.Copying || state == migrate.Checking:
		return verb == migrate.VerbUndo && st.Plan.Online && isOther
	case state == migrate.Undoing && c.InPlace:
		return verb != migrate.VerbUndo
	case state == migrate.Undoing && !isSwitched:
		return verb == migrate.VerbCleanup && st.Plan.UndoesOnline
	}
	return false
}

// clean returns an error unless nothing is unfinished, and all ids have one form.
func (c *course) clean() error {
	st, err := c.latest()
	switch form := c.s.Form(); {
	case err != nil:
		return err
	case st.State.Unfinished():
		return fmt.Errorf("it has left the state %q", st.State)
	case c.s.Left() != nil:
		return fmt.Errorf("it has left %v", c.s.Left())
	case form != Old && form != New:
		return fmt.Errorf("the form of the ids is %s", form)
	case st.State == migrate.Switched && form != New:
		return fmt.Errorf("the state is switched, and the form of the ids is %s", form)
	}
	return c.same()
}

// done returns an error unless a verb has done what it says.
func (c *course) done(verb migrate.Verb) error {
	if err := c.clean(); err != nil {
		return err
	}
	st, err := c.latest()
	switch form := c.s.Form(); {
	case err != nil:
		return err
	case verb == migrate.VerbRun && form != New, verb == migrate.VerbUndo && form != Old:
		return fmt.Errorf("after %s the form of the ids is %s", verb, form)
	case verb != migrate.VerbRun && st.State != migrate.None:
		return fmt.Errorf("%s has left the state %q", verb, st.State)
	}
	return nil
}

// epilogue goes once more to and fro.
func (c *course) epilogue() error {
	st, err := c.latest()
	if err != nil {
		return err
	}
	var list []migrate.Verb
	switch {
	case st.State == migrate.Switched:
		list = []migrate.Verb{migrate.VerbUndo, migrate.VerbRun, migrate.VerbCleanup}
	case c.s.Form() == Old:
		list = []migrate.Verb{migrate.VerbRun, migrate.VerbUndo}
	default:
		list = []migrate.Verb{migrate.VerbRun}
	}
	for _, verb := range list {
		c.s.Write()
		if err := errors.Join(c.command(verb, c.Online, &Point{}), c.done(verb)); err != nil {
			return fmt.Errorf("%s once more: %s", verb, strings.ReplaceAll(err.Error(), "\n", ": "))
		}
	}
	return nil
}
