package pgxtype_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

type (
	namedLine[E any] []E
	namedGrid[E any] [][]E
	namedCube[E any] [][][]E
	lines[E any]     []namedLine[E]
	recursive        []recursive
	valuer[E any]    []E
)

func (valuer[E]) Value() (driver.Value, error) { return "{}", nil }

// An arrayOf is a Go type for uuid[] and dimensions to try it with.
type arrayOf struct {
	typ  reflect.Type
	dims []int
}

// value returns an a of id(0), id(1) and so on.
func (a arrayOf) value() any { return fill(a.typ, a.dims...) }

// withNull returns an a whose last element is NULL, and the text that this had. It
// returns false if a has several dimensions, or elements that cannot be NULL.
func (a arrayOf) withNull() (array any, last string, ok bool) {
	v := reflect.ValueOf(ptr(a.value())).Elem()
	elems := v
	if v.Kind() == reflect.Struct {
		elems = v.FieldByName("Elements")
	}
	e := elems.Index(elems.Len() - 1)
	if len(a.dims) > 1 || e.Kind() == reflect.Array {
		return nil, "", false
	}
	e.SetZero()
	return v.Interface(), id(elems.Len() - 1).String(), true
}

func arraysOf[T ~[16]byte]() []arrayOf {
	var all []arrayOf
	for _, of := range [][]arrayOf{of[T](), of[*T](), of[sql.Null[T]](), of[uuid.NullUUID]()} {
		all = append(all, of...)
	}
	return all
}

func of[E any]() []arrayOf {
	line, grid, cube := reflect.TypeFor[[]E](), reflect.TypeFor[[][]E](), reflect.TypeFor[[][][]E]()
	return []arrayOf{
		{line, []int{1}},
		{line, []int{15}},
		{reflect.TypeFor[pgtype.FlatArray[E]](), []int{5}},
		{reflect.TypeFor[pgtype.Array[E]](), []int{2}},
		{reflect.TypeFor[pgtype.Array[E]](), []int{3, 2}},
		{grid, []int{1, 1}},
		{grid, []int{3, 5}},
		{grid, []int{5, 3}},
		{cube, []int{1, 1, 1}},
		{cube, []int{2, 2, 2}},
		{cube, []int{2, 3, 2}},
		{cube, []int{1, 2, 7}},
	}
}

// Slices of any name and depth. pgx alone keeps names, but from three dimensions
// on its slices have elements twice.
func namedArraysOf[T ~[16]byte]() []arrayOf {
	return []arrayOf{
		{reflect.TypeFor[uuid.UUIDs](), []int{7}},
		{reflect.TypeFor[namedLine[T]](), []int{4}},
		{reflect.TypeFor[namedLine[*T]](), []int{4}},
		{reflect.TypeFor[namedGrid[T]](), []int{2, 3}},
		{reflect.TypeFor[namedGrid[*T]](), []int{2, 3}},
		{reflect.TypeFor[[]namedLine[T]](), []int{4, 3}},
		{reflect.TypeFor[lines[T]](), []int{4, 3}},
		{reflect.TypeFor[namedCube[T]](), []int{2, 2, 2}},
		{reflect.TypeFor[namedCube[*T]](), []int{2, 3, 2}},
		{reflect.TypeFor[[][]namedLine[T]](), []int{2, 2, 3}},
		{reflect.TypeFor[[]lines[T]](), []int{2, 2, 3}},
		{reflect.TypeFor[[][][][]T](), []int{1, 1, 2, 1}},
		{reflect.TypeFor[[][][][][][]*T](), []int{1, 1, 1, 2, 1, 2}},
	}
}

const emptyBinary = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0b\x86"

func TestArrays(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, a := range k.arrays {
			testArray(t, m, a)
		}
		for _, elem := range k.one {
			for _, dims := range [][]int{{0}, {0, 0}, {2, 0}, {0, 0, 0}, {1, 1, 0}, {1, 0, 0}} {
				encodes(t, m, inArray, slice(elem, dims...), emptyBinary)
				encodes(t, m, inArrayText, slice(elem, dims...), "{}")
			}
			// Who appends to a row must not write into the next.
			dst := reflect.ValueOf(ptr(slice(elem, 0, 0)))
			text, _ := ids(2, 3)
			if err := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte(text), dst.Interface()); err != nil || dst.Elem().Index(0).Cap() != 3 {
				t.Errorf("Scan into %v: %v, or a row of 3 has another capacity", dst.Type(), err)
			}
		}
	})
}

func testArray(t *testing.T, m *pgtype.Map, a arrayOf) {
	t.Helper()
	for _, col := range arrayIn(a.dims...) {
		encodes(t, m, col, a.value(), col.wire)
		encodes(t, m, col, ptr(a.value()), col.wire)
		encodesNull(t, m, col, zero(a.typ))
		encodesNull(t, m, col, ptr(zero(a.typ)))
		scans(t, m, col, col.wire, zero(a.typ), a.value())
		scans(t, m, col, col.wire, zero(reflect.PointerTo(a.typ)), ptr(a.value()))
		scans(t, m, col, null, a.value(), zero(a.typ))
		if array, _, ok := a.withNull(); ok {
			src, err := m.Encode(col.oid, col.format, array, nil)
			if want := map[int16]string{textFormat: "NULL}", binaryFormat: "\xff\xff\xff\xff"}[col.format]; err != nil || !bytes.HasSuffix(src, []byte(want)) {
				t.Errorf("%v: Encode(%T) = %q, %v, want NULL at its end", col, array, src, err)
			}
			scans(t, m, col, string(src), zero(a.typ), array)
		}
		if a.typ.PkgPath() == "github.com/jackc/pgx/v5/pgtype" {
			continue // pgx itself fills these, one element after the other
		}
		empty, bad := "{}", strings.Replace(col.wire, "}", ",x}", 1)
		if col.format == binaryFormat {
			empty, bad = emptyBinary, col.wire[:len(col.wire)-1]
		}
		scans(t, m, col, empty, a.value(), reflect.MakeSlice(a.typ, 0, 0).Interface())
		scansNot(t, m, col, bad, a.value(), "")
		scansNil(t, m, col, a.typ)
	}
}

func TestArrayNulls(t *testing.T) {
	const text = "{{00010203-0405-0607-0809-0a0b0c0d0e0f,NULL}}"
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, elem := range k.one[1:] {
			v := reflect.ValueOf(slice(elem, 1, 2))
			v.Index(0).Index(1).SetZero()
			encodes(t, m, inArrayText, v.Interface(), text)
			scans(t, m, inArrayText, text, zero(v.Type()), v.Interface())
			bin, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, v.Interface(), nil)
			if err != nil {
				t.Errorf("Encode(%v) in binary: %v", v.Type(), err)
			}
			scans(t, m, inArray, string(bin), zero(v.Type()), v.Interface())
		}
	})
}

// pgx calls the Value method of a nil pointer behind another pointer, and of one
// whose type has it on the pointer.
func TestNilValuers(t *testing.T) {
	m := newMap()
	pgxtype.Register[pointerValuer](m)
	for _, v := range []any{
		[]*vectors.Google{nil}, [][]*uuid.UUID{{nil}}, []sql.Null[vectors.Gofrs]{{}}, []uuid.NullUUID{{}}, []*pointerValuer{nil},
	} {
		for _, oid := range []uint32{pgtype.UUIDArrayOID, pgtype.NameArrayOID} { // whose elements are pgx's affair
			for _, format := range []int16{textFormat, binaryFormat} {
				got, err := m.Encode(oid, format, v, nil)
				if err != nil || !bytes.Contains(got, []byte("NULL")) && !bytes.HasSuffix(got, []byte("\xff\xff\xff\xff")) {
					t.Errorf("Encode(OID %d, %T of NULL) in format %d = %q, %v", oid, v, format, got, err)
				}
			}
		}
	}
}

// TestNilValuer shows what docs/postgresql.md says of a method Value on the pointer: pgx calls it, and no codec.
func TestNilValuer(t *testing.T) {
	m := newMap()
	pgxtype.Register[pointerValuer](m)
	if got, err := m.Encode(pgtype.UUIDOID, binaryFormat, sql.Null[pointerValuer]{}, nil); got != nil || err != nil {
		t.Errorf("sql.Null: got %q, %v, want NULL", got, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("pgx does not call Value on a nil pointer any more: change the documentation")
		}
	}()
	m.Encode(pgtype.UUIDOID, binaryFormat, (*pointerValuer)(nil), nil)
}

type pointerValuer [16]byte

func (v *pointerValuer) Value() (driver.Value, error) { return string(v[:]), nil }

func TestArrayRejects(t *testing.T) {
	const text = vectors.Text
	_, two := ids(2)
	_, square := ids(2, 2)
	elem := func(n int) string { return "\x00\x00\x00" + string(rune(n)) + string(vectors.Bytes(n)) }
	dims := func(elems string, lengths ...int32) string {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(lengths)))
		b = append(b, two[4:12]...)
		for _, n := range lengths {
			b = binary.BigEndian.AppendUint32(b, uint32(n))
			b = binary.BigEndian.AppendUint32(b, 1)
		}
		return string(b) + elems
	}
	four := square[28:]
	// The destinations are []T, []*T, []sql.Null[T], []NullUUID, [][]T and [][][]T.
	const line, grid, cube, end = 0, 4, 5, 6
	rows := []struct {
		name     string
		col      column
		src      string
		from, to int // destinations
	}{
		{"NULL element", inArrayText, "{" + text + ",NULL}", line, 1},
		{"NULL element", inArray, two[:20] + elem(16) + "\xff\xff\xff\xff", line, 1},
		{"NULL element", inArrayText, "{{" + text + ",NULL}}", grid, cube},
		{"NULL element", inArrayText, "{{{" + text + ",NULL}}}", cube, end},
		{"bad element", inArrayText, "{" + text + ",x}", line, end},
		{"bad element", inArrayText, "{" + text + "," + badText[0] + "}", line, end},
		{"short element", inArray, two[:20] + elem(15) + elem(16), line, end},
		{"long element", inArray, two[:20] + elem(17) + elem(16), line, end},
		{"elements of 15 and 17 bytes", inArray, two[:20] + elem(15) + elem(17), line, end},
		{"no dimensions", inArray, "\x00\x00\x00\x00" + two[4:], line, end},
		{"twice the dimensions", inArray, "\x00\x00\x00\x02" + two[4:], line, end},
		{"another length", inArray, two[:15] + "\x03" + two[16:], line, end},
		{"cut off", inArrayText, "{" + text + "," + text, line, end},
		{"other end", inArrayText, "{" + text + "," + text + ",", line, end},
		{"other beginning", inArrayText, "(" + text + "," + text + "}", line, end},
		{"other separator", inArrayText, "{" + text + ";" + text + "}", line, end},
		{"cut off", inArray, two[:len(two)-1], line, end},
		{"too long", inArray, two + "\x00", line, end},
		{"no header", inArray, two[:7], line, end},
		{"nothing", inArray, "", line, end},
		{"nothing", inArrayText, "", line, end},
		{"no braces", inArrayText, text, line, end},
		{"one dimension", inArray, two, grid, end},
		{"one dimension", inArrayText, "{" + text + "}", grid, end},
		{"two dimensions", inArray, square, cube, end},
		{"three dimensions", inArrayText, "{{{" + text + "}}}", grid, cube},
		{"impossible grid", inArray, dims(four, -2, -2), grid, end},
		{"impossible grid", inArray, dims(four, 1<<30, 1<<30), grid, end},
		{"impossible cube", inArray, dims(four, -1, 2, -2), grid, end},
		{"impossible cube", inArray, dims(four, -2, -2, 1), grid, end},
		{"impossible cube", inArray, dims("", 1<<30, 1<<30, 16), line, end}, // 2⁶⁴ elements
		{"impossible line", inArray, dims("", -1), line, end},
		{"impossible line", inArray, dims("", -2, 3), line, end},
		{"impossible line", inArray, dims(four, -2, -2), line, end},
		{"ragged", inArrayText, "{{" + text + "},{" + text + "," + text + "}}", grid, end},
	}
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		before := []arrayOf{
			{reflect.SliceOf(k.one[0]), []int{1}}, {reflect.SliceOf(k.one[1]), []int{1}}, {reflect.SliceOf(k.one[2]), []int{1}}, {reflect.SliceOf(k.one[3]), []int{1}},
			{reflect.TypeOf(slice(k.typ(), 1, 1)), []int{1, 1}}, {reflect.TypeOf(slice(k.typ(), 1, 1, 1)), []int{1, 1, 1}},
		}
		for _, row := range rows {
			for _, a := range before[row.from:row.to] {
				t.Run(row.name, func(t *testing.T) { scansNot(t, m, row.col, row.src, a.value(), "") })
			}
		}
		for _, v := range k.ragged {
			encodesNot(t, m, inArray, v, "rows of")
			encodesNot(t, m, inArrayText, v, "rows of")
		}
	})
}

// A slice that is none of UUIDs is pgx's affair, even if it is one of itself. One
// that has a Value method is what that says.
func TestOtherSlices(t *testing.T) {
	m := newMap()
	encodesNot(t, m, noOID, recursive{nil}, "")
	if err := m.Scan(pgtype.UUIDOID, textFormat, []byte(vectors.Text), new(recursive)); err == nil {
		t.Errorf("Scan into a %T: no error", new(recursive))
	}
	encodes(t, m, inJSON, [][][][]int{{{{1}}}}, "[[[[1]]]]")
	encodes(t, m, inArrayText, sqlx.Array[uuid.UUID]{vectors.U}, "{"+vectors.Text+"}")
	for _, k := range kinds {
		encodes(t, m, inArrayText, k.valuer, "{}")
	}
}

func TestTextArrays(t *testing.T) {
	text, _ := ids(2, 2)
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, oid := range []uint32{pgtype.TextArrayOID, pgtype.VarcharArrayOID, pgtype.BPCharArrayOID} {
			inText, inBinary := column{"text[]", oid, textFormat, text}, column{"text[]", oid, binaryFormat, ""}
			v := slice(k.typ(), 2, 2)
			encodes(t, m, inText, v, text)
			scans(t, m, inText, text, slice(k.typ(), 1, 1), v)
			bin, err := m.Encode(oid, binaryFormat, v, nil)
			if err != nil || !bytes.Contains(bin, []byte(id(3).String())) {
				t.Errorf("%v: Encode(%T) = %q, %v", inBinary, v, bin, err)
			}
			scans(t, m, inBinary, string(bin), slice(k.typ(), 1, 1), v)
			for _, src := range []string{"{NULL}", `{""}`, "{x}"} {
				scansNot(t, m, inText, src, slice(k.typ(), 1), "")
			}
		}
	})
}

// pgx keeps its plans by the type of its wrapper, which is one for all slices:
// what was written first must not decide how the next is.
func TestPlansAreApart(t *testing.T) {
	for _, k := range kinds {
		values := []any{slice(k.typ(), 8), slice(k.typ(), 2, 4), slice(k.typ(), 2, 2, 2), slice(k.one[1], 8)}
		dims := [][]int{{8}, {2, 4}, {2, 2, 2}, {8}}
		for first := range values {
			m := newMap()
			for i := range values {
				at := (first + i) % len(values)
				_, bin := ids(dims[at]...)
				encodes(t, m, inArray, values[at], bin)
			}
		}
	}
}

// An array is no UUID: not in text, where the array of one is a UUID in braces to
// many a Scan method, and not where it is NULL, which google's takes for nothing.
func TestArrayIntoOne(t *testing.T) {
	oneText, oneBinary := ids(1)
	_, two := ids(2)
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, tt := range []struct {
			col  column
			srcs []string
		}{
			{inArrayText, []string{oneText, "{}", "{NULL}", "{{" + vectors.Text + "}}", vectors.Text, null}},
			{inArray, []string{oneBinary, two, string(vectors.U[:]), null}},
		} {
			for _, typ := range k.one {
				encodesNot(t, m, tt.col, value(typ, vectors.U), "uuid[]")
				for _, src := range tt.srcs {
					scansNot(t, m, tt.col, src, value(typ, vectors.Other), "the column is a uuid[]")
				}
			}
		}
	})
}

// A lower bound is where PostgreSQL counts from, and nothing to Go. A slice of
// one dimension takes any, as pgx does it for all types.
func TestLowerBounds(t *testing.T) {
	gridText, gridBinary := ids(2, 3)
	grid := []byte(gridBinary)
	grid[12+7], grid[12+15] = 0, 7
	lineText, lineBinary := ids(3)
	line := []byte(lineBinary)
	line[12+7] = 200
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, tt := range []struct {
			col  column
			src  string
			want any
		}{
			{inArrayText, "[0:1][7:9]=" + gridText, slice(k.typ(), 2, 3)},
			{inArray, string(grid), slice(k.typ(), 2, 3)},
			{inArrayText, "[5:7]=" + lineText, slice(k.typ(), 3)},
			{inArray, string(line), slice(k.typ(), 3)},
			{inArrayText, "[0:1][7:9]=" + gridText, slice(k.typ(), 6)},
			{inArray, string(grid), slice(k.typ(), 6)},
		} {
			scans(t, m, tt.col, tt.src, zero(reflect.TypeOf(tt.want)), tt.want)
		}
	})
}

// A header that promises more than there is must not make anybody reserve it.
func TestHugeArrays(t *testing.T) {
	m := newMap()
	_, bin := ids(1)
	for _, dims := range [][]uint32{{1 << 31}, {1<<31 - 1}, {1 << 24}, {1 << 16, 1 << 16}, {1 << 21, 1 << 21, 1 << 21}, {1 << 31, 2}} {
		src := binary.BigEndian.AppendUint32(nil, uint32(len(dims)))
		src = append(src, bin[4:12]...)
		for _, n := range dims {
			src = binary.BigEndian.AppendUint32(src, n)
			src = binary.BigEndian.AppendUint32(src, 1)
		}
		src = append(src, bin[20:]...)
		text := fmt.Sprintf("[1:%d]={%s}", dims[0], vectors.Text)
		for _, before := range []any{[]uuid.UUID{vectors.U}, []*uuid.UUID{nil}, [][]uuid.UUID{{vectors.U}}, [][][]uuid.UUID{{{vectors.U}}}} {
			var a, b runtime.MemStats
			runtime.ReadMemStats(&a)
			scansNot(t, m, inArray, string(src), before, "")
			scansNot(t, m, inArrayText, text, before, "")
			runtime.ReadMemStats(&b)
			if n := b.TotalAlloc - a.TotalAlloc; n > 1<<16 {
				t.Errorf("Scan of an array of %v into a %T: %d bytes reserved", dims, before, n)
			}
		}
	}
}

// COPY has to write text in binary, and must not lose its dimensions.
func TestArrayLiterals(t *testing.T) {
	m := newMap()
	for _, dims := range [][]int{{1}, {5}, {2, 3}, {2, 1, 2}} {
		text, bin := ids(dims...)
		encodes(t, m, inArray, text, bin)
		encodes(t, m, inArray, []byte(text), bin)
		encodes(t, m, inArrayText, text, text)
		encodes(t, m, inArray, pgtype.Text{String: text, Valid: true}, bin) // as what a driver.Valuer gives
	}
	_, bin := ids(2)
	text := "[0:2]={" + id(0).String() + ",NULL," + id(1).String() + "}"
	encodes(t, m, inArray, text, bin[:4]+"\x00\x00\x00\x01"+bin[8:12]+"\x00\x00\x00\x03\x00\x00\x00\x00"+bin[20:40]+"\xff\xff\xff\xff"+bin[40:])
	for _, bad := range append([]string{"{" + badText[0] + "}", text[:len(text)-1], "NULL", vectors.Text}, badText...) {
		encodesNot(t, m, inArray, bad, "")
		encodesNot(t, m, inArray, []byte(bad), "")
	}
	encodesNull(t, m, inArray, ptr([]byte(nil)))
}

// Arrays whose elements are text keep their dimensions, too.
func TestArraysOfText(t *testing.T) {
	m := newMap()
	a, b := id(0).String(), id(1).String()
	_, bin := ids(2, 1)
	for _, v := range []any{
		[][]string{{a}, {b}},
		[][]*string{{&a}, {&b}},
		[][]any{{a}, {id(1)}},
		[][]pgtype.Text{{{String: a, Valid: true}}, {{String: b, Valid: true}}},
		pgtype.Array[string]{Elements: []string{a, b}, Dims: []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}, {Length: 1, LowerBound: 1}}, Valid: true},
	} {
		encodes(t, m, inArray, v, bin)
	}
	for _, bad := range badText {
		encodesNot(t, m, inArray, []string{bad}, "")
		encodesNot(t, m, inUUID, bad, "")
	}
}
