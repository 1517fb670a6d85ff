package migrate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// startReplica starts a server, and one that follows it.
func startReplica(t *testing.T, kind server.Kind, arguments ...string) (source, replica *database) {
	t.Helper()
	begin := func(id int) *database {
		args := append([]string{"--log-bin=log", fmt.Sprintf("--server-id=%d", id), "--report-host=127.0.0.1"}, arguments...)
		if kind == server.MySQL {
			args = append(args, "--gtid-mode=ON", "--enforce-gtid-consistency=ON")
		}
		s := kit.Need(server.StartDurable(t.Context(), kind, t.Logf, "", args...))(t)
		t.Cleanup(func() { s.Stop() })
		return openMySQL(t, s.URL())
	}
	source, replica = begin(1), begin(2)
	source.exec(t, "CREATE USER r@'127.0.0.1' IDENTIFIED BY 'secretsecret'", "GRANT REPLICATION SLAVE ON *.* TO r@'127.0.0.1'")
	host, port, _ := strings.Cut(source.host(t), ":")
	if kind == server.MySQL {
		replica.exec(t, "CHANGE REPLICATION SOURCE TO SOURCE_HOST='"+host+"', SOURCE_PORT="+port+", SOURCE_USER='r', SOURCE_PASSWORD='secretsecret', SOURCE_AUTO_POSITION=1, SOURCE_SSL=0, GET_SOURCE_PUBLIC_KEY=1", "START REPLICA")
	} else {
		replica.exec(t, "CHANGE MASTER TO MASTER_HOST='"+host+"', MASTER_PORT="+port+", MASTER_USER='r', MASTER_PASSWORD='secretsecret', MASTER_USE_GTID=slave_pos", "START SLAVE")
	}
	return source, replica
}

// TestMySQLReplica goes forth and back at a server that another one follows, in each format of the
// binary log, and sees that both have the same then. At the replica it is refused.
func TestMySQLReplica(t *testing.T) {
	t.Parallel()
	for _, kind := range []server.Kind{server.MariaDB, server.MySQL} {
		for _, format := range []string{"MIXED", "ROW"} {
			t.Run(kind.Name+" "+format, func(t *testing.T) {
				if kind == server.MySQL || format == "ROW" {
					long(t)
				}
				t.Parallel()
				source, replica := startReplica(t, kind, "--binlog-format="+format)
				s := newShop(t, dsnOf(t, source), 600)
				before := sameEverywhere(t, source, replica)
				columns := []string{"users.id", "orders.id"}
				from := "replication from " + source.host(t)
				if out := must(t, done, append([]string{"plan", source.address}, columns...)...); !strings.Contains(out, "127.0.0.1)") {
					t.Errorf("plan does not say from where a replica reads: %s", out)
				}
				refusesHere(t, replica, "server: "+from+" (--accept)", from, "plan", "run")
				user := asUser(t, replica)
				refusesHere(t, user, "privilege: replication (--accept)", "replication", "plan", "run")
				for _, r := range refusals(t, user.address, "users.id") {
					grant, _, _ := strings.Cut(r.Manual, "the user")
					replica.exec(t, grant+"u@'127.0.0.1'")
				}
				refusesHere(t, user, "server: "+from+" (--accept)", from, "plan")
				must(t, done, append([]string{"run", source.address}, columns...)...)
				sameEverywhere(t, source, replica)
				refusesHere(t, replica, "server: "+from+" (--accept)", from, "undo", "cleanup")
				must(t, done, "undo", source.address)
				same(t, "after undo", sameEverywhere(t, source, replica), before)

				stop := s.open(t)
				must(t, done, append([]string{"run", source.address, "--online", "--pause", "20ms"}, columns...)...)
				stop()
				sameEverywhere(t, source, replica)
				stop = s.open(t)
				must(t, done, "undo", source.address, "--online", "--pause", "20ms")
				stop()
				sameEverywhere(t, source, replica)
			})
		}
	}
}

// TestMySQLServerRefused has a server with settings that refuse a migration, and what the refusals
// name: another setting, or what the user accepts, which undo and cleanup remember.
func TestMySQLServerRefused(t *testing.T) {
	t.Parallel()
	for _, kind := range []server.Kind{server.MariaDB, server.MySQL} {
		t.Run(kind.Name, func(t *testing.T) {
			if kind == server.MySQL {
				long(t)
			}
			t.Parallel()
			s := kit.Need(server.StartDurable(t.Context(), kind, t.Logf, "", "--log-bin=log", "--binlog-format=STATEMENT"))(t)
			t.Cleanup(func() { s.Stop() })
			db := openMySQL(t, s.URL())
			smallMySQL(t, db)
			db.SetMaxIdleConns(0) // each statement in a session of the settings now
			before := db.image(t)
			forthAndBack := func(accept ...string) {
				t.Helper()
				for _, end := range [][]string{{"undo"}, {"undo", "--online"}, {"cleanup"}} {
					run := append([]string{"run", db.address, "t.id"}, accept...)
					if len(end) > 1 {
						run = append(run, "--online")
					}
					must(t, done, run...)
					must(t, done, append([]string{end[0], db.address}, end[1:]...)...)
					if end[0] == "undo" {
						same(t, "after undo", db.image(t), before)
					}
				}
				smallMySQL(t, db)
			}
			one := kit.Must(db.Conn(t.Context()))(t)
			kit.Must(one.ExecContext(t.Context(), "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"))(t)
			_, err := one.ExecContext(t.Context(), "INSERT INTO t VALUES (3, NULL)")
			if err == nil || !strings.Contains(err.Error(), "1665") {
				t.Errorf("a statement of READ COMMITTED in format STATEMENT: %v", err)
			}
			kit.Check(t, one.Close())
			refuses(t, "server: server", db.address, "t.id")
			db.exec(t, "SET GLOBAL binlog_format = 'ROW'")
			forthAndBack()

			db.exec(t, "SET GLOBAL read_only = ON")
			refuses(t, "server: read_only (--accept)", db.address, "t.id")
			forthAndBack("--accept", "read_only")

			db.exec(t, "SET GLOBAL read_only = OFF", "CREATE TABLE plain (id char(36) NOT NULL)")
			keyed := map[bool]string{true: "innodb_force_primary_key", false: "sql_require_primary_key"}[kind == server.MariaDB]
			db.exec(t, "SET GLOBAL "+keyed+" = ON")
			refuses(t, "table: table plain", db.address, "plain.id")
			db.exec(t, "SET GLOBAL "+keyed+" = OFF")
			must(t, done, "run", db.address, "plain.id")
			must(t, done, "cleanup", db.address)
			db.exec(t, "DROP TABLE plain")

			// A replica whose source does not change the table.
			follow := "CHANGE MASTER TO MASTER_HOST='127.0.0.9', MASTER_PORT=3999, MASTER_USER='x'"
			if kind == server.MySQL {
				follow = "CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.9', SOURCE_PORT=3999, SOURCE_USER='x'"
			}
			db.exec(t, follow)
			refuses(t, "server: replication from 127.0.0.9:3999 (--accept)", db.address, "t.id")
			forthAndBack("--accept", "replication from 127.0.0.9:3999")
		})
	}
}
