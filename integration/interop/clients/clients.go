package clients

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// npmFiles pin the packages of Node by version and integrity hash. The lock file
// names no registry: npm asks the one it is configured for.
//
//go:embed npm/package.json npm/package-lock.json
var npmFiles embed.FS

// debPackages are fetched with all that they depend on, Python itself included.
var debPackages = []string{
	"python3", "python3-bson", "python3-cbor2", "python3-msgpack",
	"python3-psycopg", "python3-psycopg2", "python3-pymongo", "python3-pymysql",
}

var (
	//go:embed client.mjs
	nodeScript string
	//go:embed client.py
	pythonScript string
)

// A Client is a language with its libraries.
type Client struct {
	name    string // "node" or "python"
	command func() *exec.Cmd
}

// Node returns the machine's own Node with the packages of package-lock.json,
// which it installs if need be.
func Node(ctx context.Context, logf server.Logf) (*Client, error) {
	files, err := fs.Sub(npmFiles, "npm")
	if err != nil {
		return nil, fmt.Errorf("clients.Node: %w", err)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, fmt.Errorf("clients.Node: %w", err)
	}
	dir, err := server.InstallNPM(ctx, logf, "clients-npm", files, func(string) error { return nil })
	if err != nil {
		return nil, fmt.Errorf("clients.Node: %w", err)
	}
	return &Client{"node", func() *exec.Cmd {
		// A script that is an argument resolves its imports from where it runs.
		cmd := exec.Command(node, "--input-type=module", "--eval", nodeScript)
		cmd.Dir = dir
		return cmd
	}}, nil
}

// Python returns the Python of the machine's Debian or Ubuntu with the packages
// there, a copy of its own, which it installs if need be.
func Python(ctx context.Context, logf server.Logf) (*Client, error) {
	dir, err := server.InstallDeb(ctx, logf, "clients-deb", debPackages...)
	if err != nil {
		return nil, fmt.Errorf("clients.Python: %w", err)
	}
	return &Client{"python", func() *exec.Cmd {
		cmd := server.Hosted(dir, nil, filepath.Join(dir, "usr/bin/python3"), "-c", pythonScript)
		cmd.Env = append(cmd.Env, "PYTHONHOME="+filepath.Join(dir, "usr"), "PYTHONIOENCODING=utf-8")
		return cmd
	}}, nil
}

const timeout = 60 * time.Second // of a job

// Ask runs the script's function of that name with the argument as JSON, and decodes
// what the function returns into answer. An exception in the script is an error.
func (c *Client) Ask(ctx context.Context, job string, argument, answer any) error {
	in, err := json.Marshal(map[string]any{"job": job, "argument": argument})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := c.command()
	var out, log bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &log
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	err = cmd.Wait()
	stop()
	if err != nil {
		return fmt.Errorf("clients: %s: %s: %w\n%s", c.name, job, errors.Join(err, context.Cause(ctx)), log.Bytes())
	}
	if err := json.Unmarshal(out.Bytes(), answer); err != nil {
		return fmt.Errorf("clients: %s: %s: %w in %.200q", c.name, job, err, out.Bytes())
	}
	return nil
}
