package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A topology is what a server shares its rows with. LOCK TABLES and triggers reach only those
// who write at this server: if others have the same tables, and take writes, too, theirs would be
// lost. So those refuse a migration; servers that only follow this one get notes.
type topology struct {
	refusals []migrate.Refusal
	notes    []string
}

// topology asks the server.
func (s *store) topology(ctx context.Context) (t topology, err error) {
	settings := map[string]string{}
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var name, value string
		err := r.Scan(&name, &value)
		settings[strings.ToLower(name)] = value
		return err
	}, `SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'log_bin', 'binlog_format', 'read_only', 'super_read_only', 'server_uuid',
	'group_replication_group_name', 'group_replication_single_primary_mode')`)
	if err != nil {
		return t, err
	}
	if err := s.galera(ctx, &t, settings["wsrep_on"]); err != nil {
		return t, err
	}
	if settings["log_bin"] == "ON" && settings["binlog_format"] == "STATEMENT" {
		t.refuse(migrate.KindServer, "its binlog_format is STATEMENT, in which the server logs no statement of isolation level READ COMMITTED (error 1665)", "SET GLOBAL binlog_format = 'ROW', until run or undo has ended")
	}
	if settings["group_replication_group_name"] != "" {
		if err := s.group(ctx, &t, settings["server_uuid"], settings["group_replication_single_primary_mode"] == "ON"); err != nil {
			return t, err
		}
	}
	if err := s.sources(ctx, &t); err != nil {
		return t, err
	}
	if super := settings["super_read_only"] == "ON"; t.refusals == nil && (super || settings["read_only"] != "OFF") {
		t.refusals = append(t.refusals, migrate.Refusal{Kind: migrate.KindServer, Object: "read_only", Accept: !super, // an administrator can write then, and may have stopped the others so
			Reason: "the server is read-only, as one is that follows another",
			Manual: "give the command with the URL of the server to which the application writes; if it is this one, SET GLOBAL read_only = OFF"})
	}
	if settings["log_bin"] == "ON" {
		err = s.followers(ctx, &t)
	}
	return t, err
}

func (t *topology) refuse(kind migrate.Kind, reason, manual string) {
	t.refusals = append(t.refusals, migrate.Refusal{Kind: kind, Object: "server", Reason: reason, Manual: manual})
}

// galera refuses the nodes of a Galera cluster, and says how to convert there: TestGalera does it. With
// wsrep_on OFF in a session, the other nodes would not even get the new tables.
func (s *store) galera(ctx context.Context, t *topology, on string) error {
	if on == "OFF" {
		if err := s.eachByName(ctx, func(row map[string]string) { on = row["Value"] }, "SHOW GLOBAL STATUS LIKE 'wsrep_connected'"); err != nil {
			return err
		}
	}
	if on == "ON" {
		t.refuse(migrate.KindServer, "it is a node of a Galera cluster (wsrep_on, wsrep_connected), and keeps only its own writers from the tables",
			"stop the application at all nodes; plan again with --undo and without --online; then execute here, in one session, SET SESSION "+copyMode+", foreign_key_checks = 0, wsrep_trx_fragment_unit = 'rows', wsrep_trx_fragment_size = 10000, "+
				"and the SQL under Run but LOCK TABLES: Galera executes it at each node. Before RENAME TABLE, ALTER TABLE uuidkit_new_… AUTO_INCREMENT = the number that SHOW CREATE TABLE of the old table has, if it has one. The SQL under Undo goes back in the same way, until you drop the tables uuidkit_old_…")
	}
	return nil
}

// group refuses all members of a group (Group Replication) but the only one that takes writes.
func (s *store) group(ctx context.Context, t *topology, self string, single bool) error {
	var primary, state, role string
	members, lost := 0, 0
	err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var id, address, itsState, itsRole string
		err := r.Scan(&id, &address, &itsState, &itsRole)
		if members++; itsState == "UNREACHABLE" {
			lost++
		}
		if itsRole == "PRIMARY" {
			primary = address
		}
		if id == self {
			state, role = itsState, itsRole
		}
		return err
	}, "SELECT member_id, CONCAT(member_host, ':', member_port), member_state, member_role FROM performance_schema.replication_group_members")
	switch {
	case isDenied(err):
		t.refuse(migrate.KindPrivilege, "it belongs to a group (Group Replication), and the user may not see which member takes the writes", "GRANT SELECT ON performance_schema.replication_group_members TO the user")
	case err != nil:
		return err
	case state != "ONLINE":
		t.refuse(migrate.KindServer, "it belongs to a group (Group Replication) and is not ONLINE in it but "+cmp.Or(state, "OFFLINE")+", so that the other members would not get the new tables",
			"START GROUP_REPLICATION, and wait until it is ONLINE; if it has left the group for ever, UNINSTALL PLUGIN group_replication")
	case !single:
		t.refuse(migrate.KindServer, "it belongs to a group (Group Replication) in multi-primary mode, and keeps only its own writers from the tables: what others write to other members would be lost",
			"SELECT group_replication_switch_to_single_primary_mode(), and give the command with the URL of the primary")
	case role != "PRIMARY":
		t.refuse(migrate.KindServer, "it is a secondary of a group (Group Replication), whose primary is "+primary, "give the command with the URL of the primary")
	case 2*lost >= members:
		t.refuse(migrate.KindServer, fmt.Sprintf("it cannot reach %d of the %d members of its group (Group Replication), and waits for them with each write", lost, members), "mend the network or, if they do not run any more, remove them: SET GLOBAL group_replication_force_members to the group_replication_local_address of those that it reaches, and then to ''")
	default:
		t.notes = append(t.notes, "this server is the primary of a group (Group Replication): if another member becomes it before the end, run and undo end with an error, and go on there")
	}
	return nil
}

// sources refuses a server that follows another one: the next change there, of a table that is
// migrated here, would end the replication.
func (s *store) sources(ctx context.Context, t *topology) error {
	const object, manual = "replication", "give the command with the URL of %s; if it never changes these tables, or follows this server, too, and takes no writes, --accept"
	show := "SHOW REPLICA STATUS"
	if s.maria {
		show = "SHOW ALL SLAVES STATUS"
	}
	err := s.eachByName(ctx, func(row map[string]string) {
		host, port, channel := row["Source_Host"], row["Source_Port"], row["Channel_Name"]
		running := row["Replica_IO_Running"] != "No" || row["Replica_SQL_Running"] == "Yes"
		if s.maria {
			host, port, channel = row["Master_Host"], row["Master_Port"], ""
			running = row["Slave_IO_Running"] != "No" || row["Slave_SQL_Running"] == "Yes"
		}
		if host == "" || strings.HasPrefix(channel, "group_replication_") {
			return // RESET leaves a row; a member of a group catches up by such a channel
		}
		source, now := host+":"+port, ""
		if !running {
			now = ", which is stopped"
		}
		t.refusals = append(t.refusals, migrate.Refusal{Kind: migrate.KindServer, Object: object + " from " + source, Accept: true,
			Reason: "the server is a replica of " + source + now + ": after a migration here, the next change of these tables there would end the replication, and none reaches the triggers of --online",
			Manual: fmt.Sprintf(manual, source)})
	}, show)
	if !isDenied(err) {
		return err
	}
	follows := !s.maria // or MariaDB tells everybody that there is a source, but not which
	if s.maria {
		err = s.eachByName(ctx, func(row map[string]string) { follows = row["Value"] != "0" }, "SHOW GLOBAL STATUS LIKE 'Slaves_running'")
	} else {
		err = nil
	}
	if follows {
		t.refusals = append(t.refusals, migrate.Refusal{Kind: migrate.KindPrivilege, Object: object, Accept: true,
			Reason: "the user may not see if the server is a replica, which a migration would take out of the replication",
			Manual: "GRANT " + map[bool]string{true: "REPLICA MONITOR", false: "REPLICATION CLIENT"}[s.maria] + " ON *.* TO the user, or see as another one that it is none"})
	}
	return err
}

// followers notes what the servers get that follow this one.
func (s *store) followers(ctx context.Context, t *topology) error {
	var list []string
	err := s.eachByName(ctx, func(row map[string]string) {
		if strings.HasPrefix(row["Command"], "Binlog Dump") {
			host, _, _ := strings.Cut(row["Host"], ":")
			list = append(list, host)
		}
	}, "SHOW PROCESSLIST")
	who := "the server writes a binary log: replicas (plan sees none now)"
	if list != nil {
		who = fmt.Sprintf("replicas read the binary log (%d, from %s): they", len(list), strings.Join(slices.Compact(slices.Sorted(slices.Values(list))), ", "))
	}
	t.notes = append(t.notes, who+" get the new tables and each copied row, and then switch. Until they have caught up, they have the old form: start the programs that read from them only then",
		"a replica that filters tables by their names needs those that begin with uuidkit_, too, or it stops at the RENAME")
	return err
}

// alone returns an error if others write the tables at other servers, or may, which the user has not accepted.
func (s *store) alone(ctx context.Context, accept []string) error {
	t, err := s.topology(ctx)
	if err != nil {
		return migrate.Coded(migrate.CodeConnection, fmt.Errorf("migrate: replication: %w", err))
	}
	for _, r := range migrate.DropAccepted(t.refusals, accept) {
		return migrate.Errorf(migrate.CodeRefused, "migrate: refused: %s: %s: by hand: %s", r.Object, r.Reason, r.Manual)
	}
	return nil
}

// unwritable are the errors of a server that has ceased to take writes: read-only, or left by its group.
var unwritable = []uint16{1290, 1836, 3098, 3100, 3101}

// notHere explains such an error: to run it again here would not help.
func (s *store) notHere(what string, err error) error {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	if now := s.alone(ctx, nil); now != nil {
		return migrate.Errorf(migrate.CodeRefused, "migrate: %s: this server has lost no row, and does not take writes any more: %w: %v", what, err, now)
	}
	return migrate.Coded(migrate.CodeInterrupted, fmt.Errorf("migrate: %s: the server or its group did not take this write: its log says why: run it again after that: %w", what, err))
}

// eachByName calls do for each row of a result whose columns differ between versions: texts by the columns' names.
func (s *store) eachByName(ctx context.Context, do func(row map[string]string), query string) error {
	return sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		columns, err := r.Columns()
		if err != nil {
			return err
		}
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := r.Scan(into...); err != nil {
			return err
		}
		row := map[string]string{}
		for i, name := range columns {
			row[name] = values[i].String
		}
		do(row)
		return nil
	}, query)
}

// isDenied reports whether the user may not do what a statement asks for, or not connect any more.
func isDenied(err error) bool {
	var e *driver.MySQLError
	return errors.As(err, &e) && slices.Contains([]uint16{1044, 1045, 1142, 1143, 1227, 1370, 1419, 1698, 1820, 1862, 3118}, e.Number)
}
