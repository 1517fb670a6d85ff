package migrate

import (
	"context"
	"io"
)

// An Action is a part of a verb. A plan prints it, and the driver does it: Does, Locks and SQL are
// what a reader sees, and no code reads them. A store makes the actions from the facts of a plan:
// columns, forms, definitions. They are never stored.
type Action struct {
	Does  string
	Locks string
	SQL   []string
	Rows  int64 // an estimate for Progress; 0 if it is unknown
	Do    func(context.Context, *Progress) error
}

// A Work is the actions of a verb, or of taking it back or finishing it.
type Work struct {
	Actions []Action

	// Within calls do with what all actions need: a transaction that ends with them, or locks. If do
	// returns an error, Within rolls back or releases, and returns the error. Nil is nothing.
	Within func(ctx context.Context, p *Progress, do func(context.Context) error) error
}

// do does all actions, one after the other.
func (w Work) do(ctx context.Context, out io.Writer) error {
	all := func(ctx context.Context) error {
		for _, a := range w.Actions {
			p := NewProgress(out, a.Does, a.Rows)
			if err := a.Do(ctx, p); err != nil {
				return err
			}
			p.Done()
		}
		return nil
	}
	if w.Within == nil {
		return all(ctx)
	}
	return w.Within(ctx, NewProgress(out, "", 0), all)
}

// Steps are what a reader sees of the actions.
func (w Work) Steps() (list []Step) {
	for _, a := range w.Actions {
		list = append(list, Step{Does: a.Does, Locks: a.Locks, SQL: a.SQL, Rows: a.Rows})
	}
	return list
}

// A Progress writes what an action has done, about once a second. A line for the user is written to it.
type Progress struct {
	io.Writer
	meter *Meter
}

// NewProgress begins to measure an action of so many rows; 0 is unknown.
func NewProgress(out io.Writer, does string, rows int64) *Progress {
	return &Progress{out, NewMeter(out, does, rows)}
}

// Add counts rows that are done.
func (p *Progress) Add(rows int64) { p.meter.Add(rows) }

// Done writes the last line: how many rows, and how long they took.
func (p *Progress) Done() { p.meter.Done() }
