package pgxtype

import (
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// elem returns the type that t points to, and nil if t is no pointer.
func elem(t reflect.Type) reflect.Type {
	if t == nil || t.Kind() != reflect.Pointer {
		return nil
	}
	return t.Elem()
}

// maxDepth is how many dimensions PostgreSQL's arrays have at most.
const maxDepth = 6

// depth returns how many dimensions a t has: 1 for a []E, 2 for a [][]E, whether the
// slices have names or not, and 0 if t is no slice of E. A type may be a slice of
// itself, so the search ends at maxDepth.
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

// newSlice returns the slice for value, which is a []E, a [][]E and so on.
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

// measure appends the dimensions of v that dims does not have yet. Slices beside
// each other must have the same length.
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

// collect appends the elements of v, a slice of slices.
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

// assign stores s where dst points. On error it changes nothing.
func (s *slice[E]) assign(dst any) error {
	p := reflect.ValueOf(dst)
	n := depth[E](elem(reflect.TypeOf(dst)))
	switch {
	case n == 0:
		return errOtherType
	case p.IsNil():
		return errNilDst
	case n == 1: // takes any dimensions, as pgx does for all types
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

// spread makes dst slices of elems. pgx's own way makes wrong ones from three
// dimensions on: the elements of one row appear again in the next.
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
