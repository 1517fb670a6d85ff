package sqlx_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// What a column takes of values that are not for it depends on sql_mode.
func TestSQLMode(t *testing.T) {
	const strict, lax = "STRICT_TRANS_TABLES", ""
	type value struct {
		name string
		arg  any
	}
	var (
		asUUID = value{"UUID", id}
		bin    = value{"Binary", sqlx.Binary(id)}
		raw    = func(n int) value { return value{fmt.Sprint(n, " bytes"), vectors.Bytes(n)} }
		cut    = fmt.Sprintf("%X", vectors.Text[:16])
	)
	each(t, func(t *testing.T, e engine) {
		for _, test := range []struct {
			mode, column string
			value        value
			want         any // the error's number, or the bytes in hexadecimal
		}{
			// Text does not fit in 16 bytes: TestCutText reads what is left of it.
			{strict, "BINARY(16)", asUUID, tooLong},
			{strict, "BINARY(16)", value{"Text", sqlx.Text(id)}, tooLong},
			{strict, "VARBINARY(16)", asUUID, tooLong},
			{lax, "BINARY(16)", asUUID, cut},
			{lax, "BINARY(16)", value{"Text", sqlx.Text(id)}, cut},
			{lax, "BINARY(16)", value{"GUID", sqlx.GUID(id)}, cut},
			{lax, "VARBINARY(16)", asUUID, cut},
			{lax, "CHAR(16)", asUUID, cut},
			// A Binary is 16 bytes, whatever the mode. Of others BINARY(16) makes 16.
			{strict, "BINARY(16)", bin, fmt.Sprintf("%X", id[:])},
			{lax, "BINARY(16)", bin, fmt.Sprintf("%X", id[:])},
			{strict, "BINARY(16)", raw(15), fmt.Sprintf("%X00", vectors.Bytes(15))},
			{strict, "BINARY(16)", raw(17), tooLong},
			{lax, "BINARY(16)", raw(17), fmt.Sprintf("%X", vectors.Bytes(17)[:16])},
			// Bytes are no text.
			{strict, "CHAR(36) CHARACTER SET utf8mb4", bin, wrongString},
			{strict, "BINARY(36)", bin, fmt.Sprintf("%X%040d", id[:], 0)},
		} {
			t.Run(fmt.Sprintf("%q/%s/%s", test.mode, test.column, test.value.name), func(t *testing.T) {
				d := e.table(t, e.base, "c "+test.column)
				d.exec("SET sql_mode = '" + test.mode + "'")
				if _, err := d.Exec("INSERT INTO t VALUES (?)", test.value.arg); err == nil {
					d.says(test.want, "SELECT HEX(c) FROM t")
				} else if int(number(err)) != test.want {
					t.Errorf("got %v, want %v", err, test.want)
				}
			})
		}
	}, "MariaDB", "MySQL")
}

// Where the server is not strict, of text in BINARY(16) 16 characters are left,
// which are no UUID to any type here.
func TestCutText(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c BINARY(16)")
		d.exec("SET sql_mode = ''")
		for _, u := range all() {
			d.exec("DELETE FROM t")
			d.exec("INSERT INTO t VALUES (?)", u)
			for _, f := range forms {
				d.refuses(f.into, "", "SELECT c FROM t")
				d.says(0, "SELECT COUNT(*) FROM t WHERE c = ?", f.arg(u))
			}
		}
	}, "MariaDB", "MySQL")
}

// The driver quotes the bytes of a placeholder that it fills itself in another way
// where a backslash is a character like others.
func TestNoBackslashEscapes(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c BINARY(16) PRIMARY KEY, n INT")
		d.exec("SET sql_mode = 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES'")
		for n, u := range all() {
			d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(u), n)
			d.says(fmt.Sprintf("%X", u[:]), "SELECT HEX(c) FROM t WHERE n = ?", n)
		}
	}, "MariaDB", "MySQL")
}

// Neither the character set of the connection nor that of the column changes a
// UUID.
func TestCharsets(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, connection := range []string{"utf8mb4_bin", "latin1_swedish_ci", "ascii_general_ci"} {
			for _, column := range []string{"ascii", "latin1", "utf8mb4", "utf16", "binary"} {
				t.Run(connection+"/"+column, func(t *testing.T) {
					cfg := kit.Must(mysql.ParseDSN(e.dsn))(t)
					cfg.Collation = connection
					d := e.table(t, kit.Must(e.open(cfg.FormatDSN()))(t), "c CHAR(36) CHARACTER SET "+column+" PRIMARY KEY, b BINARY(16), n INT")
					ids := all()
					for n, id := range ids {
						d.exec("INSERT INTO t VALUES (?, ?, ?)", sqlx.Text(id), sqlx.Binary(id), n)
					}
					d.says(0, "SELECT COUNT(*) FROM t WHERE UPPER(REPLACE(CONVERT(c USING ascii), '-', '')) <> CONVERT(HEX(b) USING ascii)")
					for n, id := range ids {
						got, gotB, gotN := other, other, 0
						err := d.row("SELECT c, b, n FROM t WHERE c = ? AND b = ?", sqlx.Text(id), sqlx.Binary(id)).Scan(text(&got), binary(&gotB), &gotN)
						if err != nil || got != id || gotB != id || gotN != n {
							t.Errorf("got %v, %v, row %d, %v; want %v, row %d", got, gotB, gotN, err, id, n)
						}
					}
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
		for i := range ids {
			ids[i] = uuid.NewV7()
			d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(ids[i]), sqlx.Binary(ids[max(i-1, 0)]))
		}
		d.exec("ANALYZE TABLE t")
		if _, err := d.Exec("INSERT INTO t (id) VALUES (?)", sqlx.Binary(ids[7])); number(err) != duplicate {
			t.Errorf("twice: got %v, want error %d", err, duplicate)
		}
		if _, err := d.Exec("UPDATE t SET parent = ? WHERE id = ?", sqlx.Binary(uuid.NewV4()), sqlx.Binary(ids[7])); number(err) != noParent {
			t.Errorf("no parent: got %v, want error %d", err, noParent)
		}
		for _, query := range []string{"id = ?", "id IN (?, ?)", "id > ? AND id < ?"} {
			args := []any{sqlx.Binary(ids[7]), sqlx.Binary(ids[9])}[:strings.Count(query, "?")]
			if got := explain(d, "SELECT parent FROM t WHERE "+query, args...); got != "PRIMARY" {
				t.Errorf("%s uses the key %s, want PRIMARY", query, got)
			}
		}
	}, "MariaDB", "MySQL")
}

// explain returns the name of the key that the server uses for a query.
func explain(d database, query string, args ...any) string {
	rows := kit.Must(d.Query("EXPLAIN FORMAT=TRADITIONAL "+query, args...))(d.t)
	defer rows.Close()
	columns := kit.Must(rows.Columns())(d.t)
	var key sql.NullString
	plan := make([]any, len(columns))
	for i, column := range columns {
		if plan[i] = new(sql.RawBytes); column == "key" {
			plan[i] = &key
		}
	}
	rows.Next()
	if err := rows.Scan(plan...); err != nil {
		d.t.Fatal(err)
	}
	return key.String
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
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		for _, s := range []string{
			vectors.Text, strings.ToUpper(vectors.Text), "{" + vectors.Text + "}", strings.ReplaceAll(vectors.Text, "-", ""),
			"", " " + vectors.Text, vectors.Text + " ", vectors.Text[:35], vectors.Text[:16], vectors.Text + "0",
			"{" + vectors.Text, "{" + vectors.Text + ")",
			strings.Replace(vectors.Text, "-", "", 1), strings.Replace(vectors.Text, "0", "g", 1), strings.ReplaceAll(vectors.Text, "-", "_"),
		} {
			got := other
			err := d.row("SELECT UUID_TO_BIN(?)", s).Scan(binary(&got))
			want, parseErr := uuid.Parse(s)
			switch {
			case (err == nil) != (d.ask("SELECT IS_UUID(?)", s) == "1"):
				t.Errorf("%q: MySQL does not agree with itself: %v", s, err)
			case err == nil && (parseErr != nil || got != want):
				t.Errorf("%q: MySQL takes it for %v, Parse for %v, %v", s, got, want, parseErr)
			case err != nil && (number(err) != wrongForUUID || parseErr == nil):
				t.Errorf("%q: MySQL: %v, Parse: %v, %v", s, err, want, parseErr)
			}
		}
		for _, n := range vectors.BadLengths {
			if err := d.row("SELECT BIN_TO_UUID(?)", vectors.Bytes(n)).Scan(new(string)); number(err) != wrongForUUID {
				t.Errorf("BIN_TO_UUID of %d bytes: got %v, want error %d", n, err, wrongForUUID)
			}
		}
	}, "MySQL")
}

// UUIDs that MySQL makes are version 1 of the present time.
func TestMySQLMakes(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, `n INT PRIMARY KEY, id BINARY(16) DEFAULT (UUID_TO_BIN(UUID(), 1)), txt CHAR(36) AS (BIN_TO_UUID(id, 1))`)
		begin := time.Now().Add(-time.Minute)
		var last uuid.UUID
		for n := range 100 {
			d.exec("INSERT INTO t (n) VALUES (?)", n)
			var id, txt uuid.UUID
			if err := d.row("SELECT id, txt FROM t WHERE n = ?", n).Scan(swapped(&id), text(&txt)); err != nil {
				t.Fatal(err)
			}
			made, ok := id.Time()
			if id != txt || id.Version() != 1 || !ok || made.Before(begin) || made.After(begin.Add(10*time.Minute)) {
				t.Errorf("got %v, %v of %v, %t", id, txt, made, ok)
			}
			if before, _ := last.Time(); n > 0 && !made.After(before) {
				t.Errorf("%v is not after %v", id, last)
			}
			last = id
		}
	}, "MySQL")
}

// Swapped puts version 1 into the order of time, Binary versions 6 and 7, and not
// the other way round.
func TestOrder(t *testing.T) {
	v1, v6, v7 := uuid.V1At, uuid.V6At, uuid.V7At
	each(t, func(t *testing.T, e engine) {
		for _, test := range []struct {
			name   string
			make   func(time.Time) (uuid.UUID, error)
			arg    func(u uuid.UUID) any
			sorted bool
		}{
			{"v1, Swapped", v1, func(u uuid.UUID) any { return sqlx.Swapped(u) }, true},
			{"v1, Binary", v1, func(u uuid.UUID) any { return sqlx.Binary(u) }, false},
			{"v6, Binary", v6, func(u uuid.UUID) any { return sqlx.Binary(u) }, true},
			{"v6, Swapped", v6, func(u uuid.UUID) any { return sqlx.Swapped(u) }, false},
			{"v7, Binary", v7, func(u uuid.UUID) any { return sqlx.Binary(u) }, true},
			{"v7, Swapped", v7, func(u uuid.UUID) any { return sqlx.Swapped(u) }, false},
			{"v7, Text", v7, func(u uuid.UUID) any { return sqlx.Text(u) }, true},
		} {
			d := e.table(t, e.base, "id VARBINARY(36) PRIMARY KEY, n INT")
			for n := range 200 {
				// Days apart, so that the fields that version 1 puts first go round.
				at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * 31 * time.Hour)
				d.exec("INSERT INTO t VALUES (?, ?)", test.arg(kit.Must(test.make(at))(t)), n+100)
			}
			order := strings.Split(d.ask("SELECT GROUP_CONCAT(n ORDER BY id) FROM t"), ",") // of three digits each
			if got := slices.IsSorted(order); got != test.sorted || len(order) != 200 {
				t.Errorf("%s: %d rows, sorted by time: got %t, want %t: %v", test.name, len(order), got, test.sorted, order)
			}
		}
	}, "MariaDB", "MySQL")
}

// MinV7 and MaxV7 select what was made in a range of time.
func TestRange(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "id BINARY(16) PRIMARY KEY, n INT")
		begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for n := range 100 {
			d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(kit.Must(uuid.V7At(begin.Add(time.Duration(n)*time.Millisecond)))(t)), n)
		}
		d.says("20,21,22,23,24", "SELECT GROUP_CONCAT(n ORDER BY id) FROM t WHERE id BETWEEN ? AND ?",
			sqlx.Binary(uuid.MinV7(begin.Add(20*time.Millisecond))), sqlx.Binary(uuid.MaxV7(begin.Add(24*time.Millisecond))))
	}, "MariaDB", "MySQL")
}

// Bytes that the driver fills in itself fit in a column of text, if its character
// set takes any byte. They are no text that a type here would read.
func TestInterpolatedBytesInText(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		if e.name != "interpolated" {
			return
		}
		d := e.table(t, e.base, "c CHAR(36) CHARACTER SET latin1")
		d.exec("INSERT INTO t VALUES (?)", sqlx.Binary(other))
		for _, into := range []func(*uuid.UUID) sql.Scanner{plain, text, binary} {
			d.refuses(into, "", "SELECT c FROM t")
		}
	}, "MariaDB", "MySQL")
}
