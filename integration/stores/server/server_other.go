//go:build !linux

package server

import (
	"context"
	"fmt"
	"io/fs"
	"os/exec"
	"runtime"
)

// A Server is a running server; see the documentation for Linux.
type Server struct{}

// Install fails: there are no servers for this system.
func Install(context.Context, Kind, Logf) error { return errSystem("Install") }

// Start fails: there are no servers for this system.
func Start(context.Context, Kind, Logf) (*Server, error) { return nil, errSystem("Start") }

// URL returns nothing.
func (*Server) URL() string { return "" }

// Pid returns 0.
func (*Server) Pid() int { return 0 }

// Stop does nothing.
func (*Server) Stop() error { return nil }

// InstallNPM fails: see the documentation for Linux.
func InstallNPM(context.Context, Logf, string, fs.FS, func(string) error) (string, error) {
	return "", errSystem("InstallNPM")
}

// InstallDeb fails: see the documentation for Linux.
func InstallDeb(context.Context, Logf, string, ...string) (string, error) {
	return "", errSystem("InstallDeb")
}

// Hosted returns a command that fails.
func Hosted(string, []string, string, ...string) *exec.Cmd { return exec.Command("") }

func errSystem(what string) error {
	return fmt.Errorf("server.%s: no servers for %s/%s", what, runtime.GOOS, runtime.GOARCH)
}
