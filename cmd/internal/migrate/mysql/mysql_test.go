package mysql_test

import (
	"database/sql"
	"fmt"
	"io"
	"net/url"
	"slices"
	"sync"
	"testing"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/mysql"
)

func TestMain(m *testing.M) { migratetest.Main(m, mysql.Open) }

// variables of the environment have the servers, as for package integration/stores.
var variables = []string{"UUIDKIT_MYSQL", "UUIDKIT_MYSQL9"}

var dialect = migratetest.Dialect{
	Open: mysql.Open,
	Reset: []string{"SET SESSION foreign_key_checks = 0", "DROP TABLE IF EXISTS users, orders, odd_users, odd_orders, uuidkit_migration, uuidkit_old_users, uuidkit_old_orders, uuidkit_new_users, uuidkit_new_orders, uuidkit_undone_users, uuidkit_undone_orders, uuidkit_bad_users, uuidkit_bad_orders",
		"SET SESSION foreign_key_checks = 1"},
	Create: []string{"CREATE TABLE users (id varchar(40) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, note text)",
		"CREATE TABLE orders (no int AUTO_INCREMENT PRIMARY KEY, id varchar(40) CHARACTER SET ascii COLLATE ascii_bin UNIQUE, user_id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, KEY by_user (user_id), CONSTRAINT buyer FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE)"},
	Digits:  "IF(LENGTH(%[1]s) = 16, LOWER(HEX(%[1]s)), REPLACE(%[1]s, '-', ''))",
	Native:  "X'%s'",
	Forms:   "SELECT DISTINCT column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name IN ('users', 'orders') AND column_name IN ('id', 'user_id')",
	Old:     "varchar(40)",
	New:     "binary(16)",
	Schema:  []string{"SHOW CREATE TABLE users", "SHOW CREATE TABLE orders"},
	Objects: "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name NOT IN ('users', 'orders') UNION ALL SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE()",
	Kept:    "uuidkit_old_",
}

// TestRun does on MariaDB and MySQL what every store must do.
func TestRun(t *testing.T) {
	for _, variable := range variables {
		for _, online := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, online %t", variable, online), func(t *testing.T) {
				t.Parallel()
				s := open(t, variable)
				s.BadRows = !online // it moves none
				migratetest.Run(t, migratetest.Sweep{Open: s.Fresh, Online: online, Both: !s.BadRows}, true)
			})
		}
	}
}

// TestLockWait: after --online, which waits a second for a lock, the session can do the work of a run without it.
func TestLockWait(t *testing.T) {
	t.Parallel()
	s := open(t, variables[0])
	request := s.Fresh().Request()
	request.Online = true
	store, err := mysql.Open(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	want, err := mysql.LockWait(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (migratetest.Command{Verb: migrate.VerbRun, Request: request}).Do(store, migrate.Rules(), io.Discard); err != nil {
		t.Fatal(err)
	}
	if got, err := mysql.LockWait(t.Context(), store); err != nil || got != want {
		t.Errorf("after run --online: got %d, %v, want %d", got, err, want)
	}
}

// TestScan has sessions that are kept read a value for which the server takes longer than keep waits.
func TestScan(t *testing.T) {
	t.Parallel()
	var ends sync.WaitGroup
	defer ends.Wait()
	for _, variable := range variables {
		store, err := mysql.Open(t.Context(), open(t, variable).URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		for range 10 { // a ping that waits comes before the row in about half of them
			ends.Go(func() {
				if got, err := mysql.Scan(t.Context(), store, "SELECT 1 + SLEEP(6)", "SELECT 2"); err != nil || !slices.Equal(got, []int{1, 2}) {
					t.Errorf("%s: got %v, %v, want 1 and 2", variable, got, err)
				}
			})
		}
	}
}

// TestLasting has errors of servers. The texts are theirs.
func TestLasting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		number uint16
		text   string
		want   bool
	}{
		{1005, "Can't create table `a`.`b` (errno: 150 \"Foreign key constraint is incorrectly formed\")", true},
		{1005, "Can't create table `a`.`b` (errno: 28 \"No space left on device\")", false},
		{1030, "Got error 28 \"No space left on device\" from storage engine InnoDB", false},
		{1030, "Got error 28 - 'No space left on device' from storage engine", false},
		{1030, "Got error 131 \"Command not supported by the engine\" from storage engine InnoDB", true},
		{3, "Error writing file '/tmp/MYfd=9' (OS errno 28 - No space left on device)", false},
		{3, "Error writing file '/tmp/ibY3' (Errcode: 28 \"No space left on device\")", false},
		{1064, "You have an error in your SQL syntax", true},
		{1114, "The table 't' is full", false},
		{1213, "Deadlock found when trying to get lock; try restarting transaction", false},
		{1365, "Division by 0", true},
		{3819, "Check constraint 'c' is violated.", true},
		{4025, "CONSTRAINT `c` failed for `a`.`b`", true},
	} {
		if got := mysql.IsLasting(fmt.Errorf("x: %w", &driver.MySQLError{Number: c.number, Message: c.text})); got != c.want {
			t.Errorf("%d, %s: got %t", c.number, c.text, got)
		}
	}
	if mysql.IsLasting(driver.ErrInvalidConn) {
		t.Error("a lost connection lasts")
	}
}

func open(t *testing.T, variable string) *migratetest.SQL {
	t.Helper()
	c, err := driver.ParseDSN(migratetest.Server(t, variable))
	if err != nil {
		t.Fatal(err)
	}
	connect := func() *sql.DB {
		db, err := sql.Open("mysql", c.FormatDSN())
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		t.Cleanup(func() { db.Close() })
		return db
	}
	c.DBName = ""
	c.DBName = migratetest.NewDatabase(t, connect(), "")
	u := url.URL{Scheme: "mysql", User: url.UserPassword(c.User, c.Passwd), Host: c.Addr, Path: c.DBName}
	return &migratetest.SQL{TB: t, Dialect: &dialect, DB: connect(), URL: u.String()}
}
