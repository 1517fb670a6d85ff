// Package tarantool tests package msgpackx against a Tarantool, whose uuid type is
// ext 2 of its MessagePack. The tests start a server, unless UUIDKIT_TARANTOOL
// names one as host and port. If no server can be had they are skipped, and fail
// where CI is true. The guest of a named server must be able to create spaces and
// to evaluate Lua.
//
// To add a value that the server must reject, add a row to bad in TestTarantool in tarantool_test.go.
package tarantool

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// Command returns a command that runs the Tarantool of the machine's Debian or
// Ubuntu. It is a copy in the user's cache, which Command installs if need be.
func Command(ctx context.Context, logf server.Logf, args ...string) (*exec.Cmd, error) {
	dir, err := server.InstallDeb(ctx, logf, "tarantool", "tarantool")
	if err != nil {
		return nil, fmt.Errorf("tarantool.Command: %w", err)
	}
	return server.Hosted(dir, nil, filepath.Join(dir, "usr/bin/tarantool"), args...), nil
}
