package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// InstallGalera makes sure that MariaDB and Galera are installed.
func InstallGalera(ctx context.Context, logf Logf) error {
	_, err := Galera(ctx, logf)
	if err == nil {
		err = Install(ctx, MariaDB, logf)
	}
	return err
}

// Galera returns the library that makes MariaDB servers a cluster.
func Galera(ctx context.Context, logf Logf) (provider string, err error) {
	root, err := InstallDeb(ctx, logf, "galera", "galera-4")
	if err != nil {
		return "", fmt.Errorf("server.Galera: %w", err)
	}
	return filepath.Join(root, "usr/lib/galera/libgalera_smm.so"), nil
}

// StartGalera starts a MariaDB server on each node, which are one cluster. The arguments count more than the others.
// All begin with the same data, and a node that comes back gets what it missed from the others' caches: there is no
// program here that transfers all data.
func StartGalera(ctx context.Context, nodes []*Node, logf Logf, arguments ...string) (list []*Server, err error) {
	defer func() {
		if err != nil {
			for _, s := range list {
				err = errors.Join(err, s.Stop())
			}
			list, err = nil, fmt.Errorf("server.StartGalera: %w", err)
		}
	}()
	provider, err := Galera(ctx, logf)
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, n := range nodes {
		addresses = append(addresses, n.Addr)
	}
	shared := "" // the first server's directory
	for i, n := range nodes {
		r, err := galeraRecipe(ctx, n, i == 0, &shared, logf)
		if err != nil {
			return list, err
		}
		r.more = slices.Concat(durable["mariadb"], []string{
			"--wsrep-on=ON", "--wsrep-provider=" + provider, "--wsrep-cluster-address=gcomm://" + strings.Join(addresses, ","),
			"--wsrep-node-address=" + n.Addr, "--wsrep-node-name=" + n.name, "--wsrep-sst-method=uuidkit",
			"--wsrep-provider-options=gcache.size=64M;evs.suspect_timeout=PT3S;evs.inactive_timeout=PT6S",
			"--binlog-format=ROW", "--innodb-autoinc-lock-mode=2",
		}, arguments)
		if i == 0 {
			r.more = append(r.more, newCluster)
		}
		s, err := r.start(ctx, MariaDB, logf, n.port)
		if err != nil {
			return list, err
		}
		list = append(list, s)
		if i > 0 {
			continue
		}
		// What a server writes when it ends says where it stands. The others begin there.
		if err := s.Halt(); err != nil {
			return list, err
		}
		if err := run(ctx, exec.Command("cp", "-a", filepath.Join(shared, "data"), filepath.Join(shared, "copy"))); err != nil {
			return list, err
		}
		if err := s.Restart(ctx); err != nil {
			return list, err
		}
		r.more = slices.DeleteFunc(r.more, func(a string) bool { return a == newCluster })
	}
	return list, nil
}

// galeraRecipe is how a node starts. The first one sets shared, its directory. The others begin with a copy of its data.
func galeraRecipe(ctx context.Context, n *Node, first bool, shared *string, logf Logf) (*recipe, error) {
	r, err := recipeOf(ctx, MariaDB, n, logf)
	if err != nil {
		return nil, err
	}
	make, command := r.prepare, r.command
	r.command = func(dir string, port int) *exec.Cmd {
		cmd := command(dir, port)
		cmd.Env = append(cmd.Env, "PATH="+*shared+":"+os.Getenv("PATH"), "SHARED="+*shared)
		return cmd
	}
	if !first {
		make = func(ctx context.Context, dir string) error {
			return run(ctx, exec.Command("cp", "-a", filepath.Join(*shared, "copy"), filepath.Join(dir, "data")))
		}
	}
	r.prepare = func(ctx context.Context, dir string) error {
		if first {
			*shared = dir
		}
		return errors.Join(make(ctx, dir), os.WriteFile(filepath.Join(dir, "wsrep_sst_uuidkit"), []byte(transfer), 0o755))
	}
	return r, nil
}

// newCluster is the argument of the first node, when it starts for the first time.
const newCluster = "--wsrep-new-cluster"

// transfer is what MariaDB runs in both servers to transfer data. All servers are on one machine, so that a file is enough
// to tell where the joiner stands. A donor that does not have in its cache what the joiner misses gets an error.
const transfer = `#!/bin/sh
while [ $# -gt 0 ]; do
	case $1 in
	--role) role=$2 ;;
	--address) address=${2%%/*} ;;
	--gtid) gtid=$2 ;;
	--bypass) bypass=yes ;;
	esac
	shift
done
file=$SHARED/position-$address
case $role in
joiner)
	rm -f "$file"
	echo "ready $address/uuidkit"
	until [ -f "$file" ]; do sleep 0.1; done
	cat "$file"
	;;
donor)
	[ "$bypass" ] || exit 1
	echo continue
	echo "$gtid" >"$file.new" && mv "$file.new" "$file"
	echo "done $gtid"
	;;
esac
`

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
