package faults

import (
	"context"
	"database/sql"
	"net/url"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

var mysqlHoles = mysqlHolesOf("MariaDB", stores.MariaDB, mysqlHolesOf("MySQL", stores.MySQL, nil))

// mysqlHolesOf adds the holes of a server to a list.
func mysqlHolesOf(name string, dsn func(testing.TB) string, list []blackHole) []blackHole {
	for _, h := range []blackHole{
		{name: "offline, copy", at: "INSERT INTO `uuidkit_new_users`", blocks: true, usually: name == "MariaDB"},
		{name: "offline, checksum", at: "SUM(CAST(CONV(LEFT(h", blocks: true},
		{name: "offline, locks asleep", at: "AND RELEASE_LOCK(", blocks: true},
		{name: "offline, switch", at: "RENAME TABLE", blocks: true},
		{name: "online, triggers", online: true, at: "CREATE TRIGGER"},
		{name: "online, copy", online: true, at: "LOCK IN SHARE MODE", blocks: true},
		{name: "online, locked", online: true, at: "ADD CONSTRAINT `uuidkit_fk_1`", blocks: true},
		{name: "online, switch", online: true, at: "RENAME TABLE", blocks: true},
		{name: "online, after the switch", online: true, at: "SET state = 'checking'"},
	} {
		h.name = name + ", " + h.name
		h.open = func(t *testing.T) migrated { return openMySQLUsers(t, dsn(t)) }
		h.within, h.ends, h.interrupt = time.Minute, "KILL ", true
		list = append(list, h)
	}
	return list
}

type mysqlUsers struct {
	*mysql.Config
	db *sql.DB
}

func openMySQLUsers(t *testing.T, dsn string) migrated {
	db := kit.Must(sql.Open("mysql", dsn))(t)
	t.Cleanup(func() { db.Close() })
	for _, q := range []string{
		"CREATE TABLE users (id char(36) CHARACTER SET ascii NOT NULL PRIMARY KEY, n int NOT NULL)",
		"CREATE TABLE orders (id int PRIMARY KEY, user_id char(36) CHARACTER SET ascii NOT NULL, FOREIGN KEY (user_id) REFERENCES users (id))",
		"INSERT INTO users WITH RECURSIVE s AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM s WHERE i < 1000) SELECT UUID(), 0 FROM s",
		"INSERT INTO orders SELECT ROW_NUMBER() OVER (), id FROM users",
	} {
		kit.Must(db.Exec(q))(t)
	}
	return mysqlUsers{kit.Must(mysql.ParseDSN(dsn))(t), db}
}

func (m mysqlUsers) address() string { return m.Addr }

func (m mysqlUsers) url(address string) string {
	u := url.URL{Scheme: "mysql", User: url.UserPassword(m.User, m.Passwd), Host: address, Path: m.DBName}
	return u.String()
}

func (m mysqlUsers) write(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "UPDATE users SET n = n + 1")
	return err
}

func (m mysqlUsers) users(t *testing.T) map[string]int {
	return usersOf(t, kit.Must(m.db.Query("SELECT IF(LENGTH(id) = 16, LOWER(HEX(id)), REPLACE(id, '-', '')), n FROM users"))(t))
}
