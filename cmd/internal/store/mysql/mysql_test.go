package mysql_test

import (
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mysql"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

// The variables name the servers, as they do for the tests of integration/.
var servers = map[string]string{"MariaDB": "UUIDKIT_MYSQL", "MySQL": "UUIDKIT_MYSQL9"}

// each runs a test on a new database of each server.
func each(t *testing.T, test func(t *testing.T, url string, db *sql.DB)) {
	for name, variable := range servers {
		t.Run(name, func(t *testing.T) {
			address := os.Getenv(variable)
			if address == "" {
				if os.Getenv("CI") == "true" && variable != "UUIDKIT_MYSQL9" { // which not every machine can have
					t.Fatal(variable + " is not set")
				}
				t.Skip(variable + " is not set")
			}
			config, err := driver.ParseDSN(address)
			if err != nil {
				t.Fatal(err)
			}
			config.DBName, config.MultiStatements = "", true
			admin := connect(t, config)
			database := "uuidkit_" + strings.ToLower(rand.Text()[:16])
			exec(t, admin, "CREATE DATABASE "+database)
			t.Cleanup(func() { exec(t, admin, "DROP DATABASE "+database) })
			config.DBName = database
			u := &url.URL{Scheme: "mysql", User: url.UserPassword(config.User, config.Passwd), Host: config.Addr, Path: database}
			test(t, u.String(), connect(t, config))
		})
	}
}

func connect(t *testing.T, c *driver.Config) *sql.DB {
	t.Helper()
	connector, err := driver.NewConnector(c)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t *testing.T, db *sql.DB, sql string) {
	t.Helper()
	if _, err := db.Exec(sql); err != nil {
		t.Fatalf("%.200s: %v", sql, err)
	}
}

var open = storetest.Open(mysql.Open).For

// tables returns what Tables finds, by name.
func tables(t *testing.T, s store.Store, f store.Filter) (map[string]*store.Table, []store.NotSeen) {
	t.Helper()
	list, not, err := s.Tables(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*store.Table{}
	for _, table := range list {
		all[table.Name] = table
	}
	return all, not
}

// schema is for both servers; maria and my9 are for one.
const schema = "CREATE TABLE users (id BINARY(16) PRIMARY KEY, name TEXT);" +
	"CREATE TABLE `T ``q`` 'x` (`the id` CHAR(36) CHARACTER SET latin1 COLLATE latin1_bin, u BINARY(16), " + `
		cs VARCHAR(36) COLLATE utf8mb4_bin DEFAULT 'x''y', ci VARCHAR(40), n NVARCHAR(36), w VARCHAR(36) CHARACTER SET utf16, w4 CHAR(36) CHARACTER SET utf32, raw CHAR(16) CHARACTER SET latin1,
		vb VARBINARY(36) UNIQUE, b BLOB, lb LONGBLOB, t TEXT, mt MEDIUMTEXT, j JSON, dec39 DECIMAL(39,0), g VARCHAR(40) AS (CONCAT(ci, 'x')) VIRTUAL,
		short VARCHAR(5), b8 BINARY(8), i INT, d DATETIME, e ENUM('a'), dec20 DECIMAL(39,2),
		PRIMARY KEY (` + "`the id`" + `, i), UNIQUE two (u, cs), KEY part (t(8)), FOREIGN KEY (u) REFERENCES users (id));
	INSERT INTO users VALUES (x'00112233445566778899aabbccddeeff', 'x');` +
	"INSERT INTO `T ``q`` 'x` (`the id`, u, cs, ci, n, w, w4, raw, vb, b, lb, t, mt, j, dec39, short, b8, i, d, e) VALUES" + `
		('10112233-4455-6677-8899-aabbccddeeff', x'00112233445566778899aabbccddeeff', 'cs1', 'ci1', 'n1', 'w1', 'w4é', x'f0112233445566778899aabbccddeeff',
		x'0020', x'0102', REPEAT(x'03', 1000), 't1', '["mt1"]', '{"a": {"b": ["j1"]}}', 170141183460469231731687303715884105727, 'short', 'b8', 7, NOW(), 'a');` +
	"INSERT INTO `T ``q`` 'x` (`the id`, i, mt) VALUES ('20112233-4455-6677-8899-aabbccddeeff', 8, REPEAT('é', 40000));"

func TestConfig(t *testing.T) {
	for query, want := range map[string]string{ // "" is an error
		"charset=utf8mb4,utf8":      "charset=utf8mb4,utf8",
		"charset=utf8mb4%2cutf8":    "charset=utf8mb4,utf8",
		"time_zone=%27%2B01:00%27":  "time_zone=%27%2B01%3A00%27",
		"sql_mode=%27A,B%27":        "sql_mode=%27A%2CB%27",
		"strict=true":               "",
		"charset=utf8mb4&strict=no": "",
		"timeout=x":                 "",
		"tls=true":                  "tls=true",
		"tls=true;timeout=5s":       "",
		"tls=true%":                 "",
		"tls":                       "",
		"tls=":                      "",
		"timeout=5s#&tls=true":      "",
	} {
		c, err := mysql.Config("mysql://u@h/db?" + query)
		if (err == nil) != (want != "") || err == nil && !strings.Contains(c.FormatDSN(), want) {
			t.Errorf("%s: got %v, %v, want %q", query, c, err, want)
		}
	}
}

func TestValues(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		exec(t, db, schema)
		s := open(t, url, store.Options{Timeout: time.Minute})
		maria := s.About().Dialect == store.MariaDB
		if maria {
			exec(t, db, "CREATE TABLE native (id UUID PRIMARY KEY); INSERT INTO native VALUES ('00112233-4455-6677-8899-aabbccddeeff')")
		}
		all, not := tables(t, s, store.Filter{})
		if len(not) > 0 {
			t.Errorf("not seen: got %v, want none", not)
		}
		read := func(name string, limit int) (got []string, nulls int) {
			table := all[name]
			if table == nil {
				t.Fatalf("got %v", all)
			}
			err := s.Read(t.Context(), table, limit, func(r store.Row) error {
				nulls += len(r.Nulls)
				got = append(got, r.Key())
				for _, c := range r.Cells {
					if len(c.Value.Data) > 512 {
						t.Errorf("%s: got %d bytes", c.Column, len(c.Value.Data))
					}
					got = append(got, fmt.Sprintf("%s%s:%d=%.20q", c.Column, c.Path, c.Value.Kind, c.Value.Data))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return got, nulls
		}
		for _, limit := range []int{0, 1, 1000} {
			got, nulls := read("T `q` 'x", limit)
			want := []string{
				"the id=10112233-4455-6677-8899-aabbccddeeff, i=7", `the id:0="10112233-4455-6677-8"`, `u:1="\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`,
				`cs:0="cs1"`, `ci:0="ci1"`, `n:0="n1"`, `w:0="w1"`, `w4:0="w4é"`, `raw:1="\xf0\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`,
				`vb:1="\x00 "`, `b:1="\x01\x02"`, `lb:1="` + strings.Repeat(`\x03`, 20) + `"`, `t:0="t1"`, `mt[]:0="mt1"`, `j.a.b[]:0="j1"`,
				`dec39:0="17014118346046923173"`, `g:0="ci1x"`,
				"the id=20112233-4455-6677-8899-aabbccddeeff, i=8", `the id:0="20112233-4455-6677-8"`, `cs:0="x'y"`, `mt:0="éééééééééééééééééééé"`,
			}
			if limit == 1 {
				if len(got) == 0 {
					t.Errorf("limit 1: got no rows")
				}
				continue
			}
			if !slices.Equal(got, want) {
				for i := range max(len(got), len(want)) {
					if i >= len(got) || i >= len(want) || got[i] != want[i] {
						t.Fatalf("limit %d: got %q, want %q from %d", limit, got[min(i, len(got)):], want[min(i, len(want)):], i)
					}
				}
			}
			if want := len(strings.Fields("u ci n w w4 raw vb b lb t j dec39 g")); nulls != want {
				t.Errorf("got %d nulls, want %d", nulls, want)
			}
		}
		if maria {
			got, _ := read("native", 0)
			if want := []string{"id=00112233-4455-6677-8899-aabbccddeeff", `id:2="\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}
