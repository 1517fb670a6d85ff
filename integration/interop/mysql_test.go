package interop_test

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A table holds a UUID in each way that a server has for one.
type table struct {
	create        string
	insert, query string // query also has the first two as hexadecimal digits
}

var (
	mariaDB = table{
		create: `CREATE TABLE ids (n int, writer varchar(64), bin binary(16), native uuid, txt char(36), PRIMARY KEY (writer, bin))`,
		insert: `INSERT INTO ids VALUES (?, ?, ?, ?, ?)`,
		query:  `SELECT bin, native, txt, hex(bin), hex(cast(native AS binary(16))) FROM ids WHERE writer = ? ORDER BY n`,
	}
	// MySQL has no type for UUIDs but functions.
	mySQL = table{
		create: `CREATE TABLE ids (n int, writer varchar(64), bin binary(16), native binary(16), txt char(36), PRIMARY KEY (writer, bin))`,
		insert: `INSERT INTO ids VALUES (?, ?, ?, uuid_to_bin(?), ?)`,
		query:  `SELECT bin, bin_to_uuid(native), txt, hex(bin), hex(native) FROM ids WHERE writer = ? ORDER BY n`,
	}
)

func (s on[T]) mysqlWrite(t *testing.T, db *sql.DB, insert string) {
	t.Helper()
	for n, v := range list() {
		id := T(v.(text).bytes())
		if _, err := db.Exec(insert, n, s.String(), sqlx.Binary(id), sqlx.Text(id), sqlx.Text(id)); err != nil {
			t.Fatal(err)
		}
	}
}

func (s on[T]) mysqlRead(t *testing.T, db *sql.DB, query, writer string) {
	t.Helper()
	rows := kit.Must(db.Query(query, writer))(t)
	defer rows.Close()
	for _, v := range list() {
		want := T(v.(text).bytes())
		var bin sqlx.Binary
		var native, txt sqlx.Text
		var bytes, nativeBytes string
		if !rows.Next() {
			t.Fatalf("%v: %s has no row for %s: %v", s, writer, v, rows.Err())
		}
		if err := rows.Scan(&bin, &native, &txt, &bytes, &nativeBytes); err != nil {
			t.Fatal(err)
		}
		if T(bin) != want || T(native) != want || T(txt) != want {
			t.Errorf("%v: got %v, %v and %v of %s, want %s", s, bin, native, txt, writer, v)
		}
		if digits := strings.ToUpper(v.(text).hex()); bytes != digits || nativeBytes != digits {
			t.Errorf("%v: %s has stored %s and %s of %s", s, writer, bytes, nativeBytes, v)
		}
	}
	if rows.Next() {
		t.Errorf("%v: %s has more rows than UUIDs", s, writer)
	}
}

// TestMariaDB has every client read the rows that each Go type has written to
// MariaDB, and each Go type read the clients'. The server says what is stored.
func TestMariaDB(t *testing.T) {
	testMySQL(t, stores.MariaDB(t), mariaDB, "mysql2", "mysql2 execute", "pymysql")
}

// TestMySQL does so with MySQL, whose users' passwords Debian's pymysql cannot give.
func TestMySQL(t *testing.T) { testMySQL(t, stores.MySQL(t), mySQL, "mysql2", "mysql2 execute") }

func testMySQL(t *testing.T, dsn string, table table, clients ...string) {
	db := openMySQL(t, dsn)
	if _, err := db.Exec(table.create); err != nil {
		t.Fatal(err)
	}
	for _, s := range all() {
		s.mysqlWrite(t, db, table.insert)
		s.mysqlRead(t, db, table.query, s.String())
	}
	cfg := kit.Must(mysql.ParseDSN(dsn))(t)
	host, portText, err := net.SplitHostPort(cfg.Addr)
	if err != nil {
		t.Fatal(err)
	}
	port := kit.Must(strconv.Atoi(portText))(t)
	argument := map[string]any{"host": host, "port": port, "user": cfg.User, "password": cfg.Passwd, "database": cfg.DBName}
	for _, name := range clients {
		t.Run(name, func(t *testing.T) {
			client, job, insert := node, "mysql2", table.insert
			argument["run"] = "query"
			switch name {
			case "mysql2 execute":
				argument["run"] = "execute"
			case "pymysql":
				client, job, insert = python, name, strings.ReplaceAll(insert, "?", "%s")
			}
			converse(t, client, job, argument, func(n int, v text) statement {
				return statement{insert, []any{n, name, map[string]string{"$binary": v.hex()}, v, v}}
			}, func(writer string) string { return strings.Replace(table.query, "?", "'"+writer+"'", 1) }, func(v text) []any {
				digits := strings.ToUpper(v.hex())
				return []any{map[string]string{"$binary": v.hex()}, string(v), string(v), digits, digits}
			})
			for _, s := range all() {
				s.mysqlRead(t, db, table.query, name)
			}
		})
	}
}

func openMySQL(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db := kit.Must(sql.Open("mysql", dsn))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

// TestMariaDBMakes looks into the UUIDs that MariaDB makes, and into how it converts
// ours.
func TestMariaDBMakes(t *testing.T) {
	db := openMySQL(t, stores.MariaDB(t))
	conn := kit.Must(db.Conn(t.Context()))(t)
	t.Cleanup(func() { conn.Close() })
	one := func(query string, args ...any) (id uuid.UUID) {
		t.Helper()
		if err := conn.QueryRowContext(context.Background(), query, args...).Scan(&id); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return id
	}
	made := func(query string, version int) (ids []uuid.UUID) {
		t.Helper()
		for range 100 {
			before := time.Now()
			id := one(query)
			after := time.Now()
			at, ok := id.Time()
			if id.Version() != version || id.Variant() != uuid.VariantRFC9562 {
				t.Fatalf("%s: %v has version %d and variant %v, want %d and RFC 9562", query, id, id.Version(), id.Variant(), version)
			}
			if ok && (at.Before(before.Add(-time.Second)) || at.After(after.Add(time.Second))) {
				t.Fatalf("%s: %v is of %v, not of %v to %v", query, id, at, before, after)
			}
			ids = append(ids, id)
		}
		slices.SortFunc(ids, uuid.UUID.Compare)
		if len(slices.Compact(ids)) != 100 {
			t.Errorf("%s: made the same twice", query)
		}
		return ids
	}
	for _, id := range made(`SELECT uuid()`, 1) {
		if v6, ok := id.ToV6(); !ok || v6.Version() != 6 {
			t.Errorf("%v is %v as version 6", id, v6)
		}
	}
	made(`SELECT sys_guid()`, 1) // 32 digits

	var version string
	if err := conn.QueryRowContext(t.Context(), `SELECT version()`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	t.Logf("MariaDB %s", version)
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		t.Fatal(err)
	}
	if major > 11 || major == 11 && minor >= 7 { // they are that new
		made(`SELECT uuid_v4()`, 4)
		made(`SELECT uuid_v7()`, 7)
	}

	for _, v := range vectors.All {
		id := uuid.MustParse(v)
		if got := one(`SELECT cast(cast(? AS uuid) AS binary(16))`, id); got != id {
			t.Errorf("%v as bytes: got %v", id, got)
		}
		if got := one(`SELECT cast(x'` + text(v).hex() + `' AS uuid)`); got != id {
			t.Errorf("%v of bytes: got %v", id, got)
		}
	}
}
