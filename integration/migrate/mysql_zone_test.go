package migrate

import (
	"strings"
	"testing"
)

// TestMySQLZone has columns and indexes that the server computes in the session's time zone. Those of another zone than
// UTC would be others in the copy.
func TestMySQLZone(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.SetMaxOpenConns(1)
		db.exec(t, "SET time_zone = '+02:00'")
		const column, index = "generated-column: t.day (--accept)", "index: index f of table t (--accept)"
		for part, c := range map[string]struct{ only, want string }{ // only this server takes it
			"day date AS (DATE(made)) VIRTUAL, KEY day (day)":               {"", column},
			"day date AS (DATE(made)) STORED":                               {"", column},
			"day timestamp AS (noon) VIRTUAL, KEY day (day)":                {"", column},
			"day bigint AS (UNIX_TIMESTAMP(noon)) STORED":                   {"MariaDB", column},
			"day datetime AS (FROM_UNIXTIME(k)) STORED":                     {"MySQL", column},
			"KEY f ((CAST(made AS date)))":                                  {"MySQL", index},
			"KEY f ((FROM_UNIXTIME(k)))":                                    {"MySQL", index},
			"day date AS (DATE(noon)) STORED, KEY f (day), KEY made (made)": {"", ""},
		} {
			if c.only != "" && !strings.HasSuffix(t.Name(), "/"+c.only) {
				continue
			}
			const columns = "k int PRIMARY KEY, id varchar(40), made timestamp NOT NULL DEFAULT '2026-01-02 01:00:00', noon datetime DEFAULT '2026-01-02 12:00:00'"
			db.exec(t, "DROP TABLE IF EXISTS t, uuidkit_migration, uuidkit_old_t", "CREATE TABLE t ("+columns+", "+part+")", "INSERT INTO t (k, id) VALUES (1, '"+mysqlA+"')")
			if c.want != "" {
				refuses(t, c.want, db.address, "t.id")
				continue
			}
			must(t, done, "run", db.address, "t.id")
			same(t, "row", db.textsOf(t, "SELECT k FROM t WHERE day = '2026-01-02'"), []string{"1"})
		}
	})
}

// TestMySQLInvalid has values that an application writes with another sql_mode than run.
func TestMySQLInvalid(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.SetMaxOpenConns(1)
		db.exec(t, "SET sql_mode = 'ALLOW_INVALID_DATES'",
			"CREATE TABLE t (k date PRIMARY KEY, id varchar(40), n int DEFAULT 0, part int AS (12 / n) STORED)",
			"INSERT INTO t (k, id) VALUES ('2026-02-30', '"+mysqlA+"'), ('0000-00-00', '"+mysqlB+"'), ('2026-00-01', NULL)")
		rows := db.textsOf(t, "SELECT k, n, part FROM t")
		for _, more := range []string{"--pause=0", "--online"} {
			must(t, done, "run", db.address, "t.id", more)
			same(t, "rows", db.textsOf(t, "SELECT k, n, part FROM t"), rows)
			must(t, done, "undo", db.address, more)
			same(t, "rows", db.textsOf(t, "SELECT k, n, part FROM t"), rows)
		}
	})
}
