package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"modernc.org/sqlite"
	"modernc.org/sqlite/vtab"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// modernc.org/sqlite registers a virtual table's module with the driver that
// sql.DB.Driver names, and for the whole process if that is no driver of its own.
func TestVirtualTables(t *testing.T) {
	// Names are for the life of a process, and a test may run twice.
	name := strings.ReplaceAll(uuid.NewV7().String(), "-", "")
	own := &sqlite.Driver{}
	sql.Register(name, own)
	if err := sqlx.RegisterDriver[sqlx.Binary](name+"+uuid", name, types()...); err != nil {
		t.Fatal(err)
	}
	open := func(db *sql.DB, err error) *sql.DB {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		db.SetMaxIdleConns(-1) // a module reaches new connections only
		return db
	}
	connected := open(sql.OpenDB(sqlx.NewConnector[sqlx.Binary](memory{own}, types()...)), nil)
	registered := open(sql.Open(name+"+uuid", ":memory:"))
	elsewhere := open(sql.Open("sqlite", ":memory:"))
	for _, test := range []struct {
		name     string
		register func(module string) error
		everyone bool
	}{
		{"a connector", func(module string) error { return vtab.RegisterModule(connected, module, unbuilt{}) }, false},
		{"the base of a registered driver", func(module string) error {
			base := registered.Driver().(interface{ Unwrap() driver.Driver }).Unwrap()
			return base.(vtab.ModuleRegisterer).RegisterModule(module, unbuilt{})
		}, false},
		{"a registered driver", func(module string) error { return vtab.RegisterModule(registered, module, unbuilt{}) }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			module := "m" + strings.ReplaceAll(uuid.NewV7().String(), "-", "")
			if err := test.register(module); err != nil {
				t.Fatal(err)
			}
			for db, want := range map[*sql.DB]bool{connected: true, registered: true, elsewhere: test.everyone} {
				_, err := db.Exec("CREATE VIRTUAL TABLE t USING " + module)
				if got := err != nil && strings.Contains(err.Error(), errUnbuilt.Error()); got != want {
					t.Errorf("%T: got %v; want the module found: %t", db.Driver(), err, want)
				}
			}
		})
	}
}

var errUnbuilt = errors.New("found, and unbuilt")

// unbuilt is a module of which no table can be made.
type unbuilt struct{}

func (unbuilt) Create(vtab.Context, []string) (vtab.Table, error)  { return nil, errUnbuilt }
func (unbuilt) Connect(vtab.Context, []string) (vtab.Table, error) { return nil, errUnbuilt }

// memory connects to a driver's database in memory.
type memory struct{ driver *sqlite.Driver }

func (m memory) Connect(context.Context) (driver.Conn, error) { return m.driver.Open(":memory:") }
func (m memory) Driver() driver.Driver                        { return m.driver }
