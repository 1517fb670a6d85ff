package server

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/go-sql-driver/mysql"
)

// mariadb is the recipe of a MariaDB server.
func mariadb(ctx context.Context, logf Logf) (*recipe, error) {
	deb, err := installDeb(ctx, logf)
	if err != nil {
		return nil, err
	}
	// mysql_system_tables.sql in MariaDB 10, mariadb_system_tables.sql in 11.
	tables, err := filepath.Glob(filepath.Join(deb, "usr/share/m*/m*_system_tables.sql"))
	if err != nil {
		return nil, err
	}
	if len(tables) != 1 {
		return nil, fmt.Errorf("%d scripts for the system tables in %s, want 1", len(tables), deb)
	}
	password := rand.Text()

	command := func(dir string, args ...string) *exec.Cmd {
		args = append([]string{
			"--no-defaults", "--basedir=" + filepath.Join(deb, "usr"), "--lc-messages-dir=" + filepath.Dir(tables[0]),
			"--datadir=" + filepath.Join(dir, "data"), "--tmpdir=" + dir, "--pid-file=" + filepath.Join(dir, "pid"),
			"--debug-no-sync", "--skip-log-bin", "--innodb-flush-log-at-trx-commit=0", "--innodb-use-native-aio=OFF",
			"--innodb-buffer-pool-size=32M", "--innodb-log-file-size=16M",
			"--character-set-server=utf8mb4", "--skip-name-resolve",
		}, args...)
		if os.Geteuid() == 0 {
			args = append(args, "--user=root") // it refuses root unless told so
		}
		return Hosted(deb, nil, filepath.Join(deb, "usr/sbin/mariadbd"), args...)
	}
	return &recipe{
		name: "mariadb",
		// What mariadb-install-db does, less its help texts, test database and users
		// without a password.
		prepare: func(ctx context.Context, dir string) error {
			if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
				return err
			}
			script, err := os.Open(tables[0])
			if err != nil {
				return err
			}
			defer script.Close()
			cmd := command(dir, "--bootstrap")
			cmd.Stdin = io.MultiReader(
				strings.NewReader("CREATE DATABASE mysql;\nUSE mysql;\n"),
				script,
				strings.NewReader("\nFLUSH PRIVILEGES;\n"+ // or it knows no users
					"GRANT ALL ON *.* TO root@'127.0.0.1' IDENTIFIED BY '"+password+"' WITH GRANT OPTION;\n"+
					"CREATE DATABASE uuidkit;\n"))
			return run(ctx, cmd)
		},
		command: func(dir string, port int) *exec.Cmd {
			return command(dir, "--bind-address=127.0.0.1", "--port="+strconv.Itoa(port), "--socket=")
		},
		url: func(port int) string {
			return fmt.Sprintf("root:%s@tcp(127.0.0.1:%d)/uuidkit", password, port)
		},
		ready:    pingMySQL,
		quit:     syscall.SIGTERM,
		orphaned: syscall.SIGKILL,
	}, nil
}

// pingMySQL returns nil if a server of MySQL's protocol answers.
func pingMySQL(ctx context.Context, dsn string) error {
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
}
