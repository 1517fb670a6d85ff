package server

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// Install1 installs one thing.
var Install1 = install

// NPMFiles are package.json and package-lock.json.
var NPMFiles = npmFiles

// Share lets another user read a tree.
var Share = share

// CheckSHA256 compares a file's hash with the expected one.
var CheckSHA256 = checkSHA256

// StartAt is Start with the ports to try.
func StartAt(ctx context.Context, k Kind, logf Logf, ports func() (int, error)) (*Server, error) {
	r, err := recipeOf(ctx, k, logf)
	if err != nil {
		return nil, err
	}
	return r.start(ctx, logf, ports)
}

// StartScript starts a shell script as if it were a server.
func StartScript(ctx context.Context, script string, ready func(context.Context) error) (*Server, error) {
	r := &recipe{
		name:     "script",
		prepare:  func(context.Context, string) error { return nil },
		command:  func(string, int) *exec.Cmd { return exec.Command("sh", "-c", script) },
		url:      func(int) string { return "" },
		ready:    func(ctx context.Context, _ string) error { return ready(ctx) },
		quit:     syscall.SIGTERM,
		orphaned: syscall.SIGKILL,
	}
	return r.start(ctx, func(string, ...any) {}, freePort)
}

// Dir is where the server's data is.
func (s *Server) Dir() string { return s.dir.path }

// StopWithin is Stop with another period of grace, and leaves the data.
func (s *Server) StopWithin(grace time.Duration) error { return s.process.stop(s.recipe.quit, grace) }
