package migrate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	uuids "github.com/uuidkit/uuidkit/uuid"
)

// write writes once, and reads once.
func (w *appWriter) write() {
	a := w.app
	a.running.RLock()
	defer a.running.RUnlock()
	ctx, cancel := context.WithTimeout(context.Background(), a.patience)
	defer cancel()
	list := []statement{}
	touched := map[any]bool{}
	for range 1 + w.rng.IntN(4)/3*2 {
		// Statements of one transaction are of rows that have nothing to do with each other.
		s, ok := w.next()
		if !ok {
			continue
		}
		mine := map[any]bool{}
		for _, r := range []row{s.old, s.new} {
			for _, v := range r {
				if id, is := v.(uuids.UUID); is {
					ok = ok && !touched[id]
					mine[id] = true
				}
			}
		}
		if ok {
			for id := range mine {
				touched[id] = true
			}
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return
	}
	begin := time.Now()
	err := w.follow(ctx, func(ctx context.Context) error { return w.client.do(ctx, list) })
	if wait := int64(time.Since(begin)); err == nil && wait > a.longest.Load() {
		a.longest.Store(wait)
	}
	switch {
	case err == nil:
		a.wrote.Add(1)
		w.apply(list)
	case errors.Is(err, errNone):
		a.Errorf("writer %d: %v: in neither form there is a row: it is lost", w.number, list)
	case w.client.passes(err):
		a.note(err)
		return
	default:
		a.note(err)
		if !a.faulty.Load() {
			a.Errorf("writer %d: %v: %v", w.number, list, err)
		}
		w.doubt(list)
		return
	}
	table := w.rng.IntN(len(tables))
	if want := w.pick(table); want != nil {
		var got row
		err := w.follow(ctx, func(ctx context.Context) (err error) {
			got, err = w.client.find(ctx, table, want[:tables[table].key])
			return err
		})
		switch {
		case errors.Is(err, errNone):
			a.Errorf("writer %d: %v is not found in either form", w.number, want)
		case err == nil && got.String() != want.String():
			a.Errorf("writer %d: found %v, want %v", w.number, got, want)
		case err != nil && !w.client.passes(err):
			a.note(err)
			if !a.faulty.Load() {
				a.Errorf("writer %d: find %v: %v", w.number, want, err)
			}
		}
	}
}

// follow does something, again if the form of the ids has changed meanwhile.
func (w *appWriter) follow(ctx context.Context, do func(context.Context) error) error {
	for attempt := 0; ; attempt++ {
		err := do(ctx)
		if attempt == 10 || !errors.Is(err, errNone) && !w.client.refused(err) {
			return err
		}
		time.Sleep(time.Duration(attempt) * 5 * time.Millisecond)
		if err := w.client.ask(ctx); err != nil {
			return err
		}
	}
}

func (w *appWriter) apply(list []statement) {
	for _, s := range list {
		if s.old != nil {
			w.take(s.table, s.old)
		}
		if s.new != nil {
			w.put(s.table, s.new)
		}
	}
}

// doubt remembers that the outcome of statements is unknown: their rows are left alone.
func (w *appWriter) doubt(list []statement) {
	w.doubts = append(w.doubts, list)
	for _, s := range list {
		if s.old != nil {
			w.hide(cellOf(s.table, s.old))
		}
		for i, v := range s.new { // nobody may delete what it may refer to
			if id, ok := v.(uuids.UUID); ok && i >= tables[s.table].key || ok && s.table == members {
				if w.refs[id] == nil {
					w.refs[id] = map[cell]bool{}
				}
				w.refs[id][cell{-1, fmt.Sprint(len(w.doubts))}] = true
			}
		}
	}
}

// doubted reports whether a row may have been inserted.
func (w *appWriter) doubted(c cell) bool {
	return slices.ContainsFunc(slices.Concat(w.doubts...), func(s statement) bool { return s.new != nil && cellOf(s.table, s.new) == c })
}

func (a *app) note(err error) {
	text := err.Error()
	if len(text) > 60 {
		text = text[:60]
	}
	n, _ := a.errors.LoadOrStore(text, new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
}

// start starts the writers.
func (a *app) start(pause time.Duration) {
	a.stop = make(chan bool)
	for _, w := range a.all {
		a.ended.Go(func() {
			for {
				select {
				case <-a.stop:
					return
				case <-time.After(pause + time.Duration(w.rng.Int64N(int64(pause)))):
				}
				w.write()
			}
		})
	}
}

func (a *app) end() {
	close(a.stop)
	a.ended.Wait()
}

// compare compares what is stored with what the writers know, while they do not write. It
// settles doubts.
func (a *app) compare(what string, stored [][]row) {
	a.Helper()
	got := map[cell]row{}
	for table, list := range stored {
		for _, r := range list {
			c := cellOf(table, r)
			if _, twice := got[c]; twice {
				a.Errorf("%s: %s has %v twice", what, tables[table].name, r)
			}
			got[c] = r
		}
	}
	is := func(c cell, r row) bool {
		return r == nil && got[c] == nil || r != nil && got[c].String() == r.String()
	}
	want := map[cell]row{}
	for _, w := range a.all {
		for _, list := range w.doubts {
			did, not := true, true
			for _, s := range list {
				old, new := cell{}, cell{}
				if s.old != nil {
					old = cellOf(s.table, s.old)
					not = not && is(old, s.old)
				}
				if s.new != nil {
					new = cellOf(s.table, s.new)
					did = did && is(new, s.new)
				}
				if s.old != nil && old != new {
					did = did && is(old, nil)
				}
				if s.new != nil && old != new {
					not = not && is(new, nil)
				}
			}
			switch {
			case did:
				w.apply(list)
			case not:
				for _, s := range list {
					if s.old != nil {
						r := w.rows[cellOf(s.table, s.old)]
						w.take(s.table, r)
						w.put(s.table, r)
					}
				}
			default:
				var is []row
				for _, s := range list {
					is = append(is, got[cellOf(s.table, slices.Concat(s.new, s.old))])
				}
				a.Errorf("%s: writer %d: %v: it was done in part: %v", what, w.number, list, is)
			}
		}
		w.doubts = nil
		for id, list := range w.refs {
			maps.DeleteFunc(list, func(c cell, _ bool) bool { return c.table == -1 })
			if len(list) == 0 {
				delete(w.refs, id)
			}
		}
		for c, r := range w.rows {
			want[c] = r
		}
	}
	for c, r := range a.odd {
		want[c] = r
	}
	wrong := 0
	for c, r := range want {
		if !is(c, r) && wrong < 5 {
			wrong++
			a.Errorf("%s: %s has %v, want %v", what, tables[c.table].name, got[c], r)
		}
	}
	for c, r := range got {
		if want[c] == nil && wrong < 5 {
			wrong++
			a.Errorf("%s: %s has %v, which nobody wrote", what, tables[c.table].name, r)
		}
	}
}
