package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A contextDriver has connectors of its own, which a DSN may displease.
type contextDriver struct{ fakeDriver }

func (d contextDriver) Driver() driver.Driver { return d }

func (d contextDriver) OpenConnector(dsn string) (driver.Connector, error) {
	if dsn == "bad" {
		return nil, errNull
	}
	return d, nil
}

// A detour has connectors that name another driver, as those of a program that adds a password to
// each connection.
type detour struct {
	contextDriver
	other driver.Driver
}

func (d detour) Driver() driver.Driver { return d.other }

func (d detour) OpenConnector(dsn string) (driver.Connector, error) {
	_, err := d.contextDriver.OpenConnector(dsn)
	return d, err
}

type unwrapper interface{ Unwrap() driver.Driver }

func TestRegisterDriver(t *testing.T) {
	plain, context := fake("new"), contextDriver{fake("new")}
	other := detour{contextDriver{fake("new")}, fake("new")}
	// Names are for the life of a process, and a test may run twice.
	prefix := uuid.NewV7().String()
	sql.Register(prefix+"plain", plain)
	sql.Register(prefix+"context", context)
	sql.Register(prefix+"detour", other)
	for _, test := range []struct {
		name     string
		register func(name, driverName string, types ...sqlx.UUIDType) error
		base     string
		driver   driver.Driver
		native   sqlx.UUIDType
		j        *journal
		form     driver.Value
		first    string // what Exec does first
		closed   string // what Close does last
		badDSN   bool   // whether sql.Open sees it
	}{
		{"a driver", sqlx.RegisterDriver[sqlx.Binary], "plain", plain, sqlx.Native[vectors.Std](), plain.journal,
			raw, "Open the dsn", "Close", false},
		{"one with connectors", sqlx.RegisterDriver[sqlx.Text], "context", context, sqlx.Native[vectors.Std](), context.journal,
			vectors.Text, "Connect", "connector Close", true},
		{"one whose connectors name another", sqlx.RegisterDriver[sqlx.Binary], "detour", other.other, sqlx.Native[vectors.Std](), other.journal,
			raw, "Connect", "connector Close", true},
		// What that one was told of is native still.
		{"one upon another", sqlx.RegisterDriver[sqlx.Text], "a driver", plain, sqlx.Native[vectors.Plain](), plain.journal,
			raw, "Open the dsn", "Close", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := test.register(prefix+test.name, prefix+test.base, test.native); err != nil {
				t.Fatal(err)
			}
			j := test.j
			j.lines = nil
			db, err := sql.Open(prefix+test.name, "the dsn")
			if err != nil || len(j.lines) > 0 {
				t.Fatalf("Open: got %q, %v; want no call of the base driver", j.lines, err)
			}
			j.lines = nil
			_, err = db.Exec("one", vectors.Std(vectors.U))
			sent := slices.IndexFunc(j.lines, func(line string) bool { return strings.HasPrefix(line, "conn ExecContext") })
			want := shown{[]driver.Value{test.form}}.String()
			if err != nil || slices.Index(j.lines, test.first) != 0 || sent < 0 || !strings.HasSuffix(j.lines[sent], want) {
				t.Errorf("Exec: got %q, %v; want first %s and then %s", j.lines, err, test.first, want)
			}
			// Whoever wants the driver's own methods finds it.
			base := db.Driver().(unwrapper).Unwrap()
			if again, ok := base.(unwrapper); ok {
				base = again.Unwrap()
			}
			if reflect.TypeOf(base) != reflect.TypeOf(test.driver) {
				t.Errorf("Unwrap: got %T, want %T", base, test.driver)
			}
			// Whoever wraps drivers by name takes db.Driver, and closes no more than
			// the connection. What that was opened for is closed with it.
			j.lines = nil
			conn, err := db.Driver().Open("the dsn")
			if err != nil || slices.Index(j.lines, test.first) != 0 {
				t.Fatalf("Driver: got %q, %v; want first %s", j.lines, err, test.first)
			}
			nv := driver.NamedValue{Value: vectors.Std(vectors.U)}
			if err := conn.(driver.NamedValueChecker).CheckNamedValue(&nv); err != driver.ErrSkip || !reflect.DeepEqual(nv.Value, test.form) {
				t.Errorf("Driver: got %v, %v; want %v", nv.Value, err, test.form)
			}
			if err := conn.Close(); err != nil || j.lines[len(j.lines)-1] != test.closed {
				t.Errorf("Driver, Close: got %q, %v; want %s last", j.lines, err, test.closed)
			}
			if conn, err := db.Driver().Open("bad"); conn != nil || err != errNull {
				t.Errorf("Driver, a bad DSN: got %v, %v; want %v", conn, err, errNull)
			}
			j.lines = nil
			if db.Close(); j.lines[len(j.lines)-1] != test.closed {
				t.Errorf("Close: got %q, want %s last", j.lines, test.closed)
			}
			bad, err := sql.Open(prefix+test.name, "bad")
			if test.badDSN != (err == errNull) {
				t.Errorf("Open, a bad DSN: got %v", err)
			}
			if err == nil {
				if err := bad.Ping(); err != errNull {
					t.Errorf("Ping, a bad DSN: got %v, want %v", err, errNull)
				}
				bad.Close()
			}
		})
	}
}

func TestRegisterDriverErrors(t *testing.T) {
	taken := uuid.NewV7().String()
	sql.Register(taken, fake("new"))
	for _, test := range []struct{ name, base, want string }{
		{taken, taken, "twice for driver " + taken},
		{"nothing+uuid", "nothing", `no driver "nothing"`},
		{"", "", `no driver ""`},
	} {
		before := sql.Drivers()
		err := sqlx.RegisterDriver[sqlx.Text](test.name, test.base)
		if err == nil || !strings.HasPrefix(err.Error(), "sqlx: RegisterDriver(") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("RegisterDriver(%q, %q): got %v, want an error with %s", test.name, test.base, err, test.want)
		}
		if after := sql.Drivers(); !slices.Equal(after, before) {
			t.Errorf("RegisterDriver(%q, %q): got the drivers %q, want %q", test.name, test.base, after, before)
		}
	}
}
