package migrate

import (
	"database/sql"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// mysqlSchema has what a migration must carry over. Table items has no such column, and a
// foreign key to one that has.
var mysqlSchema = []string{
	"CREATE TABLE users (id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'it''s \\\\ the id', email varchar(80) CHARACTER SET latin1 DEFAULT 'x' UNIQUE, n int unsigned DEFAULT 3, referrer varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL," +
		" favourite varchar(36) CHARACTER SET utf8mb4 DEFAULT NULL, twice int AS (n * 2) STORED, kind enum('a','b') NOT NULL DEFAULT 'b', changed timestamp NULL DEFAULT NULL ON UPDATE CURRENT_TIMESTAMP, PRIMARY KEY (id), KEY `by n` (n DESC, id) COMMENT 'k', CHECK (n > 0)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC COMMENT='the users' DEFAULT CHARSET=utf8mb4",
	"CREATE TABLE orders (no int NOT NULL AUTO_INCREMENT, id varchar(36) CHARACTER SET utf8mb4 NOT NULL, user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, parent_id varchar(36) CHARACTER SET utf8mb4 DEFAULT NULL, total decimal(10,2) DEFAULT 1.5, made datetime(3), note json DEFAULT NULL, f double DEFAULT 0.1, bits bit(5) DEFAULT b'101', blobs longblob, PRIMARY KEY (no), UNIQUE KEY `the``id` (id))",
	"CREATE TABLE teams (tenant char(36), id char(36), name varchar(10), PRIMARY KEY (tenant, id))",
	"CREATE TABLE members (tenant char(36) NOT NULL, team char(36) NOT NULL, user_id char(36) CHARACTER SET ascii COLLATE ascii_bin, PRIMARY KEY (user_id, team))",
	"CREATE TABLE items (k int PRIMARY KEY, order_no int, CONSTRAINT `fk of items` FOREIGN KEY (order_no) REFERENCES orders (no) ON DELETE CASCADE)",
	"CREATE TABLE other (id char(36) PRIMARY KEY, note text)",
	"ALTER TABLE users ADD CONSTRAINT referred FOREIGN KEY (referrer) REFERENCES users (id) ON DELETE SET NULL",
	"ALTER TABLE users ADD FOREIGN KEY (favourite) REFERENCES orders (id)",
	"ALTER TABLE orders ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE",
	"ALTER TABLE orders ADD CONSTRAINT parents FOREIGN KEY (parent_id) REFERENCES orders (id)",
	"ALTER TABLE members ADD FOREIGN KEY (user_id) REFERENCES users (id)",
	"ALTER TABLE members ADD FOREIGN KEY (tenant, team) REFERENCES teams (tenant, id)",
	"CREATE VIEW v AS SELECT note FROM other",
	"CREATE VIEW emails AS SELECT email, COUNT(*) AS `how many`, 2 * MAX(n) AS twice FROM users WHERE id IS NOT NULL GROUP BY email",
	"CREATE TRIGGER noted AFTER INSERT ON other FOR EACH ROW UPDATE users SET n = n + 1 WHERE email = NEW.note",
}

var (
	mysqlColumns = []string{"users.id", "orders.id", "teams.tenant", "teams.id"}
	mysqlTables  = strings.Fields("users orders teams members items other")
	mysqlIDs     = regexp.MustCompile("(?m)^(  `(?:id|referrer|favourite|user_id|parent_id|tenant|team)`) \\w+\\(36\\)(?: CHARACTER SET \\w+)?(?: COLLATE \\w+)?")
)

// openMySQL returns the database of a DSN, and its URL for the command.
func openMySQL(t testing.TB, dsn string) *database {
	t.Helper()
	c := kit.Must(mysql.ParseDSN(dsn))(t)
	db := kit.Must(sql.Open("mysql", dsn))(t)
	t.Cleanup(func() { db.Close() })
	u := url.URL{Scheme: "mysql", User: url.UserPassword(c.User, c.Passwd), Host: c.Addr, Path: c.DBName}
	return &database{db, u.String()}
}

func newMySQL(t testing.TB, dsn string, n int) *database {
	t.Helper()
	db := openMySQL(t, dsn)
	db.exec(t, mysqlSchema...)
	fill(t, db, n)
	db.exec(t, "INSERT INTO items SELECT no, no FROM orders WHERE no <= 100",
		`UPDATE orders SET note = JSON_OBJECT('a', no), blobs = REPEAT(CHAR(no), 100), f = no / 7 WHERE no < 500`)
	return db
}

// mysqlDescribe is what the server says about all tables.
func mysqlDescribe(t testing.TB, db *database) map[string]string {
	t.Helper()
	schema := map[string]string{}
	for _, name := range mysqlTables {
		schema[name] = strings.SplitN(db.textsOf(t, "SHOW CREATE TABLE "+name)[0], "|", 2)[1]
	}
	schema["view"], schema["trigger"] = fmt.Sprint(db.textsOf(t, "SHOW CREATE VIEW emails")), fmt.Sprint(db.textsOf(t, "SHOW CREATE TRIGGER noted"))
	schema["foreign keys"] = fmt.Sprint(db.textsOf(t, "SELECT table_name, constraint_name, referenced_table_name, update_rule, delete_rule FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() AND table_name NOT LIKE 'uuidkit%' ORDER BY 1, 2"))
	return schema
}

// mysqlState is mysqlDescribe, and all rows.
func mysqlState(t testing.TB, db *database) (schema map[string]string, rows []string) {
	t.Helper()
	schema = mysqlDescribe(t, db)
	hex := func(list ...string) string {
		for i, c := range list {
			list[i] = "IF(LENGTH(" + c + ") = 16, LOWER(HEX(" + c + ")), REPLACE(" + c + ", '-', ''))"
		}
		return strings.Join(list, ", ")
	}
	for _, q := range []string{
		"SELECT email, n, twice, kind, changed, " + hex("id", "referrer", "favourite") + " FROM users ORDER BY n, email",
		"SELECT no, total, made, note, f, bits + 0, blobs, " + hex("id", "user_id", "parent_id") + " FROM orders ORDER BY no",
		"SELECT name, " + hex("tenant", "id") + " FROM teams ORDER BY 2, 3",
		"SELECT " + hex("tenant", "team", "user_id") + " FROM members ORDER BY 1, 2, 3",
		"SELECT * FROM items ORDER BY k", "SELECT * FROM other", "SELECT * FROM emails ORDER BY 1",
	} {
		rows = append(rows, db.textsOf(t, q)...)
	}
	return schema, rows
}

// textsOf is texts with bytes as they are.
func (db *database) textsOf(t testing.TB, query string) (list []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%.200s: %v", query, err)
	}
	defer rows.Close()
	values := make([]sql.NullString, len(kit.Must(rows.Columns())(t)))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		kit.Check(t, rows.Scan(into...))
		var line []string
		for _, v := range values {
			if !v.Valid {
				v.String = "NULL"
			}
			line = append(line, v.String)
		}
		list = append(list, strings.Join(line, "|"))
	}
	kit.Check(t, rows.Err())
	return list
}

func mysqlChanges(schema map[string]string) map[string]string {
	changes := map[string]string{}
	for _, name := range []string{"users", "orders", "teams", "members"} {
		changes[name] = mysqlIDs.ReplaceAllString(schema[name], "$1 binary(16)")
	}
	return changes
}

func mysqlLeft(t testing.TB, db *database) []string {
	return db.textsOf(t, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'uuidkit%' ORDER BY 1")
}

func eachMySQL(t *testing.T, do func(*testing.T, string)) {
	for name, dsn := range map[string]func(testing.TB) string{"MariaDB": stores.MariaDB, "MySQL": stores.MySQL} {
		t.Run(name, func(t *testing.T) { do(t, dsn(t)) })
	}
}

func TestMySQL(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := newMySQL(t, dsn, 1000)
		schema, rows := mysqlState(t, db)
		plan := must(t, done, append([]string{"plan", db.address}, mysqlColumns...)...)
		same(t, "tables after plan", mysqlLeft(t, db), nil)
		hash := hashOf(plan)
		must(t, done, append([]string{"run", db.address, "--plan", hash}, mysqlColumns...)...)
		got, gotRows := mysqlState(t, db)
		sameSchema(t, schema, got, mysqlChanges(schema))
		same(t, "rows", gotRows, rows)

		// The application finds its rows in the new form, writes some, and goes back.
		max := sqlx.Binary(uuids.Max())
		same(t, "by id", kit.Must(emails(db, "SELECT email FROM users WHERE id = ?", max))(t), []string{"e1@x"})
		fresh := uuids.NewV7()
		if _, err := db.Exec("INSERT INTO users (id, email, referrer) VALUES (?, 'new', ?)", sqlx.Binary(fresh), max); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO users (id, email, referrer) VALUES (?, 'orphan', ?)", sqlx.Binary(uuids.NewV7()), sqlx.Binary(uuids.NewV7())); err == nil {
			t.Error("a foreign key does not hold after run")
		}
		must(t, done, "status", db.address)
		must(t, done, "undo", db.address)
		got, _ = mysqlState(t, db)
		sameSchema(t, schema, got, nil)
		same(t, "new row", kit.Must(emails(db, "SELECT referrer FROM users WHERE id = ?", fresh.String()))(t), []string{uuids.Max().String()})
		db.exec(t, "DELETE FROM users WHERE email = 'new'")
		_, gotRows = mysqlState(t, db)
		same(t, "rows", gotRows, rows)
		same(t, "tables after undo", mysqlLeft(t, db), nil)

		must(t, done, append([]string{"run", db.address}, mysqlColumns...)...)
		must(t, done, append([]string{"run", db.address}, "users.id")...) // nothing to do
		must(t, done, "cleanup", db.address)
		must(t, refused, "undo", db.address)
		got, gotRows = mysqlState(t, db)
		sameSchema(t, schema, got, mysqlChanges(schema))
		same(t, "rows", gotRows, rows)
		same(t, "tables after cleanup", mysqlLeft(t, db), nil)
	})
}

func emails(db *database, query string, args ...any) (list []string, err error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// TestMySQLForms converts texts in many forms, and bytes in some orders, in a table whose
// key has three columns and several batches.
func TestMySQLForms(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE m (a varchar(40) COLLATE utf8mb4_general_ci, k int, id varchar(60), swapped binary(16), b varbinary(40), plain char(36), PRIMARY KEY (a, plain, k), UNIQUE KEY (id))")
		const n = 11_000
		var values []string
		for i := range n {
			u := uuids.NewV4()
			text := u.String()
			form := "'" + []string{text, strings.ToUpper(text), "{" + text + "}", strings.ReplaceAll(text, "-", ""), u.URN(), strings.ToUpper(u.URN())}[i%6] + "'"
			if i%7 == 0 {
				form = "NULL"
			}
			b := []string{fmt.Sprintf("X'%x'", u[:]), "'" + text + "'", "'" + strings.ReplaceAll(text, "-", "") + "'", "NULL"}[i%4]
			swapped := fmt.Sprintf("X'%x%x%x%x'", u[6:8], u[4:6], u[:4], u[8:])
			values = append(values, fmt.Sprintf("('%s', %d, %s, %s, %s, '%s')", []string{"a", "B", "b", "ä"}[i%4], i, form, swapped, b, text))
			if len(values) == 1000 || i == n-1 {
				db.exec(t, "INSERT INTO m VALUES "+strings.Join(values, ", "))
				values = nil
			}
		}
		out := must(t, refused, "plan", db.address, "m.swapped")
		if !strings.Contains(out, "--bytes bytes-swapped") {
			t.Errorf("plan does not name the form: %s", out)
		}
		raw := db.textsOf(t, "SELECT k, HEX(swapped), HEX(b), plain FROM m ORDER BY k")
		must(t, done, "run", db.address, "m.swapped", "--bytes", "bytes-swapped")
		must(t, done, "cleanup", db.address)
		must(t, done, "run", db.address, "m.id", "m.b", "m.plain")
		same(t, "native", db.textsOf(t, "SELECT COUNT(*), SUM(id = plain), SUM(id IS NULL), SUM(b = plain), SUM(swapped = plain), SUM(a LIKE 'B') FROM m"),
			[]string{fmt.Sprintf("%d|%d|%d|%d|%d|%d", n, n-(n+6)/7, (n+6)/7, n*3/4, n, n/2)})
		must(t, done, "undo", db.address)
		for i, line := range raw {
			f := strings.Split(line, "|")
			raw[i] = f[0] + "|" + f[3]
		}
		same(t, "text", db.textsOf(t, "SELECT k, plain FROM m ORDER BY k"), raw)
		same(t, "types", db.textsOf(t, "SELECT column_name, column_type FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY ordinal_position"),
			[]string{"a|varchar(40)", "k|int" + strings.TrimPrefix(db.textsOf(t, "SELECT column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'k'")[0], "int"), "id|varchar(60)", "swapped|binary(16)", "b|varbinary(40)", "plain|char(36)"})
	})
}

// TestMySQLRefused sees that the plan stops what run could not carry over.
func TestMySQLRefused(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.SetMaxOpenConns(1) // for SET
		db.SetConnMaxIdleTime(0)
		const a, b = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
		other := db.textsOf(t, "SELECT CONCAT(DATABASE(), '_2')")[0]
		db.exec(t, "CREATE DATABASE "+other, "CREATE TABLE "+other+".u (x int PRIMARY KEY)")
		t.Cleanup(func() { db.Exec("DROP DATABASE " + other) })
		for name, c := range map[string]struct {
			sql  []string
			want string
		}{
			"bad text":  {[]string{"INSERT INTO t VALUES (7, 'zz')"}, `value: t.id k=7: "zz"`},
			"empty":     {[]string{"INSERT INTO t VALUES (7, '')"}, `value: t.id k=7: ""`},
			"dashes":    {[]string{"INSERT INTO t VALUES (7, 'f81d4fa-e7dec-41d0-a765-00a0c91e6bf6')"}, `value: t.id k=7: "f81d4fa-e7dec-41d0-a765-00a0c91e6bf6"`},
			"cut":       {[]string{"ALTER TABLE t MODIFY id varbinary(40)", "INSERT INTO t VALUES (7, 'f81d4fae-7dec-41')"}, "value: t.id k=7: 0x66383164346661652d376465632d3431"},
			"15 bytes":  {[]string{"ALTER TABLE t MODIFY id varbinary(40)", "INSERT INTO t VALUES (7, X'112233445566778899001122334455')"}, "value: t.id k=7: 0x112233445566778899001122334455"},
			"collision": {[]string{"INSERT INTO t VALUES (7, upper('" + a + "'))"}, "collision: t.id f81d4fae7dec41d0a76500a0c91e6bf6: 2 rows"},
			"view":      {[]string{"CREATE VIEW w AS SELECT MAX(id) FROM t"}, "view: view w"},
			"all":       {[]string{"CREATE VIEW w AS SELECT * FROM t"}, "view: view w"},
			"trigger":   {[]string{"CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.k = NEW.k"}, "trigger: trigger g"},
			"elsewhere": {[]string{"CREATE TABLE u (x char(36))", "CREATE TRIGGER g AFTER INSERT ON u FOR EACH ROW DELETE FROM t WHERE id = NEW.x"}, "trigger: trigger g"},
			"values":    {[]string{"CREATE TABLE u (x char(36))", "CREATE TRIGGER g AFTER INSERT ON u FOR EACH ROW INSERT INTO t VALUES (9, NEW.x)"}, "trigger: trigger g"},
			"procedure": {[]string{"CREATE PROCEDURE q() DELETE FROM t"}, "routine: procedure q (--accept)"},
			"folder":    {[]string{"CREATE TABLE u (x char(36))", "SET sql_mode = 'NO_BACKSLASH_ESCAPES'", `CREATE TRIGGER g AFTER INSERT ON u FOR EACH ROW BEGIN SET @d = 'C:\'; DELETE FROM t WHERE id = NEW.x; SET @e = 'yes'; END`, "SET sql_mode = DEFAULT"}, "trigger: trigger g"},
			"comment":   {[]string{"SET sql_mode = 'NO_BACKSLASH_ESCAPES'", `CREATE PROCEDURE q() BEGIN SET @d = 'C:\', @e = ' -- '; DELETE FROM t; END`, "SET sql_mode = DEFAULT"}, "routine: procedure q (--accept)"},
			"check":     {[]string{"ALTER TABLE t ADD CHECK (LENGTH(id) = 36)"}, "check: t.id"},
			"default":   {[]string{"ALTER TABLE t ALTER id SET DEFAULT 'x'"}, "default: t.id"},
			"generated": {[]string{"ALTER TABLE t ADD g varchar(50) AS (CONCAT(id, 'x'))"}, "generated-column: t.id"},
			"prefix":    {[]string{"ALTER TABLE t ADD KEY p (id(8)), ADD n int, ADD FOREIGN KEY (n) REFERENCES t (k)"}, "index: t.id"},
			"text":      {[]string{"ALTER TABLE t DROP KEY id, MODIFY id mediumtext"}, "column: t.id"},
			"partition": {[]string{"ALTER TABLE t DROP KEY id", "ALTER TABLE t PARTITION BY HASH (k) PARTITIONS 2"}, "table: table t"},
			"engine":    {[]string{"ALTER TABLE t ENGINE=MyISAM"}, "table: table t"},
			"utf16":     {[]string{"ALTER TABLE t MODIFY id varchar(40) CHARACTER SET utf16"}, "column: t.id"},
			"binary":    {[]string{"ALTER TABLE t MODIFY id varbinary(40)", "INSERT INTO t VALUES (7, upper('" + a + "'))"}, "collision: t.id f81d4fae7dec41d0a76500a0c91e6bf6: 2 rows"},
			"dynamic":   {[]string{"CREATE PROCEDURE q() SET @s = 'DELETE FROM t'"}, "routine: procedure q (--accept)"},
			"abroad":    {[]string{"CREATE VIEW " + other + ".w AS SELECT MAX(id) FROM t"}, "view: view " + other + ".w"},
			"to abroad": {[]string{"ALTER TABLE t ADD x int, ADD FOREIGN KEY (x) REFERENCES " + other + ".u (x)"}, "foreign-key: table t"},
			"short":     {[]string{"DELETE FROM t", "ALTER TABLE t MODIFY id varchar(31)"}, "column: t.id"},
			"documents": {[]string{"DELETE FROM t", "ALTER TABLE t ADD FTS_DOC_ID bigint unsigned NOT NULL, ADD UNIQUE KEY FTS_DOC_ID_INDEX (FTS_DOC_ID), ADD note text, ADD FULLTEXT KEY f (note)"}, "index: index f of table t"},
			"old table": {[]string{"CREATE TABLE uuidkit_old_t (x int)"}, "name: table t"},
		} {
			t.Run(name, func(t *testing.T) {
				for _, drop := range []string{"VIEW IF EXISTS w, " + other + ".w", "PROCEDURE IF EXISTS q", "TABLE IF EXISTS t, u, uuidkit_old_t"} {
					db.exec(t, "DROP "+drop)
				}
				db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, UNIQUE KEY id (id))", "INSERT INTO t VALUES (1, '"+a+"'), (2, '"+b+"')")
				db.exec(t, c.sql...)
				before := append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT k, id FROM t ORDER BY k")...)
				refuses(t, c.want, db.address, "t.id")
				same(t, "after", append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT k, id FROM t ORDER BY k")...), before)
			})
		}
	})
}

// TestMySQLDotted converts tables with a dot in their names, which are not those of other databases.
func TestMySQLDotted(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		here := db.textsOf(t, "SELECT DATABASE()")[0]
		other := "x" + here
		db.exec(t, "CREATE DATABASE "+other)
		t.Cleanup(func() { db.Exec("DROP DATABASE " + other) })
		child, abroad := "`"+other+".u`", other+".u"
		const id = "varchar(40) CHARACTER SET ascii PRIMARY KEY"
		db.exec(t, "CREATE TABLE `a.b` (id "+id+")", "CREATE TABLE "+child+" (id "+id+", CONSTRAINT `f.k` FOREIGN KEY (id) REFERENCES `a.b` (id))",
			"INSERT INTO `a.b` VALUES ('"+mysqlA+"'), ('"+mysqlB+"'), ('odd')", "INSERT INTO "+child+" VALUES ('"+mysqlA+"')")
		state := func() (list []string) {
			for _, table := range []string{"`a.b`", child} {
				list = append(append(list, db.textsOf(t, "SHOW CREATE TABLE "+table)...), db.textsOf(t, "SELECT id FROM "+table+" ORDER BY id")...)
			}
			return append(list, mysqlLeft(t, db)...)
		}
		before := state()
		must(t, done, "run", db.address, "a.b.id", "--bad-rows", "odd")
		same(t, "bad rows", db.textsOf(t, "SELECT id FROM `odd_a.b`"), []string{"odd"})
		must(t, done, "undo", db.address)
		same(t, "undo", state(), before)
		db.exec(t, "DELETE FROM `a.b` WHERE id = 'odd'")
		before = state()
		for range 2 {
			must(t, done, "run", db.address, other+".u.id", "--online")
			same(t, "native", db.textsOf(t, "SELECT LENGTH(p.id), LENGTH(c.id) FROM `a.b` p JOIN "+child+" c USING (id)"), []string{"16|16"})
			db.exec(t, "CREATE TABLE "+abroad+" (id binary(16) PRIMARY KEY, CONSTRAINT far FOREIGN KEY (id) REFERENCES "+here+".`a.b` (id))")
			if out := must(t, conflict, "undo", db.address); !strings.Contains(out, "foreign key far") || !strings.Contains(out, abroad) {
				t.Errorf("undo: %s", out)
			}
			db.exec(t, "DROP TABLE "+abroad)
			must(t, done, "undo", db.address, "--online")
			same(t, "undo", state(), before)
		}
		db.exec(t, "CREATE TABLE "+abroad+" (id "+id+", FOREIGN KEY (id) REFERENCES "+here+".`a.b` (id))")
		if out := must(t, refused, "plan", db.address, "a.b.id"); !strings.Contains(out, abroad) {
			t.Errorf("plan: %s", out)
		}
		db.exec(t, "DROP TABLE "+abroad)
		must(t, done, "run", db.address, "a.b.id", "--online")
		must(t, done, "cleanup", db.address)
		same(t, "left", mysqlLeft(t, db), nil)
	})
}
