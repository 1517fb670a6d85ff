package pgxtype_test

import (
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// A kind is a UUID type T under test: what only generic code can say of it.
type kind struct {
	register      func(*pgtype.Map)
	registerRange func(m *pgtype.Map, name, multirangeName string) error
	one           []reflect.Type // T, *T, sql.Null[T], uuid.NullUUID, the NullUUID of T's package
	arrays        []arrayOf
	ranges        []rangeOf
	pairs         []any // structs of a T and a *T: one with NULL, one without
	ragged        []any // slices that are no arrays
	valuer        any   // a slice of T that is a driver.Valuer
}

var kinds = []kind{
	newKind[vectors.Plain](),
	newKind[vectors.Std](),
	withNull[vectors.NullUUID](newKind[vectors.Google]()),
	newKind[vectors.Gofrs](),
	newKind[[16]byte](),
	newKind[uuid.UUID](),
}

func newKind[T ~[16]byte]() kind {
	return kind{
		register:      pgxtype.Register[T],
		registerRange: pgxtype.RegisterRange[T],
		one: []reflect.Type{
			reflect.TypeFor[T](), reflect.TypeFor[*T](), reflect.TypeFor[sql.Null[T]](), reflect.TypeFor[uuid.NullUUID](),
		},
		arrays: append(arraysOf[T](), namedArraysOf[T]()...),
		ranges: rangesOf[T](),
		pairs:  []any{pair[T]{A: T(vectors.U)}, pair[T]{T(vectors.U), vectors.Ptr(T(vectors.Other))}},
		ragged: []any{
			[][]T{{{}}, {}}, [][]T{{}, {{}}}, [][]T{nil, {{}}}, [][]T{{{}}, {}, {{}}}, [][]*T{{nil}, {nil, nil}},
			[][][]T{{{{}}}, {}}, [][][]T{{{{}}}, {{}}}, [][][]T{{{}}, {{{}}}}, []namedLine[T]{{{}, {}, {}}, {{}, {}}},
		},
		valuer: valuer[T]{T(vectors.U)},
	}
}

// withNull adds N, the nullable type of the UUID's package.
func withNull[N any](k kind) kind {
	k.one = append(k.one, reflect.TypeFor[N]())
	k.arrays = append(k.arrays, of[N]()...)
	return k
}

func (k kind) typ() reflect.Type { return k.one[0] }

// newMap returns a Map with k and all others side by side, k registered last.
func (k kind) newMap() *pgtype.Map {
	m := newMap()
	k.register(m)
	return m
}

// newMap returns a Map with all kinds side by side.
func newMap() *pgtype.Map {
	m := pgtype.NewMap()
	for _, k := range kinds {
		k.register(m)
	}
	return m
}

// each runs the test for each kind.
func each(t *testing.T, test func(t *testing.T, k kind, m *pgtype.Map)) {
	for _, k := range kinds {
		t.Run(k.typ().String(), func(t *testing.T) { test(t, k, k.newMap()) })
	}
}

// put makes v hold u, or NULL if u is nil. v is a T, an sql.Null[T], a NullUUID,
// or a pointer to any of them.
func put(v reflect.Value, u *uuid.UUID) {
	v.SetZero()
	switch {
	case u == nil:
	case v.Kind() == reflect.Array:
		v.Set(reflect.ValueOf(*u).Convert(v.Type()))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		put(v.Elem(), u)
	default:
		put(v.Field(0), u)
		v.FieldByName("Valid").SetBool(true)
	}
}

// value returns a typ that holds u.
func value(typ reflect.Type, u uuid.UUID) any {
	v := reflect.New(typ).Elem()
	put(v, &u)
	return v.Interface()
}

func zero(typ reflect.Type) any { return reflect.Zero(typ).Interface() }

// ptr returns a pointer to a copy of v.
func ptr(v any) any {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface()
}

// fill returns a typ with these dimensions that holds id(0), id(1) and so on. typ is
// a slice of any name or depth, a pgtype.FlatArray or a pgtype.Array.
func fill(typ reflect.Type, dims ...int) any {
	n := 0
	next := func(v reflect.Value) {
		u := id(n)
		put(v, &u)
		n++
	}
	var slices func(v reflect.Value, dims []int)
	slices = func(v reflect.Value, dims []int) {
		if len(dims) == 0 {
			next(v)
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), dims[0], dims[0]))
		for i := range dims[0] {
			slices(v.Index(i), dims[1:])
		}
	}
	p := reflect.New(typ)
	if typ.Kind() != reflect.Struct {
		slices(p.Elem(), dims)
	} else {
		size, lengths := 1, []pgtype.ArrayDimension(nil)
		for _, d := range dims {
			size *= d
			lengths = append(lengths, pgtype.ArrayDimension{Length: int32(d), LowerBound: 1})
		}
		array := p.Interface().(pgtype.ArraySetter)
		array.SetDimensions(lengths)
		for i := range size {
			next(reflect.ValueOf(array.ScanIndex(i)).Elem())
		}
	}
	return p.Elem().Interface()
}

// slice returns a slice of slices of elem with these dimensions, which holds id(0),
// id(1) and so on.
func slice(elem reflect.Type, dims ...int) any {
	for range dims {
		elem = reflect.SliceOf(elem)
	}
	return fill(elem, dims...)
}

// id returns the nth of many UUIDs. No byte of it is that of the next.
func id(n int) (u uuid.UUID) {
	for i := range u {
		u[i] = byte(n*16 + i)
	}
	return u
}

// ids returns the array with these dimensions of id(0), id(1) and so on, in
// both formats. It asks neither pgx nor pgxtype.
func ids(dims ...int) (text, bin string) {
	n := 1
	b := binary.BigEndian.AppendUint32(nil, uint32(len(dims)))
	b = binary.BigEndian.AppendUint32(b, 0)
	b = binary.BigEndian.AppendUint32(b, pgtype.UUIDOID)
	for _, d := range dims {
		n *= d
		b = binary.BigEndian.AppendUint32(b, uint32(d))
		b = binary.BigEndian.AppendUint32(b, 1)
	}
	for i := range n {
		b = binary.BigEndian.AppendUint32(b, 16)
		u := id(i)
		b = append(b, u[:]...)
	}
	i := 0
	var write func(dims []int) string
	write = func(dims []int) string {
		var elems []string
		for range dims[0] {
			if len(dims) > 1 {
				elems = append(elems, write(dims[1:]))
			} else {
				elems = append(elems, id(i).String())
				i++
			}
		}
		return "{" + strings.Join(elems, ",") + "}"
	}
	return write(dims), string(b)
}

// A column is a type and a format, and what U looks like there.
type column struct {
	name   string
	oid    uint32
	format int16
	wire   string
}

const (
	textFormat   = pgtype.TextFormatCode
	binaryFormat = pgtype.BinaryFormatCode
)

var (
	inUUID      = column{"uuid", pgtype.UUIDOID, binaryFormat, string(vectors.U[:])}
	inUUIDText  = column{"uuid", pgtype.UUIDOID, textFormat, vectors.Text}
	inArray     = column{"uuid[]", pgtype.UUIDArrayOID, binaryFormat, ""}
	inArrayText = column{"uuid[]", pgtype.UUIDArrayOID, textFormat, ""}
	inJSON      = column{"json", pgtype.JSONOID, textFormat, `"` + vectors.Text + `"`}
	noOID       = column{"", 0, textFormat, vectors.Text}
	unknownOID  = column{"unknown", 987654, textFormat, vectors.Text}

	columns = []column{
		inUUID,
		inUUIDText,
		{"text", pgtype.TextOID, binaryFormat, vectors.Text},
		{"text", pgtype.TextOID, textFormat, vectors.Text},
		{"varchar", pgtype.VarcharOID, binaryFormat, vectors.Text},
		{"varchar", pgtype.VarcharOID, textFormat, vectors.Text},
		{"bpchar", pgtype.BPCharOID, binaryFormat, vectors.Text},
		{"bpchar", pgtype.BPCharOID, textFormat, vectors.Text},
		{"json", pgtype.JSONOID, binaryFormat, `"` + vectors.Text + `"`},
		inJSON,
		{"jsonb", pgtype.JSONBOID, binaryFormat, "\x01" + `"` + vectors.Text + `"`},
		{"jsonb", pgtype.JSONBOID, textFormat, `"` + vectors.Text + `"`},
		{"bytea", pgtype.ByteaOID, binaryFormat, string(vectors.U[:])},
		{"bytea", pgtype.ByteaOID, textFormat, `\x` + hex.EncodeToString(vectors.U[:])},
	}
)

func (c column) String() string {
	return fmt.Sprintf("%s (OID %d) in format %d", c.name, c.oid, c.format)
}

func (c column) isJSON() bool { return strings.HasPrefix(c.name, "json") }

// version is what jsonb has in binary before the JSON.
func (c column) version() string {
	if strings.HasPrefix(c.wire, "\x01") {
		return c.wire[:1]
	}
	return ""
}

// arrayIn returns the array of ids with these dimensions in uuid[], in both formats.
func arrayIn(dims ...int) []column {
	text, bin := inArrayText, inArray
	text.wire, bin.wire = ids(dims...)
	return []column{text, bin}
}

func encodes(t *testing.T, m *pgtype.Map, col column, v any, want string) {
	t.Helper()
	got, err := m.Encode(col.oid, col.format, v, []byte("before "))
	if err != nil || string(got) != "before "+want {
		t.Errorf("%v: Encode(%T) = %q, %v, want %q", col, v, got, err, "before "+want)
	}
}

// encodesNull asks the plan, too: Map.Encode keeps nil pointers from it.
func encodesNull(t *testing.T, m *pgtype.Map, col column, v any) {
	t.Helper()
	if got, err := m.Encode(col.oid, col.format, v, []byte("before")); err != nil || got != nil {
		t.Errorf("%v: Encode(%#v) = %q, %v, want NULL", col, v, got, err)
	}
	if got, err := m.PlanEncode(col.oid, col.format, v).Encode(v, []byte("before")); err != nil || got != nil {
		t.Errorf("%v: the plan's Encode(%#v) = %q, %v, want NULL", col, v, got, err)
	}
}

func encodesNot(t *testing.T, m *pgtype.Map, col column, v any, want string) {
	t.Helper()
	if got, err := m.Encode(col.oid, col.format, v, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v: Encode(%T) = %.64q, %v, want an error with %q", col, v, got, err, want)
	}
}

// null is the src of scans that is no text.
const null = "NULL, not text"

func bytesOf(src string) []byte {
	if src == null {
		return nil
	}
	return []byte(src)
}

// scans checks that src makes want of before.
func scans(t *testing.T, m *pgtype.Map, col column, src string, before, want any) {
	t.Helper()
	dst := ptr(before)
	err := m.Scan(col.oid, col.format, bytesOf(src), dst)
	if got := reflect.ValueOf(dst).Elem().Interface(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: Scan(%.64q) into %T = %#v, %v, want %#v", col, src, dst, got, err, want)
	}
}

// scansAny checks that src makes want of an any.
func scansAny(t *testing.T, m *pgtype.Map, col column, src string, want any) {
	t.Helper()
	got := any("before")
	if err := m.Scan(col.oid, col.format, bytesOf(src), &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: Scan(%.64q) into any = %#v, %v, want %#v", col, src, got, err, want)
	}
}

// scansNot checks that src is an error of ours with want in it, and changes nothing.
func scansNot(t *testing.T, m *pgtype.Map, col column, src string, before any, want string) {
	t.Helper()
	dst := ptr(before)
	was, _ := json.Marshal(dst)
	err := m.Scan(col.oid, col.format, bytesOf(src), dst)
	prefix := "pgxtype: scan " + longName(dst) + ": "
	if err == nil {
		t.Errorf("%v: Scan(%.64q) into %T: no error", col, src, dst)
	} else if ofProgram := strings.Contains(err.Error(), "use a slice"); errors.Is(err, uuid.ErrInvalid) == ofProgram {
		t.Errorf("%v: Scan(%.64q) into %T: %v; is uuid.ErrInvalid: %v, want %v", col, src, dst, err, ofProgram, !ofProgram)
	} else if s := err.Error(); !strings.HasPrefix(s, prefix) || !strings.Contains(s, want) || len(s) > 450 {
		t.Errorf("%v: Scan(%.64q) into %T: error of %d bytes: %.200s, want %s…%s", col, src, dst, len(s), s, prefix, want)
	}
	if is, _ := json.Marshal(dst); string(is) != string(was) {
		t.Errorf("%v: Scan(%.64q) changed %T from %s to %s", col, src, dst, was, is)
	}
}

// scansNil checks that a nil *typ is an error: pgx plans through nil pointers.
func scansNil(t *testing.T, m *pgtype.Map, col column, typ reflect.Type) {
	t.Helper()
	dst := zero(reflect.PointerTo(typ))
	if err := m.PlanScan(col.oid, col.format, dst).Scan([]byte(col.wire), dst); err == nil || !strings.Contains(err.Error(), "nil pointer") {
		t.Errorf("%v: Scan into a nil %T: error %v", col, dst, err)
	}
}

// longName returns the type of v as errors name it, with the path of its package.
func longName(v any) string {
	name := fmt.Sprintf("%T", v)
	bare := strings.TrimLeft(name, "*[]")
	for short, path := range map[string]string{
		"vectors.":      "github.com/uuidkit/uuidkit/internal/vectors.",
		"uuid.":         "github.com/uuidkit/uuidkit/uuid.",
		"pgxtype_test.": "github.com/uuidkit/uuidkit/pgxtype_test.",
		"sql.":          "database/sql.",
	} {
		if rest, ok := strings.CutPrefix(bare, short); ok {
			return strings.TrimSuffix(name, bare) + path + rest
		}
	}
	return name
}
