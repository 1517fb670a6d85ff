package migrate

import (
	"encoding/json"
	"net"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// galera returns the arguments that make a MariaDB the first node of a Galera cluster, which listens on loopback alone.
func galera(t *testing.T) []string {
	t.Helper()
	provider := kit.Need(server.Galera(t.Context(), t.Logf))(t)
	l := kit.Must(net.Listen("tcp4", "127.0.0.1:0"))(t)
	defer l.Close()
	return []string{"--wsrep-on=ON", "--wsrep-provider=" + provider,
		"--wsrep-new-cluster", "--wsrep-cluster-address=gcomm://", "--wsrep-node-address=127.0.0.1", "--wsrep-provider-options=gmcast.listen_addr=tcp://" + l.Addr().String(),
		"--binlog-format=ROW", "--innodb-autoinc-lock-mode=2"}
}

// TestGalera sees that a node of a Galera cluster is refused, in each command, also where a session has
// switched wsrep_on off; and then it goes forth and back by hand, as the refusal says.
func TestGalera(t *testing.T) {
	t.Parallel()
	node := galera(t)
	alone := kit.Need(server.StartDurable(t.Context(), server.MariaDB, t.Logf, ""))(t)
	t.Cleanup(func() { alone.Stop() })
	db := openMySQL(t, alone.URL())
	shop := newShop(t, alone.URL(), 400)
	must(t, done, "run", db.address, "users.id", "orders.id") // so that undo and cleanup have something to do
	native := db.image(t)
	kit.Check(t, alone.Halt())
	s := kit.Must(server.StartCopy(t.Context(), alone, t.Logf, nil, node...))(t)
	t.Cleanup(func() { s.Stop() })
	db = openMySQL(t, s.URL())
	shop.database = db
	kit.Eventually(t, "the node is ready", func() bool {
		var name, value string
		return db.QueryRow("SHOW STATUS LIKE 'wsrep_ready'").Scan(&name, &value) == nil && value == "ON"
	})
	refusesHere(t, db, "server: server", "Galera", "plan", "run", "undo", "cleanup")
	refusesHere(t, &database{address: db.address + "?wsrep_on=OFF"}, "server: server", "Galera", "run", "undo")
	same(t, "after refusals", db.image(t), native)

	// It was not made there: cleanup and undo by hand first.
	db.exec(t, "DROP TABLE uuidkit_migration, uuidkit_old_items, uuidkit_old_orders, uuidkit_old_users")
	native = db.image(t)
	numbered, _ := db.session(t, "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'")
	for _, q := range []string{"CREATE TABLE plans (no int AUTO_INCREMENT PRIMARY KEY, id binary(16)) AUTO_INCREMENT = 77", "INSERT INTO plans VALUES (0, UNHEX('" + plain(mysqlA) + "')), (5, NULL)"} {
		kit.Must(numbered.ExecContext(t.Context(), q))(t)
	}
	for _, to := range []string{"text", "native"} {
		var plan struct {
			Run, Undo []struct{ SQL []string }
			Refusals  []refusal
		}
		status, out := uuid(t, "plan", db.address, "users.id", "orders.id", "plans.id", "--to", to, "-o", "json")
		kit.Check(t, json.NewDecoder(strings.NewReader(out)).Decode(&plan))
		if status != refused || len(plan.Refusals) != 1 {
			t.Fatalf("plan: status %d: %s", status, out)
		}
		conn, _ := db.session(t, regexp.MustCompile("SET SESSION .* = [0-9]+").FindString(plan.Refusals[0].Manual))
		by := func(steps []struct{ SQL []string }) {
			for _, step := range steps {
				for _, q := range step.SQL {
					if strings.HasPrefix(q, "LOCK TABLES") {
						continue
					}
					if strings.HasPrefix(q, "RENAME TABLE") {
						number := regexp.MustCompile("AUTO_INCREMENT=[0-9]+").FindString(db.textsOf(t, "SHOW CREATE TABLE plans")[0])
						kit.Must(conn.ExecContext(t.Context(), "ALTER TABLE uuidkit_new_plans "+number))(t)
					}
					if _, err := conn.ExecContext(t.Context(), q); err != nil {
						t.Fatalf("%s: %v", q, err)
					}
				}
			}
		}
		was := db.image(t)
		by(plan.Run)
		by(plan.Undo)
		same(t, "after undo by hand", db.image(t), was)
		by(plan.Run)
		db.exec(t, "DROP TABLE uuidkit_old_items, uuidkit_old_orders, uuidkit_old_users, uuidkit_old_plans")
		same(t, "numbers", db.textsOf(t, "SELECT no FROM plans ORDER BY no"), []string{"0", "5"})
		if q := db.textsOf(t, "SHOW CREATE TABLE plans")[0]; !strings.Contains(q, "AUTO_INCREMENT=77 ") {
			t.Errorf("the next number is lost: %s", q)
		}
		shop.native.Store(to == "native")
		shop.check(t)
	}
	db.exec(t, "DROP TABLE plans")
	same(t, "after all", db.image(t), native)
}
