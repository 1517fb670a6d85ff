package migrate

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// TestMySQLParents has foreign keys to keys that are not unique, or have more columns. MySQL keeps those of older
// versions, and does not add them unless the session says so. Any user may.
func TestMySQLParents(t *testing.T) {
	t.Parallel()
	db := openMySQL(t, stores.MySQL(t))
	db.SetMaxOpenConns(1)
	db.exec(t, "SET SESSION restrict_fk_on_non_standard_key = OFF")
	user := fmt.Sprintf("'u%d'@'%%'", time.Now().UnixNano())
	db.exec(t, "CREATE USER "+user+" IDENTIFIED BY 'secretsecret'", "GRANT ALL ON "+db.textsOf(t, "SELECT DATABASE()")[0]+".* TO "+user,
		"GRANT PROCESS, REPLICATION CLIENT ON *.* TO "+user)
	t.Cleanup(func() { db.Exec("DROP USER " + user) })
	u := kit.Must(url.Parse(db.address))(t)
	u.User = url.UserPassword(strings.Split(user, "'")[1], "secretsecret")
	for name, key := range map[string]string{"not unique": "KEY (id)", "a part": "UNIQUE KEY (id, k)"} {
		t.Run(name, func(t *testing.T) {
			db.exec(t, "DROP TABLE IF EXISTS child, uuidkit_old_child", "DROP TABLE IF EXISTS t, uuidkit_old_t, uuidkit_migration", "CREATE TABLE t (k int PRIMARY KEY, id varchar(40) CHARACTER SET ascii, "+key+")",
				"CREATE TABLE child (k int PRIMARY KEY, t varchar(40) CHARACTER SET ascii, CONSTRAINT f FOREIGN KEY (t) REFERENCES t (id))",
				"INSERT INTO t VALUES (1, '"+mysqlA+"')", "INSERT INTO child VALUES (1, '"+mysqlA+"')")
			for _, online := range []string{"--pause=0", "--online"} {
				kept(t, db, func() { must(t, done, "run", u.String(), "t.id", online) })
				kept(t, db, func() { must(t, done, "undo", u.String(), online) })
			}
		})
	}
}
