package store_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

func TestFilter(t *testing.T) {
	for _, test := range []struct {
		schemas, tables []string
		want            bool // for public.user_ids
	}{
		{nil, nil, true},
		{[]string{"public"}, []string{"user_ids"}, true},
		{[]string{"public"}, []string{"user_id"}, false},
		{[]string{"publi"}, nil, false},
		{[]string{"x", "pub*"}, []string{"y", "*"}, true},
		{[]string{"*c"}, []string{"user?ids"}, true},
		{nil, []string{"*_*s"}, true},
		{nil, []string{"*ids?"}, false},
		{nil, []string{"user_ids*"}, true},
		{nil, []string{""}, false},
		{nil, []string{"u*r*s*x"}, false},
	} {
		f := store.Filter{Schemas: test.schemas, Tables: test.tables}
		if got := f.Match("public", "user_ids"); got != test.want {
			t.Errorf("%v: got %t, want %t", f, got, test.want)
		}
	}
}
