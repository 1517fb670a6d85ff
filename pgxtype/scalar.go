package pgxtype

import (
	"database/sql"

	"github.com/uuidkit/uuidkit/uuid"
)

// encode is the plan that writes one UUID. A plan is one byte, because Go makes
// an interface of one byte without allocating.
type encode[T ~[16]byte] wire

func (p encode[T]) Encode(value any, buf []byte) ([]byte, error) {
	var u uuid.UUID
	valid := true
	switch v := value.(type) {
	case T:
		u = uuid.UUID(v)
	case *T:
		if valid = v != nil; valid {
			u = uuid.UUID(*v)
		}
	case **T:
		if valid = v != nil && *v != nil; valid {
			u = uuid.UUID(**v)
		}
	case sql.Null[T]:
		u, valid = uuid.UUID(v.V), v.Valid
	case *sql.Null[T]:
		if valid = v != nil && v.Valid; valid {
			u = uuid.UUID(v.V)
		}
	case uuid.NullUUID:
		u, valid = v.UUID, v.Valid
	case *uuid.NullUUID:
		if valid = v != nil && v.Valid; valid {
			u = v.UUID
		}
	default:
		return nil, encodeError(value, errOtherType)
	}
	if !valid {
		return nil, nil // NULL
	}
	if wire(p) == wireUUID { // most calls: saves them another
		return append(buf, u[:]...), nil
	}
	buf, err := wire(p).append(buf, u)
	if err != nil {
		return nil, encodeError(value, err)
	}
	return buf, nil
}

// encodeText is the plan that writes the text of a UUID in binary.
type encodeText struct{}

func (encodeText) Encode(value any, buf []byte) ([]byte, error) {
	text, ok := value.(string)
	if !ok {
		return nil, encodeError(value, errOtherType)
	}
	u, err := uuid.Parse(text)
	if err != nil {
		return nil, encodeError(value, err)
	}
	return append(buf, u[:]...), nil
}

// scan is the plan that reads one UUID.
type scan[T ~[16]byte] wire

func (p scan[T]) Scan(src []byte, dst any) error {
	// Most calls, first: it makes them four times as fast.
	if dst, ok := dst.(*T); ok && wire(p) == wireUUID && len(src) == len(T{}) && dst != nil {
		*dst = T(src)
		return nil
	}
	n, err := wire(p).decode(src)
	if err == nil {
		err = assign[T](dst, n)
	}
	if err != nil {
		return scanError(dst, err)
	}
	return nil
}

// assign stores n where dst points. On error it changes nothing.
func assign[T ~[16]byte](dst any, n uuid.NullUUID) error {
	switch dst := dst.(type) {
	case *T:
		if !n.Valid {
			return errNull
		}
		return store(dst, T(n.UUID))
	case **T:
		var p *T
		if n.Valid {
			p = new(T)
			*p = T(n.UUID)
		}
		return store(dst, p)
	case *sql.Null[T]:
		return store(dst, sql.Null[T]{V: T(n.UUID), Valid: n.Valid})
	case *uuid.NullUUID:
		return store(dst, n)
	}
	return errOtherType
}

func store[V any](dst *V, v V) error {
	if dst == nil {
		return errNilDst
	}
	*dst = v
	return nil
}
