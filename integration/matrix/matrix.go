package matrix

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Row is a store, a column or format in it, and the library between it and Go.
type Row struct {
	Store, Column, Library string

	// One, Null and Many say how the store reports a UUID, a null and several
	// UUIDs when they are native. Many is nil where the store has no lists.
	One  func(u uuid.UUID) string
	Null string
	Many func(us []uuid.UUID) string

	// Literal is the store's own way to write the bytes b without any Go type:
	// an SQL literal, an encoding. Nil bytes are its null.
	Literal func(b []byte) string
	// Misfits returns the literals of n bytes, where the store can hold other
	// than 16, so that a reader has to refuse them: one for each form that
	// readers take.
	Misfits func(n int) []string
	// NullRefused is set where a null read into a T has to be an error.
	// Elsewhere the library has a rule of its own for all types.
	NullRefused bool

	// Keeps is set where the library leaves a receiver as it is when it reads
	// null, whatever its type: only a new receiver gets null then.
	Keeps bool
	// Appends is set where the library appends to a slice that is there already,
	// whatever its type.
	Appends bool
	// Spoils is set where the library changes the receiver after an error of its
	// type, whatever the type left there.
	Spoils bool

	// Shapes are the row's own; nil for those that all others share.
	Shapes []Shape
	// More are columns that only this row has.
	More []Column

	// Kit returns the Go types by which a user of uuidkit stores a t.
	Kit func(t Type) Forms
	// Global is set where a registration changes the whole process: such a row
	// is measured without uuidkit in a process of its own.
	Global bool

	// Open connects to the store; with c.Kit it registers the type c.Type.
	Open func(t testing.TB, c Column) Session
}

// Name is the row's heading.
func (r Row) Name() string { return r.Store + ", " + r.Column + ", " + r.Library }

func (r Row) shapes() []Shape {
	if r.Shapes != nil {
		return r.Shapes
	}
	return Shapes
}

// misfit is Misfits for a store with one form.
func (r *Row) misfit(n int) []string { return []string{r.Literal(make([]byte, n))} }

// A Session is a row opened for one Go type. Each Put and Seed replaces what is
// stored.
type Session interface {
	Put(v any) error
	Seed(literals ...string) error
	Stored() (string, error) // as the store itself reports it
	Get(dst any) error
}

// A Finder looks values up.
type Finder interface {
	Find(v any) (rows int, err error)
}

// A Keyed store takes the value as an inline condition on the primary key.
type Keyed interface {
	SeedKeys(literals []string) error
	First(v any) (key string, err error) // what Stored would say of the key found
	Delete(v any) (rows int, err error)
}

// Verdict is what a cell comes to.
type Verdict string

const (
	Native     Verdict = "native"         // stored in the store's own form, and read back
	Works      Verdict = "works"          // read back, but stored in another form
	Fails      Verdict = "fails loudly"   // an error
	Wrong      Verdict = "silently wrong" // no error, and a wrong value, row or receiver
	Impossible Verdict = "impossible"     // the library leaves no way: see the list
)

// A Cell is one measurement.
type Cell struct {
	Store   string  `json:"store"`
	Column  string  `json:"column"`
	Library string  `json:"library"`
	Type    string  `json:"type"`
	Kit     bool    `json:"uuidkit"`
	Shape   string  `json:"shape"`
	Verdict Verdict `json:"verdict"`
	Stored  string  `json:"stored,omitempty"` // as the store reports it
	Note    string  `json:"note,omitempty"`   // the error, or what is wrong

	excuse *Excuse // why it is impossible
}

// U is stored, Other is what receivers hold before and neighbours are.
var (
	u     = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	other = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
)

// Measure fills the row's cells for column c.
func Measure(t testing.TB, r Row, c Column) (cells []Cell) {
	f := c.Forms
	if c.Kit {
		f = r.Kit(c.Type)
	}
	m := &measurement{row: r, col: c, forms: f, session: r.Open(t, c)}
	for _, s := range r.shapes() {
		cell := s.Measure(m)
		if cell == nil {
			continue // the row has no such thing
		}
		cell.Store, cell.Column, cell.Library = r.Store, r.Column, r.Library
		cell.Type, cell.Kit, cell.Shape = c.Name, c.Kit, s.Name
		cell.Note = clean(cell.Note)
		if c.Kit {
			excuse(cell)
		}
		cells = append(cells, *cell)
	}
	return cells
}

// A measurement is what a shape works with.
type measurement struct {
	row     Row
	col     Column
	forms   Forms
	session Session
}

// one returns v as the form One.
func (m *measurement) one(v uuid.UUID) reflect.Value {
	return reflect.ValueOf(v).Convert(m.forms.One)
}

// ptr returns a pointer to a new v.
func ptr(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p
}

// roundTrip stores in, and reads it back over a receiver that holds another
// value. want is the native form.
func (m *measurement) roundTrip(in reflect.Value, want string) *Cell {
	if err := m.session.Put(in.Interface()); err != nil {
		return failed("", "write: ", err)
	}
	stored, err := m.session.Stored()
	if err != nil {
		return failed("", "", err)
	}
	dst := ptr(m.used(in))
	if err := m.session.Get(dst.Interface()); err != nil {
		return failed(stored, "read: ", err)
	}
	c := &Cell{Stored: stored, Verdict: Works}
	switch got := dst.Elem(); {
	case !reflect.DeepEqual(got.Interface(), in.Interface()):
		c.Verdict, c.Note = Wrong, "read back as "+show(got)
	case stored == want:
		c.Verdict = Native
	default:
		c.Note = "stored as " + stored
	}
	return c
}

// used returns a receiver of in's type that holds another value already, as that
// of the row before does.
func (m *measurement) used(in reflect.Value) reflect.Value {
	switch t := in.Type(); {
	case m.row.Keeps && isNull(in):
		return reflect.Zero(t) // the library does not overwrite with null
	case m.row.Appends && t.Kind() == reflect.Slice:
		return reflect.Zero(t)
	case t == m.forms.One:
		return m.one(other)
	case t == m.forms.Null:
		return m.nullable(other, true)
	case t.Kind() == reflect.Slice:
		s := reflect.MakeSlice(t, 3, 3)
		for i := range 3 {
			s.Index(i).Set(reflect.ValueOf(other).Convert(t.Elem()))
		}
		return s
	default:
		return ptr(m.one(other))
	}
}

// isNull reports whether v is a nil pointer or a nullable that is null.
func isNull(v reflect.Value) bool {
	if v.Kind() == reflect.Struct {
		return !v.FieldByName("Valid").Bool()
	}
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// refused reads what is stored into a T, which has to be an error and leave the
// receiver as it is.
func (m *measurement) refused() *Cell {
	stored, err := m.session.Stored()
	if err != nil {
		return failed("", "", err)
	}
	c := &Cell{Stored: stored, Verdict: Native}
	dst := ptr(m.one(other))
	err = m.session.Get(dst.Interface())
	changed := dst.Elem().Interface() != m.one(other).Interface()
	switch {
	case err == nil && changed:
		c.Verdict, c.Note = Wrong, "no error, reads "+show(dst.Elem())
	case err == nil:
		c.Verdict, c.Note = Wrong, "no error, and the old value stays"
	case changed && m.row.Spoils:
		c.Note = "an error, after which the library itself sets the receiver to zero"
	case changed:
		c.Verdict, c.Note = Wrong, "an error, but the receiver became "+show(dst.Elem())
	}
	return c
}

func failed(stored, what string, err error) *Cell {
	return &Cell{Verdict: Fails, Stored: stored, Note: what + err.Error()}
}

// show prints UUIDs as text, in whatever they are wrapped.
func show(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Array && v.Len() == 16:
		return reflect.ValueOf(v.Interface()).Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID).String()
	case v.Kind() == reflect.Pointer && v.IsNil():
		return "nil"
	case v.Kind() == reflect.Pointer:
		return "&" + show(v.Elem())
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		var s []string
		for i := range v.Len() {
			s = append(s, show(v.Index(i)))
		}
		return "[" + strings.Join(s, " ") + "]"
	}
	return fmt.Sprintf("%v", v.Interface())
}

// clean makes an error's text one short line.
func clean(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	// encoding/json/v2 says the one or the other, as it falls out in a process.
	s = strings.Replace(s, "json: unable to ", "json: cannot ", 1)
	if len(s) > 120 {
		s = strings.ToValidUTF8(s[:117], "") + "..."
	}
	return s
}

// hexOf is the hex of b in lower case.
func hexOf(b []byte) string { return hex.EncodeToString(b) }
