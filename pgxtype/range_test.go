package pgxtype_test

import (
	"bytes"
	"database/sql"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// A rangeOf is a range of T, or a multirange, and its text.
type rangeOf struct {
	name  string // of its PostgreSQL type
	value any
	text  string
}

func rangesOf[T ~[16]byte]() []rangeOf {
	a, b := T(vectors.U), T(vectors.Other)
	bounds := pgtype.Range[T]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	half := pgtype.Range[*T]{Lower: &a, LowerType: pgtype.Exclusive, UpperType: pgtype.Unbounded, Valid: true}
	null := pgtype.Range[sql.Null[T]]{Lower: sql.Null[T]{V: a, Valid: true}, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	ours := pgtype.Range[uuid.NullUUID]{Upper: uuid.NullUUID{UUID: vectors.U, Valid: true}, LowerType: pgtype.Unbounded, UpperType: pgtype.Inclusive, Valid: true}
	text := "[" + vectors.Text + "," + vectors.Other.String() + ")"
	return []rangeOf{
		{"uuidrange", bounds, text},
		{"uuidrange", half, "(" + vectors.Text + ",)"},
		{"uuidrange", null, "[" + vectors.Text + ",)"},
		{"uuidrange", ours, "(," + vectors.Text + "]"},
		{"uuidmultirange", pgtype.Multirange[pgtype.Range[T]]{bounds, bounds}, "{" + text + "," + text + "}"},
		{"uuidmultirange", pgtype.Multirange[pgtype.Range[*T]]{half}, "{(" + vectors.Text + ",)}"},
	}
}

type pair[T ~[16]byte] struct {
	A T
	B *T
}

// loadTypes adds to m what LoadType makes of a server's types.
func loadTypes(m *pgtype.Map) {
	base, _ := m.TypeForOID(pgtype.UUIDOID)
	text, _ := m.TypeForOID(pgtype.TextOID)
	number, _ := m.TypeForOID(pgtype.Int4OID)
	id := &pgtype.Type{Name: "id", OID: 70004, Codec: base.Codec}
	rng := &pgtype.Type{Name: "uuidrange", OID: 70001, Codec: &pgtype.RangeCodec{ElementType: base}}
	m.RegisterTypes([]*pgtype.Type{
		rng,
		{Name: "uuidmultirange", OID: 70002, Codec: &pgtype.MultirangeCodec{ElementType: rng}},
		{Name: "numbers", OID: 70003, Codec: &pgtype.RangeCodec{ElementType: number}},
		id,
		{Name: "idrange", OID: 70005, Codec: &pgtype.RangeCodec{ElementType: id}},
		{Name: "words", OID: 70006, Codec: &pgtype.RangeCodec{ElementType: text}},
		{Name: "pair", OID: 70007, Codec: &pgtype.CompositeCodec{Fields: []pgtype.CompositeCodecField{{Name: "a", Type: base}, {Name: "b", Type: base}}}},
	})
}

// Ranges, multiranges and composites of uuid need no RegisterRange where pgx knows
// the type.
func TestDerived(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		loadTypes(m)
		values := append([]rangeOf{
			{"pair", k.pairs[0], "(" + vectors.Text + ",)"},
			{"pair", k.pairs[1], "(" + vectors.Text + "," + vectors.Other.String() + ")"},
		}, k.ranges...)
		for _, v := range values {
			typ, _ := m.TypeForName(v.name)
			inText, inBinary := column{v.name, typ.OID, textFormat, ""}, column{v.name, typ.OID, binaryFormat, ""}
			before := zero(reflect.TypeOf(v.value))
			if v.name == "pair" {
				before = k.pairs[1] // NULL has to remove what is there
			}
			bin, err := m.Encode(typ.OID, binaryFormat, v.value, nil)
			if err != nil || !bytes.Contains(bin, vectors.U[:]) {
				t.Errorf("%v: Encode(%T) = %q, %v", inBinary, v.value, bin, err)
			}
			encodes(t, m, inText, v.value, v.text)
			scans(t, m, inText, v.text, before, v.value)
			scans(t, m, inBinary, string(bin), before, v.value)
		}
		nothing := reflect.ValueOf(ptr(k.ranges[1].value)).Elem() // a pgtype.Range[*T]
		nothing.FieldByName("Lower").SetZero()
		encodesNot(t, m, column{"uuidrange", 70001, binaryFormat, ""}, nothing.Interface(), "")
	})
}

func TestRegisterRange(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		loadTypes(m)
		without := func(when, name string) {
			t.Helper()
			for _, v := range k.ranges {
				if v.name != name {
					continue
				}
				if got, err := m.Encode(0, textFormat, v.value, nil); err == nil {
					t.Errorf("Encode(OID 0, %T) %s = %q, want an error", v.value, when, got)
				}
			}
		}
		without("before RegisterRange", "uuidrange")
		without("before RegisterRange", "uuidmultirange")
		for _, tt := range []struct{ rng, multirange, want string }{
			{"nobody", "", `"nobody" has not been loaded`},
			{"nobody", "uuidmultirange", `"nobody" has not been loaded`},
			{"", "", `"" has not been loaded`},
			{"uuid", "", `"uuid" is not a range`},
			{"uuidmultirange", "", `"uuidmultirange" is not a range`},
			{"numbers", "", `"numbers" is a range of "int4"`},
			{"numbers", "nothing", `"numbers" is a range of "int4"`},
			{"words", "", `"words" is a range of "text"`},
			{"uuidrange", "nobody", `"nobody" has not been loaded`},
			{"uuidrange", "uuidrange", `"uuidrange" is not the multirange of "uuidrange"`},
			{"idrange", "uuidmultirange", `"uuidmultirange" is not the multirange of "idrange"`},
		} {
			err := k.registerRange(m, tt.rng, tt.multirange)
			if err == nil || !strings.HasPrefix(err.Error(), "pgxtype.RegisterRange: ") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("RegisterRange(%q, %q): error %v, want %s", tt.rng, tt.multirange, err, tt.want)
			}
		}
		without("after RegisterRange failed", "uuidrange")

		if err := k.registerRange(m, "uuidrange", ""); err != nil {
			t.Fatal(err)
		}
		without("without its name", "uuidmultirange")
		if err := k.registerRange(m, "uuidrange", "uuidmultirange"); err != nil {
			t.Fatal(err)
		}
		for _, v := range k.ranges {
			encodes(t, m, noOID, v.value, v.text)
			encodes(t, m, noOID, ptr(v.value), v.text)
		}
		if err := k.registerRange(m, "idrange", ""); err != nil {
			t.Errorf("RegisterRange of a domain over uuid: %v", err)
		}

		// Ranges that were loaded before Register hold pgx's own type.
		m = pgtype.NewMap()
		loadTypes(m)
		k.register(m)
		if err := k.registerRange(m, "uuidrange", ""); err != nil {
			t.Errorf("RegisterRange of what was loaded before Register: %v", err)
		}
	})
}

func TestRegisterRangeOfOtherType(t *testing.T) {
	m := newMap()
	loadTypes(m)
	const want = "for which github.com/uuidkit/uuidkit/pgxtype_test.speaker has not been registered"
	if err := pgxtype.RegisterRange[speaker](m, "uuidrange", ""); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("RegisterRange: error %v, want %q", err, want)
	}
}
