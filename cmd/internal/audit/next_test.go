package audit_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/audit"
)

func TestAddress(t *testing.T) {
	const columns, flags = "users.id 'a b.c'", "--with logs.user --bytes bytes-java"
	for url, want := range map[string]string{
		"it's.db":                  `'it'\''s.db' ` + columns + " " + flags,
		"postgres://u:s3cret@h/db": "postgres://u@h/db " + columns + " " + flags,
		"-x.db":                    flags + " -- -x.db " + columns,
	} {
		r := audit.Report{Next: []audit.Next{{Columns: []string{"users.id", "a b.c"}, With: []string{"logs.user"}, Bytes: "bytes-java"}}}
		r.Address(url)
		want = "uuid migrate plan " + want
		if got := r.Next[0].Command; got != want || strings.Contains(got, "s3c") {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}
