package migrate

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// startGroup starts a group of MySQL servers, all of which take writes.
func startGroup(t *testing.T, members int) (servers []*server.Server, list []*database) {
	t.Helper()
	servers = kit.Need(server.StartGroup(t.Context(), t.Logf, members, false))(t)
	for _, s := range servers {
		t.Cleanup(func() { s.Stop() })
		list = append(list, openMySQL(t, s.URL()))
	}
	complete(t, list...)
	return servers, list
}

// complete waits until each member knows that all are there.
func complete(t testing.TB, list ...*database) {
	t.Helper()
	for _, db := range list {
		kit.Eventually(t, "the group is complete", func() bool {
			return db.textsOf(t, "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE'")[0] == fmt.Sprint(len(list))
		})
	}
}

// host is the address of a server as its group and its replicas know it.
func (db *database) host(t testing.TB) string { return kit.Must(url.Parse(db.address))(t).Host }

// primary makes this member the only one that takes writes.
func (db *database) primary(t testing.TB, change string) {
	t.Helper()
	self := db.textsOf(t, "SELECT @@server_uuid")[0]
	db.textsOf(t, "SELECT "+change+"('"+self+"')")
	kit.Eventually(t, "the primary", func() bool {
		return fmt.Sprint(db.textsOf(t, "SELECT member_id FROM performance_schema.replication_group_members WHERE member_role = 'PRIMARY'")) == "["+self+"]" &&
			db.textsOf(t, "SELECT @@super_read_only")[0] == "0"
	})
}

// image is all that a server has of the database.
func (db *database) image(t testing.TB) (list []string) {
	t.Helper()
	for _, table := range db.textsOf(t, "SHOW TABLES") {
		create := onlineCounter.ReplaceAllString(db.textsOf(t, "SHOW CREATE TABLE "+table)[0], "")
		rows := db.texts(t, "SELECT * FROM "+table)
		slices.Sort(rows)
		list = append(append(list, create), rows...)
	}
	return append(list, db.textsOf(t, "SELECT trigger_name, action_statement FROM information_schema.triggers WHERE trigger_schema = DATABASE() ORDER BY 1")...)
}

// sameEverywhere waits until the other servers have executed what the first one has, and compares them.
func sameEverywhere(t testing.TB, list ...*database) []string {
	t.Helper()
	want := list[0].image(t)
	executed, wait := "SELECT @@gtid_executed", "SELECT WAIT_FOR_EXECUTED_GTID_SET('%s', 60)"
	if strings.Contains(list[0].textsOf(t, "SELECT VERSION()")[0], "MariaDB") {
		executed, wait = "SELECT @@gtid_binlog_pos", "SELECT MASTER_GTID_WAIT('%s', 60)"
	}
	for i, db := range list[1:] {
		what := fmt.Sprintf("server %d", i+1)
		same(t, what+" waits in vain", db.textsOf(t, fmt.Sprintf(wait, list[0].textsOf(t, executed)[0])), []string{"0"})
		same(t, what, db.image(t), want)
	}
	return want
}

// refusesHere sees that the commands refuse to work at a server, and name something. The plan has a refusal that
// is what is wanted.
func refusesHere(t *testing.T, db *database, want, name string, commands ...string) {
	t.Helper()
	for _, c := range commands {
		columns := strings.Fields(map[string]string{"plan": "users.id orders.id", "run": "users.id orders.id"}[c])
		for _, how := range [][]string{nil, {"--online"}} {
			if c == "cleanup" {
				how = nil
			}
			args := slices.Concat([]string{db.address}, columns, how)
			if out := must(t, refused, append([]string{c}, args...)...); !strings.Contains(out, name) {
				t.Errorf("%s %v does not name %s: %s", c, args, name, out)
			}
			if c != "plan" {
				continue
			}
			if list := refusals(t, args...); !slices.ContainsFunc(list, func(r refusal) bool { return r.String() == want }) {
				t.Errorf("plan %v refuses %v, want %s", args, list, want)
			}
		}
	}
}

// TestMySQLGroupOfOne sees that a member of a group is refused unless it is the only one that takes writes, in
// each command, and also those that go on after a kill. It is a group of one: that costs seconds.
func TestMySQLGroupOfOne(t *testing.T) {
	if os.Getenv(server.MySQL.Variable) == "" {
		long(t) // it may not be installed
	}
	t.Parallel()
	_, list := startGroup(t, 1)
	db := list[0]
	s := newShop(t, dsnOf(t, db), 400)
	before := db.image(t)
	refusesHere(t, db, "server: server", "server", "plan", "run")
	same(t, "after refusals", db.image(t), before)

	// The way that the refusal names.
	db.primary(t, "group_replication_switch_to_single_primary_mode")
	db.exec(t, "CHANGE REPLICATION SOURCE TO SOURCE_USER = 'member', SOURCE_PASSWORD = 'x' FOR CHANNEL 'group_replication_recovery'") // which is no source
	run := []string{"run", db.address, "users.id", "orders.id"}
	must(t, done, append([]string{"plan"}, run[1:]...)...)
	must(t, done, run...)
	native := db.image(t)
	db.textsOf(t, "SELECT group_replication_switch_to_multi_primary_mode()")
	refusesHere(t, db, "server: server", "server", "undo", "cleanup")
	same(t, "after refusals", db.image(t), native)

	// What was killed does not go on.
	db.primary(t, "group_replication_switch_to_single_primary_mode")
	must(t, done, "undo", db.address)
	for _, how := range [][]string{nil, {"--online", "--pause", "20ms"}} {
		if status, output := killAt(t, 4, append(run, how...)...); status != killed {
			t.Fatalf("run %v: status %d: %s", how, status, output)
		}
		db.textsOf(t, "SELECT group_replication_switch_to_multi_primary_mode()")
		refusesHere(t, db, "server: server", "server", "plan", "run", "undo", "cleanup")
		db.primary(t, "group_replication_switch_to_single_primary_mode")
		must(t, done, append(run, how...)...)
		s.native.Store(true)
		s.check(t)
		must(t, done, append([]string{"undo", db.address}, how...)...)
		same(t, "after undo", db.image(t), before)
	}

	if *all { // 60 MB, of which the group takes 40 MB in a transaction
		db.exec(t, "CREATE TABLE large (k int AUTO_INCREMENT PRIMARY KEY, id char(36) NOT NULL, b longblob)", "SET GLOBAL group_replication_transaction_size_limit = 40000000")
		for range 3 {
			db.exec(t, "INSERT INTO large (id, b) SELECT UUID(), REPEAT('x', 600000) FROM (SELECT 1 FROM users LIMIT 33) AS x")
		}
		db.exec(t, "ANALYZE TABLE large")
		must(t, done, "run", db.address, "large.id")
		must(t, done, "undo", db.address)
		must(t, done, "run", db.address, "large.id", "--online")
		must(t, done, "undo", db.address, "--online")
		db.exec(t, "DROP TABLE large")
	}

	// A user who may not see the group, or another server that this one follows.
	user := asUser(t, db)
	refusesHere(t, user, "privilege: server", "performance_schema.replication_group_members", "plan", "run")
	db.exec(t, "GRANT SELECT ON performance_schema.replication_group_members TO u@'127.0.0.1'")
	refusesHere(t, user, "privilege: replication (--accept)", "replication", "plan", "run")
	must(t, done, "plan", user.address, "users.id", "orders.id", "--accept", "replication")
	db.exec(t, "GRANT REPLICATION CLIENT ON *.* TO u@'127.0.0.1'")
	must(t, done, "plan", user.address, "users.id", "orders.id")

	// A member that has left may not be changed alone, even if somebody lets it take writes.
	db.exec(t, "STOP GROUP_REPLICATION", "SET GLOBAL super_read_only = OFF, read_only = OFF")
	refusesHere(t, db, "server: server", "OFFLINE", "plan", "run")
	db.exec(t, "SET GLOBAL group_replication_bootstrap_group = ON", "START GROUP_REPLICATION", "SET GLOBAL group_replication_bootstrap_group = OFF") // it has no other member to join
	complete(t, db)
	must(t, done, append([]string{"plan"}, run[1:]...)...)
	db.exec(t, "STOP GROUP_REPLICATION", "SET GLOBAL super_read_only = OFF, read_only = OFF", "UNINSTALL PLUGIN group_replication")
	must(t, done, run...)
	must(t, done, "undo", db.address)
}

// asUser makes a user u who may do all that a migration needs, but see whom the server follows.
func asUser(t testing.TB, db *database) *database {
	t.Helper()
	db.exec(t, "CREATE USER u@'127.0.0.1' IDENTIFIED BY 'secretsecret'", "GRANT ALL ON uuidkit.* TO u@'127.0.0.1'", "GRANT PROCESS ON *.* TO u@'127.0.0.1'")
	u := kit.Must(url.Parse(db.address))(t)
	u.User = url.UserPassword("u", "secretsecret")
	return &database{address: u.String()}
}

// dsnOf is the DSN of a database that openMySQL has opened.
func dsnOf(t testing.TB, db *database) string {
	u := kit.Must(url.Parse(db.address))(t)
	c := mysql.NewConfig()
	c.User, c.Net, c.Addr, c.DBName = u.User.Username(), "tcp", u.Host, strings.TrimPrefix(u.Path, "/")
	c.Passwd, _ = u.User.Password()
	return c.FormatDSN()
}

// TestMySQLGroup has three members. All have the same rows after each command, or the command refuses.
func TestMySQLGroup(t *testing.T) {
	long(t)
	t.Parallel()
	servers, list := startGroup(t, 3)
	a, b := list[0], list[1]
	s := newShop(t, dsnOf(t, a), 1000)
	before := sameEverywhere(t, list...)
	for _, db := range list {
		refusesHere(t, db, "server: server", "server", "plan", "run")
	}
	same(t, "after refusals", sameEverywhere(t, list...), before)

	a.primary(t, "group_replication_switch_to_single_primary_mode")
	secondaries := func(primary *database, commands ...string) {
		t.Helper()
		for _, db := range list {
			if db != primary {
				refusesHere(t, db, "server: server", primary.host(t), commands...)
				sameEverywhere(t, primary, db)
			}
		}
	}
	secondaries(a, "plan", "run")
	must(t, done, "run", a.address, "users.id", "orders.id")
	secondaries(a, "plan", "run", "undo", "cleanup")
	a.textsOf(t, "SELECT group_replication_switch_to_multi_primary_mode()")
	for _, db := range list {
		refusesHere(t, db, "server: server", "server", "plan", "run", "undo", "cleanup")
	}
	a.primary(t, "group_replication_switch_to_single_primary_mode")
	must(t, done, "undo", a.address)
	same(t, "after undo", sameEverywhere(t, list...), before)

	// While the application writes to the primary.
	live := []string{"users.id", "orders.id", "--online", "--pause", "20ms"}
	stop := s.open(t)
	must(t, done, append([]string{"run", a.address}, live...)...)
	stop()
	sameEverywhere(t, list...)
	stop = s.open(t)
	must(t, done, "undo", a.address, "--online", "--pause", "20ms")
	stop()
	before = sameEverywhere(t, list...)

	// The primary changes meanwhile, and the new one goes on.
	p := start(t, append([]string{"run", a.address}, live...)...)
	status, output := p.wait(t, func(n int) {
		if n == 2 {
			b.primary(t, "group_replication_set_as_primary")
		}
	})
	if status != refused {
		t.Errorf("run, when the primary has changed: status %d: %s", status, output)
	}
	secondaries(b, "run", "undo", "cleanup")
	must(t, done, append([]string{"run", b.address}, live...)...)
	sameEverywhere(t, b, a, list[2])
	must(t, done, "undo", b.address)
	same(t, "after undo", sameEverywhere(t, b, a, list[2]), before)

	// Without the others the primary would wait for them with each write.
	b.exec(t, "CREATE TABLE extra (id char(36) PRIMARY KEY)")
	must(t, done, "run", b.address, "extra.id") // so that undo and cleanup have something to do
	servers[0].Kill()
	servers[2].Kill()
	kit.Eventually(t, "b has lost the others", func() bool {
		return b.textsOf(t, "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'UNREACHABLE'")[0] == "2"
	})
	refusesHere(t, b, "server: server", "server", "plan", "run", "undo", "cleanup")
	b.exec(t, "SET GLOBAL group_replication_force_members = @@group_replication_local_address", "SET GLOBAL group_replication_force_members = ''")
	must(t, done, "undo", b.address)
}
