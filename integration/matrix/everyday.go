package matrix

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

// Everyday are the statements that the headline counts, each once: see headline.go.
// MongoDB has those before findText.
var Everyday = []string{
	"insert", "read", "find by id", "find by list", "write NULL", "read NULL", "update", "upsert", "delete", "join",
	"read into any", "read into a map", "bulk insert",
	findText, findJSON, findExpression,
}

// statementsOf is what the columns of their rows end with.
const statementsOf = ", statements"

// oneID and twoIDs are how the user makes the arguments of most statements.
const oneID, twoIDs = "v := id", "v, v2 := id, id2"

const (
	findText       = "find in a text column"
	findJSON       = "find in a JSON field"
	findExpression = "find by an expression"
)

// A table t has the rows 1 and 2, and a table kids the row 1. The store itself has written
// them in its own form, as another program would have done. Statements add the ids third and
// fourth. No id begins with a zero byte, where some functions end a text.
//
//	t:  n  id      ref    txt, tag, doc
//	    1  first   NULL   first as text, "user:" and the text, {"id": the text}
//	    2  second  first  NULL
//
//	kids:  n  ref
//	       1  first
var (
	first  = other
	second = uuid.MustParse("8f2c7d1e-4b6a-4c3d-9e5f-a1b2c3d4e5f6")
	third  = uuid.MustParse("9a7b5c3d-1e2f-4a6b-8c4d-b2c3d4e5f6a7")
	fourth = uuid.MustParse("7c6d5e4f-3a2b-4918-a7f6-c3d4e5f6a7b8")
)

// A statementStore has the two tables.
type statementStore interface {
	Session
	reset() // fills the tables anew
	statements(v values) []everydayStatement
}

// An everydayStatement is right if it returns or leaves what its name says.
type everydayStatement struct {
	name, value string
	run         func() *Cell
}

// everydayRow is r with the statements of the store that open returns: with uuidkit, or
// without it.
func everydayRow(r Row, open func(t testing.TB, c Column) statementStore) Row {
	r.Column += statementsOf
	r.Open = func(t testing.TB, c Column) Session {
		s := &everydaySession{statementStore: open(t, c)}
		if c.Kit {
			s.plain = open(t, Column{Type: c.Type})
		}
		return s
	}
	return r
}

// An everydaySession is a store as the column has it and, with uuidkit, as it is without.
type everydaySession struct {
	statementStore
	plain statementStore
}

// everydayShapes are the shapes of statements with these names, and of those that are
// right with uuidkit instead of the three that need text.
func everydayShapes(statements []everydayStatement) (shapes []Shape) {
	for i, s := range statements {
		shape := Shape{Name: s.name, Value: s.value, Measure: func(m *measurement) *Cell { return m.session.(*everydaySession).measure(m, i) }}
		switch s.name {
		case findText, findJSON, findExpression:
			shape.Instead = s.name + ", " + asText
		}
		shape.Kit = strings.HasSuffix(s.name, ", "+asText)
		shapes = append(shapes, shape)
	}
	return shapes
}

func (s *everydaySession) measure(m *measurement, i int) *Cell {
	c := s.run(s.statementStore, m, i)
	if !m.Kit || c.right() {
		return c
	}
	if today := s.run(s.plain, m, i); today.right() || today.Verdict == Fails && c.Verdict == Wrong {
		c.Verdict = BecomesWrong
	}
	return c
}

func (*everydaySession) run(s statementStore, m *measurement, i int) *Cell {
	s.reset()
	return measured(s.statements(values{m.One})[i].run)
}

// right reports whether the statement did what its name says.
func (c *Cell) right() bool { return c.Verdict == Native || c.Verdict == Works }

// values are UUIDs of the Go type that is measured.
type values struct{ one reflect.Type }

func (v values) of(u uuid.UUID) any       { return filled(v.one, u).Interface() }
func (v values) null() any                { return reflect.Zero(reflect.PointerTo(v.one)).Interface() }
func (v values) list(us ...uuid.UUID) any { return filled(reflect.SliceOf(v.one), us...).Interface() }

// receiver is a pointer to a T, or to a *T, that holds another id.
func (v values) receiver() reflect.Value { return ptr(filled(v.one, fourth)) }
func (v values) nullable() reflect.Value { return ptr(filled(reflect.PointerTo(v.one), fourth)) }

// read is the cell of a T that was read and has to be want.
func (v values) read(receiver reflect.Value, want uuid.UUID) *Cell {
	if got := receiver.Elem(); got.Interface() != v.of(want) {
		return &Cell{Verdict: Wrong, Note: "read as " + show(got)}
	}
	return &Cell{Verdict: Native}
}

// holdsOne compares what a column of one row has with what it has to be.
func holdsOne(stored []string, want string) *Cell {
	if len(stored) != 1 {
		return finds(len(stored), 1)
	}
	if stored[0] != want {
		return &Cell{Verdict: Wrong, Stored: clean(stored[0]), Note: storedAs + clean(stored[0])}
	}
	return &Cell{Verdict: Native, Stored: want}
}

// readNull is the cell of a *T that has to be nil.
func (v values) readNull(receiver reflect.Value) *Cell {
	if got := receiver.Elem(); !got.IsNil() {
		return &Cell{Verdict: Wrong, Note: "read as " + show(got)}
	}
	return &Cell{Verdict: Native}
}

// readAny is the cell of an any that was read and has to hold want: as a T, or in the
// store's own type.
func (v values) readAny(got any, want uuid.UUID) *Cell {
	if got == nil {
		return &Cell{Verdict: Wrong, Note: "gives nil"}
	}
	if got := reflect.ValueOf(got); got.Type() == v.one && got.Interface() == v.of(want) {
		return &Cell{Verdict: Native}
	}
	id := fmt.Sprint(got)
	switch x := reflect.ValueOf(got); {
	case x.Kind() == reflect.Array && x.Len() == 16:
		id = show(x)
	case x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.Uint8:
		id = string(x.Bytes())
	case x.Kind() == reflect.Struct && x.FieldByName("Data").IsValid(): // a bson.Binary
		id = string(x.FieldByName("Data").Bytes())
	}
	if id == string(want[:]) || strings.EqualFold(id, want.String()) {
		return &Cell{Verdict: Works, Note: fmt.Sprintf("gives %T", got)}
	}
	return &Cell{Verdict: Wrong, Note: fmt.Sprintf("gives %T %q", got, id)}
}

// finds is the cell of a statement that has found n rows.
func finds(n, want int) *Cell {
	if n != want {
		return &Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows, not %d", n, want)}
	}
	return &Cell{Verdict: Native}
}
