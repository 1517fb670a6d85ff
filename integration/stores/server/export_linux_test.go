package server

import (
	"context"
	"os/exec"
	"syscall"
)

// What the tests use.
var (
	InstallInto = install
	StartAt     = startAt
	FreePort    = freePort
	NotRoot     = notRoot
)

// StartScript starts a shell script as if it were a server.
func StartScript(ctx context.Context, script string, ready func(context.Context) error) (*Server, error) {
	r := &recipe{
		prepare: func(context.Context, string) error { return nil },
		command: func(dir string, _ int) *exec.Cmd { return exec.Command("sh", "-c", `cd "$0"; `+script, dir) },
		ready:   func(ctx context.Context, _ string) error { return ready(ctx) },
		end:     syscall.SIGTERM,
	}
	return r.start(ctx, Kind{Name: "script"}, func(string, ...any) {}, freePort)
}

// Dir is where the server's data is.
func (s *Server) Dir() string { return s.dir.path }
