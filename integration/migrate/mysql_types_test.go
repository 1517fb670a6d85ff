package migrate

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/stores"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// mysqlIDsOf are values that MariaDB's uuid stores in two orders: version 8 and up, and other
// variants, are as they are.
var mysqlIDsOf = []string{
	"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-41d0-a765-00a0c91e6b20",
	"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "320c3d4d-cc00-875b-8ec9-32d5f69181c0", "f81d4fae-7dec-91d0-a765-00a0c91e6bf6", "f81d4fae-7dec-f1d0-a765-00a0c91e6bf6",
	"f81d4fae-7dec-41d0-0765-00a0c91e6bf6", "f81d4fae-7dec-41d0-e765-00a0c91e6bf6", "5c6e0027-220a-4d0a-8d0a-00275c0a0d20",
}

// TestMySQLTypes converts a column of each type to each other: "before" is its definition,
// "after" is what SHOW CREATE TABLE says then, and index is an index of it, before and after.
func TestMySQLTypes(t *testing.T) {
	t.Parallel()
	const text, bytes = "%[1]s", "X'%[2]s'"
	mariadb, mysql := []string{"MariaDB"}, []string{"MySQL"}
	both := append(mariadb, mysql...)
	const a, hexA = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "F81D4FAE7DEC41D0A76500A0C91E6BF6"
	for _, c := range []struct {
		servers         []string
		before, after   string
		index, newIndex string
		value           string // of a row, with the text and its digits
		to              string
		fallback        string // the digits of the default
		refusal         string
		options         string // of the table
	}{
		{servers: both, before: "text", after: "binary(16) DEFAULT NULL", value: "'" + text + "'"},
		{servers: both, before: "text NOT NULL", after: "binary(16) NOT NULL", index: "PRIMARY KEY (`id`(36))", newIndex: "PRIMARY KEY (`id`)", value: "'" + text + "'"},
		{servers: both, before: "tinytext", after: "binary(16) DEFAULT NULL", index: "UNIQUE KEY `u` (`id`(40),`k`)", newIndex: "UNIQUE KEY `u` (`id`,`k`)", value: "'{" + text + "}'"},
		{servers: both, before: "blob", after: "binary(16) DEFAULT NULL", index: "KEY `u` (`k`,`id`(16))", newIndex: "KEY `u` (`k`,`id`)", value: bytes},
		{servers: both, before: "tinyblob", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL", index: "KEY `u` (`id`(16))", newIndex: "KEY `u` (`id`)", value: bytes, to: "text"},
		{servers: both, before: "blob NOT NULL COMMENT 'it''s DEFAULT NULL'", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'it''s DEFAULT NULL'", value: "'" + text + "'", to: "text"},
		{servers: both, before: "text", after: "text", index: "KEY `u` (`id`(36))", newIndex: "KEY `u` (`id`(36))", value: "'{" + text + "}'", to: "text"},
		{servers: both, before: "varchar(50) DEFAULT '" + a + "'", after: "binary(16) DEFAULT ", value: "'" + text + "'", fallback: hexA},
		{servers: both, before: "varchar(38) NOT NULL DEFAULT '{00000000-0000-0000-0000-000000000000}'", after: "binary(16) NOT NULL DEFAULT '" + strings.Repeat(`\0`, 16) + "'", value: "'" + text + "'", fallback: strings.Repeat("0", 32)},
		{servers: both, before: "char(36) DEFAULT '5c6e0027-220a-4d0a-8d0a-00275c0a0d20'", after: "binary(16) DEFAULT ", value: "'" + text + "'", fallback: "5C6E0027220A4D0A8D0A00275C0A0D20"},
		{servers: both, before: "char(36) DEFAULT '27270000-5c5c-0a0d-6161-616161616161'", after: "binary(16) DEFAULT '''''" + `\0\0\\\\\n\raaaaaaaa'`, value: "'" + text + "'", fallback: "272700005C5C0A0D6161616161616161"},
		{servers: both, before: "binary(16) DEFAULT 0x" + hexA, after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT '" + a + "'", value: bytes, to: "text", fallback: hexA},
		{servers: both, before: "binary(16) DEFAULT 0x5C6E0027220A4D0A8D0A00275C0A0D20", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT '5c6e0027-220a-4d0a-8d0a-00275c0a0d20'", value: bytes, to: "text", fallback: "5C6E0027220A4D0A8D0A00275C0A0D20"},
		{servers: both, before: "char(36) DEFAULT '" + strings.ToUpper(a) + "'", after: "char(36) DEFAULT '" + a + "'", value: "UPPER('" + text + "')", to: "text", fallback: hexA},
		{servers: both, before: "char(36) DEFAULT 'none'", refusal: "default: t.id", value: "'" + text + "'"},
		{servers: both, before: "varchar(80) DEFAULT (concat(uuid(), 'x'))", refusal: "default: t.id", value: "'" + text + "'"},
		{servers: both, before: "text", index: "KEY `u` (`id`(20))", refusal: "index: t.id", value: "'" + text + "'"},
		{servers: both, before: "text", index: "FULLTEXT KEY `u` (`id`)", refusal: "index: t.id", value: "'" + text + "'"},
		{servers: mysql, before: "binary(16) COMMENT 'ascii'", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL COMMENT 'ascii'", value: bytes, to: "text", options: " COLLATE=ascii_bin"},
		{servers: mariadb, before: "binary(16) COMMENT 'ascii'", after: "char(36) DEFAULT NULL COMMENT 'ascii'", value: bytes, to: "text", options: " COLLATE=ascii_bin"},
		{servers: mariadb, before: "uuid NOT NULL COMMENT 'ascii'", after: "char(36) NOT NULL COMMENT 'ascii'", value: "'" + text + "'", to: "text", options: " AUTO_INCREMENT=7 COLLATE=ascii_bin COMMENT='ascii'"},
		{servers: mariadb, before: "blob COMMENT 'ascii'", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL COMMENT 'ascii'", value: bytes, to: "text", options: " COLLATE=ascii_general_ci COMMENT=' COLLATE=ascii_bin'"},

		{servers: mysql, before: "char(36) DEFAULT (uuid())", after: "binary(16) DEFAULT (uuid_to_bin(uuid()))", value: "'" + text + "'", fallback: "new"},
		{servers: mysql, before: "varchar(32) NOT NULL DEFAULT (replace(uuid(), '-', ''))", after: "binary(16) NOT NULL DEFAULT (uuid_to_bin(uuid()))", value: "'%[2]s'", fallback: "new"},
		{servers: mysql, before: "binary(16) DEFAULT (uuid_to_bin(uuid()))", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT (uuid())", value: bytes, to: "text", fallback: "new"},
		{servers: mysql, before: "varchar(40) NOT NULL DEFAULT (lower(uuid())) COMMENT 'c'", after: "binary(16) NOT NULL DEFAULT (uuid_to_bin(uuid())) COMMENT 'c'", value: "'" + text + "'", fallback: "new"},
		{servers: mysql, before: "varbinary(36) DEFAULT (unhex(replace(uuid(), '-', '')))", after: "binary(16) DEFAULT (uuid_to_bin(uuid()))", value: bytes, fallback: "new"},

		{servers: mysql, before: "char(36) DEFAULT (uuid())", after: "char(36) DEFAULT (uuid())", value: "UPPER('" + text + "')", to: "text", fallback: "new"},
		{servers: mariadb, before: "char(36) DEFAULT uuid()", after: "char(36) DEFAULT uuid()", value: "UPPER('" + text + "')", to: "text", fallback: "new"},
		{servers: mariadb, before: "char(36) DEFAULT uuid()", after: "binary(16) DEFAULT unhex(replace(uuid(),'-',''))", value: "'" + text + "'", fallback: "new"},
		{servers: mariadb, before: "binary(16) NOT NULL DEFAULT unhex(replace(uuid(),'-','')) COMMENT 'c'", after: "uuid NOT NULL DEFAULT uuid() COMMENT 'c'", value: bytes, to: "uuid", fallback: "new"},
		{servers: mariadb, before: "text DEFAULT lower(uuid())", after: "uuid DEFAULT uuid()", value: "'" + text + "'", to: "uuid", fallback: "new"},
		{servers: mariadb, before: "varchar(80)", after: "uuid DEFAULT NULL", index: "UNIQUE KEY `u` (`id`)", newIndex: "UNIQUE KEY `u` (`id`)", value: "'urn:uuid:" + text + "'", to: "uuid"},
		{servers: mariadb, before: "varchar(36) DEFAULT '" + a + "'", after: "uuid DEFAULT '" + a + "'", value: "'" + text + "'", to: "uuid", fallback: hexA},
		{servers: mariadb, before: "uuid NOT NULL DEFAULT uuid()", after: "binary(16) NOT NULL DEFAULT unhex(replace(uuid(),'-',''))", index: "PRIMARY KEY (`id`)", newIndex: "PRIMARY KEY (`id`)", value: "'" + text + "'", fallback: "new"},
		{servers: mariadb, before: "uuid DEFAULT '" + a + "'", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT '" + a + "'", value: "'" + text + "'", to: "text", fallback: hexA},
		{servers: mariadb, before: "uuid", after: "uuid DEFAULT NULL", value: "'" + text + "'", to: "uuid"},
		{servers: mariadb, before: "text COMMENT 'hashed'", after: "binary(16) DEFAULT NULL", index: "UNIQUE KEY `u` (`id`)", newIndex: "UNIQUE KEY `u` (`id`),\n", value: "'" + text + "'"},
		{servers: mariadb, before: "blob DEFAULT NULL COMMENT 'hashed'", after: "char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL COMMENT 'hashed'", index: "UNIQUE KEY `u` (`k`,`id`) COMMENT ' USING HASH'", newIndex: "UNIQUE KEY `u` (`k`,`id`) COMMENT ' USING HASH'", value: bytes, to: "text"},
		{servers: mariadb, before: "varchar(1000)", after: "uuid DEFAULT NULL", index: "UNIQUE KEY `u` (`id`)", newIndex: "UNIQUE KEY `u` (`id`),\n", value: "'" + text + "'", to: "uuid"},
	} {
		for _, server := range c.servers {
			dsn := map[string]func(testing.TB) string{"MariaDB": stores.MariaDB, "MySQL": stores.MySQL}[server]
			t.Run(server+" "+c.before+" to "+c.to, func(t *testing.T) {
				db := openMySQL(t, dsn(t))
				keys := ", KEY (k)"
				if c.index != "" {
					keys += ", " + c.index
				}
				db.exec(t, "CREATE TABLE t (id "+c.before+", k int NOT NULL, other binary(16) DEFAULT 0x"+hexA+", hidden int DEFAULT 7 INVISIBLE"+keys+")"+c.options)
				for i, u := range mysqlIDsOf {
					db.exec(t, fmt.Sprintf("INSERT INTO t (k, id) VALUES (%d, %s)", i, fmt.Sprintf(strings.ReplaceAll(c.value, "%[2]s", plain(u))+"%[2]s", u, "")))
				}
				before := append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT k, HEX(id) FROM t ORDER BY k")...)
				to := c.to
				if to == "" {
					to = "native"
				}
				args := []string{db.address, "t.id", "--to", to, "--bytes", "bytes"} // not all have a version
				if c.refusal != "" {
					refuses(t, c.refusal, args...)
					return
				}
				if server == "MySQL" {
					must(t, usage, "plan", db.address, "t.id", "--to", "uuid")
				}
				must(t, done, append([]string{"run"}, args...)...)
				got := db.textsOf(t, "SHOW CREATE TABLE t")[0]
				for _, line := range strings.Split(got, "\n") {
					if line = strings.TrimSuffix(strings.TrimSpace(line), ","); strings.HasPrefix(line, "`id` ") && !strings.HasPrefix(line, "`id` "+c.after) {
						t.Errorf("the column is %s, want %s", line, c.after)
					}
				}
				if !strings.Contains(got, c.newIndex) {
					t.Errorf("there is no %s: %s", c.newIndex, got)
				}
				raw := "HEX(id)"
				if to == "text" {
					raw = "UPPER(REPLACE(id, '-', ''))"
				} else if to == "uuid" {
					raw = "UPPER(REPLACE(CAST(id AS CHAR(36)), '-', ''))"
				}
				var want []string
				for _, u := range mysqlIDsOf {
					want = append(want, strings.ToUpper(plain(u)))
				}
				same(t, "values", db.textsOf(t, "SELECT "+raw+" FROM t ORDER BY k"), want)
				if c.fallback != "" {
					db.exec(t, "INSERT INTO t (k) VALUES (100)")
					if got := db.textsOf(t, "SELECT "+raw+" FROM t WHERE k = 100")[0]; got != c.fallback && (c.fallback != "new" || len(got) != 32) {
						t.Errorf("the default is %s, want %s", got, c.fallback)
					}
					db.exec(t, "DELETE FROM t WHERE k = 100")
				}
				if c.before == "uuid" && c.to == "uuid" { // nothing to do
					same(t, "tables", mysqlLeft(t, db), nil)
					return
				}
				must(t, done, "undo", db.address)
				if c.value == "UPPER('"+text+"')" {
					db.exec(t, "UPDATE t SET id = UPPER(id)")
				}
				same(t, "after undo", append(db.textsOf(t, "SHOW CREATE TABLE t"), db.textsOf(t, "SELECT k, HEX(id) FROM t ORDER BY k")...), before)
			})
		}
	}
}

// TestMariaDBUUID converts tables that foreign keys connect to MariaDB's uuid and back, among
// them rows that do not convert.
func TestMariaDBUUID(t *testing.T) {
	t.Parallel()
	db := newMySQL(t, stores.MariaDB(t), 1000)
	schema, rows := mysqlState(t, db)
	run := func(to string) {
		t.Helper()
		must(t, done, append([]string{"run", db.address, "--to", to}, mysqlColumns...)...)
	}
	run("uuid")
	changes := map[string]string{}
	for _, name := range []string{"users", "orders", "teams", "members"} {
		changes[name] = mysqlIDs.ReplaceAllString(schema[name], "$1 uuid")
	}
	got, gotRows := mysqlState(t, db)
	sameSchema(t, schema, got, changes)
	same(t, "rows", gotRows, rows)
	run("uuid") // nothing to do
	must(t, done, "cleanup", db.address)
	run("native")
	got, gotRows = mysqlState(t, db)
	sameSchema(t, schema, got, mysqlChanges(schema))
	same(t, "rows", gotRows, rows)
	must(t, done, "undo", db.address)
	got, gotRows = mysqlState(t, db)
	sameSchema(t, schema, got, changes)
	same(t, "rows", gotRows, rows)
	run("text")
	got, gotRows = mysqlState(t, db)
	for name := range changes {
		changes[name] = mysqlIDs.ReplaceAllString(schema[name], "$1 char(36) CHARACTER SET ascii COLLATE ascii_bin")
	}
	sameSchema(t, schema, got, changes)
	same(t, "rows", gotRows, rows)
}

// TestMariaDBUUIDKey goes through a primary key of type uuid in batches. The server sorts it in
// another order than its text and its bytes.
func TestMariaDBUUIDKey(t *testing.T) {
	t.Parallel()
	db := openMySQL(t, stores.MariaDB(t))
	db.exec(t, "CREATE TABLE big (id char(36) CHARACTER SET latin1 PRIMARY KEY, n int)")
	const n = 11_000
	var rows, want []string
	for i := range n {
		var u uuids.UUID
		rand.Read(u[:])
		u[8] |= 0x81
		rows, want = append(rows, fmt.Sprintf("('%s', %d)", u, i)), append(want, fmt.Sprintf("%d|%X", i, u[:]))
		if len(rows) == 1000 {
			db.exec(t, "INSERT INTO big VALUES "+strings.Join(rows, ", "))
			rows = nil
		}
	}
	const never = "000b9b2a-a2ce-f626-0f10-4cdf5a15df00" // MariaDB's uuid takes no such value
	db.exec(t, "INSERT INTO big VALUES ('"+never+"', -1)")
	if out := must(t, refused, "run", db.address, "big.id", "--to", "uuid"); !strings.Contains(out, "id="+never) {
		t.Errorf("run does not name the value: %s", out)
	}
	db.exec(t, "DELETE FROM big WHERE n = -1")
	must(t, done, "run", db.address, "big.id", "--to", "uuid")
	must(t, done, "cleanup", db.address)
	must(t, done, "run", db.address, "big.id")
	same(t, "bytes", db.textsOf(t, "SELECT n, HEX(id) FROM big ORDER BY n"), want)
	must(t, done, "undo", db.address)
	same(t, "uuid", db.textsOf(t, "SELECT n, UPPER(REPLACE(CAST(id AS CHAR(36)), '-', '')) FROM big ORDER BY n"), want)
}
