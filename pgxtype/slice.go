package pgxtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// A slice is what pgx's ArrayCodec sees of a []E, a [][]E and so on: the elements
// in a row, and the dimensions. It differs from pgtype.Array in giving pointers
// to the elements, which no interface needs to box.
//
// pgx keeps plans by the type of such wrappers, and its own wrapper of slices
// is one type for all of them: after a []T has been written, it has the wrong
// plan for a [][]T. A type for each E cannot be mistaken.
type slice[E any] struct {
	elems []E
	dims  []pgtype.ArrayDimension // nil for NULL
}

// flat returns a slice of one dimension. PostgreSQL's empty array has none.
func flat[E any](list []E) slice[E] {
	if len(list) > 0 {
		return slice[E]{list, []pgtype.ArrayDimension{{Length: int32(len(list)), LowerBound: 1}}}
	}
	if list != nil {
		return slice[E]{list, []pgtype.ArrayDimension{}}
	}
	return slice[E]{} // NULL
}

// Dimensions, Index and IndexType implement [pgtype.ArrayGetter].

func (s *slice[E]) Dimensions() []pgtype.ArrayDimension { return s.dims }
func (s *slice[E]) IndexType() any                      { return (*E)(nil) }

func (s *slice[E]) Index(i int) any {
	e := &s.elems[i]
	if v := reflect.ValueOf(e).Elem(); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil // before pgx asks it for its Value
	}
	return e
}

// SetDimensions, ScanIndex and ScanIndexType implement [pgtype.ArraySetter].

func (s *slice[E]) SetDimensions(dims []pgtype.ArrayDimension) error {
	*s = slice[E]{dims: dims}
	if dims == nil {
		return nil
	}
	// ArrayCodec has compared the product with what it got, but to it one that
	// is negative, or overflows, is 0.
	n := int64(min(1, len(dims)))
	for _, d := range dims {
		if n *= int64(d.Length); d.Length < 0 || n > math.MaxInt32 {
			return errors.New("array has impossible dimensions")
		}
	}
	if n == 0 {
		s.dims = dims[:0] // as PostgreSQL's empty array
	}
	s.elems = make([]E, n)
	return nil
}

func (s *slice[E]) ScanIndex(i int) any { return &s.elems[i] }
func (s *slice[E]) ScanIndexType() any  { return (*E)(nil) }

// wrapEncode is a [pgtype.TryWrapEncodePlanFunc] for the slices of E.
func wrapEncode[E any](value any) (plan pgtype.WrappedEncodePlanNextSetter, nextValue any, ok bool) {
	if _, ok := value.(driver.Valuer); ok || depth[E](reflect.TypeOf(value)) == 0 {
		return nil, nil, false
	}
	return new(encodeSlice[E]), new(slice[E]), true
}

// wrapScan is a [pgtype.TryWrapScanPlanFunc] for pointers to the slices of E.
func wrapScan[E any](target any) (plan pgtype.WrappedScanPlanNextSetter, nextTarget any, ok bool) {
	if depth[E](elem(reflect.TypeOf(target))) == 0 {
		return nil, nil, false
	}
	p := new(scanSlice[E])
	return p, &p.target, true
}

// wrapsSlices reports whether m has these functions for E already.
func wrapsSlices[E any](m *pgtype.Map) bool {
	for _, wrap := range m.TryWrapEncodePlanFuncs {
		if plan, _, ok := wrap([]E(nil)); ok {
			_, ours := plan.(*encodeSlice[E])
			return ours
		}
	}
	return false
}

// elem returns what a t points to, and nil if it is no pointer.
func elem(t reflect.Type) reflect.Type {
	if t == nil || t.Kind() != reflect.Pointer {
		return nil
	}
	return t.Elem()
}

// maxDepth is how many dimensions PostgreSQL's arrays have at most.
const maxDepth = 6

// depth returns how many slices, with names or without, are around the E's of a
// t, and 0 if t is no slice of them. A type may be a slice of itself.
func depth[E any](t reflect.Type) (n int) {
	if t == nil {
		return 0
	}
	for ; t.Kind() == reflect.Slice && n < maxDepth; t = t.Elem() {
		n++
	}
	if t != reflect.TypeFor[E]() {
		return 0
	}
	return n
}

// encodeSlice is the plan that hands on a slice as an array.
type encodeSlice[E any] struct{ next pgtype.EncodePlan }

func (p *encodeSlice[E]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeSlice[E]) Encode(value any, buf []byte) ([]byte, error) {
	s, err := newSlice[E](value)
	if err != nil {
		return nil, encodeError(value, err)
	}
	return p.next.Encode(&s, buf)
}

// newSlice returns value, which is a slice of E, of slices of E, and so on.
func newSlice[E any](value any) (s slice[E], err error) {
	n := depth[E](reflect.TypeOf(value))
	if n == 0 {
		return s, errOtherType
	}
	v := reflect.ValueOf(value)
	switch {
	case n == 1:
		return flat(v.Convert(reflect.TypeFor[[]E]()).Interface().([]E)), nil
	case v.IsNil():
		return s, nil // NULL
	}
	dims, err := measure(v, 0, make([]pgtype.ArrayDimension, 0, n))
	if err == nil {
		err = s.SetDimensions(dims)
	}
	if err == nil {
		s.elems = collect(v, s.elems[:0]) // SetDimensions has made room for them all
	}
	return s, err
}

// measure appends the dimensions of v, but for those that dims has. Slices side
// by side must be of one length.
func measure(v reflect.Value, depth int, dims []pgtype.ArrayDimension) ([]pgtype.ArrayDimension, error) {
	n := int32(v.Len())
	if depth == len(dims) {
		dims = append(dims, pgtype.ArrayDimension{Length: n, LowerBound: 1})
	} else if want := dims[depth].Length; n != want {
		return nil, fmt.Errorf("a PostgreSQL array cannot have rows of %d and %d elements", want, n)
	}
	var err error
	if v.Type().Elem().Kind() == reflect.Slice {
		for i := 0; i < v.Len() && err == nil; i++ {
			dims, err = measure(v.Index(i), depth+1, dims)
		}
	}
	return dims, err
}

// collect appends the elements of the slices in v, which itself has none.
func collect[E any](v reflect.Value, elems []E) []E {
	for i := range v.Len() {
		if in := v.Index(i); in.Type().Elem() == reflect.TypeFor[E]() {
			elems = append(elems, *pointer[E](in)...)
		} else {
			elems = collect(in, elems)
		}
	}
	return elems
}

// pointer returns a pointer to v, a slice of E that may have a name.
func pointer[E any](v reflect.Value) *[]E {
	return v.Addr().Convert(reflect.TypeFor[*[]E]()).Interface().(*[]E)
}

// scanSlice is the plan that reads an array and makes a slice of it.
type scanSlice[E any] struct {
	next   pgtype.ScanPlan
	target slice[E] // for planning only, here to save an allocation
}

func (p *scanSlice[E]) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *scanSlice[E]) Scan(src []byte, dst any) error {
	var s slice[E]
	err := p.next.Scan(src, &s)
	if err == nil {
		err = s.assign(dst)
	}
	if err != nil {
		return scanError(dst, err)
	}
	return nil
}

// assign stores the slice where dst points, or leaves that as it was.
func (s *slice[E]) assign(dst any) error {
	p := reflect.ValueOf(dst)
	n := depth[E](elem(reflect.TypeOf(dst)))
	switch {
	case n == 0:
		return errOtherType
	case p.IsNil():
		return errNilDst
	case n == 1: // takes any dimensions, as pgx does it for all types
		*pointer[E](p.Elem()) = s.elems
	case s.dims == nil:
		p.Elem().SetZero() // NULL
	case len(s.elems) == 0:
		p.Elem().Set(reflect.MakeSlice(p.Elem().Type(), 0, 0))
	case n != len(s.dims):
		return fmt.Errorf("array has %d dimensions, want %d", len(s.dims), n)
	default:
		spread(p.Elem(), s.elems, s.dims)
	}
	return nil
}

// spread makes dst slices of elems. pgx makes wrong ones of three dimensions, in
// which the elements of one row appear again in the next.
func spread[E any](dst reflect.Value, elems []E, dims []pgtype.ArrayDimension) {
	if len(dims) == 1 {
		*pointer[E](dst) = elems
		return
	}
	n := int(dims[0].Length)
	size := len(elems) / n
	dst.Set(reflect.MakeSlice(dst.Type(), n, n))
	for i := range n {
		spread(dst.Index(i), elems[i*size:(i+1)*size:(i+1)*size], dims[1:])
	}
}
