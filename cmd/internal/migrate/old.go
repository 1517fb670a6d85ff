package migrate

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// This file goes when the last store has left the interface OldStore.

// An Opened is a store of either kind.
type Opened interface {
	Plan(context.Context, Request) (*Plan, error)
	Status(context.Context) ([]Status, error)
	Close() error
}

// An OldStore decides by itself what becomes of what a killed process has left.
type OldStore interface {
	// Plan writes nothing.
	Plan(context.Context, Request) (*Plan, error)
	// Run executes a plan that has no refusals. It reports to progress.
	Run(ctx context.Context, p *Plan, progress io.Writer) error
	// Resume ends what a killed process has left. If the tables are switched, it does the rest.
	// If not, it takes the run or undo back, unless the next call, Undo or else Run, can go on
	// with it. It returns the plan of a run whose rest it did.
	Resume(ctx context.Context, undo bool) (*Plan, error)
	// Status returns the migrations that have not been cleaned up, latest last.
	Status(context.Context) ([]Status, error)
	// Undo goes back by one migration, which is the latest.
	Undo(ctx context.Context, s Status, how How, progress io.Writer) error
	// Cleanup forgets all migrations, and returns what it did.
	Cleanup(context.Context) ([]string, error)
	Close() error
}

// Run converts what r names, and returns the plan. If hash is not "", it runs only this plan.
func Run(ctx context.Context, s Opened, r Request, hash string, out io.Writer) (*Plan, error) {
	if s, ok := s.(Store); ok {
		return (&Driver{Store: s, Rules: Rules(), Out: out}).Run(ctx, r, hash)
	}
	old := s.(OldStore)
	p, err := old.Resume(ctx, false)
	if err != nil {
		return nil, err
	}
	if p != nil {
		fmt.Fprintln(out, "a run that was interrupted after the switch is finished")
		if p.Hash == hash {
			return p, nil
		}
	}
	if p, err = old.Plan(ctx, r); err != nil {
		return nil, err
	}
	if err := p.Refused(); err != nil {
		p.Print(out)
		return nil, err
	}
	if err := p.Is(hash); err != nil || p.Nothing() {
		return p, err
	}
	return p, old.Run(ctx, p, out)
}

// Undo goes back by the latest migration, and returns its plan. If id is not "", it has to be that one.
func Undo(ctx context.Context, s Opened, id string, how How, out io.Writer) (*Plan, error) {
	if s, ok := s.(Store); ok {
		return (&Driver{Store: s, Rules: Rules(), Out: out}).Undo(ctx, id, how)
	}
	old := s.(OldStore)
	list, err := old.Status(ctx)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		if _, err := old.Resume(ctx, true); err != nil {
			return nil, err
		}
		return nil, Errorf(CodeRefused, "migrate: there is no migration to undo")
	}
	latest := list[len(list)-1].Plan
	if id != "" && id != latest.ID {
		return nil, Errorf(CodeRefused, "migrate: %s is not the latest migration: look at status", id)
	}
	finished, err := old.Resume(ctx, true)
	if err != nil {
		return nil, err
	}
	if finished != nil && finished.Online && !how.Online {
		return nil, Errorf(CodeConflict, "migrate: the run had switched the tables, and is finished now: say undo --online, or stop the application and say undo")
	}
	if list, err = old.Status(ctx); err != nil {
		return nil, err
	}
	switch i := slices.IndexFunc(list, func(st Status) bool { return st.Plan.ID == latest.ID }); i {
	case -1: // it was interrupted, and Resume has taken it back
		return latest, nil
	case len(list) - 1:
		return latest, old.Undo(ctx, list[i], how, out)
	}
	return nil, Errorf(CodeConflict, "migrate: another process has begun a migration: look at status")
}

// Cleanup forgets how to go back, and returns what it did.
func Cleanup(ctx context.Context, s Opened, out io.Writer) ([]string, error) {
	if s, ok := s.(Store); ok {
		return (&Driver{Store: s, Rules: Rules(), Out: out}).Cleanup(ctx)
	}
	return s.(OldStore).Cleanup(ctx)
}
