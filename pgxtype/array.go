package pgxtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// An array is what pgx's ArrayCodec sees of a slice: its elements in a row,
// and its dimensions. It differs from pgtype.Array in giving pointers to the
// elements, which no interface needs to box.
//
// pgx keeps plans by the type of such wrappers, and its own wrapper of slices
// is one type for all of them: after a []T has been written, it has the wrong
// plan for a [][]T. A type for each E cannot be mistaken.
type array[E any] struct {
	elems []E
	dims  []pgtype.ArrayDimension // nil for NULL
}

// Dimensions, Index and IndexType implement [pgtype.ArrayGetter].

func (a *array[E]) Dimensions() []pgtype.ArrayDimension { return a.dims }
func (a *array[E]) Index(i int) any                     { return &a.elems[i] }
func (a *array[E]) IndexType() any                      { return (*E)(nil) }

// SetDimensions, ScanIndex and ScanIndexType implement [pgtype.ArraySetter].

func (a *array[E]) SetDimensions(dims []pgtype.ArrayDimension) error {
	*a = array[E]{dims: dims}
	if dims == nil {
		return nil
	}
	// ArrayCodec has compared the product with what it got, but to it one that
	// is negative, or overflows, is 0.
	n := int64(min(1, len(dims)))
	for _, d := range dims {
		if n *= int64(d.Length); d.Length < 0 || n > math.MaxInt32 {
			return errDimensions
		}
	}
	a.elems = make([]E, n)
	return nil
}

var errDimensions = errors.New("array has impossible dimensions")

func (a *array[E]) ScanIndex(i int) any { return &a.elems[i] }
func (a *array[E]) ScanIndexType() any  { return (*E)(nil) }

// fromLine, fromGrid and fromCube make an array of a slice.

func fromLine[E any](s []E) array[E] {
	return array[E]{s, dimensions(s == nil, len(s))}
}

func fromGrid[E any](s [][]E) (array[E], error) {
	elems, width, err := join(s)
	return array[E]{elems, dimensions(s == nil, len(s), width)}, err
}

func fromCube[E any](s [][][]E) (array[E], error) {
	rows, height, err := join(s)
	if err != nil {
		return array[E]{}, err
	}
	elems, width, err := join(rows)
	return array[E]{elems, dimensions(s == nil, len(s), height, width)}, err
}

// join returns the elements of all rows, which must be of one width.
func join[E any](rows [][]E) (elems []E, width int, err error) {
	if len(rows) == 0 {
		return nil, 0, nil
	}
	width = len(rows[0])
	elems = make([]E, 0, len(rows)*width)
	for _, row := range rows {
		if len(row) != width {
			return nil, 0, fmt.Errorf("a PostgreSQL array cannot have rows of %d and %d elements", width, len(row))
		}
		elems = append(elems, row...)
	}
	return elems, width, nil
}

// dimensions returns nil for NULL. PostgreSQL's empty array has none.
func dimensions(null bool, lengths ...int) []pgtype.ArrayDimension {
	if null {
		return nil
	}
	dims := make([]pgtype.ArrayDimension, 0, len(lengths))
	for _, n := range lengths {
		if n == 0 {
			return dims[:0]
		}
		dims = append(dims, pgtype.ArrayDimension{Length: int32(n), LowerBound: 1})
	}
	return dims
}

// grid and cube make a slice of an array. They take no other number of
// dimensions; pgx makes a wrong cube, in which the elements of one row appear
// again in the next.

func (a *array[E]) grid() ([][]E, error) {
	switch {
	case a.dims == nil:
		return nil, nil
	case len(a.dims) == 0:
		return [][]E{}, nil
	case len(a.dims) != 2:
		return nil, fmt.Errorf("array has %d dimensions, want 2", len(a.dims))
	}
	return cut(a.elems, int(a.dims[0].Length), int(a.dims[1].Length))
}

func (a *array[E]) cube() ([][][]E, error) {
	switch {
	case a.dims == nil:
		return nil, nil
	case len(a.dims) == 0:
		return [][][]E{}, nil
	case len(a.dims) != 3:
		return nil, fmt.Errorf("array has %d dimensions, want 3", len(a.dims))
	}
	depth, height, width := int(a.dims[0].Length), int(a.dims[1].Length), int(a.dims[2].Length)
	rows, err := cut(a.elems, depth*height, width)
	if err != nil {
		return nil, err
	}
	return cut(rows, depth, height)
}

// cut returns the rows of the given width that elems is made of.
func cut[E any](elems []E, rows, width int) ([][]E, error) {
	if width <= 0 || len(elems)%width != 0 || len(elems)/width != rows {
		return nil, errDimensions
	}
	s := make([][]E, rows)
	for i := range s {
		s[i], elems = elems[:width:width], elems[width:]
	}
	return s, nil
}

// wrapEncode is a [pgtype.TryWrapEncodePlanFunc] for the slices of E.
func wrapEncode[E any](value any) (plan pgtype.WrappedEncodePlanNextSetter, nextValue any, ok bool) {
	switch value.(type) {
	case []E, [][]E, [][][]E:
		return new(encodeArray[E]), new(array[E]), true
	case nil, driver.Valuer:
		return nil, nil, false
	}
	switch t, n := unnamed[E](reflect.TypeOf(value)); {
	case n == 0:
		return nil, nil, false
	case n > 3: // pgx would mix the elements up; encodeArray refuses them
		return new(encodeArray[E]), new(array[E]), true
	default:
		return new(encodeNamed[E]), reflect.Zero(t).Interface(), true
	}
}

// wrapScan is a [pgtype.TryWrapScanPlanFunc] for pointers to the slices of E.
func wrapScan[E any](target any) (plan pgtype.WrappedScanPlanNextSetter, nextTarget any, ok bool) {
	switch target.(type) {
	case *[]E, *[][]E, *[][][]E:
		p := new(scanArray[E])
		return p, &p.target, true
	}
	p := reflect.TypeOf(target)
	if p.Kind() != reflect.Pointer {
		return nil, nil, false
	}
	switch t, n := unnamed[E](p.Elem()); {
	case n == 0:
		return nil, nil, false
	case n > 3:
		p := new(scanArray[E])
		return p, &p.target, true
	default:
		return new(scanNamed[E]), reflect.New(t).Interface(), true
	}
}

// unnamed returns how deep in slices, of which any may have a name, t has its
// elements of type E, and t without these names. It returns 0 if t has no such
// elements, and no type for more than three dimensions.
func unnamed[E any](t reflect.Type) (_ reflect.Type, dims int) {
	for ; t.Kind() == reflect.Slice; t = t.Elem() {
		dims++
	}
	if t != reflect.TypeFor[E]() {
		return nil, 0
	}
	switch dims {
	case 1:
		return reflect.TypeFor[[]E](), dims
	case 2:
		return reflect.TypeFor[[][]E](), dims
	case 3:
		return reflect.TypeFor[[][][]E](), dims
	}
	return nil, dims
}

// rename returns the slice s as a t, which differs only in names.
func rename(s reflect.Value, t reflect.Type) reflect.Value {
	if s.CanConvert(t) {
		return s.Convert(t)
	}
	if s.IsNil() {
		return reflect.Zero(t)
	}
	renamed := reflect.MakeSlice(t, s.Len(), s.Len())
	for i := range s.Len() {
		renamed.Index(i).Set(rename(s.Index(i), t.Elem()))
	}
	return renamed
}

// wrapsArrays reports whether m has these functions for E already.
func wrapsArrays[E any](m *pgtype.Map) bool {
	for _, wrap := range m.TryWrapEncodePlanFuncs {
		if plan, _, ok := wrap([]E(nil)); ok {
			_, ours := plan.(*encodeArray[E])
			return ours
		}
	}
	return false
}

// encodeArray is the plan that makes an array of a slice and hands it on.
type encodeArray[E any] struct{ next pgtype.EncodePlan }

func (p *encodeArray[E]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeArray[E]) Encode(value any, buf []byte) ([]byte, error) {
	a, err := from[E](value)
	if err != nil {
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, err)
	}
	return p.next.Encode(&a, buf)
}

func from[E any](value any) (array[E], error) {
	switch s := value.(type) {
	case []E:
		return fromLine(s), nil
	case [][]E:
		return fromGrid(s)
	case [][][]E:
		return fromCube(s)
	}
	return array[E]{}, errShape[E](reflect.TypeOf(value))
}

// errShape says why a t is not one of the slices of E.
func errShape[E any](t reflect.Type) error {
	if _, n := unnamed[E](t); n > 3 {
		return fmt.Errorf("a slice of %d dimensions, want at most 3", n)
	}
	return errOtherType
}

// scanArray is the plan that reads an array and makes a slice of it.
type scanArray[E any] struct {
	next   pgtype.ScanPlan
	target array[E] // for planning only, here to save an allocation
}

func (p *scanArray[E]) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *scanArray[E]) Scan(src []byte, dst any) error {
	var a array[E]
	err := p.next.Scan(src, &a)
	if err == nil {
		err = a.assign(dst)
	}
	if err != nil {
		return fmt.Errorf("pgxtype: scan %T: %w", dst, err)
	}
	return nil
}

func (a *array[E]) assign(dst any) error {
	switch dst := dst.(type) {
	case *[]E:
		// Of any number of dimensions, as pgx does it for all types.
		return store(dst, a.elems)
	case *[][]E:
		s, err := a.grid()
		if err != nil {
			return err
		}
		return store(dst, s)
	case *[][][]E:
		s, err := a.cube()
		if err != nil {
			return err
		}
		return store(dst, s)
	}
	t := reflect.TypeOf(dst)
	if t.Kind() != reflect.Pointer {
		return errOtherType
	}
	return errShape[E](t.Elem())
}

// encodeNamed is the plan that hands on a slice of E without its names.
type encodeNamed[E any] struct{ next pgtype.EncodePlan }

func (p *encodeNamed[E]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeNamed[E]) Encode(value any, buf []byte) ([]byte, error) {
	t, _ := unnamed[E](reflect.TypeOf(value))
	if t == nil {
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	return p.next.Encode(rename(reflect.ValueOf(value), t).Interface(), buf)
}

// scanNamed is the plan that reads a slice of E and gives it its names.
type scanNamed[E any] struct{ next pgtype.ScanPlan }

func (p *scanNamed[E]) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *scanNamed[E]) Scan(src []byte, dst any) error {
	v := reflect.ValueOf(dst)
	var t reflect.Type
	if v.Kind() == reflect.Pointer {
		t, _ = unnamed[E](v.Type().Elem())
	}
	switch {
	case t == nil:
		return fmt.Errorf("pgxtype: scan %T: %w", dst, errOtherType)
	case v.IsNil():
		return fmt.Errorf("pgxtype: scan %T: %w", dst, errNilDst)
	}
	s := reflect.New(t)
	if err := p.next.Scan(src, s.Interface()); err != nil {
		return err
	}
	v.Elem().Set(rename(s.Elem(), v.Type().Elem()))
	return nil
}
