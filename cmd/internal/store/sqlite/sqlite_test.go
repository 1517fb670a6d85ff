package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/sqlite"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

// file makes a database and returns its path.
func file(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a b%20#.db")
	d, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, s := range statements {
		if _, err := d.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return path
}

var open = storetest.Open(sqlite.Open).For

func tables(t *testing.T, s store.Store, f store.Filter) map[string]*store.Table {
	t.Helper()
	all, notSeen, err := s.Tables(t.Context(), f)
	if err != nil || len(notSeen) > 0 {
		t.Fatal(notSeen, err)
	}
	m := make(map[string]*store.Table)
	for _, x := range all {
		m[x.String()] = x
	}
	return m
}

func TestStore(t *testing.T) {
	path := file(t)
	storetest.Run(t, storetest.Database{Open: sqlite.Open, URL: path, Key: "id", Fill: storetest.SQL(func(statement string) {
		db, err := sql.Open("sqlite", path)
		if err == nil {
			_, err = db.Exec(statement)
			db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	})})
}

func TestURI(t *testing.T) {
	for path, want := range map[string]string{
		`C:\data\a b.db`:     "file:C:%5Cdata%5Ca%20b.db",
		`\\server\data\a.db`: "file:%5C%5Cserver%5Cdata%5Ca.db",
		"/data/a?b#c%20:.db": "file:/data/a%3Fb%23c%2520:.db",
	} {
		if got, _, _ := strings.Cut(sqlite.URI(path), "?"); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 5000) `

func TestCatalog(t *testing.T) {
	s := open(t, file(t,
		`CREATE TABLE users (id BLOB PRIMARY KEY, "e""mail" TEXT COLLATE NOCASE NOT NULL DEFAULT 'x', n INTEGER, up TEXT AS (upper("e""mail")) STORED)`,
		`CREATE UNIQUE INDEX users_mail ON users("e""mail")`,
		`CREATE INDEX users_some ON users(n, lower("e""mail")) WHERE n > 1`,
		`CREATE TABLE pair (a TEXT, b TEXT, user BLOB REFERENCES users, other BLOB, PRIMARY KEY (b, a), FOREIGN KEY (other) REFERENCES users(id)) WITHOUT ROWID`,
		`CREATE TABLE strict_one (k INTEGER PRIMARY KEY, id TEXT) STRICT`,
		`CREATE VIEW v AS SELECT id FROM users`,
		`INSERT INTO users(id, "e""mail") VALUES (x'00', 'a'), (x'01', 'b')`,
	), store.Options{})
	if a := s.About(); a.Dialect != store.SQLite || !strings.HasPrefix(a.Version, "3.") {
		t.Errorf("got %+v", a)
	}
	m := tables(t, s, store.Filter{})
	users, pair := m["users"], m["pair"]
	if len(m) != 4 || users == nil || pair == nil || !m["v"].View || users.View {
		t.Fatalf("got %v", m)
	}
	mail := users.Column(`e"mail`)
	if mail == nil || mail.Type != "text" || mail.Collation != "NOCASE" || mail.CompareCase || mail.Nullable || mail.Default != "'x'" || mail.Generated {
		t.Errorf("got %+v", mail)
	}
	if id := users.Column("id"); id.Collation != "BINARY" || !id.CompareCase || !id.Nullable {
		t.Errorf("got %+v", id)
	}
	if up := users.Column("up"); up == nil || !up.Generated {
		t.Errorf("got %+v", up)
	}
	if users.Rows != 2 || !users.Exact || users.Clustered || !pair.Clustered {
		t.Errorf("%d rows, exact %v, clustered %v %v", users.Rows, users.Exact, users.Clustered, pair.Clustered)
	}
	got := ""
	for _, x := range append(slices.Clone(users.Indexes), pair.Indexes...) {
		got += fmt.Sprintf("%q unique %v primary %v partial %v; ", x.Columns, x.Unique, x.Primary, x.Partial)
	}
	want := `["id"] unique true primary true partial false; ["e\"mail"] unique true primary false partial false; ` +
		`["n" ""] unique false primary false partial true; ["b" "a"] unique true primary true partial false; `
	if got != want {
		t.Errorf("indexes: got  %s\nwant %s", got, want)
	}
	if k := m["strict_one"].Indexes; len(k) != 1 || !k[0].Primary || !slices.Equal(k[0].Columns, []string{"k"}) {
		t.Errorf("got %v", k)
	}
	keys := pair.ForeignKeys
	slices.SortFunc(keys, func(a, b store.ForeignKey) int { return strings.Compare(a.Columns[0], b.Columns[0]) })
	if len(keys) != 2 || keys[0].Table != "users" || !slices.Equal(keys[0].RefColumns, []string{"id"}) || keys[1].Columns[0] != "user" || keys[1].RefColumns != nil {
		t.Errorf("got %+v", keys)
	}
	for n, f := range map[int]store.Filter{2: {Tables: []string{"u*", "v"}}, 4: {Schemas: []string{"mai?"}}, 0: {Schemas: []string{"public"}}} {
		if m := tables(t, s, f); len(m) != n {
			t.Errorf("%v: got %v, want %d", f, m, n)
		}
	}
}

// The column id has a collation, or none, however the table is written.
func TestCollation(t *testing.T) {
	for _, tt := range []struct{ columns, want string }{
		{"-- the id of the user\n id TEXT COLLATE NOCASE PRIMARY KEY", "NOCASE"},
		{"a TEXT, /* the id, of the user */ id TEXT COLLATE NOCASE", "NOCASE"},
		{"a TEXT CHECK (id <> ''), id TEXT COLLATE NOCASE", "NOCASE"},
		{"id TEXT CHECK (id NOT IN ('a', 'b')) COLLATE NOCASE", "NOCASE"},
		{"id DECIMAL(10, 2) NOT NULL COLLATE NOCASE", "NOCASE"},
		{"'id' TEXT COLLATE 'NoCase'", "NOCASE"},
		{"'a''' TEXT COLLATE RTRIM, id TEXT COLLATE NOCASE", "NOCASE"},
		{"[ID] TEXT COLLATE [nocase]", "NOCASE"},
		{"`id` COLLATE RTRIM COLLATE \"NOCASE\"", "NOCASE"},
		{"a TEXT, id, UNIQUE (id COLLATE NOCASE)", "BINARY"},
		{"id TEXT -- was COLLATE NOCASE\n", "BINARY"},
		{"id TEXT DEFAULT ', id COLLATE NOCASE'", "BINARY"},
		{"id TEXT CHECK (id <> 'a' COLLATE NOCASE), a TEXT COLLATE NOCASE", "BINARY"},
		{"a TEXT DEFAULT 'x' COLLATE RTRIM, id TEXT", "BINARY"},
	} {
		s := open(t, file(t, "CREATE TABLE \"t (\" ("+tt.columns+")"), store.Options{})
		m := tables(t, s, store.Filter{})
		i := slices.IndexFunc(m["t ("].Columns, func(c store.Column) bool { return strings.EqualFold(c.Name, "id") })
		if c := m["t ("].Columns[i]; c.Collation != tt.want || c.CompareCase != (tt.want == "BINARY") {
			t.Errorf("%s: got %s, compares case: %t, want %s", tt.columns, c.Collation, c.CompareCase, tt.want)
		}
	}
}

// Each row is read once, whatever its key.
func TestRead(t *testing.T) {
	path := file(t,
		`CREATE TABLE plain (id TEXT)`, numbers+`INSERT INTO plain SELECT i FROM n`,
		`CREATE TABLE gaps (k INTEGER PRIMARY KEY, id TEXT)`, numbers+`INSERT INTO gaps SELECT i*i*i - 1000, i FROM n`,
		`CREATE TABLE far (k INTEGER PRIMARY KEY, id TEXT)`, numbers+`INSERT INTO far SELECT iif(i < 5000, i, 9223372036854775807), i FROM n`,
		`CREATE TABLE ends (k INTEGER PRIMARY KEY, id TEXT)`, numbers+`INSERT INTO ends SELECT iif(i = 1, -9223372036854775807 - 1, iif(i < 5000, i, 9223372036854775807)), i FROM n`,
		`CREATE TABLE two (k INTEGER PRIMARY KEY, id TEXT)`, numbers+`INSERT INTO two SELECT iif(i <= 2500, i, i + 4000000000000000000), i FROM n`,
		`CREATE TABLE blobs (k BLOB PRIMARY KEY, id TEXT)`, numbers+`INSERT INTO blobs SELECT randomblob(16), i FROM n`,
		`CREATE TABLE clustered (a TEXT, b, id TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID`, numbers+`INSERT INTO clustered SELECT i % 7, i, i FROM n`,
		`CREATE TABLE blank (k INTEGER, owner BLOB, b INTEGER, id TEXT, PRIMARY KEY (k, owner, b)) WITHOUT ROWID`, numbers+`INSERT INTO blank SELECT 1, x'', i, i FROM n`,
		`CREATE TABLE collated (a TEXT COLLATE NOCASE, id TEXT, PRIMARY KEY (a COLLATE BINARY)) WITHOUT ROWID`, numbers+`INSERT INTO collated SELECT printf(iif(i % 2, 'A%05d', 'a%05d'), i / 2), i FROM n`,
		`CREATE TABLE named (rowid TEXT, _rowid_ TEXT, id TEXT)`, numbers+`INSERT INTO named(id) SELECT i FROM n`,
		`CREATE TABLE taken (rowid TEXT, _rowid_ TEXT, oid TEXT, id TEXT)`, numbers+`INSERT INTO taken(id) SELECT i FROM n`,
		`CREATE VIEW view AS SELECT id FROM plain`,
		`CREATE TABLE empty (id TEXT)`,
	)
	s := open(t, path, store.Options{})
	for name, x := range tables(t, s, store.Filter{}) {
		want := 5000
		if name == "empty" {
			want = 0
		}
		for _, limit := range []int{0, 100, 10, 6000} {
			seen := make(map[string]int)
			keys := make(map[string]bool)
			rows := 0
			err := s.Read(t.Context(), x, limit, func(r store.Row) error {
				rows++
				keys[r.Key()] = true
				for _, c := range r.Cells {
					if c.Column == "id" {
						seen[string(c.Value.Data)]++
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for id, n := range seen {
				if n != 1 {
					t.Errorf("%s, limit %d: row %s was read %d times", name, limit, id, n)
				}
			}
			if n := min(want, cmpOr(limit, want)); rows != len(seen) || limit == 0 && rows != want || rows < n*9/10 && name != "gaps" || rows > n+60 || rows < n/3 {
				t.Errorf("%s, limit %d: %d rows with %d ids, want about %d", name, limit, rows, len(seen), n)
			}
			if name != "view" && name != "taken" && len(keys) != rows {
				t.Errorf("%s, limit %d: %d keys of %d rows", name, limit, len(keys), rows)
			}
			late := 0
			for id := range seen {
				if len(id) == 4 && id >= "2500" {
					late++
				}
			}
			if name != "view" && name != "taken" && want > 0 && late < rows/4 {
				t.Errorf("%s, limit %d: %d of %d rows are of the second half", name, limit, late, rows)
			}
		}
	}
}

func cmpOr(a, b int) int {
	if a == 0 {
		return b
	}
	return a
}

func TestValues(t *testing.T) {
	s := open(t, file(t,
		`CREATE TABLE x (k TEXT PRIMARY KEY, u UUID, d DATETIME, b BOOLEAN, any, n INTEGER, g TEXT AS ('{"a":["' || k || '"]}'))`,
		`INSERT INTO x(k, u, d, b, any, n) VALUES ('key', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '2024-01-02', 'true', x'00ff', 7)`,
		`INSERT INTO x(k, u, d, b, any, n) VALUES ('key2', zeroblob(70), NULL, NULL, 'text', NULL)`,
		`INSERT INTO x(k, u, d, b, any, n) VALUES ('key3', CAST('{"a": ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]}' AS BLOB), NULL, NULL, CAST(printf('{%070d}', 1) AS BLOB), NULL)`,
	), store.Options{})
	got := ""
	err := s.Read(t.Context(), tables(t, s, store.Filter{})["x"], 0, func(r store.Row) error {
		got += r.Key() + ":"
		for _, c := range r.Cells {
			got += fmt.Sprintf(" %s%s=%d/%.40q", c.Column, c.Path, c.Value.Kind, c.Value.Data)
			if len(c.Value.Data) > 65 {
				t.Errorf("%s has %d bytes", c.Column, len(c.Value.Data))
			}
		}
		got += fmt.Sprint(" ", r.Nulls, "\n")
		return nil
	})
	want := `k=key: k=0/"key" u=0/"f81d4fae-7dec-11d0-a765-00a0c91e6bf6" d=0/"2024-01-02" b=0/"true" any=1/"\x00\xff" g.a[]=0/"key" []` + "\n" +
		`k=key2: k=0/"key2" u=1/"` + strings.Repeat(`\x00`, 40) + `" any=0/"text" g.a[]=0/"key2" [d b n]` + "\n" +
		`k=key3: k=0/"key3"` + strings.Repeat(` u.a[]=0/"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, 2) + ` any=1/"{` + strings.Repeat("0", 39) + `" g.a[]=0/"key3" [d b n]` + "\n"
	if err != nil || got != want {
		t.Errorf("%v, got\n%swant\n%s", err, got, want)
	}
}

func TestCount(t *testing.T) {
	s := open(t, file(t, `CREATE TABLE x (id)`, numbers+`INSERT INTO x SELECT 'id' || (i/2) FROM n`, `INSERT INTO x VALUES (x'696431')`), store.Options{})
	var values []layout.Value
	for i := range 1200 {
		values = append(values, layout.Value{Data: fmt.Append(nil, "id", i*3)})
	}
	x := tables(t, s, store.Filter{})["x"]
	if n, err := s.Count(t.Context(), x, "id", values); err != nil || n != 834 { // 0, 3, 6 … 2499
		t.Errorf("got %d, %v, want 834", n, err)
	}
	if n, err := s.Count(t.Context(), x, "id", []layout.Value{{Kind: layout.KindBytes, Data: []byte("id1")}, {Kind: layout.KindBytes, Data: []byte("id2")}}); err != nil || n != 1 {
		t.Errorf("got %d, %v, want 1", n, err)
	}
	if _, err := s.Count(t.Context(), x, "nosuch", values); err == nil {
		t.Error("no error for a column that is not there")
	}
}

// What cannot be read is an error of its own, and the file is never written.
func TestBad(t *testing.T) {
	dir := t.TempDir()
	if _, err := sqlite.Open(t.Context(), filepath.Join(dir, "nosuch.db"), store.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v was made", left)
	}
	if _, err := sqlite.Open(t.Context(), dir, store.Options{}); err == nil {
		t.Error("a folder was opened")
	}
	text := filepath.Join(dir, "text")
	os.WriteFile(text, []byte(strings.Repeat("no database ", 1000)), 0o600)
	if _, err := sqlite.Open(t.Context(), text, store.Options{}); err == nil {
		t.Error("a text was opened")
	}

	path := file(t, `CREATE TABLE a (x TEXT)`, `CREATE TABLE b (x TEXT)`, `CREATE VIEW w AS SELECT x FROM b`, `DROP TABLE b`, `CREATE VIEW slow AS `+
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) AS x FROM n`)
	s := open(t, path, store.Options{Timeout: 300 * time.Millisecond})
	all, notSeen, err := s.Tables(t.Context(), store.Filter{})
	if err != nil || len(notSeen) != 1 || notSeen[0].Where != "w" || len(all) != 2 {
		t.Fatalf("%v, not seen %v, %v", all, notSeen, err)
	}
	for _, x := range all {
		start := time.Now()
		err := s.Read(t.Context(), x, 10, func(store.Row) error { return nil })
		if slow := x.Name == "slow"; slow != (err != nil) || time.Since(start) > time.Minute {
			t.Errorf("%v: %v after %v", x, err, time.Since(start))
		} else if slow && !strings.Contains(err.Error(), "300ms") {
			t.Errorf("%v: %v, want the timeout", x, err)
		}
	}
	// Each table has the time for itself, not all together.
	_, notSeen, err = open(t, path, store.Options{Timeout: time.Nanosecond}).Tables(t.Context(), store.Filter{})
	if err != nil || len(notSeen) != 3 || !strings.Contains(notSeen[0].Why, "1ns") {
		t.Errorf("no time: not seen %v, %v", notSeen, err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Read(stopped, all[0], 0, func(store.Row) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// Where there is no time to count the rows, the range of the rowid is an estimate, or none.
func TestEstimate(t *testing.T) {
	t.Cleanup(sqlite.CountFor(0))
	path := file(t, "CREATE TABLE dense (id INTEGER PRIMARY KEY, t TEXT)", "CREATE TABLE snowflakes (id INTEGER PRIMARY KEY, t TEXT)",
		"WITH RECURSIVE s (n) AS (SELECT 1001 UNION ALL SELECT n + 1 FROM s WHERE n < 1200) INSERT INTO dense SELECT n, hex(randomblob(16)) FROM s",
		"INSERT INTO snowflakes SELECT 1541815603606036480 + id * 4194304, t FROM dense")
	all := tables(t, open(t, path, store.Options{}), store.Filter{})
	for name, want := range map[string]int64{"dense": 200, "snowflakes": -1} {
		if got := all[name]; got.Rows != want || got.Exact {
			t.Errorf("%s: got %d rows, exact: %t, want about %d", name, got.Rows, got.Exact, want)
		}
	}
}

// A sample of a table that was not counted is from all of it, whatever its key.
func TestUncounted(t *testing.T) {
	t.Cleanup(sqlite.CountFor(0))
	const n = 5000
	for _, tt := range []struct{ key, of string }{
		{"k INTEGER PRIMARY KEY", "i"},
		{"k PRIMARY KEY", "i * 1.5"},
		{"k PRIMARY KEY", "i * 0.5"}, // REAL, and INTEGER where it is one in a NUMERIC
		{"k NUMERIC PRIMARY KEY", "i * 0.5"},
		{"k PRIMARY KEY", "9223372036854770000 + i"},
		{"k PRIMARY KEY", "iif(i < 2500, -9223372036854775800 + i, 9223372036854770000 + i)"},
		{"k PRIMARY KEY", "iif(i < 2500, i, 'text ' || i)"},
		{"k PRIMARY KEY", "iif(i < 2500, printf('text %5d', i), CAST(printf('text %5d', i) AS BLOB))"},
		{"k TEXT PRIMARY KEY", "printf('https://example.com/a/long/path/that/all/keys/begin/with/%05d', i)"},
		{"k TEXT PRIMARY KEY", "printf('%08x-0000-7000-8000-000000000000', i * 800000)"},
		{"k TEXT COLLATE NOCASE PRIMARY KEY", "iif(i % 2, 'A', 'a') || printf('%05d', i)"},
		{"k TEXT COLLATE NOCASE PRIMARY KEY", "char(iif(i % 2, 65, 97) + i / 200) || printf('%05d', i)"},
		{"k BLOB PRIMARY KEY", "CAST(printf('%05d', i) AS BLOB)"},
		{"k, l, PRIMARY KEY (k, l)", "x'', i"},
		{"k, l, PRIMARY KEY (k, l)", "i / 2500, CAST(printf('%05d', i) AS BLOB)"},
		{"k, l, PRIMARY KEY (k, l)", "iif(i < 4000, 'a tenant', 'another ' || i), i"},
		{"[k, l`], l, m, PRIMARY KEY (m, [k, l`])", "printf('%05d', i), NULL, 'a'"},
	} {
		path := file(t, "CREATE TABLE t (id TEXT, "+tt.key+") WITHOUT ROWID", numbers+"INSERT INTO t SELECT i, "+tt.of+" FROM n")
		s := open(t, path, store.Options{})
		x := tables(t, s, store.Filter{})["t"]
		for _, limit := range []int{100, 1000, n} {
			parts, seen := [10]int{}, map[string]bool{}
			err := s.Read(t.Context(), x, limit, func(r store.Row) error {
				id := string(r.Cells[0].Value.Data)
				i, err := strconv.Atoi(id)
				parts[i*10/(n+1)]++
				if seen[id] {
					t.Errorf("%s, %s: row %s was read twice", tt.key, tt.of, id)
				}
				seen[id] = true
				return err
			})
			if got := len(seen); err != nil || got < limit*9/10 || got > limit*11/10 || slices.Min(parts[:]) == 0 || slices.Max(parts[:]) > limit/2 {
				t.Errorf("%s, %s, limit %d: got %d rows, of ten parts %v, %v", tt.key, tt.of, limit, got, parts, err)
			}
		}
	}
}
