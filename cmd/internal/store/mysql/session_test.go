package mysql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mysql"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

// numbers is a SELECT of n from 0 to 29,999.
const numbers = `SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS n FROM digits a, digits b, digits c, digits d, (SELECT n FROM digits WHERE n < 3) e`

// first makes a table of 30,000 rows, and big more of them, with keys of many kinds.
// Each row has its number in n.
var (
	first = `CREATE TABLE digits (n INT); INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
	CREATE TABLE i (id BIGINT PRIMARY KEY, n INT, v VARCHAR(36), rare BINARY(16)); INSERT INTO i SELECT n - 15000, n, uuid(), IF(n % 10000 = 777, x'00112233445566778899aabbccddeeff', NULL) FROM (` + numbers + `) x;
	CREATE TABLE none (n INT, v CHAR(36)); INSERT INTO none SELECT n, v FROM i;`

	big = first + `
	CREATE TABLE skewed (id BIGINT PRIMARY KEY, n INT, v VARCHAR(36)); INSERT INTO skewed SELECT IF(n = 29999, 9223372036854775807, n), n, v FROM i;
	CREATE TABLE t (id CHAR(36) PRIMARY KEY, n INT); INSERT INTO t SELECT INSERT(INSERT(INSERT(INSERT(HEX(n * 37000000), 1, 0, REPEAT('0', 32 - LENGTH(HEX(n * 37000000)))), 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), n FROM i;
	CREATE TABLE b (id BINARY(16) PRIMARY KEY, n INT); INSERT INTO b SELECT UNHEX(LPAD(HEX(n * 143000), 32, 'A')), n FROM i;
	CREATE TABLE two (tenant INT, id BINARY(16), n INT, PRIMARY KEY (tenant, id), UNIQUE (n)); INSERT INTO two SELECT n % 2, LEFT(UNHEX(SHA2(n, 256)), 16), n FROM i; ANALYZE TABLE two;
	CREATE TABLE d (id DATETIME(6), k DECIMAL(20,3), n INT, v CHAR(36), PRIMARY KEY (k, id)); INSERT INTO d SELECT '2026-01-01' + INTERVAL n SECOND, n / 7, n, v FROM i;
	CREATE TABLE cyrillic (id VARCHAR(40) CHARACTER SET utf8mb4 PRIMARY KEY, n INT);
	INSERT INTO cyrillic SELECT CONCAT(` + spelled("авдежзиклп") + `, IF(n < 20000, '', 'ма')), n FROM i;
	CREATE TABLE latin (id VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_bin PRIMARY KEY, n INT);
	INSERT INTO latin SELECT ` + spelled("bdŠfgäåæçè") + `, n FROM i;
	CREATE TABLE alike (id VARCHAR(100) PRIMARY KEY, n INT); INSERT INTO alike SELECT CONCAT(REPEAT('x', 64), LPAD(n, 5, '0')), n FROM i;
	CREATE TABLE keyless (n INT, v CHAR(36), KEY (n)); INSERT INTO keyless SELECT n, v FROM i`
)

// spelled is n in SQL with other digits.
func spelled(digits string) string {
	sql := "LPAD(n, 5, '0')"
	for i, d := range []rune(digits) {
		sql = fmt.Sprintf("REPLACE(%s, '%d', '%c')", sql, i, d)
	}
	return sql
}

func TestStore(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		storetest.Run(t, storetest.Database{Open: mysql.Open, URL: url, Key: "id", Fill: storetest.SQL(func(statement string) { exec(t, db, statement) })})
	})
}

func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("makes large tables")
	}
	each(t, func(t *testing.T, url string, db *sql.DB) {
		exec(t, db, big)
		s := open(t, url, store.Options{Timeout: time.Minute})
		if s.About().Dialect == store.MariaDB { // as version 7, and as version 1, which sorts in another order
			exec(t, db, `CREATE TABLE v7 (id UUID PRIMARY KEY, n INT); INSERT INTO v7 SELECT CONCAT(LPAD(HEX(n * 143000), 8, '0'), '-0000-7000-8000-000000000000'), n FROM i;
				CREATE TABLE v1 (id UUID PRIMARY KEY, n INT); INSERT INTO v1 SELECT CONCAT(LPAD(HEX(n * 143000), 8, '0'), '-0000-1000-8000-000000000000'), n FROM i`)
		}
		all, _ := tables(t, s, store.Filter{})
		for _, test := range []struct {
			name   string
			tenths int // of the table that a sample has rows of, at least
		}{{"v7", 9}, {"v1", 9}, {"i", 10}, {"skewed", 9}, {"t", 9}, {"b", 9}, {"two", 9}, {"d", 1}, {"cyrillic", 9}, {"latin", 5}, {"alike", 9}, {"keyless", 9}, {"none", 1}} {
			table := all[test.name]
			if mysql := s.About().Dialect == store.MySQL; mysql && strings.HasPrefix(test.name, "v") {
				continue // its type is MariaDB's
			}
			if table.Rows != 30_000 || !table.Exact {
				t.Errorf("%s: got %d rows (%t), want 30000", test.name, table.Rows, table.Exact)
			}
			table.Column("n").Read = true // a number, to see which rows are read
			read := func(limit int) (n, rare int, tenths map[int]int, different map[string]bool) {
				tenths, different = map[int]int{}, map[string]bool{}
				err := s.Read(t.Context(), table, limit, func(r store.Row) error {
					if r.Rare != (len(r.Cells) == 1 && r.Cells[0].Column == "rare") {
						t.Errorf("%s: got %v, rare: %t", test.name, r.Cells, r.Rare)
					}
					for _, c := range r.Cells {
						if c.Column == "rare" {
							rare++
						}
						if c.Column == "n" {
							n++
							var number int
							fmt.Sscan(string(c.Value.Data), &number)
							tenths[number/3000]++
							different[string(c.Value.Data)] = true
						}
					}
					return nil
				})
				if err != nil {
					t.Fatalf("%s: %v", test.name, err)
				}
				return n, rare, tenths, different
			}
			stop := errors.New("stop")
			if test.name == "i" {
				if err := s.Read(t.Context(), table, 1000, func(r store.Row) error {
					if r.Rare {
						return stop
					}
					return nil
				}); err != stop {
					t.Errorf("%s: got %v, want the error of visit", test.name, err)
				}
			}
			n, rare, tenths, _ := read(1000)
			if n < 700 || n > 1300 || len(tenths) < test.tenths || test.name == "i" && rare == 0 {
				t.Errorf("%s: got %d rows of the tenths %v and %d rare values, want 1000 of %d", test.name, n, tenths, rare, test.tenths)
			}
			if n, rare, tenths, different := read(0); n != 30_000 || len(different) != n || len(tenths) != 10 || test.name == "i" && rare != 3 {
				t.Errorf("%s: got %d rows, %d of them different, of all, want 30000", test.name, n, len(different))
			}
		}
	})
}

// An index that the optimizer may not use is no way to read a table.
func TestInvisible(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		s := open(t, url, store.Options{Timeout: time.Minute})
		word := map[store.Dialect]string{store.MySQL: "INVISIBLE", store.MariaDB: "IGNORED"}[s.About().Dialect]
		exec(t, db, first+strings.ReplaceAll("CREATE TABLE x (id BIGINT NOT NULL, n INT NOT NULL, v CHAR(36), UNIQUE u (n), UNIQUE a (id) %, KEY b (v) %); INSERT INTO x SELECT id, n, v FROM i", "%", word))
		all, _ := tables(t, s, store.Filter{})
		for _, x := range all["x"].Indexes {
			if x.Hidden != (x.Name != "u") {
				t.Errorf("%s: got hidden: %t", x.Name, x.Hidden)
			}
		}
		if n := len(all["x"].Indexes); n < 2 {
			t.Errorf("got %d indexes, want the unique ones at least", n)
		}
		for limit, want := range map[int]int{0: 30_000, 1000: 1000} {
			n := 0
			if err := s.Read(t.Context(), all["x"], limit, func(store.Row) error { n++; return nil }); err != nil || n < want*7/10 || n > want*13/10 {
				t.Errorf("limit %d: got %d rows, %v, want %d", limit, n, err, want)
			}
		}
	})
}

// A key of a TIMESTAMP is read in UTC, where it names one time also when summer ends.
func TestTimestamp(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		const at = "2026-10-25 00:30:00"
		exec(t, db, "SET time_zone = '+00:00'; CREATE TABLE t (at TIMESTAMP PRIMARY KEY, id CHAR(36)); INSERT INTO t VALUES ('"+at+"', uuid()); SET time_zone = DEFAULT")
		s := open(t, url+"?time_zone=%27%2B02:00%27", store.Options{})
		all, _ := tables(t, s, store.Filter{})
		rows := 0
		err := s.Read(t.Context(), all["t"], 0, func(r store.Row) error {
			rows++
			if got, want := r.Key(), "at="+at; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			return nil
		})
		if err != nil || rows != 1 {
			t.Errorf("got %d rows, %v, want 1", rows, err)
		}
	})
}

// A limit of the session cuts neither the catalog nor the rows.
func TestLimit(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		exec(t, db, "CREATE TABLE t (n INT PRIMARY KEY, id CHAR(36), other CHAR(36)); INSERT INTO t VALUES (1, uuid(), uuid()), (2, uuid(), uuid()), (3, uuid(), uuid())")
		s := open(t, url+"?sql_select_limit=2", store.Options{})
		all, _ := tables(t, s, store.Filter{})
		rows := 0
		err := s.Read(t.Context(), all["t"], 0, func(store.Row) error {
			rows++
			return nil
		})
		if got := len(all["t"].Columns); err != nil || rows != 3 || got != 3 {
			t.Errorf("got %d rows and %d columns, %v, want 3 and 3", rows, got, err)
		}
	})
}

// A writer does not wait for a reader.
func TestWriter(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		exec(t, db, first)
		exec(t, db, "CREATE TABLE w (id CHAR(36) PRIMARY KEY, n INT, KEY (n)); INSERT INTO w SELECT LPAD(HEX(n), 36, '0'), n FROM i; SET SESSION innodb_lock_wait_timeout = 2, lock_wait_timeout = 2")
		s := open(t, url, store.Options{})
		all, _ := tables(t, s, store.Filter{})
		for _, name := range []string{"w", "none"} { // with and without a key
			rows := 0
			err := s.Read(t.Context(), all[name], 0, func(store.Row) error {
				if rows++; rows%5000 == 1 { // in the middle of the reader's statement: a writer that waits for it gets an error
					exec(t, db, fmt.Sprintf("UPDATE %s SET n = -1 WHERE n = %d; DELETE FROM %[1]s WHERE n = %d", name, rows+3000, rows+3001))
				}
				return nil
			})
			if err != nil || rows < 29_000 {
				t.Errorf("%s: got %d rows, %v", name, rows, err)
			}
			// Nothing is held between statements.
			exec(t, db, "ALTER TABLE "+name+" ADD COLUMN y INT")
		}
		var open int
		if err := db.QueryRow("SELECT COUNT(*) FROM information_schema.innodb_trx JOIN information_schema.processlist ON id = trx_mysql_thread_id WHERE db = DATABASE() AND id <> CONNECTION_ID() AND trx_query IS NULL").Scan(&open); err != nil || open != 0 {
			t.Errorf("got %d open transactions, %v, want none", open, err)
		}
	})
}

// The server refuses to write in a reader's session, also in one that is made again.
func TestReadOnly(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		exec(t, db, `CREATE TABLE log (n INT)`)
		exec(t, db, `CREATE FUNCTION f() RETURNS CHAR(36) DETERMINISTIC MODIFIES SQL DATA BEGIN INSERT INTO log VALUES (1); RETURN uuid(); END`)
		exec(t, db, "CREATE VIEW writes AS SELECT f() AS id; CREATE TABLE one (id CHAR(36)); INSERT INTO one VALUES (uuid())")
		s := open(t, url, store.Options{})
		all, not := tables(t, s, store.Filter{})
		if all["writes"] == nil { // MariaDB calls the function for the view's columns
			if len(not) != 1 {
				t.Errorf("got %v, want the view", not)
			}
			exec(t, db, "CREATE OR REPLACE VIEW writes AS SELECT uuid() AS id")
			all, _ = tables(t, s, store.Filter{})
			exec(t, db, "CREATE OR REPLACE VIEW writes AS SELECT f() AS id")
		}
		for range 2 {
			err := s.Read(t.Context(), all["writes"], 0, func(store.Row) error { return nil })
			if my := (*driver.MySQLError)(nil); !errors.As(err, &my) || my.Number != 1792 {
				t.Errorf("got %v, want an error of a read-only transaction", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			s.Read(ctx, all["one"], 0, func(store.Row) error { cancel(); return nil })
		}
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM log").Scan(&n); err != nil || n != 0 {
			t.Errorf("got %d rows written, %v", n, err)
		}
	})
}

func TestCount(t *testing.T) {
	each(t, func(t *testing.T, url string, db *sql.DB) {
		exec(t, db, schema)
		s := open(t, url, store.Options{})
		if s.About().Dialect == store.MariaDB {
			exec(t, db, "ALTER TABLE `T ``q`` 'x` ADD COLUMN native UUID DEFAULT '00112233-4455-6677-8899-aabbccddeeff'")
		}
		all, _ := tables(t, s, store.Filter{})
		text := func(s string) layout.Value { return layout.Value{Data: []byte(s)} }
		bytes := func(s string) layout.Value { return layout.Value{Kind: layout.KindBytes, Data: []byte(s)} }
		const raw = "\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff"
		for _, test := range []struct {
			column string
			values []layout.Value
			want   int
		}{
			{"the id", []layout.Value{text("10112233-4455-6677-8899-aabbccddeeff"), text("20112233-4455-6677-8899-aabbccddeeff"), text("x'\\\"")}, 2},
			{"u", []layout.Value{bytes(raw), bytes("\xff")}, 1},
			{"u", nil, 0},
			{"raw", []layout.Value{bytes("\xf0" + raw[1:]), bytes("\xf1" + raw[1:]), text("x")}, 1},
			{"w", []layout.Value{text("w1"), text("w2")}, 1},
			{"w4", []layout.Value{text("w4é")}, 1},
			{"b", []layout.Value{bytes("\x01\x02")}, 1},
			{"dec39", []layout.Value{text("170141183460469231731687303715884105727"), text("none")}, 1},
			{"dec39", []layout.Value{text("170141183460469231731687303715884105726"), text("0); --")}, 0},
			{"native", []layout.Value{{Kind: layout.KindUUID, Data: []byte(raw)}}, 2},
		} {
			if test.column == "native" && s.About().Dialect == store.MySQL {
				continue // it has no such type
			}
			got, err := s.Count(t.Context(), all["T `q` 'x"], test.column, test.values)
			if test.column == "native" {
				test.want = 1 // of different values
			}
			if err != nil || got != test.want {
				t.Errorf("%s: got %d, %v, want %d", test.column, got, err, test.want)
			}
		}
	})
}

// No error shows a password, whole or in part.
func TestPassword(t *testing.T) {
	storetest.Password(t, mysql.Open, "mysql", "u:sesame@127.0.0.1:1/x?tls=wrong", "u:s%65same@127.0.0.1:1/x?timeout=x", "u:sesame@/x?socket=/absent")
	each(t, func(t *testing.T, address string, db *sql.DB) {
		const password = ":/?#@ses%ame "
		user := "p" + address[len(address)-16:]
		exec(t, db, "CREATE USER "+user+" IDENTIFIED BY '"+password+"'; GRANT ALL ON "+address[strings.LastIndex(address, "/")+1:]+".* TO "+user)
		t.Cleanup(func() { exec(t, db, "DROP USER "+user) })
		for _, test := range []struct {
			password *url.Userinfo
			env      string
			ok       bool
		}{
			{url.UserPassword(user, password), "", true},
			{url.User(user), password, true},
			{url.UserPassword(user, "wrong sesame"), password, false},
		} {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			u.User = test.password
			t.Setenv("MYSQL_PWD", test.env)
			s, err := mysql.Open(t.Context(), u.String()+"?allowCleartextPasswords=false&maxAllowedPacket=0", store.Options{})
			if err == nil {
				s.Close()
			}
			if (err == nil) != test.ok || err != nil && (!strings.Contains(err.Error(), "Access denied") || strings.Contains(err.Error(), "sesame")) {
				t.Errorf("%v: got %v, want ok: %t", test.password, err, test.ok)
			}
		}
	})
}
