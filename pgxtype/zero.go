package pgxtype

import "database/sql"

// The plans for a T whose own method makes NULL of the zero T: NULL is the zero T for them.

// encodeZero is encode for such a T.
type encodeZero[T ~[16]byte] wire

func (p encodeZero[T]) Encode(value any, buf []byte) ([]byte, error) {
	if isZero[T](value) {
		return nil, nil // NULL
	}
	return encode[T](p).Encode(value, buf)
}

// isZero reports whether value is a T that is zero, or has one. A uuid.NullUUID has no T.
func isZero[T ~[16]byte](value any) bool {
	switch v := value.(type) {
	case T:
		return v == T{}
	case *T:
		return v != nil && *v == T{}
	case **T:
		return v != nil && isZero[T](*v)
	case sql.Null[T]:
		return v.V == T{}
	case *sql.Null[T]:
		return v != nil && v.V == T{}
	}
	return false
}

// scanZero is scan for such a T.
type scanZero[T ~[16]byte] wire

func (p scanZero[T]) Scan(src []byte, dst any) error {
	if dst, ok := dst.(*T); ok && dst != nil {
		if n, err := wire(p).decode(src); err == nil {
			*dst = T(n.UUID) // zero for NULL
			return nil
		}
	}
	return scan[T](p).Scan(src, dst)
}
