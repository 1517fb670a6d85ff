package server

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// StartPgBouncer starts a PgBouncer in front of a PostgreSQL server, whose URL it gets. It has
// transaction pooling, and other settings such as "max_prepared_statements=100". The package is that of
// a suite of Debian, or of the machine's own if it is "". It listens on 127.0.0.1 and knows the URL's user only. The URL of the Server is that of
// the same database.
func StartPgBouncer(ctx context.Context, postgres, suite string, logf Logf, settings ...string) (*Server, error) {
	r, err := pgBouncer(ctx, postgres, suite, settings, logf)
	var s *Server
	if err == nil {
		s, err = r.start(ctx, Kind{Name: "pgbouncer"}, logf, freePort)
	}
	if err != nil {
		return nil, fmt.Errorf("server.StartPgBouncer: %w", err)
	}
	return s, nil
}

func pgBouncer(ctx context.Context, postgres, suite string, settings []string, logf Logf) (*recipe, error) {
	root, err := installApt(ctx, logf, "pgbouncer"+suite, suite, "pgbouncer")
	if err != nil {
		return nil, err
	}
	to, err := url.Parse(postgres)
	if err != nil {
		return nil, err
	}
	password, _ := to.User.Password()
	through := *to
	through.Host = "127.0.0.1:%d"
	return &recipe{
		prepare: func(_ context.Context, dir string) error {
			return os.WriteFile(filepath.Join(dir, "users"), fmt.Appendf(nil, "%q %q\n", to.User.Username(), password), 0o600)
		},
		command: func(dir string, port int) *exec.Cmd {
			config := filepath.Join(dir, "pgbouncer.ini")
			text := fmt.Sprintf("[databases]\n* = host=%s port=%s\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=%d\nunix_socket_dir=\n"+
				"auth_type=scram-sha-256\nauth_file=%s\npool_mode=transaction\n%s\n", to.Hostname(), to.Port(), port, filepath.Join(dir, "users"), strings.Join(settings, "\n"))
			os.WriteFile(config, []byte(text), 0o600) // without it, PgBouncer says so and ends
			hosted := Hosted(root, nil, filepath.Join(root, "usr/sbin/pgbouncer"), config)
			cmd := notRoot(hosted.Path, hosted.Args[1:]...)
			cmd.Env, cmd.Dir = hosted.Env, dir
			return cmd
		},
		url:   strings.ReplaceAll(through.String(), "%25d", "%d"),
		ready: postgresReady,
		end:   syscall.SIGKILL,
	}, nil
}
