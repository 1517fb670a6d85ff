package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

const id = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

func TestText(t *testing.T) {
	const ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	for _, test := range []struct {
		text string
		want string // path=value, one after the other
	}{
		{id, "=" + id},
		{"", "="},
		{"{" + id + "}", "={" + id + "}"}, // no JSON
		{`{"a":"x"`, `={"a":"x"`},
		{`"a"`, `="a"`}, // a text in quotation marks, perhaps
		{` {"a" : "x" , "b":[1, "y", {"c":"z"}, ["w"]], "d":{"e":{"f":"v"}}, "n":null, "t":true, "g":"u"}`,
			".a=x .b[]=y .b[].c=z .b[][]=w .d.e.f=v .g=u"},
		{`["x",{},[],"y"]`, "[]=x []=y"},
		{`{}`, ""},
		{`[[[["x"]]]]`, "[][][][]=x"},
		{`{"` + id + `":{"a":"x"},"` + id + `":"y","` + id + `":1,"` + ulid + `":[ "z" ]}`,
			"{}=" + id + " .*.a=x {}=" + id + " .*=y {}=" + id + " {}=" + ulid + " .*[]=z"},
		{`{"abcdefghijkmnopqrstuvw":"x","abcdefghjkmnpqrstvwxyzabcd":"y"}`, ".abcdefghijkmnopqrstuvw=x .abcdefghjkmnpqrstvwxyzabcd=y"},
		{`{"a\"b":"c\u00e9\\d\"","e":"` + "\u00e9" + `"}`, `.a"b=cé\d" .e=é`},
		{`{"a":-1.5e3,"b":"x"}`, ".b=x"},
	} {
		var got []string
		store.Text("", []byte(test.text), func(path string, v layout.Value) {
			if v.Kind != layout.KindText {
				t.Errorf("%s: got kind %d, want text", test.text, v.Kind)
			}
			got = append(got, fmt.Sprintf("%s=%s", path, v.Data))
		})
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, test := range []struct {
		pattern string
		tables  []string
		want    bool
	}{
		{"", []string{"a", "api/v1"}, true},
		{"*", []string{"a", "api/v1", "s.a"}, true},
		{"s.*", []string{"a", "api/v1"}, true},
		{"api?v1", []string{"api/v1", "api1v1"}, true},
		{"api/*", []string{"api/v1", "api/v/1"}, true},
		{"api/*", []string{"api", "apiv1"}, false},
		{"a?", []string{"a", "api", "s.a"}, false},
		{"[", []string{"["}, true},
		{"a[1]", []string{"a[1]"}, true},
		{"a[1]", []string{"a1"}, false},
		{"a[*]", []string{"a[1]", "a[]"}, true},
		{`a\b`, []string{`a\b`}, true},
		{`a\*`, []string{`a\b`, `a\`}, true},
	} {
		var f store.Filter
		if test.pattern != "" {
			f.Tables = []string{test.pattern}
		}
		for _, name := range test.tables {
			if got := f.Table("s", name); got != test.want {
				t.Errorf("%q: %s: got %t, want %t", test.pattern, name, got, test.want)
			}
		}
	}
}

// What is no JSON ends and does not panic.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":["x",{"b":1}]}`, `[}`, `[,`, `{"a"`, `{"a":}`, `["\`, `[1 2]`, `{"a" 1}`, `]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := slices.Clone(data)
		n := 0
		store.JSON("", data, func(string, layout.Value) { n++ })
		if n > len(data) || !slices.Equal(data, before) {
			t.Errorf("%q: got %d values", data, n)
		}
	})
}
