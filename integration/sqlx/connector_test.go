package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// userID is a UUID type that lost its methods by being defined.
type userID google.UUID

// types are all of them.
func types() []sqlx.UUIDType {
	all := []sqlx.UUIDType{sqlx.Native[uuid.UUID](), sqlx.Native[google.UUID](), sqlx.Native[gofrs.UUID](), sqlx.Native[[16]byte](), sqlx.Native[userID]()}
	if std.Present {
		all = append(all, sqlx.Native[std.UUID]())
	}
	return all
}

// binary and texts are connectors that store all types in one form.
func (e engine) binary() driver.Connector { return sqlx.NewConnector[sqlx.Binary](e.base, types()...) }
func (e engine) texts() driver.Connector  { return sqlx.NewConnector[sqlx.Text](e.base, types()...) }

// An argument is for id, or for NULL.
type argument struct {
	value any
	null  bool
}

func arguments[T ~[16]byte](nullables ...argument) []argument {
	one := T(id)
	pointer := &one
	return append(nullables,
		argument{one, false}, argument{pointer, false}, argument{&pointer, false},
		argument{sql.Null[T]{V: one, Valid: true}, false}, argument{&sql.Null[T]{V: one, Valid: true}, false},
		argument{nil, true}, argument{(*T)(nil), true}, argument{(**T)(nil), true}, argument{new(*T), true},
		argument{sql.Null[T]{V: one}, true}, argument{(*sql.Null[T])(nil), true})
}

// A connector stores its types in its form, in whatever way they reach the driver, and
// finds them. The matrix measures how they are read.
func TestConnector(t *testing.T) {
	args := slices.Concat(
		arguments[uuid.UUID](argument{uuid.NullUUID{UUID: id, Valid: true}, false}, argument{uuid.NullUUID{UUID: id}, true}),
		arguments[google.UUID](argument{google.NullUUID{UUID: google.UUID(id), Valid: true}, false}, argument{google.NullUUID{}, true}),
		arguments[gofrs.UUID](argument{gofrs.NullUUID{UUID: gofrs.UUID(id), Valid: true}, false}, argument{gofrs.NullUUID{}, true}),
		arguments[[16]byte](), arguments[userID]())
	if std.Present {
		args = append(args, arguments[std.UUID]()...)
	}
	each(t, func(t *testing.T, e engine) {
		for _, form := range []struct {
			connector driver.Connector
			column
			id string
		}{{e.binary(), e.bytes, digits(id)}, {e.texts(), e.text, id.String()}} {
			d := e.table(t, form.connector, "c "+form.typ+", n int")
			insert := d.sql("INSERT INTO t VALUES (?, 8)")
			for way, do := range map[string]func(arg any) error{
				"Exec": func(arg any) error { _, err := d.Exec(insert, arg); return err },
				"Prepare": func(arg any) error {
					s := kit.Must(d.Prepare(insert))(t)
					defer s.Close()
					_, err := s.Exec(arg)
					return err
				},
				"Tx": func(arg any) error {
					tx := kit.Must(d.Begin())(t)
					defer tx.Rollback()
					_, err := tx.Exec(insert, arg)
					return errors.Join(err, tx.Commit())
				},
			} {
				for _, a := range args {
					d.exec("DELETE FROM t")
					d.exec("INSERT INTO t VALUES (?, 7)", google.UUID(other))
					if err := do(a.value); err != nil {
						t.Errorf("%s, %T: %v", way, a.value, err)
					} else if stored := "SELECT " + form.stored + " FROM t WHERE n = 8"; a.null {
						d.says("NULL", stored)
					} else {
						d.says(form.prefix+form.id, stored)
						d.says(8, "SELECT n FROM t WHERE c = ?", a.value)
					}
				}
			}
		}
	})
}

// A connection that the server has cut is replaced as it is without a connector.
func TestConnectorRecovers(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		suicide, session := "SELECT pg_terminate_backend(pg_backend_pid())", "SELECT pg_backend_pid()"
		if e.bytes == mysqlBytes {
			suicide, session = "KILL CONNECTION_ID()", "SELECT CONNECTION_ID()"
		}
		db := e.table(t, e.texts(), "")
		db.SetMaxOpenConns(1)
		current := func() (id int) {
			kit.Check(t, db.QueryRow(session).Scan(&id))
			return id
		}
		s := kit.Must(db.Prepare(e.sql("SELECT 1 WHERE ? = '" + id.String() + "'")))(t)
		defer s.Close()
		for range 3 {
			was := current()
			if _, err := db.Exec(suicide); err == nil {
				t.Fatal("the connection survived")
			}
			// A server may answer before it cuts, and then a query is lost.
			kit.Eventually(t, "a query succeeded", func() bool { return s.QueryRow(google.UUID(id)).Scan(new(int)) == nil })
			if current() == was {
				t.Fatal("the server did not cut the connection")
			}
		}
	}, "MariaDB", "MySQL", "PostgreSQL")
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
			kit.Check(t, errors.Join(
				sqlx.RegisterDriver[sqlx.Binary](ours, name, types()...),
				sqlx.RegisterDriver[sqlx.Text](ours+"+text", ours, sqlx.Native[sqlx.Swapped]())))
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
				_, want := sql.Open(name, bad)
				if _, err := sql.Open(ours, bad); (err == nil) != (want == nil) {
					t.Errorf("the DSN %q: got %v, want %v", bad, err, want)
				}
			}
		})
	}
}
