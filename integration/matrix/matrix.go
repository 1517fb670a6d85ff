package matrix

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Row is a store, a column or format in it, and the library between it and Go.
type Row struct {
	Store, Column, Library string

	// One, Null and Many return what the store reports for a UUID, a null and a list
	// of these in its native form. Many is nil where the store has no lists.
	One  func(u uuid.UUID) string
	Null string
	Many func(elems ...string) string

	// Literal returns the bytes b as the store itself writes them, without any Go
	// type: an SQL literal, or an encoding. Nil bytes are its null.
	Literal func(b []byte) string
	// Misfits returns the literals of n bytes, one for each form that readers
	// accept. It is nil where the store cannot hold other than 16 bytes.
	Misfits func(n int) []string
	// NullRefused is set where reading null into a T must be an error. Elsewhere
	// the library has one rule for all types.
	NullRefused bool

	// Texts is set where a type writes its own text, as a typed.ID writes a TypeID.
	Texts bool

	// Keeps is set where the library leaves a receiver of any type unchanged when
	// it reads null: only a new receiver gets null then.
	Keeps bool
	// Appends is set where the library appends to the slice it reads into.
	Appends bool
	// Spoils is set where the library changes the receiver after its type has
	// returned an error.
	Spoils bool

	// Shapes are the row's own; nil for the package's Shapes.
	Shapes []Shape
	// Parts are more shapes, of values of which a T is a part.
	Parts []Shape
	// Converts are more shapes, of types of uuidkit to which users convert a T.
	Converts []Shape
	// More are columns that only this row has.
	More []Column

	// Global is set where a registration changes the whole process: each column of
	// such a row is measured in a process of its own.
	Global bool

	// As is the name of the row that has the same verdicts, which only [All] measures: this
	// row has no cells in the report.
	As string
	// Twins maps a type's name to that of another type, whose verdicts it has in this row. Only
	// [All] measures it.
	Twins map[string]string

	// Open connects to the store; with c.Kit it registers the type c.One.
	Open func(t testing.TB, c Column) Session
}

// Rows are all rows, in the order of the report.
func Rows() []Row {
	inline, operations := gormTableRows()
	return slices.Concat(everydaySQLRows(), everydayGormRows(), everydayMongoRows(),
		pgxRows(), pgxShapeRows(), postgresSQLRows(), mysqlRows(), sqliteRows(), statementRows(),
		gormRows(), inline, operations, mongoRows(), formatRows())
}

// All measures also the cells that the report leaves out because they always equal others:
// PostgreSQL 15 equals 18, a second driver the first, one type another, PrepareStmt none. The
// test fails if one no longer does.
var All bool

// Unlike returns the cells that did not come out as those of the report that they are known
// to equal.
func Unlike(r Row, cells []Cell, report []Cell) (unlike []Cell) {
	verdicts := map[cellKey]Verdict{}
	for _, c := range report {
		verdicts[c.key()] = c.Verdict
	}
	as := r
	if i := slices.IndexFunc(Rows(), func(other Row) bool { return other.Name() == r.As }); i >= 0 {
		as = Rows()[i]
	}
	for _, c := range cells {
		twin := c
		twin.Store, twin.Column, twin.Library = as.Store, as.Column, as.Library
		if r.As == "" {
			twin.Type = r.Twins[c.Type]
		}
		if verdicts[twin.key()] != c.Verdict {
			unlike = append(unlike, c)
		}
	}
	return unlike
}

// Counted reports whether the cells of a column in the row are in the report.
func (r Row) Counted(c Column) bool { return r.As == "" && r.Twins[c.Name] == "" }

// as is r, which equals the row of the same column in this store and library.
func (r Row) as(store, library string) Row {
	r.As = Row{Store: store, Column: r.Column, Library: library}.Name()
	return r
}

// Name is the row's heading.
func (r Row) Name() string { return r.Store + ", " + r.Column + ", " + r.Library }

func (r Row) shapes() []Shape {
	if r.Shapes != nil {
		return r.Shapes
	}
	return slices.Concat(Shapes, r.Parts, r.Converts)
}

// misfitsOf returns the Misfits of a store that holds the forms of these rows.
func misfitsOf(forms ...Row) func(n int) []string {
	return func(n int) (literals []string) {
		for _, f := range forms {
			literals = append(literals, f.Literal(make([]byte, n)))
		}
		return literals
	}
}

// A Session is a row opened for one Go type. Its script is what a user would have
// to write: each method that runs a statement writes it down.
type Session interface{ Script() *script }

// A Store is a Session that the shared Shapes measure. Each Put and Seed replaces
// what is stored. An error that is not returned ends the measurement: see check.
type Store interface {
	Put(v any) error
	Seed(literals ...string)
	Stored() string // as the store itself reports it
	Get(dst any) error
}

// A Finder looks values up.
type Finder interface {
	Find(v any) (rows int)
}

// A script is Go code that repeats a cell. In setup T is the type of the column;
// in the statements v is the value of the shape, and x is read.
type script struct{ setup, write, read string }

func (s *script) Script() *script { return s }

func (s *script) writes(format string, args ...any) { s.write = fmt.Sprintf(format, args...) }
func (s *script) reads(format string, args ...any)  { s.read = fmt.Sprintf(format, args...) }

// code joins statements that are not empty.
func code(statements ...string) string { return strings.Trim(strings.Join(statements, "; "), "; ") }

// Verdict is what a cell comes to.
type Verdict string

const (
	// BecomesWrong is right without uuidkit, and with it an error or silently wrong; or an
	// error without it, and silently wrong with it.
	BecomesWrong Verdict = "becomes wrong"

	Native     Verdict = "native"         // stored in the store's own form, and read back
	Works      Verdict = "works"          // read back, but stored in another form
	Fails      Verdict = "fails loudly"   // an error
	Wrong      Verdict = "silently wrong" // no error, and a wrong value, row or receiver
	Impossible Verdict = "impossible"     // the library leaves no way: see Excuses
)

// byRank are the verdicts, the worst last.
var byRank = []Verdict{Native, Impossible, Works, Fails, Wrong, BecomesWrong}

// A Cell is one measurement.
type Cell struct {
	Store, Column, Library string

	Type  string // the name of a Type
	Kit   bool   // with uuidkit or without
	T     string // the Go type
	Setup string // the code that opens the store and registers the type

	Shape, Value string // of the Shape
	Code         string // what follows

	Verdict Verdict
	Stored  string // as the store reports it
	Note    string // the error, or what is wrong

	excuse *Excuse // why it is impossible
}

// A cellKey says which cell it is.
type cellKey struct {
	store, column, library, typ string
	kit                         bool
	shape                       string
}

func (c *Cell) key() cellKey { return cellKey{c.Store, c.Column, c.Library, c.Type, c.Kit, c.Shape} }

// line is the key of all cells of the row and shape.
func (c *Cell) line() cellKey { return cellKey{c.Store, c.Column, c.Library, "", false, c.Shape} }

// u is stored, other is what receivers hold before and what neighbours are.
var (
	u     = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	other = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
)

// Measure returns the row's cells in column c.
func Measure(t testing.TB, r Row, c Column) (cells []Cell) {
	opened := map[reflect.Type]*measurement{} // by Shape.Convert
	for _, shape := range r.shapes() {
		if shape.Kit && !c.Kit {
			continue
		}
		m := opened[shape.Convert]
		if m == nil {
			m = &measurement{row: r, Column: c}
			if shape.Convert != nil {
				m.One, m.Converted = shape.Convert, true
			}
			m.session = r.Open(t, m.Column)
			m.store, _ = m.session.(Store)
			opened[shape.Convert] = m
		}
		s := m.session.Script()
		s.write, s.read = "", shape.Code
		cell := measured(func() *Cell { return shape.Measure(m) })
		if cell == nil {
			continue // the row has no such thing
		}
		cell.Store, cell.Column, cell.Library = r.Store, r.Column, r.Library
		cell.Type, cell.Kit, cell.T, cell.Shape, cell.Value = c.Name, c.Kit, c.GoName, shape.Name, shape.Value
		cell.Setup, cell.Code = s.setup, code(s.write, s.read)
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
	Column  // its type One is Shape.Convert, if that is set
	session Session
	store   Store // session, for the shared Shapes
	tried   bool  // unread is known
	unread  error // of a T that can read nothing here
}

// one returns v as a T.
func (m *measurement) one(v uuid.UUID) reflect.Value { return filled(m.One, v) }

// filled returns a t that holds v: a UUID, a pointer to one, a nullable that is not
// null, or a list of as many as there are.
func filled(t reflect.Type, vs ...uuid.UUID) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Array:
		v.Set(reflect.ValueOf(vs[0]).Convert(t))
	case reflect.Pointer:
		v.Set(ptr(filled(t.Elem(), vs[0])))
	case reflect.Struct:
		v.Field(0).Set(filled(t.Field(0).Type, vs[0]))
		v.FieldByName("Valid").SetBool(true)
	case reflect.Slice:
		for _, one := range vs {
			v.Set(reflect.Append(v, filled(t.Elem(), one)))
		}
	}
	return v
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
	want = m.texts(in.Type(), want)
	check("", "write: ", m.store.Put(in.Interface()))
	stored, dst := m.store.Stored(), ptr(m.used(in))
	check(stored, "read: ", m.store.Get(dst.Interface()))
	return compared(dst.Elem().Interface(), in.Interface(), stored, want)
}

// compared is the cell of what was read and stored, where it did not fail.
func compared(got, want any, stored, native string) *Cell {
	switch {
	case !reflect.DeepEqual(got, want):
		return &Cell{Verdict: Wrong, Stored: stored, Note: "read back as " + show(reflect.ValueOf(got))}
	case stored != native:
		return &Cell{Verdict: Works, Stored: stored, Note: storedAs + stored}
	}
	return &Cell{Verdict: Native, Stored: stored}
}

// oneOf is the type of the UUIDs in a t.
func oneOf(t reflect.Type) reflect.Type {
	for t.Kind() != reflect.Array {
		if t.Kind() == reflect.Struct {
			t = t.Field(0).Type
		} else {
			t = t.Elem()
		}
	}
	return t
}

// texts returns s, a store's UUIDs, as the store has values of type t: see Row.Texts.
func (m *measurement) texts(t reflect.Type, s string) string {
	if !m.row.Texts {
		return s
	}
	for _, v := range []uuid.UUID{u, other} {
		if one, ok := filled(oneOf(t), v).Interface().(fmt.Stringer); ok {
			s = strings.ReplaceAll(s, v.String(), one.String())
		}
	}
	return s
}

// used returns a receiver of in's type that holds other values already, as one
// that the row before was read into.
func (m *measurement) used(in reflect.Value) reflect.Value {
	if t := in.Type(); m.row.Keeps && isNull(in) || m.row.Appends && t.Kind() == reflect.Slice {
		return reflect.Zero(t)
	}
	return filled(in.Type(), other, other, other)
}

// isNull reports whether v is a nil pointer, a nullable that is null, or a list with
// one of these.
func isNull(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil()
	case reflect.Struct:
		return !v.FieldByName("Valid").Bool()
	case reflect.Slice:
		return v.Len() > 0 && isNull(v.Index(v.Len()-1))
	}
	return false
}

// canRead returns the error of reading a UUID into a T: a type that reads nothing gets no
// praise for what it refuses.
func (m *measurement) canRead() error {
	if !m.tried {
		script := *m.session.Script()
		m.store.Seed(m.texts(m.One, m.row.Literal(u[:])))
		m.tried, m.unread = true, m.store.Get(ptr(m.one(other)).Interface())
		*m.session.Script() = script
	}
	return m.unread
}

// refused reads the literal into a T, which must return an error and leave the
// receiver unchanged.
func (m *measurement) refused(literal string) *Cell {
	unread := m.canRead()
	m.store.Seed(literal)
	stored, dst := m.store.Stored(), ptr(m.one(other))
	err := m.store.Get(dst.Interface())
	c := &Cell{Verdict: Native, Stored: stored, Note: refusal(err, dst.Elem(), m.one(other))}
	switch {
	case c.Note != "" && err != nil && m.row.Spoils:
		c.Verdict, c.Note = Fails, zeroed
	case c.Note != "":
		c.Verdict = Wrong
	case unread != nil:
		c.Verdict, c.Note = Fails, "no UUID is read either: "+unread.Error()
	}
	return c
}

// refusal says what is wrong, if anything, with a receiver that held before and
// is got after what should have been an error.
func refusal(err error, got, before reflect.Value) string {
	switch changed := !reflect.DeepEqual(got.Interface(), before.Interface()); {
	case err == nil && changed:
		return "no error, reads " + show(got)
	case err == nil:
		return "no error, and the old value stays"
	case changed:
		return "an error, but the receiver became " + show(got)
	}
	return ""
}

// zeroed is the note where it is not T's method that changes the receiver: see Row.Spoils.
const zeroed = "an error, after which the library itself sets the receiver to zero"

// storedAs begins the note of what was stored in another form.
const storedAs = "stored as "

// check ends the measurement if there is an error. what comes before it in the note.
func check(stored, what string, err error) {
	if err != nil {
		panic(&Cell{Verdict: Fails, Stored: stored, Note: what + err.Error()})
	}
}

// must panics: without it nothing can be measured.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// got is v, unless there is an error: see must.
func got[T any](v T, err error) T {
	must(err)
	return v
}

// measured is the cell that measure returns, or that it is ended with.
func measured(measure func() *Cell) (c *Cell) {
	defer func() {
		r := recover()
		if cell, ok := r.(*Cell); ok {
			c = cell
		} else if r != nil {
			panic(r)
		}
	}()
	return measure()
}

// show prints UUIDs as text, in whatever they are wrapped.
func show(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Array && v.Len() == 16:
		return v.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID).String()
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
	s = strings.ReplaceAll(s, reflect.TypeFor[user]().PkgPath()+".user", "User")
	s = databaseName.ReplaceAllString(s, "")
	s = pgxDump.ReplaceAllString(s, "unable to encode it into ")
	// encoding/json/v2 chooses between the two for each process.
	s = strings.Replace(s, "json: unable to ", "json: cannot ", 1)
	return shortened(s, 120)
}

// pgxDump is where pgx prints a value with all its bytes and addresses, and in some
// modes which argument it is.
var pgxDump = regexp.MustCompile(`(failed to encode args\[\d\]: )?unable to encode .* into `)

// databaseName is that of a test, in MariaDB's errors.
var databaseName = regexp.MustCompile("`uuidkit_[0-9a-f]+`\\.")

// shortened is the beginning of s if s is longer than max.
func shortened(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.ToValidUTF8(s[:max-3], "") + "..."
}

// hexOf is the hex of b in lower case.
func hexOf(b []byte) string { return hex.EncodeToString(b) }

// text is the canonical text of 16 bytes, and plain hex of any other number.
func text(b []byte) string {
	if u, err := uuid.FromBytes(b); err == nil {
		return u.String()
	}
	return hexOf(b)
}
