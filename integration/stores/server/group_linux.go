package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// StartGroup starts MySQL servers, the members of one group (Group Replication). All of them take
// writes, or with single only the first. They are on one machine, and keep what they have
// acknowledged when they are killed. The arguments count more than the others.
func StartGroup(ctx context.Context, logf Logf, members int, single bool, arguments ...string) (list []*Server, err error) {
	return StartGroupOn(ctx, make([]*Node, members), logf, single, arguments...)
}

// StartGroupOn is StartGroup with a member on each node.
func StartGroupOn(ctx context.Context, nodes []*Node, logf Logf, single bool, arguments ...string) (list []*Server, err error) {
	defer func() {
		if err != nil {
			for _, s := range list {
				if s != nil {
					err = errors.Join(err, s.Stop())
				}
			}
			list, err = nil, fmt.Errorf("server.StartGroup: %w", err)
		}
	}()
	mode := map[bool]string{true: "ON", false: "OFF"}
	var seeds []string // where members talk to each other
	for _, n := range nodes {
		port, err := n.port()
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, fmt.Sprintf("%s:%d", n.host(), port))
	}
	list = make([]*Server, len(nodes))
	errs := make([]error, len(nodes))
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() {
			list[i], errs[i] = startDurable(ctx, MySQL, nodes[i], logf, "", append([]string{
				"--log-bin=log", fmt.Sprintf("--server-id=%d", i+1), "--report-host=" + nodes[i].host(),
				"--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--plugin-load-add=group_replication.so",
				"--loose-group-replication-group-name=6f1b5a6e-70c9-4c5f-8d3c-0123456789ab", "--loose-group-replication-start-on-boot=OFF",
				"--loose-group-replication-local-address=" + seeds[i], "--loose-group-replication-group-seeds=" + strings.Join(seeds, ","),
				"--loose-group-replication-communication-stack=XCOM", "--loose-group-replication-ssl-mode=DISABLED", "--loose-group-replication-ip-allowlist=" + nodes[0].clients("10.89.0.0/24"),
				"--loose-group-replication-recovery-use-ssl=OFF", "--loose-group-replication-recovery-get-public-key=ON", "--loose-group-replication-recovery-reconnect-interval=1",
				"--loose-group-replication-single-primary-mode=" + mode[single],
			}, arguments...))
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return list, err
	}
	password, user := nodes[0].password(), "member@'"+nodes[0].clients("%")+"'"
	for i, s := range list {
		join := []string{"START GROUP_REPLICATION USER='member', PASSWORD='" + password + "'"}
		if i == 0 {
			join = []string{"SET GLOBAL group_replication_bootstrap_group = ON", "START GROUP_REPLICATION", "SET GLOBAL group_replication_bootstrap_group = OFF",
				"CREATE USER " + user + " IDENTIFIED BY '" + password + "'", "GRANT REPLICATION SLAVE ON *.* TO " + user}
		}
		if err := s.exec(ctx, join...); err != nil {
			return list, fmt.Errorf("%w, its log ends:\n%s", err, tail(s.dir.path+"/log"))
		}
		// After Restart it would take writes until it joins again, and could not join with them.
		s.recipe.more = append(s.recipe.more, "--super-read-only=ON")
	}
	return list, nil
}

// exec runs statements in a MySQL server.
func (s *Server) exec(ctx context.Context, statements ...string) error {
	db, err := sql.Open("mysql", s.url)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, q := range statements {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("%s: %w", strings.Fields(q)[:2], err)
		}
	}
	return nil
}
