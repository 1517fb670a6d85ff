package pgxtype_test

import (
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestRegisterAgain(t *testing.T) {
	m := newMap()
	encoders, scanners := len(m.TryWrapEncodePlanFuncs), len(m.TryWrapScanPlanFuncs)
	for range 3 {
		for _, k := range kinds {
			k.register(m)
		}
	}
	if got := len(m.TryWrapEncodePlanFuncs); got != encoders {
		t.Errorf("%d encode functions, want %d", got, encoders)
	}
	if got := len(m.TryWrapScanPlanFuncs); got != scanners {
		t.Errorf("%d scan functions, want %d", got, scanners)
	}
	for _, oid := range []uint32{pgtype.UUIDOID, pgtype.TextOID, pgtype.JSONBOID} {
		typ, _ := m.TypeForOID(oid)
		wrapped := reflect.ValueOf(typ.Codec).Elem().FieldByName("Codec").Interface()
		if strings.Contains(fmt.Sprintf("%T", wrapped), "pgxtype") {
			t.Errorf("the codec of %s wraps a %T, want pgx's own", typ.Name, wrapped)
		}
	}
	for name, oid := range map[string]uint32{"uuid": pgtype.UUIDOID, "_uuid": pgtype.UUIDArrayOID, "text": pgtype.TextOID} {
		if typ, _ := m.TypeForOID(oid); typ.Name != name {
			t.Errorf("type %d is called %q, want %q", oid, typ.Name, name)
		}
	}
	for _, k := range kinds {
		for _, typ := range k.one {
			encodes(t, m, inUUID, value(typ, vectors.U), inUUID.wire)
			scans(t, m, inUUID, inUUID.wire, value(typ, vectors.Other), value(typ, vectors.U))
		}
	}
}

// TestRegistered asks after each type, and after what undoes a part of Register.
func TestRegistered(t *testing.T) {
	for _, test := range []struct {
		name         string
		m            func() *pgtype.Map
		google, ours bool
	}{
		{"pgx's own", pgtype.NewMap, false, false},
		{"one", func() *pgtype.Map { return registered[vectors.Google]() }, true, false},
		{"both", func() *pgtype.Map { m := registered[vectors.Google](); pgxtype.Register[uuid.UUID](m); return m }, true, true},
		{"a copy", func() *pgtype.Map { return registered[vectors.Google]().Copy() }, false, false},
		{"a codec of json after it", func() *pgtype.Map {
			m := registered[vectors.Google]()
			m.RegisterType(&pgtype.Type{Name: "json", OID: pgtype.JSONOID, Codec: &pgtype.JSONCodec{}})
			return m
		}, false, false},
		{"pgx's codec of uuid[], as after LoadTypes", func() *pgtype.Map {
			m := registered[vectors.Google]()
			plain, _ := pgtype.NewMap().TypeForOID(pgtype.UUIDArrayOID)
			m.RegisterType(plain)
			return m
		}, false, false},
	} {
		m := test.m()
		if got := pgxtype.Registered[vectors.Google](m); got != test.google {
			t.Errorf("%s: google: got %t, want %t", test.name, got, test.google)
		}
		if got := pgxtype.Registered[uuid.UUID](m); got != test.ours {
			t.Errorf("%s: ours: got %t, want %t", test.name, got, test.ours)
		}
	}
}

func registered[T ~[16]byte]() *pgtype.Map {
	m := pgtype.NewMap()
	pgxtype.Register[T](m)
	return m
}

// A copy of a Map has the codecs only: Register completes it.
func TestCopy(t *testing.T) {
	m := newMap().Copy()
	v := []uuid.UUID{vectors.U}
	if got, err := m.Encode(0, textFormat, v, nil); err == nil {
		t.Errorf("Encode with a copied Map = %q: Map.Copy keeps default types now, the documentation is out of date", got)
	}
	pgxtype.Register[uuid.UUID](m)
	encodes(t, m, noOID, v, "{"+vectors.Text+"}")
}

// LoadType gives a domain the codec that its base type has at that time.
func TestDomains(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		domain := column{"id", 70004, binaryFormat, string(vectors.U[:])}
		loadTypes(m)
		encodes(t, m, domain, value(k.typ(), vectors.U), domain.wire)
		scansAny(t, m, domain, domain.wire, value(k.typ(), vectors.U))

		m = pgtype.NewMap()
		loadTypes(m)
		k.register(m) // too late
		scansAny(t, m, domain, domain.wire, [16]byte(vectors.U))
	})
}

// LoadTypes puts pgx's own codec of uuid[] back if what it loads has such a
// field. Arrays are slower then, and one of one element is a UUID in braces to
// those that have a Scan method, until Register is called again.
func TestArrayCodecReplaced(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		elem, _ := m.TypeForOID(pgtype.UUIDOID)
		m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: elem}})
		for _, a := range k.arrays {
			testArray(t, m, a)
		}
	})
	m := newMap()
	elem, _ := m.TypeForOID(pgtype.UUIDOID)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: elem}})
	one, _ := ids(1)
	scans(t, m, inArrayText, one, vectors.Other, id(0)) // if it is an error now, change the documentation
	pgxtype.Register[uuid.UUID](m)
	scansNot(t, m, inArrayText, one, vectors.Other, "the column is a uuid[]")
}

// A codec that replaces ours takes the type away from us; Register wraps it.
func TestReplaced(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		m.RegisterType(&pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: theirs{}})
		scansAny(t, m, inUUID, inUUID.wire, "theirs")
		k.register(m)
		scansAny(t, m, inUUID, inUUID.wire, value(k.typ(), vectors.U))
		scansNot(t, m, inUUID, null, value(k.typ(), vectors.Other), "cannot scan NULL")
		col := arrayIn(1)[1]
		encodes(t, m, col, slice(k.typ(), 1), col.wire)
	})
}

// A codec of uuid[] that plans for no slices makes reading them an error.
func TestReplacedArray(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: noSlices{}})
		k.register(m)
		for _, src := range []string{null, "{}", "{{" + vectors.Text + "}}"} {
			for _, before := range []any{slice(k.typ(), 1), slice(k.typ(), 1, 1)} {
				got := ptr(before)
				if err := m.Scan(pgtype.UUIDArrayOID, textFormat, bytesOf(src), got); err == nil || !reflect.DeepEqual(got, ptr(before)) {
					t.Errorf("Scan(%q) into %T = %v, %v, want an error", src, got, got, err)
				}
			}
		}
	})
}

// noSlices is a codec for Go types of its own.
type noSlices struct{ theirs }

func (noSlices) PlanScan(*pgtype.Map, uint32, int16, any) pgtype.ScanPlan { return nil }

// theirs is what another package may have registered.
type theirs struct{ pgtype.UUIDCodec }

func (theirs) DecodeValue(*pgtype.Map, uint32, int16, []byte) (any, error) { return "theirs", nil }

// Of a NULL that fits no destination, as in "select null", pgx tries its types in
// random order, those in the Map first: Register's json and jsonb are among them,
// and make an error of it. A NULL of the right type is as it was.
func TestUntypedNull(t *testing.T) {
	const tries = 50
	for _, tt := range []struct {
		oid uint32 // of a type that fits
		dst func() any
	}{
		{pgtype.Int4ArrayOID, func() any { return new(pgtype.Array[int32]) }},
		{pgtype.Int4rangeOID, func() any { return new(pgtype.Range[int32]) }},
		{pgtype.InetOID, func() any { return new(netip.Addr) }},
		{pgtype.CIDROID, func() any { return new(netip.Prefix) }},
	} {
		var read, readRegistered int
		for range tries {
			if pgtype.NewMap().Scan(pgtype.TextOID, textFormat, nil, tt.dst()) == nil {
				read++
			}
			m := pgtype.NewMap()
			pgxtype.Register[uuid.UUID](m)
			if m.Scan(pgtype.TextOID, textFormat, nil, tt.dst()) == nil {
				readRegistered++
			}
			p := reflect.New(reflect.TypeOf(tt.dst())).Interface()
			for _, null := range []struct {
				oid uint32
				dst any
			}{{tt.oid, tt.dst()}, {pgtype.TextOID, p}} {
				if err := m.Scan(null.oid, textFormat, nil, null.dst); err != nil {
					t.Fatalf("Scan NULL of type %d into %T after Register: %v", null.oid, null.dst, err)
				}
			}
		}
		if read == 0 || readRegistered > 0 {
			t.Errorf("Scan of an untyped NULL into %T worked %d times of %d before Register and %d times after it: change the documentation",
				tt.dst(), read, tries, readRegistered)
		}
	}
}
