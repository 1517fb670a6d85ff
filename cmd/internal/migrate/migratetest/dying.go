package migratetest

import (
	"context"
	"errors"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// ActionWhens are what a real store can be made to do at an action: a process dies Before or After it,
// or it Fails.
var ActionWhens = []When{Before, After, Fails}

// Dying returns a store that calls die before or after an action, or whose action fails.
func Dying(s migrate.Store, p *Point, die func()) migrate.Store {
	d := &dying{Store: s, point: p, die: die}
	if u, ok := s.(migrate.Unbegun); ok {
		return dyingUnbegun{d, u}
	}
	return d
}

type dying struct {
	migrate.Store
	point *Point
	die   func() // does not return
	n     int
}

type dyingUnbegun struct {
	*dying
	migrate.Unbegun
}

// work wraps all actions.
func (d *dying) work(w migrate.Work, err error) (migrate.Work, error) {
	for i, a := range w.Actions {
		do := a.Do
		w.Actions[i].Do = func(ctx context.Context, p *migrate.Progress) error {
			if d.n++; d.n != d.point.N {
				return do(ctx, p)
			}
			d.point.Hit = true
			switch d.point.When {
			case Before:
				d.die()
			case Fails:
				return &migrate.Error{Code: migrate.CodeInterrupted, Err: errors.New("an action failed")}
			}
			if err := do(ctx, p); err != nil {
				return err
			}
			d.die()
			return nil
		}
	}
	return w, err
}

func (d *dying) Run(ctx context.Context, p *migrate.Plan, how migrate.How) (migrate.Work, error) {
	return d.work(d.Store.Run(ctx, p, how))
}

func (d *dying) Undo(ctx context.Context, st migrate.Status, how migrate.How) (migrate.Work, error) {
	return d.work(d.Store.Undo(ctx, st, how))
}

func (d *dying) TakeBack(ctx context.Context, st migrate.Status) (migrate.Work, error) {
	return d.work(d.Store.TakeBack(ctx, st))
}

func (d *dying) Finish(ctx context.Context, st migrate.Status) (migrate.Work, error) {
	return d.work(d.Store.Finish(ctx, st))
}

func (d *dying) Cleanup(ctx context.Context, list []migrate.Status) (migrate.Work, error) {
	return d.work(d.Store.Cleanup(ctx, list))
}
