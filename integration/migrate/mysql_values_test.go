package migrate

import (
	"strings"
	"testing"
)

// TestMySQLText converts bytes that are texts to texts, which are in lower case.
func TestMySQLText(t *testing.T) {
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "ALTER TABLE t MODIFY id varbinary(40)", "UPDATE t SET id = UPPER(CONVERT(id USING ascii))",
			"INSERT INTO t VALUES (3, '"+strings.ToUpper(strings.ReplaceAll(mysqlC, "-", ""))+"')")
		must(t, done, "run", db.address, "t.id", "--to", "text")
		same(t, "text", db.textsOf(t, "SELECT id FROM t ORDER BY k"), []string{mysqlA, mysqlB, mysqlC})
	})
}

// TestMySQLComment sees that a comment is not taken for the next number.
func TestMySQLComment(t *testing.T) {
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
