package pgxtype

import (
	"database/sql/driver"
	"errors"
	"math"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// A slice is what pgx's ArrayCodec gets instead of a []E, a [][]E and so on: all
// elements in one slice, and the dimensions. pgtype.Array is the same, but it
// returns elements as values, and to put those into an interface allocates. A slice
// returns pointers.
//
// pgx caches plans by the type of such wrappers. Its own wrapper is one type for
// all slices: once a []T has been written, pgx uses the plan of []T for a [][]T.
// A slice is a type of its own for each E.
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
		return nil // because pgx would call its Value method
	}
	return e
}

// SetDimensions, ScanIndex and ScanIndexType implement [pgtype.ArraySetter].

func (s *slice[E]) SetDimensions(dims []pgtype.ArrayDimension) error {
	*s = slice[E]{dims: dims}
	if dims == nil {
		return nil
	}
	// ArrayCodec has compared the product with the size of the input, but takes a
	// product that is negative or overflows for 0.
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

// wrapsSlices reports whether m already has these functions for E.
func wrapsSlices[E any](m *pgtype.Map) bool {
	for _, wrap := range m.TryWrapEncodePlanFuncs {
		if plan, _, ok := wrap([]E(nil)); ok {
			_, ours := plan.(*encodeSlice[E])
			return ours
		}
	}
	return false
}

// encodeSlice is the plan that passes slices of E to ArrayCodec.
type encodeSlice[E any] struct{ next pgtype.EncodePlan }

func (p *encodeSlice[E]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeSlice[E]) Encode(value any, buf []byte) ([]byte, error) {
	s, err := newSlice[E](value)
	if err != nil {
		return nil, encodeError(value, err)
	}
	return p.next.Encode(&s, buf)
}

// scanSlice is the plan that reads slices of E from ArrayCodec.
type scanSlice[E any] struct {
	next   pgtype.ScanPlan
	target slice[E] // for planning only: a field saves an allocation
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
