package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestConnector(t *testing.T) {
	t.Run("uuidkit", func(t *testing.T) { testConnector(t, ours) })
	t.Run("google", func(t *testing.T) { testConnector(t, googles) })
	t.Run("gofrs", func(t *testing.T) { testConnector(t, gofrss) })
	t.Run("[16]byte", func(t *testing.T) { testConnector(t, arrays) })
	t.Run("own", func(t *testing.T) { testConnector(t, users) })
	if std.Present {
		t.Run("std", func(t *testing.T) { testConnector(t, stds) })
	}
}

// testConnector stores a T in all its forms, in a column of bytes and one of
// text, asks the server what it has, and reads it back.
func testConnector[T ~[16]byte](t *testing.T, k kind[T]) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.binary(), "c "+e.bytes.typ+", n int")
		testColumn(d, e.bytes, e.bytes.prefix+hex.EncodeToString(id[:]), k, func(id *T) sql.Scanner { return (*sqlx.Binary)((*[16]byte)((*id)[:])) })
		d = e.table(t, e.texts(), "c "+e.text.typ+", n int")
		testColumn(d, e.text, e.text.prefix+id.String(), k, func(id *T) sql.Scanner { return (*sqlx.Text)((*[16]byte)((*id)[:])) })
	})
}

func testColumn[T ~[16]byte](d database, c column, want string, k kind[T], edge func(*T) sql.Scanner) {
	one := T(id)
	pointer := &one
	type arg struct {
		value any
		null  bool
	}
	args := []arg{
		{one, false}, {pointer, false}, {&pointer, false}, {sql.Null[T]{V: one, Valid: true}, false}, {&sql.Null[T]{V: one, Valid: true}, false},
		{nil, true}, {(*T)(nil), true}, {(**T)(nil), true}, {new(*T), true}, {sql.Null[T]{V: one}, true}, {(*sql.Null[T])(nil), true},
	}
	if k.null != nil {
		args = append(args, arg{k.null(one, true), false}, arg{k.null(one, false), true})
	}
	insert := d.sql("INSERT INTO t VALUES (?, ?)")
	ways := map[string]func(args ...any) error{
		"Exec": func(args ...any) error { _, err := d.Exec(insert, args...); return err },
		"Prepare": func(args ...any) error {
			s := kit.Must(d.Prepare(insert))(d.t)
			defer s.Close()
			_, err := s.Exec(args...)
			return err
		},
		"Tx": func(args ...any) error {
			tx := kit.Must(d.Begin())(d.t)
			defer tx.Rollback()
			_, err := tx.Exec(insert, args...)
			return errors.Join(err, tx.Commit())
		},
	}
	for way, do := range ways {
		for _, a := range args {
			d.exec("DELETE FROM t")
			d.exec(insert, T(other), 7)
			if err := do(a.value, 8); err != nil {
				d.t.Errorf("%s, %T: %v", way, a.value, err)
				continue
			}
			if a.null {
				d.says("NULL", "SELECT "+c.stored+" FROM t WHERE n = 8")
				continue
			}
			d.says(want, "SELECT "+c.stored+" FROM t WHERE n = 8")
			d.says(1, "SELECT count(*) FROM t WHERE c = ?", a.value)
			read := T(other)
			if err := d.row("SELECT c FROM t WHERE n = 8").Scan(edge(&read)); err != nil || read != one {
				d.t.Errorf("%s, %T: the column type reads %x, %v; want %x", way, a.value, read, err, one)
			}
			// pgx's database/sql package on Go 1.27 has no way from text or
			// bytea to a type without a Scan.
			_, scanner := any(&read).(sql.Scanner)
			if !k.scans || !scanner && strings.HasPrefix(d.engine.name, "pgx ") {
				continue
			}
			read, null, readPointer := T(other), sql.Null[T]{}, new(T)
			err := d.row("SELECT c, c, c FROM t WHERE n = 8").Scan(&read, &null, &readPointer)
			if err != nil || read != one || null != (sql.Null[T]{V: one, Valid: true}) || *readPointer != one {
				d.t.Errorf("%s, %T: reads %x, %v, %x, %v; want %x", way, a.value, read, null, *readPointer, err, one)
			}
		}
		res := kit.Must(d.Exec(d.sql("DELETE FROM t WHERE c = ?"), T(other)))(d.t)
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			d.t.Errorf("%s: deletes %d rows, %v; want 1", way, n, err)
		}
	}
}

// Column types pass through a connector of another form, and so does what is no
// UUID.
func TestConnectorLeavesOthers(t *testing.T) {
	swapped := sqlx.Swapped(id)
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.texts(), "c "+e.bytes.typ)
		for _, test := range []struct {
			arg  any
			want string
		}{
			{sqlx.Binary(id), digits(id)}, {id[:], digits(id)},
			{swapped, "66774455001122338899aabbccddeeff"}, {&swapped, "66774455001122338899aabbccddeeff"},
			{sql.Null[sqlx.Swapped]{V: swapped, Valid: true}, "66774455001122338899aabbccddeeff"},
		} {
			d.exec("DELETE FROM t")
			d.exec("INSERT INTO t VALUES (?)", test.arg)
			d.says(e.bytes.prefix+test.want, "SELECT "+e.bytes.stored+" FROM t")
		}
	})
}

// A type that the connector was not told of goes as it did, without an error: a
// struct that has a UUID's methods by embedding it sends text.
func TestConnectorOfTooFewTypes(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, sqlx.NewConnector[sqlx.Binary](e.base, sqlx.Native[uuid.UUID]()), "c BLOB")
		type user struct{ uuid.UUID }
		for _, arg := range []any{google.UUID(id), user{id}, sqlx.Text(id)} {
			d.exec("DELETE FROM t")
			d.exec("INSERT INTO t VALUES (?)", arg)
			d.says("text"+id.String(), "SELECT typeof(c) || c FROM t")
		}
		if _, err := d.Exec("INSERT INTO t VALUES (?)", userID(id)); err == nil || !strings.Contains(err.Error(), "unsupported type") {
			t.Errorf("a type without methods: got %v, want it refused", err)
		}
	}, "SQLite")
}

// A row is scanned by the type that it is read into, whatever wrote it: google's
// leaves NULL unread, silently.
func TestConnectorDoesNotScan(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.binary(), "")
		stale, strict := google.UUID(other), other
		if err := d.row("SELECT NULL").Scan(&stale); err != nil || stale != google.UUID(other) {
			t.Errorf("google's of NULL: got %v, %v: change the documentation", stale, err)
		}
		if err := d.row("SELECT NULL").Scan(&strict); err == nil || strict != other {
			t.Errorf("ours of NULL: got %v, %v; want an error and no change", strict, err)
		}
	})
}

// database/sql knows the standard library's UUID, but go-sql-driver/mysql asks a
// converter of its own. The connector cures that.
func TestMySQLRefusesStd(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 has no such type")
	}
	u := std.UUID(id)
	each(t, func(t *testing.T, e engine) {
		bare, cured := e.table(t, e.base, ""), e.table(t, e.texts(), "")
		for _, arg := range []any{u, &u} {
			cured.says(id, "SELECT concat(?, '')", arg)
			if got := bare.ask("SELECT concat(?, '')", arg); !strings.Contains(got, "unsupported type uuid.UUID, a array") {
				t.Errorf("%T without a connector: got %v: change the documentation", arg, got)
			}
		}
	}, "MariaDB", "MySQL")
}

// A connection that the server has cut is replaced as it is without a connector.
func TestConnectorRecovers(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		suicide := "SELECT pg_terminate_backend(pg_backend_pid())"
		if e.bytes == mysqlBytes {
			suicide = "KILL CONNECTION_ID()"
		}
		for _, c := range []driver.Connector{e.base, e.texts()} {
			db := e.table(t, c, "")
			s := kit.Must(db.Prepare(e.sql("SELECT 1 WHERE ? = '" + id.String() + "'")))(t)
			defer s.Close()
			for range 3 {
				if _, err := db.Exec(suicide); err == nil {
					t.Fatal("the connection survived")
				}
				// A server may answer before it cuts, and then a query is lost.
				var n int
				err := s.QueryRow(google.UUID(id)).Scan(&n)
				for tries := 0; err != nil && tries < 100; tries++ {
					err = s.QueryRow(google.UUID(id)).Scan(&n)
				}
				if err != nil || n != 1 {
					t.Errorf("%T: got %d, %v; want 1", c, n, err)
				}
			}
		}
	}, "MariaDB", "MySQL", "PostgreSQL")
}

// Many goroutines may use a connector, and its statements.
func TestConnectorConcurrently(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		db := e.table(t, e.binary(), "c BLOB")
		db.SetMaxOpenConns(4)
		s := kit.Must(db.Prepare("SELECT count(*) FROM t WHERE c = ?"))(t)
		defer s.Close()
		db.exec("INSERT INTO t VALUES (?)", google.UUID(id))
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for range 50 {
					var n, m int
					err := s.QueryRow(&id).Scan(&n)
					err2 := db.QueryRow("SELECT count(*) FROM t WHERE c = ?", sql.Null[google.UUID]{V: google.UUID(id), Valid: true}).Scan(&m)
					if err != nil || err2 != nil || n != 1 || m != 1 {
						t.Errorf("got %d, %v and %d, %v; want 1", n, err, m, err2)
						return
					}
				}
			})
		}
		group.Wait()
	}, "SQLite")
}

// Drivers by their own names, with and without connectors of their own.
func TestRegisterDriver(t *testing.T) {
	file := func(t testing.TB) string { return filepath.Join(t.TempDir(), "db") }
	for name, dsn := range map[string]func(testing.TB) string{
		"sqlite": file, "sqlite3": file, "mysql": stores.MariaDB, "pgx": stores.Postgres, "postgres": stores.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			dsn := dsn(t)
			// Names are for the life of a process, and a test may run twice.
			ours := name + uuid.NewV7().String()
			if err := errors.Join(
				sqlx.RegisterDriver[sqlx.Binary](ours, name, types()...),
				sqlx.RegisterDriver[sqlx.Text](ours+"+text", ours, sqlx.Native[sqlx.Swapped]()),
			); err != nil {
				t.Fatal(err)
			}
			query := "SELECT length(?)"
			if name == "pgx" || name == "postgres" {
				query = "SELECT length($1::bytea)"
			}
			for _, driver := range []string{ours, ours + "+text"} {
				db := kit.Must(sql.Open(driver, dsn))(t)
				defer db.Close()
				var n int
				if err := db.QueryRow(query, google.UUID(id)).Scan(&n); err != nil || n != 16 {
					t.Errorf("got %d bytes, %v; want 16", n, err)
				}
			}
			// What a driver says of a DSN comes from sql.Open, or from the first use.
			for _, bad := range []string{"\x00", "://"} {
				want, wantErr := sql.Open(name, bad)
				got, gotErr := sql.Open(ours, bad)
				if (wantErr == nil) != (gotErr == nil) {
					t.Errorf("the DSN %q: got %v, want %v", bad, gotErr, wantErr)
				}
				if wantErr == nil {
					want.Close()
				}
				if gotErr == nil {
					got.Close()
				}
			}
		})
	}
}
