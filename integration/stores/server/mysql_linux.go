package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// mysqld is the recipe of a MySQL server. Like PostgreSQL it runs as nobody if we
// are root, and then finds what it needs in its own directory.
func mysqld(ctx context.Context, logf Logf) (*recipe, error) {
	deb, err := installMySQL(ctx, logf)
	if err != nil {
		return nil, err
	}
	user, err := nobody()
	if err != nil {
		return nil, err
	}
	password := rand.Text()

	needs := []string{"usr/sbin", "usr/lib", "usr/share/mysql"}
	command := func(dir string, args ...string) *exec.Cmd {
		root := deb
		if user != nil {
			root = filepath.Join(dir, "root")
		}
		cmd := Hosted(root, nil, filepath.Join(root, "usr/sbin/mysqld"), append([]string{
			"--no-defaults", "--basedir=" + filepath.Join(root, "usr"),
			"--lc-messages-dir=" + filepath.Join(root, "usr/share/mysql"), "--plugin-dir=" + filepath.Join(root, "usr/lib/mysql/plugin"),
			"--datadir=" + filepath.Join(dir, "data"), "--tmpdir=" + filepath.Join(dir, "tmp"), "--secure-file-priv=NULL",
			"--pid-file=pid", "--socket=socket", // in the data directory, because a socket's path must be short
			"--skip-log-bin", "--performance-schema=OFF", "--mysqlx=OFF", "--auto-generate-certs=OFF",
			"--innodb-flush-log-at-trx-commit=0", "--innodb-flush-method=nosync", "--innodb-doublewrite=OFF",
			"--innodb-use-native-aio=OFF", "--innodb-buffer-pool-size=32M", "--innodb-redo-log-capacity=16M", "--skip-name-resolve",
		}, args...)...)
		cmd.Dir = dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
		return cmd
	}
	return &recipe{
		name: MySQL.String(),
		prepare: func(ctx context.Context, dir string) error {
			users, data, tmp := filepath.Join(dir, "users.sql"), filepath.Join(dir, "data"), filepath.Join(dir, "tmp")
			// One statement a line.
			if err := os.WriteFile(users, []byte("ALTER USER root@localhost ACCOUNT LOCK;\n"+
				"CREATE USER root@'127.0.0.1' IDENTIFIED BY '"+password+"';\n"+
				"GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;\n"+
				"CREATE DATABASE uuidkit;\n"), 0o600); err != nil {
				return err
			}
			if err := errors.Join(os.Mkdir(data, 0o700), os.Mkdir(tmp, 0o700)); err != nil {
				return err
			}
			if user != nil {
				if err := errors.Join(os.Chmod(dir, 0o711), giveTo(user, users), giveTo(user, data), giveTo(user, tmp)); err != nil {
					return err
				}
				for _, tree := range needs {
					to := filepath.Join(dir, "root", tree)
					if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
						return err
					}
					if err := share(user, filepath.Join(deb, tree), to); err != nil {
						return err
					}
				}
			}
			return run(ctx, command(dir, "--initialize-insecure", "--init-file="+users))
		},
		command: func(dir string, port int) *exec.Cmd {
			return command(dir, "--bind-address=127.0.0.1", "--port="+strconv.Itoa(port), "--innodb-fast-shutdown=2")
		},
		url: func(port int) string {
			return fmt.Sprintf("root:%s@tcp(127.0.0.1:%d)/uuidkit", password, port)
		},
		ready:    pingMySQL,
		quit:     syscall.SIGTERM,
		orphaned: syscall.SIGKILL,
	}, nil
}
