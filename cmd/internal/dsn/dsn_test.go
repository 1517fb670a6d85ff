package dsn_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
)

func TestParse(t *testing.T) {
	dir := t.TempDir()
	odd := filepath.Join(dir, "a@b=c?d.db")
	if err := os.WriteFile(odd, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		url      string
		database dsn.Database
		address  string
	}{
		{"postgres://u:p@h/d?sslmode=disable", dsn.PostgreSQL, "postgres://u:p@h/d?sslmode=disable"},
		{"postgresql://h/d", dsn.PostgreSQL, "postgresql://h/d"},
		{"POSTGRES://h/D", dsn.PostgreSQL, "postgres://h/D"},
		{"mysql://h/d", dsn.MySQL, "mysql://h/d"},
		{"MariaDB://h/d", dsn.MySQL, "mariadb://h/d"},
		{"mongodb://h/d", dsn.MongoDB, "mongodb://h/d"},
		{"mongodb+srv://h/d", dsn.MongoDB, "mongodb+srv://h/d"},
		{"sqlite:a/b.db", dsn.SQLite, "a/b.db"},
		{"sqlite:///a/b.db?mode=ro", dsn.SQLite, "/a/b.db"},
		{"SQLite3:b.db", dsn.SQLite, "b.db"},
		{"file:b.db?cache=shared", dsn.SQLite, "b.db"},
		{odd, dsn.SQLite, odd},
		{filepath.Join(odd, "x.db"), dsn.SQLite, filepath.Join(odd, "x.db")}, // odd is no folder, which the package of SQLite says
		{dir, dsn.SQLite, dir},                                               // the package of SQLite says that it is no file
	} {
		database, address, err := dsn.Parse(test.url)
		if err != nil || database != test.database || address != test.address {
			t.Errorf("Parse(%q) = %d, %q, %v; want %d, %q", test.url, database, address, err, test.database, test.address)
		}
	}
}

// TestFile has paths with the drives of Windows.
func TestFile(t *testing.T) {
	for _, test := range []struct{ system, rest, want string }{
		{"windows", `C:\a\b.db`, `C:\a\b.db`},
		{"windows", "C:/a/b.db?mode=ro", "C:/a/b.db"},
		{"windows", "///C:/a/b.db?mode=ro", "C:/a/b.db"},
		{"windows", "/c:/b.db", "c:/b.db"},
		{"windows", "///a/b.db", "/a/b.db"},
		{"windows", "b", "b"},
		{"windows", "//", ""},
		{"linux", "///C:/a/b.db", "/C:/a/b.db"},
	} {
		if got := dsn.File(test.system, test.rest); got != test.want {
			t.Errorf("File(%s, %s) = %s, want %s", test.system, test.rest, got, test.want)
		}
	}
}

func TestParseBad(t *testing.T) {
	const secret = "Geheim"
	for _, test := range []struct{ url, want string }{
		{"", `"" is neither a URL nor a file: use postgres://`},
		{"nosuch.db", `"nosuch.db" is neither a URL nor a file`},
		{filepath.Join(t.TempDir(), "a@b=c.db"), `" is neither a URL nor a file`}, // and is printed
		{"oracle://u:" + secret + "@h/d", `"oracle://" is no scheme of a database: use postgres://`},
		{"u:" + secret + "@tcp(h:3306)/d", "neither a URL nor a file"},
		{"host=h password=" + secret, "neither a URL nor a file"},
		{"postgres:u:" + secret + "@h/d", "neither a URL nor a file"},
		{"u:" + secret + strings.Repeat("x", 300) + "@tcp(h:3306)/d", "neither a URL nor a file"},
		{"mysql:/u:" + secret + "@h/d", "neither a URL nor a file"},
	} {
		database, address, err := dsn.Parse(test.url)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), secret) {
			t.Errorf("Parse(%q) = %d, %q, %v; want an error with %q, and no password", test.url, database, address, err, test.want)
		}
		if got, want := errors.Is(err, fs.ErrNotExist), !strings.Contains(test.want, "scheme"); got != want {
			t.Errorf("Parse(%q) = %v: is fs.ErrNotExist: %v, want %v", test.url, err, got, want)
		}
	}
}
