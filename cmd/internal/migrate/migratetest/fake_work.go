package migratetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// The actions of a Fake. They do as they are told, and trust the driver: what it decides wrongly is
// seen in the rows.

func action(does string, do ...func() error) migrate.Action {
	return migrate.Action{Does: does, SQL: []string{does}, Do: func(context.Context, *migrate.Progress) error {
		for _, f := range do {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	}}
}

// each is the statements of several changes: one by one, or all in one transaction.
func (p *process) each(changes ...func(d *data)) func() error {
	return func() error {
		if p.kind == Swaps {
			return p.do(func(d *data) {
				for _, change := range changes {
					change(d)
				}
			})
		}
		for _, change := range changes {
			if err := p.do(change); err != nil {
				return err
			}
		}
		return nil
	}
}

// The changes of the journal.

func begun(plan *migrate.Plan, state migrate.State) func(d *data) {
	return func(d *data) {
		plan.ID = fmt.Sprint("id ", len(d.journal)+1)
		d.journal = append(d.journal, entry{state, *plan})
	}
}

func is(plan *migrate.Plan, state migrate.State) func(d *data) {
	return func(d *data) {
		for i := range d.journal {
			if d.journal[i].plan.ID == plan.ID {
				d.journal[i] = entry{state, *plan}
			}
		}
	}
}

func forgotten(plan *migrate.Plan) func(d *data) {
	return func(d *data) {
		d.journal = slices.DeleteFunc(d.journal, func(e entry) bool { return e.plan.ID == plan.ID })
	}
}

// The changes of tables.

func dropped(names ...string) func(d *data) {
	return func(d *data) {
		for _, name := range names {
			delete(d.tables, name)
		}
	}
}

func triggers(on bool) func(d *data) { return func(d *data) { d.triggers = on } }

func renamed(from, to string) func(d *data) {
	return func(d *data) {
		if t, ok := d.tables[from]; ok {
			d.tables[to] = t
			delete(d.tables, from)
		}
	}
}

// switched is the RENAME, whose parts are those that are left of it.
func switched(d *data, undo bool) (parts []func(d *data)) {
	for _, name := range fakeTables {
		if _, done := d.tables[aside(undo, name)]; !done {
			parts = append(parts, func(d *data) {
				renamed(name, aside(undo, name))(d)
				renamed("new "+name, name)(d)
			})
		}
	}
	return parts
}

func formOf(undo bool) string {
	if undo {
		return before
	}
	return after
}

// convert copies or changes rows of a table, each of which must have the form of before.
func convert(d *data, from, to, form string, keys []string) {
	for _, key := range keys {
		if is, ok := d.tables[from].rows[key]; ok && is != form || from == to {
			d.tables[to].rows[key] = form
		}
	}
}

// online says how run or undo is done.
func online(plan *migrate.Plan, undo bool) bool {
	return undo && plan.UndoesOnline || !undo && plan.Online
}

func (p *process) Run(_ context.Context, plan *migrate.Plan, how migrate.How) (migrate.Work, error) {
	plan.Online = how.Online
	note := func() error { return nil }
	if plan.ID == "" {
		note = p.each(begun(plan, migrate.Copying))
	}
	return p.forward(plan, note, false, migrate.Switched)
}

func (p *process) Undo(_ context.Context, st migrate.Status, how migrate.How) (migrate.Work, error) {
	plan, note := st.Plan, func() error { return nil }
	plan.UndoesOnline = how.Online
	if st.State != migrate.Undoing {
		note = p.each(is(plan, migrate.Undoing))
	}
	return p.forward(plan, note, true, migrate.None)
}

// forward is run or undo.
func (p *process) forward(plan *migrate.Plan, note func() error, undo bool, end migrate.State) (w migrate.Work, err error) {
	switch {
	case p.kind == InPlace:
		return migrate.Work{Actions: []migrate.Action{action("note", note), action("convert", p.change(undo)), action("end", p.each(p.ended(plan, end)))}}, nil
	case p.kind == Atomic || p.kind == Swaps && !online(plan, undo):
		w.Within = p.transaction
		w.Actions = []migrate.Action{action("note", note), action("convert", p.change(undo))}
		w.Actions = append(w.Actions, action("end", p.each(p.ended(plan, end))))
		return w, nil
	case !online(plan, undo):
		w.Within = p.locked
	}
	w.Actions = []migrate.Action{action("create", p.create(plan, note, undo)), action("copy", p.fill(undo)), action("compare", p.compare(plan, undo))}
	if p.kind == Swaps {
		w.Actions = append(w.Actions, action("switch", func() error {
			return p.each(append(switched(p.now(), undo), triggers(false), is(plan, state(undo)))...)()
		}))
	} else {
		w.Actions = append(w.Actions, action("switch", func() error { return p.do(switched(p.now(), undo)...) }, p.checked(plan, undo)))
	}
	w.Actions = append(w.Actions, action("end", p.each(p.ended(plan, end))))
	return w, nil
}

func state(undo bool) migrate.State {
	if undo {
		return migrate.Undone
	}
	return migrate.Checking
}

// transaction is one around all.
func (p *process) transaction(ctx context.Context, _ *migrate.Progress, do func(context.Context) error) error {
	tx := p.data.clone()
	p.tx = &tx
	if err := do(ctx); err != nil {
		p.tx = nil
		return err
	}
	p.tx = nil
	return p.do(func(*data) { p.data = tx })
}

// locked keeps writers away, which the harness does, unless the process dies.
func (p *process) locked(ctx context.Context, _ *migrate.Progress, do func(context.Context) error) error {
	return do(ctx)
}

// change converts in place, some rows in each statement.
func (p *process) change(undo bool) func() error {
	return func() error {
		for _, name := range fakeTables {
			keys := slices.Sorted(maps.Keys(p.now().tables[name].rows))
			for chunk := range slices.Chunk(keys, 3) {
				err := p.do(func(d *data) { convert(d, name, name, formOf(undo), chunk) })
				if err != nil {
					return err
				}
			}
		}
		return p.do(func(d *data) {
			for _, name := range fakeTables {
				t := d.tables[name]
				t.form = formOf(undo)
				d.tables[name] = t
			}
		})
	}
}

// create makes the new tables, unless a killed process has.
func (p *process) create(plan *migrate.Plan, note func() error, undo bool) func() error {
	changes := []func(d *data){}
	for _, name := range fakeTables {
		changes = append(changes, func(d *data) {
			if _, there := d.tables["new "+name]; !there {
				p.made++
				d.tables["new "+name] = table{form: formOf(undo), rows: map[string]string{}}
			}
		})
	}
	if online(plan, undo) {
		changes = append(changes, triggers(true))
	}
	if p.kind != Swaps {
		return func() error {
			if err := note(); err != nil {
				return err
			}
			return p.each(changes...)()
		}
	}
	return func() error { // the journal, too, is in the transaction
		if p.now().triggers {
			return nil
		}
		if undo {
			return p.each(append(changes, is(plan, migrate.Undoing))...)()
		}
		return p.each(append(changes, begun(plan, migrate.Copying))...)()
	}
}

// fill copies the rows.
func (p *process) fill(undo bool) func() error {
	return func() error {
		for _, name := range fakeTables {
			keys := slices.Sorted(maps.Keys(p.now().tables[name].rows))
			for chunk := range slices.Chunk(keys, 3) {
				err := p.do(func(d *data) { convert(d, name, "new "+name, formOf(undo), chunk) })
				if err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// compare returns an error unless the copies have the same rows, and keeps their sums.
func (p *process) compare(plan *migrate.Plan, undo bool) func() error {
	return func() error {
		plan.Sums = nil
		for _, name := range fakeTables {
			was, is := p.now().tables[name].sum(), p.now().tables["new "+name].sum()
			if was != is {
				return &migrate.Error{Code: migrate.CodeDiffers, Stale: true, Err: fmt.Errorf("fake: %s differs: %s, and %s", name, was, is)}
			}
			plan.Sums = append(plan.Sums, was)
		}
		now := migrate.Copying
		if undo {
			now = migrate.Undoing
		}
		return p.each(is(plan, now))()
	}
}

// checked does the rest of a RENAME, and checks that nobody has written meanwhile.
func (p *process) checked(plan *migrate.Plan, undo bool) func() error {
	return func() error {
		for i, name := range fakeTables {
			if old := p.now().tables[aside(undo, name)]; !online(plan, undo) && old.sum() != plan.Sums[i] {
				return &migrate.Error{Code: migrate.CodeConflict, Err: fmt.Errorf("fake: %s was written", name)}
			}
		}
		return p.each(triggers(false), is(plan, state(undo)))()
	}
}

// ended is the change that ends run or undo.
func (p *process) ended(plan *migrate.Plan, end migrate.State) func(d *data) {
	return func(d *data) {
		if end == migrate.Switched {
			is(plan, end)(d)
			return
		}
		dropped("old a", "old b", "undone a", "undone b")(d)
		forgotten(plan)(d)
	}
}

func (p *process) TakeBack(_ context.Context, st migrate.Status) (w migrate.Work, err error) {
	if p.kind == InPlace {
		return w, errors.New("fake: it cannot be taken back")
	}
	end := forgotten(st.Plan)
	if undoes(st) {
		end = is(st.Plan, migrate.Switched)
	}
	w.Actions = []migrate.Action{action("rename back", p.renameBack(st)), action("drop", p.each(triggers(false), dropped("new a"), dropped("new b"), end))}
	return w, nil
}

// renameBack gives the old tables their names, unless somebody has written the new ones.
func (p *process) renameBack(st migrate.Status) func() error {
	return func() error {
		var parts []func(d *data)
		for i, name := range fakeTables {
			if _, is := p.now().tables[aside(undoes(st), name)]; !is {
				continue
			}
			if p.now().tables[name].sum() != st.Plan.Sums[i] {
				return &migrate.Error{Code: migrate.CodeConflict, Err: errors.New("fake: both tables were written")}
			}
			parts = append(parts, func(d *data) {
				renamed(name, "new "+name)(d)
				renamed(aside(undoes(st), name), name)(d)
			})
		}
		if parts == nil {
			return nil
		}
		return p.do(parts...)
	}
}

func (p *process) Finish(_ context.Context, st migrate.Status) (w migrate.Work, err error) {
	undo, end := undoes(st), migrate.Switched
	if undo {
		end = migrate.None
	}
	over := func() error {
		parts := switched(p.now(), undo)
		if p.kind != Renames || st.State == state(undo) || parts == nil {
			return nil
		}
		return p.do(parts...)
	}
	w.Actions = []migrate.Action{action("rename the rest", over), action("end", p.each(triggers(false), is(st.Plan, state(undo)), p.ended(st.Plan, end)))}
	return w, nil
}

func (p *process) Cleanup(_ context.Context, list []migrate.Status) (w migrate.Work, err error) {
	changes := []func(d *data){dropped("old a"), dropped("old b")}
	for _, st := range list {
		changes = append(changes, forgotten(st.Plan))
	}
	if p.kind == Atomic {
		w.Within = p.transaction
	}
	w.Actions = []migrate.Action{action("drop", p.each(changes...))}
	return w, nil
}
