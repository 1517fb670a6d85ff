package server

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// InstallGalera makes sure that MariaDB and Galera are installed.
func InstallGalera(ctx context.Context, logf Logf) error {
	_, err := galera(ctx, logf)
	if err == nil {
		err = Install(ctx, MariaDB, logf)
	}
	return err
}

// galera returns the library that makes MariaDB servers a cluster.
func galera(ctx context.Context, logf Logf) (string, error) {
	root, err := InstallDeb(ctx, logf, "galera", "galera-4")
	if err != nil {
		return "", fmt.Errorf("server.galera: %w", err)
	}
	return filepath.Join(root, "usr/lib/galera/libgalera_smm.so"), nil
}

// StartGalera starts a MariaDB server on each node, which are one cluster. The arguments count more than the others.
// All begin with the same data, since a transfer of all data needs programs that are not installed here: a node that
// comes back gets what it missed from the others' caches.
func StartGalera(ctx context.Context, nodes []*Node, logf Logf, arguments ...string) (list []*Server, err error) {
	provider, err := galera(ctx, logf)
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, n := range nodes {
		addresses = append(addresses, n.Addr)
	}
	defer func() {
		for _, s := range list {
			if err != nil {
				s.Stop()
			}
		}
	}()
	with := func(n *Node) []string {
		return append([]string{
			"--wsrep-on=ON", "--wsrep-provider=" + provider, "--wsrep-cluster-address=gcomm://" + strings.Join(addresses, ","),
			"--wsrep-node-address=" + n.Addr, "--wsrep-node-name=" + n.name, "--wsrep-provider-options=gcache.size=64M;evs.suspect_timeout=PT3S;evs.inactive_timeout=PT6S",
			"--binlog-format=ROW", "--innodb-autoinc-lock-mode=2",
		}, arguments...)
	}
	first, err := nodes[0].Start(ctx, MariaDB, logf, append(with(nodes[0]), newCluster)...)
	if err != nil {
		return nil, err
	}
	list = append(list, first)
	// What a server writes when it ends says where it stands. The others begin there.
	copied := filepath.Join(first.dir.path, "copy")
	err = first.Halt()
	if err == nil {
		err = run(ctx, exec.Command("cp", "-a", filepath.Join(first.dir.path, "data"), copied))
	}
	if err == nil {
		err = first.Restart(ctx)
	}
	if err != nil {
		return list, err
	}
	first.recipe.more = slices.DeleteFunc(first.recipe.more, func(a string) bool { return a == newCluster })
	for _, n := range nodes[1:] {
		s, err := n.startCopy(ctx, MariaDB, copied, logf, nil, with(n))
		if err != nil {
			return list, err
		}
		list = append(list, s)
	}
	return list, nil
}

// RestartGalera is Restart for a node that was killed: its file does not say where it stands, but the server can find out.
func RestartGalera(ctx context.Context, s *Server) error {
	at, err := s.recover(ctx)
	if err != nil {
		return fmt.Errorf("server.RestartGalera: %w", err)
	}
	more := s.recipe.more
	s.recipe.more = append(slices.Clone(more), "--wsrep-start-position="+at)
	defer func() { s.recipe.more = more }()
	return s.Restart(ctx)
}

// newCluster is the argument of the first node, when it starts for the first time.
const newCluster = "--wsrep-new-cluster"

var position = regexp.MustCompile(`Recovered position:? *(\S+:-?\d+)`)

// recover says how far a node of Galera was that was killed. Its file says nothing then.
func (s *Server) recover(ctx context.Context) (string, error) {
	cmd := s.recipe.command(s.dir.path, s.port)
	cmd.Args = append(cmd.Args, append(slices.Clone(s.recipe.more), "--wsrep-recover")...)
	s.recipe.node.enter(cmd)
	out, err := exec.CommandContext(ctx, cmd.Path, cmd.Args[1:]...).CombinedOutput()
	m := position.FindAllSubmatch(out, -1)
	if err != nil || len(m) == 0 {
		return "", fmt.Errorf("wsrep-recover: %v: %s", err, out)
	}
	return string(m[len(m)-1][1]), nil
}
