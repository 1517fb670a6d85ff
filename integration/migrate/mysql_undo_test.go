package migrate

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

const mysqlA, mysqlB, mysqlC = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "0190163d-8694-739b-aea5-966c26f8ad91"

// smallMySQL makes table t again with two rows.
func smallMySQL(t testing.TB, db *database) {
	t.Helper()
	for _, drop := range []string{"TABLE IF EXISTS child", "TABLE IF EXISTS t, uuidkit_old_t, uuidkit_undone_t, uuidkit_new_t, uuidkit_migration"} {
		db.exec(t, "DROP "+drop)
	}
	db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, UNIQUE KEY id (id))",
		"INSERT INTO t VALUES (1, '"+mysqlA+"'), (2, '"+mysqlB+"')")
}

// kept calls do, and sees that it keeps all tables and rows, but for the types of the columns id and t, and the forms
// of their values.
func kept(t testing.TB, db *database, do func()) {
	t.Helper()
	before := mysqlAll(t, db)
	do()
	same(t, "kept", mysqlAll(t, db), before)
}

var mysqlType = regexp.MustCompile("(?m)^(  `(?:id|t)`) \\w+\\(\\d+\\)(?: CHARACTER SET \\w+)?(?: COLLATE \\w+)?")

// mysqlAll returns what kept compares. A virtual column is in the definition of its table.
func mysqlAll(t testing.TB, db *database) (list []string) {
	t.Helper()
	for _, table := range db.textsOf(t, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name NOT LIKE 'uuidkit%' ORDER BY 1") {
		list = append(list, mysqlType.ReplaceAllString(db.textsOf(t, "SHOW CREATE TABLE "+table)[0], "$1"))
		columns := db.textsOf(t, "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND extra NOT LIKE 'VIRTUAL%' AND table_name = '"+table+"' ORDER BY column_key <> 'PRI', ordinal_position")
		for i, c := range columns {
			if c == "id" || c == "t" {
				columns[i] = "IF(LENGTH(" + c + ") = 16, LOWER(HEX(" + c + ")), REPLACE(" + c + ", '-', ''))"
			}
		}
		list = append(list, db.textsOf(t, "SELECT "+strings.Join(columns, ", ")+" FROM "+table+" ORDER BY 1, 2")...)
	}
	return list
}

// TestMySQLUndoRefused sees that undo drops nothing that was made after run, and leaves nothing in the new form.
func TestMySQLUndoRefused(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE other (x int)", "CREATE TABLE counted (x int)")
		db.exec(t, "CREATE TRIGGER counts AFTER INSERT ON counted FOR EACH ROW SET @n = (SELECT COUNT(*) FROM t)") // stays
		for name, c := range map[string]struct{ make, remove, want string }{
			"index":       {"CREATE INDEX later ON t (k)", "DROP INDEX later ON t", "KEY `later` (`k`)"},
			"column":      {"ALTER TABLE t ADD later int", "ALTER TABLE t DROP later", "`later` int"},
			"less":        {"ALTER TABLE t DROP KEY id", "ALTER TABLE t ADD UNIQUE KEY id (id)", "UNIQUE KEY `id` (`id`)"},
			"option":      {"ALTER TABLE t COMMENT 'later'", "ALTER TABLE t COMMENT ''", "COMMENT='later'"},
			"order":       {"ALTER TABLE t MODIFY k int NOT NULL AFTER id", "ALTER TABLE t MODIFY k int NOT NULL FIRST", "order"},
			"trigger":     {"CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.k = NEW.k", "DROP TRIGGER g", "trigger g"},
			"foreign key": {"CREATE TABLE child (id binary(16), CONSTRAINT fk FOREIGN KEY (id) REFERENCES t (id))", "DROP TABLE child", "foreign key fk of table child"},
			"view":        {"CREATE VIEW v AS SELECT k FROM t WHERE id = x'f81d4fae7dec41d0a76500a0c91e6bf6'", "DROP VIEW v", "view v"},
			"elsewhere":   {"CREATE TRIGGER g AFTER INSERT ON other FOR EACH ROW DELETE FROM t WHERE id = x'f81d4fae7dec41d0a76500a0c91e6bf6'", "DROP TRIGGER g", "trigger g"},
		} {
			t.Run(name, func(t *testing.T) {
				smallMySQL(t, db)
				must(t, done, "run", db.address, "t.id")
				db.exec(t, c.make)
				if out := must(t, conflict, "undo", db.address); !strings.Contains(out, c.want) {
					t.Errorf("undo does not say %q: %s", c.want, out)
				}
				same(t, "native", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|16", "2|16"})
				db.exec(t, c.remove)
				must(t, done, "undo", db.address)
				same(t, "text", db.textsOf(t, "SELECT k, id FROM t ORDER BY k"), []string{"1|" + mysqlA, "2|" + mysqlB})
			})
		}
	})
}

// TestMySQLUndoCounts has options of MySQL before the next number of AUTO_INCREMENT in SHOW CREATE TABLE: undo must not take
// the number that an INSERT has changed for an alteration, and both must carry it over.
func TestMySQLUndoCounts(t *testing.T) {
	t.Parallel()
	for _, options := range []string{"TABLESPACE innodb_system", "TABLESPACE innodb_system STORAGE DISK", "STORAGE MEMORY"} {
		t.Run(options, func(t *testing.T) {
			db := openMySQL(t, stores.MySQL(t))
			db.exec(t, "CREATE TABLE t (k int AUTO_INCREMENT PRIMARY KEY, id char(36)) "+options+" AUTO_INCREMENT = 77", "INSERT INTO t (id) VALUES ('"+mysqlA+"')")
			insert := func(want ...string) {
				t.Helper()
				db.exec(t, "DELETE FROM t WHERE id IS NULL", "INSERT INTO t (id) VALUES (NULL)")
				same(t, "rows", db.textsOf(t, "SELECT k FROM t ORDER BY k"), want)
			}
			insert("77", "78")
			must(t, done, "run", db.address, "t.id")
			insert("77", "79")
			must(t, done, "undo", db.address)
			insert("77", "80")

			// Versions before had the number in what they expected of the new table.
			must(t, done, "run", db.address, "t.id")
			db.exec(t, "UPDATE uuidkit_migration SET plan = REGEXP_REPLACE(plan, ' ENGINE=InnoDB( AUTO_INCREMENT=[0-9]+)?', ' ENGINE=InnoDB AUTO_INCREMENT=81')")
			insert("77", "81")
			must(t, done, "undo", db.address)
			insert("77", "82")
		})
	}
}

// TestMySQLEmptyState has the empty table that a process leaves which is killed before its first row.
func TestMySQLEmptyState(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		for verb, status := range map[string]int{"undo": refused, "cleanup": done} {
			db.exec(t, "CREATE TABLE uuidkit_migration (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan LONGTEXT NOT NULL, switched VARCHAR(40) NOT NULL)")
			must(t, status, verb, db.address)
			same(t, verb, mysqlLeft(t, db), nil)
		}
	})
}

// TestMySQLAudit sees that uuid audit does not take the old tables for the application's.
func TestMySQLAudit(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE a (id char(36) CHARACTER SET ascii PRIMARY KEY)", "CREATE TABLE b (a char(36) CHARACTER SET ascii, FOREIGN KEY (a) REFERENCES a (id))",
			"INSERT INTO a VALUES ('"+mysqlA+"')", "INSERT INTO b VALUES ('"+mysqlA+"')")
		must(t, done, "run", db.address, "a.id")
		out := string(kit.Must(exec.Command(kit.Command(t), "audit", db.address).Output())(t))
		if strings.Contains(out, "error") || !strings.Contains(out, "uuidkit_old_a: ") {
			t.Errorf("audit: %s", out)
		}
	})
}
