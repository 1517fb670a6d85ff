package mysqltest

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// onMySQL runs a test of MySQL's functions, which MariaDB has not.
func onMySQL(t *testing.T, test func(t *testing.T, dsn *mysql.Config)) {
	dsn, err := mysql.ParseDSN(stores.MySQL(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, dsn.InterpolateParams = range []bool{false, true} {
		t.Run(fmt.Sprintf("interpolateParams=%t", dsn.InterpolateParams), func(t *testing.T) { test(t, dsn) })
	}
}

// UUID_TO_BIN and BIN_TO_UUID, each with and without the swap, are what Binary and
// Swapped do.
func TestFunctions(t *testing.T) {
	onMySQL(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "")
		for _, u := range all() {
			for _, test := range []struct {
				query string
				arg   any
				want  string
			}{
				{"SELECT IS_UUID(?)", u, "1"},
				{"SELECT IS_UUID(?)", sqlx.Text(u), "1"},
				{"SELECT IS_UUID(?)", sqlx.GUID(u), "1"},
				{"SELECT IS_UUID(?)", sqlx.Binary(u), "0"},
				{"SELECT IS_UUID(?)", u.URN(), "0"}, // MySQL has no such form
				{"SELECT BIN_TO_UUID(?)", sqlx.Binary(u), u.String()},
				{"SELECT BIN_TO_UUID(?, 0)", sqlx.Binary(u), u.String()},
				{"SELECT BIN_TO_UUID(?, 1)", sqlx.Swapped(u), u.String()},
				{"SELECT UUID_TO_BIN(?) = x'" + fmt.Sprintf("%x", u[:]) + "'", u, "1"},
			} {
				if got := ask(t, db, test.query, test.arg); got != test.want {
					t.Errorf("%s of %T %v: got %s, want %s", test.query, test.arg, u, got, test.want)
				}
			}
			for _, test := range []struct {
				query string
				into  func(*uuid.UUID) sql.Scanner
			}{
				{"SELECT UUID_TO_BIN(?)", binary},
				{"SELECT UUID_TO_BIN(?)", plain},
				{"SELECT UUID_TO_BIN(?, 1)", swapped},
				{"SELECT BIN_TO_UUID(UUID_TO_BIN(?))", text},
				{"SELECT BIN_TO_UUID(UUID_TO_BIN(?, 1), 1)", plain},
				{"SELECT BIN_TO_UUID(UUID_TO_BIN(?))", binary},
			} {
				got := vectors.Other
				if err := db.QueryRow(test.query, u.String()).Scan(test.into(&got)); err != nil || got != u {
					t.Errorf("%s into %T: got %v, %v; want %v", test.query, test.into(&got), got, err, u)
				}
			}
			var equal [2]bool
			err := db.QueryRow("SELECT ? = UUID_TO_BIN(?), ? = UUID_TO_BIN(?, 1)", sqlx.Binary(u), u, sqlx.Swapped(u), u).Scan(&equal[0], &equal[1])
			if err != nil || equal != [2]bool{true, true} {
				t.Errorf("%v: Binary and Swapped are UUID_TO_BIN's bytes: got %v, %v", u, equal, err)
			}
		}
		// The example of MySQL's manual.
		manual := sqlx.Swapped(uuid.MustParse("6ccd780c-baba-1026-9564-5b8c656024db"))
		if got, want := ask(t, db, "SELECT HEX(?)", manual), "1026BABA6CCD780C95645B8C656024DB"; got != want {
			t.Errorf("Swapped of the manual's: got %s, want %s", got, want)
		}
	})
}

// MySQL takes the forms of text that Parse takes, urn:uuid: apart, and no others.
func TestMySQLText(t *testing.T) {
	onMySQL(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "")
		for _, s := range []string{
			vectors.Text,
			strings.ToUpper(vectors.Text),
			"{" + vectors.Text + "}",
			strings.ReplaceAll(vectors.Text, "-", ""),
			"", " " + vectors.Text, vectors.Text + " ", vectors.Text[:35], vectors.Text[:16], vectors.Text + "0",
			"{" + vectors.Text, "{" + vectors.Text + ")",
			strings.Replace(vectors.Text, "-", "", 1),
			strings.Replace(vectors.Text, "0", "g", 1),
			strings.Replace(vectors.Text, "-", "_", -1),
		} {
			got := vectors.Other
			err := db.QueryRow("SELECT UUID_TO_BIN(?)", s).Scan(binary(&got))
			want, parseErr := uuid.Parse(s)
			switch {
			case (err == nil) != (ask(t, db, "SELECT IS_UUID(?)", s) == "1"):
				t.Errorf("%q: MySQL does not agree with itself: %v", s, err)
			case err == nil && (parseErr != nil || got != want):
				t.Errorf("%q: MySQL takes it for %v, Parse for %v, %v", s, got, want, parseErr)
			case err != nil && (number(err) != wrongForUUID || parseErr == nil):
				t.Errorf("%q: MySQL: %v, Parse: %v, %v", s, err, want, parseErr)
			}
		}
		for _, n := range vectors.BadLengths {
			if err := db.QueryRow("SELECT BIN_TO_UUID(?)", vectors.Bytes(n)).Scan(new(string)); number(err) != wrongForUUID {
				t.Errorf("BIN_TO_UUID of %d bytes: got %v, want error %d", n, err, wrongForUUID)
			}
		}
	})
}

// UUIDs that MySQL makes are version 1 of the present time.
func TestMySQLMakes(t *testing.T) {
	onMySQL(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, `n INT PRIMARY KEY, id BINARY(16) DEFAULT (UUID_TO_BIN(UUID(), 1)), txt CHAR(36) AS (BIN_TO_UUID(id, 1))`)
		begin := time.Now().Add(-time.Minute)
		var last uuid.UUID
		for n := range 100 {
			exec(t, db, "INSERT INTO t (n) VALUES (?)", n)
			var id, txt uuid.UUID
			if err := db.QueryRow("SELECT id, txt FROM t WHERE n = ?", n).Scan(swapped(&id), text(&txt)); err != nil {
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
	})
}

func TestMariaDBHasNoFunctions(t *testing.T) {
	dsn, err := mysql.ParseDSN(stores.MariaDB(t))
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, dsn, "")
	if !strings.Contains(ask(t, db, "SELECT VERSION()"), "MariaDB") {
		t.Skip("UUIDKIT_MYSQL names no MariaDB")
	}
	if err := db.QueryRow("SELECT UUID_TO_BIN(?)", vectors.U).Scan(new(string)); number(err) != noSuchFunction {
		t.Errorf("got %v, want error %d: MariaDB has the function now, test it", err, noSuchFunction)
	}
}

// Swapped puts version 1 into the order of time, Binary versions 6 and 7, and not
// the other way round.
func TestOrder(t *testing.T) {
	at := func(make func(time.Time) (uuid.UUID, error)) func(int) uuid.UUID {
		return func(n int) uuid.UUID {
			// Days apart, so that the fields that version 1 puts first go round.
			u, err := make(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * 31 * time.Hour))
			if err != nil {
				panic(err)
			}
			return u
		}
	}
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		for _, test := range []struct {
			name   string
			id     func(n int) uuid.UUID
			arg    func(u uuid.UUID) any
			sorted bool
		}{
			{"v1, Swapped", at(uuid.V1At), func(u uuid.UUID) any { return sqlx.Swapped(u) }, true},
			{"v1, Binary", at(uuid.V1At), func(u uuid.UUID) any { return sqlx.Binary(u) }, false},
			{"v6, Binary", at(uuid.V6At), func(u uuid.UUID) any { return sqlx.Binary(u) }, true},
			{"v6, Swapped", at(uuid.V6At), func(u uuid.UUID) any { return sqlx.Swapped(u) }, false},
			{"v7, Binary", at(uuid.V7At), func(u uuid.UUID) any { return sqlx.Binary(u) }, true},
			{"v7, Swapped", at(uuid.V7At), func(u uuid.UUID) any { return sqlx.Swapped(u) }, false},
			{"v7, Text", at(uuid.V7At), func(u uuid.UUID) any { return sqlx.Text(u) }, true},
		} {
			t.Run(test.name, func(t *testing.T) {
				db := open(t, dsn, "id VARBINARY(36) PRIMARY KEY, n INT")
				const rows = 200
				for n := range rows {
					exec(t, db, "INSERT INTO t VALUES (?, ?)", test.arg(test.id(n)), n)
				}
				var order []int
				found, err := db.Query("SELECT n FROM t ORDER BY id")
				if err != nil {
					t.Fatal(err)
				}
				defer found.Close()
				for found.Next() {
					var n int
					if err := found.Scan(&n); err != nil {
						t.Fatal(err)
					}
					order = append(order, n)
				}
				if err := found.Err(); err != nil || len(order) != rows {
					t.Fatalf("got %d rows, %v", len(order), err)
				}
				if got := slices.IsSorted(order); got != test.sorted {
					t.Errorf("sorted by time: got %t, want %t: %v", got, test.sorted, order)
				}
			})
		}
	})
}

// MinV7 and MaxV7 select what was made in a range of time.
func TestRange(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "id BINARY(16) PRIMARY KEY, n INT")
		begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for n := range 100 {
			id, err := uuid.V7At(begin.Add(time.Duration(n) * time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			exec(t, db, "INSERT INTO t VALUES (?, ?)", sqlx.Binary(id), n)
		}
		got := ask(t, db, "SELECT GROUP_CONCAT(n ORDER BY id) FROM t WHERE id BETWEEN ? AND ?",
			sqlx.Binary(uuid.MinV7(begin.Add(20*time.Millisecond))), sqlx.Binary(uuid.MaxV7(begin.Add(24*time.Millisecond))))
		if want := "20,21,22,23,24"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
