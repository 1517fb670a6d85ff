package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/go-sql-driver/mysql"
)

// mariadb is the recipe of a MariaDB server. Its data is what mariadb-install-db
// makes, less help texts, a test database and users without a password.
func mariadb(ctx context.Context, n *Node, logf Logf) (*recipe, error) {
	root, err := installDeb(ctx, logf)
	if err != nil {
		return nil, err
	}
	// mysql_system_tables.sql in MariaDB 10, mariadb_system_tables.sql in 11.
	paths, _ := filepath.Glob(filepath.Join(root, "usr/share/m*/m*_system_tables.sql"))
	if len(paths) != 1 {
		return nil, fmt.Errorf("%d scripts for the system tables in %s, want 1", len(paths), root)
	}
	tables, err := os.ReadFile(paths[0])
	if err != nil {
		return nil, err
	}
	return mysqlRecipe(n, root, "mariadbd", filepath.Dir(paths[0]), []string{"--bootstrap"},
		"CREATE DATABASE mysql;\nUSE mysql;\n"+string(tables)+"\nFLUSH PRIVILEGES;\n", // or it knows no users
		"--socket=", "--debug-no-sync", "--innodb-log-file-size=16M", "--character-set-server=utf8mb4"), nil
}

// mysql9 is the recipe of a MySQL server.
func mysql9(ctx context.Context, n *Node, logf Logf) (*recipe, error) {
	// No release of Debian has it, but the suite in which the next one is made.
	root, err := installApt(ctx, logf, "mysql", "sid", "mysql-server-core")
	if err != nil {
		return nil, err
	}
	return mysqlRecipe(n, root, "mysqld", filepath.Join(root, "usr/share/mysql"),
		[]string{"--initialize-insecure", "--init-file=/dev/stdin"}, "ALTER USER root@localhost ACCOUNT LOCK;\n",
		"--socket=socket", // in the data directory, because a socket's path must be short
		"--plugin-dir="+filepath.Join(root, "usr/lib/mysql/plugin"), "--secure-file-priv=NULL",
		"--performance-schema=OFF", "--mysqlx=OFF", "--auto-generate-certs=OFF",
		"--innodb-flush-method=nosync", "--innodb-doublewrite=OFF", "--innodb-redo-log-capacity=16M"), nil
}

// mysqlRecipe is the recipe of the server program in the installation root. With the
// arguments bootstrap, the program makes the data and runs the statements in script,
// one a line.
func mysqlRecipe(n *Node, root, program, messages string, bootstrap []string, script string, args ...string) *recipe {
	password := n.password()
	command := func(dir string, more ...string) *exec.Cmd {
		args := append([]string{
			"--no-defaults", "--basedir=" + filepath.Join(root, "usr"), "--lc-messages-dir=" + messages,
			"--datadir=" + filepath.Join(dir, "data"), "--tmpdir=" + dir, "--pid-file=" + filepath.Join(dir, "pid"),
			"--skip-log-bin", "--innodb-flush-log-at-trx-commit=0", "--innodb-use-native-aio=OFF",
			"--innodb-buffer-pool-size=32M", "--skip-name-resolve",
		}, append(args, more...)...)
		if os.Geteuid() == 0 {
			args = append(args, "--user=root") // it refuses root unless told so
		}
		return Hosted(root, nil, filepath.Join(root, "usr/sbin", program), args...)
	}
	return &recipe{
		node: n,
		prepare: func(ctx context.Context, dir string) error {
			if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
				return err
			}
			cmd := command(dir, bootstrap...)
			cmd.Stdin = strings.NewReader(script +
				"CREATE USER root@'" + n.clients("%") + "' IDENTIFIED BY '" + password + "';\n" +
				"GRANT ALL ON *.* TO root@'" + n.clients("%") + "' WITH GRANT OPTION;\n" +
				"CREATE DATABASE uuidkit;\n")
			return run(ctx, cmd)
		},
		command: func(dir string, port int) *exec.Cmd {
			return command(dir, "--bind-address="+n.host(), "--port="+strconv.Itoa(port))
		},
		url: "root:" + password + "@tcp(" + n.host() + ":%d)/uuidkit",
		ready: func(ctx context.Context, dsn string) error {
			cfg, err := mysql.ParseDSN(dsn)
			if err != nil {
				return err
			}
			cfg.Logger = &mysql.NopLogger{} // or it prints each refused connection
			connector, err := mysql.NewConnector(cfg)
			if err != nil {
				return err
			}
			db := sql.OpenDB(connector)
			return errors.Join(db.PingContext(ctx), db.Close())
		},
		end: syscall.SIGKILL,
	}
}
