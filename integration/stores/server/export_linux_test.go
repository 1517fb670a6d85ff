package server

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// What the tests use.
var (
	InstallInto = install
	StartAt     = start
	NPMFiles    = npmFiles
)

// StartScript starts a shell script as if it were a server.
func StartScript(ctx context.Context, script string, ready func(context.Context) error) (*Server, error) {
	r := &recipe{
		prepare: func(context.Context, string) error { return nil },
		command: func(string, int) *exec.Cmd { return exec.Command("sh", "-c", script) },
		url:     func(int) string { return "" },
		ready:   func(ctx context.Context, _ string) error { return ready(ctx) },
		end:     syscall.SIGTERM,
	}
	return r.start(ctx, "script", func(string, ...any) {}, freePort)
}

// Dir is where the server's data is.
func (s *Server) Dir() string { return s.dir.path }

// StopWithin is Stop with another period of grace, and leaves the data.
func (s *Server) StopWithin(grace time.Duration) error { return s.process.stop(s.end, grace) }
