package audit_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/audit"
)

func TestAddress(t *testing.T) {
	for url, want := range map[string]string{
		"app.db":                   "app.db",
		"SQLite:my app.db":         "'sqlite:my app.db'",
		"it's.db":                  `'it'\''s.db'`,
		"postgres://u:s3cret@h/db": "postgres://u@h/db",
		"POSTGRES://u:s3cret@h/db?sslmode=disable&password=s3cret&SSLPassword=s3cret":                 "'postgres://u@h/db?sslmode=disable'",
		"postgres://h/db?user=u&passw%6frd=s3cret":                                                    "'postgres://h/db?user=u'",
		"mysql://u:s3c%3aret@[::1]:3306/db":                                                           "'mysql://u@[::1]:3306/db'",
		"mongodb://u:s3cret@a:1,b:2/db?replicaSet=r&authMechanismProperties=AWS_SESSION_TOKEN:s3cret": "'mongodb://u@a:1,b:2/db?replicaSet=r'",
		"mongodb+srv://u:s3cret@h":                                                                    "mongodb+srv://u@h",
	} {
		r := audit.Report{Next: []audit.Next{{Columns: []string{"users.id", "a b.c"}, With: []string{"logs.user"}, Bytes: "bytes-java"}}}
		r.Address(url)
		want = "uuid migrate plan " + want + " users.id 'a b.c' --with logs.user --bytes bytes-java"
		if got := r.Next[0].Command; got != want || strings.Contains(got, "s3c") {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}
