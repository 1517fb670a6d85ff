package migrate

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLPrivileges sees that a user who cannot see a trigger, or a foreign key of another
// database, gets no plan.
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
			"GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES, LOCK TABLES ON "+here+".* TO "+user)
		const ownKeys = "foreign keys of other databases"
		if out := must(t, refused, "plan", address, "t.id", "--accept", ownKeys); !strings.Contains(out, "GRANT TRIGGER") {
			t.Errorf("plan does not say GRANT TRIGGER: %s", out)
		}
		db.exec(t, "GRANT TRIGGER ON "+here+".* TO "+user)
		if out := must(t, refused, "plan", address, "t.id", "--accept", ownKeys); strings.Contains(out, "GRANT TRIGGER") || !strings.Contains(out, "trigger g") {
			t.Errorf("plan does not see the trigger: %s", out)
		}
		db.exec(t, "DROP TRIGGER g")
		if out := must(t, refused, "plan", address, "t.id"); !strings.Contains(out, ownKeys) {
			t.Errorf("plan does not say %q: %s", ownKeys, out)
		}
		must(t, done, "plan", address, "t.id", "--accept", ownKeys)

		other := here + "_2"
		db.exec(t, "CREATE DATABASE "+other)
		t.Cleanup(func() { db.Exec("DROP DATABASE " + other) })
		db.exec(t, "CREATE TABLE "+other+".c (id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, FOREIGN KEY (id) REFERENCES "+here+".t (id))",
			"GRANT PROCESS ON *.* TO "+user)
		if out := must(t, refused, "plan", address, "t.id"); !strings.Contains(out, other) {
			t.Errorf("plan does not name %s: %s", other, out)
		}
		db.exec(t, "DROP DATABASE "+other)
		must(t, done, "run", address, "t.id")
		db.exec(t, "REVOKE TRIGGER ON "+here+".* FROM "+user)
		must(t, conflict, "undo", address)
		db.exec(t, "GRANT TRIGGER ON "+here+".* TO "+user)
		must(t, done, "undo", address)
		must(t, done, "run", address, "t.id", "--online")
		must(t, done, "undo", address, "--online")
		db.exec(t, "REVOKE LOCK TABLES ON "+here+".* FROM "+user)
		must(t, connection, "run", address, "t.id", "--online")
		same(t, "tables", mysqlLeft(t, db), nil)
	})
}
