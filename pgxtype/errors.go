package pgxtype

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
)

var (
	errNull      = errors.New("cannot scan NULL")
	errNilDst    = errors.New("the destination is a nil pointer")
	errOtherType = errors.New("pgx has planned it for another type")
	errArray     = errors.New("the column is a uuid[]: use a slice")
	errNoSlices  = errors.New("the Map's codec of uuid[] reads no slices")
	errBraces    = errors.New("an array of one or a UUID in braces: load the type with pgx.Conn.LoadType, and use a slice for an array")
	errBytea     = errors.New("convert to sqlx.Binary for a bytea: in the exec and simple protocol modes" +
		" this type would be stored as 36 bytes of text")
)

// encodeError says that value could not be written.
func encodeError(value any, err error) error {
	return fmt.Errorf("pgxtype: encode %s: %w", typeName(reflect.TypeOf(value)), err)
}

// scanError says that dst could not be read.
func scanError(dst any, err error) error {
	e := fmt.Errorf("pgxtype: scan %s: %w", typeName(reflect.TypeOf(dst)), err)
	switch err {
	case errNilDst, errOtherType, errArray, errBraces, errNoSlices: // the program's fault, not the value's
		return e
	}
	return rejection{e}
}

// A rejection is the error of a value that is not a UUID, which is [uuid.ErrInvalid].
type rejection struct{ error }

func (e rejection) Is(target error) bool { return target == uuid.ErrInvalid }
func (e rejection) Unwrap() error        { return errors.Unwrap(e.error) }

// typeName returns the name of t with its whole package path, because %T is
// uuid.UUID for the type of each package called uuid.
func typeName(t reflect.Type) string {
	switch {
	case t == nil:
		return "nil"
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	case t.Kind() == reflect.Pointer:
		return "*" + typeName(t.Elem())
	case t.Kind() == reflect.Slice:
		return "[]" + typeName(t.Elem())
	}
	return t.String()
}

// renamed returns err, which names the type that v was taken for, with the type of v.
func renamed(named func(v any, err error) error, v any, err error) error {
	if reason := errors.Unwrap(err); reason != nil {
		return named(v, reason)
	}
	return err
}
