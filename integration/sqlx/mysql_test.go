package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The driver quotes the bytes of a placeholder that it fills itself in another way
// where a backslash is a character like others.
func TestNoBackslashEscapes(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c BINARY(16) PRIMARY KEY, n INT")
		d.exec("SET sql_mode = 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES'")
		d.holds(formOf("Binary"))
	}, "MariaDB", "MySQL")
}

// The driver's README runs several statements with an interface of the connection, which it asserts.
func TestUnwrapExecer(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.binary(), "n INT")
		conn := kit.Must(d.Conn(t.Context()))(t)
		defer conn.Close()
		kit.Check(t, conn.Raw(func(c any) error {
			if _, ok := c.(driver.Execer); ok {
				t.Error("the connector's connection is an Execer: change the documentation")
			}
			base := c.(interface{ Unwrap() driver.Conn }).Unwrap()
			res, err := base.(driver.Execer).Exec("INSERT INTO t VALUES (1), (2); INSERT INTO t VALUES (3)", nil)
			if err == nil && !slices.Equal(res.(mysql.Result).AllRowsAffected(), []int64{2, 1}) {
				t.Errorf("got %v rows, want 2 and 1", res.(mysql.Result).AllRowsAffected())
			}
			return err
		}))
	}, "MariaDB", "MySQL")
}

// Neither the character set of the connection nor that of the column changes a UUID.
func TestCharsets(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, connection := range []string{"utf8mb4_bin", "latin1_swedish_ci", "ascii_general_ci"} {
			cfg := kit.Must(mysql.ParseDSN(e.dsn))(t)
			cfg.Collation = connection
			c := e.open(t, cfg.FormatDSN())
			e.table(t, c, "c BINARY(16) PRIMARY KEY, n INT").holds(formOf("Binary"))
			for _, column := range []string{"ascii", "latin1", "utf8mb4", "utf16", "binary"} {
				t.Run(connection+"/"+column, func(t *testing.T) {
					e.table(t, c, "c CHAR(36) CHARACTER SET "+column+" PRIMARY KEY, n INT").holds(formOf("Text"))
				})
			}
		}
	}, "MariaDB", "MySQL")
}

// Keys are unique, references are checked and the index is used.
func TestKeys(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "id BINARY(16) PRIMARY KEY, parent BINARY(16), FOREIGN KEY (parent) REFERENCES t (id)")
		ids := make([]uuid.UUID, 500)
		uuid.FillV7(ids)
		for i, id := range ids {
			d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(id), sqlx.Binary(ids[max(i-1, 0)]))
		}
		d.exec("ANALYZE TABLE t")
		if _, err := d.Exec("INSERT INTO t (id) VALUES (?)", sqlx.Binary(ids[7])); number(err) != duplicate {
			t.Errorf("twice: got %v, want error %d", err, duplicate)
		}
		if _, err := d.Exec("UPDATE t SET parent = ? WHERE id = ?", sqlx.Binary(uuid.NewV4()), sqlx.Binary(ids[7])); number(err) != noParent {
			t.Errorf("no parent: got %v, want error %d", err, noParent)
		}
		for _, where := range []string{"id = ?", "id IN (?, ?)", "id > ? AND id < ?"} {
			args := []any{sqlx.Binary(ids[7]), sqlx.Binary(ids[9])}[:strings.Count(where, "?")]
			plan := d.ask("EXPLAIN FORMAT=JSON SELECT parent FROM t WHERE "+where, args...)
			// MySQL has the one row of a key before it executes the query.
			if !regexp.MustCompile(`"(key|index_name)": "PRIMARY"|"rows_fetched_before_execution"`).MatchString(plan) {
				t.Errorf("%s: the server does not use the key: %s", where, plan)
			}
		}
	}, "MariaDB", "MySQL")
}

// UUID_TO_BIN and BIN_TO_UUID, each with and without the swap, are what Binary and
// Swapped do.
func TestMySQLFunctions(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		for _, u := range all() {
			d.says(1, "SELECT IS_UUID(?)", u)
			d.says(1, "SELECT IS_UUID(?)", sqlx.Text(u))
			d.says(1, "SELECT IS_UUID(?)", sqlx.GUID(u))
			d.says(0, "SELECT IS_UUID(?)", sqlx.Binary(u))
			d.says(0, "SELECT IS_UUID(?)", u.URN()) // MySQL has no such form
			d.says(u, "SELECT BIN_TO_UUID(?)", sqlx.Binary(u))
			d.says(u, "SELECT BIN_TO_UUID(?, 0)", sqlx.Binary(u))
			d.says(u, "SELECT BIN_TO_UUID(?, 1)", sqlx.Swapped(u))
			d.says(1, "SELECT UUID_TO_BIN(?) = x'"+digits(u)+"'", u)
			d.says(1, "SELECT ? = UUID_TO_BIN('"+u.String()+"')", sqlx.Binary(u))
			d.says(1, "SELECT ? = UUID_TO_BIN('"+u.String()+"', 1)", sqlx.Swapped(u))
			d.reads(binary, u, "SELECT UUID_TO_BIN(?)", u.String())
			d.reads(plain, u, "SELECT UUID_TO_BIN(?)", u.String())
			d.reads(swapped, u, "SELECT UUID_TO_BIN(?, 1)", u.String())
			d.reads(text, u, "SELECT BIN_TO_UUID(UUID_TO_BIN(?))", u.String())
			d.reads(plain, u, "SELECT BIN_TO_UUID(UUID_TO_BIN(?, 1), 1)", u.String())
			d.reads(binary, u, "SELECT BIN_TO_UUID(UUID_TO_BIN(?))", u.String())
		}
		// The example of MySQL's manual.
		d.says("1026BABA6CCD780C95645B8C656024DB", "SELECT HEX(?)", sqlx.Swapped(uuid.MustParse("6ccd780c-baba-1026-9564-5b8c656024db")))
	}, "MySQL")
}

// MySQL takes the forms of text that Parse takes, urn:uuid: apart, and no others.
func TestMySQLText(t *testing.T) {
	const u = vectors.Text
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		for _, s := range []string{
			u, strings.ToUpper(u), "{" + u + "}", strings.ReplaceAll(u, "-", ""),
			"", " " + u, u + " ", u[:35], u[:16], u + "0", "{" + u, "{" + u + ")",
			strings.Replace(u, "-", "", 1), strings.Replace(u, "0", "g", 1), strings.ReplaceAll(u, "-", "_"),
		} {
			got := uuid.Nil()
			err := d.row("SELECT UUID_TO_BIN(?)", s).Scan(binary(&got))
			want, parseErr := uuid.Parse(s)
			if got != want || (err == nil) != (parseErr == nil) || err != nil && number(err) != wrongForUUID {
				t.Errorf("%q: MySQL takes it for %v, %v; Parse for %v, %v", s, got, err, want, parseErr)
			}
			d.says(map[bool]int{true: 1}[err == nil], "SELECT IS_UUID(?)", s)
		}
		for _, n := range vectors.BadLengths {
			if err := d.row("SELECT BIN_TO_UUID(?)", vectors.Bytes(n)).Scan(new(string)); number(err) != wrongForUUID {
				t.Errorf("BIN_TO_UUID of %d bytes: got %v, want error %d", n, err, wrongForUUID)
			}
		}
	}, "MySQL")
}

// Without strict mode a server cuts text that is too long for its column, with a warning
// only. What it keeps of a UUID's text is no UUID.
func TestCutText(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, column := range []string{"BINARY(16)", "CHAR(16)"} {
			d := e.table(t, e.base, "c "+column)
			d.exec("SET sql_mode = ''")
			for _, u := range []string{vectors.Text, digits(id), digits(uuid.Nil()), "{" + vectors.Text + "}", "urn:uuid:" + vectors.Text} {
				d.exec("DELETE FROM t")
				d.exec("INSERT INTO t VALUES (?)", strings.ToUpper(u))
				d.says(strings.ToUpper(u[:16]), "SELECT c FROM t")
				d.refuses(func(u *uuid.UUID) sql.Scanner { return u }, "SELECT c FROM t")
				d.refuses(binary, "SELECT c FROM t")
			}
		}
	}, "MariaDB", "MySQL")
}

// UUIDs that MySQL makes are version 1 of the present time.
func TestMySQLMakes(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, `n INT PRIMARY KEY, id BINARY(16) DEFAULT (UUID_TO_BIN(UUID(), 1)), txt CHAR(36) AS (BIN_TO_UUID(id, 1))`)
		last := time.Now().Add(-time.Minute)
		for n := range 100 {
			d.exec("INSERT INTO t (n) VALUES (?)", n)
			var id, txt uuid.UUID
			kit.Check(t, d.row("SELECT id, txt FROM t WHERE n = ?", n).Scan(swapped(&id), text(&txt)))
			made, ok := id.Time()
			if id != txt || id.Version() != 1 || !ok || !made.After(last) || made.After(time.Now().Add(time.Minute)) {
				t.Errorf("got %v, %v of %v, %t, after %v", id, txt, made, ok, last)
			}
			last = made
		}
	}, "MySQL")
}

// Swapped puts version 1 into the order of time, Binary versions 6 and 7, and not the other
// way round. In that order MinV7 and MaxV7 select a range.
func TestOrder(t *testing.T) {
	// Days apart, so that the fields that version 1 puts first go round.
	at := func(n int) time.Time {
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * 31 * time.Hour)
	}
	each(t, func(t *testing.T, e engine) {
		var d database
		for _, test := range []struct {
			make   func(time.Time) (uuid.UUID, error)
			form   string
			sorted bool
		}{
			{uuid.V1At, "Swapped", true}, {uuid.V1At, "Binary", false}, {uuid.V6At, "Binary", true}, {uuid.V6At, "Swapped", false},
			{uuid.V7At, "Swapped", false}, {uuid.V7At, "Text", true}, {uuid.V7At, "Binary", true},
		} {
			d = e.table(t, e.base, "id VARBINARY(36) PRIMARY KEY, n INT")
			for n := range 200 {
				d.exec("INSERT INTO t VALUES (?, ?)", formOf(test.form).arg(kit.Must(test.make(at(n)))(t)), n+100)
			}
			order := strings.Split(d.ask("SELECT GROUP_CONCAT(n ORDER BY id) FROM t"), ",") // of three digits each
			if got := slices.IsSorted(order); got != test.sorted || len(order) != 200 {
				t.Errorf("%v, %s: %d rows, sorted by time: got %t, want %t: %v", kit.Must(test.make(at(0)))(t), test.form, len(order), got, test.sorted, order)
			}
		}
		// The last table is of version 7.
		d.says("120,121,122,123,124", "SELECT GROUP_CONCAT(n ORDER BY id) FROM t WHERE id BETWEEN ? AND ?",
			sqlx.Binary(uuid.MinV7(at(20))), sqlx.Binary(uuid.MaxV7(at(24))))
	}, "MariaDB", "MySQL")
}

// What sqlc's :copyfrom loads are no arguments, so a connector converts nothing: docs/sqlc.md. mysqltsv, which sqlc calls, writes
// each Value in quotes. LOCAL makes warnings of values that are too long, and of duplicate keys.
func TestCopyFrom(t *testing.T) {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\x00", `\0`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\x1a", `\Z`, "\b", `\b`)
	each(t, func(t *testing.T, e engine) {
		load := func(d database, rows [][2]driver.Valuer) error {
			var lines []string
			for _, row := range rows {
				fields := []string{`\N`, `\N`}
				for i, v := range row {
					switch v := kit.Must(v.Value())(t).(type) {
					case string:
						fields[i] = `"` + v + `"`
					case []byte:
						fields[i] = `"` + escaped.Replace(string(v)) + `"`
					}
				}
				lines = append(lines, strings.Join(fields, "\t")+"\n")
			}
			mysql.RegisterReaderHandler("users", func() io.Reader { return strings.NewReader(strings.Join(lines, "")) })
			defer mysql.DeregisterReaderHandler("users")
			_, err := d.Exec(`LOAD DATA LOCAL INFILE 'Reader::users' INTO TABLE t CHARACTER SET binary
				FIELDS TERMINATED BY '\t' OPTIONALLY ENCLOSED BY '"' ESCAPED BY '\\' LINES TERMINATED BY '\n' (c, boss)`)
			return err
		}
		const stored = "SELECT group_concat(hex(c), ' ', coalesce(hex(boss), 'NULL') ORDER BY c) FROM t"
		d := e.table(t, sqlx.NewConnector[sqlx.Binary](e.base, sqlx.Native[google.UUID]()), "c BINARY(16) PRIMARY KEY, boss BINARY(16)")
		d.exec("SET group_concat_max_len = 1000000")

		// google's two ids are one row, of the first 16 characters. The connector has converted neither.
		one, two := google.UUID(id), google.UUID(id)
		two[15]++
		kit.Check(t, load(d, [][2]driver.Valuer{{one, google.NullUUID{}}, {two, google.NullUUID{}}}))
		d.says(fmt.Sprintf("%X NULL", id.String()[:16]), stored)

		// What the page says to use.
		type NullBinary = sql.Null[sqlx.Binary]
		d.exec("DELETE FROM t")
		var rows [][2]driver.Valuer
		var want []string
		for _, u := range all() {
			if _, err := sqlx.Binary(u).Value(); err != nil {
				continue // the beginning of a text
			}
			rows = append(rows, [2]driver.Valuer{sqlx.Binary(u), NullBinary{V: sqlx.Binary(u), Valid: len(rows)%2 == 0}})
			boss := "NULL"
			if len(want)%2 == 0 {
				boss = fmt.Sprintf("%X", u[:])
			}
			want = append(want, fmt.Sprintf("%X %s", u[:], boss))
		}
		kit.Check(t, load(d, rows))
		d.says(strings.Join(want, ","), stored)

		defer func() {
			if recover() == nil {
				t.Error("a nil pointer does not panic: change the documentation")
			}
		}()
		load(d, [][2]driver.Valuer{{sqlx.Binary(id), (*sqlx.Binary)(nil)}})
	}, "MariaDB")
}
