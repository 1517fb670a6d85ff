package migrate

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// byHand returns what the first refusal of a plan says to do.
func (db *database) byHand(t *testing.T, args ...string) string {
	t.Helper()
	return refusals(t, append([]string{db.address}, args...)...)[0].Manual
}

// TestMySQLByHandTables does what the refusals of tables say: statements, or statements before and after run. Then
// the table is as before but for the type, with all its rows, and their history.
func TestMySQLByHandTables(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	kit.Check(t, os.Chmod(directory, 0o777)) // for a server of another user
	const (
		id      = "id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY"
		touched = "CREATE TABLE t (" + id + " COMMENT 'it''s', n int, changed timestamp NOT NULL DEFAULT '2020-01-01 00:00:00' ON UPDATE CURRENT_TIMESTAMP)"
		period  = ", a timestamp(6) GENERATED ALWAYS AS ROW START, b timestamp(6) GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME (a, b)) WITH SYSTEM VERSIONING"
		rows    = "SELECT n, IF(LENGTH(id) = 16, LOWER(HEX(id)), REPLACE(id, '-', ''))%s FROM t %s ORDER BY 1, 2, 3"
	)
	all := "FOR SYSTEM_TIME ALL"
	for name, c := range map[string]struct {
		server, table, rows string
		more                []string // statements after the first rows
	}{
		"engine":             {"", "CREATE TABLE t (" + id + ", n int, KEY n (n)) ENGINE=MyISAM", fmt.Sprintf(rows, ", 1", ""), nil},
		"partitions":         {"", "CREATE TABLE t (" + id + ", n int) PARTITION BY KEY (id) PARTITIONS 2", fmt.Sprintf(rows, ", 1", ""), nil},
		"check":              {"MySQL", "CREATE TABLE t (" + id + ", n int, CONSTRAINT `small ``n` CHECK (n < 100) NOT ENFORCED)", fmt.Sprintf(rows, ", 1", ""), nil},
		"key of another":     {"", "CREATE TABLE t (" + id + ", n int, KEY n (n), CONSTRAINT `f``k` FOREIGN KEY (n) REFERENCES OTHER.u (x) ON DELETE CASCADE)", fmt.Sprintf(rows, ", 1", ""), nil},
		"zone, a column":     {"", "CREATE TABLE t (" + id + ", n int, made timestamp NOT NULL DEFAULT '2026-01-02 01:00:00', day date AS (DATE(made)) STORED)", fmt.Sprintf(rows, ", day", ""), nil},
		"zone, an index":     {"MySQL", "CREATE TABLE t (" + id + ", n int, made timestamp NOT NULL DEFAULT '2026-01-02 01:00:00', KEY f ((CAST(made AS date))))", fmt.Sprintf(rows, ", 1", "WHERE CAST(made AS date) = '2026-01-02'"), nil},
		"FTS_DOC_ID":         {"", "CREATE TABLE t (" + id + ", n int, FTS_DOC_ID bigint unsigned NOT NULL AUTO_INCREMENT, UNIQUE KEY FTS_DOC_ID_INDEX (FTS_DOC_ID), note text, FULLTEXT KEY f (note))", fmt.Sprintf(rows, ", FTS_DOC_ID", ""), nil},
		"application period": {"MariaDB", "CREATE TABLE t (" + id + ", n int, a date NOT NULL DEFAULT '2020-01-01', b date NOT NULL DEFAULT '2021-01-01', PERIOD FOR `p` (a, b))", fmt.Sprintf(rows, ", a, b", ""), nil},
		"directory":          {"MariaDB", touched + " DATA DIRECTORY='" + directory + "'", fmt.Sprintf(rows, ", changed", ""), nil},
		"versioned":          {"MariaDB", "CREATE TABLE t (" + id + ", n int) WITH SYSTEM VERSIONING", fmt.Sprintf(rows, ", row_start, row_end", all), nil},
		"versioned numbers": {"MariaDB", "CREATE TABLE t (" + id + ", n int, no int NOT NULL AUTO_INCREMENT UNIQUE) WITH SYSTEM VERSIONING", fmt.Sprintf(rows, ", no, row_start, row_end", all),
			[]string{"UPDATE t SET no = 0 WHERE n = 3", "SET system_versioning_alter_history = KEEP", "ALTER TABLE t AUTO_INCREMENT = 77"}},
		"versioned column": {"MariaDB", "CREATE TABLE t (" + id + ", n int, m int WITHOUT SYSTEM VERSIONING) WITH SYSTEM VERSIONING", fmt.Sprintf(rows, ", row_start, row_end", all), nil},
		"versioned period": {"MariaDB", "CREATE TABLE t (" + id + ", n int" + period, fmt.Sprintf(rows, ", a, b", all), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				if c.server != "" && !strings.HasSuffix(t.Name(), "/"+c.server) {
					return
				}
				db := openMySQL(t, dsn)
				db.SetMaxOpenConns(1) // for SET SESSION
				db.SetConnMaxIdleTime(0)
				db.exec(t, "SET time_zone = '+02:00'")
				other := db.textsOf(t, "SELECT CONCAT(DATABASE(), '_2')")[0]
				db.exec(t, "CREATE DATABASE "+other, "CREATE TABLE "+other+".u (x int PRIMARY KEY)", "INSERT INTO "+other+".u VALUES (1), (2), (3)")
				t.Cleanup(func() { openMySQL(t, dsn).Exec("DROP DATABASE " + other) })
				db.exec(t, strings.ReplaceAll(c.table, "OTHER", other), "INSERT INTO t (id, n) VALUES ('"+mysqlA+"', 1), ('"+mysqlB+"', 2)", "UPDATE t SET n = 3 WHERE n = 1")
				db.exec(t, c.more...)
				image := func() []string {
					return append([]string{partsID.ReplaceAllString(db.textsOf(t, "SHOW CREATE TABLE t")[0], "")}, db.textsOf(t, c.rows)...)
				}
				before := image()
				_, parts, _ := strings.Cut(before[0], "PARTITION BY ")

				way, _, _ := strings.Cut(db.byHand(t, "t.id"), "\nor, ")
				way, _, _ = strings.Cut(way, ", or see that")
				way = strings.TrimPrefix(way, "keep the text of SHOW CREATE TABLE from PARTITION BY on; ")
				way = strings.Replace(way, "with that text, changed for the new form where it must be", "PARTITION BY "+strings.TrimSuffix(parts, " */"), 1)
				first, last, run := strings.Cut(way, ", migrate, and ")
				db.exec(t, strings.Split(first, "; ")...)
				if run {
					must(t, done, "run", db.address, "t.id")
					db.exec(t, last)
				} else if !nothing(t, db.address, "t.id") {
					t.Errorf("%s: after that there is something to do", way)
				}
				same(t, way, image(), before)
				same(t, "new", db.textsOf(t, "SELECT DISTINCT LENGTH(id) FROM t"), []string{"16"})
				if name == "directory" {
					kit.Must(os.Stat(directory + "/" + db.textsOf(t, "SELECT DATABASE()")[0] + "/t.ibd"))(t)
				}
			})
		})
	}
}

// TestMySQLByHandMerge has a table whose rows are in others.
func TestMySQLByHandMerge(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		const columns = " (id char(36) CHARACTER SET ascii NOT NULL, n int, KEY id (id))"
		db.exec(t, "CREATE TABLE part"+columns+" ENGINE=MyISAM", "INSERT INTO part VALUES ('"+mysqlA+"', 1)", "CREATE TABLE whole"+columns+" ENGINE=MERGE UNION=(part)")
		refuses(t, "table: table whole", db.address, "whole.id")
		first, last, _ := strings.Cut(db.byHand(t, "part.id"), ", migrate, and ")
		db.exec(t, first)
		must(t, done, "run", db.address, "part.id")
		db.exec(t, last, "DROP TABLE whole", "CREATE TABLE whole"+strings.Replace(columns, "char(36) CHARACTER SET ascii", "binary(16)", 1)+" ENGINE=MERGE UNION=(part)")
		same(t, "rows", db.textsOf(t, "SELECT HEX(id), n FROM whole"), []string{strings.ToUpper(plain(mysqlA)) + "|1"})
	})
}

// TestMySQLBadRowsSince has a bad row written while plan reads: it says so, and the next plan has the row.
func TestMySQLBadRowsSince(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "INSERT INTO t VALUES (3, 'odd')", "CREATE TABLE u (id char(36) PRIMARY KEY)", "INSERT INTO u VALUES ('"+mysqlC+"')")
		holder, _ := db.session(t, "LOCK TABLES u WRITE")
		plan := []string{"plan", db.address, "t.id", "u.id", "--bad-rows", "aside"}
		p := start(t, plan...)
		// Its queries of the catalogs can wait for tables of other tests, before it reads the rows of t.
		kit.Eventually(t, "plan waits for the rows of u", func() bool { return len(db.sessions(t, "SELECT `id` FROM `u`", "etadata lock")) > 0 })
		db.exec(t, "INSERT INTO t VALUES (4, 'odd, too')")
		kit.Must(holder.ExecContext(t.Context(), "UNLOCK TABLES"))(t)
		if status, out := p.wait(t, nil); status != refused {
			t.Errorf("status %d: %s", status, out)
		}
		must(t, done, plan...)
	})
}
