// Package tarantooltest runs package msgpackx against a Tarantool, whose uuid
// type is the ext 2 of its MessagePack. The server is the one that
// UUIDKIT_TARANTOOL names, host and port, or one that the tests start: without
// either they are skipped, and fail where CI is true. The guest of a named server
// must be able to create spaces and to evaluate Lua.
package tarantooltest

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// Tarantool returns a command that runs the Tarantool of the machine's Debian or
// Ubuntu, a copy of its own, which it installs if need be.
func Tarantool(ctx context.Context, logf server.Logf, args ...string) (*exec.Cmd, error) {
	dir, err := server.InstallDeb(ctx, logf, "tarantool", "tarantool")
	if err != nil {
		return nil, fmt.Errorf("tarantooltest.Tarantool: %w", err)
	}
	return server.Hosted(dir, nil, filepath.Join(dir, "usr/bin/tarantool"), args...), nil
}
