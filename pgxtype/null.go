package pgxtype

import (
	"database/sql"
	"database/sql/driver"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// The plans for the nullable type of T's own package, such as google's NullUUID. No type
// argument names it. pgx shows each Go type to the functions of this file once, when it
// plans.

// isNull reports whether t is the nullable type of T's package.
func isNull[T ~[16]byte](t reflect.Type) bool {
	return t != nil && isNullable(t) && t.Field(0).Type == reflect.TypeFor[T]()
}

// encodeNull is the plan that writes one nullable.
type encodeNull struct {
	wire wire
	typ  reflect.Type // of the nullable, or a pointer to it

	zeroIsNull bool
}

func (p *encodeNull) Encode(value any, buf []byte) ([]byte, error) {
	if reflect.TypeOf(value) != p.typ {
		return nil, encodeError(value, errOtherType)
	}
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() || !v.Field(1).Bool() || p.zeroIsNull && v.Field(0).IsZero() {
		return nil, nil // NULL
	}
	var u uuid.UUID
	reflect.Copy(reflect.ValueOf(u[:]), v.Field(0))
	buf, err := p.wire.append(buf, u)
	if err != nil {
		return nil, encodeError(value, err)
	}
	return buf, nil
}

// scanNull is the plan that reads one nullable.
type scanNull struct {
	wire wire
	typ  reflect.Type // of a pointer to the nullable
}

func (p *scanNull) Scan(src []byte, dst any) error {
	v := reflect.ValueOf(dst)
	n, err := p.wire.decode(src)
	switch {
	case err != nil:
	case reflect.TypeOf(dst) != p.typ:
		err = errOtherType
	case v.IsNil():
		err = errNilDst
	}
	if err != nil {
		return scanError(dst, err)
	}
	copy(v.Elem().Field(0).Bytes(), n.UUID[:])
	v.Elem().Field(1).SetBool(n.Valid)
	return nil
}

// likeNulls returns []sql.Null[T] if t is a slice of nullables, [][]sql.Null[T] if it is
// a slice of such slices and so on. Both have the same memory layout. It returns nil for
// all other types.
func likeNulls[T ~[16]byte](t reflect.Type) reflect.Type {
	like := reflect.TypeFor[sql.Null[T]]()
	n := 0
	for ; t != nil && t.Kind() == reflect.Slice && n < maxDepth; t = t.Elem() {
		like = reflect.SliceOf(like)
		n++
	}
	if n == 0 || !isNull[T](t) {
		return nil
	}
	return like
}

// wrapEncodeNulls is a [pgtype.TryWrapEncodePlanFunc] for slices of nullables.
func wrapEncodeNulls[T ~[16]byte](value any) (plan pgtype.WrappedEncodePlanNextSetter, nextValue any, ok bool) {
	typ := reflect.TypeOf(value)
	like := likeNulls[T](typ)
	if _, ok := value.(driver.Valuer); ok || like == nil {
		return nil, nil, false
	}
	return &encodeNulls{typ: typ, like: like}, reflect.Zero(like).Interface(), true
}

// wrapScanNulls is a [pgtype.TryWrapScanPlanFunc] for pointers to slices of nullables.
func wrapScanNulls[T ~[16]byte](target any) (plan pgtype.WrappedScanPlanNextSetter, nextTarget any, ok bool) {
	typ := reflect.TypeOf(target)
	like := likeNulls[T](elem(typ))
	if like == nil {
		return nil, nil, false
	}
	return &scanNulls{typ: typ, like: like}, reflect.New(like).Interface(), true
}

// encodeNulls is the plan that writes slices of nullables as slices of sql.Null.
type encodeNulls struct {
	typ, like reflect.Type
	next      pgtype.EncodePlan
}

func (p *encodeNulls) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeNulls) Encode(value any, buf []byte) ([]byte, error) {
	if reflect.TypeOf(value) != p.typ {
		return nil, encodeError(value, errOtherType)
	}
	v := reflect.New(p.typ)
	v.Elem().Set(reflect.ValueOf(value))
	buf, err := p.next.Encode(reflect.NewAt(p.like, v.UnsafePointer()).Elem().Interface(), buf)
	return buf, renamed(encodeError, value, err)
}

// scanNulls is the plan that reads slices of nullables as slices of sql.Null.
type scanNulls struct {
	typ, like reflect.Type // typ is of a pointer
	next      pgtype.ScanPlan
}

func (p *scanNulls) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *scanNulls) Scan(src []byte, dst any) error {
	if reflect.TypeOf(dst) != p.typ {
		return scanError(dst, errOtherType)
	}
	err := p.next.Scan(src, reflect.NewAt(p.like, reflect.ValueOf(dst).UnsafePointer()).Interface())
	return renamed(scanError, dst, err)
}
