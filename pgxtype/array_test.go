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

// id returns the nth of many UUIDs, none of which has a byte in common with
// the next.
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

func line[E any](n int, elem func(int) E) []E {
	s := make([]E, n)
	for i := range s {
		s[i] = elem(i)
	}
	return s
}

func grid[E any](rows, width int, elem func(int) E) [][]E {
	return line(rows, func(i int) []E {
		return line(width, func(j int) E { return elem(i*width + j) })
	})
}

func cube[E any](depth, height, width int, elem func(int) E) [][][]E {
	return line(depth, func(i int) [][]E {
		return grid(height, width, func(j int) E { return elem(i*height*width + j) })
	})
}

func (on[T]) arrays(t *testing.T) {
	m := newMap()
	testArrays(t, m, func(i int) T { return T(id(i)) })
	testArrays(t, m, func(i int) *T { return vectors.Ptr(T(id(i))) })
	testArrays(t, m, func(i int) sql.Null[T] { return sql.Null[T]{V: T(id(i)), Valid: true} })
	testArrays(t, m, func(i int) uuid.NullUUID { return uuid.NullUUID{UUID: id(i), Valid: true} })
}

func testArrays[E any](t *testing.T, m *pgtype.Map, elem func(int) E) {
	for _, tt := range []struct {
		value any
		dims  []int
	}{
		{line(1, elem), []int{1}},
		{line(15, elem), []int{15}},
		{pgtype.FlatArray[E](line(5, elem)), []int{5}},
		{pgtype.Array[E]{Elements: line(6, elem), Dims: []pgtype.ArrayDimension{{Length: 3, LowerBound: 1}, {Length: 2, LowerBound: 1}}, Valid: true}, []int{3, 2}},
		{grid(1, 1, elem), []int{1, 1}},
		{grid(3, 5, elem), []int{3, 5}},
		{grid(5, 3, elem), []int{5, 3}},
		{cube(1, 1, 1, elem), []int{1, 1, 1}},
		{cube(2, 2, 2, elem), []int{2, 2, 2}},
		{cube(2, 3, 2, elem), []int{2, 3, 2}},
		{cube(1, 2, 7, elem), []int{1, 2, 7}},
	} {
		text, bin := ids(tt.dims...)
		for format, wire := range []string{text, bin} {
			p := reflect.New(reflect.TypeOf(tt.value))
			p.Elem().Set(reflect.ValueOf(tt.value))
			for _, value := range []any{tt.value, p.Interface()} {
				got, err := m.Encode(pgtype.UUIDArrayOID, int16(format), value, []byte("before "))
				if err != nil || string(got) != "before "+wire {
					t.Errorf("Encode(%T of %v) in format %d = %q, %v, want %q", value, tt.dims, format, got, err, wire)
				}
			}
			dst := reflect.New(reflect.TypeOf(tt.value))
			err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(wire), dst.Interface())
			if got := dst.Elem().Interface(); err != nil || !reflect.DeepEqual(got, tt.value) {
				t.Errorf("Scan into %v of %v in format %d = %v, %v, want %v", dst.Type(), tt.dims, format, got, err, tt.value)
			}
		}
	}
	// Who appends to a row must not write into the next.
	rows := [][]E{nil}
	text, _ := ids(2, 3)
	if err := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte(text), &rows); err != nil || cap(rows[0]) != 3 {
		t.Errorf("Scan into %T: %v, a row of 3 has a capacity of %d", &rows, err, cap(rows[0]))
	}
	// Nothing, and no array at all.
	emptyBinary := "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0b\x86"
	for format, wire := range []string{"{}", emptyBinary} {
		for _, tt := range []struct{ value, dst, want any }{
			{[]E{}, &[]E{*new(E)}, &[]E{}},
			{[][]E{}, &[][]E{nil}, &[][]E{}},
			{[][]E{{}, {}}, &[][]E{nil}, &[][]E{}},
			{[][][]E{}, &[][][]E{nil}, &[][][]E{}},
			{[][][]E{{{}}}, &[][][]E{nil}, &[][][]E{}},
			{[][][]E{{}}, &[][][]E{nil}, &[][][]E{}},
		} {
			got, err := m.Encode(pgtype.UUIDArrayOID, int16(format), tt.value, nil)
			if err != nil || string(got) != wire {
				t.Errorf("Encode(%#v) in format %d = %q, %v, want %q", tt.value, format, got, err, wire)
			}
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(wire), tt.dst); err != nil || !reflect.DeepEqual(tt.dst, tt.want) {
				t.Errorf("Scan of an empty array into %T in format %d = %#v, %v", tt.dst, format, tt.dst, err)
			}
		}
		for _, tt := range []struct{ value, dst, want any }{
			{[]E(nil), &[]E{*new(E)}, new([]E)},
			{new([]E), &[]E{*new(E)}, new([]E)},
			{[][]E(nil), &[][]E{nil}, new([][]E)},
			{new([][]E), &[][]E{nil}, new([][]E)},
			{[][][]E(nil), &[][][]E{nil}, new([][][]E)},
			{new([][][]E), &[][][]E{nil}, new([][][]E)},
		} {
			if got, err := m.Encode(pgtype.UUIDArrayOID, int16(format), tt.value, nil); err != nil || got != nil {
				t.Errorf("Encode(%T nil) in format %d = %q, %v, want NULL", tt.value, format, got, err)
			}
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), nil, tt.dst); err != nil || !reflect.DeepEqual(tt.dst, tt.want) {
				t.Errorf("Scan of NULL into %T in format %d = %#v, %v", tt.dst, format, tt.dst, err)
			}
		}
	}
}

func (on[T]) arrayNulls(t *testing.T) {
	m := newMap()
	p := vectors.Ptr(T(id(0)))
	const text = "{{00010203-0405-0607-0809-0a0b0c0d0e0f,NULL}}"
	for _, tt := range []struct{ value, dst any }{
		{[][]*T{{p, nil}}, new([][]*T)},
		{[][]sql.Null[T]{{{V: *p, Valid: true}, {}}}, new([][]sql.Null[T])},
		{[][]uuid.NullUUID{{{UUID: id(0), Valid: true}, {}}}, new([][]uuid.NullUUID)},
	} {
		got, err := m.Encode(pgtype.UUIDArrayOID, textFormat, tt.value, nil)
		if err != nil || string(got) != text {
			t.Errorf("Encode(%T) = %s, %v, want %s", tt.value, got, err, text)
		}
		bin, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, tt.value, nil)
		if err != nil {
			t.Errorf("Encode(%T): %v", tt.value, err)
		}
		for format, src := range [][]byte{[]byte(text), bin} {
			err := m.Scan(pgtype.UUIDArrayOID, int16(format), src, tt.dst)
			if got := reflect.ValueOf(tt.dst).Elem().Interface(); err != nil || !reflect.DeepEqual(got, tt.value) {
				t.Errorf("Scan into %T in format %d = %v, %v, want %v", tt.dst, format, got, err, tt.value)
			}
		}
	}
}

// pgx calls the Value method of a nil pointer behind another pointer, and of one
// whose type has it on the pointer.
func TestNilValuers(t *testing.T) {
	m := newMap()
	pgxtype.Register[pointerValuer](m)
	for _, value := range []any{
		[]*vectors.Google{nil}, [][]*uuid.UUID{{nil}}, []sql.Null[vectors.Gofrs]{{}}, []uuid.NullUUID{{}}, []*pointerValuer{nil},
	} {
		for _, oid := range []uint32{pgtype.UUIDArrayOID, pgtype.NameArrayOID} { // whose elements are pgx's affair
			for _, format := range []int16{textFormat, binaryFormat} {
				got, err := m.Encode(oid, format, value, nil)
				if err != nil || !bytes.Contains(got, []byte("NULL")) && !bytes.HasSuffix(got, []byte("\xff\xff\xff\xff")) {
					t.Errorf("Encode(OID %d, %T of NULL) in format %d = %q, %v", oid, value, format, got, err)
				}
			}
		}
	}
}

type pointerValuer [16]byte

func (v *pointerValuer) Value() (driver.Value, error) { return string(v[:]), nil }

func (on[T]) arrayRejects(t *testing.T) {
	m := newMap()
	_, two := ids(2)
	_, square := ids(2, 2)
	nulls := two[:20] + "\x00\x00\x00\x10" + string(vectors.Bytes(16)) + "\xff\xff\xff\xff"
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
	everyDst := func() []any {
		return []any{
			&[]T{T(vectors.Other)}, &[]*T{vectors.Ptr(T(vectors.Other))}, &[]sql.Null[T]{{Valid: true}}, &[]uuid.NullUUID{{Valid: true}},
			&[][]T{{T(vectors.Other)}}, &[][][]T{{{T(vectors.Other)}}},
		}
	}
	for _, tt := range []struct {
		name   string
		format int16
		src    string
		dsts   []any
	}{
		{"NULL element", textFormat, "{" + vectors.Text + ",NULL}", everyDst()[:1]},
		{"NULL element", binaryFormat, nulls, everyDst()[:1]},
		{"NULL element", textFormat, "{{" + vectors.Text + ",NULL}}", everyDst()[4:5]},
		{"NULL element", textFormat, "{{{" + vectors.Text + ",NULL}}}", everyDst()[5:]},
		{"bad element", textFormat, "{" + vectors.Text + ",x}", everyDst()},
		{"bad element", textFormat, "{" + vectors.Text + "," + badText[0] + "}", everyDst()},
		{"short element", binaryFormat, two[:20] + "\x00\x00\x00\x0f" + string(vectors.Bytes(15)) + "\x00\x00\x00\x10" + string(vectors.Bytes(16)), everyDst()},
		{"long element", binaryFormat, two[:20] + "\x00\x00\x00\x11" + string(vectors.Bytes(17)) + "\x00\x00\x00\x10" + string(vectors.Bytes(16)), everyDst()},
		{"elements of 15 and 17 bytes", binaryFormat, two[:20] + "\x00\x00\x00\x0f" + string(vectors.Bytes(15)) + "\x00\x00\x00\x11" + string(vectors.Bytes(17)), everyDst()},
		{"no dimensions", binaryFormat, "\x00\x00\x00\x00" + two[4:], everyDst()},
		{"twice the dimensions", binaryFormat, "\x00\x00\x00\x02" + two[4:], everyDst()},
		{"another length", binaryFormat, two[:15] + "\x03" + two[16:], everyDst()},
		{"cut off", textFormat, "{" + vectors.Text + "," + vectors.Text, everyDst()},
		{"other end", textFormat, "{" + vectors.Text + "," + vectors.Text + ",", everyDst()},
		{"other beginning", textFormat, "(" + vectors.Text + "," + vectors.Text + "}", everyDst()},
		{"other separator", textFormat, "{" + vectors.Text + ";" + vectors.Text + "}", everyDst()},
		{"cut off", binaryFormat, two[:len(two)-1], everyDst()},
		{"too long", binaryFormat, two + "\x00", everyDst()},
		{"no header", binaryFormat, two[:7], everyDst()},
		{"nothing", binaryFormat, "", everyDst()},
		{"nothing", textFormat, "", everyDst()},
		{"no braces", textFormat, vectors.Text, everyDst()},
		{"one dimension", binaryFormat, two, everyDst()[4:]},
		{"one dimension", textFormat, "{" + vectors.Text + "}", everyDst()[4:]},
		{"two dimensions", binaryFormat, square, everyDst()[5:]},
		{"three dimensions", textFormat, "{{{" + vectors.Text + "}}}", everyDst()[4:5]},
		{"impossible grid", binaryFormat, dims(four, -2, -2), everyDst()[4:]},
		{"impossible grid", binaryFormat, dims(four, 1<<30, 1<<30), everyDst()[4:]},
		{"impossible cube", binaryFormat, dims(four, -1, 2, -2), everyDst()[4:]},
		{"impossible cube", binaryFormat, dims(four, -2, -2, 1), everyDst()[4:]},
		{"impossible cube", binaryFormat, dims("", 1<<30, 1<<30, 16), everyDst()}, // 2⁶⁴ elements
		{"impossible line", binaryFormat, dims("", -1), everyDst()},
		{"impossible line", binaryFormat, dims("", -2, 3), everyDst()},
		{"impossible line", binaryFormat, dims(four, -2, -2), everyDst()},
		{"ragged", textFormat, "{{" + vectors.Text + "},{" + vectors.Text + "," + vectors.Text + "}}", everyDst()[4:]},
	} {
		for _, dst := range tt.dsts {
			before := fmt.Sprintf("%#v", reflect.ValueOf(dst).Elem())
			if err := m.Scan(pgtype.UUIDArrayOID, tt.format, []byte(tt.src), dst); err == nil {
				t.Errorf("%s in format %d: Scan into %T: no error, got %v", tt.name, tt.format, dst, reflect.ValueOf(dst).Elem())
			} else if !strings.HasPrefix(err.Error(), fmt.Sprintf("pgxtype: scan %s: ", longName(dst))) {
				t.Errorf("%s in format %d: Scan into %T: error %q", tt.name, tt.format, dst, err)
			}
			if got := fmt.Sprintf("%#v", reflect.ValueOf(dst).Elem()); got != before {
				t.Errorf("%s in format %d: Scan into %T changed it to %s", tt.name, tt.format, dst, got)
			}
		}
	}
	for _, v := range []any{
		[][]T{{T(vectors.U)}, {}},
		[][]T{{}, {T(vectors.U)}},
		[][]T{nil, {T(vectors.U)}},
		[][]T{{T(vectors.U)}, {}, {T(vectors.U)}},
		[][]*T{{nil}, {nil, nil}},
		[][][]T{{{T(vectors.U)}}, {}},
		[][][]T{{{T(vectors.U)}}, {{}}},
		[][][]T{{{}}, {{T(vectors.U)}}},
	} {
		for _, format := range []int16{textFormat, binaryFormat} {
			got, err := m.Encode(pgtype.UUIDArrayOID, format, v, nil)
			if err == nil || !strings.Contains(err.Error(), "rows of") {
				t.Errorf("Encode(%v) in format %d = %q, %v, want an error about its rows", v, format, got, err)
			}
		}
	}
}

type (
	namedLine[E any] []E
	namedGrid[E any] [][]E
	namedCube[E any] [][][]E
	lines[E any]     []namedLine[E]
	recursive        []recursive
	valuer[E any]    []E
)

func (valuer[E]) Value() (driver.Value, error) { return "{}", nil }

// Slices of any name and depth. pgx alone keeps names, but from three dimensions
// on its slices have elements twice.
func (on[T]) namedArrays(t *testing.T) {
	m := newMap()
	elem := func(i int) T { return T(id(i)) }
	pointer := func(i int) *T { return vectors.Ptr(elem(i)) }
	rows := func(i int) namedLine[T] { return line(3, func(j int) T { return elem(i*3 + j) }) }
	for _, tt := range []struct {
		value any
		dims  []int
	}{
		{namedLine[T](line(4, elem)), []int{4}},
		{namedLine[*T](line(4, pointer)), []int{4}},
		{namedGrid[T](grid(2, 3, elem)), []int{2, 3}},
		{namedGrid[*T](grid(2, 3, pointer)), []int{2, 3}},
		{line(4, rows), []int{4, 3}},
		{lines[T](line(4, rows)), []int{4, 3}},
		{namedCube[T](cube(2, 2, 2, elem)), []int{2, 2, 2}},
		{namedCube[*T](cube(2, 3, 2, pointer)), []int{2, 3, 2}},
		{grid(2, 2, rows), []int{2, 2, 3}},
		{[][][][]T{cube(1, 2, 1, elem)}, []int{1, 1, 2, 1}},
		{[][][][][][]*T{{{cube(2, 1, 2, pointer)}}}, []int{1, 1, 1, 2, 1, 2}},
		{line(2, func(i int) lines[T] { return line(2, func(j int) namedLine[T] { return rows(i*2 + j) }) }), []int{2, 2, 3}},
	} {
		text, bin := ids(tt.dims...)
		typ := reflect.TypeOf(tt.value)
		for format, wire := range []string{text, bin} {
			got, err := m.Encode(pgtype.UUIDArrayOID, int16(format), tt.value, []byte("before "))
			if err != nil || string(got) != "before "+wire {
				t.Errorf("Encode(%T) in format %d = %q, %v, want %q", tt.value, format, got, err, wire)
			}
			dst := reflect.New(typ)
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(wire), dst.Interface()); err != nil || !reflect.DeepEqual(dst.Elem().Interface(), tt.value) {
				t.Errorf("Scan into %T in format %d = %v, %v, want %v", dst.Interface(), format, dst.Elem(), err, tt.value)
			}
			// What was there stays on error.
			bad := strings.Replace(wire, "}", ",x}", 1)
			if format == binaryFormat {
				bad = wire[:len(wire)-1]
			}
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(bad), dst.Interface()); err == nil || !reflect.DeepEqual(dst.Elem().Interface(), tt.value) {
				t.Errorf("Scan of %q into %T in format %d = %v, %v, want an error and no change", bad, dst.Interface(), format, dst.Elem(), err)
			}
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(wire), reflect.Zero(dst.Type()).Interface()); err == nil || !strings.Contains(err.Error(), "nil pointer") {
				t.Errorf("Scan into a nil %T: got %v", dst.Interface(), err)
			}
		}
		for format, empty := range []string{"{}", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0b\x86"} {
			dst := reflect.New(typ)
			dst.Elem().Set(reflect.ValueOf(tt.value))
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), []byte(empty), dst.Interface()); err != nil || dst.Elem().IsNil() || dst.Elem().Len() != 0 {
				t.Errorf("Scan of an empty array into %T = %v, %v", dst.Interface(), dst.Elem(), err)
			}
			if err := m.Scan(pgtype.UUIDArrayOID, int16(format), nil, dst.Interface()); err != nil || !dst.Elem().IsNil() {
				t.Errorf("Scan of NULL into %T = %v, %v", dst.Interface(), dst.Elem(), err)
			}
			if got, err := m.Encode(pgtype.UUIDArrayOID, int16(format), reflect.Zero(typ).Interface(), nil); err != nil || got != nil {
				t.Errorf("Encode(%T nil) = %q, %v, want NULL", tt.value, got, err)
			}
		}
	}
	if got, err := m.Encode(pgtype.UUIDArrayOID, textFormat, []namedLine[T]{rows(0), rows(0)[:2]}, nil); err == nil || !strings.Contains(err.Error(), "rows of") {
		t.Errorf("Encode(rows of 3 and 2) = %q, %v", got, err)
	}

	// A slice that is none of UUIDs is pgx's affair, even if it is one of itself.
	if got, err := m.Encode(0, textFormat, recursive{nil}, nil); err == nil {
		t.Errorf("Encode(%T) = %q, want an error", recursive{}, got)
	}
	if err := m.Scan(pgtype.UUIDOID, textFormat, []byte(vectors.Text), new(recursive)); err == nil {
		t.Errorf("Scan into a %T: no error", new(recursive))
	}
	if got, err := m.Encode(pgtype.JSONBOID, textFormat, [][][][]int{{{{1}}}}, nil); err != nil || string(got) != "[[[[1]]]]" {
		t.Errorf("Encode of JSON = %s, %v", got, err)
	}
	// A slice that has methods is what they say.
	if got, err := m.Encode(pgtype.UUIDArrayOID, textFormat, sqlx.Array[T]{elem(0), elem(1)}, nil); err != nil || string(got) != "{"+id(0).String()+","+id(1).String()+"}" {
		t.Errorf("Encode of a sqlx.Array = %s, %v", got, err)
	}
	if got, err := m.Encode(pgtype.UUIDArrayOID, textFormat, valuer[T]{elem(0)}, nil); err != nil || string(got) != "{}" {
		t.Errorf("Encode of a driver.Valuer = %s, %v, want what it says", got, err)
	}
}

func (on[T]) textArrays(t *testing.T) {
	m := newMap()
	text, _ := ids(2, 2)
	for _, oid := range []uint32{pgtype.TextArrayOID, pgtype.VarcharArrayOID, pgtype.BPCharArrayOID} {
		value := grid(2, 2, func(i int) T { return T(id(i)) })
		for _, format := range []int16{textFormat, binaryFormat} {
			wire, err := m.Encode(oid, format, value, nil)
			if err != nil || format == textFormat && string(wire) != text || !bytes.Contains(wire, []byte(id(3).String())) {
				t.Errorf("OID %d: Encode(%T) in format %d = %q, %v", oid, value, format, wire, err)
			}
			var got [][]T
			if err := m.Scan(oid, format, wire, &got); err != nil || !reflect.DeepEqual(got, value) {
				t.Errorf("OID %d: Scan into %T in format %d = %v, %v, want %v", oid, &got, format, got, err, value)
			}
		}
		for _, src := range []string{"{NULL}", `{""}`, "{x}"} {
			got := []T{T(vectors.Other)}
			if err := m.Scan(oid, textFormat, []byte(src), &got); err == nil || !reflect.DeepEqual(got, []T{T(vectors.Other)}) {
				t.Errorf("OID %d: Scan(%s) = %v, %v, want an error", oid, src, got, err)
			}
		}
	}
}

// pgx keeps its plans by the type of its wrapper, which is one for all slices:
// what was written first must not decide how the next is.
func (on[T]) memo(t *testing.T) {
	elem := func(i int) T { return T(id(i)) }
	values := []any{
		line(8, elem), grid(2, 4, elem), cube(2, 2, 2, elem),
		line(8, func(i int) *T { return vectors.Ptr(elem(i)) }),
	}
	_, bin1 := ids(8)
	_, bin2 := ids(2, 4)
	_, bin3 := ids(2, 2, 2)
	want := []string{bin1, bin2, bin3, bin1}
	for first := range values {
		m := newMap()
		for i := range values {
			at := (first + i) % len(values)
			got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, values[at], nil)
			if err != nil || string(got) != want[at] {
				t.Errorf("Encode(%T) after %T = %q, %v, want %q", values[at], values[first], got, err, want[at])
			}
		}
	}
}

// An array is no UUID: not in text, where the array of one is a UUID in braces to
// many a Scan method, and not where it is NULL, which google's takes for nothing.
func (on[T]) arrayIntoOne(t *testing.T) {
	m := newMap()
	oneText, oneBinary := ids(1)
	_, two := ids(2)
	for _, tt := range []struct {
		format int16
		src    []byte
	}{
		{textFormat, []byte(oneText)}, {binaryFormat, []byte(oneBinary)}, {binaryFormat, []byte(two)},
		{textFormat, []byte("{}")}, {textFormat, []byte("{NULL}")}, {textFormat, []byte("{{" + vectors.Text + "}}")},
		{textFormat, []byte(vectors.Text)}, {binaryFormat, vectors.U[:]}, {textFormat, nil}, {binaryFormat, nil},
	} {
		want := targets[T](vectors.Other)
		for i, dst := range targets[T](vectors.Other) {
			err := m.Scan(pgtype.UUIDArrayOID, tt.format, tt.src, dst)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("pgxtype: scan %s: the column is a uuid[]", longName(dst))) {
				t.Errorf("Scan of the array %q into %T: error %v", tt.src, dst, err)
			}
			if !reflect.DeepEqual(dst, want[i]) {
				t.Errorf("Scan of the array %q changed %T to %v", tt.src, dst, dst)
			}
		}
	}
}

// A lower bound is where PostgreSQL counts from, and nothing to Go.
func (on[T]) lowerBounds(t *testing.T) {
	m := newMap()
	text, bin := ids(2, 3)
	moved := []byte(bin)
	moved[12+7], moved[12+15] = 0, 7
	text = "[0:1][7:9]=" + text
	lineText, lineBinary := ids(3)
	movedLine := []byte(lineBinary)
	movedLine[12+7] = 200
	for _, tt := range []struct {
		format    int16
		src       string
		dst, want any
	}{
		{textFormat, text, &[][]T{nil}, grid(2, 3, func(i int) T { return T(id(i)) })},
		{binaryFormat, string(moved), &[][]T{nil}, grid(2, 3, func(i int) T { return T(id(i)) })},
		{textFormat, "[5:7]=" + lineText, &[]T{{}}, line(3, func(i int) T { return T(id(i)) })},
		{binaryFormat, string(movedLine), &[]T{{}}, line(3, func(i int) T { return T(id(i)) })},
		{textFormat, text, &[]T{{}}, line(6, func(i int) T { return T(id(i)) })}, // as pgx does for all types
	} {
		err := m.Scan(pgtype.UUIDArrayOID, tt.format, []byte(tt.src), tt.dst)
		if got := reflect.ValueOf(tt.dst).Elem().Interface(); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Scan of %q into %T = %v, %v, want %v", tt.src, tt.dst, got, err, tt.want)
		}
	}
}

// A header that promises more than there is must not make anybody reserve it.
func TestHugeArray(t *testing.T) {
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
		for _, dst := range []any{&[]uuid.UUID{vectors.U}, &[]*uuid.UUID{nil}, &[][]uuid.UUID{{vectors.U}}, &[][][]uuid.UUID{{{vectors.U}}}} {
			before := fmt.Sprint(reflect.ValueOf(dst).Elem())
			var a, b runtime.MemStats
			runtime.ReadMemStats(&a)
			binaryErr := m.Scan(pgtype.UUIDArrayOID, binaryFormat, src, dst)
			textErr := m.Scan(pgtype.UUIDArrayOID, textFormat, []byte(text), dst)
			runtime.ReadMemStats(&b)
			if binaryErr == nil || textErr == nil {
				t.Errorf("Scan of an array of %v into %T: errors %v and %v, got %v", dims, dst, binaryErr, textErr, reflect.ValueOf(dst).Elem())
			}
			if n := b.TotalAlloc - a.TotalAlloc; n > 1<<16 {
				t.Errorf("Scan of an array of %v into %T: %d bytes reserved", dims, dst, n)
			}
			if got := fmt.Sprint(reflect.ValueOf(dst).Elem()); got != before {
				t.Errorf("Scan of an array of %v into %T changed it to %v", dims, dst, got)
			}
		}
	}
}

// COPY has to write text in binary, and must not lose its dimensions.
func TestEncodeTextArray(t *testing.T) {
	m := newMap()
	for _, dims := range [][]int{{1}, {5}, {2, 3}, {2, 1, 2}} {
		text, want := ids(dims...)
		got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, text, []byte("before "))
		if err != nil || string(got) != "before "+want {
			t.Errorf("Encode(%q) = %q, %v, want %q", text, got, err, want)
		}
		if got, err := m.Encode(pgtype.UUIDArrayOID, textFormat, text, nil); err != nil || string(got) != text {
			t.Errorf("Encode(%q) in text = %q, %v, want the same", text, got, err)
		}
		// What a driver.Valuer gives comes the same way.
		got, err = m.Encode(pgtype.UUIDArrayOID, binaryFormat, pgtype.Text{String: text, Valid: true}, nil)
		if err != nil || string(got) != want {
			t.Errorf("Encode(pgtype.Text of %q) = %q, %v, want %q", text, got, err, want)
		}
	}
	_, bin := ids(2)
	nulls := bin[:4] + "\x00\x00\x00\x01" + bin[8:12] + "\x00\x00\x00\x03\x00\x00\x00\x00" + bin[20:40] + "\xff\xff\xff\xff" + bin[40:]
	text := "[0:2]={" + id(0).String() + ",NULL," + id(1).String() + "}"
	if got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, text, nil); err != nil || string(got) != nulls {
		t.Errorf("Encode(%q) = %q, %v, want %q", text, got, err, nulls)
	}
	for _, bad := range append([]string{"{" + badText[0] + "}", text[:len(text)-1], "NULL", vectors.Text}, badText...) {
		if got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, bad, nil); err == nil {
			t.Errorf("Encode(%.64q) as uuid[] = %q, want an error", bad, got)
		}
	}
}

func FuzzScanArray(f *testing.F) {
	for _, dims := range [][]int{{0}, {1}, {3}, {2, 2}, {2, 0}, {1, 3, 2}, {1, 1, 1, 1}} {
		text, bin := ids(dims...)
		f.Add([]byte(text))
		f.Add([]byte(bin))
	}
	f.Add([]byte("{" + vectors.Text + " " + vectors.Text + "}"))
	f.Add([]byte("{" + strings.ReplaceAll(vectors.Text, "-", "+") + "}"))
	m := pgtype.NewMap()
	pgxtype.Register[uuid.UUID](m)
	f.Fuzz(func(t *testing.T, src []byte) {
		if src == nil {
			return // NULL
		}
		// The short way of a []T is not to be told from the long one, but that
		// pgx takes impossible dimensions for an empty array.
		for _, format := range []int16{textFormat, binaryFormat} {
			short, long := []uuid.UUID{vectors.U}, pgtype.FlatArray[uuid.UUID]{vectors.U}
			shortErr := m.Scan(pgtype.UUIDArrayOID, format, src, &short)
			longErr := m.Scan(pgtype.UUIDArrayOID, format, src, &long)
			if shortErr == nil && (longErr != nil || !reflect.DeepEqual(short, []uuid.UUID(long))) || shortErr != nil && longErr == nil && len(long) > 0 {
				t.Fatalf("Scan(%q) in format %d = %v, %v, but slowly %v, %v", src, format, short, shortErr, long, longErr)
			}
		}
		line := []uuid.UUID{vectors.U}
		grid := [][]uuid.UUID{{vectors.U}}
		cube := [][][]uuid.UUID{{{vectors.U}}}
		for _, dst := range []any{&line, &grid, &cube} {
			if err := m.Scan(pgtype.UUIDArrayOID, binaryFormat, src, dst); err != nil {
				continue
			}
			// What it took, it writes in the same way, but for lower bounds,
			// the flag of nulls, and the dimensions of a flat or empty array.
			got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, reflect.ValueOf(dst).Elem().Interface(), nil)
			if err != nil {
				t.Fatalf("Encode(%v): %v", dst, err)
			}
			again := reflect.New(reflect.TypeOf(dst).Elem())
			if err := m.Scan(pgtype.UUIDArrayOID, binaryFormat, got, again.Interface()); err != nil || !reflect.DeepEqual(again.Interface(), dst) {
				t.Fatalf("Scan(%q) = %v, %v, want %v", got, again, err, dst)
			}
			if len(got) > len(src) {
				t.Fatalf("%d bytes became %d", len(src), len(got))
			}
		}
	})
}

func (on[T]) allocs(t *testing.T) {
	m := newMap()
	p := vectors.Ptr(T(vectors.U))
	buf := make([]byte, 0, 4096)
	run := func(name string, want float64, f func() error) {
		t.Helper()
		var err error
		got := testing.AllocsPerRun(100, func() { err = f() })
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got > want {
			t.Errorf("%s: %v allocations, want at most %v", name, got, want)
		}
	}
	for _, col := range columns {
		src := []byte(col.wire)
		for _, v := range []any{*p, p, &p, sql.Null[T]{V: *p, Valid: true}, uuid.NullUUID{UUID: vectors.U, Valid: true}} {
			run(fmt.Sprintf("%v: Encode(%T)", col, v), 0, func() error {
				_, err := m.Encode(col.oid, col.format, v, buf)
				return err
			})
		}
		for i, dst := range targets[T](vectors.Other) {
			want := 0.
			if i == 1 {
				want = 1 // the T that a **T points to
			}
			run(fmt.Sprintf("%v: Scan into %T", col, dst), want, func() error {
				return m.Scan(col.oid, col.format, src, dst)
			})
		}
	}
	s := line(100, func(i int) T { return T(id(i)) })
	value, dst := any(s), any(new([]T))
	text, bin := ids(100)
	src, srcText := []byte(bin), []byte(text)
	run("Encode 100", 0, func() error {
		_, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, value, buf)
		return err
	})
	run("Encode 100 in text", 0, func() error {
		_, err := m.Encode(pgtype.UUIDArrayOID, textFormat, value, buf)
		return err
	})
	run("Scan 100", 2, func() error { return m.Scan(pgtype.UUIDArrayOID, binaryFormat, src, dst) })
	run("Scan 100 in text", 2, func() error { return m.Scan(pgtype.UUIDArrayOID, textFormat, srcText, dst) })
	plan := m.PlanScan(pgtype.UUIDArrayOID, binaryFormat, dst)
	run("Scan 100, planned", 1, func() error { return plan.Scan(src, dst) })
	// Of other slices pgx asks for each element.
	square, named := any(grid(10, 10, func(i int) T { return *p })), any(new(namedLine[T]))
	run("Encode 10 by 10", 3, func() error {
		_, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, square, buf)
		return err
	})
	run("Scan 100 into a named slice", 6, func() error { return m.Scan(pgtype.UUIDArrayOID, binaryFormat, src, named) })
	nulls := any(new([]sql.Null[T]))
	run("Scan 100 that may be null", 5, func() error { return m.Scan(pgtype.UUIDArrayOID, binaryFormat, src, nulls) })
}
