package migrate

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestMySQLPrivileges sees that a user who cannot see a trigger, a routine, an event, or a foreign key of another database,
// gets no plan.
func TestMySQLPrivileges(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		here := db.textsOf(t, "SELECT DATABASE()")[0]
		user := fmt.Sprintf("'u%d'@'%%'", time.Now().UnixNano())
		db.exec(t, "CREATE USER "+user+" IDENTIFIED BY 'secretsecret'")
		t.Cleanup(func() { db.Exec("DROP USER " + user) })
		u := kit.Must(url.Parse(db.address))(t)
		u.User = url.UserPassword(strings.Split(user, "'")[1], "secretsecret")
		address := u.String()
		smallMySQL(t, db)
		db.exec(t, "CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.k = NEW.k",
			"GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES, LOCK TABLES ON "+here+".* TO "+user,
			"GRANT REPLICATION CLIENT ON *.* TO "+user)
		undoRefused := func(want, address string, args ...string) {
			t.Helper()
			if out := must(t, conflict, append([]string{"undo", address}, args...)...); !strings.Contains(out, want) {
				t.Errorf("undo does not name %s: %s", want, out)
			}
		}
		const ownKeys = "foreign keys of other databases"
		if list := refusals(t, address, "t.id", "--accept", ownKeys); !slices.ContainsFunc(list, func(r refusal) bool { return r.String() == "privilege: server" }) {
			t.Errorf("plan does not refuse a user without TRIGGER, but %v", list)
		}
		db.exec(t, "GRANT TRIGGER ON "+here+".* TO "+user)
		const events, routines, event, routine = "privilege: events (--accept)", "privilege: routines (--accept)", "routine: event e (--accept)", "routine: procedure p (--accept)"
		refuses(t, "trigger: trigger g; "+events+"; "+routines, address, "t.id", "--accept", ownKeys)
		db.exec(t, "DROP TRIGGER g", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM t", "CREATE PROCEDURE p() DELETE FROM t")
		db.Exec("GRANT BINLOG_ADMIN ON *.* TO " + user) // MySQL's SHOW GRANTS has no space behind its comma; MariaDB does not know it
		for _, want := range []string{events + "; " + routines, event + "; " + routines, routine + "; " + event} {
			refuses(t, want, address, "t.id", "--accept", ownKeys)
			for _, r := range refusals(t, address, "t.id", "--accept", ownKeys) {
				if grant, _, is := strings.Cut(r.Manual, " to the user, or see"); is {
					db.exec(t, grant+" TO "+user)
					break
				}
			}
		}
		db.exec(t, "DROP EVENT e", "DROP PROCEDURE p")
		refuses(t, "privilege: "+ownKeys+" (--accept)", address, "t.id")
		must(t, done, "plan", address, "t.id", "--accept", ownKeys)
		db.exec(t, "CREATE VIEW v AS SELECT k FROM t")
		refuses(t, "view: view v (--accept)", address, "t.id", "--accept", ownKeys)
		db.exec(t, "GRANT SHOW VIEW ON "+here+".* TO "+user)
		must(t, done, "plan", address, "t.id", "--accept", ownKeys)

		other := here + "_2"
		db.exec(t, "CREATE DATABASE "+other)
		t.Cleanup(func() { db.Exec("DROP DATABASE " + other) })
		db.exec(t, "CREATE TABLE "+other+".c (id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, FOREIGN KEY (id) REFERENCES "+here+".t (id))",
			"GRANT PROCESS ON *.* TO "+user)
		if out := must(t, refused, "plan", address, "t.id"); !strings.Contains(out, other) {
			t.Errorf("plan does not name %s: %s", other, out)
		}
		refuses(t, "foreign-key: table t", address, "t.id")
		// InnoDB's tables spell such a name in another way. It is no reason to refuse other tables.
		const odd, key = "a-é.ж b", " (id varchar(40) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY"
		db.exec(t, "DROP TABLE "+other+".c", "CREATE TABLE `"+odd+"`"+key+")", "CREATE TABLE "+other+".c"+key+", FOREIGN KEY (id) REFERENCES "+here+".`"+odd+"` (id))")
		must(t, done, "plan", address, "t.id")
		if out := must(t, refused, "plan", address, odd+".id"); !strings.Contains(out, other) {
			t.Errorf("plan does not name %s: %s", other, out)
		}
		db.exec(t, "DROP TABLE "+other+".c, `"+odd+"`", "CREATE TABLE "+other+".c"+key+", CONSTRAINT f FOREIGN KEY (id) REFERENCES "+here+".t (id))")
		refuses(t, "foreign-key: table t", address, "t.id")
		db.exec(t, "ALTER TABLE "+other+".c DROP FOREIGN KEY f")
		must(t, done, "run", address, "t.id")
		must(t, done, "run", strings.Replace(db.address, here, other, 1), "c.id")
		addKey := "ALTER TABLE " + other + ".c ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES " + here + ".t (id)"
		db.exec(t, addKey)
		undoRefused(other, address)
		undoRefused(other, address, "--online")
		db.exec(t, "REVOKE PROCESS ON *.* FROM "+user)
		undoRefused("PROCESS", address)
		db.exec(t, "GRANT PROCESS ON *.* TO "+user, "DROP TABLE "+other+".c", "CREATE TABLE "+other+".c"+key+")", "REVOKE TRIGGER ON "+here+".* FROM "+user)
		undoRefused("TRIGGER", address)
		db.exec(t, "GRANT TRIGGER ON "+here+".* TO "+user, "REVOKE SHOW VIEW ON "+here+".* FROM "+user)
		undoRefused("view v", address)
		undoRefused("view v", address, "--online")
		db.exec(t, "GRANT SHOW VIEW ON "+here+".* TO "+user)
		must(t, done, "undo", address)

		db.exec(t, "INSERT INTO t SELECT 10 + n, NULL FROM (WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 990) SELECT n FROM s) AS seq", "INSERT INTO t SELECT k + 2000, NULL FROM t WHERE k > 10")
		status, out := start(t, "run", address, "t.id", "--online", "--pause", "1s").wait(t, func(n int) {
			if n == 1 {
				db.exec(t, addKey)
			}
		})
		if status != conflict || !strings.Contains(out, other) {
			t.Errorf("run --online while another database gets a foreign key: status %d: %s", status, out)
		}
		db.exec(t, "ALTER TABLE "+other+".c DROP FOREIGN KEY f")
		must(t, done, "run", address, "t.id", "--online")
		must(t, done, "undo", address, "--online")
		db.exec(t, "REVOKE LOCK TABLES ON "+here+".* FROM "+user)
		for _, args := range [][]string{{"plan", address, "t.id"}, {"run", address, "t.id"}} {
			if out := must(t, refused, args...); !strings.Contains(out, "LOCK TABLES") || strings.Contains(out, "UPDATE") {
				t.Errorf("%v does not name the missing privilege: %s", args, out)
			}
		}
		must(t, connection, "run", address, "t.id", "--online", "--accept", "privileges")
		same(t, "tables", mysqlLeft(t, db), nil)
		db.exec(t, "REVOKE UPDATE ON "+here+".* FROM "+user)
		out = must(t, refused, "plan", address, "t.id")
		grant := regexp.MustCompile("GRANT .* ON `" + here + "`\\.\\*").FindString(out)
		db.exec(t, grant+" TO "+user)
		must(t, done, "plan", address, "t.id")
	})
}

// TestMySQLBinaryLog has servers that write a binary log, and a user without SUPER.
func TestMySQLBinaryLog(t *testing.T) {
	t.Parallel()
	for _, kind := range []server.Kind{server.MariaDB, server.MySQL} {
		t.Run(kind.Name, func(t *testing.T) {
			if kind == server.MySQL {
				long(t)
			}
			s := kit.Need(server.StartDurable(t.Context(), kind, t.Logf, "", "--log-bin=log"))(t)
			t.Cleanup(func() { s.Stop() })
			db := openMySQL(t, s.URL())
			smallMySQL(t, db)
			db.exec(t, "CREATE USER u@'127.0.0.1' IDENTIFIED BY 'secretsecret'", "GRANT ALL ON uuidkit.* TO u@'127.0.0.1'", "GRANT PROCESS, REPLICATION CLIENT ON *.* TO u@'127.0.0.1'")
			u := kit.Must(url.Parse(db.address))(t)
			u.User = url.UserPassword("u", "secretsecret")
			must(t, done, "plan", u.String(), "t.id")
			refuses(t, "privilege: the binary log (--accept)", u.String(), "t.id", "--online")
			must(t, connection, "run", u.String(), "t.id", "--online", "--accept", "the binary log")
			must(t, done, "undo", db.address, "--online") // to drop one takes SUPER, too
			must(t, done, "plan", db.address, "t.id", "--online")
			db.exec(t, "SET GLOBAL log_bin_trust_function_creators = 1")
			must(t, done, "run", u.String(), "t.id", "--online")
			must(t, done, "undo", u.String(), "--online")
		})
	}
}

// TestMySQLRoles has a user to whom a role gives the privileges to write. The triggers of --online run as the user, in MySQL
// with its default roles and in MariaDB without: there each write of the application would fail.
func TestMySQLRoles(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		here := db.textsOf(t, "SELECT DATABASE()")[0]
		n := time.Now().UnixNano()
		user, role, to, all := fmt.Sprintf("'u%d'@'%%'", n), fmt.Sprintf("r%d", n), " TO ", " FOR "
		if db.textsOf(t, "SELECT VERSION() LIKE '%MariaDB%'")[0] == "0" {
			all = to
		}
		db.exec(t, "CREATE USER "+user+" IDENTIFIED BY 'secretsecret'", "CREATE ROLE "+role)
		t.Cleanup(func() { db.exec(t, "DROP USER "+user, "DROP ROLE "+role) })
		db.exec(t, "GRANT CREATE, ALTER, DROP, INDEX, REFERENCES, LOCK TABLES, TRIGGER, EVENT, EXECUTE ON "+here+".*"+to+user, "GRANT PROCESS, REPLICATION CLIENT ON *.*"+to+user,
			"GRANT ALL ON "+here+".*"+to+role, "GRANT "+role+to+user, "SET DEFAULT ROLE "+role+all+user)
		u := kit.Must(url.Parse(db.address))(t)
		u.User = url.UserPassword(strings.Split(user, "'")[1], "secretsecret")
		smallMySQL(t, db)
		db.exec(t, "INSERT INTO t SELECT 10 + n, NULL FROM (WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 990) SELECT n FROM s) AS seq", "INSERT INTO t SELECT k + 2000, NULL FROM t WHERE k > 10")
		must(t, done, "run", u.String(), "t.id", "--accept", "privileges")
		must(t, done, "undo", u.String())
		if all == " FOR " {
			refuses(t, "privilege: triggers", u.String(), "t.id", "--online", "--accept", "privileges")
			must(t, done, "run", u.String(), "t.id", "--accept", "privileges")
			if out := must(t, refused, "undo", u.String(), "--online"); !strings.Contains(out, "GRANT SELECT, INSERT, UPDATE, DELETE") {
				t.Errorf("undo --online: %s", out)
			}
			must(t, done, "undo", u.String())
			manual := refusals(t, u.String(), "t.id", "--online", "--accept", "privileges")[0].Manual
			db.exec(t, strings.TrimSuffix(manual, "the user")+user)
			must(t, done, "run", u.String(), "t.id", "--online", "--accept", "privileges")
			must(t, done, "undo", u.String(), "--online")
			return
		}
		status, output := start(t, "run", u.String(), "t.id", "--online", "--pause", "1s", "--accept", "privileges").wait(t, func(n int) {
			if n == 1 {
				kit.Eventually(t, "the first batch is copied", func() bool { return db.textsOf(t, "SELECT 1 FROM uuidkit_new_t WHERE k = 2") != nil })
				db.exec(t, "UPDATE t SET id = NULL WHERE k = 2", "INSERT INTO t VALUES (9991, NULL)", "DELETE FROM t WHERE k = 3")
			}
		})
		if status != done {
			t.Errorf("status %d: %s", status, output)
		}
	})
}
