package migrate

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLOnlineRefused sees that a plan refuses what triggers cannot follow.
func TestMySQLOnlineRefused(t *testing.T) {
	t.Parallel()
	const id = "char(36) CHARACTER SET ascii COLLATE ascii_bin"
	for name, c := range map[string]struct {
		schema []string
		want   string // "" if it is not refused
	}{
		"no primary key":  {[]string{"CREATE TABLE t (id " + id + ")"}, "online: table t"},
		"key of a prefix": {[]string{"CREATE TABLE t (id " + id + ", k varchar(50), PRIMARY KEY (k(10)))"}, "online: t.k"},
		"key of an enum":  {[]string{"CREATE TABLE t (id " + id + ", k enum('b','a') PRIMARY KEY)"}, "online: t.k"},
		"key of a float":  {[]string{"CREATE TABLE t (id " + id + ", k float PRIMARY KEY)"}, "online: t.k"},
		"own trigger":     {[]string{"CREATE TABLE t (id " + id + " PRIMARY KEY)", "CREATE TRIGGER mine AFTER INSERT ON t FOR EACH ROW SET @a = 1"}, "trigger: trigger mine"},
		"parent outside": {[]string{"CREATE TABLE other (k int PRIMARY KEY)", "CREATE TABLE t (id " + id + " PRIMARY KEY, k int, CONSTRAINT f FOREIGN KEY (k) REFERENCES other (k) ON DELETE CASCADE)"},
			"online: foreign key f of table t"},
		"own rows":       {[]string{"CREATE TABLE t (id " + id + " PRIMARY KEY, up " + id + ", CONSTRAINT f FOREIGN KEY (up) REFERENCES t (id) ON DELETE CASCADE)"}, "online: foreign key f of table t"},
		"own references": {[]string{"CREATE TABLE t (id " + id + " PRIMARY KEY, up " + id + ", CONSTRAINT f FOREIGN KEY (up) REFERENCES t (id) ON DELETE SET NULL)"}, ""},
		"key of a child": {[]string{"CREATE TABLE t (id " + id + " PRIMARY KEY)", "CREATE TABLE c (id " + id + ", k int, PRIMARY KEY (id, k), CONSTRAINT f FOREIGN KEY (id) REFERENCES t (id) ON UPDATE CASCADE)"}, "online: foreign key f of table c"},
		"grandchild": {[]string{"CREATE TABLE t (id " + id + " PRIMARY KEY)", "CREATE TABLE c (k int PRIMARY KEY, id " + id + " UNIQUE, CONSTRAINT f FOREIGN KEY (id) REFERENCES t (id) ON UPDATE CASCADE)",
			"CREATE TABLE d (k int PRIMARY KEY, id " + id + ", CONSTRAINT g FOREIGN KEY (id) REFERENCES c (id) ON UPDATE CASCADE)"}, "online: foreign key f of table c"},
		"circle": {[]string{"CREATE TABLE t (id " + id + " PRIMARY KEY, c " + id + ")", "CREATE TABLE c (id " + id + " PRIMARY KEY, t " + id + ", CONSTRAINT f FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE)",
			"ALTER TABLE t ADD CONSTRAINT g FOREIGN KEY (c) REFERENCES c (id) ON DELETE SET NULL"}, "online: foreign key g of table t"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				db := openMySQL(t, dsn)
				db.exec(t, c.schema...)
				if name != "own trigger" {
					must(t, done, "plan", db.address, "t.id") // offline
				}
				if c.want == "" {
					must(t, done, "run", db.address, "t.id", "--online")
				} else {
					refuses(t, c.want, db.address, "t.id", "--online")
				}
			})
		})
	}
}

// TestMySQLOnlineNoticed has others do what run must notice: it ends, nothing is lost, and
// nothing of it stays behind.
func TestMySQLOnlineNoticed(t *testing.T) {
	t.Parallel()
	const upper = "F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"
	for name, c := range map[string]struct {
		others string // at the first line of run
		fails  bool   // the statement
		status int
		row    string // a query for what the statement made, which is 1 then
	}{
		"bad value":        {"INSERT INTO t VALUES (9, 'zz')", true, done, ""},
		"ignored":          {"INSERT IGNORE INTO t VALUES (9, 'zz')", true, done, ""},
		"another spelling": {"INSERT INTO t VALUES (9, '" + upper + "')", true, done, ""},
		"changed to it":    {"UPDATE t SET id = '" + upper + "' WHERE k = 2", true, done, ""},
		"truncate":         {"TRUNCATE TABLE t", false, differs, "SELECT COUNT(*) = 0 FROM t"},
		"alter":            {"ALTER TABLE t ADD c int", false, conflict, "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 't' AND column_name = 'c'"},
		"trigger":          {"CREATE TRIGGER mine BEFORE INSERT ON t FOR EACH ROW SET @a = 1", false, conflict, "SELECT COUNT(*) FROM information_schema.triggers WHERE trigger_schema = DATABASE()"},
		"dropped trigger":  {"DROP TRIGGER uuidkit_update_t", false, conflict, "SELECT 1"},
		"foreign key":      {"CREATE TABLE child (id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, CONSTRAINT f FOREIGN KEY (id) REFERENCES t (id))", false, conflict, "SELECT COUNT(*) FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() AND referenced_table_name = 't'"},
		"view":             {"CREATE VIEW v AS SELECT * FROM t", false, conflict, "SELECT COUNT(*) FROM v LIMIT 1"},
	} {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains([]string{"bad value", "truncate", "alter", "dropped trigger"}, name) {
				long(t)
			}
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				db := openMySQL(t, dsn)
				smallMySQL(t, db)
				db.exec(t, "INSERT INTO t SELECT 10 + seq.n, NULL FROM (WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 900) SELECT n FROM s) AS seq")
				db.exec(t, "INSERT INTO t SELECT k + 1000, NULL FROM t WHERE k > 10", "INSERT INTO t SELECT k + 2000, NULL FROM t WHERE k > 10")
				before := db.textsOf(t, "SHOW CREATE TABLE t")
				var err error
				status, output := start(t, "run", db.address, "t.id", "--online", "--pause", "150ms").wait(t, func(n int) {
					if n == 1 {
						kit.Eventually(t, "the first batch is copied", func() bool {
							return db.textsOf(t, "SELECT 1 FROM uuidkit_new_t WHERE k = 2") != nil
						})
						_, err = db.Exec(c.others)
					}
				})
				if (err != nil) != c.fails {
					t.Fatalf("%s: %v", c.others, err)
				}
				if status != c.status {
					t.Fatalf("status %d, want %d: %s", status, c.status, output)
				}
				if c.row != "" && c.row != "SELECT COUNT(*) FROM v LIMIT 1" {
					same(t, c.others, db.textsOf(t, c.row), []string{"1"})
				}
				if status == done {
					same(t, "rows", db.textsOf(t, "SELECT COUNT(*), SUM(LENGTH(id)) FROM t"), []string{"3602|32"})
					return
				}
				same(t, "left", mysqlLeft(t, db), nil)
				same(t, "triggers left", db.textsOf(t, "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND trigger_name LIKE 'uuidkit%'"), nil)
				if name != "alter" {
					same(t, "table", db.textsOf(t, "SHOW CREATE TABLE t"), before)
				}
			})
		})
	}
}

// TestMySQLOnlineForms goes forth and back with each form, in keys and in other columns, and
// writes some rows while that runs. TestMySQLForms and TestMySQLTypes have all forms in the
// quick run, too.
func TestMySQLOnlineForms(t *testing.T) {
	t.Parallel()
	const (
		text = "LOWER(CONCAT_WS('-', SUBSTR(h, 1, 8), SUBSTR(h, 9, 4), SUBSTR(h, 13, 4), SUBSTR(h, 17, 4), SUBSTR(h, 21)))"
		hex  = "IF(LENGTH(id) = 16, LOWER(HEX(id)), LOWER(REPLACE(id, '-', '')))"
	)
	for name, c := range map[string]struct{ typ, value, server, to, bytes string }{
		"text":       {"char(36) CHARACTER SET latin1", text, "", "native", ""},
		"wide":       {"varchar(64) CHARACTER SET utf8mb4", text, "", "native", ""},
		"hex":        {"char(32)", "LOWER(h)", "", "native", ""},
		"urn":        {"varchar(45)", "CONCAT('urn:uuid:', " + text + ")", "", "native", ""},
		"braces":     {"varchar(38)", "CONCAT('{', " + text + ", '}')", "", "native", ""},
		"byte text":  {"binary(36)", text, "", "native", ""},
		"byte hex":   {"varbinary(40)", "LOWER(h)", "", "native", ""},
		"swapped":    {"binary(16)", "UNHEX(CONCAT(SUBSTR(h, 13, 4), SUBSTR(h, 9, 4), SUBSTR(h, 1, 8), SUBSTR(h, 17)))", "", "native", "bytes-swapped"},
		"java":       {"varbinary(16)", "REVERSE(UNHEX(CONCAT(SUBSTR(h, 17), SUBSTR(h, 1, 16))))", "", "native", "bytes-java"},
		"to text":    {"binary(16)", "UNHEX(h)", "", "text", ""},
		"to uuid":    {"char(36)", text, "MariaDB", "uuid", ""},
		"from uuid":  {"uuid", text, "MariaDB", "native", ""},
		"uuid, text": {"uuid", text, "MariaDB", "text", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains([]string{"wide", "swapped", "to text", "from uuid"}, name) {
				long(t)
			}
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				if c.server != "" && !strings.HasSuffix(t.Name(), c.server) {
					return
				}
				db := openMySQL(t, dsn)
				db.exec(t, "CREATE TABLE h (k int PRIMARY KEY, h char(32))",
					"INSERT INTO h SELECT n, CONCAT(LEFT(MD5, 12), '4', SUBSTR(MD5, 14, 3), 'a', SUBSTR(MD5, 18, 15)) FROM (SELECT n, SHA2(n, 256) AS MD5 FROM (WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 990) SELECT n FROM s) AS s) AS x",
					"INSERT INTO h SELECT k + 1000, CONCAT(REVERSE(LEFT(h, 12)), SUBSTR(h, 13)) FROM h WHERE k <= 600",
					"CREATE TABLE t (id "+c.typ+" NOT NULL, n int, up "+c.typ+", changed timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), PRIMARY KEY (id), KEY up (up))",
					"INSERT INTO t (id, n, up) SELECT "+c.value+", k, "+c.value+" FROM h WHERE k < 1500",
					"ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (up) REFERENCES t (id) ON DELETE SET NULL")
				write := func(line int) {
					if line == 1 {
						for _, q := range []string{"DELETE FROM t WHERE n % 7 = 1", "UPDATE t SET n = n + 10000, up = NULL WHERE n % 7 = 2", "UPDATE t SET n = n WHERE n % 7 = 3"} {
							kit.Check(t, afterDeadlocks(db, q))
						}
					}
				}
				state := func() []string { return db.textsOf(t, "SELECT "+hex+", n, up IS NULL FROM t ORDER BY 1") }
				schema := db.textsOf(t, "SHOW CREATE TABLE t")
				args := []string{"run", db.address, "t.id", "--online", "--pause", "50ms", "--to", c.to}
				if c.bytes != "" {
					args = append(args, "--bytes", c.bytes)
				}
				if status, output := start(t, args...).wait(t, write); status != done {
					t.Fatalf("run: status %d: %s", status, output)
				}
				rows := state()
				if len(rows) < 1200 {
					t.Fatalf("%d rows", len(rows))
				}
				if status, output := start(t, "undo", db.address, "--online", "--pause", "50ms").wait(t, write); status != done {
					t.Fatalf("undo: status %d: %s", status, output)
				}
				same(t, "schema", db.textsOf(t, "SHOW CREATE TABLE t"), schema)
				same(t, "values", db.textsOf(t, "SELECT COUNT(*) FROM t JOIN h ON t.n % 10000 = h.k AND t.id = "+c.value+" WHERE t.up IS NULL OR t.up = t.id"),
					db.textsOf(t, "SELECT COUNT(*) FROM t"))
			})
		})
	}
}

// TestMySQLOnlineOffline goes forth in one manner and back in the other, but not in the middle of a run.
func TestMySQLOnlineOffline(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		schema, rows := db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT * FROM t ORDER BY k")
		for _, how := range [][]string{{"--online", "--pause=0s"}, {"--bad-rows=odd", "--online"}} { // no row is bad
			must(t, done, "run", db.address, "t.id", how[0])
			same(t, "native", db.textsOf(t, "SELECT SUM(LENGTH(id)) FROM t"), []string{"32"})
			must(t, done, "undo", db.address, how[1])
			same(t, "schema", db.textsOf(t, "SHOW CREATE TABLE t"), schema)
			same(t, "rows", db.textsOf(t, "SELECT * FROM t ORDER BY k"), rows)
		}
		run := []string{"run", db.address, "t.id", "--online", "--pause", "1s"}
		for _, way := range [][]string{{"undo", db.address}, run} {
			if status, output := killAt(t, 1, run...); status != killed {
				t.Fatalf("run: status %d: %s", status, output)
			}
			if got := fmt.Sprint(refusals(t, db.address, "t.id")); got != "[unfinished: table uuidkit_migration]" {
				t.Errorf("plan of another run refuses %s", got)
			}
			must(t, refused, "run", db.address, "t.id")
			must(t, done, way...)
		}
		must(t, done, "cleanup", db.address)
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

// TestMySQLHalfActions has an application whose DELETE meets a lock behind the first row that a foreign key's action
// changes. MariaDB reports that. MySQL 9.7.4 reports success and has done a half, which the plan says before.
func TestMySQLHalfActions(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE u (id char(36) CHARACTER SET ascii NOT NULL PRIMARY KEY, k int NOT NULL, parent char(36) CHARACTER SET ascii, FOREIGN KEY (parent) REFERENCES u (id) ON DELETE SET NULL)",
			"INSERT INTO u VALUES ('00000000-0000-4000-8000-000000000001', 1, NULL)",
			"INSERT INTO u SELECT '00000000-0000-4000-8000-000000000002', 2, id FROM u", "INSERT INTO u SELECT '00000000-0000-4000-8000-000000000003', 3, id FROM u WHERE k = 1")
		noted := strings.Contains(must(t, done, "plan", db.address, "u.id", "--online"), "--innodb-native-foreign-keys=ON")
		locker, err := db.Begin()
		kit.Check(t, err)
		defer locker.Rollback()
		kit.Must(locker.Exec("UPDATE u SET k = 4 WHERE id = '00000000-0000-4000-8000-000000000003'"))(t)
		one := kit.Must(db.Conn(t.Context()))(t)
		defer one.Close()
		kit.Must(one.ExecContext(t.Context(), "SET SESSION innodb_lock_wait_timeout = 1"))(t)
		_, err = one.ExecContext(t.Context(), "DELETE FROM u WHERE id = '00000000-0000-4000-8000-000000000001'")
		half := db.textsOf(t, "SELECT COUNT(*), COUNT(parent) FROM u")[0] == "3|1"
		if half != noted || half != (err == nil) {
			t.Errorf("done in part %v, with the error %v; the plan says so: %v", half, err, noted)
		}
	})
}

// TestMySQLOnlineSpelling gives a row the UUID of a copied row in another spelling, which the old table takes. The server
// refuses an INSERT, as it does after the switch, and does not replace the other row in the new table. It refuses
// an UPDATE, or run finds that a row is missing.
func TestMySQLOnlineSpelling(t *testing.T) {
	t.Parallel()
	inserts := []string{"INSERT INTO t VALUES (5000, '%s', 1)", "INSERT IGNORE INTO t VALUES (5001, '%s', 1)", "REPLACE INTO t VALUES (5002, '%s', 1)"}
	for columns, key := range map[string]string{
		"n int, id %s PRIMARY KEY, v int":                       "id",
		"n int PRIMARY KEY, id %s UNIQUE, v int":                "n",
		"n int AUTO_INCREMENT PRIMARY KEY, id %s UNIQUE, v int": "n",
	} {
		for _, c := range []struct {
			verb       string
			statements []string
			want       []uint16
		}{
			{"INSERT", inserts, []uint16{1062}},
			{"UPDATE", []string{"UPDATE t SET id = '%s' ORDER BY " + key + " DESC LIMIT 1"}, []uint16{1048, 1062, 1264}}, // as it is copied, or not
		} {
			t.Run(c.verb+", "+columns, func(t *testing.T) {
				t.Parallel()
				eachMySQL(t, func(t *testing.T, dsn string) {
					db := openMySQL(t, dsn)
					db.exec(t, "CREATE TABLE t ("+fmt.Sprintf(columns, "char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL")+")",
						"INSERT INTO t WITH RECURSIVE s AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM s WHERE i < 900) SELECT i, LOWER(UUID()), 0 FROM s",
						"INSERT INTO t SELECT n + 1000, LOWER(UUID()), 0 FROM t")
					state := func(digits string) []string { return db.textsOf(t, "SELECT n, "+digits+", v FROM t ORDER BY n") }
					before := state("REPLACE(id, '-', '')")
					first := db.textsOf(t, "SELECT UPPER(id) FROM t ORDER BY "+key+" LIMIT 1")[0]
					want := done
					status, output := start(t, "run", db.address, "t.id", "--online", "--pause", "1s").wait(t, func(line int) {
						if line != 1 { // the tables and the triggers are there
							return
						}
						kit.Eventually(t, "the first rows are copied", func() bool { return db.textsOf(t, "SELECT COUNT(*) > 0 FROM uuidkit_new_t")[0] == "1" })
						for _, q := range c.statements {
							err := afterDeadlocks(db, fmt.Sprintf(q, first))
							e, _ := errors.AsType[*mysql.MySQLError](err)
							switch {
							case err == nil && c.verb == "UPDATE" && key == "id":
								want = differs
							case e == nil || !slices.Contains(c.want, e.Number):
								t.Errorf("%s: %v, want one of the errors %d", q, err, c.want)
							}
						}
					})
					if status != want {
						t.Errorf("run: status %d, want %d: %s", status, want, output)
					}
					if want == done {
						same(t, "rows", state("LOWER(HEX(id))"), before)
					}
				})
			})
		}
	}
}

// TestMySQLSnapshot has transactions whose snapshot is older than the new table, or than the copy of the row that they
// change. MariaDB 11.6 has innodb_snapshot_isolation = ON.
func TestMySQLSnapshot(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "CREATE TABLE u (k int)", "INSERT INTO t SELECT 10 + n, NULL FROM (WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 990) SELECT n FROM s) AS seq", "INSERT INTO t SELECT k + 2000, NULL FROM t WHERE k > 10")
		for setting, want := range map[string]string{"OFF": "159 0", "ON": "1020 1020"} {
			if strings.HasSuffix(t.Name(), "MySQL") {
				want = "1412 0"
			}
			begin := func() *sql.Conn {
				conn, _ := db.session(t, "SET SESSION autocommit = 1 /*M! , innodb_snapshot_isolation = "+setting+" */", "START TRANSACTION", "SELECT COUNT(*) FROM u")
				return conn
			}
			write := func(conn *sql.Conn) (number uint16) {
				_, err := conn.ExecContext(t.Context(), "UPDATE t SET id = NULL WHERE k = 2999")
				if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
					number = e.Number
				}
				kit.Must(conn.ExecContext(t.Context(), "ROLLBACK"))(t)
				return number
			}
			older := begin()
			status, output := start(t, "run", db.address, "t.id", "--online", "--pause", "1s").wait(t, func(n int) {
				if n == 1 {
					kit.Eventually(t, "the first batch is copied", func() bool { return db.textsOf(t, "SELECT 1 FROM uuidkit_new_t WHERE k = 2") != nil })
					later := begin()
					kit.Eventually(t, "the second batch is copied", func() bool { return db.textsOf(t, "SELECT 1 FROM uuidkit_new_t WHERE k = 2999") != nil })
					same(t, setting, []string{fmt.Sprint(write(older), write(later))}, []string{want})
				}
			})
			if status != done {
				t.Errorf("%s: status %d: %s", setting, status, output)
			}
			must(t, done, "undo", db.address)
		}
	})
}
