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

type unwrapper interface{ Unwrap() driver.Driver }

func TestRegisterDriver(t *testing.T) {
	plain, context := fake("new"), contextDriver{fake("new")}
	// Names are for the life of a process, and a test may run twice.
	prefix := uuid.NewV7().String()
	sql.Register(prefix+"plain", plain)
	sql.Register(prefix+"context", context)
	for _, test := range []struct {
		name     string
		register func(name, driverName string, types ...sqlx.UUIDType) error
		base     string
		driver   driver.Driver
		native   sqlx.UUIDType
		j        *journal
		form     driver.Value
		opened   []string // what sql.Open does with the base driver
		first    string   // what Exec does first
		closed   string   // what Close does last
		badDSN   bool     // whether sql.Open sees it
	}{
		{"a driver", sqlx.RegisterDriver[sqlx.Binary], "plain", plain, sqlx.Native[vectors.Std](), plain.journal,
			raw, nil, "Open the dsn", "Close", false},
		{"one with connectors", sqlx.RegisterDriver[sqlx.Text], "context", context, sqlx.Native[vectors.Std](), context.journal,
			vectors.Text, []string{"connector Close"}, "Connect", "connector Close", true},
		// What that one was told of is native still.
		{"one upon another", sqlx.RegisterDriver[sqlx.Text], "a driver", plain, sqlx.Native[vectors.Plain](), plain.journal,
			raw, nil, "Open the dsn", "Close", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := test.register(prefix+test.name, prefix+test.base, test.native); err != nil {
				t.Fatal(err)
			}
			j := test.j
			j.lines = nil
			db, err := sql.Open(prefix+test.name, "the dsn")
			if err != nil || !slices.Equal(j.lines, test.opened) {
				t.Fatalf("Open: got %q, %v; want %q", j.lines, err, test.opened)
			}
			j.lines = nil
			_, err = db.Exec("one", vectors.Std(vectors.U))
			sent := slices.IndexFunc(j.lines, func(line string) bool { return strings.HasPrefix(line, "conn ExecContext") })
			want := shown{[]driver.Value{test.form}}.String()
			if err != nil || j.lines[0] != test.first || sent < 0 || !strings.HasSuffix(j.lines[sent], want) {
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
			// the connection.
			j.lines = nil
			conn, err := db.Driver().Open("the dsn")
			if err != nil || !slices.Contains(j.lines, "Open the dsn") {
				t.Fatalf("Driver: got %q, %v; want the driver's Open", j.lines, err)
			}
			nv := driver.NamedValue{Value: vectors.Std(vectors.U)}
			if err := conn.(driver.NamedValueChecker).CheckNamedValue(&nv); err != driver.ErrSkip || !reflect.DeepEqual(nv.Value, test.form) {
				t.Errorf("Driver: got %v, %v; want %v", nv.Value, err, test.form)
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
