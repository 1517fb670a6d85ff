package migratetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A Kind is a way in which a store migrates.
type Kind string

const (
	Atomic  Kind = "one transaction" // SQLite, PostgreSQL
	Swaps   Kind = "swaps"           // PostgreSQL --online: the switch and its state are one transaction
	Renames Kind = "renames"         // MySQL: each statement commits, and RENAME can end halfway
	InPlace Kind = "in place"        // MongoDB
)

// Kinds are all, with the manners that each has.
var Kinds = []struct {
	Kind   Kind
	Online bool
}{{Renames, false}, {Renames, true}, {Swaps, true}, {InPlace, false}, {InPlace, true}, {Atomic, false}}

// A When says what a statement comes to at which the process dies, or fails.
type When string

const (
	Before  When = "before"  // it was not sent
	After   When = "after"   // it has taken effect
	Halfway When = "halfway" // its first part alone has: only of those with parts
	Late    When = "late"    // it takes effect after the death, when the next process waits for it
	Altered When = "altered" // the same, and before it an ALTER TABLE
	Lost    When = "lost"    // it has taken effect, the answer is lost, and so is the connection
	Cut     When = "cut"     // it has not, and the connection is lost
	Fails   When = "fails"   // it has not: an error, as of a full disk
	Differs When = "differs" // it has not: an error of a check
	Intrude When = "intrude" // the lock was lost without notice, and the application writes before it
)

// Whens are all.
var Whens = []When{Before, After, Halfway, Late, Altered, Lost, Cut, Fails, Differs, Intrude}

// kills says that the process is dead then.
func (w When) kills() bool { return w == Before || w == After || w == Halfway || w.late() }

// late says that the statement takes effect when the next process is there already.
func (w When) late() bool { return w == Late || w == Altered }

// A Point is the statement, or of a real store the action, at which it happens, from 1; 0 is none.
type Point struct {
	N    int
	When When
	Hit  bool // it has happened
}

// A Fake is a database in memory. It outlives the processes that use it.
type Fake struct {
	kind    Kind
	data    data
	pending func() // what the server still executes for a dead process
	holds   bool   // and its locks, until then
	made    int    // how many new tables were made
	written int    // by the application
	want    []string
}

// data is what a transaction changes.
type data struct {
	tables   map[string]table
	triggers bool // copy each write of a table to its new one
	journal  []entry
}

// A table has the form of each row.
type table struct {
	form    string
	rows    map[string]string
	altered bool
}

type entry struct {
	state migrate.State
	plan  migrate.Plan
}

// The forms.
const before, after = "old", "new"

func (d data) clone() data {
	c := data{map[string]table{}, d.triggers, slices.Clone(d.journal)}
	for name, t := range d.tables {
		c.tables[name] = table{t.form, maps.Clone(t.rows), t.altered}
	}
	return c
}

// NewFake returns a database with two tables.
func NewFake(kind Kind) *Fake {
	f := &Fake{kind: kind, data: data{tables: map[string]table{}}}
	for _, name := range fakeTables {
		t := table{form: before, rows: map[string]string{}}
		for i := range 4 {
			t.rows[fmt.Sprint(name, i)] = before
		}
		f.data.tables[name] = t
	}
	f.want = f.Rows()
	return f
}

// Earlier writes a migration of other tables to the journal, which is switched.
func (f *Fake) Earlier() *Fake {
	begun(&migrate.Plan{Format: migrate.PlanFormat, To: migrate.ToNative, Bytes: layout.Bytes}, migrate.Switched)(&f.data)
	return f
}

var fakeTables = []string{"a", "b"}

// Want are the keys of the rows that the application has written, or that there were.
func (f *Fake) Want() []string { return f.want }

// Rows are the keys of all rows of the application.
func (f *Fake) Rows() (keys []string) {
	for _, name := range fakeTables {
		keys = slices.AppendSeq(keys, maps.Keys(f.data.tables[name].rows))
	}
	slices.Sort(keys)
	return keys
}

// Form is that of all values, or "mixed".
func (f *Fake) Form() string {
	form := ""
	for _, name := range fakeTables {
		for _, is := range f.data.tables[name].rows {
			if form == "" {
				form = is
			}
			if is != form {
				return "mixed"
			}
		}
	}
	return form
}

// Left is what no migration needs that is finished.
func (f *Fake) Left() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(f.data.tables)) {
		old := strings.HasPrefix(name, "old ") && len(f.data.journal) > 0
		if !old && !slices.Contains(fakeTables, name) {
			list = append(list, name)
		}
	}
	if f.data.triggers {
		list = append(list, "triggers")
	}
	return list
}

// Made is how many new tables were made.
func (f *Fake) Made() int { return f.made }

// Write is a client of the application, which deletes a row and inserts one, unless it has to wait
// for the locks of a statement, or its table is not there.
func (f *Fake) Write() {
	if f.holds {
		f.Settle()
	}
	t, ok := f.data.tables["a"]
	if !ok || len(t.rows) == 0 {
		return
	}
	f.written++
	key, gone := fmt.Sprint("written", f.written), slices.Sorted(maps.Keys(t.rows))[0]
	t.rows[key] = t.form
	delete(t.rows, gone)
	if fresh, ok := f.data.tables["new a"]; ok && f.data.triggers {
		fresh.rows[key] = fresh.form
		delete(fresh.rows, gone)
	}
	f.want = append(slices.DeleteFunc(f.want, func(k string) bool { return k == gone }), key)
	slices.Sort(f.want)
}

// Settle lets the server execute what it has received.
func (f *Fake) Settle() {
	if f.pending != nil {
		f.pending()
	}
	f.pending, f.holds = nil, false
}

// A process is a command's connection to a Fake.
type process struct {
	*Fake
	point *Point
	n     int
	lost  bool  // its connection
	tx    *data // its transaction
}

// Open begins a process that dies, or whose statement fails, at a point.
func (f *Fake) Open(p *Point) migrate.Store { return &process{Fake: f, point: p} }

// errKilled is the panic of a process that dies.
var errKilled = errors.New("killed")

var errConnection = &migrate.Error{Code: migrate.CodeInterrupted, Err: errors.New("fake: the connection is lost")}

// now is what the process's statements read and write.
func (p *process) now() *data {
	if p.tx != nil {
		return p.tx
	}
	return &p.data
}

// do executes a statement. If it has parts, each takes effect by itself.
func (p *process) do(parts ...func(d *data)) error {
	if p.lost {
		return errConnection
	}
	apply := func(parts []func(d *data)) {
		for _, part := range parts {
			part(p.now())
		}
	}
	if p.n++; p.n != p.point.N {
		apply(parts)
		return nil
	}
	p.point.Hit = true
	switch p.point.When {
	case Before:
		panic(errKilled)
	case After:
		apply(parts)
		panic(errKilled)
	case Halfway:
		apply(parts[:(len(parts)+1)/2])
		panic(errKilled)
	case Late, Altered:
		if a := p.data.tables["a"]; p.point.When == Altered && p.kind == Renames && len(parts) == 2 {
			a.altered = true
			p.data.tables["a"] = a
		}
		if p.tx == nil { // else the transaction is rolled back
			p.pending, p.holds = func() { apply(parts) }, p.kind != Renames || len(parts) == 1
		}
		panic(errKilled)
	case Lost:
		apply(parts)
		p.lost = true
		return errConnection
	case Cut:
		p.lost = true
		return errConnection
	case Fails:
		return &migrate.Error{Code: migrate.CodeInterrupted, Err: errors.New("fake: the disk is full")}
	case Differs:
		return &migrate.Error{Code: migrate.CodeDiffers, Stale: true, Err: errors.New("fake: the copy differs")}
	}
	if p.tx == nil && (p.kind == Renames || p.kind == Swaps && p.data.triggers) {
		p.Write()
	}
	apply(parts)
	return nil
}

func (p *process) Close() error { return nil }

func (p *process) Lock(context.Context, io.Writer) error {
	if p.lost {
		return errConnection
	}
	p.Settle()
	return nil
}

func (p *process) Status(context.Context) (list []migrate.Status, err error) {
	if p.lost {
		return nil, errConnection
	}
	for _, e := range p.data.journal {
		plan := e.plan
		list = append(list, migrate.Status{Plan: &plan, State: e.state})
	}
	return list, nil
}

func (p *process) Plan(_ context.Context, r migrate.Request) (*migrate.Plan, error) {
	if p.lost {
		return nil, errConnection
	}
	plan := &migrate.Plan{Format: migrate.PlanFormat, Store: "fake", To: migrate.ToNative, Bytes: layout.Bytes, Online: r.Online, Hash: "fake"}
	for _, name := range fakeTables {
		c := migrate.Column{Table: name, Name: "id", OldType: before, NewType: after, Forms: migrate.Forms{layout.Text: 4}}
		switch p.Form() {
		case "mixed":
			plan.Refusals = append(plan.Refusals, migrate.Refusal{Kind: migrate.KindValue, Object: name, Reason: "it has both forms", Manual: "it is a fault of the driver"})
		case after:
			c.OldType, c.Forms = after, migrate.Forms{layout.Bytes: 4}
		}
		plan.Columns = append(plan.Columns, c)
		plan.Tables = append(plan.Tables, migrate.Table{Name: name, Rows: 4})
	}
	return plan, nil
}

// aside is the name of a table that was switched.
func aside(undo bool, name string) string {
	if undo {
		return "undone " + name
	}
	return "old " + name
}

func undoes(st migrate.Status) bool { return st.State == migrate.Undoing || st.State == migrate.Undone }

// sum says which rows a table has.
func (t table) sum() string {
	return strings.Join(slices.Sorted(maps.Keys(t.rows)), " ")
}

func (p *process) Where(_ context.Context, st migrate.Status) (migrate.Where, error) {
	switch {
	case p.lost:
		return 0, errConnection
	case p.kind == InPlace:
		return migrate.Mixed, nil
	case p.kind != Renames:
		return migrate.Before, nil // else the journal would not say so
	}
	where := migrate.Before
	for i, name := range fakeTables {
		if old, ok := p.data.tables[aside(undoes(st), name)]; ok {
			where = max(where, migrate.Over)
			if !st.Online() && (old.altered || old.sum() != st.Plan.Sums[i]) {
				where = migrate.Written
			}
		}
	}
	return where, nil
}

// Request asks for all.
func (f *Fake) Request() migrate.Request { return migrate.Request{Columns: []string{"a.id", "b.id"}} }
