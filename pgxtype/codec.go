package pgxtype

import (
	"database/sql"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// A codec is the codec of one column type. It plans for the registered types
// itself, and leaves all others to the codec that it wraps. pgx asks a codec
// before it looks whether the Go type is a sql.Scanner.
type codec struct {
	pgtype.Codec
	text, binary wire     // of the two formats
	types        []goType // the one registered last comes first

	// A pointer to the one registered last, and its plan for uuid in binary.
	pointer reflect.Type
	plan    pgtype.ScanPlan
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
	if w == wireUnknownArray {
		return m.PlanEncode(pgtype.TextArrayOID, format, value)
	}
	for _, t := range c.types {
		if plan := t.planEncode(w, value); plan != nil {
			return plan
		}
		if w.isJSON() {
			if plan := t.planEncodeOwn(c.Codec, m, oid, format, value); plan != nil {
				return plan
			}
		}
	}
	if plan := c.Codec.PlanEncode(m, oid, format, value); plan != nil {
		return plan
	}
	// Without a plan pgx reads text into an any, and writes that in binary: an array loses its
	// dimensions, and the Nil UUID is NULL if the zero T is.
	_, isString := value.(string)
	_, isBytes := value.([]byte)
	switch {
	case w == wireUUID && isString:
		return encodeText{}
	case w == wireArray && (isString || isBytes):
		return &encodeArrayLiteral{m, oid}
	}
	return nil
}

// PlanScan implements [pgtype.Codec].
func (c *codec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	w := c.wire(format)
	if w == wireUUID && reflect.TypeOf(target) == c.pointer { // most calls: halves the time to plan
		return c.plan
	}
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

// DecodeValue implements [pgtype.Codec]. It returns what an any gets: for uuid
// the type registered last, for other columns what pgx alone returns.
func (c *codec) DecodeValue(m *pgtype.Map, oid uint32, format int16, src []byte) (any, error) {
	if c.binary != wireUUID {
		return c.Codec.DecodeValue(m, oid, format, src)
	}
	n, err := c.wire(format).decode(src)
	if err != nil {
		return nil, rejection{fmt.Errorf("pgxtype: scan into any: %w", err)}
	}
	if !n.Valid {
		return nil, nil
	}
	return c.types[0].value(n.UUID), nil
}

// A goType plans for one registered type. Each is what newOf returns for a T, so that
// equal values mean equal types.
type goType interface {
	planEncode(w wire, value any) pgtype.EncodePlan
	planEncodeOwn(c pgtype.Codec, m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan
	planScan(w wire, target any) pgtype.ScanPlan
	planScanArray(c pgtype.Codec, m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan
	value(u uuid.UUID) any
	pointer() (reflect.Type, pgtype.ScanPlan)
}

// An of has what T's own methods say of it.
type of[T ~[16]byte] struct {
	ownJSON    bool // encoding/json writes its lists, and reads what is no canonical text
	zeroIsNull bool // its Value or UUIDValue makes NULL of the zero T
}

func newOf[T ~[16]byte]() of[T] { return of[T]{ownJSON[T](), zeroIsNull[T]()} }

// The plans look at types only, because pgx also plans for nil pointers.

func (t of[T]) planEncode(w wire, value any) pgtype.EncodePlan {
	switch value.(type) {
	case T, *T, **T, sql.Null[T], *sql.Null[T], uuid.NullUUID, *uuid.NullUUID:
		if t.zeroIsNull {
			return encodeZero[T](w)
		}
		return encode[T](w)
	case []T, *[]T:
		switch {
		case w.isArray() && !t.zeroIsNull: // pgx knows NULLs
			return encodeArray[T](w)
		case w.isJSON() && !t.ownJSON:
			return encodeJSON[T](w)
		}
	case *slice[T]:
		if w.isArray() && !t.zeroIsNull {
			return encodeArray[T](w)
		}
	default:
		if typ := reflect.TypeOf(value); isNull[T](typ) || isNull[T](elem(typ)) {
			return &encodeNull{w, typ, t.zeroIsNull}
		}
	}
	return nil
}

func (t of[T]) planEncodeOwn(c pgtype.Codec, m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(*[]T); ok && t.ownJSON {
		if next := c.PlanEncode(m, oid, format, []T(nil)); next != nil {
			return encodeOwn[T]{next}
		}
	}
	return nil
}

func (t of[T]) planScan(w wire, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *T, **T, *sql.Null[T], *uuid.NullUUID:
		return t.scan(w)
	case *[]T, **[]T: // pgx follows further pointers, but not those to JSON
		if w.isJSON() {
			return scanJSON[T]{w, t.ownJSON}
		}
	default:
		if typ := reflect.TypeOf(target); isNull[T](elem(typ)) {
			return &scanNull{w, typ}
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

// pointer returns *T, and its plan for uuid in binary.
func (t of[T]) pointer() (reflect.Type, pgtype.ScanPlan) {
	return reflect.TypeFor[*T](), t.scan(wireUUID)
}

func (t of[T]) scan(w wire) pgtype.ScanPlan {
	if t.zeroIsNull {
		return scanZero[T](w)
	}
	return scan[T](w)
}
