package pgxtype_test

import (
	"bytes"
	"database/sql"
	"encoding/hex"
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

const (
	textFormat   = pgtype.TextFormatCode
	binaryFormat = pgtype.BinaryFormatCode
)

// newMap returns a Map with all types of this test side by side.
func newMap() *pgtype.Map {
	m := pgtype.NewMap()
	for _, typ := range types {
		typ.register(m)
	}
	return m
}

// A suite holds the tests of one type, a value of on[T].
type suite interface {
	name() string
	register(m *pgtype.Map)
	scalars(t *testing.T)
	nulls(t *testing.T)
	rejects(t *testing.T)
	nilPointers(t *testing.T)
	bytea(t *testing.T)
	unknownOID(t *testing.T)
	intoAny(t *testing.T)
	domains(t *testing.T)
	derived(t *testing.T)
	arrays(t *testing.T)
	arrayNulls(t *testing.T)
	arrayRejects(t *testing.T)
	arrayIntoOne(t *testing.T)
	lowerBounds(t *testing.T)
	jsonArrays(t *testing.T)
	ranges(t *testing.T)
	replaced(t *testing.T)
	namedArrays(t *testing.T)
	textArrays(t *testing.T)
	memo(t *testing.T)
	allocs(t *testing.T)
}

type on[T ~[16]byte] struct{}

var types = []suite{
	on[vectors.Plain]{},
	on[vectors.Std]{},
	on[vectors.Google]{},
	on[vectors.Gofrs]{},
	on[[16]byte]{},
	on[uuid.UUID]{},
}

func (on[T]) name() string           { return fmt.Sprintf("%T", T{}) }
func (on[T]) register(m *pgtype.Map) { pgxtype.Register[T](m) }

// longName returns the type of v as errors name it, with the path of its package.
func longName(v any) string {
	name := fmt.Sprintf("%T", v)
	prefix := name[:strings.LastIndexAny(name[:strings.IndexByte(name+".", '.')], "*]")+1]
	for short, path := range map[string]string{
		"vectors.": "github.com/uuidkit/uuidkit/internal/vectors.",
		"uuid.":    "github.com/uuidkit/uuidkit/uuid.",
		"sql.":     "database/sql.",
	} {
		if rest, ok := strings.CutPrefix(name[len(prefix):], short); ok {
			return prefix + path + rest
		}
	}
	return name
}

func each(t *testing.T, test func(suite, *testing.T)) {
	for _, typ := range types {
		t.Run(typ.name(), func(t *testing.T) { test(typ, t) })
	}
}

func TestScalars(t *testing.T)       { each(t, suite.scalars) }
func TestNulls(t *testing.T)         { each(t, suite.nulls) }
func TestRejects(t *testing.T)       { each(t, suite.rejects) }
func TestNilPointers(t *testing.T)   { each(t, suite.nilPointers) }
func TestBytea(t *testing.T)         { each(t, suite.bytea) }
func TestUnknownOID(t *testing.T)    { each(t, suite.unknownOID) }
func TestAny(t *testing.T)           { each(t, suite.intoAny) }
func TestDomains(t *testing.T)       { each(t, suite.domains) }
func TestDerived(t *testing.T)       { each(t, suite.derived) }
func TestArrays(t *testing.T)        { each(t, suite.arrays) }
func TestArrayNulls(t *testing.T)    { each(t, suite.arrayNulls) }
func TestArrayRejects(t *testing.T)  { each(t, suite.arrayRejects) }
func TestArrayIntoOne(t *testing.T)  { each(t, suite.arrayIntoOne) }
func TestLowerBounds(t *testing.T)   { each(t, suite.lowerBounds) }
func TestJSONArrays(t *testing.T)    { each(t, suite.jsonArrays) }
func TestRegisterRange(t *testing.T) { each(t, suite.ranges) }
func TestReplaced(t *testing.T)      { each(t, suite.replaced) }
func TestNamedArrays(t *testing.T)   { each(t, suite.namedArrays) }
func TestTextArrays(t *testing.T)    { each(t, suite.textArrays) }
func TestMemo(t *testing.T)          { each(t, suite.memo) }
func TestAllocs(t *testing.T)        { each(t, suite.allocs) }

// A column is a type and a format, and what U looks like there.
type column struct {
	name   string
	oid    uint32
	format int16
	wire   string
}

var columns = []column{
	{"uuid", pgtype.UUIDOID, binaryFormat, string(vectors.U[:])},
	{"uuid", pgtype.UUIDOID, textFormat, vectors.Text},
	{"text", pgtype.TextOID, binaryFormat, vectors.Text},
	{"text", pgtype.TextOID, textFormat, vectors.Text},
	{"varchar", pgtype.VarcharOID, binaryFormat, vectors.Text},
	{"varchar", pgtype.VarcharOID, textFormat, vectors.Text},
	{"bpchar", pgtype.BPCharOID, binaryFormat, vectors.Text},
	{"bpchar", pgtype.BPCharOID, textFormat, vectors.Text},
	{"json", pgtype.JSONOID, binaryFormat, `"` + vectors.Text + `"`},
	{"json", pgtype.JSONOID, textFormat, `"` + vectors.Text + `"`},
	{"jsonb", pgtype.JSONBOID, binaryFormat, "\x01" + `"` + vectors.Text + `"`},
	{"jsonb", pgtype.JSONBOID, textFormat, `"` + vectors.Text + `"`},
}

func (c column) String() string {
	return fmt.Sprintf("%s in format %d", c.name, c.format)
}

// targets are pointers to all shapes of T, holding v.
func targets[T ~[16]byte](v uuid.UUID) []any {
	x := T(v)
	p := &x
	return []any{
		vectors.Ptr(T(v)), &p,
		&sql.Null[T]{V: T(v), Valid: true},
		&uuid.NullUUID{UUID: v, Valid: true},
	}
}

func (on[T]) scalars(t *testing.T) {
	m := newMap()
	p := vectors.Ptr(T(vectors.U))
	null := sql.Null[T]{V: T(vectors.U), Valid: true}
	ours := uuid.NullUUID{UUID: vectors.U, Valid: true}
	for _, col := range columns {
		for _, v := range []any{T(vectors.U), p, &p, null, &null, ours, &ours} {
			got, err := m.Encode(col.oid, col.format, v, []byte("before "))
			if want := "before " + col.wire; err != nil || string(got) != want {
				t.Errorf("%v: Encode(%T) = %q, %v, want %q", col, v, got, err, want)
			}
		}
		want := targets[T](vectors.U)
		for i, dst := range targets[T](vectors.Other) {
			if err := m.Scan(col.oid, col.format, []byte(col.wire), dst); err != nil {
				t.Errorf("%v: Scan into %T: %v", col, dst, err)
			}
			if !reflect.DeepEqual(dst, want[i]) {
				t.Errorf("%v: Scan into %T gave %v, want %v", col, dst, dst, want[i])
			}
		}
	}
	for _, s := range vectors.All {
		u := uuid.MustParse(s)
		for _, col := range []struct {
			format int16
			wire   string
		}{{binaryFormat, string(u[:])}, {textFormat, s}} {
			got, err := m.Encode(pgtype.UUIDOID, col.format, T(u), nil)
			if err != nil || string(got) != col.wire {
				t.Errorf("Encode(%v) = %q, %v, want %q", s, got, err, col.wire)
			}
			var v T
			if err := m.Scan(pgtype.UUIDOID, col.format, []byte(col.wire), &v); err != nil || v != T(u) {
				t.Errorf("Scan(%q) = %v, %v, want %v", col.wire, v, err, u)
			}
		}
	}
	// A json column keeps blanks and escapes.
	var v T
	escaped := " \"\\u0030" + vectors.Text[1:] + "\"\n"
	if err := m.Scan(pgtype.JSONOID, textFormat, []byte(escaped), &v); err != nil || v != T(vectors.U) {
		t.Errorf("Scan(%s) = %v, %v, want %v", escaped, v, err, vectors.U)
	}
}

func (on[T]) nulls(t *testing.T) {
	m := newMap()
	var p *T
	for _, col := range columns {
		for _, v := range []any{p, &p, (**T)(nil), sql.Null[T]{}, &sql.Null[T]{}, (*sql.Null[T])(nil), uuid.NullUUID{}, &uuid.NullUUID{}, (*uuid.NullUUID)(nil)} {
			if got, err := m.Encode(col.oid, col.format, v, []byte("before")); err != nil || got != nil {
				t.Errorf("%v: Encode(%T null) = %q, %v, want nil", col, v, got, err)
			}
			// Map.Encode keeps nil pointers from the plan.
			if got, err := m.PlanEncode(col.oid, col.format, v).Encode(v, []byte("before")); err != nil || got != nil {
				t.Errorf("%v: the plan's Encode(%T null) = %q, %v, want nil", col, v, got, err)
			}
		}
		srcs := [][]byte{nil}
		switch col.wire {
		case `"` + vectors.Text + `"`:
			srcs = append(srcs, []byte("null"))
		case "\x01" + `"` + vectors.Text + `"`:
			srcs = append(srcs, []byte("\x01null"))
		}
		for _, src := range srcs {
			dst := targets[T](vectors.Other)
			if err := m.Scan(col.oid, col.format, src, dst[0]); err == nil || !strings.Contains(err.Error(), "cannot scan NULL") {
				t.Errorf("%v: Scan(%q) into %T: error %v, want cannot scan NULL", col, src, dst[0], err)
			}
			if got := *dst[0].(*T); got != T(vectors.Other) {
				t.Errorf("%v: Scan(%q) into %T changed it to %v", col, src, dst[0], got)
			}
			for i, want := range []any{new(*T), &sql.Null[T]{}, &uuid.NullUUID{}} {
				dst := dst[i+1]
				if err := m.Scan(col.oid, col.format, src, dst); err != nil || !reflect.DeepEqual(dst, want) {
					t.Errorf("%v: Scan(%q) into %T = %v, %v, want null", col, src, dst, dst, err)
				}
			}
		}
	}
}

// badText is no UUID, though pgx takes the first for one.
var badText = []string{
	strings.ReplaceAll(vectors.Text, "-", "+"),
	"",
	"x",
	vectors.Text[1:],
	vectors.Text + "0",
	"g" + vectors.Text[1:],
	string(vectors.U[:]),
	strings.Repeat("0", 10_000),
}

func (on[T]) rejects(t *testing.T) {
	m := newMap()
	for _, col := range columns {
		var srcs []string
		switch col.wire[:1] {
		case vectors.Text[:1]:
			srcs = badText
		case `"`:
			srcs = []string{"", "{}", "1", "true", vectors.Text, `"`, `""`, `"` + vectors.Text, `["` + vectors.Text + `"]`}
			for _, s := range badText[:6] {
				srcs = append(srcs, `"`+s+`"`)
			}
		case "\x01":
			srcs = []string{"", "\x01", "\x01{}", "\x01" + vectors.Text, "\x02" + col.wire[1:], col.wire[1:]}
		default:
			for _, n := range vectors.BadLengths {
				srcs = append(srcs, string(vectors.Bytes(n)))
			}
			srcs = append(srcs, vectors.Text)
		}
		for _, src := range srcs {
			want := targets[T](vectors.Other)
			for i, dst := range targets[T](vectors.Other) {
				err := m.Scan(col.oid, col.format, []byte(src), dst)
				if err == nil {
					t.Errorf("%v: Scan(%.64q) into %T: no error", col, src, dst)
				} else if s := err.Error(); !strings.HasPrefix(s, fmt.Sprintf("pgxtype: scan %s: ", longName(dst))) || len(s) > 450 {
					t.Errorf("%v: Scan(%.64q) into %T: error of %d bytes: %.100s", col, src, dst, len(s), s)
				}
				if !reflect.DeepEqual(dst, want[i]) {
					t.Errorf("%v: Scan(%.64q) into %T changed it to %v", col, src, dst, dst)
				}
			}
		}
	}
}

// pgx plans through nil pointers: for what a pointer points to, for instance.
func (on[T]) nilPointers(t *testing.T) {
	m := newMap()
	for _, col := range columns {
		for _, dst := range []any{(*T)(nil), (**T)(nil), (*sql.Null[T])(nil), (*uuid.NullUUID)(nil)} {
			err := m.PlanScan(col.oid, col.format, dst).Scan([]byte(col.wire), dst)
			if err == nil || !strings.Contains(err.Error(), "nil pointer") {
				t.Errorf("%v: Scan into a nil %T: error %v", col, dst, err)
			}
		}
		if col.oid == pgtype.JSONOID || col.oid == pgtype.JSONBOID {
			continue // pgx's JSON codec follows further pointers by itself
		}
		var p **T
		if err := m.Scan(col.oid, col.format, []byte(col.wire), &p); err != nil || p == nil || *p == nil || **p != T(vectors.U) {
			t.Errorf("%v: Scan into %T: %v", col, &p, err)
		}
		if err := m.Scan(col.oid, col.format, nil, &p); err != nil || p != nil {
			t.Errorf("%v: Scan NULL into %T: %v, %v, want nil", col, &p, p, err)
		}
	}
	for _, dst := range []any{(*[]T)(nil), (*[][]T)(nil), (*[][][]T)(nil)} {
		err := m.PlanScan(pgtype.UUIDArrayOID, textFormat, dst).Scan([]byte("{"+vectors.Text+"}"), dst)
		if err == nil || !strings.Contains(err.Error(), "nil pointer") {
			t.Errorf("Scan into a nil %T: error %v", dst, err)
		}
	}
	var s *[]T
	if err := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte("{"+vectors.Text+"}"), &s); err != nil || len(*s) != 1 || (*s)[0] != T(vectors.U) {
		t.Errorf("Scan into %T: %v, %v", &s, s, err)
	}
}

func (on[T]) bytea(t *testing.T) {
	m := newMap()
	p := vectors.Ptr(T(vectors.U))
	for _, format := range []int16{textFormat, binaryFormat} {
		for _, v := range []any{
			T(vectors.U), p, &p, sql.Null[T]{V: *p, Valid: true}, uuid.NullUUID{UUID: vectors.U, Valid: true},
		} {
			got, err := m.Encode(pgtype.ByteaOID, format, v, nil)
			if err == nil || !strings.Contains(err.Error(), "sqlx.Binary") {
				t.Errorf("Encode(%T) into bytea in format %d = %q, %v, want an error that names sqlx.Binary", v, format, got, err)
			}
		}
		got, err := m.Encode(pgtype.ByteaArrayOID, format, []T{*p}, nil)
		if err == nil || !strings.Contains(err.Error(), "sqlx.Binary") {
			t.Errorf("Encode(%T) into bytea[] in format %d = %q, %v, want an error that names sqlx.Binary", []T{}, format, got, err)
		}
		if got, err := m.Encode(pgtype.ByteaOID, format, (*T)(nil), nil); err != nil || got != nil {
			t.Errorf("Encode(nil %T) into bytea = %q, %v, want NULL", p, got, err)
		}
	}
	for format, good := range []string{`\x` + hex.EncodeToString(vectors.U[:]), string(vectors.U[:])} {
		want := targets[T](vectors.U)
		for i, dst := range targets[T](vectors.Other) {
			if err := m.Scan(pgtype.ByteaOID, int16(format), []byte(good), dst); err != nil || !reflect.DeepEqual(dst, want[i]) {
				t.Errorf("Scan bytea in format %d into %T = %v, %v, want %v", format, dst, dst, err, want[i])
			}
		}
		bad := []string{"", "x", good + "00", good[1:], good[:len(good)-2], vectors.Text, `\x` + hex.EncodeToString([]byte(vectors.Text)), "00" + hex.EncodeToString(vectors.U[:])}
		for _, src := range append(bad, `\xg`+good[len(good)-min(len(good), 31):]) {
			want := targets[T](vectors.Other)
			for i, dst := range targets[T](vectors.Other) {
				if err := m.Scan(pgtype.ByteaOID, int16(format), []byte(src), dst); err == nil {
					t.Errorf("Scan(%q) as bytea in format %d into %T: no error", src, format, dst)
				}
				if !reflect.DeepEqual(dst, want[i]) {
					t.Errorf("Scan(%q) as bytea in format %d changed %T to %v", src, format, dst, dst)
				}
			}
		}
		v := T(vectors.Other)
		if err := m.Scan(pgtype.ByteaOID, int16(format), nil, &v); err == nil || v != T(vectors.Other) {
			t.Errorf("Scan NULL as bytea in format %d = %v, %v, want an error", format, v, err)
		}
	}
}

// Without an OID, in the exec and simple protocol modes and for domains that
// were not loaded, the Go type alone decides.
func (on[T]) unknownOID(t *testing.T) {
	m := newMap()
	p := vectors.Ptr(T(vectors.U))
	null := sql.Null[T]{V: *p, Valid: true}
	ours := uuid.NullUUID{UUID: vectors.U, Valid: true}
	const (
		text  = vectors.Text
		line  = "{" + text + "," + text + "}"
		holes = "{" + text + ",NULL}"
		grid  = "{{" + text + "},{" + text + "}}"
		cube  = "{{{" + text + "},{" + text + "}}}"
	)
	for _, tt := range []struct {
		value any
		want  string
	}{
		{*p, text}, {p, text}, {&p, text},
		{null, text}, {&null, text}, {ours, text}, {&ours, text},
		{[]T{*p, *p}, line}, {&[]T{*p, *p}, line}, {[]T{}, "{}"},
		{[]*T{p, nil}, holes}, {[]sql.Null[T]{null, {}}, holes}, {[]uuid.NullUUID{ours, {}}, holes},
		{[][]T{{*p}, {*p}}, grid}, {[][]*T{{p}, {p}}, grid}, {&[][]T{{*p}, {*p}}, grid},
		{[][][]T{{{*p}, {*p}}}, cube},
		{namedLine[T]{*p, *p}, line}, {&namedLine[*T]{p, nil}, holes}, {namedGrid[T]{{*p}, {*p}}, grid},
		{pgtype.FlatArray[T]{*p, *p}, line}, {pgtype.FlatArray[*T]{p, nil}, holes},
		{pgtype.Array[T]{Elements: []T{*p, *p}, Dims: []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}}, Valid: true}, line},
		{&pgtype.Array[*T]{Elements: []*T{p, nil}, Dims: []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}}, Valid: true}, holes},
	} {
		for _, oid := range []uint32{0, 987654} {
			got, err := m.Encode(oid, textFormat, tt.value, nil)
			if err != nil || string(got) != tt.want {
				t.Errorf("Encode(OID %d, %T) = %q, %v, want %q", oid, tt.value, got, err, tt.want)
			}
		}
	}
	// COPY into citext, and a record with a domain over uuid, are binary.
	if got, err := m.Encode(987654, binaryFormat, *p, nil); err != nil || string(got) != text {
		t.Errorf("Encode(OID 987654, %T) in binary = %q, %v, want %q", *p, got, err, text)
	}
	want := targets[T](vectors.U)
	for _, src := range []struct {
		format int16
		wire   string
	}{{textFormat, text}, {binaryFormat, text}, {binaryFormat, string(vectors.U[:])}} {
		for i, dst := range targets[T](vectors.Other) {
			if err := m.Scan(987654, src.format, []byte(src.wire), dst); err != nil || !reflect.DeepEqual(dst, want[i]) {
				t.Errorf("Scan(%q) of an unknown type into %T = %v, %v, want %v", src.wire, dst, dst, err, want[i])
			}
		}
	}
	// What database/sql needs for arrays before Go 1.27.
	var s []T
	if err := m.SQLScanner(&s).Scan(line); err != nil || !reflect.DeepEqual(s, []T{*p, *p}) {
		t.Errorf("SQLScanner.Scan(%q) = %v, %v", line, s, err)
	}
}

func (on[T]) intoAny(t *testing.T) {
	m := newMap()
	pgxtype.Register[T](m) // the last wins
	for format, src := range []string{vectors.Text, string(vectors.U[:])} {
		var got any
		err := m.Scan(pgtype.UUIDOID, int16(format), []byte(src), &got)
		if want := any(T(vectors.U)); err != nil || got != want {
			t.Errorf("Scan into any in format %d = %T(%v), %v, want %T", format, got, got, err, want)
		}
		for _, bad := range []string{"", src[1:], src + "0"} {
			if err := m.Scan(pgtype.UUIDOID, int16(format), []byte(bad), &got); err == nil || got != any(T(vectors.U)) {
				t.Errorf("Scan(%q) into any in format %d = %v, %v, want an error", bad, format, got, err)
			}
		}
		if err := m.Scan(pgtype.UUIDOID, int16(format), nil, &got); err != nil || got != nil {
			t.Errorf("Scan NULL into any in format %d = %v, %v, want nil", format, got, err)
		}
	}
	var got any
	err := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte("{"+vectors.Text+",NULL}"), &got)
	if want := []any{T(vectors.U), nil}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Scan uuid[] into any = %#v, %v, want %#v", got, err, want)
	}
	for _, tt := range []struct {
		oid uint32
		src string
	}{{pgtype.TextOID, vectors.Text}, {pgtype.VarcharOID, vectors.Text}, {pgtype.JSONBOID, `"` + vectors.Text + `"`}} {
		if err := m.Scan(tt.oid, textFormat, []byte(tt.src), &got); err != nil || got != vectors.Text {
			t.Errorf("Scan OID %d into any = %T(%v), %v, want a string", tt.oid, got, got, err)
		}
	}
}

// LoadType gives a domain the codec that its base type has at that time.
func (on[T]) domains(t *testing.T) {
	const oid = 70001
	m := pgtype.NewMap()
	pgxtype.Register[T](m)
	base, _ := m.TypeForOID(pgtype.UUIDOID)
	m.RegisterType(&pgtype.Type{Name: "id", OID: oid, Codec: base.Codec})
	got, err := m.Encode(oid, binaryFormat, T(vectors.U), nil)
	if err != nil || string(got) != string(vectors.U[:]) {
		t.Errorf("Encode as a domain = %q, %v", got, err)
	}
	var v any
	if err := m.Scan(oid, binaryFormat, vectors.U[:], &v); err != nil || v != any(T(vectors.U)) {
		t.Errorf("Scan a domain into any = %T(%v), %v", v, v, err)
	}

	m = pgtype.NewMap()
	base, _ = m.TypeForOID(pgtype.UUIDOID)
	m.RegisterType(&pgtype.Type{Name: "id", OID: oid, Codec: base.Codec})
	pgxtype.Register[T](m)
	if err := m.Scan(oid, binaryFormat, vectors.U[:], &v); err != nil || v != any([16]byte(vectors.U)) {
		t.Errorf("Scan a domain loaded before Register into any = %T(%v), %v: the documentation is out of date", v, v, err)
	}
}

// Ranges, multiranges and composites of uuid, as LoadType makes them.
func (on[T]) derived(t *testing.T) {
	const rangeOID, multiOID, pairOID = 70001, 70002, 70003
	m := newMap()
	base, _ := m.TypeForOID(pgtype.UUIDOID)
	rng := &pgtype.Type{Name: "uuidrange", OID: rangeOID, Codec: &pgtype.RangeCodec{ElementType: base}}
	m.RegisterType(rng)
	m.RegisterType(&pgtype.Type{Name: "uuidmultirange", OID: multiOID, Codec: &pgtype.MultirangeCodec{ElementType: rng}})
	m.RegisterType(&pgtype.Type{Name: "pair", OID: pairOID, Codec: &pgtype.CompositeCodec{Fields: []pgtype.CompositeCodecField{
		{Name: "a", Type: base}, {Name: "b", Type: base},
	}}})
	type pair struct {
		A T
		B *T
	}
	lower, upper := T(vectors.U), T(vectors.Other)
	bounds := pgtype.Range[T]{Lower: lower, Upper: upper, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	half := pgtype.Range[*T]{Lower: &lower, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	for _, tt := range []struct {
		oid      uint32
		value    any
		dst      any
		wantText string
	}{
		{rangeOID, bounds, new(pgtype.Range[T]), "[" + vectors.Text + "," + vectors.Other.String() + ")"},
		{rangeOID, half, new(pgtype.Range[*T]), "[" + vectors.Text + ",)"},
		{multiOID, pgtype.Multirange[pgtype.Range[T]]{bounds}, new(pgtype.Multirange[pgtype.Range[T]]), "{[" + vectors.Text + "," + vectors.Other.String() + ")}"},
		{pairOID, pair{A: lower}, &pair{B: &upper}, "(" + vectors.Text + ",)"},
	} {
		for _, format := range []int16{textFormat, binaryFormat} {
			wire, err := m.Encode(tt.oid, format, tt.value, nil)
			if err != nil || (format == textFormat && string(wire) != tt.wantText) || (format == binaryFormat && !bytes.Contains(wire, vectors.U[:])) {
				t.Errorf("Encode(%T) in format %d = %q, %v, want %s", tt.value, format, wire, err, tt.wantText)
			}
			err = m.Scan(tt.oid, format, wire, tt.dst)
			if got := reflect.ValueOf(tt.dst).Elem().Interface(); err != nil || !reflect.DeepEqual(got, tt.value) {
				t.Errorf("Scan into %T in format %d = %v, %v, want %v", tt.dst, format, got, err, tt.value)
			}
		}
	}
	r := pgtype.Range[*T]{Lower: nil, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	if got, err := m.Encode(rangeOID, binaryFormat, r, nil); err == nil {
		t.Errorf("Encode of a range from nil = %q, want an error", got)
	}
}

func TestUUIDs(t *testing.T) {
	m := newMap()
	value := uuid.UUIDs(line(7, id))
	text, bin := ids(7)
	for format, wire := range []string{text, bin} {
		for _, oid := range []uint32{0, pgtype.UUIDArrayOID} {
			if oid == 0 && format == binaryFormat {
				continue
			}
			got, err := m.Encode(oid, int16(format), value, nil)
			if err != nil || string(got) != wire {
				t.Errorf("Encode(OID %d, uuid.UUIDs) in format %d = %q, %v, want %q", oid, format, got, err, wire)
			}
		}
		dst := uuid.UUIDs{vectors.Other}
		if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(wire), &dst); err != nil || !reflect.DeepEqual(dst, value) {
			t.Errorf("Scan into uuid.UUIDs in format %d = %v, %v", format, dst, err)
		}
		if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(wire[:len(wire)-1]), &dst); err == nil || !reflect.DeepEqual(dst, value) {
			t.Errorf("Scan of a cut array into uuid.UUIDs in format %d = %v, %v, want an error", format, dst, err)
		}
	}
}

// Everything that is not registered goes to pgx's own codecs.
func TestOthers(t *testing.T) {
	m := pgtype.NewMap()
	pgxtype.Register[vectors.Plain](m)
	theirs := pgtype.UUID{Bytes: vectors.U, Valid: true}
	for _, v := range []any{theirs, vectors.U, vectors.Google(vectors.U), vectors.Std(vectors.U), [16]byte(vectors.U), vectors.U[:]} {
		got, err := m.Encode(pgtype.UUIDOID, binaryFormat, v, nil)
		if err != nil || string(got) != string(vectors.U[:]) {
			t.Errorf("Encode(%T) = %q, %v", v, got, err)
		}
	}
	for _, dst := range []any{new(pgtype.UUID), new(uuid.UUID), new(vectors.Google), new(vectors.Std), new([16]byte), new([]byte), new(string)} {
		if err := m.Scan(pgtype.UUIDOID, binaryFormat, vectors.U[:], dst); err != nil {
			t.Errorf("Scan into %T: %v", dst, err)
		}
	}
	var doc struct{ ID uuid.UUID }
	if err := m.Scan(pgtype.JSONBOID, textFormat, []byte(`{"ID":"`+vectors.Text+`"}`), &doc); err != nil || doc.ID != vectors.U {
		t.Errorf("Scan jsonb into a struct = %v, %v", doc, err)
	}
	if got, err := m.Encode(pgtype.JSONBOID, textFormat, doc, nil); err != nil || string(got) != `{"ID":"`+vectors.Text+`"}` {
		t.Errorf("Encode a struct as jsonb = %s, %v", got, err)
	}
	if got, err := m.Encode(pgtype.ByteaOID, binaryFormat, vectors.U[:], nil); err != nil || string(got) != string(vectors.U[:]) {
		t.Errorf("Encode bytes as bytea = %q, %v", got, err)
	}
}

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

func TestRegisterAgain(t *testing.T) {
	m := newMap()
	encoders, scanners := len(m.TryWrapEncodePlanFuncs), len(m.TryWrapScanPlanFuncs)
	for range 3 {
		for _, typ := range types {
			typ.register(m)
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
	for _, typ := range types {
		t.Run(typ.name(), typ.scalars)
	}
}

// A copy of a Map has the codecs only: Register completes it.
func TestCopy(t *testing.T) {
	m := newMap().Copy()
	v := []uuid.UUID{vectors.U}
	if got, err := m.Encode(0, textFormat, v, nil); err == nil {
		t.Errorf("Encode with a copied Map = %q: Map.Copy keeps default types now, the documentation is out of date", got)
	}
	pgxtype.Register[uuid.UUID](m)
	if got, err := m.Encode(0, textFormat, v, nil); err != nil || string(got) != "{"+vectors.Text+"}" {
		t.Errorf("Encode with a copied and registered Map = %q, %v", got, err)
	}
}

// A plan is for one type only, and says so.
func TestOtherType(t *testing.T) {
	m := newMap()
	for _, tt := range []struct {
		oid   uint32
		value any
	}{{pgtype.UUIDOID, vectors.U}, {pgtype.UUIDArrayOID, []uuid.UUID{vectors.U}}, {pgtype.UUIDArrayOID, [][]uuid.UUID{{vectors.U}}}, {pgtype.JSONOID, []uuid.UUID{vectors.U}}} {
		if got, err := m.PlanEncode(tt.oid, binaryFormat, tt.value).Encode(vectors.Text, nil); err == nil {
			t.Errorf("Encode(string) as a %T = %q, want an error", tt.value, got)
		}
		dst := reflect.New(reflect.TypeOf(tt.value)).Interface()
		src, err := m.Encode(tt.oid, binaryFormat, tt.value, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := "before"
		if err := m.PlanScan(tt.oid, binaryFormat, dst).Scan(src, &s); err == nil || s != "before" {
			t.Errorf("Scan into a string as a %T = %q, %v, want an error", dst, s, err)
		}
	}
	// Nor is there one for what can't be scanned into.
	for _, dst := range []any{nil, vectors.U, []uuid.UUID{vectors.U}, map[string]uuid.UUID{}, 1, "before"} {
		for _, oid := range []uint32{pgtype.UUIDOID, pgtype.UUIDArrayOID, pgtype.TextOID} {
			if err := m.PlanScan(oid, binaryFormat, dst).Scan(vectors.U[:], dst); err == nil {
				t.Errorf("Scan of type %d into a %T: no error", oid, dst)
			}
		}
	}
	if plan := m.PlanEncode(pgtype.UUIDArrayOID, binaryFormat, nil); plan != nil {
		t.Errorf("PlanEncode(nil) = %T, want none", plan)
	}
}

// A []T in JSON is what a T is, elementwise: strings, whatever methods T has.
func (on[T]) jsonArrays(t *testing.T) {
	m := newMap()
	value := line(3, func(i int) T { return T(id(i)) })
	array := fmt.Sprintf("[%q,%q,%q]", id(0), id(1), id(2))
	for _, col := range columns {
		if col.oid != pgtype.JSONOID && col.oid != pgtype.JSONBOID {
			continue
		}
		version := strings.TrimSuffix(col.wire, `"`+vectors.Text+`"`)
		for _, tt := range []struct {
			value []T
			want  string
		}{{value, array}, {value[:1], fmt.Sprintf("[%q]", id(0))}, {[]T{}, "[]"}} {
			for _, v := range []any{tt.value, &tt.value} {
				got, err := m.Encode(col.oid, col.format, v, []byte("before "))
				if want := "before " + version + tt.want; err != nil || string(got) != want {
					t.Errorf("%v: Encode(%T %[2]v) = %q, %v, want %q", col, v, got, err, want)
				}
			}
			dst, p := []T{T(vectors.Other)}, &[]T{T(vectors.Other)}
			if err := m.Scan(col.oid, col.format, []byte(version+tt.want), &dst); err != nil || !reflect.DeepEqual(dst, tt.value) {
				t.Errorf("%v: Scan(%s) = %v, %v, want %v", col, tt.want, dst, err, tt.value)
			}
			if err := m.Scan(col.oid, col.format, []byte(version+tt.want), &p); err != nil || !reflect.DeepEqual(p, &tt.value) {
				t.Errorf("%v: Scan(%s) into %T = %v, %v, want %v", col, tt.want, &p, p, err, tt.value)
			}
		}
		for _, v := range []any{[]T(nil), new([]T), (*[]T)(nil)} {
			if got, err := m.PlanEncode(col.oid, col.format, v).Encode(v, []byte("before")); err != nil || got != nil {
				t.Errorf("%v: Encode(%T nil) = %q, %v, want NULL", col, v, got, err)
			}
		}
		for _, null := range [][]byte{nil, []byte(version + "null")} {
			dst := []T{T(vectors.Other)}
			if err := m.Scan(col.oid, col.format, null, &dst); err != nil || dst != nil {
				t.Errorf("%v: Scan(%q) = %v, %v, want nil", col, null, dst, err)
			}
			p := &dst
			if err := m.Scan(col.oid, col.format, null, &p); err != nil || p != nil {
				t.Errorf("%v: Scan(%q) into %T = %v, %v, want nil", col, null, &p, p, err)
			}
		}
		for _, bad := range []string{
			"", "[", "{}", "1", `""`, `"` + vectors.Text + `"`, array + "]", `["x"]`, "[1]", `["` + badText[0] + `"]`,
			`[null]`, `["` + vectors.Text + `",null]`, "[" + array + "]", "[[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]]",
		} {
			dst := []T{T(vectors.Other)}
			err := m.Scan(col.oid, col.format, []byte(version+bad), &dst)
			if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("pgxtype: scan %s: ", longName(&dst))) || !reflect.DeepEqual(dst, []T{T(vectors.Other)}) {
				t.Errorf("%v: Scan(%s) = %v, %v, want an error", col, bad, dst, err)
			}
			p := &dst
			if err := m.Scan(col.oid, col.format, []byte(version+bad), &p); err == nil || p != &dst || !reflect.DeepEqual(dst, []T{T(vectors.Other)}) {
				t.Errorf("%v: Scan(%s) into %T = %v, %v, want an error", col, bad, &p, p, err)
			}
		}
		if version != "" {
			dst := []T{T(vectors.Other)}
			if err := m.Scan(col.oid, col.format, []byte("\x02"+array), &dst); err == nil || !reflect.DeepEqual(dst, []T{T(vectors.Other)}) {
				t.Errorf("%v of version 2: Scan = %v, %v, want an error", col, dst, err)
			}
		}
		for _, dst := range []any{(*[]T)(nil), (**[]T)(nil)} {
			if err := m.PlanScan(col.oid, col.format, dst).Scan([]byte(version+array), dst); err == nil || !strings.Contains(err.Error(), "nil pointer") {
				t.Errorf("%v: Scan into a nil %T: error %v", col, dst, err)
			}
		}
	}
}

// The names of slices are encoding/json's affair.
func TestJSONNames(t *testing.T) {
	m := newMap()
	got := uuid.UUIDs{vectors.Other}
	if err := m.Scan(pgtype.JSONOID, textFormat, []byte("[null]"), &got); err != nil || len(got) != 1 || got[0] != uuid.Nil() {
		t.Errorf("Scan of [null] into a %T = %v, %v: change the documentation", got, got, err)
	}
	named := namedLine[vectors.Plain]{{15: 1}}
	const numbers = "[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]]"
	if got, err := m.Encode(pgtype.JSONOID, textFormat, named, nil); err != nil || string(got) != numbers {
		t.Errorf("Encode(%T) = %s, %v: change the documentation", named, got, err)
	}
}

// newRangeMap is newMap with what a program loads from its server.
func newRangeMap() *pgtype.Map {
	m := newMap()
	base, _ := m.TypeForOID(pgtype.UUIDOID)
	number, _ := m.TypeForOID(pgtype.Int4OID)
	rng := &pgtype.Type{Name: "uuidrange", OID: 70001, Codec: &pgtype.RangeCodec{ElementType: base}}
	m.RegisterType(rng)
	m.RegisterType(&pgtype.Type{Name: "uuidmultirange", OID: 70002, Codec: &pgtype.MultirangeCodec{ElementType: rng}})
	m.RegisterType(&pgtype.Type{Name: "numbers", OID: 70003, Codec: &pgtype.RangeCodec{ElementType: number}})
	text, _ := m.TypeForOID(pgtype.TextOID)
	m.RegisterType(&pgtype.Type{Name: "words", OID: 70006, Codec: &pgtype.RangeCodec{ElementType: text}})
	m.RegisterType(&pgtype.Type{Name: "id", OID: 70004, Codec: base.Codec})
	m.RegisterType(&pgtype.Type{Name: "idrange", OID: 70005, Codec: &pgtype.RangeCodec{ElementType: &pgtype.Type{Name: "id", OID: 70004, Codec: base.Codec}}})
	return m
}

func (on[T]) ranges(t *testing.T) {
	m := newRangeMap()
	a, b := T(vectors.U), T(vectors.Other)
	bounds := pgtype.Range[T]{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	half := pgtype.Range[*T]{Lower: &a, LowerType: pgtype.Exclusive, UpperType: pgtype.Unbounded, Valid: true}
	null := pgtype.Range[sql.Null[T]]{Lower: sql.Null[T]{V: a, Valid: true}, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	ours := pgtype.Range[uuid.NullUUID]{Upper: uuid.NullUUID{UUID: vectors.U, Valid: true}, LowerType: pgtype.Unbounded, UpperType: pgtype.Inclusive, Valid: true}
	boundsText := "[" + vectors.Text + "," + vectors.Other.String() + ")"
	values := []struct {
		value any
		want  string
	}{
		{bounds, boundsText}, {&bounds, boundsText},
		{half, "(" + vectors.Text + ",)"}, {null, "[" + vectors.Text + ",)"}, {ours, "(," + vectors.Text + "]"},
		{pgtype.Multirange[pgtype.Range[T]]{bounds, bounds}, "{" + boundsText + "," + boundsText + "}"},
		{&pgtype.Multirange[pgtype.Range[*T]]{half}, "{(" + vectors.Text + ",)}"},
	}
	for _, tt := range values {
		if got, err := m.Encode(0, textFormat, tt.value, nil); err == nil {
			t.Errorf("Encode(OID 0, %T) before RegisterRange = %q, want an error", tt.value, got)
		}
	}
	for _, tt := range []struct{ rng, multirange, want string }{
		{"nobody", "", `"nobody" has not been loaded`},
		{"nobody", "uuidmultirange", `"nobody" has not been loaded`},
		{"numbers", "nothing", `"numbers" is a range of "int4"`},
		{"", "", `"" has not been loaded`},
		{"uuid", "", `"uuid" is not a range`},
		{"uuidmultirange", "", `"uuidmultirange" is not a range`},
		{"numbers", "", `"numbers" is a range of "int4"`},
		{"words", "", `"words" is a range of "text"`},
		{"uuidrange", "nobody", `"nobody" has not been loaded`},
		{"uuidrange", "uuidrange", `"uuidrange" is not the multirange of "uuidrange"`},
		{"idrange", "uuidmultirange", `"uuidmultirange" is not the multirange of "idrange"`},
	} {
		err := pgxtype.RegisterRange[T](m, tt.rng, tt.multirange)
		if err == nil || !strings.HasPrefix(err.Error(), "pgxtype.RegisterRange: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("RegisterRange(%q, %q): error %v, want %s", tt.rng, tt.multirange, err, tt.want)
		}
	}
	if got, err := m.Encode(0, textFormat, bounds, nil); err == nil {
		t.Errorf("Encode(OID 0, %T) after RegisterRange failed = %q, want an error", bounds, got)
	}
	type unknown [16]byte
	if err := pgxtype.RegisterRange[unknown](m, "uuidrange", ""); err == nil || !strings.Contains(err.Error(), "has not been registered") {
		t.Errorf("RegisterRange of a type that is not registered: error %v", err)
	}

	if err := pgxtype.RegisterRange[T](m, "uuidrange", ""); err != nil {
		t.Fatal(err)
	}
	if got, err := m.Encode(0, textFormat, pgtype.Multirange[pgtype.Range[T]]{bounds}, nil); err == nil {
		t.Errorf("Encode of a multirange that has no name = %q, want an error", got)
	}
	if err := pgxtype.RegisterRange[T](m, "uuidrange", "uuidmultirange"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range values {
		got, err := m.Encode(0, textFormat, tt.value, nil)
		if err != nil || string(got) != tt.want {
			t.Errorf("Encode(OID 0, %T) = %q, %v, want %q", tt.value, got, err, tt.want)
		}
	}
	if err := pgxtype.RegisterRange[T](m, "idrange", ""); err != nil {
		t.Errorf("RegisterRange of a domain over uuid: %v", err)
	}

	// Ranges that were loaded before Register hold pgx's own type.
	m = pgtype.NewMap()
	base, _ := m.TypeForOID(pgtype.UUIDOID)
	m.RegisterType(&pgtype.Type{Name: "uuidrange", OID: 70001, Codec: &pgtype.RangeCodec{ElementType: base}})
	pgxtype.Register[T](m)
	if err := pgxtype.RegisterRange[T](m, "uuidrange", ""); err != nil {
		t.Errorf("RegisterRange of what was loaded before Register: %v", err)
	}
}

// LoadTypes puts pgx's own codec of uuid[] back if what it loads has such a
// field. Arrays are slower then, and one of one element is a UUID in braces to
// those that have a Scan method, until Register is called again.
func TestArrayCodecReplaced(t *testing.T) {
	m := newMap()
	elem, _ := m.TypeForOID(pgtype.UUIDOID)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: elem}})
	testArrays(t, m, func(i int) uuid.UUID { return id(i) })
	testArrays(t, m, func(i int) vectors.Google { return vectors.Google(id(i)) })
	testArrays(t, m, func(i int) *vectors.Plain { return vectors.Ptr(vectors.Plain(id(i))) })

	one, _ := ids(1)
	v := vectors.Other
	if err := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte(one), &v); err != nil || v != id(0) {
		t.Errorf("Scan of %s into a %T = %v, %v: it is an error now, change the documentation", one, v, v, err)
	}
	pgxtype.Register[uuid.UUID](m)
	v = vectors.Other
	if err := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte(one), &v); err == nil || v != vectors.Other {
		t.Errorf("Scan of %s into a %T after Register = %v, %v, want an error", one, v, v, err)
	}
}

// A codec that replaces ours takes the type away from us; Register wraps it.
func (on[T]) replaced(t *testing.T) {
	m := newMap()
	m.RegisterType(&pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: theirs{}})
	var v any
	if err := m.Scan(pgtype.UUIDOID, binaryFormat, vectors.U[:], &v); err != nil || v != "theirs" {
		t.Errorf("Scan into any after another codec was registered = %T(%v), %v", v, v, err)
	}
	pgxtype.Register[T](m)
	if err := m.Scan(pgtype.UUIDOID, binaryFormat, vectors.U[:], &v); err != nil || v != any(T(vectors.U)) {
		t.Errorf("Scan into any after Register = %T(%v), %v", v, v, err)
	}
	dst := T(vectors.Other)
	if err := m.Scan(pgtype.UUIDOID, binaryFormat, nil, &dst); err == nil || dst != T(vectors.Other) {
		t.Errorf("Scan of NULL after Register = %v, %v, want an error", dst, err)
	}
	got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, []T{T(id(0))}, nil)
	if _, want := ids(1); err != nil || string(got) != want {
		t.Errorf("Encode of an array after Register = %q, %v, want %q", got, err, want)
	}
}

// theirs is what another package may have registered.
type theirs struct{ pgtype.UUIDCodec }

func (theirs) DecodeValue(*pgtype.Map, uint32, int16, []byte) (any, error) { return "theirs", nil }

// pgx asks these before the codec, wherever the format is text.
type speaker [16]byte

func (speaker) TextValue() (pgtype.Text, error) {
	return pgtype.Text{String: "spoken", Valid: true}, nil
}
func (s *speaker) ScanText(pgtype.Text) error { *s = speaker{1}; return nil }

func TestTextValuer(t *testing.T) {
	m := pgtype.NewMap()
	pgxtype.Register[speaker](m)
	if got, err := m.Encode(pgtype.UUIDOID, textFormat, speaker{}, nil); err != nil || string(got) != "spoken" {
		t.Errorf("Encode of a TextValuer = %q, %v: the documentation is out of date", got, err)
	}
	var v speaker
	if err := m.Scan(pgtype.UUIDOID, textFormat, []byte(vectors.Text), &v); err != nil || v != (speaker{1}) {
		t.Errorf("Scan into a TextScanner = %v, %v: the documentation is out of date", v, err)
	}
	if err := m.Scan(pgtype.UUIDOID, binaryFormat, vectors.U[:], &v); err != nil || v != speaker(vectors.U) {
		t.Errorf("Scan of the binary format = %v, %v, want %v", v, err, vectors.U)
	}
}
