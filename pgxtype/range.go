package pgxtype

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// RegisterRange tells m which PostgreSQL types the ranges of T are. The modes
// that describe a statement and COPY do not need it; the exec and simple
// protocol modes, which go by the Go type, do. From then on these are values of
// the two types that have the names:
//
//	pgtype.Range[T]                    pgtype.Range[*T]
//	pgtype.Multirange[pgtype.Range[T]] and so on, with sql.Null[T] and uuid.NullUUID too
//
// PostgreSQL has no range of uuid until somebody makes one, and a multirange
// with it. What the server calls them has to be in m already. Load the range
// first, because pgx needs it for the multirange:
//
//	create type uuidrange as range (subtype = uuid)
//
//	for _, name := range []string{"uuidrange", "uuidmultirange"} {
//		typ, err := conn.LoadType(ctx, name)
//		if err != nil {
//			return err
//		}
//		conn.TypeMap().RegisterType(typ)
//	}
//	return pgxtype.RegisterRange[uuid.UUID](conn.TypeMap(), "uuidrange", "uuidmultirange")
//
// It is an error, and changes nothing, if a type is not in m or is none of uuid,
// or if T is not registered. Without a multirangeName there is no multirange, as
// before PostgreSQL 14.
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
		return nil, fmt.Errorf("type %.64q has not been loaded", name)
	}
	rng, ok := typ.Codec.(*pgtype.RangeCodec)
	if !ok {
		return nil, fmt.Errorf("type %.64q is not a range", name)
	}
	elem, _ := m.TypeForOID(rng.ElementType.OID)
	if elem == nil {
		elem = rng.ElementType
	}
	if c, ok := elem.Codec.(*codec); !ok || c.binary != wireUUID || !slices.Contains(c.types, goType(of[T]{})) {
		return nil, fmt.Errorf("%.64q is a range of %.64q, for which %s has not been registered", name, elem.Name, typeName(reflect.TypeFor[T]()))
	}
	return typ, nil
}

func multirangeOf(m *pgtype.Map, rng *pgtype.Type, name string) error {
	typ, ok := m.TypeForName(name)
	if !ok {
		return fmt.Errorf("type %.64q has not been loaded", name)
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
