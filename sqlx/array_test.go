package sqlx_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

var arrays = []struct {
	ids []uuid.UUID
	lit any
}{
	{nil, nil},
	{[]uuid.UUID{}, "{}"},
	{[]uuid.UUID{vectors.U}, "{00112233-4455-6677-8899-aabbccddeeff}"},
	{[]uuid.UUID{vectors.U, {}, vectors.Other}, "{00112233-4455-6677-8899-aabbccddeeff," +
		"00000000-0000-0000-0000-000000000000,f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"},
}

func TestArray(t *testing.T) {
	for _, test := range arrays {
		if got, err := sqlx.Array[uuid.UUID](test.ids).Value(); err != nil || got != test.lit {
			t.Errorf("Value of %v: got %v, %v; want %v", test.ids, got, err, test.lit)
		}
		srcs := []any{test.lit}
		if s, ok := test.lit.(string); ok {
			srcs = append(srcs, []byte(s), strings.ToUpper(s))
		}
		for _, src := range srcs {
			got := []uuid.UUID{vectors.Other, vectors.Other}
			err := (*sqlx.Array[uuid.UUID])(&got).Scan(src)
			if err != nil || !slices.Equal(got, test.ids) || (got == nil) != (test.ids == nil) {
				t.Errorf("Scan(%T %[1]q): got %#v, %v; want %#v", src, got, err, test.ids)
			}
		}
	}
}

// A caller may hold on to the slice of the row before.
func TestArrayScanMakesASlice(t *testing.T) {
	row := sqlx.Array[uuid.UUID]{vectors.Other}
	before := row
	if err := row.Scan("{" + vectors.Text + "}"); err != nil || row[0] != vectors.U {
		t.Fatalf("got %v, %v", row, err)
	}
	if before[0] != vectors.Other {
		t.Errorf("Scan wrote into the slice of the row before: %v", before)
	}
}

func TestArrayRejects(t *testing.T) {
	const a, b = vectors.Text, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	for _, src := range []any{
		"", "{", "}", "{ }", "NULL", a, "[" + a + "]",
		"{" + a, a + "}", "(" + a + "}", "{" + a + ",", "{" + a + ",}", "{," + a + "}",
		"{" + a + "," + b, "{" + a + ";" + b + "}", "{" + a + b + "}",
		"{" + a + ", " + b + "}", "{ " + a + "}", "{" + a + " }",
		"{NULL}", "{" + a + ",NULL}", "{NULL," + a + "}",
		"{{" + a + "}}", "{{" + a + "},{" + b + "}}", "{{}}",
		"[0:1]={" + a + "," + b + "}", // another lower bound
		`{"` + a + `"}`,               // quoted, as PostgreSQL never has it
		"{{" + a + "},}", "{" + a[:35] + "}", "{" + a + "0}", "{" + a[:35] + "g}",
		"{" + strings.ReplaceAll(a, "-", "") + "}",
		strings.Repeat("{", 1000) + strings.Repeat("}", 1000),
		int64(1), true, [16]byte{}, vectors.U[:], []uuid.UUID{vectors.U}, []byte{},
	} {
		srcs := []any{src}
		if s, ok := src.(string); ok {
			srcs = append(srcs, []byte(s))
		}
		for _, src := range srcs {
			got := sqlx.Array[uuid.UUID]{vectors.Other}
			err := got.Scan(src)
			if err == nil {
				t.Errorf("Scan(%T %[1]q): got %v, want an error", src, got)
			} else if msg := err.Error(); !strings.HasPrefix(msg, "sqlx: scan Array: ") || len(msg) > 250 {
				t.Errorf("Scan(%T %[1]q): error %q", src, msg)
			}
			if !slices.Equal(got, sqlx.Array[uuid.UUID]{vectors.Other}) {
				t.Errorf("Scan(%T %[1]q): the receiver became %v", src, got)
			}
		}
	}
}

func TestArrayErrors(t *testing.T) {
	const a = vectors.Text
	for src, want := range map[any]string{
		"[1]":                   `sqlx: scan Array: not an array of UUIDs at byte 0: "[1]"`,
		"{NULL}":                `sqlx: scan Array: an element is NULL at byte 1: "{NULL}"`,
		"{{}}":                  `sqlx: scan Array: an array of more than one dimension at byte 1: "{{}}"`,
		"{1}":                   `sqlx: scan Array: an element of less than 36 characters at byte 1: "{1}"`,
		"{" + a + ";}":          `sqlx: scan Array: want a comma at byte 37: "{` + a + `;}"`,
		"{" + a[:35] + "g}":     `sqlx: scan Array: element 0: uuid.Parse("` + a[:35] + `g"): want a hexadecimal digit at byte 35`,
		"{" + a + "," + a + ";": `sqlx: scan Array: not an array of UUIDs at byte 0: "{` + a + `,` + a[:26] + `"`,
		false:                   `sqlx: scan Array: cannot scan bool`,
	} {
		var ids sqlx.Array[uuid.UUID]
		if err := ids.Scan(src); err == nil || err.Error() != want {
			t.Errorf("Scan(%q):\ngot  %v\nwant %s", src, err, want)
		}
	}
}

// Whatever Scan takes, Value writes again, but for the case of its letters:
// the parser is as strict as the writer.
func FuzzArray(f *testing.F) {
	for _, test := range arrays {
		if s, ok := test.lit.(string); ok {
			f.Add(s)
			f.Add(strings.ToUpper(s))
			f.Add(s + "}")
			f.Add(strings.Replace(s, ",", ",NULL,", 1))
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		ids := sqlx.Array[uuid.UUID]{vectors.Other}
		if err := ids.Scan(s); err != nil {
			if len(ids) != 1 || ids[0] != vectors.Other {
				t.Errorf("Scan(%q): the receiver became %v", s, ids)
			}
			return
		}
		if got, err := ids.Value(); err != nil || got != strings.ToLower(s) {
			t.Errorf("Scan(%q) and Value: got %v, %v", s, got, err)
		}
	})
}

var _ sql.Scanner = (*sqlx.Array[vectors.Plain])(nil)
