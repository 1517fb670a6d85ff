package mysql_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

func TestTables(t *testing.T) {
	each(t, func(t *testing.T, address string, db *sql.DB) {
		exec(t, db, schema)
		s := open(t, address, store.Options{})
		maria := s.About().Dialect == store.MariaDB
		if maria {
			exec(t, db, `CREATE TABLE defaults (a CHAR(36) DEFAULT uuid(), b UUID DEFAULT uuid(), c VARCHAR(32) DEFAULT md5(rand()) COLLATE utf8mb4_general_ci)`)
		} else {
			exec(t, db, `CREATE TABLE defaults (a CHAR(36) DEFAULT (uuid()), b BINARY(16) DEFAULT (uuid_to_bin(uuid(),1)), c VARCHAR(32) DEFAULT (replace(uuid(),'-','')) COLLATE utf8mb4_general_ci)`)
		}
		all, _ := tables(t, s, store.Filter{})
		defaults := map[string][2]string{"a": {"uuid()", "uuid()"}, "b": {"uuid_to_bin(uuid(),1)", "uuid()"}, "c": {"replace(uuid(),_utf8mb4'-',_utf8mb4'')", "md5(rand())"}}
		for name, want := range defaults {
			if got := all["defaults"].Column(name).Default; got != want[map[bool]int{true: 1}[maria]] {
				t.Errorf("%s: got default %s, want one of %q", name, got, want)
			}
		}
		text := map[bool]string{true: "longtext", false: "json"}[maria]
		table := all["T `q` 'x"]
		for name, want := range map[string]store.Column{
			"the id": {Type: "char(36)", Collation: "latin1_bin", CompareCase: true, TextBytes: 36, Read: true},
			"u":      {Type: "binary(16)", Nullable: true, Read: true},
			"cs":     {Type: "varchar(36)", Collation: "utf8mb4_bin", CompareCase: true, TextBytes: 37, Nullable: true, Default: "'x''y'", Read: true},
			"n":      {Type: "varchar(36)", Nullable: true, TextBytes: 37, Read: true},
			"w":      {Type: "varchar(36)", Nullable: true, TextBytes: 73, Read: true},
			"w4":     {Type: "char(36)", Nullable: true, TextBytes: 144, Read: true},
			"j":      {Type: text, Nullable: true, Read: true},
			"g":      {Type: "varchar(40)", Nullable: true, TextBytes: 37, Generated: true, Read: true},
			"lb":     {Type: "longblob", Nullable: true, Read: true},
			"dec39":  {Type: "decimal(39,0)", Nullable: true, Read: true},
			"b8":     {Type: "binary(8)", Nullable: true},
			"d":      {Type: "datetime", Nullable: true},
			"dec20":  {Type: "decimal(39,2)", Nullable: true},
		} {
			want.Name = name
			got := *table.Column(name)
			if want.Collation == "" { // the server's own
				got.Collation, got.CompareCase = "", false
			}
			if maria && name == "j" {
				got.TextBytes = 0
			}
			if maria && name == "cs" {
				got.Default = strings.ReplaceAll(got.Default, `\'`, `''`)
			}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
		var indexes []string
		for _, x := range table.Indexes {
			if (x.Bytes == 0) != x.Primary || !table.Clustered {
				t.Errorf("%s: got %d bytes, clustered: %t", x.Name, x.Bytes, table.Clustered)
			}
			indexes = append(indexes, fmt.Sprintf("%q%s", x.Columns, map[bool]string{true: " unique"}[x.Unique]+map[bool]string{true: " primary"}[x.Primary]+map[bool]string{true: " partial"}[x.Partial]))
		}
		slices.Sort(indexes)
		if want := []string{`["t"] partial`, `["the id" "i"] unique primary`, `["u" "cs"] unique`, `["vb"] unique`}; !slices.Equal(indexes, want) {
			t.Errorf("got indexes %q, want %q", indexes, want)
		}
		if got, want := table.Selects["raw"], "CAST(`raw` AS BINARY)"; got != want {
			t.Errorf("raw: got %q, want %q", got, want)
		}
		k := table.ForeignKeys
		if len(k) != 1 || !slices.Equal(k[0].Columns, []string{"u"}) || k[0].Table != "users" || k[0].Schema != s.About().Database || !slices.Equal(k[0].RefColumns, []string{"id"}) {
			t.Errorf("got %+v", k)
		}
		if table.Rows != 2 || !table.Exact || table.DataBytes == 0 {
			t.Errorf("got %d rows (%t), %d bytes, want 2 and some", table.Rows, table.Exact, table.DataBytes)
		}
		if all, _ := tables(t, s, store.Filter{Schemas: []string{s.About().Database}, Tables: []string{"use??"}}); len(all) != 1 || all["users"] == nil {
			t.Errorf("use??: got %v, want users", all)
		}
		if all, _ := tables(t, s, store.Filter{Schemas: []string{"uuidkit_absent*"}}); len(all) != 0 {
			t.Errorf("got %v, want none", all)
		}
		// Names that differ in an accent only are two.
		exec(t, db, "CREATE TABLE accents (a INT NOT NULL, b INT NOT NULL, c INT NOT NULL, d INT NOT NULL, UNIQUE `i_e` (a, b), UNIQUE `i_é` (c, d))")
		accents, _ := tables(t, s, store.Filter{Tables: []string{"accents"}})
		for i, want := range [][]string{{"a", "b"}, {"c", "d"}} {
			if x := accents["accents"].Indexes; len(x) != 2 || !slices.Equal(x[i].Columns, want) {
				t.Errorf("got %v, want an index of %v", x, want)
			}
		}
		exec(t, db, "DROP TABLE accents")
		// Without a database in the URL all are audited.
		u, _ := url.Parse(address)
		u.Path = ""
		list, _, err := open(t, u.String(), store.Options{}).Tables(t.Context(), store.Filter{Schemas: []string{s.About().Database}})
		if err != nil || len(list) != 3 {
			t.Errorf("no database: got %v, %v, want 3 tables", list, err)
		}
	})
}

// Of each collation the server says whether it compares case.
func TestCompareCase(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		s := open(t, url, store.Options{})
		list := "SELECT character_set_name, collation_name FROM information_schema.collations"
		if s.About().Dialect == store.MariaDB { // where one name is for several character sets
			list = "SELECT character_set_name, full_collation_name FROM information_schema.collation_character_set_applicability"
		}
		rows, err := db.Query(list)
		if err != nil {
			t.Fatal(err)
		}
		var columns []string
		for rows.Next() {
			var charset, collation string
			if err := rows.Scan(&charset, &collation); err != nil {
				t.Fatal(err)
			}
			if charset != "binary" { // its type is BLOB
				columns = append(columns, fmt.Sprintf("%s TEXT CHARACTER SET %s COLLATE %[1]s", collation, charset))
			}
		}
		for i, some := range slices.Collect(slices.Chunk(columns, 100)) {
			exec(t, db, fmt.Sprintf("CREATE TABLE t%d (%s)", i, strings.Join(some, ", ")))
		}
		all, _ := tables(t, s, store.Filter{})
		n := 0
		for _, table := range all {
			for _, c := range table.Columns {
				n++
				var same bool
				charset, _, _ := strings.Cut(c.Collation, "_")
				err := db.QueryRow(fmt.Sprintf("SELECT CONVERT('a' USING %s) COLLATE %s = CONVERT('A' USING %[1]s)", charset, c.Collation)).Scan(&same)
				if err != nil || c.CompareCase == same {
					t.Errorf("%s: got %t, %v, want %t", c.Collation, c.CompareCase, err, !same)
				}
			}
		}
		if n < 100 {
			t.Errorf("got %d collations, want all", n)
		}
	})
}

// What cannot be read is reported, and the rest is read.
func TestNotSeen(t *testing.T) {
	each(t, func(t *testing.T, address string, db *sql.DB) {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		database := strings.TrimPrefix(u.Path, "/")
		user := "r" + database[len(database)-16:]
		exec(t, db, `CREATE TABLE good (id CHAR(36) PRIMARY KEY); INSERT INTO good VALUES (uuid());
			CREATE TABLE dropped (id CHAR(36)); INSERT INTO dropped VALUES (uuid());
			CREATE TABLE less (id CHAR(36), gone CHAR(36)); INSERT INTO less VALUES (uuid(), uuid());
			CREATE TABLE locked (id CHAR(36)); INSERT INTO locked VALUES (uuid());
			CREATE TABLE base (id CHAR(36)); CREATE VIEW bad AS SELECT id FROM base; DROP TABLE base;
			CREATE VIEW fails AS SELECT (SELECT id FROM good UNION SELECT uuid()) AS id FROM good;
			CREATE VIEW slow AS SELECT CONCAT(id, LEFT(SLEEP(20), 0)) AS id FROM good;
			CREATE VIEW fine AS SELECT id FROM good;
			CREATE TABLE secret (id CHAR(36)); CREATE TABLE half (id CHAR(36), x CHAR(36)); INSERT INTO half VALUES (uuid(), uuid());
			CREATE USER `+user+` IDENTIFIED BY 'pw';
			GRANT SELECT (id), INSERT ON half TO `+user+`; GRANT INSERT ON secret TO `+user)
		t.Cleanup(func() { exec(t, db, "DROP USER "+user) })
		_, noBlackhole := db.Exec("CREATE TABLE nothing (id CHAR(36)) ENGINE=BLACKHOLE; GRANT SELECT ON nothing TO " + user)
		for _, table := range []string{"good", "dropped", "less", "locked", "bad", "fails", "slow", "fine"} {
			exec(t, db, "GRANT SELECT ON "+table+" TO "+user)
		}
		u.User = url.UserPassword(user, "pw")
		s := open(t, u.String(), store.Options{Timeout: 3 * time.Second})
		all, not := tables(t, s, store.Filter{})
		exec(t, db, "DROP TABLE dropped; ALTER TABLE less DROP COLUMN gone")
		other, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		if _, err := other.ExecContext(t.Context(), "LOCK TABLES locked WRITE"); err != nil {
			t.Fatal(err)
		}
		defer other.ExecContext(t.Context(), "UNLOCK TABLES")

		got := map[string]string{}
		for _, n := range not {
			got[strings.TrimPrefix(n.Where, database+".")] = n.Why
		}
		var seen []string
		for name, table := range all {
			rows := 0
			if err := s.Read(t.Context(), table, 100, func(r store.Row) error { rows++; return nil }); err != nil {
				got[name] = err.Error()
			} else {
				seen = append(seen, fmt.Sprint(name, rows))
			}
		}
		slices.Sort(seen)
		if want := []string{"fine1", "good1", "half1"}; !slices.Equal(seen, want) {
			t.Errorf("got %q, want %q", seen, want)
		}
		for where, want := range map[string]string{
			database: "no privilege", "nothing": "BLACKHOLE", "secret": "no permission", "half.x": "no permission", "dropped": "doesn't exist", "less": "Unknown column", "bad": "references invalid",
			"locked": "Lock wait timeout", "fails": "more than 1 row", "slow": "exec",
		} {
			if where == "nothing" && noBlackhole != nil {
				continue
			}
			if why := got[where]; !strings.Contains(why, want) || strings.Contains(why, "\n") {
				t.Errorf("%s: got %q, want %s", where, why, want)
			}
			delete(got, where)
		}
		if len(got) > 0 {
			t.Errorf("got %v, too", got)
		}
	})
}

// A table whose rows are elsewhere hides no other one of a name like its own.
func TestElsewhere(t *testing.T) {
	each(t, func(t *testing.T, address string, db *sql.DB) {
		if open(t, address, store.Options{}).About().Dialect == store.MariaDB {
			t.Skip("the engines of MariaDB for such tables are packages of their own")
		}
		exec(t, db, "CREATE TABLE `log.x` (id CHAR(36)) ENGINE=BLACKHOLE; CREATE TABLE `Log` (id CHAR(36)) ENGINE=BLACKHOLE")
		database := address[strings.LastIndex(address, "/")+1:]
		exec(t, db, "CREATE TABLE log (id CHAR(36)); CREATE TABLE lög (id CHAR(36));"+
			"CREATE DATABASE "+quote(database+".log")+"; CREATE TABLE "+quote(database+".log")+".x (id CHAR(36))")
		t.Cleanup(func() { exec(t, db, "DROP DATABASE "+quote(database+".log")) })
		all, not := tables(t, open(t, address, store.Options{}), store.Filter{Schemas: []string{database + "*"}})
		if len(all) != 3 || all["log"] == nil || all["lög"] == nil || all["x"] == nil || len(not) != 2 {
			t.Errorf("got %v, %v, want three tables, and two that are not seen", all, not)
		}
	})
}

// A user who may not see each column of a table reads the others, whatever index is of the hidden ones.
func TestHidden(t *testing.T) {
	each(t, func(t *testing.T, address string, db *sql.DB) {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		database := strings.TrimPrefix(u.Path, "/")
		user := "h" + database[len(database)-16:]
		exec(t, db, first)
		exec(t, db, "CREATE USER "+user+" IDENTIFIED BY 'pw'")
		t.Cleanup(func() { exec(t, db, "DROP USER "+user) })
		columns := "(id CHAR(36), name CHAR(36), email VARCHAR(100), PRIMARY KEY (id), UNIQUE (email), UNIQUE (name, email))"
		for _, name := range []string{"email", "pk", "deletes", "triggers", "all_of_it", "inserts"} {
			exec(t, db, fmt.Sprintf("CREATE TABLE %s %s; INSERT INTO %[1]s SELECT LPAD(HEX(n), 36, '0'), uuid(), n FROM i LIMIT 2000", name, columns))
		}
		exec(t, db, "CREATE VIEW shown AS SELECT id FROM pk")
		for grant, on := range map[string]string{"SELECT (id, name)": "email", "SELECT (name)": "pk", "DELETE": "deletes", "TRIGGER": "triggers", "SELECT": "all_of_it", "SHOW VIEW": "shown", "SELECT (name), INSERT": "inserts"} {
			exec(t, db, "GRANT "+grant+" ON "+on+" TO "+user)
		}
		u.User = url.UserPassword(user, "pw")
		s := open(t, u.String(), store.Options{Timeout: time.Minute})
		all, not := tables(t, s, store.Filter{})
		var where []string
		for _, n := range not {
			where = append(where, strings.TrimPrefix(n.Where, database+"."))
		}
		slices.Sort(where)
		if want := []string{"deletes", "inserts.email", "inserts.id", "shown", "triggers", database}; !slices.Equal(where, want) {
			t.Errorf("not seen: got %v, want %q", not, want)
		}
		for name, want := range map[string]int{"email": 2, "pk": 1, "inserts": 1, "all_of_it": 3} {
			for limit, rows := range map[int]int{0: 2000, 1000: 500} {
				n := 0
				err := s.Read(t.Context(), all[name], limit, func(r store.Row) error {
					if n++; len(r.Cells) != want {
						t.Fatalf("%s: got %d cells, want %d", name, len(r.Cells), want)
					}
					return nil
				})
				if err != nil || n < rows {
					t.Errorf("%s, limit %d: got %d rows, %v, want %d", name, limit, n, err, rows)
				}
			}
		}
	})
}

// Who may not read a whole database is told so.
func TestHides(t *testing.T) {
	each(t, func(t *testing.T, address string, db *sql.DB) {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		database := strings.TrimPrefix(u.Path, "/")
		user := "s" + database[len(database)-16:]
		exec(t, db, "CREATE TABLE one (id CHAR(36)); CREATE USER "+user+" IDENTIFIED BY 'pw'; GRANT SELECT ON "+database+".* TO "+user)
		t.Cleanup(func() { exec(t, db, "DROP USER "+user) })
		u.User = url.UserPassword(user, "pw")
		for _, test := range []struct {
			url     string
			schemas []string
			want    []string
		}{
			{address, nil, nil},
			{address, []string{"*"}, nil},
			{u.String(), nil, nil},
			{u.String(), []string{database, "u*", "mysql"}, []string{"u*", "mysql"}},
			{strings.TrimSuffix(u.String(), database), nil, []string{"all databases"}},
		} {
			_, not := tables(t, open(t, test.url, store.Options{}), store.Filter{Schemas: test.schemas, Tables: []string{"one"}})
			var got []string
			for _, n := range not {
				got = append(got, n.Where)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: got %v, want %v", test.schemas, not, test.want)
			}
		}
	})
}

// So is who may read all databases but some: MySQL's partial_revokes.
func TestRevoked(t *testing.T) {
	each(t, func(t *testing.T, address string, db *sql.DB) {
		if open(t, address, store.Options{}).About().Dialect == store.MariaDB {
			t.Skip("MariaDB has no partial_revokes")
		}
		var before string
		if err := db.QueryRow("SELECT @@GLOBAL.partial_revokes").Scan(&before); err != nil {
			t.Fatal(err)
		}
		exec(t, db, "SET GLOBAL partial_revokes = ON")
		t.Cleanup(func() { exec(t, db, "SET GLOBAL partial_revokes = "+before) })
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		database := strings.TrimPrefix(u.Path, "/")
		secret, user := "s`"+database, "v"+database[len(database)-16:]
		exec(t, db, "CREATE TABLE one (id CHAR(36)); CREATE DATABASE "+quote(secret)+";"+
			"CREATE USER "+user+" IDENTIFIED BY 'pw'; GRANT SELECT ON *.* TO "+user)
		t.Cleanup(func() { exec(t, db, "DROP DATABASE "+quote(secret)+"; DROP USER "+user) })
		exec(t, db, "REVOKE SELECT ON "+quote(secret)+".* FROM "+user+"; REVOKE SELECT ON mysql.* FROM "+user+";"+
			"GRANT INSERT ON *.* TO "+user+"; REVOKE INSERT ON "+database+".* FROM "+user)
		u.User = url.UserPassword(user, "pw")
		for _, test := range []struct {
			database string
			schemas  []string
			want     []string
		}{
			{database, nil, nil},
			{database, []string{"s*" + database}, []string{secret}},
			{"", nil, []string{secret}},
		} {
			u.Path = test.database
			_, not := tables(t, open(t, u.String(), store.Options{}), store.Filter{Schemas: test.schemas, Tables: []string{"one"}})
			var got []string
			for _, n := range not {
				got = append(got, n.Where)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%q, %q: got %v, want %v", test.database, test.schemas, not, test.want)
			}
		}
	})
}

func quote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
