package audit

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// module returns the folder of a module's sources.
func module(t testing.TB, path, version string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", path+"@"+version)
	cmd.Dir = t.TempDir()
	var module struct{ Dir, Error string }
	out, err := cmd.Output()
	if json.Unmarshal(out, &module); module.Dir == "" {
		t.Fatalf("go mod download %s: %v %s", path, err, module.Error)
	}
	return module.Dir
}

// kratos makes the database of Ory Kratos: the changes of years to its schema, one
// after the other, and between them the rows with which its authors test them.
func (d *database) kratos(t testing.TB) {
	dir := filepath.Join(module(t, "github.com/ory/kratos", "v1.3.1"), "persistence", "sql")
	dialect := map[string]string{"postgres": "postgres", "mysql": "mysql", "mariadb": "mysql", "sqlite": "sqlite3"}[d.store]
	// A file is VERSION_NAME.up.sql, or VERSION_NAME.DIALECT.up.sql, which comes first.
	steps, rank := map[string]string{}, map[string]int{}
	for _, file := range kit.Must(filepath.Glob(filepath.Join(dir, "migrations", "sql", "*.up.sql")))(t) {
		version, rest, _ := strings.Cut(filepath.Base(file), "_")
		of, r := strings.Split(strings.TrimSuffix(rest, ".up.sql"), "."), 1
		if len(of) > 1 {
			r = 2
			if of[1] != dialect && of[1]+"3" != dialect {
				continue
			}
		}
		if r > rank[version] {
			steps[version], rank[version] = file, r
		}
	}
	rows := map[string]string{}
	for _, file := range kit.Must(filepath.Glob(filepath.Join(dir, "migratest", "testdata", "*.sql")))(t) {
		version, rest, _ := strings.Cut(filepath.Base(file), "_")
		if rest == "testdata.sql" || rest == "testdata."+dialect+".sql" {
			rows[version] = file
		}
	}
	// Rows of version 20191100000001 follow all the steps 20191100000001…
	versions := slices.Sorted(func(yield func(string) bool) {
		for v := range steps {
			if !yield(v) {
				return
			}
		}
	})
	do := func(file string) {
		for _, query := range statements(string(kit.Must(os.ReadFile(file))(t))) {
			if _, err := d.Exec(query); err != nil {
				t.Fatalf("%s: %.200s: %v", filepath.Base(file), query, err)
			}
		}
	}
	for i, v := range versions {
		do(steps[v])
		for _, r := range keys(rows) {
			if strings.HasPrefix(v, r) && (i+1 == len(versions) || !strings.HasPrefix(versions[i+1], r)) {
				do(rows[r])
			}
		}
	}
}

// statements splits a file at the semicolons at the ends of lines.
func statements(text string) (queries []string) {
	for _, q := range strings.SplitAfter(text, ";\n") {
		if q = strings.TrimSpace(q); q != "" && q != ";" {
			queries = append(queries, q)
		}
	}
	return queries
}

// TestKratos audits the database of Ory Kratos (Apache-2.0). Its ids are columns of
// type uuid in PostgreSQL and of CHAR(36) or TEXT elsewhere. All are named id, nid or
// something_id; schema_id is a name.
func TestKratos(t *testing.T) {
	if !*all {
		t.Skip("only with -all: it needs the module of Ory Kratos")
	}
	for _, store := range stored[:4] {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			if store == "mariadb" { // for which Kratos is not made: it leaves out values that strict mode asks for
				d.exec(t, "SET sql_mode = ''")
			}
			d.kratos(t)
			r, _ := audit(t, d.url, "--full")

			form := "text"
			if store == "postgres" {
				form = "uuid"
			}
			counted := d.ids(t)
			for where, n := range counted {
				table, column, _ := strings.Cut(where, ".")
				c := r.column(table, column)
				switch {
				case c == nil && n > 0:
					t.Errorf("%s with %d ids is not in the report", where, n)
				case c != nil && n > 0 && (c.Form != form || c.Sampled != n || c.Sure == "unsure" && n > 5):
					t.Errorf("%s: got %s, %s, %d values, want %s, %d", where, c.Form, c.Sure, c.Sampled, form, n)
				}
			}
			if len(counted) < 60 {
				t.Errorf("only %d columns have such names: this is another schema", len(counted))
			}
			for _, c := range r.Columns {
				_, known := counted[c.Table+"."+c.Column]
				// Rows of the tests have ids where programs write a challenge or a token.
				if !known && c.Column != "oauth2_login_challenge" && c.Where != "identity_recovery_tokens.token" && !strings.HasSuffix(c.Where, ".identity_recovery_tokens.token") {
					t.Errorf("%s is no column of ids: %+v", c.Where, c)
				}
			}
			for _, f := range r.Findings {
				if f.Severity != "advice" && !strings.HasSuffix(f.Where, "identity_recovery_tokens.token") {
					t.Errorf("false finding %+v", f)
				}
			}
		})
	}
}

// ids returns how many values are in each column whose name says that it has ids.
func (d *database) ids(t testing.TB) map[string]int {
	query := "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
	switch d.store {
	case "mysql", "mariadb":
		query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
	case "sqlite":
		query = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'"
	}
	rows := kit.Must(d.Query(query))(t)
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var table, column string
		kit.Check(t, rows.Scan(&table, &column))
		if (column == "id" || column == "nid" || strings.HasSuffix(column, "_id")) && column != "schema_id" {
			counts[table+"."+column] = 0
		}
	}
	kit.Check(t, rows.Err())
	for where := range counts {
		table, column, _ := strings.Cut(where, ".")
		var n int
		kit.Check(t, d.QueryRow("SELECT count("+column+") FROM "+table).Scan(&n))
		counts[where] = n
	}
	return counts
}

// TestPocketBase audits the sample database of PocketBase (MIT), whose ids are 15
// letters and digits: it has no UUIDs.
func TestPocketBase(t *testing.T) {
	if !*all {
		t.Skip("only with -all: it needs the module of PocketBase")
	}
	dir := module(t, "github.com/pocketbase/pocketbase", "v0.28.2")
	for _, name := range []string{"data.db", "auxiliary.db"} {
		r, _ := audit(t, filepath.Join(dir, "tests", "data", name), "--full")
		if len(r.Columns)+len(r.Findings) > 0 || r.Tables < 2 {
			t.Errorf("%s: got %d tables with %+v and %+v, want no ids", name, r.Tables, r.Columns, r.Findings)
		}
	}
}
