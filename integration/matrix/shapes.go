package matrix

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Shape is a way to hand a UUID to a store or to take it from there. Measure
// returns nil where the row has no such thing.
type Shape struct {
	Name    string
	Measure func(m *measurement) *Cell
}

// Shapes are measured in this order.
var Shapes = []Shape{
	{"T", func(m *measurement) *Cell {
		return m.roundTrip(m.one(u), m.row.One(u))
	}},
	{"*T", func(m *measurement) *Cell {
		return m.roundTrip(ptr(m.one(u)), m.row.One(u))
	}},
	{"nil *T", func(m *measurement) *Cell {
		return m.roundTrip(reflect.Zero(reflect.PointerTo(m.forms.One)), m.row.Null)
	}},
	{"native into T", func(m *measurement) *Cell {
		if m.row.Literal == nil {
			return nil
		}
		if err := m.session.Seed(m.row.Literal(u[:])); err != nil {
			return failed("", "seed: ", err)
		}
		dst := ptr(m.one(other))
		if err := m.session.Get(dst.Interface()); err != nil {
			return failed("", "read: ", err)
		}
		if got := dst.Elem(); got.Interface() != m.one(u).Interface() {
			return &Cell{Verdict: Wrong, Note: "read as " + show(got)}
		}
		return &Cell{Verdict: Native}
	}},
	{"null into T", func(m *measurement) *Cell {
		if !m.row.NullRefused {
			return nil
		}
		if err := m.session.Seed(m.row.Literal(nil)); err != nil {
			return failed("", "seed: ", err)
		}
		return m.refused()
	}},
	{"nullable", func(m *measurement) *Cell {
		return m.roundTrip(m.nullable(u, true), m.row.One(u))
	}},
	{"nullable, null", func(m *measurement) *Cell {
		return m.roundTrip(m.nullable(uuid.UUID{}, false), m.row.Null)
	}},
	{"[]T", func(m *measurement) *Cell {
		if m.row.Many == nil {
			return nil
		}
		s := reflect.MakeSlice(m.forms.Many, 0, 2)
		for _, v := range []uuid.UUID{u, other} {
			s = reflect.Append(s, reflect.ValueOf(v).Convert(m.forms.Many.Elem()))
		}
		return m.roundTrip(s, m.row.Many([]uuid.UUID{u, other}))
	}},
	{"into any", func(m *measurement) *Cell {
		if m.row.Literal == nil {
			return nil
		}
		if err := m.session.Seed(m.row.Literal(u[:])); err != nil {
			return failed("", "seed: ", err)
		}
		var dst any
		if err := m.session.Get(&dst); err != nil {
			return failed("", "read: ", err)
		}
		if dst == m.one(u).Interface() {
			return &Cell{Verdict: Native}
		}
		return &Cell{Verdict: Works, Note: fmt.Sprintf("gives %T", dst)}
	}},
	{"wrong length into T", func(m *measurement) *Cell {
		if m.row.Misfits == nil {
			return nil
		}
		var c *Cell
		for _, n := range []int{0, 3, 15, 17, 36} {
			for _, literal := range m.row.Misfits(n) {
				if err := m.session.Seed(literal); err != nil {
					return failed("", "seed: ", err)
				}
				if c = m.refused(); c.Verdict != Native {
					c.Note = fmt.Sprintf("%d bytes: %s", n, c.Note)
					return c
				}
			}
		}
		return c
	}},
	{"lookup", func(m *measurement) *Cell {
		f, ok := m.session.(Finder)
		if !ok {
			return nil
		}
		if err := m.session.Seed(m.row.Literal(u[:]), m.row.Literal(other[:])); err != nil {
			return failed("", "seed: ", err)
		}
		n, err := f.Find(m.one(u).Interface())
		if err != nil {
			return failed("", "", err)
		}
		if err := m.session.Seed(m.row.Literal(other[:])); err != nil {
			return failed("", "seed: ", err)
		}
		none, err := f.Find(m.one(u).Interface())
		switch {
		case err != nil:
			return failed("", "", err)
		case n != 1:
			return &Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows, not 1", n)}
		case none != 0:
			return &Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows that hold another", none)}
		}
		return &Cell{Verdict: Native}
	}},
	{"First(&x, id)", func(m *measurement) *Cell {
		return m.keyed(func(k Keyed, v any, want string) (ok bool, note string, err error) {
			got, err := k.First(v)
			if got == "" {
				got = "no row"
			}
			return got == want, "finds another row, or says that there is none", err
		})
	}},
	{"Delete(&x, id)", func(m *measurement) *Cell {
		most := 0
		return m.keyed(func(k Keyed, v any, want string) (ok bool, note string, err error) {
			n, err := k.Delete(v)
			most = max(most, n)
			note = fmt.Sprintf("deletes not 1 but up to %d rows, no error", most)
			if most == 0 {
				note = "deletes nothing, no error"
			}
			return n == 1, note, err
		})
	}},
}

// nullable returns v in the form Null.
func (m *measurement) nullable(v uuid.UUID, valid bool) reflect.Value {
	n := reflect.New(m.forms.Null).Elem()
	n.Field(0).Set(reflect.ValueOf(v).Convert(n.Field(0).Type()))
	n.FieldByName("Valid").SetBool(valid)
	return n
}

// keyed runs use on rows with random keys, every row of which is asked for by
// its key once while all the others are there.
func (m *measurement) keyed(use func(k Keyed, v any, want string) (ok bool, note string, err error)) *Cell {
	k, isKeyed := m.session.(Keyed)
	if !isKeyed {
		return nil
	}
	const rows, tries = 200, 50
	random := rand.New(rand.NewPCG(7, 9562)) // the same rows in every run
	keys := make([]uuid.UUID, rows)
	literals := make([]string, rows)
	for i := range keys {
		keys[i] = uuid.FromUint128(random.Uint64(), random.Uint64())
		literals[i] = m.row.Literal(keys[i][:])
	}
	bad, badNote := 0, ""
	for i := range tries {
		if err := k.SeedKeys(literals); err != nil {
			return failed("", "seed: ", err)
		}
		ok, note, err := use(k, m.one(keys[i]).Interface(), m.row.One(keys[i]))
		if err != nil {
			return failed("", "", err)
		}
		if !ok {
			bad, badNote = bad+1, note
		}
	}
	if bad > 0 {
		return &Cell{Verdict: Wrong, Note: fmt.Sprintf("%d of %d times it %s (table of %d rows)", bad, tries, badNote, rows)}
	}
	return &Cell{Verdict: Native}
}
