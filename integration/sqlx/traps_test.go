package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The traps that package sqlx's documentation tells of are there still.

// MariaDB's UUID refuses bytes, unless the driver fills in placeholders itself,
// which it says are binary; and without strict mode, what is refused is NULL.
func TestMariaDBUUIDColumn(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, base)
		db.SetMaxOpenConns(1)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c UUID)")
		for _, mode := range []string{"STRICT_TRANS_TABLES", ""} {
			exec(t, db, "SET sql_mode = '"+mode+"'")
			exec(t, db, "DELETE FROM t")
			_, err := db.Exec("INSERT INTO t VALUES (?)", sqlx.Binary(id))
			var got sql.NullString
			if err == nil {
				err = db.QueryRow("SELECT c FROM t").Scan(&got)
			}
			switch {
			case e.name == "interpolated":
				if err != nil || got.String != id.String() {
					t.Errorf("%q: got %v, %v; want %v", mode, got, err, id)
				}
			case mode != "":
				if err == nil {
					t.Errorf("%q: got %v, want an error: change the documentation", mode, got)
				}
			case err != nil || got.Valid:
				t.Errorf("%q: got %v, %v: no NULL: change the documentation", mode, got, err)
			}
		}
	}, "MariaDB")
}

// It refuses UUIDs that look to it like its own form of others: of those that RFC
// 9562 knows, the version 8 whose ninth byte is 80. Of bytes it makes another id.
func TestMariaDBUUIDRefuses(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, base)
		db.SetMaxOpenConns(1)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c UUID)")
		for version := byte(1); version <= 8; version++ {
			for ninth := byte(0x80); ninth <= 0xbf; ninth++ {
				u := uuid.UUID{0: 0x5d, 6: version<<4 | 1, 8: ninth, 15: 7}
				refused := version == 8 && ninth == 0x80
				exec(t, db, "DELETE FROM t")
				got := other
				_, err := db.Exec("INSERT INTO t VALUES (?)", u)
				if err == nil {
					err = db.QueryRow("SELECT c FROM t").Scan(&got)
				}
				if (err != nil) != refused || err == nil && got != u {
					t.Errorf("%v: got %v, %v; want it refused: %t: change the documentation", u, got, err, refused)
				}
				if refused {
					exec(t, db, "SET sql_mode = ''")
					exec(t, db, "INSERT INTO t VALUES (?)", u)
					exec(t, db, "SET sql_mode = DEFAULT")
					var n int
					if err := db.QueryRow("SELECT count(*) FROM t WHERE c IS NULL").Scan(&n); err != nil || n != 1 {
						t.Errorf("%v without strict mode: got %d NULLs, %v: change the documentation", u, n, err)
					}
				}
				if e.name != "interpolated" {
					continue
				}
				exec(t, db, "DELETE FROM t")
				exec(t, db, "INSERT INTO t VALUES (?)", sqlx.Binary(u))
				if err := db.QueryRow("SELECT c FROM t").Scan(&got); err != nil || (got != u) != refused {
					t.Errorf("%v of bytes: got %v, %v; want another: %t: change the documentation", u, got, err, refused)
				}
			}
		}
	}, "MariaDB")
}

// Its order is not that of the bytes.
func TestMariaDBUUIDOrder(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, base)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c UUID, b BINARY(16))")
		for _, u := range []string{"00000000-0000-1000-8000-ffffffffffff", "00000001-0000-4000-8000-000000000003"} {
			exec(t, db, "INSERT INTO t VALUES (?, ?)", u, sqlx.Binary(uuid.MustParse(u)))
		}
		var byUUID, byBytes uuid.UUID
		if err := db.QueryRow("SELECT (SELECT c FROM t ORDER BY c LIMIT 1), (SELECT c FROM t ORDER BY b LIMIT 1)").Scan(&byUUID, &byBytes); err != nil || byUUID == byBytes {
			t.Errorf("got %v and %v first, %v: the same: change the documentation", byUUID, byBytes, err)
		}
	}, "MariaDB")
}

// Bytes that the driver fills in itself fit in a column of text, if its character
// set takes any byte. They are no text that a type here would read.
func TestInterpolatedBytesInText(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		if e.name != "interpolated" {
			return
		}
		db := openDB(t, base)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c CHAR(36) CHARACTER SET latin1)")
		exec(t, db, "INSERT INTO t VALUES (?)", sqlx.Binary(other))
		for _, into := range []func(*uuid.UUID) sql.Scanner{
			func(u *uuid.UUID) sql.Scanner { return u },
			func(u *uuid.UUID) sql.Scanner { return (*sqlx.Text)(u) },
			func(u *uuid.UUID) sql.Scanner { return (*sqlx.Binary)(u) },
		} {
			got := id
			if err := db.QueryRow("SELECT c FROM t").Scan(into(&got)); err == nil || got != id {
				t.Errorf("into %T: got %v, %v; want an error and no change", into(&got), got, err)
			}
		}
	}, "MariaDB", "MySQL")
}

// What a connector does not know goes as it did, without an error: a struct that
// has a UUID's methods by embedding it sends text.
func TestConnectorOfTooFewTypes(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c BLOB)")
		type user struct{ uuid.UUID }
		for _, arg := range []any{google.UUID(id), user{id}, sqlx.Text(id)} {
			exec(t, db, "DELETE FROM t")
			exec(t, db, "INSERT INTO t VALUES (?)", arg)
			var got string
			if err := db.QueryRow("SELECT typeof(c) || c FROM t").Scan(&got); err != nil || got != "text"+id.String() {
				t.Errorf("%T: got %s, %v: change the documentation", arg, got, err)
			}
		}
		if _, err := db.Exec("INSERT INTO t VALUES (?)", userID(id)); err == nil || !strings.Contains(err.Error(), "unsupported type") {
			t.Errorf("a type without methods: got %v, want it refused", err)
		}
	}, "SQLite")
}

// Text in a condition on a column of bytes is no error anywhere.
func TestTextInCondition(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, base)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c "+e.bytes.typ+")")
		exec(t, db, "INSERT INTO t VALUES ("+e.param(1)+")", sqlx.Binary(id))
		for _, test := range []struct {
			op   string
			arg  any
			want int
		}{{"=", sqlx.Binary(id), 1}, {"<>", sqlx.Binary(id), 0}, {"=", id, 0}, {"<>", id, 1}, {"=", google.UUID(id), 0}, {"<>", google.UUID(id), 1}} {
			var n int
			if err := db.QueryRow("SELECT count(*) FROM t WHERE c "+test.op+" "+e.param(1), test.arg).Scan(&n); err != nil || n != test.want {
				t.Errorf("%s %T: finds %d rows, %v; want %d: change the documentation", test.op, test.arg, n, err, test.want)
			}
		}
	})
}

// Text in upper case is read everywhere, and not found everywhere.
func TestUpperCase(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, base)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c "+e.text.typ+")")
		exec(t, db, "INSERT INTO t VALUES ('"+strings.ToUpper(id.String())+"')")
		got := other
		if err := db.QueryRow("SELECT c FROM t").Scan((*sqlx.Text)(&got)); err != nil || got != id {
			t.Errorf("got %v, %v; want %v", got, err, id)
		}
		want := 0
		if e.text == mysqlText {
			want = 1
		}
		var n int
		if err := db.QueryRow("SELECT count(*) FROM t WHERE c = "+e.param(1), sqlx.Text(id)).Scan(&n); err != nil || n != want {
			t.Errorf("finds %d rows, %v; want %d: change the documentation", n, err, want)
		}
	})
}

// A nullable array, and COPY, which has statements of its own.
func TestPostgresExtras(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, sqlx.NewConnector[sqlx.Text](base, types()...))
		var null sql.Null[sqlx.Array[uuid.UUID]]
		if err := db.QueryRow("SELECT NULL::uuid[]").Scan(&null); err != nil || null.Valid {
			t.Errorf("NULL: got %v, %v", null, err)
		}
		if err := db.QueryRow("SELECT $1::uuid[]", sqlx.Array[uuid.UUID]{id, other}).Scan(&null); err != nil || !null.Valid || len(null.V) != 2 || null.V[1] != other {
			t.Errorf("got %v, %v", null, err)
		}
		if e.name != "pq" {
			return
		}
		exec(t, db, "DROP TABLE IF EXISTS copied")
		exec(t, db, "CREATE TABLE copied (c uuid)")
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		s, err := tx.Prepare(pq.CopyIn("copied", "c"))
		if err != nil {
			t.Fatal(err)
		}
		for _, arg := range []any{google.UUID(id), &other, google.NullUUID{}} {
			if _, err := s.Exec(arg); err != nil {
				t.Errorf("%T: %v", arg, err)
			}
		}
		if _, err := s.Exec(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		var got string
		if err := tx.QueryRow("SELECT string_agg(coalesce(c::text, 'NULL'), ' ') FROM copied").Scan(&got); err != nil || got != id.String()+" "+other.String()+" NULL" {
			t.Errorf("got %s, %v", got, err)
		}
	}, "PostgreSQL")
}
