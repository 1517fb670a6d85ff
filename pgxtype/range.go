package pgxtype

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// RegisterRange tells pgx the names of the PostgreSQL types for these Go types, and for the
// same ones of sql.Null[T] and uuid.NullUUID:
//
//	rangeName       pgtype.Range[T]                     pgtype.Range[*T]
//	multirangeName  pgtype.Multirange[pgtype.Range[T]]  pgtype.Multirange[pgtype.Range[*T]]
//
// You need it only in the exec and simple protocol modes, in which pgx chooses the
// PostgreSQL type by the Go type.
//
// Load both types into m before, the range first, as the example LoadType does: pgx needs
// the range for the multirange. An empty multirangeName means that there is no
// multirange, as before PostgreSQL 14.
//
// RegisterRange returns an error, and changes nothing, if a type is not in m or is
// not a range of uuid, or if T is not registered.
func RegisterRange[T ~[16]byte](m *pgtype.Map, rangeName, multirangeName string) error {
	typ, err := rangeOf[T](m, rangeName)
	if err == nil && multirangeName != "" {
		err = multirangeOf(m, typ, multirangeName)
	}
	if err != nil {
		return fmt.Errorf("pgxtype.RegisterRange: %w", err)
	}
	registerRanges[T](m, rangeName, multirangeName)
	registerRanges[*T](m, rangeName, multirangeName)
	registerRanges[sql.Null[T]](m, rangeName, multirangeName)
	registerRanges[uuid.NullUUID](m, rangeName, multirangeName)
	return nil
}

func rangeOf[T ~[16]byte](m *pgtype.Map, name string) (*pgtype.Type, error) {
	typ, ok := m.TypeForName(name)
	if !ok {
		return nil, fmt.Errorf("type %.64q has not been loaded into the Map", name)
	}
	rng, ok := typ.Codec.(*pgtype.RangeCodec)
	if !ok {
		return nil, fmt.Errorf("type %.64q is not a range", name)
	}
	elem, _ := m.TypeForOID(rng.ElementType.OID)
	if elem == nil {
		elem = rng.ElementType
	}
	if c, ok := elem.Codec.(*codec); !ok || c.binary != wireUUID || !slices.ContainsFunc(c.types, isOf[T]) {
		return nil, fmt.Errorf("%.64q is a range of %.64q, for which %s has not been registered", name, elem.Name, typeName(reflect.TypeFor[T]()))
	}
	return typ, nil
}

func multirangeOf(m *pgtype.Map, rng *pgtype.Type, name string) error {
	typ, ok := m.TypeForName(name)
	if !ok {
		return fmt.Errorf("type %.64q has not been loaded into the Map", name)
	}
	if multi, ok := typ.Codec.(*pgtype.MultirangeCodec); !ok || multi.ElementType.OID != rng.OID {
		return fmt.Errorf("type %.64q is not the multirange of %.64q", name, rng.Name)
	}
	return nil
}

// registerRanges tells m what the ranges of E are.
func registerRanges[E any](m *pgtype.Map, rangeName, multirangeName string) {
	registerDefaults(m, rangeName, pgtype.Range[E]{}, (*pgtype.Range[E])(nil))
	if multirangeName != "" {
		registerDefaults(m, multirangeName, pgtype.Multirange[pgtype.Range[E]](nil), (*pgtype.Multirange[pgtype.Range[E]])(nil))
	}
}
