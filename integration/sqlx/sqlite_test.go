package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"modernc.org/sqlite"
	"modernc.org/sqlite/vtab"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The declared type of a column changes text that looks like a number.
func TestSQLiteAffinity(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, test := range []struct {
			declared   string
			small, big string // what 32 digits without dashes become
		}{
			{"UUID", "integer", "real"}, {"GUID", "integer", "real"}, {"BINARY(16)", "integer", "real"},
			{"BLOB", "text", "text"}, {"TEXT", "text", "text"}, {"CHAR(36)", "text", "text"},
		} {
			d := e.table(t, e.base, "c "+test.declared)
			for _, row := range []struct {
				arg  any
				want string
			}{
				{"00000000000000000000000000000001", test.small},
				{"12345678901234567890123456789012", test.big},
				// What this package writes is safe in all of them.
				{sqlx.Binary{15: 1}, "blob"},
				{sqlx.Text{15: 1}, "text"},
			} {
				d.says(row.want, "INSERT INTO t VALUES (?) RETURNING typeof(c)", row.arg)
			}
			// But neither finds the other.
			for _, arg := range []any{sqlx.Binary{15: 1}, sqlx.Text{15: 1}} {
				d.says(1, "SELECT count(*) FROM t WHERE c = ?", arg)
			}
		}
	}, "SQLite")
}

// A table that is STRICT refuses what other tables store beside the rest.
func TestSQLiteStrict(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		d.exec("DROP TABLE IF EXISTS t")
		d.exec("CREATE TABLE t (bytes BLOB, txt TEXT) STRICT")
		d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(id), sqlx.Text(id))
		for insert, arg := range map[string]any{"INSERT INTO t (bytes) VALUES (?)": sqlx.Text(id), "INSERT INTO t (txt) VALUES (?)": sqlx.Binary(id)} {
			if _, err := d.Exec(insert, arg); err == nil || !strings.Contains(err.Error(), "cannot store") {
				t.Errorf("%s: got %v, want it refused: change the documentation", insert, err)
			}
		}
	}, "SQLite")
}

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
		kit.Must(db, err)(t)
		t.Cleanup(func() { db.Close() })
		db.SetMaxIdleConns(-1) // a module reaches new connections only
		return db
	}
	connected := open(sql.OpenDB(sqlx.NewConnector[sqlx.Binary](dsnConnector{own, ":memory:"}, types()...)), nil)
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
