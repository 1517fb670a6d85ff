//go:build !linux

package server

import (
	"context"
	"fmt"
	"io/fs"
	"os/exec"
	"runtime"
)

var errSystem = fmt.Errorf("no servers for %s/%s", runtime.GOOS, runtime.GOARCH)

// A Server is a running server. This system has none.
type Server struct{}

// URL returns nothing.
func (*Server) URL() string { return "" }

// Pid returns 0.
func (*Server) Pid() int { return 0 }

// Stop does nothing.
func (*Server) Stop() error { return nil }

// Kill does nothing.
func (*Server) Kill() {}

// Halt does nothing.
func (*Server) Halt() error { return nil }

// Restart returns an error.
func (*Server) Restart(context.Context) error { return errSystem }

// Install returns an error, and so do the other functions.
func Install(context.Context, Kind, Logf) error { return fmt.Errorf("server.Install: %w", errSystem) }

// Start returns an error.
func Start(context.Context, Kind, Logf) (*Server, error) {
	return nil, fmt.Errorf("server.Start: %w", errSystem)
}

// StartDurable returns an error.
func StartDurable(context.Context, Kind, Logf, string, ...string) (*Server, error) {
	return nil, fmt.Errorf("server.StartDurable: %w", errSystem)
}

// StartCopy returns an error.
func StartCopy(context.Context, *Server, Logf, map[string]string, ...string) (*Server, error) {
	return nil, fmt.Errorf("server.StartCopy: %w", errSystem)
}

// PgDump returns an error.
func PgDump(context.Context, Logf) (func(...string) *exec.Cmd, error) {
	return nil, fmt.Errorf("server.PgDump: %w", errSystem)
}

// StartGroup returns an error.
func StartGroup(context.Context, Logf, int, bool, ...string) ([]*Server, error) {
	return nil, fmt.Errorf("server.StartGroup: %w", errSystem)
}

// StartPgBouncer returns an error.
func StartPgBouncer(context.Context, string, string, Logf, ...string) (*Server, error) {
	return nil, fmt.Errorf("server.StartPgBouncer: %w", errSystem)
}

// StartMongo returns an error.
func StartMongo(context.Context, Logf, string, ...string) (*Server, error) {
	return nil, fmt.Errorf("server.StartMongo: %w", errSystem)
}

// InstallNPM returns an error.
func InstallNPM(context.Context, Logf, string, fs.FS, func(string) error) (string, error) {
	return "", errSystem
}

// Galera returns an error.
func Galera(context.Context, Logf) (string, error) { return "", errSystem }

// InstallDeb returns an error.
func InstallDeb(context.Context, Logf, string, ...string) (string, error) { return "", errSystem }

// Hosted returns a command that fails.
func Hosted(string, []string, string, ...string) *exec.Cmd { return exec.Command("") }

// Alone returns an error.
func Alone(func() int) (int, error) { return 0, errSystem }
