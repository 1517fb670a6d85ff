package migrate

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLParts has tables with all kinds of parts. Each is carried over by run and undo, offline and online,
// or refused. The quick run has those that were not.
func TestMySQLParts(t *testing.T) {
	t.Parallel()
	quick := strings.Split("names,comments,vector,versioned,violated check,check of a gap,ten checks,three checks,directory,parent gone,fixed,large row", ",")
	directory := t.TempDir()
	kit.Check(t, os.Chmod(directory, 0o777)) // for a server of another user
	const id = "id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY"
	for name, c := range map[string]struct {
		server string // "" is both
		schema []string
		want   string // of refuses; after "--online: " only with it; "" is not refused
	}{
		"functional index":     {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, KEY f ((n + 1)))"}, ""},
		"functional index, id": {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, KEY f ((LEFT(id, 3))))"}, "index: t.id"},
		"generated stored":     {"", []string{"CREATE TABLE t (" + id + ", n int, g int AS (n * 2) STORED, KEY g (g))"}, ""},
		"generated virtual":    {"", []string{"CREATE TABLE t (" + id + ", n int, g int AS (n * 2) VIRTUAL, KEY g (g))"}, ""},
		"generated of it":      {"", []string{"CREATE TABLE t (" + id + ", n int, g varchar(40) AS (CONCAT(id, 'x')) VIRTUAL)"}, "generated-column: t.id"},
		"check":                {"", []string{"CREATE TABLE t (" + id + ", n int, CHECK (n < 100))"}, ""},
		"column check":         {"", []string{"CREATE TABLE t (" + id + ", n int CHECK (n < 100))"}, ""},
		"named check":          {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, CONSTRAINT small CHECK (n < 100))"}, ""},
		"check of it":          {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, CONSTRAINT small CHECK (LENGTH(id) > 3))"}, "check: t.id"},
		"check of a gap":       {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, m int, CHECK (n > 0), CHECK (m > 0))", "ALTER TABLE t DROP CHECK t_chk_1"}, "check: table t"},
		"check like theirs":    {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, CHECK (n > 0), CONSTRAINT t_chk_limit CHECK (n < 100))"}, "check: table t"},
		"ten checks":           {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, CHECK (n > -1), CHECK (n > -2), CHECK (n > -3), CHECK (n > -4), CHECK (n > -5), CHECK (n > -6), CHECK (n > -7), CHECK (n > -8), CHECK (n > -9), CHECK (n > -10))"}, "check: table t"}, // t_chk_10 comes before t_chk_2
		"three checks":         {"MySQL", []string{"CREATE TABLE q (k int PRIMARY KEY)", "CREATE TABLE t (" + id + ", n int, q int, FOREIGN KEY (q) REFERENCES q (k), CHECK (n > -1), CHECK (n > -2), CHECK (n > -3))"}, ""},
		"not enforced":         {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, CHECK (n < 0) NOT ENFORCED)"}, ""},
		"invisible":            {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, i int INVISIBLE DEFAULT 3)"}, ""},
		"invisible 9":          {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, i int DEFAULT 3 INVISIBLE, KEY k (n) INVISIBLE)"}, ""},
		"invisible id":         {"MySQL", []string{"CREATE TABLE t (" + id + " INVISIBLE, n int)"}, ""},
		"hidden id":            {"MariaDB", []string{"CREATE TABLE t (n int PRIMARY KEY, id char(36) INVISIBLE)"}, ""},
		"ignored index":        {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, KEY k (n) IGNORED)"}, ""},
		"ignored index, id":    {"MariaDB", []string{"CREATE TABLE t (k int AUTO_INCREMENT PRIMARY KEY, id char(36), n int, KEY k (id) IGNORED)"}, "index: t.id"},
		"invisible index, id":  {"MySQL", []string{"CREATE TABLE t (k int AUTO_INCREMENT PRIMARY KEY, id char(36), n int, KEY k (id) INVISIBLE)"}, "index: t.id"},
		"descending":           {"", []string{"CREATE TABLE t (" + id + ", n int, KEY k (n DESC, id DESC))"}, ""},
		"hash":                 {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, b longtext, UNIQUE KEY k (b))"}, ""},
		"fulltext":             {"", []string{"CREATE TABLE t (" + id + ", n int, b text, FULLTEXT KEY k (b))"}, ""},
		"spatial":              {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, p point NOT NULL DEFAULT ST_GeomFromText('POINT(1 2)'), SPATIAL KEY k (p))"}, ""},
		"spatial 9":            {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, p point NOT NULL DEFAULT (ST_GeomFromText('POINT(1 2)')) SRID 0, SPATIAL KEY k (p))"}, ""},
		"partitions":           {"", []string{"CREATE TABLE t (" + id + ", n int) PARTITION BY KEY (id) PARTITIONS 2"}, "table: table t"},
		"compressed":           {"", []string{"CREATE TABLE t (" + id + ", n int) ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8"}, ""},
		"page compression":     {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int) PAGE_COMPRESSED=1"}, ""},
		"page compression 9":   {"MySQL", []string{"CREATE TABLE t (" + id + ", n int) COMPRESSION='zlib'"}, ""},
		"compressed column":    {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, b blob COMPRESSED)"}, ""},
		"options":              {"", []string{"CREATE TABLE t (" + id + ", n int) AVG_ROW_LENGTH=50 MAX_ROWS=1000 MIN_ROWS=1 STATS_PERSISTENT=1 STATS_AUTO_RECALC=0 STATS_SAMPLE_PAGES=20 COMMENT='it''s'"}, ""},
		"attributes":           {"MySQL", []string{"CREATE TABLE t (" + id + " SECONDARY_ENGINE_ATTRIBUTE='{\"a\": 1}', n int) SECONDARY_ENGINE_ATTRIBUTE='{}'"}, "column: t.id"},
		"tablespace":           {"MySQL", []string{"CREATE TABLE t (" + id + ", n int) TABLESPACE innodb_system"}, ""},
		"flags":                {"", []string{"CREATE TABLE t (" + id + ", n int) CHECKSUM=1 DELAY_KEY_WRITE=1 PACK_KEYS=1"}, ""},
		"default expression":   {"", []string{"CREATE TABLE t (" + id + ", n int DEFAULT (1 + 2), d datetime DEFAULT (NOW()), u char(36) DEFAULT (UUID()))"}, ""},
		"sequence":             {"MariaDB", []string{"CREATE SEQUENCE s", "CREATE TABLE t (" + id + ", n int, q int DEFAULT NEXTVAL(s))"}, ""},
		"versioned":            {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int) WITH SYSTEM VERSIONING"}, "table: table t"},
		"versioned column":     {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int WITH SYSTEM VERSIONING)"}, "column: t.id; table: table t"},
		"versioned period":     {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, a timestamp(6) GENERATED ALWAYS AS ROW START, b timestamp(6) GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME (a, b)) WITH SYSTEM VERSIONING"}, "table: table t; --online: online: t.b"},
		"application period":   {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, a date NOT NULL DEFAULT '2020-01-01', b date NOT NULL DEFAULT '2021-01-01', PERIOD FOR p (a, b))"}, "table: table t"},
		"event":                {"", []string{"CREATE TABLE t (" + id + ", n int)", "CREATE EVENT e ON SCHEDULE EVERY 1 YEAR DO DELETE FROM t"}, "routine: event e (--accept)"},
		"myisam":               {"", []string{"CREATE TABLE t (" + id + ", n int) ENGINE=MyISAM"}, "table: table t"},
		"many types":           {"", []string{"CREATE TABLE t (" + id + ", n int, a year, b time(3), c set('x','y'), d float(7,3) DEFAULT 1.1, e double, f decimal(30,10) ZEROFILL, g bit(9), h json, i mediumblob, j tinytext, k datetime(6) ON UPDATE NOW(6), l geometry, m bigint UNSIGNED)"}, ""},
		"vector":               {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, v vector(3))"}, ""},
		"multi-valued":         {"MySQL", []string{"CREATE TABLE t (" + id + ", n int, j json, KEY k ((CAST(j->'$.a' AS unsigned ARRAY))))"}, ""},
		"inet":                 {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int, a inet6, b inet4)"}, ""},
		"auto":                 {"", []string{"CREATE TABLE t (n int AUTO_INCREMENT PRIMARY KEY, id char(36) NOT NULL DEFAULT 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', KEY k (id)) AUTO_INCREMENT=77"}, ""},
		"auto second":          {"", []string{"CREATE TABLE t (" + id + ", n int, a bigint AUTO_INCREMENT UNIQUE)"}, ""},
		"names":                {"", []string{"CREATE TABLE t (" + id + ", n int, `a ``b` int, `uuidkit_new_` int, `日` int, KEY `k (id)` (n), KEY `x,y` (`a ``b`))"}, ""},
		"comments":             {"", []string{"CREATE TABLE t (" + id + " COMMENT 'PERIOD FOR ) ENGINE=x ''q'' `id`', n int COMMENT 'PRIMARY KEY (`id`)', KEY k (n) COMMENT '`id`')"}, ""},
		"gipk":                 {"MySQL", []string{"SET SESSION sql_generate_invisible_primary_key = 1", "CREATE TABLE t (id char(36) NOT NULL, n int)"}, ""},
		"zero dates":           {"", []string{"SET SESSION sql_mode = ''", "CREATE TABLE t (" + id + ", n int, d date NOT NULL DEFAULT '0000-00-00', e datetime)", "INSERT INTO t VALUES ('" + mysqlC + "', 5, '0000-00-00', '2020-00-01')"}, ""},
		"invalid dates":        {"", []string{"SET SESSION sql_mode = 'ALLOW_INVALID_DATES'", "CREATE TABLE t (" + id + ", n int, d date)", "INSERT INTO t VALUES ('" + mysqlC + "', 5, '2020-02-31')"}, ""},
		"invalid enum":         {"", []string{"SET SESSION sql_mode = ''", "CREATE TABLE t (" + id + ", n int, d enum('a', 'b'), s set('a'))", "INSERT INTO t VALUES ('" + mysqlC + "', 5, 'zzz', 'zzz')"}, ""},
		"violated check":       {"MariaDB", []string{"SET SESSION check_constraint_checks = 0", "CREATE TABLE t (" + id + ", n int, CHECK (n < 4))", "INSERT INTO t VALUES ('" + mysqlC + "', 5)"}, ""},
		"directory":            {"MariaDB", []string{"CREATE TABLE t (" + id + ", n int) DATA DIRECTORY='" + directory + "'"}, "table: table t"},
		"autoextend":           {"MySQL", []string{"CREATE TABLE t (" + id + ", n int) AUTOEXTEND_SIZE=4M"}, ""},
		"parent gone":          {"", []string{"CREATE TABLE q (k int PRIMARY KEY)", "CREATE TABLE t (" + id + ", n int, q int, FOREIGN KEY (q) REFERENCES q (k))", "SET SESSION foreign_key_checks = 0", "DROP TABLE q"}, "foreign-key: table t"},
		"fixed":                {"", []string{"SET SESSION innodb_strict_mode = OFF", "CREATE TABLE t (" + id + ", n int) ENGINE=InnoDB ROW_FORMAT=FIXED"}, ""},
		"large row":            {"", []string{"SET SESSION innodb_strict_mode = OFF", "CREATE TABLE t (" + id + ", n int, " + strings.Join(strings.Fields("a b c d e f g h i j k l"), " varchar(999), ") + " varchar(999)) ROW_FORMAT=REDUNDANT CHARSET=latin1"}, ""},
		"no key":               {"", []string{"CREATE TABLE t (id char(36) NOT NULL UNIQUE, n int)"}, "--online: online: table t"},
	} {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(quick, name) {
				long(t)
			}
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				if c.server != "" && !strings.HasSuffix(t.Name(), "/"+c.server) {
					return
				}
				db := openMySQL(t, dsn)
				db.SetMaxOpenConns(1) // for SET SESSION
				db.exec(t, c.schema...)
				db.exec(t, "INSERT INTO t (id, n) VALUES ('"+mysqlA+"', 1), ('"+mysqlB+"', 2)")
				image := func() []string {
					return append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT *, id FROM t ORDER BY n")...)
				}
				before := image()
				for _, how := range [][]string{nil, {"--online"}} {
					why, online, _ := strings.Cut(c.want, "--online: ")
					if how != nil {
						why += online
					}
					if why = strings.TrimSuffix(why, "; "); why != "" {
						refuses(t, why, append([]string{db.address, "t.id"}, how...)...)
						continue
					}
					must(t, done, append([]string{"run", db.address, "t.id"}, how...)...)
					after := image()
					same(t, "definition after run", []string{partsID.ReplaceAllString(after[0], "")}, []string{partsID.ReplaceAllString(before[0], "")})
					must(t, done, append([]string{"undo", db.address}, how...)...)
					same(t, "after undo", image(), before)
				}
			})
		})
	}
}

// partsID is the type of the migrated column, in SHOW CREATE TABLE, and a default.
var partsID = regexp.MustCompile("(?m)^  `id` \\S+(?: CHARACTER SET \\S+)?(?: COLLATE \\S+)?|DEFAULT (?:'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'|0x[0-9A-F]+|X?'.*')")

// TestMySQLLongNames has tables whose name is as long as it may be, or longer, with a check or a foreign key that the server has named.
// The server renames that with the table (MariaDB no checks), and the plan has to say that the name would be too long.
func TestMySQLLongNames(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		// With "uuidkit_undone_" they have 64 characters, or their files have names of 254 bytes: 表 is @8868 there.
		for _, long := range []string{strings.Repeat("n", 49), strings.Repeat("я", 47), strings.Repeat("表", 47)} {
			for name, part := range map[string]string{"check": "CHECK (n < 100)", "foreign key": "FOREIGN KEY (n) REFERENCES q (n)", "nothing": "KEY (n)"} {
				t.Run(long+", "+name, func(t *testing.T) {
					db := openMySQL(t, dsn)
					db.exec(t, "DROP TABLE IF EXISTS t, `"+long+"`", "CREATE TABLE IF NOT EXISTS q (n int PRIMARY KEY)", "CREATE TABLE `"+long+"` (id char(36) PRIMARY KEY, n int, "+part+")")
					if name == "foreign key" || name == "check" && strings.Contains(t.Name(), "/MySQL/") {
						refuses(t, "name: table "+long, db.address, long+".id")
						db.exec(t, "RENAME TABLE `"+long+"` TO t") // the way by hand
						must(t, done, "run", db.address, "t.id")
					} else {
						must(t, done, "run", db.address, long+".id")
					}
					must(t, done, "undo", db.address)
				})
			}
		}
		db, long := openMySQL(t, dsn), strings.Repeat("表", 48)
		db.exec(t, "CREATE TABLE `"+long+"` (id char(36) PRIMARY KEY)")
		refuses(t, "name: table "+long, db.address, long+".id")
	})
}

// TestMySQLByHand does what the refusals of views, triggers, routines, events and system-versioned tables say,
// and sees that nothing of them is lost by that.
func TestMySQLByHand(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.SetMaxOpenConns(1) // for SET SESSION
		db.SetConnMaxIdleTime(0)
		smallMySQL(t, db)
		user := fmt.Sprintf("'h%d'@'127.0.0.1'", time.Now().UnixNano())
		here := db.textsOf(t, "SELECT DATABASE()")[0]
		db.exec(t, "CREATE USER "+user, "SET SESSION sql_mode = 'ANSI_QUOTES,NO_ZERO_DATE', time_zone = '+03:00'",
			"CREATE ALGORITHM=MERGE DEFINER="+user+" SQL SECURITY INVOKER VIEW v AS SELECT k FROM t WHERE k < 100 AND id <> 'x' WITH LOCAL CHECK OPTION",
			"CREATE DEFINER="+user+" TRIGGER b BEFORE INSERT ON t FOR EACH ROW SET @order = CONCAT(@order, 'b')",
			"CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW FOLLOWS b SET @order = CONCAT(@order, 'a')",
			"CREATE DEFINER="+user+" PROCEDURE p(IN x int) SQL SECURITY INVOKER COMMENT 'c' SELECT \"k\" FROM t",
			"CREATE FUNCTION f() RETURNS int READS SQL DATA RETURN (SELECT COUNT(*) FROM t)",
			"CREATE DEFINER="+user+" EVENT e ON SCHEDULE EVERY 1 YEAR STARTS '2030-01-02 03:04:05' ON COMPLETION PRESERVE DISABLE DO DELETE FROM t",
			"GRANT SELECT, UPDATE (k) ON v TO "+user, "GRANT EXECUTE ON PROCEDURE p TO "+user, "GRANT EXECUTE ON FUNCTION f TO "+user)
		t.Cleanup(func() { openMySQL(t, dsn).Exec("DROP USER " + user) })
		const catalog = `SELECT 'trigger', trigger_name, action_order, sql_mode, definer, action_statement FROM information_schema.triggers WHERE trigger_schema = DATABASE()
UNION ALL SELECT routine_type, routine_name, security_type, sql_mode, definer, routine_definition FROM information_schema.routines WHERE routine_schema = DATABASE()
UNION ALL SELECT time_zone, event_name, status, sql_mode, definer, CONCAT(starts, event_definition) FROM information_schema.events WHERE event_schema = DATABASE()
UNION ALL SELECT security_type, table_name, check_option, '', definer, view_definition FROM information_schema.views WHERE table_schema = DATABASE() ORDER BY 2`
		image := func() []string {
			return slices.Concat(db.textsOf(t, catalog), db.textsOf(t, "SHOW CREATE VIEW v"), db.textsOf(t, "SHOW GRANTS FOR "+user))
		}
		before := image()
		objects := []string{"VIEW v", "TRIGGER b", "TRIGGER a", "PROCEDURE p", "FUNCTION f", "EVENT e"} // b before a: action_order
		plan := must(t, refused, "plan", db.address, "t.id")
		var definitions []string
		for _, o := range objects {
			kind, name, _ := strings.Cut(o, " ")
			object := kind + " `" + here + "`.`" + name + "`"
			if !strings.Contains(plan, "of SHOW CREATE "+object+"; DROP "+object) {
				t.Errorf("plan does not say how to drop %s, and create it again: %s", o, plan)
			}
			columns := strings.Split(db.textsOf(t, "SHOW CREATE "+object)[0], "|") // name, sql_mode, [time_zone,] text, …
			switch kind {
			case "VIEW":
				definitions = append(definitions, columns[1])
			case "EVENT":
				definitions = append(definitions, "SET SESSION sql_mode = '"+columns[1]+"', time_zone = '"+columns[2]+"'", columns[3])
			default:
				definitions = append(definitions, "SET SESSION sql_mode = '"+columns[1]+"'", columns[2])
			}
			db.exec(t, "DROP "+object)
		}
		definitions = append(definitions, "GRANT EXECUTE ON PROCEDURE p TO "+user, "GRANT EXECUTE ON FUNCTION f TO "+user)
		must(t, done, "run", db.address, "t.id")
		db.exec(t, definitions...)
		same(t, "after the way by hand", image(), before)

		if !strings.HasSuffix(t.Name(), "MariaDB") {
			return
		}
		db.exec(t, "SET SESSION sql_mode = ''", "CREATE TABLE w (id char(36) PRIMARY KEY, n int) WITH SYSTEM VERSIONING", "INSERT INTO w VALUES ('"+mysqlA+"', 1)")
		create := db.textsOf(t, "SHOW CREATE TABLE w")[0]
		out := must(t, refused, "plan", db.address, "w.id")
		for _, q := range []string{"ALTER TABLE `w` DROP SYSTEM VERSIONING", "ALTER TABLE `w` ADD SYSTEM VERSIONING"} {
			if !strings.Contains(out, q) {
				t.Errorf("plan does not say %s: %s", q, out)
			}
			db.exec(t, q)
			if strings.Contains(q, "DROP") {
				must(t, done, "run", db.address, "w.id")
			}
		}
		same(t, "versioned", []string{partsID.ReplaceAllString(db.textsOf(t, "SHOW CREATE TABLE w")[0], "")}, []string{partsID.ReplaceAllString(create, "")})
		if out := must(t, usage, "plan", db.address, "v.k"); !strings.Contains(out, `"v"`) { // a view
			t.Errorf("plan of a view does not name it: %s", out)
		}
	})
}

// TestMySQLTriggersStay has what keeps run from carrying a trigger of its table over: RENAME leaves it with the old table,
// no other table of the database can have one of its name, and no statement moves it, renames it, or drops one and
// creates another. A server that learns one of these makes the test fail.
func TestMySQLTriggersStay(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		other := db.textsOf(t, "SELECT CONCAT(DATABASE(), '_2')")[0]
		const trigger = " BEFORE INSERT ON u FOR EACH ROW SET @g = 1"
		db.exec(t, "CREATE DATABASE "+other, "CREATE TABLE "+other+".u (k int)", "CREATE TRIGGER "+other+".g BEFORE INSERT ON "+other+".u FOR EACH ROW SET @g = 1")
		t.Cleanup(func() { db.Exec("DROP DATABASE " + other) })
		db.exec(t, "CREATE TABLE t (k int)", "CREATE TABLE u LIKE t", strings.Replace("CREATE TRIGGER g"+trigger, " u ", " t ", 1))
		for q, numbers := range map[string][]uint16{
			"CREATE TRIGGER g" + trigger:            {1359},       // there is one
			"CREATE OR REPLACE TRIGGER g" + trigger: {1064, 1360}, // MariaDB looks for it at u
			"ALTER TRIGGER g RENAME TO h":           {1064},
			"RENAME TRIGGER g TO h":                 {1064},
			"CREATE PROCEDURE p() BEGIN DROP TRIGGER g; CREATE TRIGGER g" + trigger + "; END": {1303}, // not in a routine
			"RENAME TABLE " + other + ".u TO v":                                               {1435}, // in a wrong database
		} {
			_, err := db.Exec(q)
			var e *mysql.MySQLError
			if !errors.As(err, &e) || !slices.Contains(numbers, e.Number) {
				t.Errorf("%s: the server says %v, want one of %v", q, err, numbers)
			}
		}
		db.exec(t, "RENAME TABLE t TO old, u TO t")
		same(t, "the trigger's table", db.textsOf(t, "SELECT event_object_table FROM information_schema.triggers WHERE trigger_schema = DATABASE()"), []string{"old"})
	})
}

// TestMySQLHistograms sees that the plan names what makes the histograms of a table again, which stay with the old one.
func TestMySQLHistograms(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		maria := strings.HasSuffix(t.Name(), "MariaDB")
		want := "ANALYZE TABLE `t` UPDATE HISTOGRAM ON `k` WITH 7 BUCKETS; ANALYZE TABLE `t` UPDATE HISTOGRAM ON `note` WITH 9 BUCKETS"
		query := "SELECT table_name, column_name FROM information_schema.column_statistics WHERE schema_name = DATABASE() AND table_name = 't' ORDER BY 2"
		if maria {
			want, query = "ANALYZE TABLE `t` PERSISTENT FOR COLUMNS (`k`, `note`) INDEXES ALL", "SELECT table_name, column_name FROM mysql.column_stats WHERE db_name = DATABASE() AND table_name = 't' ORDER BY 2"
		}
		db.exec(t, "ALTER TABLE t DROP KEY id, DROP PRIMARY KEY, ADD note int DEFAULT 4")
		if out := must(t, done, "plan", db.address, "t.id"); strings.Contains(out, "istogram") {
			t.Errorf("plan without histograms: %s", out)
		}
		for _, q := range strings.Split(want, "; ") {
			db.textsOf(t, q)
		}
		before := db.textsOf(t, query)
		same(t, "histograms", before, []string{"t|k", "t|note"})
		if out := must(t, done, "plan", db.address, "t.id"); !strings.Contains(out, want) {
			t.Errorf("plan does not have %s: %s", want, out)
		}
		must(t, done, "run", db.address, "t.id")
		same(t, "after run", db.textsOf(t, query), nil)
		for _, q := range strings.Split(want, "; ") {
			db.textsOf(t, q)
		}
		same(t, "again", db.textsOf(t, query), before)
	})
}
