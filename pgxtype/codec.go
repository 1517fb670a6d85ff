package pgxtype

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// A codec is the codec of one column type. It plans for the registered types
// itself, before pgx asks whether they are sql.Scanners, and leaves all others
// to the codec that it wraps.
type codec struct {
	pgtype.Codec
	text, binary wire     // the two formats
	types        []goType // the one registered last comes first
}

func (c *codec) wire(format int16) wire {
	if format == pgtype.BinaryFormatCode {
		return c.binary
	}
	return c.text
}

// PlanEncode implements [pgtype.Codec].
func (c *codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	w := c.wire(format)
	for _, t := range c.types {
		if plan := t.planEncode(w, value); plan != nil {
			return plan
		}
	}
	if _, ok := value.(string); ok && w == array {
		// COPY, which has only binary, would keep the dimensions of the text if
		// this were pgx's ArrayCodec, which is the one type that it asks for.
		return &encodeArrayText{m, oid}
	}
	return c.Codec.PlanEncode(m, oid, format, value)
}

// PlanScan implements [pgtype.Codec].
func (c *codec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	w := c.wire(format)
	for _, t := range c.types {
		if plan := t.planScan(w, target); plan != nil {
			return plan
		}
		if w.isArray() {
			if plan := t.planScanArray(c.Codec, m, oid, format, target); plan != nil {
				return plan
			}
		}
	}
	return c.Codec.PlanScan(m, oid, format, target)
}

// DecodeValue implements [pgtype.Codec]: it is what an any gets. Of a text
// column that is the string it always was.
func (c *codec) DecodeValue(m *pgtype.Map, oid uint32, format int16, src []byte) (any, error) {
	if c.binary != native {
		return c.Codec.DecodeValue(m, oid, format, src)
	}
	n, err := c.wire(format).decode(src)
	if err != nil {
		return nil, fmt.Errorf("pgxtype: scan into any: %w", err)
	}
	if !n.Valid {
		return nil, nil
	}
	return c.types[0].value(n.UUID), nil
}

// A goType plans for one registered type. All are of[T], so that equal values
// mean equal types.
type goType interface {
	planEncode(w wire, value any) pgtype.EncodePlan
	planScan(w wire, target any) pgtype.ScanPlan
	planScanArray(c pgtype.Codec, m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan
	value(u uuid.UUID) any
}

type of[T ~[16]byte] struct{}

// The plans look at the types only: pgx plans for nil pointers.

func (of[T]) planEncode(w wire, value any) pgtype.EncodePlan {
	switch value.(type) {
	case T, *T, **T, sql.Null[T], *sql.Null[T], uuid.NullUUID, *uuid.NullUUID:
		return encode[T](w)
	case []T, *[]T, *slice[T]:
		if w.isArray() || w.isJSON() {
			return encodeList[T](w)
		}
	}
	return nil
}

func (of[T]) planScan(w wire, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *T, **T, *sql.Null[T], *uuid.NullUUID:
		return scan[T](w)
	case *[]T, **[]T: // pgx follows pointers by itself, but not those to JSON
		if w.isJSON() {
			return scanJSON[T](w)
		}
	}
	return nil
}

func (of[T]) planScanArray(c pgtype.Codec, m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *[]T, *slice[T]:
		return &scanArray[T]{c, m, oid, format}
	}
	return nil
}

func (of[T]) value(u uuid.UUID) any { return T(u) }

var (
	errNull      = errors.New("cannot scan NULL")
	errNilDst    = errors.New("the destination is a nil pointer")
	errOtherType = errors.New("planned for another type")
)

// encode is the plan that writes one UUID. A plan is one byte, because Go makes
// an interface of that without allocating.
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
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	if !valid {
		return nil, nil // NULL
	}
	if wire(p) == native { // as most are: spares them a call
		return append(buf, u[:]...), nil
	}
	buf, err := wire(p).append(buf, u)
	if err != nil {
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, err)
	}
	return buf, nil
}

// scan is the plan that reads one UUID.
type scan[T ~[16]byte] wire

func (p scan[T]) Scan(src []byte, dst any) error {
	// What most calls are, first: it makes them four times as fast.
	if dst, ok := dst.(*T); ok && wire(p) == native && len(src) == len(T{}) && dst != nil {
		*dst = T(src)
		return nil
	}
	n, err := wire(p).decode(src)
	if err == nil {
		err = assign[T](dst, n)
	}
	if err != nil {
		return fmt.Errorf("pgxtype: scan %T: %w", dst, err)
	}
	return nil
}

// assign stores the UUID where dst points, or leaves that as it was.
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
