package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// columnType is what the four types have in common.
type columnType interface {
	driver.Valuer
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextAppender
	IsZero() bool
}

// pointer is what their pointers have.
type pointer interface {
	sql.Scanner
	encoding.TextUnmarshaler
}

// A kind is a column type, with the conversions that a user would write.
type kind struct {
	name  string
	of    func(uuid.UUID) columnType
	at    func(*uuid.UUID) pointer
	raw   bool // its column has 16 bytes
	texts []string
}

var kinds = []kind{
	{"Binary", func(u uuid.UUID) columnType { return sqlx.Binary(u) }, func(u *uuid.UUID) pointer { return (*sqlx.Binary)(u) },
		true, []string{"canonical"}},
	{"Swapped", func(u uuid.UUID) columnType { return sqlx.Swapped(u) }, func(u *uuid.UUID) pointer { return (*sqlx.Swapped)(u) },
		true, nil},
	{"GUID", func(u uuid.UUID) columnType { return sqlx.GUID(u) }, func(u *uuid.UUID) pointer { return (*sqlx.GUID)(u) },
		true, []string{"canonical"}},
	{"Text", func(u uuid.UUID) columnType { return sqlx.Text(u) }, func(u *uuid.UUID) pointer { return (*sqlx.Text)(u) },
		false, []string{"canonical", "compact", "braces", "urn"}},
}

// What the columns have, and what Scan takes besides.
func TestColumns(t *testing.T) {
	const text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	for _, test := range []struct{ kind, text, value, column string }{ // bytes in hexadecimal after x
		{"Binary", text, "xf81d4fae7dec11d0a76500a0c91e6bf6", "xf81d4fae7dec11d0a76500a0c91e6bf6"},
		{"Swapped", text, "x11d07decf81d4faea76500a0c91e6bf6", "x11d07decf81d4faea76500a0c91e6bf6"},
		// The example of MySQL's manual, on UUID_TO_BIN(string_uuid, 1).
		{"Swapped", "6ccd780c-baba-1026-9564-5b8c656024db", "x1026baba6ccd780c95645b8c656024db", "x1026baba6ccd780c95645b8c656024db"},
		{"GUID", text, text, "xae4f1df8ec7dd011a76500a0c91e6bf6"},
		{"Text", text, text, text},
	} {
		k := kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == test.kind })]
		u := uuid.MustParse(test.text)
		got, err := k.of(u).Value()
		if b, ok := got.([]byte); ok {
			got = fmt.Sprintf("x%x", b)
		}
		if err != nil || got != test.value {
			t.Errorf("%s.Value: got %v, %v; want %s", k.name, got, err, test.value)
		}
		srcs := []any{test.column}
		if digits, ok := strings.CutPrefix(test.column, "x"); ok {
			b, err := hex.DecodeString(digits)
			if err != nil {
				t.Fatal(err)
			}
			srcs[0] = b
		}
		for _, form := range k.texts {
			lower := forms(u)[form]
			upper := strings.ToUpper(lower)
			srcs = append(srcs, lower, upper, []byte(lower), []byte(upper))
		}
		for _, src := range srcs {
			got := vectors.U
			if err := k.at(&got).Scan(src); err != nil || got != u {
				t.Errorf("%s.Scan(%T %[2]q): got %v, %v; want %s", k.name, src, got, err, u)
			}
		}
	}
}

// What Scan would refuse of a column is not written to it. Nor is it NULL for callers
// that drop the error.
func TestValueRefuses(t *testing.T) {
	for _, text := range append(slices.Collect(maps.Values(forms(vectors.U))), vectors.All...) {
		c := text[:16] // the column
		for _, value := range []driver.Valuer{
			sqlx.Binary([]byte(c)),
			sqlx.Swapped([]byte(c[4:8] + c[2:4] + c[:2] + c[8:])),
			sqlx.GUID(uuid.FromGUIDBytes([16]byte([]byte(c)))),
		} {
			got, err := value.Value()
			if err == nil || got == nil || !strings.HasPrefix(err.Error(), "sqlx: value of ") || !strings.Contains(err.Error(), c) {
				t.Errorf("%T of %q: got %v, %v; want an error that has it", value, c, got, err)
			}
		}
	}
}

// Some drivers return a UUID of their own package. It is in network order, also for
// the types whose columns are not, and no text that was cut, whatever its bytes are.
func TestScanUUID(t *testing.T) {
	for _, k := range kinds {
		for _, want := range []uuid.UUID{vectors.U, {}, uuid.UUID([]byte(vectors.Text[:16]))} {
			for _, src := range []any{want, [16]byte(want), vectors.Google(want), vectors.Plain(want), sqlx.Swapped(want), sqlx.GUID(want)} {
				got := vectors.Other
				if err := k.at(&got).Scan(src); err != nil || got != want {
					t.Errorf("%s.Scan(%T %[2]v): got %v, %v; want %v", k.name, src, got, err, want)
				}
			}
		}
	}
}

// forms are the texts that uuid.Parse reads.
func forms(u uuid.UUID) map[string]string {
	s := u.String()
	return map[string]string{
		"canonical": s,
		"compact":   strings.ReplaceAll(s, "-", ""),
		"braces":    "{" + s + "}",
		"urn":       "urn:uuid:" + s,
	}
}

// Any 128 bits come back as they were, as each driver hands them over. The driver
// reuses its buffer for the next row, and the caller may write into what Value returned.
func TestRoundTrip(t *testing.T) {
	for _, k := range kinds {
		for _, s := range vectors.All {
			want := uuid.MustParse(s)
			x := k.of(want)
			v, err := x.Value()
			if err != nil {
				t.Fatal(err)
			}
			srcs := []any{v}
			if text, ok := v.(string); ok {
				srcs = append(srcs, []byte(text))
			}
			for _, src := range srcs {
				got := vectors.Other
				err := k.at(&got).Scan(src)
				if buffer, ok := src.([]byte); ok {
					clear(buffer)
				}
				if err != nil || got != want {
					t.Errorf("%s: Scan(%T) of %v: got %v, %v", k.name, src, want, got, err)
				}
			}
			again, err := x.Value()
			back := vectors.Other
			if err != nil || k.at(&back).Scan(again) != nil || back != want || x.String() != s {
				t.Errorf("%s: Value of %v shares its buffer: got %q, %v", k.name, want, again, err)
			}
		}
	}
}

func TestScanRejects(t *testing.T) {
	for _, k := range kinds {
		srcs := []any{
			nil, "", []byte{}, []byte(nil),
			int64(1), 1.5, true, time.Now(),
			vectors.U[:15:15], [15]byte{}, [17]byte{}, [16]int8{}, [4]uint32{}, [][]byte{vectors.U[:]},
			&vectors.U, (*uuid.UUID)(nil), uuid.NullUUID{UUID: vectors.U, Valid: true}, []uuid.UUID{vectors.U},
			string(vectors.U[:]),             // bytes, but not in a []byte
			vectors.Text[:16],                // a text that was cut
			[]byte(vectors.Text[:16]),        // a text that was cut
			vectors.Text[:35],                //
			vectors.Text + " ",               // CHAR(37)
			[]byte(vectors.Text[:35]),        //
			[]byte(vectors.Text + "\x00"),    //
			strings.Repeat("0", 36),          // dashes missing
			[]byte(strings.Repeat("-", 36)),  //
			"00112233+4455+6677+8899+aabbcc", //
			"g0112233-4455-6677-8899-aabbccddeeff",
			strings.Repeat("x", 1000), []byte(strings.Repeat("x", 1000)),
		}
		for _, n := range vectors.BadLengths {
			srcs = append(srcs, vectors.Bytes(n), string(vectors.Bytes(n)))
		}
		if !k.raw {
			srcs = append(srcs, vectors.Bytes(16))
		}
		taken := map[string]bool{}
		for _, form := range k.texts {
			taken[form] = true
		}
		for form, s := range forms(vectors.U) {
			if !taken[form] {
				srcs = append(srcs, s, []byte(s))
			}
		}
		for _, src := range srcs {
			got := vectors.Other
			err := k.at(&got).Scan(src)
			if err == nil {
				t.Errorf("%s.Scan(%T %[2]q): got %v, want an error", k.name, src, got)
				continue
			}
			if got != vectors.Other {
				t.Errorf("%s.Scan(%T %[2]q): the receiver became %v", k.name, src, got)
			}
			if msg := err.Error(); !strings.HasPrefix(msg, "sqlx: scan "+k.name+": ") || len(msg) > 400 {
				t.Errorf("%s.Scan(%T %[2]q): error %q", k.name, src, msg)
			}
		}
	}
}

func TestScanErrors(t *testing.T) {
	var u uuid.UUID
	tests := []struct {
		into sql.Scanner
		src  any
		want string
	}{
		{(*sqlx.Binary)(&u), nil, `sqlx: scan Binary: cannot scan NULL`},
		{(*sqlx.Binary)(&u), int64(7), `sqlx: scan Binary: cannot scan int64`},
		{(*sqlx.Binary)(&u), []byte("abc"), `sqlx: scan Binary: got 3 bytes "abc", want 16 bytes or canonical text`},
		{(*sqlx.Swapped)(&u), "x", `sqlx: scan Swapped: got text "x", want 16 bytes`},
		{(*sqlx.GUID)(&u), "{x}", `sqlx: scan GUID: got text "{x}", want 16 bytes or canonical text`},
		{(*sqlx.Text)(&u), []byte("0011223344556677"), `sqlx: scan Text: got 16 bytes "0011223344556677", want text`},
		{(*sqlx.Text)(&u), "", `sqlx: scan Text: uuid.Parse(""): not the length of a UUID: 0 bytes`},
	}
	for _, test := range tests {
		if err := test.into.Scan(test.src); err == nil || err.Error() != test.want {
			t.Errorf("%T.Scan(%#v):\ngot  %v\nwant %s", test.into, test.src, err, test.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, k := range kinds {
		x := k.of(vectors.U)
		if got := x.String(); got != vectors.Text {
			t.Errorf("%s.String: got %s, want %s", k.name, got, vectors.Text)
		}
		for _, format := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%X", "%# x", "%d", "%40s", "%.8s"} {
			if got, want := fmt.Sprintf(format, x), fmt.Sprintf(format, vectors.U); got != want {
				t.Errorf("%s, %s: got %s, want %s", k.name, format, got, want)
			}
		}
		if got, err := x.AppendText([]byte("id=")); err != nil || string(got) != "id="+vectors.Text {
			t.Errorf("%s.AppendText: got %q, %v", k.name, got, err)
		}
		if got, err := json.Marshal(x); err != nil || string(got) != `"`+vectors.Text+`"` {
			t.Errorf("%s: JSON: got %s, %v", k.name, got, err)
		}
		for form, s := range forms(vectors.U) {
			got := vectors.Other
			if err := json.Unmarshal([]byte(`"`+s+`"`), k.at(&got)); err != nil || got != vectors.U {
				t.Errorf("%s: from JSON, %s: got %v, %v", k.name, form, got, err)
			}
			for method, read := range decoders.Libraries {
				got := vectors.Other
				if err := read(k.at(&got), s); err != nil || got != vectors.U {
					t.Errorf("%s.%s, %s: got %v, %v", k.name, method, form, got, err)
				}
			}
		}
		for _, s := range []string{"", "x", vectors.Text[:35], vectors.Text + "0"} {
			got := vectors.Other
			if err := k.at(&got).UnmarshalText([]byte(s)); err == nil || got != vectors.Other {
				t.Errorf("%s.UnmarshalText(%q): got %v, %v; want an error and no change", k.name, s, got, err)
			}
			for method, read := range decoders.Libraries {
				if err := read(k.at(&got), s); err == nil || got != vectors.Other {
					t.Errorf("%s.%s(%q): got %v, %v; want an error and no change", k.name, method, s, got, err)
				}
			}
		}
		if x.IsZero() || !k.of(uuid.Nil()).IsZero() {
			t.Errorf("%s.IsZero: got %t for %v and %t for Nil", k.name, x.IsZero(), x, k.of(uuid.Nil()).IsZero())
		}
	}
}

// The conversions of the package's first lines, for every UUID type in use.
func TestConversions(t *testing.T) {
	t.Run("plain", conversions[vectors.Plain])
	t.Run("std", conversions[vectors.Std])
	t.Run("google", conversions[vectors.Google])
	t.Run("gofrs", conversions[vectors.Gofrs])
	t.Run("array", conversions[[16]byte])

	// Outside of generic code no [16]byte in between is needed.
	id := vectors.Google(vectors.U)
	if err := (*sqlx.Binary)(&id).Scan(vectors.Other[:]); err != nil || id != vectors.Google(vectors.Other) {
		t.Errorf("got %v, %v; want %v", id, err, vectors.Other)
	}
	// The column type decides, not the method that a look-alike has: google's
	// Scan takes a NULL.
	if err := (*sqlx.Binary)(&id).Scan(nil); err == nil {
		t.Error("Scan(nil): got no error")
	}
}

func conversions[T ~[16]byte](t *testing.T) {
	id := T(vectors.U)
	for _, x := range []columnType{sqlx.Binary(id), sqlx.Swapped(id), sqlx.GUID(id), sqlx.Text(id)} {
		v, err := x.Value()
		if err != nil {
			t.Fatal(err)
		}
		got := reflect.New(reflect.TypeOf(x)).Interface().(pointer)
		if err := got.Scan(v); err != nil || fmt.Sprint(got) != vectors.Text {
			t.Errorf("%T: got %v, %v; want %s", x, got, err, vectors.Text)
		}
	}
	array := sqlx.Array[T]{id, T(vectors.Other)}
	v, err := array.Value()
	if err != nil {
		t.Fatal(err)
	}
	var ids []T
	if err := (*sqlx.Array[T])(&ids).Scan(v); err != nil || len(ids) != 2 || ids[0] != id || ids[1] != T(vectors.Other) {
		t.Errorf("Array: got %v, %v; want %v", ids, err, array)
	}
}

func TestAllocs(t *testing.T) {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	for _, k := range kinds {
		x := k.of(vectors.U)
		v, err := x.Value()
		must(err)
		if got := testing.AllocsPerRun(100, func() {
			_, err := x.Value()
			must(err)
		}); got > 2 {
			t.Errorf("%s.Value: %v allocations, want at most 2", k.name, got)
		}
		var u uuid.UUID
		at := k.at(&u)
		srcs := []any{v}
		if s, ok := v.(string); ok {
			srcs = append(srcs, []byte(s))
		}
		if k.texts != nil {
			srcs = append(srcs, vectors.Text, []byte(vectors.Text))
		}
		for _, src := range srcs {
			if got := testing.AllocsPerRun(100, func() { must(at.Scan(src)) }); got != 0 {
				t.Errorf("%s.Scan(%T): %v allocations, want none", k.name, src, got)
			}
		}
	}
	ids := make(sqlx.Array[uuid.UUID], 100)
	v, err := ids.Value()
	must(err)
	if got := testing.AllocsPerRun(100, func() {
		_, err := ids.Value()
		must(err)
	}); got > 2 {
		t.Errorf("Array.Value: %v allocations, want at most 2", got)
	}
	if got := testing.AllocsPerRun(100, func() { must(ids.Scan(v)) }); got > 1 {
		t.Errorf("Array.Scan: %v allocations, want one, the slice", got)
	}
}
