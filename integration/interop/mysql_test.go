package interop_test

import (
	"database/sql"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
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

// readMySQL checks that a writer's rows are the vectors.
func readMySQL(t *testing.T, db *sql.DB, query, writer string) {
	t.Helper()
	rows := kit.Must(db.Query(query, writer))(t)
	defer rows.Close()
	n := 0
	for ; n < len(known) && rows.Next(); n++ {
		var bin sqlx.Binary
		var native, txt sqlx.Text
		var bytes, nativeBytes string
		kit.Check(t, rows.Scan(&bin, &native, &txt, &bytes, &nativeBytes))
		want := known[n].uuid()
		if uuid.UUID(bin) != want || uuid.UUID(native) != want || uuid.UUID(txt) != want {
			t.Errorf("%s: got %v, %v and %v, want %v", writer, bin, native, txt, want)
		}
		if digits := strings.ToUpper(known[n].hex()); bytes != digits || nativeBytes != digits {
			t.Errorf("%s: stored are %s and %s of %v", writer, bytes, nativeBytes, want)
		}
	}
	if more := rows.Next(); more || n != len(known) {
		t.Errorf("%s: read %d rows, more %t, %v, want %d", writer, n, more, rows.Err(), len(known))
	}
}

// TestMariaDB has every client read the rows that Go has written to MariaDB, and Go
// read the clients'. The server says what is stored.
func TestMariaDB(t *testing.T) {
	testMySQL(t, stores.MariaDB(t), mariaDB, "mysql2", "mysql2 execute", "pymysql")
}

// TestMySQL does so with MySQL, whose users' passwords Debian's pymysql cannot give.
func TestMySQL(t *testing.T) { testMySQL(t, stores.MySQL(t), mySQL, "mysql2", "mysql2 execute") }

func testMySQL(t *testing.T, dsn string, table table, clients ...string) {
	db := openMySQL(t, dsn)
	kit.Must(db.Exec(table.create))(t)
	for n, v := range known {
		id := v.uuid()
		kit.Must(db.Exec(table.insert, n, "Go", sqlx.Binary(id), sqlx.Text(id), sqlx.Text(id)))(t)
	}
	readMySQL(t, db, table.query, "Go")
	cfg := kit.Must(mysql.ParseDSN(dsn))(t)
	address := kit.Must(netip.ParseAddrPort(cfg.Addr))(t)
	argument := map[string]any{"host": address.Addr(), "port": address.Port(), "user": cfg.User, "password": cfg.Passwd, "database": cfg.DBName}
	for _, name := range clients {
		t.Run(name, func(t *testing.T) {
			client, job, insert := "node", "mysql2", table.insert
			argument["run"] = "query"
			switch name {
			case "mysql2 execute":
				argument["run"] = "execute"
			case "pymysql":
				client, job, insert = "python", name, strings.ReplaceAll(insert, "?", "%s")
			}
			converse(t, client, job, argument, strings.Replace(table.query, "?", "'Go'", 1), func(n int, v text) statement {
				return statement{insert, []any{n, name, map[string]string{"$binary": v.hex()}, v, v}}
			}, func(v text) []any {
				digits := strings.ToUpper(v.hex())
				return []any{map[string]string{"$binary": v.hex()}, string(v), string(v), digits, digits}
			})
			readMySQL(t, db, table.query, name)
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
	one := func(query string, args ...any) (id uuid.UUID) {
		t.Helper()
		if err := db.QueryRow(query, args...).Scan(&id); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return id
	}
	var version string
	kit.Check(t, db.QueryRow(`SELECT version()`).Scan(&version))
	t.Logf("MariaDB %s", version)
	var major, minor int
	kit.Must(fmt.Sscanf(version, "%d.%d", &major, &minor))(t)
	made := map[string]int{`SELECT uuid()`: 1, `SELECT sys_guid()`: 1} // sys_guid makes 32 digits
	if major > 11 || major == 11 && minor >= 7 {
		made[`SELECT uuid_v4()`], made[`SELECT uuid_v7()`] = 4, 7
	}
	for query, version := range made {
		ids := map[uuid.UUID]bool{}
		for range 100 {
			before := time.Now()
			id := one(query)
			isMade(t, query, id, version, before)
			if v6, ok := id.ToV6(); ok != (version == 1) || ok && v6.Version() != 6 {
				t.Errorf("%v is %v as version 6, %t", id, v6, ok)
			}
			ids[id] = true
		}
		if len(ids) != 100 {
			t.Errorf("%s: made %d different UUIDs, want 100", query, len(ids))
		}
	}

	for _, v := range known {
		id := v.uuid()
		if got := one(`SELECT cast(cast(? AS uuid) AS binary(16))`, id); got != id {
			t.Errorf("%v as bytes: got %v", id, got)
		}
		if got := one(`SELECT cast(x'` + v.hex() + `' AS uuid)`); got != id {
			t.Errorf("%v of bytes: got %v", id, got)
		}
	}
}
