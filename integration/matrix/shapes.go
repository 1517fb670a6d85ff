package matrix

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Shape is a way to hand a UUID to a store or to take it from there. Measure
// returns nil where the row has no such thing.
type Shape struct {
	Name    string
	Measure func(m *measurement) *Cell
	Value   string // how the user makes v or declares x; id and id2 are of type T
	Code    string // what the user writes then, if the Session does not know it

	// Kit is set where the Go type is one of uuidkit's, so that nobody has it without.
	Kit bool
	// Instead is the name of the shape to use where this one becomes wrong.
	Instead string
	// Convert is the type of uuidkit to which users convert a T before this shape, or nil.
	Convert reflect.Type
}

// Shapes are those of most rows, in this order. T is the type of the column.
var Shapes = slices.Concat(
	scalars("T", "id"),
	nullable("T's NullUUID", func(t Type) reflect.Type { return t.Null }),
	nullable("sql.Null[T]", func(t Type) reflect.Type { return t.SQLNull }),
	ours(nullable("uuid.NullUUID", is[uuid.NullUUID])...),
	[]Shape{
		list("[]T", func(t Type) reflect.Type { return reflect.SliceOf(t.One) }),
		listWithNull("[]T's NullUUID", func(t Type) reflect.Type {
			if t.Null == nil {
				return nil
			}
			return reflect.SliceOf(t.Null)
		}),
	},
	ours(listWithNull("[]uuid.NullUUID", is[[]uuid.NullUUID])),
	[]Shape{{Name: "into any", Value: "var x any", Measure: func(m *measurement) *Cell {
		var dst any
		return m.read(&dst, func() *Cell {
			if dst != m.one(u).Interface() {
				return &Cell{Verdict: Works, Note: fmt.Sprintf("gives %T", dst)}
			}
			return &Cell{Verdict: Native}
		})
	}}},
)

// is returns a function for a shape that has the same Go type in every column.
func is[V any](Type) reflect.Type { return reflect.TypeFor[V]() }

// ours are shapes of types of uuidkit, which nobody has without.
func ours(shapes ...Shape) []Shape {
	for i := range shapes {
		shapes[i].Kit = true
	}
	return shapes
}

// converted are the shapes of One, a type of uuidkit to which users convert a T, and
// more shapes that go with it.
func converted[One any](more ...Shape) []Shape {
	one := reflect.TypeFor[One]().String()
	shapes := scalars(one, one+"(id)")
	shapes[0].Name += "(T)"
	return convertedTo[One](append(shapes, more...)...)
}

// convertedTo are the shapes alone.
func convertedTo[One any](shapes ...Shape) []Shape {
	for i := range shapes {
		shapes[i].Convert = reflect.TypeFor[One]()
	}
	return ours(shapes...)
}

// scalars are the shapes of a Go type for UUIDs, such as T, with a value of it.
func scalars(name, value string) []Shape {
	v, x := "v := "+value, "var x "+name
	return []Shape{
		{Name: name, Value: v, Measure: func(m *measurement) *Cell { return m.roundTrip(m.one(u), m.row.One(u)) }},
		{Name: "*" + name, Value: "one := " + value + "; v := &one", Measure: func(m *measurement) *Cell { return m.roundTrip(ptr(m.one(u)), m.row.One(u)) }},
		{Name: "nil *" + name, Value: "var v *" + name, Measure: func(m *measurement) *Cell {
			return m.roundTrip(reflect.Zero(reflect.PointerTo(m.One)), m.row.Null)
		}},
		{Name: "native into " + name, Value: x, Measure: func(m *measurement) *Cell {
			dst := ptr(m.one(other))
			return m.read(dst.Interface(), func() *Cell {
				if got := dst.Elem(); got.Interface() != m.one(u).Interface() {
					return &Cell{Verdict: Wrong, Note: "read as " + show(got)}
				}
				return &Cell{Verdict: Native}
			})
		}},
		{Name: "null into " + name, Value: x, Measure: func(m *measurement) *Cell {
			if !m.row.NullRefused {
				return nil
			}
			return m.refused(m.row.Literal(nil))
		}},
		{Name: "wrong length into " + name, Value: x, Measure: (*measurement).wrongLength},
		{Name: "lookup by " + name, Value: v, Measure: (*measurement).lookup},
	}
}

// wrongLength reads literals of other lengths than 16 bytes, each of which has to be refused.
func (m *measurement) wrongLength() (c *Cell) {
	if m.row.Misfits == nil {
		return nil
	}
	for _, n := range []int{0, 3, 15, 17, 36} {
		for _, literal := range m.row.Misfits(n) {
			one := m.refused(literal)
			if one.Verdict == Wrong {
				one.Note = fmt.Sprintf("%d bytes: %s", n, one.Note)
				return one
			}
			if c == nil || c.Verdict == Native || one.Verdict == Fails {
				c = one
			}
		}
	}
	return c
}

// lookup finds the row of u, and none where there is another.
func (m *measurement) lookup() *Cell {
	f, ok := m.session.(Finder)
	if !ok {
		return nil
	}
	// find counts the rows with u in a table of the literals.
	find := func(literals ...string) int {
		m.store.Seed(literals...)
		return f.Find(m.one(u).Interface())
	}
	n := find(m.row.Literal(u[:]), m.row.Literal(other[:]))
	script := *m.session.Script()
	none := find(m.row.Literal(other[:]))
	*m.session.Script() = script // that of the first
	switch {
	case n != 1:
		return &Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows, not 1", n)}
	case none != 0:
		return &Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows that hold another", none)}
	}
	return &Cell{Verdict: Native}
}

// nullable are the shapes of a Go type that is a UUID or null.
func nullable(name string, of func(Type) reflect.Type) []Shape {
	typ, id, _ := literals(name, of)
	return []Shape{
		trip(name, "v := "+typ+"{"+id+", true}", of, func(m *measurement, t reflect.Type) *Cell { return m.roundTrip(filled(t, u), m.row.One(u)) }),
		trip(name+", null", "var v "+typ, of, func(m *measurement, t reflect.Type) *Cell { return m.roundTrip(reflect.Zero(t), m.row.Null) }),
	}
}

// list is the shape of a list of two.
func list(name string, of func(Type) reflect.Type) Shape {
	typ, id, id2 := literals(name, of)
	return trip(name, "v := "+typ+"{"+id+", "+id2+"}", of, func(m *measurement, t reflect.Type) *Cell {
		if m.row.Many == nil {
			return nil
		}
		return m.roundTrip(filled(t, u, other), m.row.Many(m.row.One(u), m.row.One(other)))
	})
}

// listWithNull is the shape of a list of a UUID and a null.
func listWithNull(name string, of func(Type) reflect.Type) Shape {
	typ, id, _ := literals(name, of)
	return trip(name+", with a null", "v := "+typ+"{{"+id+", true}, {}}", of, func(m *measurement, t reflect.Type) *Cell {
		if m.row.Many == nil {
			return nil
		}
		in := reflect.Append(filled(t, u), reflect.Zero(t.Elem()))
		return m.roundTrip(in, m.row.Many(m.row.One(u), m.row.Null))
	})
}

// trip is a shape of a Go type that some types do not have.
func trip(name, value string, of func(Type) reflect.Type, measure func(*measurement, reflect.Type) *Cell) Shape {
	return Shape{Name: name, Value: value, Measure: func(m *measurement) *Cell {
		t := of(m.Type)
		if t == nil {
			return nil
		}
		return measure(m, t)
	}}
}

// literals are the Go type in the name of a shape, and how a user makes the id and id2
// in it of ids of type T.
func literals(name string, of func(Type) reflect.Type) (typ, id, id2 string) {
	typ, _, _ = strings.Cut(strings.Replace(name, "T's ", "", 1), ",")
	t := oneOf(of(anyType))
	if t == anyType.One {
		return typ, "id", "id2"
	}
	return typ, t.String() + "(id)", t.String() + "(id2)"
}

var anyType = withNull[google.UUID, google.NullUUID]("google", "google.UUID")

// read seeds u and reads it into dst, for compare. It returns nil if the row has no
// literals.
func (m *measurement) read(dst any, compare func() *Cell) *Cell {
	if m.row.Literal == nil {
		return nil
	}
	m.store.Seed(m.texts(m.One, m.row.Literal(u[:])))
	check("", "read: ", m.store.Get(dst))
	return compare()
}
