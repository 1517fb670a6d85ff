package migrate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/stores"
)

// TestMySQLText converts bytes that are texts to texts, which are in lower case.
func TestMySQLText(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "ALTER TABLE t MODIFY id varbinary(40)", "UPDATE t SET id = UPPER(CONVERT(id USING ascii))",
			"INSERT INTO t VALUES (3, '"+strings.ToUpper(strings.ReplaceAll(mysqlC, "-", ""))+"')")
		must(t, done, "run", db.address, "t.id", "--to", "text")
		same(t, "text", db.textsOf(t, "SELECT id FROM t ORDER BY k"), []string{mysqlA, mysqlB, mysqlC})
	})
}

// TestMySQLTextSince writes texts that are no UUIDs after run --to text. Undo must make no other text of them: it leaves a
// column whose form was text already, and refuses those of other columns.
func TestMySQLTextSince(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for _, c := range []struct {
			typ, before string
			bad, undo   string // arguments of run and of undo
			left        bool
		}{
			{"varchar(40)", strings.ToUpper(mysqlA), "--bad-rows=", "--online=false", true},
			{"varchar(40)", strings.ToUpper(mysqlA), "--bad-rows=", "--online", true},
			{"varchar(40)", strings.ToUpper(mysqlA), "--bad-rows=odd", "--online=false", true},
			{"varchar(40)", plain(mysqlA), "--bad-rows=", "--online=false", false},
			{"varbinary(40)", mysqlA, "--bad-rows=", "--online", false},
		} {
			db.exec(t, "DROP TABLE IF EXISTS t, uuidkit_old_t", "CREATE TABLE t (k int PRIMARY KEY, id "+c.typ+")", "INSERT INTO t VALUES (1, '"+c.before+"'), (7, NULL)")
			if c.bad != "--bad-rows=" {
				db.exec(t, "INSERT INTO t VALUES (8, 'zz')")
			}
			must(t, done, "run", db.address, "t.id", "--to", "text", c.bad)
			db.exec(t, "INSERT INTO t VALUES (2, 'N/A-1'), (3, ''), (4, '{f81d4fae}'), (5, '"+strings.ToUpper(mysqlB)+"')")
			if c.left {
				want := db.textsOf(t, "SELECT k, id FROM t ORDER BY k")
				must(t, done, "undo", db.address, c.undo)
				same(t, fmt.Sprint(c), db.textsOf(t, "SELECT k, id FROM t WHERE k < 8 ORDER BY k"), want)
				continue
			}
			out := must(t, refused, "undo", db.address, c.undo)
			for _, want := range []string{"k=2: 'N/A-1'", "k=3: ''", "k=4: '{f81d4fae}'"} {
				if !strings.Contains(out, want) {
					t.Errorf("%v: undo does not name %s: %s", c, want, out)
				}
			}
			db.exec(t, "DELETE FROM t WHERE k IN (2, 3, 4)")
			must(t, done, "undo", db.address, c.undo)
			same(t, fmt.Sprint(c), db.textsOf(t, "SELECT k, REPLACE(id, '-', '') FROM t ORDER BY k"), []string{"1|" + plain(mysqlA), "5|" + plain(mysqlB), "7|NULL"})
		}
	})
}

// TestMySQLNoCollision has two spellings of a UUID in a unique key whose other column is NULL: these rows are different.
func TestMySQLNoCollision(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id char(36) CHARACTER SET ascii COLLATE ascii_bin, team int, UNIQUE KEY u (id, team))", "INSERT INTO t VALUES (1, '"+badA+"', NULL), (2, UPPER('"+badA+"'), NULL)")
		for _, how := range []string{"--online=false", "--online"} {
			must(t, done, "run", db.address, "t.id", how)
			same(t, how, db.textsOf(t, "SELECT COUNT(*), COUNT(DISTINCT id) FROM t"), []string{"2|1"})
			must(t, done, "undo", db.address)
			db.exec(t, "UPDATE t SET id = UPPER(id) WHERE k = 2")
		}
	})
}

// TestMySQLComment sees that a comment is not taken for the next number.
func TestMySQLComment(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "ALTER TABLE t MODIFY k int AUTO_INCREMENT COMMENT 'was AUTO_INCREMENT=900', AUTO_INCREMENT=50")
		must(t, done, "run", db.address, "t.id")
		db.exec(t, "INSERT INTO t (id) VALUES (NULL)")
		same(t, "next number", db.textsOf(t, "SELECT k FROM t WHERE id IS NULL"), []string{"50"})
		must(t, done, "undo", db.address)
		same(t, "comment", db.textsOf(t, "SELECT column_comment FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 't' AND column_name = 'k'"), []string{"was AUTO_INCREMENT=900"})
	})
}

// TestMySQLWider gives a column of 32 digits the 36 characters of a text, and takes them back.
func TestMySQLWider(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "UPDATE t SET id = REPLACE(id, '-', '')", "ALTER TABLE t MODIFY id varchar(32) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL")
		before := append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT id FROM t ORDER BY k")...)
		must(t, done, "run", db.address, "t.id", "--to", "text")
		same(t, "text", db.textsOf(t, "SELECT id FROM t ORDER BY k"), []string{mysqlA, mysqlB})
		same(t, "type", db.textsOf(t, "SELECT column_type, collation_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 't' AND column_name = 'id'"), []string{"varchar(36)|latin1_bin"})
		must(t, done, "undo", db.address)
		same(t, "after undo", append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT id FROM t ORDER BY k")...), before)
	})
}

// TestMySQLEmpty undoes the migration of columns that were empty then.
func TestMySQLEmpty(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE e (k int PRIMARY KEY, a char(36), b varchar(32) CHARACTER SET utf8mb4, c binary(16), d varbinary(36), e varchar(36) CHARACTER SET latin1)")
		must(t, done, "run", db.address, "e.a", "e.b", "e.d", "e.e")
		hex := "X'" + strings.ReplaceAll(mysqlA, "-", "") + "'"
		db.exec(t, "INSERT INTO e VALUES (1, "+strings.Repeat(hex+", ", 4)+hex+")")
		must(t, done, "undo", db.address)
		same(t, "values", db.textsOf(t, "SELECT a, b, HEX(c), d, e FROM e"), []string{strings.Join([]string{mysqlA, strings.ReplaceAll(mysqlA, "-", ""), strings.ToUpper(strings.ReplaceAll(mysqlA, "-", "")), mysqlA, mysqlA}, "|")})
	})
}

// TestMySQLSession sees that settings of the session in the URL change nothing. sql_select_limit would cut the columns
// that information_schema has, in latin1 the names of tables would not be those of the journal, and without autocommit a
// look at one table would keep the RENAME of several waiting.
func TestMySQLSession(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		for c := 'a'; c <= 'h'; c++ {
			db.exec(t, fmt.Sprintf("ALTER TABLE t ADD %c text", c), fmt.Sprintf("UPDATE t SET %c = CONCAT('%[1]c', k)", c))
		}
		db.exec(t, "CREATE TABLE länder (n int PRIMARY KEY, name text)", "ALTER TABLE t ADD land int, ADD FOREIGN KEY (land) REFERENCES länder (n)",
			"CREATE TABLE aufträge (k int PRIMARY KEY, t varchar(40) CHARACTER SET ascii COLLATE ascii_bin COMMENT 'für wen', FOREIGN KEY (t) REFERENCES t (id))")
		address := db.address + "?charset=latin1&autocommit=0&time_zone=%27%2B05%3A00%27&sql_select_limit=9"
		for _, online := range []string{"--pause=0", "--online"} {
			kept(t, db, func() { must(t, done, "run", address, "t.id", online) })
			same(t, "state", db.textsOf(t, "SELECT state FROM uuidkit_migration"), []string{"switched"})
			kept(t, db, func() { must(t, done, "undo", address, online) })
		}
	})
}

// TestMySQLHiddenKey has a primary key that MySQL has made and hides: applications may have kept its numbers.
func TestMySQLHiddenKey(t *testing.T) {
	t.Parallel()
	db := openMySQL(t, stores.MySQL(t))
	db.SetMaxOpenConns(1)
	db.exec(t, "SET SESSION sql_generate_invisible_primary_key = ON", "CREATE TABLE t (id varchar(40))",
		"INSERT INTO t VALUES ('"+mysqlC+"'), ('"+mysqlB+"'), ('"+mysqlA+"')", "DELETE FROM t WHERE id = '"+mysqlC+"'")
	hidden := db.address + "?show_gipk_in_create_table_and_information_schema=0"
	for _, online := range []string{"--pause=0", "--online"} {
		must(t, done, "run", hidden, "t.id", online)
		same(t, "numbers", db.textsOf(t, "SELECT my_row_id FROM t ORDER BY my_row_id"), []string{"2", "3"})
		must(t, done, "undo", hidden, online)
		same(t, "rows", db.textsOf(t, "SELECT my_row_id, id FROM t ORDER BY my_row_id"), []string{"2|" + mysqlB, "3|" + mysqlA})
	}
}

// TestMySQLCharacterSet has databases whose character set does not have all characters of a plan.
func TestMySQLCharacterSet(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for _, charset := range []string{"latin2", "koi8r", "ascii", "utf16"} {
			db.exec(t, "ALTER DATABASE CHARACTER SET "+charset, "DROP TABLE IF EXISTS t, uuidkit_old_t, uuidkit_migration",
				"CREATE TABLE t (k int PRIMARY KEY, id varchar(40) CHARACTER SET ascii COMMENT 'Ж 😀', note varchar(9) CHARACTER SET utf8mb4)", "INSERT INTO t VALUES (1, '"+mysqlA+"', 'Ж')",
				// An earlier version has left one.
				"CREATE TABLE uuidkit_migration (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan LONGTEXT NOT NULL, switched VARCHAR(40) NOT NULL)")
			kept(t, db, func() { must(t, done, "run", db.address, "t.id") })
			kept(t, db, func() { must(t, done, "undo", db.address) })
			kept(t, db, func() { must(t, done, "run", db.address, "t.id", "--online") })
			kept(t, db, func() { must(t, done, "cleanup", db.address) })
		}
	})
}

// TestMariaDBClock has a virtual column that is another one at each look.
func TestMariaDBClock(t *testing.T) {
	t.Parallel()
	db := openMySQL(t, stores.MariaDB(t))
	smallMySQL(t, db)
	db.exec(t, "ALTER TABLE t ADD age varchar(40) AS (CONCAT(NOW(6), k)) VIRTUAL, ADD twice int AS (2 * k) STORED")
	for _, online := range []string{"--pause=0", "--online"} {
		kept(t, db, func() { must(t, done, "run", db.address, "t.id", online) })
		kept(t, db, func() { must(t, done, "undo", db.address, online) })
	}
}

// TestMySQLPrefix has unique indexes of the 32 first characters of ids with 32 digits, which texts of 36 have not all in them.
func TestMySQLPrefix(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		const last = "f81d4fae-7dec-41d0-a765-00a0c91e6bf7" // mysqlA has another end
		smallMySQL(t, db)
		db.exec(t, "UPDATE t SET id = REPLACE(id, '-', '')", "ALTER TABLE t DROP KEY id, ADD UNIQUE KEY id (id(32))", "INSERT INTO t VALUES (9, REPLACE('"+last+"', '-', ''))")
		refuses(t, "index: t.id", db.address, "t.id", "--to", "text")
		kept(t, db, func() {
			must(t, done, "run", db.address, "t.id")
			same(t, "index", db.textsOf(t, "SELECT non_unique, sub_part FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 't' AND index_name = 'id'"), []string{"0|NULL"})
			must(t, done, "undo", db.address)
		})
	})
}

// TestMariaDBPackage has the routines of sql_mode ORACLE.
func TestMariaDBPackage(t *testing.T) {
	t.Parallel()
	db := openMySQL(t, stores.MariaDB(t))
	smallMySQL(t, db)
	db.session(t, "SET SESSION sql_mode = 'ORACLE'", "CREATE PACKAGE g AS PROCEDURE t; END", "CREATE PACKAGE BODY g AS PROCEDURE t AS BEGIN DELETE FROM t; END; END")
	refuses(t, "routine: package g (--accept); routine: package body g (--accept)", db.address, "t.id")
	kept(t, db, func() {
		must(t, done, "run", db.address, "t.id", "--accept", "package g", "--accept", "package body g")
	})
	kept(t, db, func() { must(t, done, "undo", db.address) })
}
