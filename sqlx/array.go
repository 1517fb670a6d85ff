package sqlx

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// Array is a PostgreSQL array of UUIDs: uuid[], or text[] of canonical texts.
//
//	db.Query(`SELECT … WHERE id = ANY($1)`, sqlx.Array[uuid.UUID](ids))
//	row.Scan((*sqlx.Array[uuid.UUID])(&ids))
//
// A nil slice is NULL, in both directions, and not an empty array: <> ALL(NULL) matches
// no row, and <> ALL('{}') matches every row.
//
// An Array is text, so it is wrong for a column of bytea: = ANY matches no row there, and <> ALL
// matches every row, without an error. Pass a [][]byte, with lib/pq in pq.Array.
type Array[T ~[16]byte] []T

// Value implements [driver.Valuer] with the array's literal, "{a,b}". A nil a
// is NULL. An Array of [Binary] or [Swapped] is an error, because their columns have bytes.
func (a Array[T]) Value() (driver.Value, error) {
	switch any((*T)(nil)).(type) {
	case *Binary, *Swapped:
		return "{", fmt.Errorf("sqlx: value of Array: %w", bytesInArray(reflect.TypeFor[T]()))
	}
	if a == nil {
		return nil, nil
	}
	lit := append(make([]byte, 0, len("{}")+len(a)*(canonicalLen+len(","))), '{')
	for i, t := range a {
		if i > 0 {
			lit = append(lit, ',')
		}
		lit, _ = uuid.UUID(t).AppendText(lit)
	}
	lit = append(lit, '}')
	// Nobody else has lit, so the string need not be a copy.
	return unsafe.String(&lit[0], len(lit)), nil
}

// bytesInArray is the error for a type that is 16 bytes in its column. With it Value returns the
// beginning of a literal: GORM drops the errors of values, and a nil would become IS NULL.
func bytesInArray(t reflect.Type) error {
	return fmt.Errorf("the Value of %v is bytes, and an array has text: use sqlx.Text, or for bytea a [][]byte", t)
}

// Scan implements [database/sql.Scanner]. It takes the literal of an array of
// one dimension that begins at index 1, as PostgreSQL prints it: "{a,b}" with
// canonical texts. It makes a new slice, which for "{}" is empty and not nil;
// NULL makes the slice nil. An element that is NULL is an error: use a
// [NullArray]. On error the slice is unchanged.
func (a *Array[T]) Scan(src any) error { return scanArray("Array", a, src, parseArray[T]) }

// scanArray is the Scan of both types of arrays.
func scanArray[A any](name string, a *A, src any, parse func(lit string) (A, error)) error {
	var v A
	var err error
	switch src := src.(type) {
	case string:
		v, err = parse(src)
	case []byte:
		v, err = parse(string(src))
	case nil:
	default:
		err = invalid.Errorf("cannot scan %T", src)
	}
	if err != nil {
		return fmt.Errorf("sqlx: scan %s: %w", name, err)
	}
	*a = v
	return nil
}

func parseArray[T ~[16]byte](lit string) (Array[T], error) {
	bad := func(at int, reason string) error {
		return invalid.Errorf("%s at byte %d: %q", reason, at, lit[:min(len(lit), 64)])
	}
	if len(lit) < len("{}") || lit[0] != '{' || lit[len(lit)-1] != '}' {
		return nil, bad(0, "not an array of UUIDs")
	}
	list := lit[1 : len(lit)-1]
	if len(list) == 0 {
		return Array[T]{}, nil
	}
	// All elements have the same length, so the literal's length gives their number,
	// and a hostile literal cannot ask for a slice larger than itself.
	v := make(Array[T], 0, (len(list)+1)/(canonicalLen+1))
	for at := 1; ; at++ {
		elem := lit[at : len(lit)-1]
		switch {
		case strings.HasPrefix(elem, "NULL"):
			return nil, bad(at, "an element is NULL")
		case strings.HasPrefix(elem, "{"):
			return nil, bad(at, "an array of more than one dimension")
		case len(elem) < canonicalLen:
			return nil, bad(at, "an element of less than 36 characters")
		}
		u, err := uuid.Parse(elem[:canonicalLen])
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", len(v), err)
		}
		v = append(v, T(u))
		if at += canonicalLen; at == len(lit)-1 {
			return v, nil
		}
		if lit[at] != ',' {
			return nil, bad(at, "want a comma")
		}
	}
}
