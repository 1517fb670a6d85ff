package advice_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/advice"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(kit.WithCommand(m)) }

var update = flag.Bool("update", false, "write the tables of the pages")

// top is the folder of the repository.
const top = "../.."

func read(t *testing.T, file string) string {
	t.Helper()
	return string(kit.Must(os.ReadFile(filepath.Join(top, file)))(t))
}

// all are the rows of the tables, and those of errors.
var all = slices.Concat(advice.Rows, advice.Errors)

// TestRows does what each row says, in each of its stores, and what it warns of.
func TestRows(t *testing.T) {
	for _, r := range all {
		t.Run(r.Key, func(t *testing.T) {
			for _, s := range advice.Stores {
				if !slices.Contains(strings.Split(r.On, ", "), s.Name) {
					continue
				}
				t.Run(s.Name, func(t *testing.T) {
					if r.Code != nil {
						if err := s.Run(t, r.Code); err != nil {
							t.Errorf("whoever does %q: %v", r.Do, err)
						}
					}
					if r.Today != nil {
						err := s.Run(t, r.Today)
						if err == nil {
							t.Errorf("%q: the program without it is right", r.Do+r.Why)
						} else if !slices.ContainsFunc(strings.Split(r.Error, "|"), func(part string) bool { return advice.Has(err.Error(), strings.Trim(part, "`")) }) {
							t.Errorf("%s: got the error %q, want %s", r.Key, err, r.Error)
						}
						t.Logf("without it: %v", err)
					}
				})
			}
		})
	}
}

// TestWords compares the words of each row with its program.
func TestWords(t *testing.T) {
	code := kit.Must(advice.Load("."))(t)
	for _, r := range all {
		program := func(f func(*advice.Env)) string {
			text := kit.Must(code.Of(f))(t)
			for _, s := range advice.Stores {
				if slices.Contains(strings.Split(r.On, ", "), s.Name) {
					text += "\n" + s.Table()
				}
			}
			return text
		}
		switch folder, test, ok := strings.Cut(r.Test, "."); {
		case r.Do == "" && r.Code == nil && r.Test == "":
		case r.Code != nil && r.Test == "":
			for _, err := range advice.Unsaid(r.Do, program(r.Code)) {
				t.Errorf("%s: %q: %v", r.Key, r.Do, err)
			}
		case r.Code == nil && ok:
			text := kit.Must(advice.Folder(filepath.Join(top, folder)))(t)
			for _, err := range advice.Unsaid(r.Do, text) {
				t.Errorf("%s: %q: %v, in %s", r.Key, r.Do, err, folder)
			}
			if tests := kit.Must(advice.Tests(filepath.Join(top, folder)))(t); !slices.Contains(tests, test) {
				t.Errorf("%s: no test %s", r.Key, r.Test)
			}
		default:
			t.Errorf("%s: want either a function or a test", r.Key)
		}
		if (r.Today == nil) != (r.Error == "") {
			t.Errorf("%s: want a program and its error, or neither", r.Key)
		}
		if r.Why != "" {
			if r.Today == nil {
				t.Errorf("%s: nothing shows that %q", r.Key, r.Why)
				continue
			}
			for _, err := range advice.Unsaid(r.Why, program(r.Today)) {
				t.Errorf("%s: %q: %v", r.Key, r.Why, err)
			}
		}
		if (r.Code != nil || r.Today != nil) && r.On == "" {
			t.Errorf("%s: runs on no store", r.Key)
		}
	}
}

// TestTables compares the tables of the pages with the rows, or writes them.
func TestTables(t *testing.T) {
	used := map[string]bool{}
	for _, table := range advice.Tables {
		for _, key := range table.Used() {
			used[key] = true
		}
		old := read(t, table.Page)
		now := kit.Must(table.Replace(old, kit.Must(table.Markdown(advice.Rows))(t)))(t)
		switch {
		case now == old:
		case *update:
			kit.Check(t, os.WriteFile(filepath.Join(top, table.Page), []byte(now), 0o644))
		default:
			t.Errorf("%s: the table %q is not what its rows say: go -C integration test ./advice -update", table.Page, table.Header)
		}
	}
	for _, r := range advice.Rows {
		if !used[r.Key] {
			t.Errorf("no table has the row %s", r.Key)
		}
	}
}

// TestErrors fails if the error of a package says what to do, and no row does it.
func TestErrors(t *testing.T) {
	n := 0
	for _, pkg := range []string{"uuid", "uuid/form", "uuid/generator", "uuid/ids", "uuid/typed", "sqlx", "pgxtype", "bsonx", "bsonx/driverv1", "msgpackx", "cborx"} {
		for _, text := range kit.Must(advice.Ways(filepath.Join(top, pkg)))(t) {
			n++
			if !slices.ContainsFunc(advice.Errors, func(r advice.Row) bool { return advice.Has(text, r.Error) }) {
				t.Errorf("%s: no row does what %q says", pkg, text)
			}
		}
	}
	if n < len(advice.Errors) {
		t.Errorf("got %d texts, want more", n)
	}
}
