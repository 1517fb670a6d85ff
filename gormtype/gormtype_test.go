package gormtype_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/migrator"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// field is what GORM and its users call on the types.
type field interface {
	driver.Valuer
	fmt.Stringer
	IsZero() bool
	MarshalText() ([]byte, error)
	AppendText([]byte) ([]byte, error)
	schema.GormDataTypeInterface
	migrator.GormDataTypeInterface
}

// pointer is what their pointers have.
type pointer interface {
	sql.Scanner
	UnmarshalText([]byte) error
}

var (
	_ gorm.Valuer                  = gormtype.UUID{}
	_ gorm.Valuer                  = gormtype.Null[gormtype.UUID]{}
	_ schema.GormDataTypeInterface = gormtype.Array[uuid.UUID](nil)
	_ json.Marshaler               = gormtype.Null[gormtype.UUID]{}
	_ json.Marshaler               = gormtype.Null[gormtype.Text]{}
	_ json.Marshaler               = gormtype.Null[gormtype.GUID]{}
)

// kinds are the types, by the form that their columns give.
var kinds = []struct {
	name string
	of   func(uuid.UUID) field
	into func(uuid.UUID) pointer // to one that holds the UUID
	null bool
	raw  string // what 16 bytes are that hold the text of vectors.U in network order, if they are anything
	any  bool   // takes any form of text
}{
	{"UUID", func(u uuid.UUID) field { return gormtype.UUID(u) },
		func(u uuid.UUID) pointer { return (*gormtype.UUID)(&u) }, false, vectors.Text, false},
	{"Text", func(u uuid.UUID) field { return gormtype.Text(u) },
		func(u uuid.UUID) pointer { return (*gormtype.Text)(&u) }, false, "", true},
	{"GUID", func(u uuid.UUID) field { return gormtype.GUID(u) },
		func(u uuid.UUID) pointer { return (*gormtype.GUID)(&u) }, false, "33221100-5544-7766-8899-aabbccddeeff", false},
	{"Null[UUID]", func(u uuid.UUID) field { return gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(u), Valid: true} },
		func(u uuid.UUID) pointer { return &gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(u), Valid: true} }, true, vectors.Text, false},
	{"Null[Text]", func(u uuid.UUID) field { return gormtype.Null[gormtype.Text]{UUID: gormtype.Text(u), Valid: true} },
		func(u uuid.UUID) pointer { return &gormtype.Null[gormtype.Text]{UUID: gormtype.Text(u), Valid: true} }, true, "", true},
	{"Null[GUID]", func(u uuid.UUID) field { return gormtype.Null[gormtype.GUID]{UUID: gormtype.GUID(u), Valid: true} },
		func(u uuid.UUID) pointer { return &gormtype.Null[gormtype.GUID]{UUID: gormtype.GUID(u), Valid: true} }, true, "33221100-5544-7766-8899-aabbccddeeff", false},
}

// Value is text whatever the column: GORM spreads bytes over an IN list.
func TestValue(t *testing.T) {
	for _, k := range kinds {
		if got, err := k.of(vectors.U).Value(); err != nil || got != vectors.Text {
			t.Errorf("%s.Value: got %T %[2]v, %v; want the string %s", k.name, got, err, vectors.Text)
		}
	}
	for _, null := range []driver.Valuer{gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(vectors.U)}, gormtype.Null[gormtype.Text]{UUID: gormtype.Text(vectors.U)}, gormtype.Null[gormtype.GUID]{UUID: gormtype.GUID(vectors.U)}} {
		if got, err := null.Value(); err != nil || got != nil {
			t.Errorf("%T.Value: got %v, %v; want nil", null, got, err)
		}
	}
}

func TestScan(t *testing.T) {
	for _, k := range kinds {
		tests := []struct {
			src  any
			want string
		}{
			{vectors.Text, vectors.Text},
			{[]byte(vectors.Text), vectors.Text},
			{strings.ToUpper(vectors.Text), vectors.Text},
		}
		type row = struct {
			src  any
			want string
		}
		if k.raw != "" {
			tests = append(tests, row{vectors.U[:], k.raw})
		}
		if k.any {
			compact := strings.ReplaceAll(vectors.Text, "-", "")
			tests = append(tests, row{compact, vectors.Text}, row{[]byte("{" + vectors.Text + "}"), vectors.Text})
		}
		for _, s := range vectors.All {
			tests = append(tests, row{s, s})
		}
		for _, id := range []any{vectors.U, [16]byte(vectors.U), vectors.Std(vectors.U)} {
			tests = append(tests, row{id, vectors.Text})
		}
		for _, test := range tests {
			got := k.into(vectors.Other)
			if err := got.Scan(test.src); err != nil || fmt.Sprint(got) != test.want {
				t.Errorf("%s.Scan(%T %[2]q): got %v, %v; want %s", k.name, test.src, got, err, test.want)
			}
		}
		got := k.into(vectors.Other)
		if err := got.Scan(nil); k.null {
			if v, _ := got.(driver.Valuer).Value(); err != nil || v != nil || !got.(field).IsZero() {
				t.Errorf("%s.Scan(nil): got %v, %v; want NULL", k.name, got, err)
			}
		} else if err == nil {
			t.Errorf("%s.Scan(nil): got no error", k.name)
		}
	}
}

func TestScanRejects(t *testing.T) {
	for _, k := range kinds {
		srcs := []any{
			"", []byte{}, int64(1), 1.5, true, time.Now(),
			&vectors.U, [15]byte{}, [17]byte{}, [4]uint32{},
			string(vectors.U[:]), vectors.Text[:16], vectors.Text[:35], vectors.Text + " ",
			[]byte(vectors.Text[:35]), strings.Repeat("0", 36), strings.Repeat("x", 1000),
		}
		for _, n := range vectors.BadLengths {
			srcs = append(srcs, vectors.Bytes(n))
		}
		if k.raw == "" {
			srcs = append(srcs, vectors.Bytes(16))
		}
		if !k.any {
			srcs = append(srcs, "{"+vectors.Text+"}", "urn:uuid:"+vectors.Text, strings.ReplaceAll(vectors.Text, "-", ""))
		}
		if !k.null {
			srcs = append(srcs, nil)
		}
		for _, src := range srcs {
			got := k.into(vectors.Other)
			err := got.Scan(src)
			if err == nil {
				t.Errorf("%s.Scan(%T %[2]q): got %v, want an error", k.name, src, got)
				continue
			}
			if want := k.into(vectors.Other); !reflect.DeepEqual(got, want) {
				t.Errorf("%s.Scan(%T %[2]q): the receiver became %v", k.name, src, got)
			}
			if !errors.Is(err, uuid.ErrInvalid) {
				t.Errorf("%s.Scan(%T %[2]q): %v, want an error that is uuid.ErrInvalid", k.name, src, err)
			}
			if msg := err.Error(); !strings.HasPrefix(msg, "gormtype: scan "+k.name+": ") || strings.Contains(msg, "sqlx") || len(msg) > 400 {
				t.Errorf("%s.Scan(%T %[2]q): error %q", k.name, src, msg)
			}
		}
	}
	var u gormtype.UUID
	if got, want := fmt.Sprint(u.Scan([]byte("abc"))), `gormtype: scan UUID: got 3 bytes "abc", want 16 bytes or canonical text`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var text gormtype.Text
	var parse *uuid.ParseError
	if err := text.Scan("x"); !errors.As(err, &parse) {
		t.Errorf("got %v, want one that wraps a *uuid.ParseError", err)
	}
}

// The driver reuses its buffer for the next row.
func TestScanKeepsNoBuffer(t *testing.T) {
	for _, k := range kinds {
		for _, src := range [][]byte{[]byte(vectors.Text), append([]byte{}, vectors.U[:]...)} {
			got := k.into(vectors.Other)
			if got.Scan(src) != nil {
				continue // 16 bytes into a Text
			}
			want := fmt.Sprint(got)
			if clear(src); fmt.Sprint(got) != want {
				t.Errorf("%s: got %v after the driver's next row, want %s", k.name, got, want)
			}
		}
	}
}

func TestText(t *testing.T) {
	for _, k := range kinds {
		x := k.of(vectors.U)
		if got := x.String(); got != vectors.Text {
			t.Errorf("%s.String: got %s, want %s", k.name, got, vectors.Text)
		}
		like := any(vectors.U)
		if k.null {
			like = uuid.NullUUID{UUID: vectors.U, Valid: true}
		}
		for _, format := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%X", "%# x", "%d", "%40s", "%.8s"} {
			if got, want := fmt.Sprintf(format, x), fmt.Sprintf(format, like); got != want {
				t.Errorf("%s, %s: got %s, want %s", k.name, format, got, want)
			}
		}
		if got, err := x.AppendText([]byte("id=")); err != nil || string(got) != "id="+vectors.Text {
			t.Errorf("%s.AppendText: got %q, %v", k.name, got, err)
		}
		if got, err := x.MarshalText(); err != nil || string(got) != vectors.Text {
			t.Errorf("%s.MarshalText: got %q, %v", k.name, got, err)
		}
		got, err := json.Marshal(map[string]any{"id": x})
		if want := `{"id":"` + vectors.Text + `"}`; err != nil || string(got) != want {
			t.Errorf("%s: JSON: got %s, %v; want %s", k.name, got, err, want)
		}
		for _, s := range []string{vectors.Text, "{" + vectors.Text + "}"} {
			into := k.into(vectors.Other)
			if err := json.Unmarshal([]byte(`"`+s+`"`), into); err != nil || fmt.Sprint(into) != vectors.Text {
				t.Errorf("%s: from JSON %q: got %v, %v", k.name, s, into, err)
			}
			into = k.into(vectors.Other)
			if err := into.UnmarshalText([]byte(s)); err != nil || fmt.Sprint(into) != vectors.Text {
				t.Errorf("%s.UnmarshalText(%q): got %v, %v", k.name, s, into, err)
			}
			for method, read := range decoders.Libraries {
				into = k.into(vectors.Other)
				if err := read(into, s); err != nil || fmt.Sprint(into) != vectors.Text {
					t.Errorf("%s.%s(%q): got %v, %v", k.name, method, s, into, err)
				}
			}
		}
		for _, s := range []string{"x", vectors.Text[:35], vectors.Text + "0"} {
			into := k.into(vectors.Other)
			if err := into.UnmarshalText([]byte(s)); err == nil || fmt.Sprint(into) != vectors.Other.String() {
				t.Errorf("%s.UnmarshalText(%q): got %v, %v; want an error and no change", k.name, s, into, err)
			}
			for method, read := range decoders.Libraries {
				if err := read(into, s); err == nil || fmt.Sprint(into) != vectors.Other.String() {
					t.Errorf("%s.%s(%q): got %v, %v; want an error and no change", k.name, method, s, into, err)
				}
			}
			if err := json.Unmarshal([]byte(`"`+s+`"`), into); err == nil || fmt.Sprint(into) != vectors.Other.String() {
				t.Errorf("%s: from JSON %q: got %v, %v; want an error and no change", k.name, s, into, err)
			}
		}
		if x.IsZero() {
			t.Errorf("%s.IsZero: got true for %v", k.name, x)
		}
		if got := k.of(uuid.Nil()).IsZero(); got == k.null {
			t.Errorf("%s.IsZero: got %t for the Nil UUID", k.name, got)
		}
		if !k.null {
			continue
		}
		into := k.into(vectors.Other)
		if err := json.Unmarshal([]byte("null"), into); err != nil || !into.(field).IsZero() {
			t.Errorf("%s: from JSON null: got %v, %v", k.name, into, err)
		}
		if got, err := json.Marshal(into); err != nil || string(got) != "null" || fmt.Sprint(into) != "" {
			t.Errorf("%s: JSON of NULL: got %s, %v, and the text %q", k.name, got, err, into)
		}
		if got, err := into.(field).MarshalText(); err != nil || string(got) != "" {
			t.Errorf("%s: MarshalText of NULL: got %q, %v", k.name, got, err)
		}
		into = k.into(vectors.Other)
		if err := into.UnmarshalText(nil); err != nil || !into.(field).IsZero() {
			t.Errorf("%s.UnmarshalText of nothing: got %v, %v", k.name, into, err)
		}
		for method, read := range decoders.Libraries {
			into = k.into(vectors.Other)
			if err := read(into, ""); err != nil || !into.(field).IsZero() {
				t.Errorf("%s.%s of nothing: got %v, %v", k.name, method, into, err)
			}
		}
	}
}

// Every UUID type in use converts.
func TestConversions(t *testing.T) {
	t.Run("plain", conversions[vectors.Plain])
	t.Run("std", conversions[vectors.Std])
	t.Run("google", conversions[vectors.Google])
	t.Run("gofrs", conversions[vectors.Gofrs])
	t.Run("array", conversions[[16]byte])
}

func conversions[T ~[16]byte](t *testing.T) {
	id := T(vectors.U)
	for _, x := range []field{gormtype.UUID(id), gormtype.Text(id), gormtype.GUID(id)} {
		if got, err := x.Value(); err != nil || got != vectors.Text {
			t.Errorf("%T: got %v, %v; want %s", x, got, err, vectors.Text)
		}
	}
	if got := [...]T{T(gormtype.UUID(id)), T(gormtype.Text(id)), T(gormtype.GUID(id))}; got != [...]T{id, id, id} {
		t.Errorf("got %v back, want %v", got, id)
	}
	ids := []T{id, {}}
	v, err := gormtype.Array[T](ids).Value()
	if err != nil || v != "{"+vectors.Text+",00000000-0000-0000-0000-000000000000}" {
		t.Errorf("Array.Value: got %v, %v", v, err)
	}
	var got []T
	if err := (*gormtype.Array[T])(&got).Scan(v); err != nil || !reflect.DeepEqual(got, ids) {
		t.Errorf("Array.Scan: got %v, %v; want %v", got, err, ids)
	}
}

func TestArray(t *testing.T) {
	ids := gormtype.Array[uuid.UUID]{vectors.Other}
	for _, src := range []any{"{NULL}", "{{}}", vectors.Text, int64(1)} {
		err := ids.Scan(src)
		if err == nil || !strings.HasPrefix(err.Error(), "gormtype: scan Array: ") || len(ids) != 1 || ids[0] != vectors.Other {
			t.Errorf("Scan(%v): got %v, %v; want an error and no change", src, ids, err)
		}
	}
	if err := ids.Scan(nil); err != nil || ids != nil {
		t.Errorf("Scan(nil): got %v, %v; want nil", ids, err)
	}
	if v, err := ids.Value(); err != nil || v != nil {
		t.Errorf("Value of nil: got %v, %v; want NULL", v, err)
	}
	if got := ids.GormDataType(); got != "uuid[]" {
		t.Errorf("GormDataType: got %s", got)
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
		if got := testing.AllocsPerRun(100, func() {
			_, err := x.Value()
			must(err)
		}); got > 2 {
			t.Errorf("%s.Value: %v allocations, want at most 2", k.name, got)
		}
		into := k.into(vectors.Other)
		srcs := []any{vectors.Text, []byte(vectors.Text)}
		if k.raw != "" {
			srcs = append(srcs, vectors.U[:])
		}
		for _, src := range srcs {
			if got := testing.AllocsPerRun(100, func() { must(into.Scan(src)) }); got != 0 {
				t.Errorf("%s.Scan(%T): %v allocations, want none", k.name, src, got)
			}
		}
	}
}

// What a uniqueidentifier would give back as bytes that Scan refuses is not
// written. Nor is it NULL: GORM asks for the value and drops the error.
func TestGUIDUnreadable(t *testing.T) {
	g := gormtype.GUID(uuid.FromGUIDBytes([16]byte([]byte("f81d4fae-7dec-11"))))
	type item struct{ ID, Ref gormtype.Null[gormtype.GUID] }
	for _, value := range []driver.Valuer{g, &g, gormtype.Null[gormtype.GUID]{UUID: g, Valid: true}} {
		if got, err := value.Value(); err == nil || got != g.String() {
			t.Errorf("%T: got %v, %v; want an error", value, got, err)
		}
		for _, dialect := range dialects {
			tx := open(t, dialect).Where(map[string]any{"ref": value}).Delete(&item{})
			if got := tx.Statement.SQL.String(); !strings.Contains(got, "`ref` = ?") {
				t.Errorf("%T: got %s, want a condition that is not about NULL", value, got)
			}
		}
	}
}
