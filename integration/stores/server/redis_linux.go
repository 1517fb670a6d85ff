package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// redis is the recipe of a Redis server, which keeps nothing on disk.
func redis(ctx context.Context, n *Node, logf Logf) (*recipe, error) {
	root, err := InstallDeb(ctx, logf, "redis", "redis-server")
	if err != nil {
		return nil, err
	}
	password := n.password()
	return &recipe{
		node:    n,
		prepare: func(context.Context, string) error { return nil },
		command: func(dir string, port int) *exec.Cmd {
			return Hosted(root, nil, filepath.Join(root, "usr/bin/redis-server"), "--port", strconv.Itoa(port),
				"--bind", n.host(), "--requirepass", password, "--dir", dir, "--save", "", "--appendonly", "no")
		},
		url: "redis://:" + password + "@" + n.host() + ":%d",
		ready: func(ctx context.Context, address string) error {
			u, err := url.Parse(address)
			if err != nil {
				return err
			}
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", u.Host)
			if err != nil {
				return err
			}
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { conn.Close() })() // another process may never answer
			fmt.Fprintf(conn, "AUTH %s\r\n", password)
			answer, err := bufio.NewReader(conn).ReadString('\n')
			if err == nil && answer != "+OK\r\n" {
				err = fmt.Errorf("it answers %q", answer)
			}
			return err
		},
		end: syscall.SIGKILL,
	}, nil
}
